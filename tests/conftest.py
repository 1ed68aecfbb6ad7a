"""Set-up of all tests, and figures that they gather."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Callable
from random import Random, SystemRandom
from typing import Any

import pytest
from hypothesis import settings

# A shell starts what runs in the background deaf to Ctrl-C, and so would be the tests' processes.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

settings.register_profile("quick", deadline=None, max_examples=60, derandomize=True)
settings.register_profile("soak", deadline=None, max_examples=1000)
settings.load_profile("quick")

FIGURES: Counter[str] = Counter()
KEY = "figures"


@pytest.fixture(autouse=True)
def settled(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A test has the same secret seeds and draws in every run, but for the long ones."""
    if request.node.get_closest_marker("soak"):
        return
    chance = Random(request.node.nodeid)
    monkeypatch.setattr(SystemRandom, "getrandbits", chance.getrandbits)
    monkeypatch.setattr(SystemRandom, "random", chance.random)


@pytest.fixture(scope="session")
def figure() -> Callable[[str, int], None]:
    """Adds to a figure that is told at the end: what it counts, and how many more."""

    def add(what: str, number: int) -> None:
        FIGURES[what] += number

    return add


def pytest_sessionfinish(session: pytest.Session) -> None:
    """A process of several hands its figures over."""
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output[KEY] = dict(FIGURES)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """The figures of a process that is done."""
    FIGURES.update(getattr(node, "workeroutput", {}).get(KEY, {}))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Tell the figures."""
    if FIGURES:
        terminalreporter.section("figures")
    for what, number in sorted(FIGURES.items()):
        terminalreporter.write_line(f"{number:>14,} {what}")
