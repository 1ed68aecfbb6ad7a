"""What the plain terminal shows of a view: plain lines, no colours, no columns to look at."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

from nightreel.films.box import DECKS
from nightreel.table.view import View
from nightreel.table.wording import LogEntry, phase_name
from nightreel.translation import gettext, ngettext, put

Lines = list[str]

INDENT: Final = "    "


def log_line(entry: LogEntry) -> str:
    """A sentence of the log with the ids of its rules."""
    return f"{entry.text} [{', '.join(entry.rules)}]" if entry.rules else entry.text


STATUS_PARTS: Final = ("turn", "phase", "tracks", "girl")
"""The parts of a view that the line above a question needs."""


def status(v: View) -> str:
    """Turn, phase and the tracks in one line."""
    tracks, girl = v["tracks"], v["girl"]
    line = gettext(
        "Turn {turn}, {phase}: Time {time}, Horror {horror} ({dice}), Bloodlust {bloodlust}, "
        "health {health}, in {place}"
    )
    return put(
        line,
        turn=v["turn"],
        phase=phase_name(v["phase"]),
        time=tracks["time"],
        horror=tracks["horror"],
        dice=dice(tracks["horror_dice"]),
        bloodlust=tracks["bloodlust"],
        health=girl["health"],
        place=girl["place"],
    )


def dice(number: int) -> str:
    """A number of dice."""
    return ngettext("1 die", "{n} dice", number)


def roll_lines(v: View) -> Lines:
    """The dice that lie open, while they can be changed (ROLL-5)."""
    roll = v["tracks"]["roll"]
    if roll is None:
        return []
    dice_ = " ".join(str(face) for face in roll["dice"]) or gettext("none")
    lines = [put(gettext("Dice: {dice}"), dice=dice_)]
    if roll["converted"]:
        text = ngettext("1 die is a success", "{n} dice are successes", roll["converted"])
        lines.append(text)
    return lines


# ---------------------------------------------------------------- the map


def map_screen(v: View) -> Lines:
    """Every space: who is there, where the ways and panic lead, its Item deck."""
    lines = [line for space in v["map"] for line in space_lines(space)]
    lines += [f"{piece['title']}: {piece['place']}" for piece in v["elsewhere"]]
    victims = v["victims"]
    text = gettext("Victims: {in_play} in play, {saved} saved, {dead} dead")
    return [*lines, put(text, **victims)]


def space_lines(space: View) -> Lines:
    """One space."""
    lines = [f"{space['number']}. {space['title']}{_marks(space)}: {pieces(space['pieces'])}"]
    lines.append(INDENT + put(gettext("ways: {ways}"), ways=_ways(space["ways"])))
    if space["panic"]:
        lines.append(INDENT + put(gettext("panic: {panic}"), panic=_panic(space["panic"])))
    if space["deck"]:
        lines.append(INDENT + deck_line(space["deck"]))
    return lines


def _marks(space: View) -> str:
    """What a space is: Exit, Search space, and the film's own tags."""
    known = {"exit": gettext("Exit"), "search": gettext("Search space")}
    names = [known.get(tag, tag.replace("_", " ")) for tag in space["tags"]]
    return f" ({', '.join(names)})" if names else ""


def pieces(found: Sequence[View]) -> str:
    """Who is in a space."""
    return ", ".join(_piece(p) for p in found) or gettext("nobody")


def _piece(piece: View) -> str:
    title = piece["title"]
    if piece["count"] > 1:
        title = put(gettext("{n} x {title}"), n=piece["count"], title=title)
    if piece["health"] > 0:
        return put(gettext("{who} ({n} health)"), who=title, n=piece["health"])
    return str(title)


def _ways(ways: Iterable[View]) -> str:
    closed = gettext("{space} (closed to you)")
    names = [w["to"] if w["open"] else put(closed, space=w["to"]) for w in ways]
    return ", ".join(names) or gettext("none")


def _panic(panic: dict[str, str]) -> str:
    """Where panic leads: faces of the die together that lead to the same space."""
    faces: dict[str, list[str]] = {}
    for face, goal in sorted(panic.items()):
        faces.setdefault(goal, []).append(face)
    return ", ".join(f"{' '.join(all_)} {goal}" for goal, all_ in faces.items())


def deck_line(deck: View) -> str:
    """A deck: how many cards, and which is on top if that has been seen."""
    cards = ngettext("1 card", "{n} cards", deck["count"])
    line = put(gettext("{deck}: {cards}"), deck=deck["title"], cards=cards)
    if deck.get("top"):
        return put(gettext("{line}, {card} on top"), line=line, card=deck["top"])
    return line


# ---------------------------------------------------------------- tracks and boards


