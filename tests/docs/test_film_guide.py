"""The film that docs/film-guide.md builds step by step is checked, compiled and played."""

from __future__ import annotations

import re
import shutil
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest
import yaml

from nightreel.films.assemble import assemble
from nightreel.films.casting import Cast
from nightreel.films.check import Film, check_film, load_film
from nightreel.films.library import MORE_FILMS, SHIPPED, casts
from nightreel.films.look import GROUNDS, INKS, TYPE
from nightreel.films.source import read_text
from nightreel.films.trial import casts_of, try_film
from nightreel.record import layout as L
from nightreel.reel.errors import SourceError
from nightreel.reel.program import Program
from nightreel.table.game import Game
from nightreel.table.state import Options, State, new_initial_state
from nightreel.table.story import story_of
from nightreel.table.wording import action_texts
from tests.docs.blocks import DOCS, blocks_of
from tests.docs.test_reel import laid

BLOCKS: Final = blocks_of("film-guide.md")
STEPS: Final = [b for b in BLOCKS if (b.language, b.kind) == ("yaml", "killer")]
EXAMPLE: Final = DOCS / "examples" / "lamplighter.yaml"
MOST: Final = 3000


def film_after(steps: int) -> dict[str, Any]:
    """The film of the guide after so many steps."""
    film: dict[str, Any] = {}
    for block in STEPS[:steps]:
        laid(film, yaml.safe_load(block.text))
    return film


def checked(film: dict[str, Any]) -> Film:
    """The film, checked."""
    return check_film(read_text(yaml.safe_dump(film, sort_keys=False, width=4000), "film.yaml"))


def other(kind: str) -> Film:
    """The film of the guide with a Final Girl or a Location."""
    block = next(b for b in BLOCKS if (b.language, b.kind) == ("yaml", kind))
    return check_film(read_text(block.text, f"{kind}.yaml"))


@cache
def the_cast(place: str = "gasworks") -> Program:
    """All that the guide makes, together, or its Killer and Final Girl in the first film."""
    killer = load_film(EXAMPLE).killers[0]
    first = load_film(SHIPPED / "low_water.yaml")
    location = other("location").locations[0] if place == "gasworks" else first.locations[0]
    return assemble(Cast(killer, location, other("girl").girls[0]))


def played(program: Program, seed: int) -> State:
    """A game played at random; the log is not wanted."""
    state = new_initial_state(program, seed, Options(), False)
    for number in range(MOST):
        if state.is_terminal():
            return state
        legal = state.legal_actions()
        state.apply_action(legal[(number * 7 + seed) % len(legal)])
    raise AssertionError("the game does not end")


# ---------------------------------------------------------------- the Killer


@pytest.mark.parametrize("steps", range(1, len(STEPS) + 1))
def test_the_film_compiles_after_every_step(steps: int) -> None:
    film = checked(film_after(steps))
    programs = [assemble(cast) for cast in casts_of(film)]
    assert len(programs) == 1


def test_the_example_is_what_the_guide_builds() -> None:
    assert yaml.safe_load(EXAMPLE.read_text(encoding="utf-8")) == film_after(len(STEPS))
    assert len(try_film(EXAMPLE)) == 1


@pytest.mark.parametrize("seed", range(6))
def test_games_with_the_lamplighter_end(seed: int) -> None:
    for place in ("gasworks", "camp_sallow"):
        state = played(the_cast(place), seed)
        assert state.returns() in ([1.0], [-1.0])


def lamps(state: State) -> int:
    """Dark lamps on the map."""
    kind = state.program.facts["constants"]["dark_lamp"]
    pieces = [p for p in range(L.PIECES) if int(state.words[L.KIND + p]) == kind]
    return sum(0 < int(state.words[L.PLACE + p]) < L.SPACES for p in pieces)


