"""A program out of a file holds all that screens read, whoever wrote the file."""

from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import nightreel
from nightreel.films.shape import BOARDS, CARD, STATES, check_shape
from nightreel.table.errors import BadSave
from nightreel.table.game import Game, load
from nightreel.table.view import view
from nightreel.terminal.screens import SCREENS
from tests import small
from tests.films.playing import program_of
from tests.table.opened import Opened, rewrite

SOURCE = Path(nightreel.__file__).parent
NAMED = ("constants", "rows", "rules")
"""Parts of the facts with a great many things of one form."""


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where parts of the facts lie, the first of each list for all."""
    parts = value.items() if isinstance(value, dict) else enumerate(value[:1])
    for key, part in parts:
        yield (*path, key)
        if isinstance(part, dict | list):
            yield from paths(part, (*path, key))


def spoiled(path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    """The facts with another value at a path; None takes it away."""
    facts = copy.deepcopy(small.program().facts)
    part: Any = facts
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    return facts


def test_what_the_compiler_makes_has_the_form() -> None:
    for program in (small.program(), program_of("hidden"), program_of("map")):
        check_shape(program)


def test_facts_that_screens_cannot_show_are_refused() -> None:
    """Whatever part is spoiled: it is refused, or every screen can be shown all the same."""
    game = Game(small.program(), 3)
    refused = 0
    for path in paths(small.program().facts):
        if path[0] in NAMED and len(path) > 1 and path[1] not in ("first_killer", "normal_track"):
            continue
        values: tuple[Any, ...] = (None, "x", [], -1)
        for value in values:
            program = replace(small.program(), facts=spoiled(path, value))
            try:
                check_shape(program)
            except ValueError:
                refused += 1
                continue
            game.state.program = program
            shown = view(game.state)
            for name, screen in SCREENS.items():
                assert screen(shown), (path, value, name)
    assert refused > 250


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"facts": {**small.program().facts, "map": {"spaces": 1}}}, "facts.map.spaces"),
        ({"facts": {k: v for k, v in small.program().facts.items() if k != "boards"}}, "boards"),
        ({"things": {}}, "there is no space"),
        ({"things": {**small.program().things, "card": ()}}, "there is no card"),
    ],
    ids=["spaces", "boards", "nothing", "cards"],
)
def test_a_crafted_save_gives_one_message(
    tmp_path: Path, changes: dict[str, Any], told: str
) -> None:
    path = tmp_path / "game.save"
    Game(small.program(), 3).save(path)

    def change(opened: Opened) -> None:
        opened.program = replace(small.program(), **changes).to_bytes()
        opened.head["size"] = len(opened.program)

    rewrite(path, change)
    with pytest.raises(BadSave, match=told) as error:
        load(path)
    assert str(error.value).startswith(f"{path}: ")


def test_all_states_that_tables_read_are_wanted() -> None:
    read = re.compile(r'\b(?:self|state|program)\.(?:get|value)\((?:[a-z.]+, )?"([a-z_]+)"')
    files = (SOURCE / "table").glob("*.py")
    found = {name for file in files for name in read.findall(file.read_text(encoding="utf-8"))}
    assert {"actor", "flipped"} <= found <= set(STATES)


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("map", "ways"), None),
        (("map", "ways", 0), {}),
        (("map", "ways", 0, "between"), [1]),
        (("map", "ways", 0, "between"), [1, "x"]),
        (("map", "ways", 0, "between"), [0, 1]),
        (("map", "ways", 0, "between"), [1, 99]),
        (("boards", "killer", "telling"), []),
        (("boards", "killer", "telling"), {"opening": "x"}),
        (("boards", "girl", "telling"), {"victory": [1]}),
        (("boards", "girl", "telling"), {"called": []}),
        (("boards", "location", "telling"), {"names": []}),
        (("boards", "location", "telling"), {"names": {"hall": 3}}),
    ],
)
def test_what_maps_and_stories_are_made_of_has_its_form(path: tuple[Any, ...], value: Any) -> None:
    """What pages draw and stories tell is not in a view."""
    with pytest.raises(ValueError, match=path[0]):
        check_shape(replace(small.program(), facts=spoiled(path, value)))


def test_cards_and_boards_are_told_alike() -> None:
    facts = small.program().facts
    assert set(CARD) <= set(facts["cards"][0])
    assert set(BOARDS) == set(facts["boards"])
