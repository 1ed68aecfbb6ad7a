"""The story of a finished game: what it picks, how it is told, that it tells nothing too early."""

from __future__ import annotations

import re
from random import Random

import pytest

from nightreel.films.check import check_film
from nightreel.films.source import read_text
from nightreel.films.telling import KINDS, prose
from nightreel.reel.errors import SourceError
from nightreel.table.errors import NotOver
from nightreel.table.game import Game
from nightreel.table.moments import Moment, moments_of
from nightreel.table.state import Options
from nightreel.table.story import MOST, Teller, chosen, neutral, number_word, parted, story_of
from tests import small
from tests.conformance import casts

ENDS = "after start_of_turn where turn == 2:"
GIRL = casts.SHIPPED_NAMES[0]


def finished(game: Game, seed: int = 1) -> Game:
    """Play a game to its end at random."""
    dice = Random(seed)
    while not game.over:
        game.answer(dice.choice(game.state.legal_actions()))
    return game


@pytest.mark.parametrize("name", casts.NAMES)
def test_every_cast_has_a_story_of_two_or_three_paragraphs(name: str) -> None:
    for seed in (1, 2):
        story = story_of(finished(Game(casts.program(name), seed), seed))
        assert 2 <= len(story) <= 3
        for paragraph in story:
            assert not re.search(r"[{}]|  |\bNone\b", paragraph), paragraph
            assert paragraph[0].isupper()
            assert paragraph.endswith((".", '."', "!", "?"))
        assert 80 < len(" ".join(story)) < 4000


def test_the_same_game_tells_the_same_story_and_others_tell_others() -> None:
    program = casts.program(GIRL)
    first = finished(Game(program, 4), 4)
    assert story_of(first) == story_of(first) == story_of(finished(Game(program, 4), 4))
    assert story_of(first) != story_of(finished(Game(program, 6), 6))


def test_a_running_game_tells_nothing() -> None:
    game = Game(small.program(), 1)
    with pytest.raises(NotOver, match="when the game is over"):
        story_of(game)


def test_the_result_is_told() -> None:
    """By the neutral phrases, since the small film has none (TURN-2)."""
    ends = {
        "lose girl.health": ("It ended with Ann on the ground", -1.0),
        "damage_enemy(killer, 30)": ("It ended with the Stalker on the ground", 1.0),
        "win": ("Ann had done what there was to do", 1.0),
        "defeat": ("It was too late for everything", -1.0),
    }
    for effect, (words, result) in ends.items():
        game = ending(effect, result)
        assert words in story_of(game)[-1], effect


def ending(effect: str, result: float) -> Game:
    """A game that ends so in its second turn."""
    program = small.program(f"when: ['{ENDS} {effect}']")
    for seed in range(30):
        game = finished(Game(program, seed), seed)
        if game.state.get("turn") == 2 and game.state.returns() == [result]:
            return game
    raise AssertionError(f"{effect} never ends a game")


def test_numbers_of_victims_are_those_of_the_game() -> None:
    game = finished(Game(small.program(), 2), 2)
    counted = Teller(game).counted()
    victims = game.export()["victims"]
    assert counted == {n: number_word(victims[n]) for n in ("saved", "dead")}
    assert f"Dead: {counted['dead']}." in story_of(game)[-1]


def test_secrets_are_no_part_of_it() -> None:
    """A story says the same whatever the secrets were (SET-7)."""
    program = casts.program("08_hidden")
    game = finished(Game(program, 3), 3)
    told = moments_of(game)
    hidden = game.state.hidden_words()
    for step in game.steps:
        step.before[hidden] = 0
    assert moments_of(game) == told


# ---------------------------------------------------------------- what is picked


def test_moments_are_those_of_the_records() -> None:
    """Every death and rescue of the game is counted once; setup is no part of it."""
    game = finished(Game(casts.program(GIRL), 4), 4)
    moments = moments_of(game)
    victims = game.export()["victims"]
    dead = sum(m.number for m in moments if "death" in m.kind)
    saved = sum(m.number for m in moments if "rescue" in m.kind)
    assert (dead, saved) == (victims["dead"], victims["saved"])
    assert [m.turn for m in moments] == sorted(m.turn for m in moments)
    assert {m.kind for m in moments} <= set(KINDS)