def tracks_screen(v: View) -> Lines:
    """Time, Horror, Bloodlust, and everybody's health."""
    tracks = v["tracks"]
    lines = [status(v), _horror_track(tracks)]
    lines += [_row(n, row, tracks) for n, row in enumerate(tracks["bloodlust_rows"], start=1)]
    if tracks["final_effect"]:
        lines.append(INDENT + put(gettext("Final Effect: {text}"), text=tracks["final_effect"]))
    return lines + [_killer(k) for k in v["killers"]] + girl_lines(v["girl"])


def _horror_track(tracks: View) -> str:
    """Dice at every Horror Level (COMP-2)."""
    levels = (f"{n}: {count}" for n, count in enumerate(tracks["horror_track"]))
    return put(gettext("Dice at each Horror Level: {levels}"), levels=", ".join(levels))


def _row(number: int, row: View, tracks: View) -> str:
    """A row of the Bloodlust track (BLOOD-2)."""
    text = put(
        gettext("Bloodlust {n}: attack {attack}, movement {move}"),
        n=number,
        attack=row["attack"],
        move=row["move"],
    )
    more = [gettext("Dark Power")] if row["dark_power"] else []
    more += [row["text"]] if row["text"] else []
    line = ", ".join([text, *more])
    if number == tracks["bloodlust"]:
        line = put(gettext("{row} (reached)"), row=line)
    return INDENT + line


def _health(piece: View) -> str:
    """Health and Final Health token (SET-7, FHT-1)."""
    if not piece["max_health"]:
        return gettext("no health")
    tokens = {
        "black": gettext("the Final Health token unseen below it"),
        "white": gettext("back with a white Final Health token"),
    }
    text = put(gettext("{n} of {most} health"), n=piece["health"], most=piece["max_health"])
    token = tokens.get(piece["token"])
    return f"{text}, {token}" if token else text


def _killer(killer: View) -> str:
    line = put(
        gettext("{who} in {place}: {health}"),
        who=killer["title"],
        place=killer["place"],
        health=_health(killer),
    )
    if killer["action"]:
        return put(gettext("{line}; acts: {action}"), line=line, action=killer["action"])
    return line


def girl_lines(girl: View) -> Lines:
    """The Final Girl card: Victim spaces, rewards, Ultimate Ability."""
    line = gettext("{who} in {place}: {health}")
    lines = [put(line, who=girl["title"], place=girl["place"], health=_health(girl))]
    lines += [_slot(n, slot) for n, slot in enumerate(girl["slots"], start=1)]
    if girl["back"]:
        lines.append(INDENT + put(gettext("each further Victim: {reward}"), reward=girl["back"]))
    head = gettext("Ultimate Ability, active: {title}")
    if not girl["flipped"]:
        head = gettext("Ultimate Ability, when all spaces are covered: {title}")
    lines.append(INDENT + put(head, title=girl["ultimate"]["title"]))
    return lines + [INDENT * 2 + line for line in said_lines(girl["ultimate"])]


def _slot(number: int, slot: View) -> str:
    state = gettext("free")
    if slot["covered"]:
        state = gettext("reward waits") if slot["waiting"] else gettext("covered")
    text = gettext("Victim space {n}: {reward} ({state})")
    return INDENT + put(text, n=number, reward=slot["reward"], state=state)


# ---------------------------------------------------------------- cards


def act_lines(act: View) -> Lines:
    """An Action card with its result lines (ACT-2)."""
    kinds = {
        "action": "",
        "reaction": gettext("Reaction card"),
        "after_roll": gettext("after a Horror Roll"),
    }
    kind = kinds.get(act["use"]) or ""
    head = put(gettext("{card}, cost {cost}"), card=act["title"], cost=act["cost"])
    if act["count"] > 1:
        head = put(gettext("{n} x {title}"), n=act["count"], title=head)
    lines = [f"{head}, {kind}" if kind else head]
    names = act["lines"]
    return lines + [f"{INDENT}{line_title(key, names)}: {text}" for key, text in names.items()]


def line_title(name: str, names: Iterable[str]) -> str:
    """A result line of an Action card that has these lines, in words (ACT-2)."""
    titles = {
        "three": gettext("3 or more successes"),
        "two": gettext("2 successes") if "three" in names else gettext("2 or more successes"),
        "one": gettext("1 success"),
        "none": gettext("no success"),
        "effect": gettext("effect"),
    }
    return titles[name]


def hand_screen(v: View) -> Lines:
    """The hand with the result lines of each card."""
    count = sum(act["count"] for act in v["hand"])
    head = ngettext("1 card in hand", "{n} cards in hand", count)
    return [head, *(line for act in v["hand"] for line in act_lines(act))]


