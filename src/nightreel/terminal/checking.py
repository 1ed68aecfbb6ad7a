"""The commands for whoever makes films: who can be cast, whether films and rule cases hold."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict
from pathlib import Path

from nightreel.exits import BAD_INPUT, DONE
from nightreel.films.box import ROLES
from nightreel.films.library import LISTS, Casts, casts, role_plural
from nightreel.output import say, say_wrong
from nightreel.terminal.casting import casts_at_hand
from nightreel.translation import gettext, ngettext, put


def show_cast(args: argparse.Namespace) -> int:
    """List Killers, Locations and Final Girls."""
    known = casts_at_hand()
    say(json.dumps(listed(known), indent=1) if args.json else cast_lines(known))
    return DONE


def listed(known: Casts) -> dict[str, list[dict[str, str]]]:
    """The list as plain values: for each role id, title, film and path of everybody."""
    return {role: [asdict(member) for member in getattr(known, role)] for role in LISTS}


def cast_lines(known: Casts) -> str:
    """The list for people: id, name, film."""
    lines: list[str] = []
    for role in ROLES:
        lines.append(role_plural(role))
        lines += [f"    {m.id}: {gettext(m.title)} ({m.film})" for m in known.of(role)]
    return "\n".join(lines)


def check(args: argparse.Namespace) -> int:
    """Check films: their form, and that everybody in them compiles."""
    from nightreel.films.trial import try_film
    from nightreel.reel.errors import SourceError

    status = DONE
    for name in args.films:
        try:
            programs = try_film(Path(name))
        except SourceError as error:
            say_wrong(error)
            status = BAD_INPUT
        else:
            text = ngettext(
                "{file}: no mistakes, 1 cast compiles",
                "{file}: no mistakes, {n} casts compile",
                len(programs),
            )
            say(put(text, file=name))
            tell_remarks(Path(name))
    return status


def tell_remarks(path: Path) -> None:
    """Tell what is allowed in a film and yet hardly meant."""
    from nightreel.films.check import load_film
    from nightreel.films.remarks import remarks_on, say_remarks, taken_ids

    film = load_film(path)
    say_remarks((*remarks_on(film), *taken_ids(film, path, casts())))


def case(args: argparse.Namespace) -> int:
    """Run rule cases."""
    from nightreel.table import cases

    return cases.run([Path(file) for file in args.files])
