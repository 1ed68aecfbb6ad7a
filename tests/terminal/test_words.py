"""All that the plain terminal shows in whole games is among the words to translate."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from babel.messages.pofile import read_po

from nightreel import translation
from nightreel.films.library import load_program
from nightreel.table.game import Game
from nightreel.terminal.plain import Table
from nightreel.terminal.screens import look_screen

ROOT = Path(__file__).parent.parent.parent
WITHOUT_WORDS = {"{it}"}


@pytest.fixture(scope="module")
def messages(tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """What `make messages` collects."""
    pot = tmp_path_factory.mktemp("words") / "nightreel.pot"
    extract = ["extract", "-F", "pyproject.toml", "-k", "shown", "-o", str(pot), "src"]
    subprocess.run(
        [sys.executable, "-m", "babel.messages.frontend", "--quiet", *extract],
        cwd=ROOT,
        check=True,
        timeout=120,
    )
    with pot.open("rb") as file:
        found = [message.id for message in read_po(file)]
    return {id_ if isinstance(id_, str) else id_[0] for id_ in found}


class Listener:
    """A catalogue that remembers what it was asked for."""

    def __init__(self) -> None:
        self.asked: set[str] = set()

    def gettext(self, words: str) -> str:
        self.asked.add(words)
        return words

    def ngettext(self, one: str, many: str, number: int) -> str:
        self.asked.add(one)
        return one if number == 1 else many


@pytest.mark.parametrize("girl", ["odile", "tamsin"])
def test_every_word_can_be_translated(
    girl: str,
    messages: set[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    listener = Listener()
    monkeypatch.setattr(translation, "_chosen", lambda: listener)
    game, random = Game(load_program("sexton", "camp_sallow", girl), 4), Random(4)
    table = Table(game)
    table.introduce()
    while not game.over:
        table.show_news()
        table.show_question()
        table.why("")
        assert look_screen(game.export())
        table.news = game.answer(random.choice(game.state.legal_actions()))
    table.farewell()
    assert len(listener.asked) > 150
    assert listener.asked - messages - WITHOUT_WORDS == set()
    assert "Play Walk" in capsys.readouterr().out