def tableau_screen(v: View) -> Lines:
    """The Action Tableau, and the discard pile that returns to it in Planning (PLAN-4)."""
    lines = [line for act in v["tableau"] for line in act_lines(act)]
    names = [put(gettext("{n} x {title}"), n=a["count"], title=a["title"]) for a in v["discard"]]
    pile = ", ".join(names) or gettext("nothing")
    return [*lines, put(gettext("Discard pile: {cards}"), cards=pile)]


def card_lines(card: View) -> Lines:
    """Any other card that lies face up."""
    lines = [card["title"] + _card_facts(card)]
    lines += [INDENT + line for line in told_lines(card)]
    return [*lines, INDENT + card["flavour"]] if card["flavour"] else lines


def _card_facts(card: View) -> str:
    facts = []
    if card["hands"]:
        facts.append(ngettext("1 hand", "{n} hands", card["hands"]))
    weapon = card["weapon"]
    if weapon:
        text = gettext("weapon, range {range}, damage +{damage}")
        facts.append(put(text, range=weapon["range"], damage=weapon["damage"]))
    if card["uses"]:
        facts.append(ngettext("1 use left", "{n} uses left", card["markers"]))
    if card["minor"]:
        facts.append(ngettext("1 health left", "{n} health left", card["markers"]))
    return f" ({', '.join(facts)})" if facts else ""


def told_lines(card: View) -> Lines:
    """The effect of a card, its action line, and what else it says."""
    lines = [card["text"]] if card["text"] else []
    if card["action"]:
        lines.append(put(gettext("Acts: {action}"), action=card["action"]))
    return lines + said_lines(card)


def said_lines(data: View) -> Lines:
    """Rules that hold, and abilities."""
    return list(data["rules"]) + [_ability(ability) for ability in data["abilities"]]


def _ability(ability: View) -> str:
    often = {
        "phase": gettext("Use once a phase: {text}"),
        "turn": gettext("Use once a turn: {text}"),
        "game": gettext("Use once a game: {text}"),
    }
    return put(often.get(ability["once"], gettext("Use: {text}")), text=ability["text"])


def items_screen(v: View) -> Lines:
    """Items in hands and in the backpack (ITEM-1)."""
    lines = section(gettext("In hands:"), v["items"]["hands"])
    return lines + section(gettext("In the backpack:"), v["items"]["backpack"])


def section(title: str, cards: Sequence[View]) -> Lines:
    """Cards under a title; nothing of them when there are none."""
    if not cards:
        return [f"{title} {gettext('nothing')}"]
    return [title, *(INDENT + line for card in cards for line in card_lines(card))]


def decks_screen(v: View) -> Lines:
    """Decks, piles, and the cards that lie face up and hold."""
    decks = v["decks"]
    lines = [deck_line(decks[name]) for name in DECKS]
    lines += [deck_line(deck) for deck in decks["items"]]
    lines += [deck_line(zone) for zone in v["film_zones"].values()]
    return lines + pile_lines(v["piles"]) + play_lines(v["in_play"])


def pile_lines(piles: dict[str, list[str]]) -> Lines:
    """The discard piles."""
    titles = {
        "terror": gettext("Terror cards seen"),
        "events": gettext("Events done"),
        "items": gettext("Items discarded"),
        "others": gettext("Other cards discarded"),
    }
    return [f"{titles[name]}: {', '.join(cards)}" for name, cards in piles.items() if cards]


def play_lines(in_play: dict[str, list[View]]) -> Lines:
    """The cards that lie face up and hold."""
    titles = {
        "setup": gettext("Setup card:"),
        "finale_up": gettext("Finale:"),
        "dark_power": gettext("Dark Power:"),
        "minors": gettext("Minor Dark Powers:"),
        "lasting": gettext("Lasting cards:"),
    }
    found = [section(titles[name], cards) for name, cards in in_play.items() if cards]
    return [line for lines in found for line in lines]


def look_screen(v: View) -> Lines:
    """Everything."""
    parts: list[tuple[str, Lines]] = [
        (gettext("The map"), map_screen(v)),
        (gettext("Tracks and boards"), tracks_screen(v)),
        (gettext("Your hand"), hand_screen(v)),
        (gettext("The Action Tableau"), tableau_screen(v)),
        (gettext("Your Items"), items_screen(v)),
        (gettext("Decks and cards in play"), decks_screen(v)),
    ]
    return [line for title, lines in parts for line in (f"== {title}", *lines)]


SCREENS: Final[dict[str, Any]] = {
    "map": map_screen,
    "tracks": tracks_screen,
    "hand": hand_screen,
    "tableau": tableau_screen,
    "items": items_screen,
    "decks": decks_screen,
    "look": look_screen,
}
"""The screen that each command shows."""
