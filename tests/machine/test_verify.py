"""Nothing that was tampered with runs outside its record."""

from __future__ import annotations

import ast
import inspect
import json
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import settings

from nightreel.machine.flow import Flow, State
from nightreel.machine.table import BY_NUMBER, MODULES, OPERATIONS
from nightreel.machine.verify import Verified, VerifyError, verify, verify_record
from nightreel.machine.words import RANGES
from nightreel.record import layout as L
from nightreel.reel.info import OptionInfo
from nightreel.reel.program import FORMAT, OtherVersion, Program, RoutineInfo, from_bytes
from tests.machine.guarded import Guarded, Play, new_game
from tests.small import program as small

TRIES = settings.get_profile("quick").max_examples
MANY = [
    pytest.param(TRIES, id="quick"),
    pytest.param(TRIES * 20, id="soak", marks=pytest.mark.soak),
]


@cache
def verified() -> Verified:
    """Its proof."""
    return Verified(small())


@cache
def records() -> tuple[tuple[int, ...], ...]:
    """Records from the middle of some games, chance answered by the machine or by us."""
    found: list[tuple[int, ...]] = []
    for seed in range(4):
        mode = L.MODE_AUTO_CHANCE if seed % 2 else 0
        play = Play(small(), Guarded(new_game(small(), seed, seed * 2 % 16)), mode)
        found += [tuple(g) for g in play.random(Random(seed), 400)]
    return tuple(found)


def number(name: str) -> int:
    """The number of an operation."""
    return OPERATIONS[name].number


def places(name: str) -> list[int]:
    """Where an operation stands in the small film's code."""
    flow = verified().flow
    return [at for at, o in flow.operations.items() if o.name == name and at in flow.states]


def with_code(at: int, value: int) -> Program:
    """The program with one other word in its code."""
    return replace(small(), code=(*small().code[:at], value, *small().code[at + 1 :]))


def with_table(at: int, value: int) -> Program:
    """The program with one other word in its table."""
    return replace(
        small(),
        table=(*small().table[:at], value, *small().table[at + 1 :]),
    )


# ---------------------------------------------------------------- what is right passes


def test_a_good_program_is_proved() -> None:
    verify(small())
    verify(from_bytes(small().to_bytes()))


def test_every_record_of_a_game_is_proved() -> None:
    assert len(records()) > 200
    stops = set()
    for record in records():
        verified().check_record(record)
        stops.add(record[L.STOP])
    assert {L.STOP_PLAYER, L.STOP_CHANCE, L.STOP_OVER} <= stops


def test_a_game_that_has_not_begun_is_proved() -> None:
    verify_record(small(), new_game(small(), 1))


# ---------------------------------------------------------------- single wrong words of the code


def refused(program: Program, why: str) -> VerifyError:
    """The program is refused with these words."""
    with pytest.raises(VerifyError, match=why) as caught:
        verify(program)
    return caught.value


@pytest.mark.parametrize(
    ("operation", "word", "value", "why"),
    [
        ("load", 1, L.STACK, "cannot be read"),
        ("load", 1, -1, "cannot be read"),
        ("load_at", 2, L.WORDS, "cannot be read"),
        ("store", 1, L.PC, "cannot be changed"),
        ("store", 1, L.CUT_FP, "cannot be changed"),
        ("store", 1, L.STACK, "cannot be changed"),
        ("store", 1, L.GLOBAL - 1, "cannot be changed"),
        ("increase", 1, L.SP, "cannot be changed"),
        ("store_at", 1, L.PLACE, "cannot be changed"),
        ("store_at", 1, L.KIND, "cannot be changed"),
        ("store_at", 2, L.GLOBALS_MAX + 1, "cannot be changed"),
        ("data", 1, 1 << 19, "leaves the table"),
        ("data", 2, 1 << 19, "leaves the table"),
        ("local", 1, 500, "no slot"),
        ("set_local", 1, -1, "no slot"),
        ("set_local", 1, -2, "no slot"),
        ("next_space", 1, 200, "no slot"),
        ("jump", 1, 1, "no operation begins"),
        ("jump", 1, 1 << 19, "no operation begins"),
        ("jump", 1, 0, "leads out of its routine"),
        ("call", 1, 3, "no"),
        ("offer", 1, L.ACTIONS, "out of range"),
        ("offer", 1, -1, "out of range"),
        ("offer_piece", 1, L.ACTIONS - 1, "out of range"),
        ("refuse", 2, 1, "out of range"),
        ("refuse", 2, 0, "out of range"),
        ("refuse", 2, 1 << 19, "out of range"),
        ("ask", 1, 1 << 19, "out of range"),
        ("say", 1, 1 << 19, "out of range"),
        ("say", 2, 9, "numbers"),
        ("roll", 1, L.STREAMS, "out of range"),
        ("roll", 2, 0, "out of range"),
        ("roll", 2, 64, "out of range"),
        ("next_piece", 2, 64, "out of range"),
        ("finish", 1, 0, "out of range"),
        ("give_back", 1, 60, "arguments"),
        ("give_value", 1, 60, "arguments"),
        ("enter", 1, -1, "local words"),
        ("catch", 1, 0, "leads out of its routine"),
    ],
)
def test_a_wrong_operand_is_refused(operation: str, word: int, value: int, why: str) -> None:
    at = places(operation)[-1] if operation != "enter" else small().routines[-1].at
    error = refused(with_code(at + word, value), why)
    assert str(error).startswith("word ")