def test_lamps_go_out_and_can_be_lit() -> None:
    """In some game a lamp goes out, is refused while lit, and is lit again for Time."""
    seen, offered = 0, 0
    for seed in range(12):
        state = new_initial_state(the_cast(), seed, Options(), False)
        for number in range(MOST):
            if state.is_terminal():
                break
            legal = state.legal_actions()
            texts = {} if state.is_chance_node() else action_texts(state)
            light = [a for a, text in texts.items() if text.startswith("The Lamplighter: ")]
            seen = max(seen, lamps(state))
            if light and light[0] in legal:
                before = lamps(state)
                state.apply_action(light[0])
                assert lamps(state) == before - 1
                offered += 1
                continue
            state.apply_action(legal[(number * 7 + seed) % len(legal)])
    assert seen >= 2
    assert offered >= 1


# ---------------------------------------------------------------- the other halves


def test_the_final_girl_and_the_location_compile() -> None:
    for kind, counts in (("girl", (0, 0, 1)), ("location", (0, 1, 0))):
        film = other(kind)
        assert (len(film.killers), len(film.locations), len(film.girls)) == counts
        assert all(assemble(cast).code for cast in casts_of(film))


def test_the_game_finds_the_film(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(EXAMPLE, tmp_path)
    monkeypatch.setenv(MORE_FILMS, str(tmp_path))
    monkeypatch.setenv("NIGHTREEL_CACHE", str(tmp_path / "cache"))
    assert casts().killer("lamplighter").title == "The Lamplighter"


# ---------------------------------------------------------------- what the guide shows


MISTAKES: Final = (
    ('"closest: move, attack"', '"clossest: move, attack"'),
    ('"lose 1"', '"lose 1 heath"'),
    ("after kill_victim", "after killed_victim"),
    ("where died_at > none and", "where e == killer and"),
    ("final_effect", "final_efect"),
    ('"closest: move, move, attack"', '"closest: move, move, attack'),
)


def compiled(source: str) -> None:
    """Check and compile a film."""
    for cast in casts_of(check_film(read_text(source, "lamplighter.yaml"))):
        assemble(cast)


@pytest.mark.parametrize(("mistake", "number"), [(m, n) for n, m in enumerate(MISTAKES)])
def test_messages_are_as_shown(mistake: tuple[str, str], number: int) -> None:
    old, new = mistake
    source = EXAMPLE.read_text(encoding="utf-8")
    assert old in source
    with pytest.raises(SourceError) as caught:
        compiled(source.replace(old, new, 1))
    shown = next(b for b in BLOCKS if b.language == "text").text.splitlines()[number]
    pattern = re.escape(shown).replace(re.escape("..."), ".*")
    assert re.fullmatch(pattern, str(caught.value)), f"{caught.value} is shown as {shown}"


def test_the_telling_of_the_guide_tells_a_game_at_its_location() -> None:
    """Its phrases are those of the Location; each one of the chapter is checked (TURN-2)."""
    block = next(b for b in BLOCKS if (b.language, b.kind) == ("yaml", "telling"))
    location = yaml.safe_load(next(b for b in BLOCKS if b.kind == "location").text)
    location["location"]["telling"] = yaml.safe_load(block.text)
    film = checked(location)
    killer, girl = load_film(EXAMPLE).killers[0], other("girl").girls[0]
    game, dice = Game(assemble(Cast(killer, film.locations[0], girl)), 1), Random(1)
    while not game.over:
        game.answer(dice.choice(game.state.legal_actions()))
    story = story_of(game)
    assert any(story[0].startswith(p.replace("{location}", "the Gasworks")) for p in opening(film))
    assert "her torch, and relit the lamps." in story[-1]


def test_the_look_of_the_guide_sets_everything_and_can_be_read() -> None:
    block = next(b for b in BLOCKS if (b.language, b.kind) == ("yaml", "look"))
    location = yaml.safe_load(next(b for b in BLOCKS if b.kind == "location").text)
    location["location"]["look"] = yaml.safe_load(block.text)
    assert set(checked(location).locations[0]["look"]) == {*GROUNDS, *INKS, TYPE}


def opening(film: Film) -> list[str]:
    """The phrases with which its story can open."""
    return [str(phrase) for phrase in film.locations[0]["telling"]["opening"]]
