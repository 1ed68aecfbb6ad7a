"""Spoils films and texts in Reel in every way that comes to mind."""

from __future__ import annotations

import re
from random import Random

from nightreel.films.assemble import assemble
from nightreel.films.check import check_film
from nightreel.films.rulebook import rulebook_sources
from nightreel.films.source import read_text
from nightreel.films.trial import casts_of
from nightreel.reel.errors import SourceError
from nightreel.reel.program import Program
from tests import small

JUNK = (
    "\x00",
    "\x1b",
    "\ufeff",
    "\ud83d",
    "é",
    "😱",
    "\t",
    "{",
    "}",
    "[",
    "]",
    ":",
    ": ",
    "- ",
    "&a ",
    "*a",
    "!!int ",
    "!!python/object:os.system ",
    "|",
    ">",
    "'",
    '"',
    "\\U00110000",
    "\\ud800",
    "#",
    "%",
    "@",
    "`",
    "? ",
    "<<: ",
    "---\n",
    "...\n",
    "null",
    "~",
    "yes",
    "1.5",
    "-7",
    "99999999999999999999",
    "0x1F",
    "1:30",
    "2026-01-01",
    "[]",
    "{}",
    "[[]]",
    "{a: b}",
    '"lose 1"',
    "'",
    "nothing",
)
TOKEN = re.compile(r'"[^"\n]*"|\[[A-Z]+-\d[^]]*\]|\w+|\s+|[^\w\s]')
SPARE = (
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ":",
    ";",
    ",",
    "+",
    "-",
    "*",
    "/",
    "%",
    "|",
    "&",
    "=",
    "==",
    "<",
    ">",
    "+=",
    "or",
    "and",
    "not",
    "in",
    "if",
    "else",
    "for",
    "while",
    "let x =",
    "set",
    "choose v in victims",
    '"Who?"',
    "ask",
    "option",
    "may",
    "do B:",
    "B.killed",
    "killed",
    "return",
    "return 1",
    "cut",
    "cancel",
    "break",
    "catch:",
    "perform",
    "roll(film)",
    "roll(film, 6)",
    "random(cards, c in hand)",
    "chance(film, 1: 2)",
    "reveal(items, shed)",
    "count(v in victims)",
    "any(v in victims)",
    "no victims",
    "0",
    "1",
    "7",
    "999999",
    "1000000",
    "girl",
    "killer",
    "victims",
    "hand",
    "exits",
    "time",
    "horror",
    "gate",
    "knife",
    "none",
    "this",
    "where",
    "at",
    "to",
    "lose 1",
    "place 1 victims at hall",
    'say "{time} {x}"',
    "together (",
    "either",
    "by killer closest: move",
    "pay 1 time",
    "options",
    "near_girl",
    "NEAR",
    "$",
    "\\",
    "\x00",
    "é",
)


def outcome(source: str) -> Program | SourceError:
    """What becomes of a film: a program, or the one error."""
    try:
        programs = [assemble(cast) for cast in casts_of(check_film(read_text(source, "film.yaml")))]
    except SourceError as error:
        return error
    return programs[-1]


def spoiled_film(dice: Random) -> str:
    """The small film with a few things wrong."""
    source = small.TEXT
    for _ in range(dice.choice((1, 1, 1, 2, 5))):
        source = dice.choice(_WAYS)(source, dice)
    return source


def _delete_line(source: str, dice: Random) -> str:
    lines = source.splitlines(keepends=True)
    at = dice.randrange(len(lines))
    del lines[at : at + dice.choice((1, 1, 2, 9))]
    return "".join(lines)


def _move_line(source: str, dice: Random) -> str:
    lines = source.splitlines(keepends=True)
    line = lines.pop(dice.randrange(len(lines))) if lines else "x\n"
    lines.insert(dice.randrange(len(lines) + 1), line)
    return "".join(lines)


def _repeat_line(source: str, dice: Random) -> str:
    lines = source.splitlines(keepends=True)
    at = dice.randrange(len(lines)) if lines else 0
    return "".join([*lines[:at], *lines[at : at + 1] * dice.choice((2, 2, 60)), *lines[at + 1 :]])