def test_an_unknown_operation_is_refused() -> None:
    assert refused(with_code(0, max(BY_NUMBER) + 1), "no operation").at == 0
    refused(
        replace(small(), code=small().code[:-1]),
        "breaks off|out of its routine|begins",
    )


def test_a_stack_higher_than_told_is_refused() -> None:
    routines = verified().flow.routines
    at = max(routines, key=lambda at: routines[at].need)
    words, need = small().code[at + 1 : at + 3]
    refused(with_code(at + 2, words), "rises above")
    assert need > words


def test_words_that_are_no_integers_are_refused() -> None:
    code: Any = ("1", *small().code[1:])
    refused(replace(small(), code=code), "word 0 of the code: no integer of 32 bits")
    table: Any = (*small().table[:-1], 1.0)
    refused(replace(small(), table=table), "no integer of 32 bits")
    refused(replace(small(), code=(True, *small().code[1:])), "no integer of 32 bits")
    refused(replace(small(), code=(1 << 40, *small().code[1:])), "no integer of 32 bits")


# ---------------------------------------------------------------- the kinds of operands

MAY_INDEX = frozenset(RANGES) | {"Stack", "Frame", "Slot", "Pair", "OuterSlot", "Stored"}
"""Kinds that may say where a word of the record is written: proved, or checked while running."""
MAY_READ = MAY_INDEX | {"Address", "ActRow", "HookId", "SourceId", "StreamId", "Length"}


def indexes_of_record(function: ast.FunctionDef) -> Iterator[tuple[bool, str]]:
    """For each argument in an index of the record whether a word is written, and its kind."""
    kinds = {a.arg: ast.unparse(a.annotation) for a in function.args.args if a.annotation}
    for node in ast.walk(function):
        if isinstance(node, ast.Subscript) and ast.unparse(node.value) == "g":
            inner = [n for n in ast.walk(node.slice) if isinstance(n, ast.Subscript)]
            hidden = {id(m) for n in inner for m in ast.walk(n)}
            for name in ast.walk(node.slice):
                if isinstance(name, ast.Name) and name.id in kinds and id(name) not in hidden:
                    yield isinstance(node.ctx, ast.Store), kinds[name.id]


def test_operations_index_the_record_only_with_kinds_that_are_proved() -> None:
    """An operation that stores through an ``Address`` would write where no rule may."""
    found = set()
    for module in MODULES:
        for function in ast.parse(inspect.getsource(module)).body:
            if isinstance(function, ast.FunctionDef) and function.name in OPERATIONS:
                checked = "FAULT" in ast.unparse(function) or "range(" in ast.unparse(function)
                for written, kind in indexes_of_record(function):
                    known = MAY_INDEX if written else MAY_READ
                    assert kind in known or (checked and kind == "Number"), (function.name, kind)
                    found.add((written, kind))
    assert {(True, "Stored"), (False, "Address"), (True, "Slot")} <= found


# ---------------------------------------------------------------- little codes


def flow(
    told: list[tuple[int, int, bool]], *words: str | int, entries: list[int] | None = None
) -> Flow:
    """Prove a little code: a start that calls the routine at 4, then these words."""
    start: list[str | int] = ["call", 4, "finish", 1]
    code = [number(w) if isinstance(w, str) else w for w in [*start, *words]]
    proof = Flow(code, told)
    proof.prove([0], entries or [])
    return proof


ONE = [(4, 0, False)]