def test_what_matters_is_told_in_its_order() -> None:
    moments = [Moment("death", turn, 5) for turn in range(1, 12)]
    moments += [Moment("finale", 12, 10), Moment("return", 13, 10), Moment("strike", 14, 9)]
    told = chosen(moments, victory=True, phrases=lambda _: 9)
    assert [m.kind for m in told] == ["death", "death", "finale", "return"]
    assert told[0].turn == 1
    many = [Moment(kind, n, 5) for n, kind in enumerate(KINDS)]
    assert len(chosen(many, victory=False, phrases=lambda _: 9)) == MOST


def test_no_phrase_is_told_twice() -> None:
    moments = [Moment("power", turn, 8) for turn in (1, 2)]
    assert len(chosen(moments, victory=True, phrases=lambda _: 1)) == 1
    assert len(chosen(moments, victory=True, phrases=lambda _: 2)) == 2


def test_the_last_paragraph_begins_with_the_finale() -> None:
    kinds = ["death", "wound", "find", "strike", "finale", "return"]
    parts = parted([Moment(kind, n, 5) for n, kind in enumerate(kinds)])
    assert [[m.kind for m in part] for part in parts] == [kinds[:2], kinds[2:4], kinds[4:]]
    assert len(parted([Moment("death", 1, 5)])) == 2


# ---------------------------------------------------------------- phrases


def test_there_is_a_neutral_phrase_for_every_moment() -> None:
    assert set(neutral()) == set(KINDS)
    for kind, phrases in neutral().items():
        allowed = KINDS[kind] | {"girl", "killer", "location"}
        assert phrases
        assert all(set(re.findall(r"\{(\w+)\}", p)) <= allowed for p in phrases), kind


def test_the_first_film_tells_every_moment_in_its_own_voice() -> None:
    """But for ends that it does not have; every phrase can be filled in."""
    game = finished(Game(casts.program(GIRL), 1, Options(epic=True)), 1)
    teller = Teller(game)
    values = {name: "X" for names in KINDS.values() for name in names}
    for kind in KINDS:
        own = [p for half in teller.halves for p in half.phrases(kind)]
        assert own or kind.startswith("other_"), kind
        for phrase in own:
            assert not re.search(r"[{}]", teller.filled(phrase, values)), phrase


def test_a_phrase_begins_with_a_capital_and_names_her_in_full_once() -> None:
    teller = Teller(finished(Game(casts.program(GIRL), 1), 1))
    assert teller.filled("{place} {girl} ran.", {"place": "on the dock"}).startswith("On the dock")
    assert teller.filled("{girl} and {killer}", {}) == "Odile and the Sexton"
    assert Teller(teller.game).filled("{girl}", {}) == "Odile Marsh"


# ---------------------------------------------------------------- what is wrong with a telling


def broken(telling: str) -> str:
    """What is said of the small film's Location with this telling."""
    head, body = small.TEXT.split("  title: The Camp\n")
    text = f"{head}  title: The Camp\n  telling: {telling}\n{body}"
    with pytest.raises(SourceError) as error:
        check_film(read_text(text, "film.yaml"))
    return str(error.value)


@pytest.mark.parametrize(
    ("telling", "told"),
    [
        ("{deth: Gone.}", "unknown field 'deth' (did you mean 'death'?)"),
        ("{death: 'Gone {where}.'}", "this phrase cannot name {where}"),
        ("{death: 'Gone {plase}.'}", "did you mean 'place'?"),
        ("{wound: ['Hurt.', 'Hurt {n}.']}", "this phrase cannot name {n}"),
        ("{death: 'Gone {place.'}", "a brace stands alone in this phrase"),
        ("{names: {atic: up there}}", "there is no 'atic' here (did you mean 'attic'?)"),
        ("{death: 3}", "3 is no text or list"),
        ("{death: ['']}", "too short"),
        ("{}", "too short"),
    ],
)
def test_what_is_wrong_with_a_telling_is_told_at_its_place(telling: str, told: str) -> None:
    message = broken(telling)
    line = small.TEXT.split("  title: The Camp\n")[0].count("\n") + 2
    assert message.startswith(f"film.yaml:{line}:"), message
    assert told in message


def test_every_word_of_a_telling_is_there_to_translate() -> None:
    fields = read_text("names: {gate: at the gate}\ndeath: [Gone., Lost.]\ncalled: Ann", "t.yaml")
    assert sorted(prose(fields)) == ["Ann", "Gone.", "Lost.", "at the gate"]
