"""A film with a fault is told so once, in one line, at the place of the fault."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from nightreel.films.check import check_film, load_film, reserved_words, schema
from nightreel.films.rulebook import RULEBOOK
from nightreel.films.source import read_file, read_text
from nightreel.films.trial import stand_ins, try_film
from nightreel.reel.errors import SourceError
from nightreel.reel.program import Program
from tests import small
from tests.films.mutate import film_with, outcome, spoiled_film, spoiled_text, texts

ROOT = Path(__file__).parent.parent.parent
FILMS = sorted((ROOT / "src" / "nightreel" / "films").rglob("*.yaml"))
SEEDS = st.integers(0, 2**32)
ONE_LINE = re.compile(r"[^\n]+:\d+:\d+: [^\n]+")


# ---------------------------------------------------------------- what is right


@pytest.mark.parametrize("path", [small.PATH, *FILMS], ids=lambda p: p.stem)
def test_films_pass(path: Path) -> None:
    film = load_film(path)
    assert film.name == path.stem
    assert len(film.killers) + len(film.locations) + len(film.girls) >= 1
    assert all(p.code for p in try_film(path))


def test_a_film_may_hold_only_some(tmp_path: Path) -> None:
    for key, count in (("killer", (1, 0, 0)), ("location", (0, 1, 0))):
        path = tmp_path / f"{key}.yaml"
        end = {"killer": "location:", "location": "girls:"}[key]
        body = small.TEXT[small.TEXT.index(f"{key}:") : small.TEXT.index(end)]
        path.write_text("film: part\n" + body)
        film = load_film(path)
        assert (len(film.killers), len(film.locations), len(film.girls)) == count
        assert len(try_film(path)) == 1


def test_the_stand_ins_pass() -> None:
    nobody = stand_ins()
    film = "film: nobody\n" + (RULEBOOK / "core" / "stand_in.yaml").read_text()
    checked = check_film(read_text(film.split("girl:\n")[0], "film.yaml"))
    assert checked.killers[0]["id"] == nobody["killer"]["id"]


# ---------------------------------------------------------------- the schema


def objects(part: Any) -> list[dict[str, Any]]:
    """Every part of the schema that describes a value."""
    found: list[dict[str, Any]] = []
    if isinstance(part, dict):
        if "type" in part or "enum" in part:
            found.append(part)
        for key, inner in part.items():
            found += objects(inner) if key not in ("required", "if") else []
    return found


def test_the_schema_is_one() -> None:
    whole = dict(schema())
    Draft202012Validator.check_schema(whole)
    assert whole["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def test_the_schema_describes_every_field_and_allows_no_other() -> None:
    for part in objects(json.loads(json.dumps(schema()))):
        if part.get("type") == "object":
            assert "additionalProperties" in part, part
            assert part["additionalProperties"] is False or isinstance(
                part["additionalProperties"], dict
            )
        for name, field in part.get("properties", {}).items():
            assert field.get("description") or "$ref" in field, name
            if "$ref" in field:
                target = schema()["$defs"][field["$ref"].rsplit("/", 1)[-1]]
                assert field.get("description") or target.get("description"), name


# ---------------------------------------------------------------- single faults


def fault_in(source: str) -> SourceError:
    """The fault of a film; it stands on one line."""
    found = outcome(source)
    assert isinstance(found, SourceError), "the film passes"
    assert ONE_LINE.fullmatch(str(found)), str(found)
    return found


def changed(old: str, new: str) -> str:
    """The small film with one text replaced."""
    assert small.TEXT.count(old) == 1, old
    return small.TEXT.replace(old, new)


@pytest.mark.parametrize(
    ("old", "new", "what", "right"),
    [
        ("film: small\n", "", "the field 'film' is missing", "Name of the film"),
        ("  health: 8\n", "  healht: 8\n", "unknown field 'healht'", "did you mean 'health'?"),
        ("  health: 8\n", "  health: many\n", "'many' is no whole number", "Health"),
        ("  health: 8\n", "  health: -1\n", "-1 is too small", "at least 0"),
        ("  health: 8\n", "  health: 1000\n", "1000 is too large", "at most 60"),
        ("  health: 8\n", "  health: [8]\n", "a list is no whole number", "Health"),
        ("  title: The Stalker\n", "", "the field 'title' is missing", "What people read"),
        ("  title: The Stalker\n", "  title:\n", "nothing is no text", "What people read"),
        ("id: t1, title", "id: T1, title", "'T1' has not the right form", "small letters"),
        ("id: t2, title", "id: t1, title", "the name 't1' is taken", "film.yaml:16"),
        ("id: t1, title", "id: while, title", "'while' is a word of Reel", "while_card"),
        ("id: t1, title", "id: lose, title", "'lose' is a word of Reel", "lose_card"),
        ("window: roll", "window: rol", "'rol' is not possible here", "did you mean 'roll'?"),
        ("range: 1-2", "range: far", "'far' has not the right form", "exact range"),
        ("range: 1-2", "range: 3-2", "no range goes from 3 to 2", "2-3"),
        ("[gate, hall]", "[gate, hal]", "there is no space 'hal'", "did you mean 'hall'?"),
        ("[gate, hall]", "[gate, gate]", "leads from gate to itself", "two spaces"),
        ("[gate, hall]", "[gate]", "too short", "at least 2"),
        ("[gate, hall]", "[gate, hall, attic]", "too long", "at most 2"),
        ("[hall, attic]", "[hall, gate]", "hall and gate are joined already", "keep one"),
        ("    - [gate, hall]\n", "", "no way leads to hall", "add one under ways"),
        ("panic: {1: hall}", "panic: {1: attic}", "no way leads from gate to attic", "are hall"),
        ("panic: {1: hall}", "panic: {7: hall}", "'7' is not possible here", "one of 1, 2"),
        ("panic: {1: hall}", "panic: {1: hell}", "there is no space 'hell'", "'hall'"),
        ("deck: shed,", "deck: shade,", "there is no deck 'shade'", "did you mean 'shed'?"),
        ("deck: shed,", "", "no space has the deck 'shed'", "deck: shed"),
        ("[search], deck: shed", "[exit], deck: shed", "only a Search space has a deck", "search"),
        ("place girl at gate, ", "", "does not place the Final Girl", "place girl at SPACE"),
        ("horror +1; draw event", "lose 1 healt", "unexpected 'healt'", "did you mean 'health'?"),
        ("horror +1; draw", "horor +1; draw", "no such word 'horor'", "did you mean 'horror'?"),
        ("after kill_victim", "after kill_victims", "there is no moment", "'kill_victim'"),
        ("follow_limit +1", "folow_limit +1", "there is no value", "'follow_limit'"),
        (
            'text: "place 2 victims at attic"}',
            'text: "place 2 victims at atic"}',
            "unknown name 'atic'",
            "did you mean 'attic'",
        ),
    ],
)
def test_a_fault_is_told_with_what_would_be_right(
    old: str, new: str, what: str, right: str
) -> None:
    fault = fault_in(changed(old, new))
    assert what in fault.what
    assert right in fault.right
    assert fault.where.file == "film.yaml"


def place(source: str, text: str) -> tuple[int, int]:
    """Line and column of a text."""
    before = source[: source.index(text)]
    return before.count("\n") + 1, len(before) - before.rfind("\n")


@pytest.mark.parametrize(
    ("old", "new", "at"),
    [
        ("  health: 8\n", "  health: 800\n", "800"),
        ("  health: 8\n", "  health: yes\n", "yes"),
        ("  health: 8\n", "  helth: 8\n", "helth"),
        ("attack: 1, move: 1", "attack: 1, move: 99", "99"),
        ("panic: {1: hall}", "panic: {1: cellar}", "cellar"),
        ("panic: {1: hall}", "panic: {0: hall}", "0: hall"),
        ("[gate, hall]", "[gate, hal]", "hal]"),
        ("uses: 2", "uses: two", "two"),
        ("id: charm", "id: Charm", "Charm, title"),
        ("range: 1-2", "range: 1-x", "1-x"),
        ('"reroll one die"', '"reroll one dye"', "dye"),
        ('text: "horror +1; draw event"', 'text: "horror +1; drav event"', "drav"),
    ],
)
def test_a_fault_is_told_at_its_place(old: str, new: str, at: str) -> None:
    source = changed(old, new)
    fault = fault_in(source)
    assert (fault.where.line, fault.where.column) == place(source, at)


@pytest.mark.parametrize(
    ("source", "what"),
    [
        ("", "a mapping is wanted"),
        ("- a\n", "a mapping is wanted"),
        ("film: x\n", "the film holds nobody"),
        ("film: x\nfilm: y\n", "comes twice"),
        ("film: &a x\n", "aliases and anchors"),
        ("film: \x00\n", "0x0 is not allowed"),
        ('film: "\\U00110000"\n', "does not exist"),
        ('film: "\\ud800"\n', "half a character"),
        ("? [a]\n: b\n", "a key must be a word"),
        ("film: x\ngirls: " + "[" * 3000, "nested too deep"),
        ("film: x\ngirls: " + "[" * 20 + "]" * 20, "nested too deep"),
        ("film: x\nkiller: {health: 99999999999999}\n", "too large"),
        ("film: x\nkiller: {health: 1:30}\n", "no whole number"),
        ("film: x\n\tkiller: y\n", "a tab"),
    ],
)
def test_what_is_no_film_is_told_so(source: str, what: str) -> None:
    assert what in fault_in(source).what


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for name, data, what in (
        ("binary.yaml", b"\xff\xfe\x00", "no text in UTF-8"),
        ("large.yaml", b"#" * (1 << 21), "too large"),
        ("folder", None, "directory"),
        ("missing.yaml", None, "No such file"),
    ):
        path = tmp_path / name
        if name == "folder":
            path.mkdir()
        elif data is not None:
            path.write_bytes(data)
        with pytest.raises(SourceError, match=what):
            read_file(path)


# ---------------------------------------------------------------- rules of a film's own

RULES = "  rules: |\n    rule my_rule(n) as {phrase} [HOR-1]:\n        lose n\n"


@pytest.mark.parametrize(
    ("phrase", "what"),
    [
        ('"shiver <n>"', ""),
        ('"lose <n> health"', "means lose_health already"),
        ('"<n> shivers"', "is no phrase"),
        ('"Shiver <n>"', "is no phrase"),
        ('"a|b <n>"', "is no phrase"),
        ('" / "', "is no phrase"),
    ],
)
def test_phrases_of_a_film(phrase: str, what: str) -> None:
    source = small.TEXT.replace("location:\n", RULES.format(phrase=phrase) + "location:\n")
    if not what:
        assert isinstance(outcome(source), Program)
    else:
        assert what in fault_in(source).what


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("lose 1, " + "(" * 300 + "lose 1" + ")" * 300, "nested too deep"),
        ("lose 1" + " + 1" * 400, "nested too deep"),
        ("lose 1000000", "too large"),
        ("set options = 1", "cannot be changed"),
        ("set victims_at[gate] = 1", "cannot be changed"),
        ("catch: return", "'return' inside 'catch'"),
        ("while 1: catch: break", "'break' outside a loop"),
        ('choose v in victims where roll(film) == 1 "Who?"', "a question inside a question"),
        ("mov 1", "no such word 'mov'"),
    ],
)
def test_faults_in_reel(text: str, what: str) -> None:
    quoted = text.replace('"', '\\"')
    source = changed('text: "bloodlust +1"', f'text: "{quoted}"')
    assert what in fault_in(source).what


def test_names_of_films_are_no_words_of_reel() -> None:
    assert {"while", "lose", "victims", "closest", "cut", "time"} <= reserved_words()
    assert not {"gate", "knife", "ann"} & reserved_words()


# ---------------------------------------------------------------- fuzzing


@given(SEEDS)
def test_a_spoiled_film_gives_a_program_or_one_error(seed: int) -> None:
    found = outcome(spoiled_film(Random(seed)))
    assert isinstance(found, Program) or ONE_LINE.fullmatch(str(found))


@given(SEEDS)
def test_a_spoiled_text_gives_a_program_or_one_error(seed: int) -> None:
    dice = Random(seed)
    found = outcome(film_with(spoiled_text(dice.choice(texts()), dice), dice))
    assert isinstance(found, Program) or ONE_LINE.fullmatch(str(found))


@given(st.text(max_size=300))
def test_any_text_gives_one_error(source: str) -> None:
    assert isinstance(outcome(source), SourceError)


@given(st.binary(max_size=300))
def test_any_bytes_give_one_error(data: bytes) -> None:
    assert isinstance(outcome("film: x\nkiller: " + data.decode("latin-1")), SourceError)
