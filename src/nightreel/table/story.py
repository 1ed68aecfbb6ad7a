"""The story of a finished game in two or three paragraphs, in the voice of its film.

It picks what mattered and tells it in the order in which it happened.  Which of several phrases
is used follows from the last record alone, so the same game always tells the same story.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from nightreel.table.errors import NotOver
from nightreel.table.game import Game
from nightreel.table.moments import Moment, moments_of
from nightreel.table.view import result_id, view
from nightreel.table.wording import capital, inside, thing_name
from nightreel.translation import gettext, put

MOST: Final = 9
"""Moments that a story has at the most."""
ALIKE: Final = 2
"""Moments of one kind that it has at the most."""
SHORT: Final = 4
"""Moments up to which two paragraphs are enough."""


def story_of(game: Game) -> list[str]:
    """The paragraphs of the story.  Raises NotOver while the game runs: it tells the end."""
    if not game.over:
        raise not_over()
    return Teller(game).paragraphs()


def not_over() -> NotOver:
    """What is said when somebody wants the story too early."""
    return NotOver(gettext("The story is told when the game is over."))


# ---------------------------------------------------------------- what is told


def chosen(moments: Sequence[Moment], victory: bool, phrases: Callable[[str], int]) -> list[Moment]:
    """The moments that matter most, in their order; what the end tells is not told before it.

    ``phrases``: how many phrases there are for a kind, so that none is told twice.
    """
    last = max((moment.turn for moment in moments), default=0)
    ending = {"strike", "heavy_strike"} if victory else {"wound", "heavy_wound", "misfortune"}
    told = [m for m in moments if m.turn < last or m.kind not in ending]
    best = sorted(told, key=lambda m: (-weight(m, told), told.index(m)))
    kept: list[Moment] = []
    for moment in best:
        alike = sum(1 for other in kept if other.kind == moment.kind)
        if len(kept) < MOST and alike < min(ALIKE, phrases(moment.kind)):
            kept.append(moment)
    return [m for m in told if any(m is k for k in kept)]


def weight(moment: Moment, among: Sequence[Moment]) -> int:
    """How much a moment weighs; the first of its kind weighs more."""
    first = next(other for other in among if other.kind == moment.kind)
    return moment.weight + 3 * (first is moment)


def parted(moments: Sequence[Moment]) -> list[Sequence[Moment]]:
    """The moments of each paragraph; the last one begins with the Finale when there is one."""
    if len(moments) <= SHORT:
        return [moments[: len(moments) // 2], moments[len(moments) // 2 :]]
    first = len(moments) // 3
    second = 2 * len(moments) // 3
    finale = next((n for n, m in enumerate(moments) if m.kind == "finale"), second)
    if first < finale < len(moments):
        second = finale
    return [moments[:first], moments[first:second], moments[second:]]


# ---------------------------------------------------------------- how it is told


@dataclass(frozen=True)
class Half:
    """A Killer, Location or Final Girl: how it is called and what it tells."""

    title: str
    telling: dict[str, Any]

    def phrases(self, kind: str) -> list[str]:
        """The phrases that it has for a kind of moment."""
        found: list[str] = self.telling.get(kind, [])
        return found


class Teller:
    """Tells one game."""

    def __init__(self, game: Game) -> None:
        """Choose by what stands in the last record."""
        self.game = game
        self.result = result_id(game.state)
        self.program = game.program
        digest = hashlib.sha256(game.state.serialize()).digest()
        self.random = Random(int.from_bytes(digest, "big"))
        boards = game.program.facts["boards"]
        self.location, self.girl, self.killer = (
            Half(gettext(boards[name]["title"]), boards[name].get("telling", {}))
            for name in ("location", "girl", "killer")
        )
        self.halves = (self.location, self.girl, self.killer)
        self.left: dict[str, list[str]] = {}
        self.introduced = False

    def paragraphs(self) -> list[str]:
        """The whole story."""
        ending, won = self.ending(), self.result == "victory"
        moments = chosen(moments_of(self.game), won, lambda kind: len(self.phrases(kind)))
        parts = parted(moments)
        told = [self.paragraph(n, part) for n, part in enumerate(parts)]
        told[-1] = [*told[-1], *self.framed(ending)]
        return [" ".join(sentences) for sentences in told if sentences]

    def paragraph(self, number: int, moments: Sequence[Moment]) -> list[str]:
        """One paragraph: how it begins, then its moments."""
        if number == 0:
            begin = self.framed("opening")
        else:
            begin = [self.sentence("passage", {})] if moments else []
        return [*begin, *(self.told(moment) for moment in moments)]

    def ending(self) -> str:
        """How it ended: by a death, or otherwise."""
        dead = "killer_is_dead" if self.result == "victory" else "girl_is_dead"
        return self.result if self.game.state.get(dead) else f"other_{self.result}"

    # ------------------------------------------------------------ sentences

    def framed(self, kind: str) -> list[str]:
        """A phrase of each half, at the end the Killer's first; a neutral one without any."""
        values = self.counted() if kind != "opening" else {}
        found = []
        for half in self.halves if kind == "opening" else reversed(self.halves):
            phrases = half.phrases(kind)
            if phrases:
                found.append(self.filled(self.random.choice(phrases), values))
        return found or [self.filled(self.pick(kind), values)]

    def told(self, moment: Moment) -> str:
        """A moment in words."""
        values = {
            "who": self.called(moment.who),
            "place": self.called(moment.place) if moment.place else gettext("there"),
            "n": number_word(moment.number),
        }
        return self.sentence(moment.kind, values)

    def sentence(self, kind: str, values: dict[str, str]) -> str:
        """A phrase for a kind of moment, filled in."""
        return self.filled(self.pick(kind), values)

    def phrases(self, kind: str) -> list[str]:
        """All phrases for a kind of moment, neutral ones when no half has any."""
        return [p for half in self.halves for p in half.phrases(kind)] or neutral()[kind]

    def pick(self, kind: str) -> str:
        """A phrase for a kind of moment; none is told again before all others were."""
        if not self.left.get(kind):
            phrases = self.phrases(kind)
            self.random.shuffle(phrases)
            self.left[kind] = phrases
        return self.left[kind].pop()

    def filled(self, phrase: str, values: dict[str, str]) -> str:
        """A phrase with its names; a sentence begins with a capital letter."""
        names = {
            "girl": self.her() if "{girl}" in phrase else "",
            "killer": self.short(self.killer),
            "location": self.short(self.location),
            **values,
        }
        text = put(gettext(phrase), **names)
        return capital(text)

    def her(self) -> str:
        """The Final Girl: her whole name first, then what she is called."""
        if self.introduced:
            return self.short(self.girl)
        self.introduced = True
        return self.girl.title

    def short(self, half: Half) -> str:
        """What somebody or a place is called inside a sentence."""
        return gettext(half.telling["called"]) if "called" in half.telling else inside(half.title)

    def called(self, name: str) -> str:
        """What a space, card or Special Victim is called inside a sentence."""
        for half in self.halves:
            if name in half.telling.get("names", {}):
                return gettext(half.telling["names"][name])
        for type_ in ("space", "card", "kind"):
            for number, thing in enumerate(self.program.things[type_]):
                if thing.name == name:
                    return named(type_, thing_name(self.program, type_, number))
        return name

    def counted(self) -> dict[str, str]:
        """How many Victims were saved and died."""
        victims = view(self.game.state, ["victims"])["victims"]
        return {name: number_word(victims[name]) for name in ("saved", "dead")}


