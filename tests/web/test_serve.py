"""``nightreel serve`` in processes of its own: starts, tells, refuses, ends."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import urllib.request
import webbrowser
from collections.abc import Iterator
from pathlib import Path

import pytest

from nightreel.arguments import host_names
from nightreel.files import CACHE
from nightreel.films.library import casts
from nightreel.web import serve
from tests.web.playing import ACTION, VERSION
from tests.web.running import PATIENCE, Running, free_port

NO_EXTRA = (
    "import sys; sys.modules[sys.argv[1]] = None; from nightreel.terminal.cli import main; "
    "sys.exit(main(['serve']))"
)


def got(address: str) -> str:
    """A page."""
    with urllib.request.urlopen(address, timeout=PATIENCE) as response:
        text: str = response.read().decode()
        return text


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'table.db'}"


@pytest.fixture
def started(url: str) -> Iterator[list[Running]]:
    """Servers that a test starts; none of them outlives it."""
    servers: list[Running] = []
    yield servers
    for server in servers:
        server.close()


def test_it_tells_its_address_and_ends_well(started: list[Running], url: str) -> None:
    for by in (signal.SIGINT, signal.SIGTERM):
        server = Running("--port", "0", "--database", url)
        started.append(server)
        address = server.address()
        assert "<title>Nightreel</title>" in got(address)
        assert json.loads(got(address + "health")).keys() == {"nightreel"}
        server.process.send_signal(by)
        assert (server.told(), server.process.returncode) == ("", 0)


def test_several_processes_are_one_server(started: list[Running], url: str) -> None:
    server = Running("--port", "0", "--database", url, "--workers", "2")
    started.append(server)
    address = server.address()
    play(address, 12)
    assert server.end() == 0


def test_processes_end_with_the_one_that_started_them(started: list[Running], url: str) -> None:
    server = Running("--port", "0", "--database", url, "--workers", "2")
    started.append(server)
    got(server.address())
    os.kill(server.process.pid, signal.SIGKILL)
    server.told()  # standard error is closed when the last of them has ended


def play(address: str, answers: int, game: str = "", key: str = "") -> tuple[str, str]:
    """Begin a game or go on, each request on a connection of its own; returns game and key."""
    if not game:
        headers = sent(address, "/games", b"", "")
        game, key = headers["location"], headers["set-cookie"].partition(";")[0]
    for _ in range(answers):
        page = shown(address, game, key)
        action, version = ACTION.findall(page)[0], VERSION.findall(page)[0]
        body = f"action={action}&at={version}".encode()
        assert sent(address, f"{game}/answers", body, key)["location"] == game
    return game, key


def sent(address: str, path: str, body: bytes, key: str) -> http.client.HTTPMessage:
    """Send a form; returns the headers of the reply."""
    connection = http.client.HTTPConnection(address.split("/")[2], timeout=PATIENCE)
    form = {"Content-Type": "application/x-www-form-urlencoded", "Cookie": key}
    connection.request("POST", path, body, form)
    response = connection.getresponse()
    assert response.status == 303, response.read()
    connection.close()
    return response.headers


def shown(address: str, path: str, key: str) -> str:
    """A page of a player."""
    request = urllib.request.Request(address.rstrip("/") + path, headers={"Cookie": key})
    with urllib.request.urlopen(request, timeout=PATIENCE) as response:
        text: str = response.read().decode()
        return text


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_killed_server_loses_nothing(started: list[Running], url: str, workers: str) -> None:
    port = str(free_port())
    game = key = ""
    for _ in range(3):
        server = Running("--port", port, "--database", url, "--workers", workers)
        started.append(server)
        address = server.address()
        game, key = play(address, 4, game, key)
        server.kill()
    server = Running("--port", port, "--database", url)
    started.append(server)
    assert VERSION.findall(shown(server.address(), game, key))[0] == "12"


def test_a_second_one_at_the_same_address_is_told_of_the_first(
    started: list[Running], url: str
) -> None:
    first = Running("--port", "0", "--database", url)
    started.append(first)
    address = first.address()
    port = address.rstrip("/").rpartition(":")[2]
    second = Running("--port", port, "--database", url, env={"NIGHTREEL_STARTED_BY": "make play"})
    started.append(second)
    told = second.told()
    assert second.process.returncode == 2
    assert told.startswith(f"nightreel: the table runs already, at {address} ")
    assert f'make play ARGS="--port {int(port) + 1}"' in told


def test_another_program_at_the_address_is_told(started: list[Running], url: str) -> None:
    listening = serve._listen("127.0.0.1", 0)
    listening.settimeout(PATIENCE)
    port = listening.getsockname()[1]
    server = Running("--port", str(port), "--database", url)
    started.append(server)
    asking, _ = listening.accept()
    asking.sendall(b"HTTP/1.0 200 OK\r\n\r\n[1, 2]")
    asking.close()
    told = server.told()
    listening.close()
    assert server.process.returncode == 2
    assert f"http://127.0.0.1:{port}/ is taken by another program" in told


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--port", "x"), "'x' is no whole number"),
        (("--port", "65536"), "65536 is too large: at most 65,535"),
        (("--workers", "0"), "0 is too small: at least 1"),
        (("--proxy", "nobody"), "'nobody' does not appear to be an IPv4 or IPv6 network"),
        (("--host", "198.51.100.7"), "no server can be started there"),
        (("--host", "a" * 300), "no server can be started there"),
        (("--host", ""), "argument --host: the name or address of a host is wanted"),
        (("--host", " "), "argument --host: the name or address of a host is wanted"),
        (("--names", ""), "argument --names: '' is no name of a host"),
        (("--names", "here.example, http://there.example/"), "'http://there.example/' is no name"),
        (("--names", "here.example:8731"), "'here.example:8731' is no name of a host"),
        (("--port", "0", "--database", "oracle://x"), "a database is named sqlite:///FILE"),
        (("--port", "0", "--database", "sqlite:///{folder}"), "the database cannot be used"),
        (
            ("--port", "0", "--workers", "2", "--database", "sqlite:///{folder}"),
            "the database cannot be used",
        ),
        (
            ("--port", "0", "--database", "postgresql://me:secret@127.0.0.1:1/x"),
            "me:***@127.0.0.1:1/x: the database cannot be used",
        ),
    ],
)
def test_what_is_wrong_is_told_in_one_line(
    started: list[Running], tmp_path: Path, arguments: tuple[str, ...], told: str
) -> None:
    server = Running(*(word.format(folder=tmp_path) for word in arguments))
    started.append(server)
    said = server.told()
    assert server.process.returncode == 2
    assert told in said
    assert len(said.splitlines()) == 1


def test_films_that_cannot_be_read_are_told_before_anybody_comes(
    started: list[Running], tmp_path: Path, url: str
) -> None:
    films = {"NIGHTREEL_FILMS": str(tmp_path / "nowhere")}
    server = Running("--port", "0", "--database", url, env=films)
    started.append(server)
    assert f"{tmp_path / 'nowhere'}: no folder with films" in server.told()
    assert server.process.returncode == 2
    (tmp_path / "broken.yaml").write_text("film: {", encoding="utf-8")
    films = {"NIGHTREEL_FILMS": str(tmp_path)}
    server = Running("--port", "0", "--database", url, env=films)
    started.append(server)
    server.address()
    server.process.send_signal(signal.SIGTERM)
    assert "this film is left out" in server.told()


def test_names_by_which_it_is_reached_may_have_blanks_between_them() -> None:
    assert host_names("Here.example, [::1] ,127.0.0.1") == "here.example,[::1],127.0.0.1"


@pytest.mark.parametrize("missing", serve.NEEDED)
def test_without_the_extra_it_is_said_how_to_get_it(missing: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", NO_EXTRA, missing],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
        env={**os.environ, "NIGHTREEL_LANGUAGE": "en"},
    )
    assert done.returncode == 2
    text = "nightreel: The table in the browser needs more packages: pip install 'nightreel[web]'\n"
    assert done.stderr == text


def test_everything_that_the_web_needs_is_looked_for() -> None:
    project = (Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8")
    (extra,) = re.findall(r"^web = \[\n(.*?)^\]", project, re.MULTILINE | re.DOTALL)
    packages = set(re.findall(r'"([a-z0-9-]+)', extra))
    optional = {"psycopg", "httptools", "uvloop"}
    assert {name.replace("-", "_") for name in packages - optional} == set(serve.NEEDED)


@pytest.mark.parametrize(
    ("host", "address"),
    [
        ("127.0.0.1", "http://127.0.0.1:80/"),
        ("0.0.0.0", "http://127.0.0.1:80/"),
        ("::", "http://[::1]:80/"),
        ("::1", "http://[::1]:80/"),
        ("localhost", "http://localhost:80/"),
    ],
)
def test_the_address_is_one_that_a_browser_here_reaches(host: str, address: str) -> None:
    assert serve.address_of(host, 80) == address


def test_only_a_browser_with_a_window_is_opened(monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []

    class Window(webbrowser.BackgroundBrowser):
        def open(self, url: str, new: int = 0, autoraise: bool = True) -> bool:
            opened.append(url)
            return True

    class Terminal(webbrowser.GenericBrowser):
        def open(self, url: str, new: int = 0, autoraise: bool = True) -> bool:
            raise AssertionError("the terminal is taken")

    for browser in (Window("window"), Terminal("lynx")):
        monkeypatch.setattr(webbrowser, "get", lambda browser=browser: browser)
        serve.open_page("http://here/")
    assert opened == ["http://here/"]
    monkeypatch.setattr(sys, "platform", "linux")
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    assert not serve.has_screen()
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    assert serve.has_screen()


def test_a_server_that_starts_reads_no_film_and_compiles_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(CACHE, str(tmp_path))  # other tests let go of what is in theirs
    casts()  # what they are is kept from then on
    code = (
        "import sys, nightreel.web.app; from nightreel.films.library import casts; casts(); "
        "print([m for m in ('lark', 'yaml', 'numba', 'jsonschema', 'alembic') if m in sys.modules])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "[]\n"


def test_the_interface_for_programs_waits_until_somebody_asks_for_it(url: str) -> None:
    code = (
        "import sys; from nightreel.web.app import create_app; "
        "from nightreel.web.settings import Settings; create_app(Settings(sys.argv[1])); "
        "print([m for m in sys.modules if m.startswith('nightreel.web.api')])"
    )
    command = [sys.executable, "-c", code, url]
    found = subprocess.run(command, capture_output=True, text=True, check=True)
    assert found.stdout == "[]\n"
