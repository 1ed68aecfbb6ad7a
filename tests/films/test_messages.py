"""Everything that people read of rulebook and films is found for translation."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.extract import extract_from_file

import nightreel
from nightreel.films import messages
from nightreel.films.assemble import assemble
from nightreel.films.casting import Cast
from nightreel.films.source import read_file
from nightreel.reel.program import Program

ROOT = Path(nightreel.__file__).parent
CHAPTERS = sorted((ROOT / "rulebook").glob("*.reel"))
DATA = [ROOT / "rulebook" / "core" / "actions.yaml", *sorted((ROOT / "films").glob("*.yaml"))]

COMPILER = sorted((ROOT / "reel").glob("*.py"))


@pytest.fixture(scope="module")
def found() -> set[str]:
    """All messages of rulebook, core box, films and compiler."""
    words: set[str] = set()
    for path in COMPILER:
        words |= {str(m[1]) for m in extract_from_file("python", path, {"shown": None})}
    for files, extract in ((CHAPTERS, messages.rulebook), (DATA, messages.film)):
        for path in files:
            with path.open("rb") as file:
                words |= {message for _, _, message, _ in extract(file)}
    return words


@pytest.fixture(scope="module")
def program() -> Program:
    film = read_file(ROOT / "films" / "low_water.yaml")
    return assemble(Cast(film["killer"], film["location"], film["girls"][0]))


def test_sentences_of_the_log_are_found(program: Program, found: set[str]) -> None:
    assert len(program.sentences) > 50
    assert {s.words for s in program.sentences} - found == set()


def test_questions_of_rules_are_found(program: Program, found: set[str]) -> None:
    asked = {q.words for q in program.questions}
    assert len(asked) > 10
    assert asked - found == set()


def test_answers_and_refusals_are_found(program: Program, found: set[str]) -> None:
    titles = {thing.title for things in program.things.values() for thing in things}
    answers = {o.words for q in program.questions for o in q.options} - titles - {"{it}"}
    assert answers - found == set()
    assert len(program.clauses) > 10
    assert {clause.words for clause in program.clauses} - found == set()


def test_titles_of_cards_and_spaces_are_found(program: Program, found: set[str]) -> None:
    for type_ in ("act", "card"):
        things = program.things[type_][1:]
        assert things
        assert {thing.title for thing in things} - found == set()


def test_words_and_texts_of_a_film_are_found(tmp_path: Path) -> None:
    """Prose, effects, each alternative, what a card says itself, and rules of its own."""
    path = tmp_path / "film.yaml"
    path.write_text(
        "film: tiny\n"
        "killer:\n"
        "  id: nobody\n"
        "  title: Nobody\n"
        "  rules: |\n"
        '    rule whisper(n) as "whisper <n>" [HOR-1]:\n'
        '        "Nobody reads this."\n'
        '        say "A whisper." [HOR-1]\n'
        "  terror:\n"
        '    - {id: one_card, title: One, text: "whisper 2, horror +1 or lose 1"}\n'
        "    - id: other_card\n"
        "      title: Other\n"
        "      when: 'after kill_victim may \"Listen?\": time -1'\n"
        "      flavour: >-\n"
        "        Two lines\n"
        "        of it.\n",
        encoding="utf-8",
    )
    with path.open("rb") as file:
        found = {message for _, _, message, _ in messages.film(file)}
    assert found >= {"Nobody", "One", "Other", "Two lines of it.", "A whisper.", "Listen?"}
    assert found >= {"Whisper 2, Horror +1 or lose 1 health", "Whisper 2, Horror +1"}
    assert not found & {"Nobody reads this.", "tiny", "one_card"}


TINY = sorted((Path(__file__).parent / "tiny").glob("*.yaml"))


@pytest.mark.parametrize("path", TINY, ids=lambda path: path.stem)
def test_words_of_every_tiny_film_are_found(path: Path) -> None:
    with path.open("rb") as file:
        assert {message for _, _, message, _ in messages.film(file)}


def test_words_in_facts_levels_tables_and_endings_are_found() -> None:
    def of(name: str) -> set[str]:
        with next(p for p in TINY if name in p.stem).open("rb") as file:
            return {message for _, _, message, _ in messages.film(file)}

    assert "Horror +1" in of("veils")
    assert "Horror -1" in of("close_behind")
    assert "Time +1" in of("rolls")
    assert "The idol leaves with you: victory." in of("ends")