def test_a_little_code_is_proved() -> None:
    proof = flow(ONE, "enter", 1, 4, "push_number", 7, "set_local", 0, "give_back", 0)
    assert proof.states[9] == State(2)
    assert proof.states[11] == State(1)


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("enter", 0, 4, "drop", "give_back", 0), "taken from a stack"),
        (("enter", 1, 4, "drop", "give_back", 0), "taken from a stack"),
        (("enter", 0, 4, "push_number", 1), "no operation begins here"),
        (("enter", 0, 4, "give_value", 0), "those of the routine"),
        (("enter", 0, 4, "push_number", 1, "jump", 7), "different stacks"),
        (("enter", 0, 1, "push_number", 1, "push_number", 1, "give_back", 0), "rises above"),
        (("enter", 0, 1, "call", 4, "give_back", 0), "rises above"),
        (("enter", 0, 9, "catch", 9, "give_back", 0), "inside a catch"),
        (("enter", 0, 9, "release", "give_back", 0), "no catch ends"),
        (("enter", 0, 9, "catch", 9, "drop", "release", "give_back", 0), "taken from a stack"),
        (("enter", 0, 9, "ask", 0, "drop", "give_back", 0), "no question has begun"),
        (("enter", 0, 9, "question", "question", "give_back", 0), "inside a question"),
        (("enter", 0, 9, "question", "roll", 0, 6, "drop", "give_back", 0), "inside a question"),
        (("enter", 0, 9, "question", "call", 4, "give_back", 0), "inside a question"),
        (
            ("enter", 0, 9, "question", "push_number", 1, "ask", 0, "drop", "drop", "give_back", 0),
            "as it was when the question began",
        ),
        (("enter", 0, 9, "outer", 0, "drop", "give_back", 0), "no slot 0"),
        (("enter", 0, 9, "jump", 0), "leads out of its routine"),
        (("enter", 0, 9, "jump", 4), "leads out of its routine"),
    ],
)
def test_a_wrong_path_is_refused(words: tuple[str | int, ...], why: str) -> None:
    with pytest.raises(VerifyError, match=why):
        flow(ONE, *words)


def test_a_hook_is_called_only_where_its_slots_are() -> None:
    told = [(4, 0, False), (11, 0, False)]
    code = (
        "enter",
        1,
        4,
        "call",
        11,
        "give_back",
        0,
        "enter",
        0,
        4,
        "outer",
        0,
        "drop",
        "give_back",
        0,
    )
    assert flow(told, *code).routines[11].outer == {0: 14}
    with pytest.raises(VerifyError, match="no slot 1"):
        flow(told, *code[:11], 1, *code[12:])
    with pytest.raises(VerifyError, match="where it is unknown"):
        flow(told, *code, entries=[11])


def test_a_catch_ends_where_it_began() -> None:
    proof = flow(ONE, "enter", 0, 9, "catch", 10, "cut", "release", "give_back", 0)
    assert proof.states[10] == State(3, ((0, 10),))
    assert proof.states[11] == State(0)


# ---------------------------------------------------------------- table and words


@pytest.mark.parametrize(
    ("at", "value", "why"),
    [
        (L.T_WAYS, L.WAYS, "number of ways"),
        (L.T_SPACES, L.SPACES, "number of spaces"),
        (L.T_KIND_CLASS + 3, 64, "class of a kind"),
        (L.T_WAY_A + 1, 0, "end of a way"),
        (L.T_WAY_B + 1, 31, "end of a way"),
        (L.T_WAY_BASE + 1, 256, "closed way"),
        (L.T_PANIC + 9, 31, "panic number"),
        (L.T_PIECE_KIND + 5, L.KINDS, "kind of a piece"),
        (L.T_POOL + 2, L.ZONES, "pool of a card"),
        (L.T_ZONE_SIZE + 1, L.SLOTS + 1, "slots"),
        (L.T_ZONE_BASE + 1, -1, "slots"),
        (L.T_ZONE_BASE + 2, 0, "some of its slots"),
        (L.T_SOURCE_HOOKS + 9, 1 << 20, "no list"),
        (L.T_SOURCE_HOOKS + 9, -1, "no list"),
        (L.T_ENTRIES, L.ENTRIES_MAX + 1, "number of entries"),
        (L.T_ENTRIES + 1, 0, "not those of the table"),
    ],
)
def test_a_wrong_table_is_refused(at: int, value: int, why: str) -> None:
    refused(with_table(at, value), why)


def test_entries_are_texts() -> None:
    rule = next(r.at for r in small().routines if r.arguments)
    program = with_table(L.T_ENTRIES + 1, rule)
    refused(replace(program, entries=(rule, *small().entries[1:])), "no text begins")


