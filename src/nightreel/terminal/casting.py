"""Who plays: named on the command line, asked for, or drawn until the player is content."""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from typing import Final

from nightreel.films.box import ROLES
from nightreel.films.library import Casts, Member, casts
from nightreel.output import say, say_wrong
from nightreel.reel.program import Program
from nightreel.table.choices import Choice, fitting
from nightreel.table.draw import Draw, draw, narrowed
from nightreel.terminal.reading import read_line
from nightreel.translation import gettext, put

RANDOM: Final = "random"


def casts_at_hand() -> Casts:
    """All that can be combined; films that cannot be used are named."""
    known = casts()
    for wrong in known.left_out:
        say_wrong(put(gettext("{what}; this film is left out"), what=wrong))
    return known


def chosen_program(args: argparse.Namespace, chance: random.Random) -> Program:
    """The program of the cast on the command line; what is missing is asked for or drawn.

    Raises LibraryError, SourceError, Ended.
    """
    known = casts_at_hand()
    fixed = named(args, known)
    left = narrowed(known, films_in(args))
    for role, question in questions().items():
        if role not in fixed and getattr(args, role) is None and not args.random:
            member = chosen(left.of(role), question)
            fixed |= {role: member} if member else {}
    if len(fixed) == len(ROLES):
        return Draw(fixed).load()
    return drawn(left, fixed, chance).load()


def owned(args: argparse.Namespace) -> Casts:
    """All that can be combined, of the films named on the command line.  Raises LibraryError."""
    return narrowed(casts_at_hand(), films_in(args))


def films_in(args: argparse.Namespace) -> list[str]:
    """The films named on the command line; none: all."""
    return [film for film in (args.only or "").split(",") if film]


def named(args: argparse.Namespace, known: Casts) -> dict[str, Member]:
    """Those named on the command line, by their roles.  Raises LibraryError."""
    ids = {role: getattr(args, role) for role in ROLES}
    return {role: known.member(role, id_) for role, id_ in ids.items() if id_ not in (None, RANDOM)}


def first_program(args: argparse.Namespace) -> Program:
    """The program of the cast on the command line, where missing the first there is."""
    known = casts_at_hand()
    fixed = named(args, known)
    chance = random.Random(f"cast {getattr(args, 'seed', 0)}")
    firsts = {role: known.of(role)[0] for role in ROLES if getattr(args, role) is None}
    return draw(known, {**firsts, **fixed}, chance).load()


# ---------------------------------------------------------------- asked


def questions() -> dict[str, str]:
    """What is asked for each role."""
    return {
        "killer": gettext("Which Killer?"),
        "location": gettext("Which Location?"),
        "girl": gettext("Which Final Girl?"),
    }


def chosen(members: Sequence[Member], question: str) -> Member | None:
    """One of several: asked for, or the only one; None: at random.  Raises Ended."""
    return members[0] if len(members) == 1 else ask(members, question)


def ask(members: Sequence[Member], question: str) -> Member | None:
    """Ask for one of several; None: at random.  Raises Ended."""
    choices = [Choice(n, n - 1, gettext(m.title), True) for n, m in enumerate(members, start=1)]
    choices.append(Choice(len(members) + 1, -1, gettext("At random"), True))
    say(question, *(f"{c.number}. {c.text}" for c in choices))
    while True:
        line = read_line()
        found = [c for c in choices if line == str(c.number)]
        found += [choices[n] for n, member in enumerate(members) if member.id == line]
        found = found or fitting(line, choices)
        if line and len(found) == 1:
            return members[found[0].action] if found[0].action >= 0 else None
        say(gettext("Answer with a number or the beginning of the name."))


# ---------------------------------------------------------------- drawn


def drawn(known: Casts, fixed: dict[str, Member], chance: random.Random) -> Draw:
    """Draw those who are not fixed, again and again until the player is content.  Raises Ended."""
    cast = draw(known, fixed, chance)
    words = {"killer": gettext("killer"), "location": gettext("location"), "girl": gettext("girl")}
    several = [r for r in words if r not in fixed and len(known.of(r)) > 1]
    words = {role: words[role] for role in several}
    while True:
        say(put(gettext("Drawn: {cast}"), cast=cast.title))
        text = gettext("Enter: play; again: draw anew > ")
        if words:
            text = gettext("Enter: play; again: draw anew; {roles}: only that one anew > ")
        line = read_line(put(text, roles=", ".join(words.values()))).casefold()
        if not line:
            return cast
        again = [role for role, word in words.items() if line in (role, word)]
        if again or line == gettext("again"):
            kept = {role: m for role, m in cast.members.items() if again and role not in again}
            cast = draw(known, {**fixed, **kept}, chance, cast)
        else:
            say(gettext("Press Enter alone, or type one of these words."))
