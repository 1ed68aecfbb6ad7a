"""The command ``nightreel``: reads the command line and hands over to what it names.

Everything heavy is imported only by the command that needs it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pkgutil import resolve_name
from typing import Final, NoReturn

from nightreel.arguments import (
    PROCESSES_MAX,
    file_name,
    host_name,
    host_names,
    proxies,
    seed_of,
    within,
)
from nightreel.exits import BAD_INPUT, FAILED, INTERRUPTED
from nightreel.files import why
from nightreel.output import finish, give_up, say_wrong
from nightreel.translation import gettext, put
from nightreel.version import __version__

PORT_MAX: Final = 65_535


class Parser(argparse.ArgumentParser):
    """A parser that says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        """End with one message and the status of bad input."""
        text = gettext("{command}: {message} (see {command} --help)")
        say_wrong(put(text, command=self.prog, message=message))
        raise SystemExit(BAD_INPUT)


@dataclass(frozen=True)
class Command:
    """A command: what it does, its arguments, how it runs."""

    help: str
    add_arguments: Callable[[argparse.ArgumentParser], None]
    run: str
    """Module and function; nothing of it is imported before it runs."""


def commands() -> dict[str, Command]:
    """Every command by its name."""
    return {
        "play": Command(gettext("play a game"), play_arguments, "terminal.tables:play"),
        "serve": Command(gettext("play in the browser"), serve_arguments, "web.serve:serve"),
        "games": Command(
            gettext("list the kept games, count them"), games_arguments, "terminal.games:games"
        ),
        "export": Command(
            gettext("write a kept game to a file"), export_arguments, "terminal.games:export"
        ),
        "import": Command(
            gettext("keep a game from a file"), import_arguments, "terminal.games:bring_in"
        ),
        "cast": Command(
            gettext("list Killers, Locations and Final Girls"),
            cast_arguments,
            "terminal.checking:show_cast",
        ),
        "check": Command(
            gettext("check films for mistakes"), check_arguments, "terminal.checking:check"
        ),
        "replay": Command(
            gettext("step through a saved game"), replay_arguments, "terminal.replaying:replay"
        ),
        "story": Command(
            gettext("tell the story of a finished game"),
            story_arguments,
            "terminal.storytelling:story",
        ),
        "case": Command(gettext("run rule cases"), case_arguments, "terminal.checking:case"),
        "rule": Command(gettext("tell what a rule says"), rule_arguments, "terminal.ruling:rule"),
        "simulate": Command(
            gettext("let a player play many games"),
            simulate_arguments,
            "terminal.measuring:simulate",
        ),
        "bench": Command(
            gettext("measure how quick everything is"), bench_arguments, "terminal.measuring:bench"
        ),
    }


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line; returns the exit status: 0 done, 1 failed, 2 bad input."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        return _status(given)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        return FAILED
    except OSError as error:
        say_wrong(f"nightreel: {_refused(error)}")
        return FAILED
    finally:
        give_up()


def _status(given: list[str]) -> int:
    try:
        status = _run(given)
    except SystemExit as end:
        status = int(end.code or 0)
    finish()
    return status


def _refused(error: OSError) -> str:
    """What the system refused: something with a file, else to write what was to be shown."""
    if error.filename:
        return f"{error.filename}: {why(error)}"
    return put(gettext("what is to be shown cannot be written: {why}"), why=why(error))


def _run(given: list[str]) -> int:
    known = commands()
    name = next((word for word in given if not word.startswith("-")), "")
    if name and name not in known:
        return complain(_unknown(name, list(known)))
    parser = _parser(known, name)
    _refuse_lost_values(parser, given)
    args = parser.parse_args(given)
    if not args.command:
        parser.print_help()
        return BAD_INPUT
    return run(known[args.command], args)


def run(command: Command, args: argparse.Namespace) -> int:
    """Run a command; wrong films, casts and saves end in one message."""
    from nightreel.films.library import LibraryError
    from nightreel.reel.errors import SourceError
    from nightreel.table.errors import TableError

    try:
        status: int = resolve_name(f"nightreel.{command.run}")(args)
    except (SourceError, LibraryError, TableError) as error:
        return complain(error)
    return status


def complain(message: object) -> int:
    """Say in one message what is wrong; returns the exit status."""
    say_wrong(f"nightreel: {message}")
    return BAD_INPUT


def _refuse_lost_values(parser: argparse.ArgumentParser, given: list[str]) -> None:
    """Refuse ``--seed=--``: argparse would take it for an option without a value."""
    for word in given:
        if word.startswith("--") and word.endswith("=--"):
            parser.error(put(gettext("{option}: -- is no value"), option=word[: -len("=--")]))


def _unknown(name: str, known: list[str]) -> str:
    near = get_close_matches(name, known, n=1)
    text = gettext("there is no command {name} (there are: {names})")
    if near:
        text = gettext("there is no command {name} (did you mean {near}?)")
    return put(text, name=repr(name), near=near[0] if near else "", names=", ".join(known))


def _parser(known: dict[str, Command], chosen: str) -> argparse.ArgumentParser:
    """The parser, with the arguments of the chosen command."""
    parser = Parser(
        prog="nightreel", description=gettext("Plays the solo board game Final Girl exactly.")
    )
    parser.add_argument("--version", action="version", version=f"nightreel {__version__}")
    subparsers = parser.add_subparsers(dest="command", metavar=gettext("COMMAND"))
    for name, command in known.items():
        below = subparsers.add_parser(name, help=command.help, description=_sentence(command.help))
        if name == chosen:
            command.add_arguments(below)
    return parser


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."


# ---------------------------------------------------------------- what commands share