def named(type_: str, title: str) -> str:
    """A title inside a sentence, when the film says nothing of it."""
    if type_ == "space":
        return put(gettext("at {place}"), place=inside(title))
    return inside(title) if type_ == "kind" else title


def number_word(n: int) -> str:
    """A number in words, up to twelve."""
    return number_words()[n] if 0 <= n < len(number_words()) else str(n)


def number_words() -> tuple[str, ...]:
    """The numbers from none to twelve in words."""
    return (
        gettext("none"),
        gettext("one"),
        gettext("two"),
        gettext("three"),
        gettext("four"),
        gettext("five"),
        gettext("six"),
        gettext("seven"),
        gettext("eight"),
        gettext("nine"),
        gettext("ten"),
        gettext("eleven"),
        gettext("twelve"),
    )


def neutral() -> dict[str, list[str]]:
    """Phrases for a film that has none of its own."""
    return {
        "opening": [gettext("It began like any other night at {location}, and {girl} was there.")],
        "passage": [
            gettext("The night went on."),
            gettext("Later, nobody could say how late it was."),
        ],
        "death": [
            gettext("Somebody died {place}."),
            gettext("One of the others did not come back; it had happened {place}."),
        ],
        "deaths": [
            gettext("{n} died within minutes, most of them {place}."),
            gettext("Then it took {n} of them at once, {place}."),
        ],
        "named_death": [gettext("Of {who} only the name was left, {place}.")],
        "rescue": [gettext("{girl} brought one of them out {place}.")],
        "rescues": [gettext("{girl} brought {n} of them out {place}, and did not look back.")],
        "named_rescue": [gettext("{who} got away {place}, because {girl} had stayed.")],
        "alone": [gettext("Then there was nobody left but her.")],
        "wound": [
            gettext("{girl} was hurt {place}, and kept on her feet."),
            gettext("It caught her {place}; she felt it only later."),
        ],
        "heavy_wound": [gettext("{girl} was hurt badly {place}, and nearly stayed down.")],
        "misfortune": [gettext("Haste cost her more than once.")],
        "return": [gettext("She had been as good as dead, and stood up again.")],
        "strike": [
            gettext("{girl} struck back {place}."),
            gettext("{girl} stopped running {place} and fought."),
        ],
        "heavy_strike": [gettext("{girl} hit {killer} {place} with everything that she had.")],
        "killer_return": [gettext("{killer} fell, and was not dead.")],
        "power": [gettext("What {killer} was, showed itself now: {who}.")],
        "frenzy": [gettext("Nothing held {killer} back any longer.")],
        "find": [gettext("{girl} had something in her hands now: {who}.")],
        "luck": [gettext("For once everything went as it had to.")],
        "unbound": [gettext("Something in {girl} came loose that night, and it was not fear.")],
        "finale": [gettext("Then came the last of it: {who}.")],
        "victory": [gettext("It ended with {killer} on the ground. Saved: {saved}. Dead: {dead}.")],
        "defeat": [gettext("It ended with {girl} on the ground. Saved: {saved}. Dead: {dead}.")],
        "other_victory": [gettext("{girl} had done what there was to do. Saved: {saved}.")],
        "other_defeat": [gettext("It was too late for everything. Dead: {dead}.")],
    }