def test_wrong_routines_are_refused() -> None:
    first, *rest = small().routines
    refused(replace(small(), routines=tuple(rest)), "list of routines")
    wrong = RoutineInfo(first.at, first.arguments + 1, first.result, first.name)
    refused(replace(small(), routines=(wrong, *rest)), "word")


def test_wrong_words_for_people_are_refused() -> None:
    question = replace(small().questions[0], options=(OptionInfo(0, L.ACTIONS + 1, "space", "x"),))
    refused(replace(small(), questions=(question, *small().questions[1:])), "question 0")
    state = replace(next(iter(small().states.values())), address=L.STACK)
    refused(replace(small(), states={"x": state}), "state x")
    refused(replace(small(), starts={"game": 0}), "position")
    refused(
        replace(small(), starts={"game": 0, "position": small().routines[0].at}),
        "starts",
    )


def spoiled(value: Any, dice: Random) -> Any:
    """A plain value with one thing in it that is of another type, or gone."""
    if isinstance(value, dict | list) and value and dice.random() < 0.85:
        key = dice.choice(list(value)) if isinstance(value, dict) else dice.randrange(len(value))
        if dice.random() < 0.1:
            del value[key]
        else:
            value[key] = spoiled(value[key], dice)
        return value
    return dice.choice((None, True, -1, 1 << 40, 0.5, "x", [], {}, [[1]], {"at": 1}))


def test_files_of_programs_that_were_spoiled_are_refused_or_run() -> None:
    dice = Random(8)
    plain = zlib.decompress(small().to_bytes())
    passed = 0
    for _ in range(TRIES * 3):
        data = zlib.compress(json.dumps(spoiled(json.loads(plain), dice)).encode(), 1)
        try:
            program = from_bytes(data)
            verify(program)
        except ValueError:
            continue
        passed += 1
        for _ in Play(program, Guarded(new_game(program, 1))).random(dice, 5):
            pass
    assert passed < TRIES * 3


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"no program",
        zlib.compress(b"{}"),
        zlib.compress(b"[]"),
        zlib.compress(b"[" * 100_000),
        zlib.compress(b"\xff"),
        zlib.compress(b" " * (1 << 26)),
    ],
)
def test_other_files_are_no_programs(data: bytes) -> None:
    with pytest.raises(ValueError, match="no compiled film"):
        from_bytes(data)


def changed(**parts: object) -> bytes:
    """The small program's file with some parts that are others."""
    plain = json.loads(zlib.decompress(small().to_bytes()))
    return zlib.compress(json.dumps({**plain, **parts}).encode())


def test_a_program_of_another_version_is_told_apart() -> None:
    with pytest.raises(OtherVersion, match="another form than this release reads"):
        from_bytes(changed(format=FORMAT + 1, code=None))