def add_cast(parser: argparse.ArgumentParser) -> None:
    """Killer, Location, Final Girl, and the options of a game."""
    add = parser.add_argument
    add("--killer", metavar="ID", help=gettext("id of the Killer, or random"))
    add("--location", metavar="ID", help=gettext("id of the Location, or random"))
    add("--girl", metavar="ID", help=gettext("id of the Final Girl, or random"))
    add("--extreme", action="store_true", help=gettext("the Extreme Horror side of the board"))
    add(
        "--infinite-evil",
        action="store_true",
        help=gettext("ties go against you instead of being yours to decide"),
    )
    add("--epic", action="store_true", help=gettext("an Epic Dark Power may come"))


# ---------------------------------------------------------------- play


def play_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``nightreel play``."""
    add = parser.add_argument
    add(
        "--plain",
        action="store_true",
        help=gettext("numbered choices in plain text instead of the full screen"),
    )
    add_cast(parser)
    add(
        "--random",
        action="store_true",
        help=gettext("draw who is not named; the draw can be repeated"),
    )
    add("--only", metavar="FILM,...", help=gettext("draw and ask from these films alone"))
    add("--seed", type=seed_of, metavar="N", help=gettext("seed: the same one gives the same game"))
    add("--practice", action="store_true", help=gettext("a practice game: undo goes back freely"))
    add(
        "--resume",
        type=file_name,
        nargs="?",
        const=True,
        metavar="ID|FILE",
        help=gettext("go on with a kept game; alone: with the newest that is not over"),
    )
    add("--save", type=file_name, metavar="FILE", help=gettext("keep the game in this file"))


# ---------------------------------------------------------------- serve


def serve_arguments(parser: argparse.ArgumentParser) -> None:
    """Arguments of ``nightreel serve``."""
    add = parser.add_argument
    text = gettext("where to listen: 127.0.0.1 for this machine alone (usual), 0.0.0.0 for all")
    add("--host", type=host_name, default="127.0.0.1", help=text)
    text = gettext("the port (usual: 8731; 0: any that is free)")
    add("--port", type=within(0, PORT_MAX), default=8731, metavar="N", help=text)
    text = gettext("how many processes (usual: 1, enough for a hundred players)")
    add("--workers", type=within(1, PROCESSES_MAX), default=1, metavar="N", help=text)
    text = gettext("URL of the database: sqlite:///FILE or postgresql://USER@HOST/NAME")
    add("--database", metavar="URL", help=text)
    text = gettext("send keys over HTTPS alone, as behind a proxy that others reach")
    add("--secure", action="store_true", help=text)
    text = gettext("addresses or networks of proxies that say who asks (*: whoever connects)")
    add("--proxy", type=proxies, metavar="ADDRESS,...", help=text)
    text = gettext("names by which it is reached, without a port (usual: any, but on 127.0.0.1)")
    add("--names", type=host_names, metavar="HOST,...", help=text)
    text = gettext("requests that one address may make in a minute (usual: 600; 0: no limit)")
    add("--requests-a-minute", type=within(0), default=600, metavar="N", help=text)
    text = gettext("games that one address may begin in an hour (usual: 120; 0: no limit)")
    add("--games-an-hour", type=within(0), default=120, metavar="N", help=text)
    text = gettext("open a browser where there is a screen")
    add("--open", action=argparse.BooleanOptionalAction, default=True, help=text)


# ---------------------------------------------------------------- games, export, import


def games_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``nightreel games``."""
    wanted = parser.add_mutually_exclusive_group()
    add = wanted.add_argument
    add("--stats", action="store_true", help=gettext("games and victories of everybody"))
    add("--dice", action="store_true", help=gettext("all dice rolled, beside expectation"))
    add("--delete", type=file_name, metavar="ID", help=gettext("delete a kept game"))
    parser.add_argument("--yes", action="store_true", help=gettext("delete without asking"))
    parser.add_argument("--json", action="store_true", help=gettext("as JSON"))


def export_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``nightreel export``."""
    add = parser.add_argument
    add("--view", action="store_true", help=gettext("only what the player sees, as JSON"))
    add("game", type=file_name, metavar="ID", help=gettext("a kept game"))
    add("file", type=file_name, metavar="FILE", help=gettext("the file to write"))


def import_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``nightreel import``."""
    parser.add_argument("file", type=file_name, metavar="FILE", help=gettext("a saved game"))


# ---------------------------------------------------------------- cast


def cast_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``nightreel cast``."""
    parser.add_argument("--json", action="store_true", help=gettext("as JSON"))


# ---------------------------------------------------------------- check, replay, case


def check_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``nightreel check``."""
    parser.add_argument(
        "films", type=file_name, nargs="+", metavar="FILM", help=gettext("a film (YAML)")
    )


def replay_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``nightreel replay``."""
    parser.add_argument("file", type=file_name, metavar="ID|FILE", help=gettext("a saved game"))
    parser.add_argument(
        "--all", action="store_true", help=gettext("show all of it without waiting")
    )


def story_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``nightreel story``."""
    parser.add_argument(
        "file", type=file_name, metavar="ID|FILE", help=gettext("a saved game that is over")
    )


def case_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``nightreel case``."""
    parser.add_argument(
        "files", type=file_name, nargs="+", metavar="FILE", help=gettext("rule cases (YAML)")
    )


def rule_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``nightreel rule``."""
    parser.add_argument(
        "words",
        nargs="*",
        metavar="ID|WORDS",
        help=gettext("the id of a rule, or words that it says; alone: the titles of all"),
    )


# ---------------------------------------------------------------- simulate, bench


def simulate_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``nightreel simulate``."""
    from nightreel.lab import simulate as command

    add_cast(parser)
    command.add_arguments(parser)


def bench_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of ``nightreel bench``."""
    from nightreel.lab import bench as command

    add_cast(parser)
    command.add_arguments(parser)
