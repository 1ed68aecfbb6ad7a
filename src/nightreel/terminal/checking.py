"""The commands for whoever makes films: who can be cast, whether films and rule cases hold."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from nightreel.exits import BAD_INPUT, DONE, FAILED
from nightreel.films.box import ROLES
from nightreel.films.library import LISTS, Casts, casts, role_plural
from nightreel.output import say, say_wrong
from nightreel.reel.errors import SourceError
from nightreel.terminal.casting import casts_at_hand
from nightreel.translation import gettext, ngettext, put

if TYPE_CHECKING:
    from nightreel.table.cases import Result


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
    return max([DONE, *(_check(Path(name)) for name in args.films)])


def _check(path: Path) -> int:
    """Check a film, and tell what is allowed in it and yet hardly meant; the exit status."""
    from nightreel.films.check import load_film
    from nightreel.films.remarks import remarks_on, taken_ids
    from nightreel.films.trial import try_film

    try:
        programs = try_film(path)
    except SourceError as error:
        say_wrong(error)
        return BAD_INPUT
    text = ngettext(
        "{file}: no mistakes, 1 cast compiles",
        "{file}: no mistakes, {n} casts compile",
        len(programs),
    )
    say(put(text, file=path))
    film = load_film(path)
    say_remarks((*remarks_on(film), *taken_ids(film, path, casts())))
    return DONE


def say_remarks(remarks: Iterable[SourceError]) -> None:
    """Tell what is allowed and yet hardly meant, each in a line."""
    for remark in remarks:
        say_wrong(put(gettext("Remark: {remark}"), remark=str(remark)))


# ---------------------------------------------------------------- rule cases


def case(args: argparse.Namespace) -> int:
    """Run rule cases."""
    return run_cases([Path(file) for file in args.files])


def run_cases(paths: Iterable[Path]) -> int:
    """Play the cases of files, tell what differs.

    Returns the exit status: 0 when all hold, 1 when one fails, 2 for a file that is wrong.
    """
    from nightreel.table.cases import run_case_file

    status = DONE
    results: list[Result] = []
    for path in paths:
        try:
            found = run_case_file(path)
        except SourceError as error:
            say_wrong(error)
            status = BAD_INPUT
        else:
            tell_results(found)
            results += found
    failed = sum(result.mismatch is not None for result in results)
    summary = gettext("{held} cases hold, {failed} fail.")
    say(put(summary, held=len(results) - failed, failed=failed))
    return status or (FAILED if failed else DONE)


def tell_results(results: Iterable[Result]) -> None:
    """Tell what differs, and what is hardly meant."""
    from nightreel.table.casefile import remarks_on

    for result in results:
        say_remarks(remarks_on(result.case))
        if result.mismatch is not None:
            say(str(result))
