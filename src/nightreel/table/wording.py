"""Words for questions, actions, refusals and sentences of the log."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from nightreel.record import layout as L
from nightreel.record.log import sentences
from nightreel.reel.info import OptionInfo
from nightreel.reel.program import Program
from nightreel.table.state import State, Words
from nightreel.translation import gettext, put

_BRACES: Final = re.compile(r"\{([^{}]+)\}")
REVEALED: Final = frozenset(
    {"Event: {c}.", "Terror card: {c}.", "Dark Power: {d}.", "The Finale is revealed: {c}."}
)
"""Sentences that show a card; what stands on it is read out behind them."""
VICTIM_SPACE: Final = "Victim space"
"""The words for a Victim space in the rulebook; it has a number there, and no name."""
ITEM_DECK: Final = "From which deck?"
"""The question for an Item deck, which is a number in the rulebook."""
_TYPES: Final = ("space", "kind", "card", "act", "zone", "piece", "way", "meter")


@dataclass(frozen=True)
class LogEntry:
    """A sentence of the log with the ids of its rules."""

    text: str
    rules: tuple[str, ...]
    things: tuple[tuple[str, int], ...] = field(default=(), compare=False)
    """What the sentence speaks of: types and numbers, such as a piece and a space."""


def thing_name(program: Program, type_: str, number: int) -> str:
    """The name of a thing for people."""
    things = program.things.get(type_, ())
    if type_ in _TYPES and 0 <= number < len(things):
        return gettext(things[number].title)
    if type_ == "space":
        return _place_name(program, number)
    return str(number)


def _place_name(program: Program, place: int) -> str:
    """The name of a place off the map."""
    names = {
        L.PLACE_DEAD: gettext("the Dead space"),
        L.PLACE_SAVED: gettext("the Final Girl card"),
        L.PLACE_AWAY: gettext("out of play"),
        L.PLACE_PIECE + 1: gettext("the Final Girl's side"),
    }
    return names.get(place, gettext("nowhere"))


def piece_name(program: Program, words: Words | Sequence[int], piece: int) -> str:
    """The name of a piece by what it is now."""
    return thing_name(program, "kind", int(words[L.KIND + piece]))


def phase_name(phase: str) -> str:
    """A phase in words (TURN-1)."""
    names = {
        "setup": gettext("Setup"),
        "action": gettext("Action phase"),
        "planning": gettext("Planning phase"),
        "killer": gettext("Killer phase"),
        "panic": gettext("Panic phase"),
        "upkeep": gettext("Upkeep phase"),
    }
    return names[phase]


def fill(template: str, names: dict[str, str], numbers: Iterator[str]) -> str:
    """Put names and numbers into the braces of words; what begins with one has a capital."""
    words = gettext(template)
    text = _BRACES.sub(lambda m: names.get(m.group(1)) or next(numbers, ""), words)
    return capital(text) if words.startswith("{") else text


def capital(text: str) -> str:
    """Words with a capital letter at their beginning."""
    return text[:1].upper() + text[1:]


def inside(title: str) -> str:
    """A title in the middle of a sentence: its article is small."""
    article = gettext("The ")
    return article.lower() + title.removeprefix(article) if title.startswith(article) else title


def question_text(state: State) -> str:
    """The words of the open question."""
    program = state.program
    if state.is_terminal():
        victory = int(state.words[L.RESULT]) == L.VICTORY
        return gettext("Victory.") if victory else gettext("Defeat.")
    if state.is_chance_node():
        return put(gettext("Chance: {stream}"), stream=state.stream())
    info = program.questions[int(state.words[L.QUESTION])]
    base = 2 * L.ACTIONS
    numbers = state.asked.numbers[base : base + 2]
    return fill(info.words, {}, _spoken(state, info.types, numbers))


def _names(state: State, types: Sequence[str], numbers: Sequence[int]) -> Iterator[str]:
    for type_, number in zip(types, numbers, strict=False):
        yield name_of(state, type_, number)


def _spoken(state: State, types: Sequence[str], numbers: Sequence[int]) -> Iterator[str]:
    """Names in the middle of a sentence."""
    for type_, number in zip(types, numbers, strict=False):
        yield _piece_spoken(state, number) if type_ == "piece" else name_of(state, type_, number)


def _piece_spoken(state: State, piece: int) -> str:
    """What a piece is called in a sentence: one that has no name has an article."""
    kind = int(state.words[L.KIND + piece])
    match state.program.things["kind"][kind].name:
        case "final_girl":
            return gettext("the Final Girl")
        case "victim":
            return gettext("a Victim")
    return inside(thing_name(state.program, "kind", kind))


def name_of(state: State, type_: str, number: int) -> str:
    """The name of a thing in a state."""
    if type_ == "piece":
        return piece_name(state.program, state.words, number)
    return thing_name(state.program, type_, number)


def option_of(state: State, action: int) -> OptionInfo | None:
    """The option of the open question that an action belongs to."""
    info = state.program.questions[int(state.words[L.QUESTION])]
    return next((o for o in info.options if o.first <= action < o.last), None)


def option_place(state: State, action: int) -> tuple[int, int]:
    """A key that sorts actions as the options of the open question stand in it."""
    info = state.program.questions[int(state.words[L.QUESTION])]
    return place_among(info.options, action), action


def place_among(options: Sequence[OptionInfo], action: int) -> int:
    """Which of some options an action belongs to; behind all when to none."""
    places = (i for i, o in enumerate(options) if o.first <= action < o.last)
    return next(places, len(options))


def plain_text(state: State, action: int) -> str:
    """The words of an action, which another may share."""
    if state.is_chance_node():
        return chance_text(state, action)
    option = option_of(state, action)
    if option is None:
        return str(action)
    thing = action - option.first
    if option.type == "ability":
        return ability_text(state.program, thing)
    numbers = state.asked.numbers[2 * action : 2 * action + 2]
    names = {option.variable: _answer_name(state, option, thing)} if option.variable else {}
    text = fill(option.words, names, _names(state, option.types, numbers))
    reward = reward_of(state, action)
    return f"{text}: {reward}" if reward else text


def _answer_name(state: State, option: OptionInfo, thing: int) -> str:
    """The name of what an answer stands for; an Item deck has the name of its zone."""
    asked = state.program.questions[int(state.words[L.QUESTION])].words
    if option.type == "number" and asked == ITEM_DECK:
        address, _ = state.program.facts["rows"]["item_zone"]
        return name_of(state, "zone", state.program.table[address + thing])
    return name_of(state, option.type, thing)


def reward_of(state: State, action: int) -> str:
    """The reward of the Victim space that an action names (SAV-2); nothing when it names none."""
    option = option_of(state, action)
    if option is None or option.type != "number":
        return ""
    asked = state.program.questions[int(state.words[L.QUESTION])].words
    if VICTIM_SPACE not in asked and VICTIM_SPACE not in option.words:
        return ""
    return gettext(state.program.facts["boards"]["girl"]["slots"][action - option.first - 1])


def ability_text(program: Program, ability: int) -> str:
    """The words of an ability: whose it is, and what it does."""
    info = program.abilities[ability]
    words = info.words.removeprefix(f"{info.source}: ")
    return f"{gettext(info.source)}: {gettext(words)}"


def card_words(program: Program, card: int) -> str:
    """All that stands on a card that is no Action card: effect, actions, what holds, abilities."""
    facts = program.facts["cards"][card - 1]
    abilities = [ability["text"] for ability in facts["abilities"]]
    lines = [facts["text"], facts["action"], *facts["rules"], *abilities]
    return " ".join(gettext(line) + "." for line in lines if line)


def chance_text(state: State, action: int) -> str:
    """The words of an outcome of chance."""
    for base, type_ in (
        (L.ABILITY_ACTION, "ability"),
        (L.WAY_ACTION, "way"),
        (L.CARD_ACTION, "card"),
        (L.PIECE_ACTION, "piece"),
        (L.SPACE_ACTION, "space"),
        (L.ACT_ACTION, "act"),
    ):
        if action >= base:
            return name_of(state, type_, action - base)
    return str(action)


def action_texts(state: State) -> dict[int, str]:
    """The words of every legal action, no two alike."""
    return distinct(state, state.legal_actions())


def distinct(state: State, actions: Sequence[int]) -> dict[int, str]:
    """The words of actions; those that would be alike are told apart."""
    texts = {a: plain_text(state, a) for a in actions}
    for more in (_place, _health, _number):
        alike = {t for t, n in Counter(texts.values()).items() if n > 1}
        if not alike:
            break
        texts = {a: more(state, a, t) if t in alike else t for a, t in texts.items()}
    return texts


def _piece_of(action: int) -> int | None:
    piece = action - L.PIECE_ACTION
    return piece if 0 <= piece < L.PIECES else None


def _place(state: State, action: int, text: str) -> str:
    piece = _piece_of(action)
    if piece is None:
        return text
    place = thing_name(state.program, "space", int(state.words[L.PLACE + piece]))
    return put(gettext("{text} in {place}"), text=text, place=place)


def _health(state: State, action: int, text: str) -> str:
    piece = _piece_of(action)
    if piece is None:
        return text
    health = int(state.words[L.HEALTH + piece])
    return put(gettext("{text} with {n} health"), text=text, n=health)


def _number(state: State, action: int, text: str) -> str:
    return f"{text} [{action}]"


def refusals(state: State) -> dict[int, str]:
    """The words of every refused action of the open question; of equal pieces, one."""
    if state.is_terminal():
        return {}
    asked = state.asked
    refused = [a for a in asked.actions if asked.answers[a] >= L.ANSWER_CLAUSE]
    return distinct(state, _unlike(state, refused))


def _unlike(state: State, actions: Sequence[int]) -> list[int]:
    """The first of those actions that differ in nothing that can be told of them."""
    kept: dict[tuple[str, str], int] = {}
    for action in actions:
        text = _health(state, action, _place(state, action, plain_text(state, action)))
        kept.setdefault((text, why_not(state, action)), action)
    return list(kept.values())


def why_not(state: State, action: int) -> str:
    """Why an action is refused: words with the numbers in them, and the rule's id."""
    answer = state.asked.answers[action]
    if answer == L.ANSWER_UNASKED:
        return gettext("The question at hand does not ask for that.")
    if answer == L.ANSWER_LEGAL:
        return gettext("It is legal.")
    words, rule = reason(state, action)
    return f"{words[:1].upper()}{words[1:]} ({rule})."


def reason(state: State, action: int) -> tuple[str, str]:
    """Why an action is refused, in words, and the id of the rule."""
    clause = state.program.clauses[state.asked.answers[action] - L.ANSWER_CLAUSE]
    numbers = state.asked.numbers[2 * action : 2 * action + 2]
    return fill(clause.words, {}, _spoken(state, clause.types, numbers)), clause.rule


def read_log(state: State, log: Sequence[int]) -> list[LogEntry]:
    """The sentences in a log that ``apply_action`` filled, in order."""
    entries: list[LogEntry] = []
    for sentence, numbers in sentences(log):
        info = state.program.sentences[sentence]
        text = fill(info.words, {}, _spoken(state, info.types, numbers))
        if info.words in REVEALED:
            text = f"{text} {card_words(state.program, numbers[0])}".rstrip()
        things = tuple(zip(info.types, numbers, strict=False))
        entries.append(LogEntry(text, info.rules, things))
    return entries