@pytest.mark.parametrize(
    ("parts", "why"),
    [
        ({"title": 3}, "program.title: str is wanted"),
        ({"code": [1, 2.5]}, "program.code: int is wanted"),
        ({"places": [[0, "x"]]}, "program.places: these are wanted: int, str, int"),
        ({"states": {"x": {"address": 1}}}, "program.states.x.length is missing"),
        ({"things": {"card": [{"name": "x", "title": None}]}}, "things.card.title: str"),
        ({"questions": {}}, "program.questions: list is wanted"),
        ({"facts": []}, "program.facts: dict is wanted"),
    ],
)
def test_a_part_of_another_form_is_named(parts: dict[str, object], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        from_bytes(changed(**parts))


def test_an_error_of_ours_is_not_told_as_a_broken_file(monkeypatch: pytest.MonkeyPatch) -> None:
    def slip(*_: object) -> None:
        raise TypeError("a slip")

    monkeypatch.setattr("nightreel.reel.program.built", slip)
    with pytest.raises(TypeError, match="a slip"):
        from_bytes(small().to_bytes())


# ---------------------------------------------------------------- records


@pytest.mark.parametrize(
    ("at", "value", "why"),
    [
        (L.PC, 1 << 20, "no question is asked there"),
        (L.PC, -1, "no question is asked there"),
        (L.SP, L.WORDS + 9, "words deep"),
        (L.FP, L.WORDS, "words deep"),
        (L.QUESTION, L.STREAMS + 1000, "another question"),
        (L.QUESTION_PC, 0, "does not begin there"),
        (L.CUT_PC, 1, "cut"),
        (L.CUT_SP, 1, "cut"),
        (L.CUT_FP, 0, "cut"),
        (L.STOP, 9, "from 0 to"),
        (L.STOP, L.STOP_NONE, "no game begins there"),
        (L.KIND + 4, L.KINDS, "from 0 to"),
        (L.PLACE + 4, -1, "from 0 to"),
        (L.CARD_ZONE + 4, L.ZONES, "from 0 to"),
        (L.SLOT, L.CARDS, "from 0 to"),
        (L.ZONE_COUNT + 1, -1, "slots"),
        (L.ZONE_COUNT + 1, L.SLOTS, "slots"),
        (L.VICTIMS_AT + 1, 63, "pieces stand there"),
        (L.HOOKS, 63, "sources listen"),
        (L.NEAR, -1, "from 0 to"),
        (L.STREAM, -1, "from 0 to"),
        (L.FAULT, 1, "fault"),
        (L.RESULT, 1, "result"),
        (L.STACK, 1 << 20, "not called there"),
        (L.STACK + 1, 0, "frame of the caller|bottom|no frame"),
    ],
)
def test_a_wrong_record_is_refused(at: int, value: int, why: str) -> None:
    record = list(next(r for r in records()[20:] if r[L.STOP] == L.STOP_PLAYER))
    record[at] = value
    with pytest.raises(VerifyError, match=why):
        verified().check_record(record)


def test_a_record_of_another_length_is_refused() -> None:
    with pytest.raises(VerifyError, match="2047 words"):
        verified().check_record([0] * 2047)
    words: Any = [*new_game(small(), 1)[:-1], "0"]
    with pytest.raises(VerifyError, match="no integer of 32 bits"):
        verified().check_record(words)


# ---------------------------------------------------------------- thousands of mutations

STRANGE = (
    0,
    1,
    -1,
    -2,
    -3,
    2,
    31,
    32,
    63,
    64,
    111,
    112,
    447,
    448,
    1919,
    L.STACK,
    2047,
    2048,
    -(1 << 31),
    (1 << 31) - 1,
)


def other(word: int, words: tuple[int, ...], dice: Random) -> int:
    """Another value for a word: near it, strange, or like one that stands elsewhere."""
    kind = dice.randrange(3)
    if kind == 0:
        return max(-(1 << 31), min(word + dice.choice((-3, -2, -1, 1, 2, 3)), (1 << 31) - 1))
    return dice.choice(STRANGE) if kind == 1 else dice.choice(words)


def tried(prove: Callable[[], None], play: Callable[[], Play], dice: Random, most: int) -> bool:
    """Whether it passes; if so it is played, and no index may leave its list."""
    try:
        prove()
    except VerifyError:
        return False
    for _ in play().random(dice, most):
        pass
    return True


def mutated(part: str, dice: Random) -> bool:
    """Mutate one word of the code or table; whether the program passes."""
    words: tuple[int, ...] = getattr(small(), part)
    head = part == "table" and dice.random() < 0.7
    at = dice.randrange(L.T_ENTRIES + 40 if head else len(words))
    value = other(words[at], words, dice)
    program = with_code(at, value) if part == "code" else with_table(at, value)
    record = Guarded(new_game(program, at))
    mode = dice.choice((0, L.MODE_AUTO_CHANCE))
    return tried(lambda: verify(program), lambda: Play(program, record, mode), dice, 30)


def test_a_call_of_nothing_that_is_never_reached_does_no_harm() -> None:
    """What no path leads to is not followed; a wrong call there is no reason to give up."""
    flow = verified().flow
    dead = next(
        at for at, o in flow.operations.items() if o.name == "jump" and at not in flow.states
    )
    verify(with_code(dead, number("call")))


@pytest.mark.parametrize("tries", MANY)
@pytest.mark.parametrize("part", ["code", "table"])
def test_mutated_programs_never_leave_the_record(part: str, tries: int) -> None:
    dice = Random(part)
    passed = sum(mutated(part, dice) for _ in range(tries * 5))
    assert 0 < passed < tries * 5


@pytest.mark.parametrize("tries", MANY)
def test_mutated_records_never_leave_the_record(tries: int) -> None:
    dice = Random(5)
    passed = 0
    for _ in range(tries * 20):
        record = list(dice.choice(records()))
        live = record[L.SP] if record[L.SP] > L.STACK else L.STACK + 1
        at = dice.randrange(*dice.choice(((0, L.SEED), (L.SEED, L.STACK), (L.STACK, live))))
        record[at] = other(record[at], tuple(record), dice)
        play = Play(small(), Guarded(record), dice.choice((0, L.MODE_AUTO_CHANCE)))
        passed += tried(lambda r=record: verified().check_record(r), lambda p=play: p, dice, 5)  # type: ignore[misc]
    assert 0 < passed < tries * 20