def _change_word(source: str, dice: Random) -> str:
    words = list(re.finditer(r"[\w.-]+", source))
    if not words:
        return source
    word = dice.choice(words)
    new = dice.choice(
        (dice.choice(words).group(), dice.choice(JUNK), word.group()[:-1], word.group() + "x")
    )
    return source[: word.start()] + new + source[word.end() :]


def _change_value(source: str, dice: Random) -> str:
    values = list(re.finditer(r"(?<=: )[^\n,}]+", source))
    if not values:
        return source
    value = dice.choice(values)
    return source[: value.start()] + dice.choice(JUNK) + source[value.end() :]


def _insert_junk(source: str, dice: Random) -> str:
    at = dice.randrange(len(source) + 1)
    return source[:at] + dice.choice(JUNK) * dice.choice((1, 1, 3)) + source[at:]


def _nest(source: str, dice: Random) -> str:
    at = dice.randrange(len(source) + 1)
    many = dice.choice((3, 20, 2000))
    left, right = dice.choice((("[", "]"), ("{a: ", "}"), ("- ", "")))
    return source[:at] + left * many + "1" + right * many + source[at:]


def _break_off(source: str, dice: Random) -> str:
    return source[: dice.randrange(len(source) + 1)]


def _binary(source: str, dice: Random) -> str:
    at = dice.randrange(len(source) + 1)
    return source[:at] + dice.randbytes(9).decode("latin-1") + source[at:]


_WAYS = (
    _delete_line,
    _move_line,
    _repeat_line,
    _change_word,
    _change_word,
    _change_value,
    _change_value,
    _insert_junk,
    _nest,
    _break_off,
    _binary,
)


# ---------------------------------------------------------------- Reel

NAMES = sorted({n for _, source in rulebook_sources() for n in re.findall(r"[a-z_]\w+", source)})


def texts() -> list[str]:
    """Texts in Reel to begin with: from the small film and the rules of the rulebook."""
    found = re.findall(r'(?:text|action|back|final_effect): "([^"]*)"', small.TEXT)
    for _, source in rulebook_sources():
        found += [r for r in re.split(r"\n(?=rule )", source) if r.startswith("rule ")]
    return found


def spoiled_text(text: str, dice: Random) -> str:
    """A text in Reel with a few words changed."""
    tokens = TOKEN.findall(text)
    first = tokens.index(":") if text.startswith("rule ") else 0
    for _ in range(dice.choice((1, 1, 1, 2, 4))):
        words = [i for i in range(first, len(tokens)) if not tokens[i].isspace()]
        at = dice.choice(words) if words else first
        tokens[at : at + 1] = _spoiled_token(tokens[at] if words else "", tokens, dice)
    return "".join(tokens)


def _spoiled_token(token: str, tokens: list[str], dice: Random) -> list[str]:
    """What stands in the place of a token."""
    match dice.randrange(12):
        case 0:
            return []
        case 1:
            return [token, " ", dice.choice(SPARE), " "]
        case 2:
            return [dice.choice(SPARE)]
        case 3 | 4:
            return [dice.choice(tokens)]
        case 5 | 6 | 7 | 8 | 9 | 10:
            return [_like(token, dice)]
    return [dice.choice("([{") * dice.choice((1, 30, 400)), token]


def _like(token: str, dice: Random) -> str:
    """Another token of the same sort."""
    if token.isdigit():
        return dice.choice(("0", "1", "3", "64", "999999"))
    return dice.choice(NAMES) if token.isidentifier() else token


def film_with(text: str, dice: Random) -> str:
    """The small film with a text in Reel somewhere in it."""
    if text.startswith("rule "):
        inner = "".join(f"    {line}\n" for line in text.splitlines())
        where = small.TEXT.index("location:\n") + len("location:\n")
        return small.TEXT[:where] + "  rules: |\n" + inner + small.TEXT[where:]
    spots = list(
        re.finditer(r'(?:text|action|when|while|back|final_effect): "([^"]*)"', small.TEXT)
    )
    spot = dice.choice(spots)
    quoted = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    quoted = "".join(c if c.isprintable() else f"\\x{ord(c):02x}" for c in quoted)
    return small.TEXT[: spot.start(1)] + quoted + small.TEXT[spot.end(1) :]
