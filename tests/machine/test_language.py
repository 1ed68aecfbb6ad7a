"""The operations of the language, each in a tiny program, in both modes."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nightreel.machine import arithmetic
from nightreel.machine.modes import compiled, interpreted
from nightreel.machine.table import OPERATIONS
from nightreel.record import layout as L
from tests.machine.small import DECK, GIRL, KILLER, VICTIM, game, spaces, table
from tests.machine.tiny import END, FRAME, TOP, Ran, code, record

LOWEST, HIGHEST = -(1 << 31), (1 << 31) - 1
words = st.integers(LOWEST, HIGHEST)


def ran(
    program: list[int],
    g: list[int],
    tab: list[int] | None = None,
    mode: int = L.MODE_AUTO_CHANCE,
) -> Ran:
    """What a program comes to: the same interpreted and compiled."""
    given_table = [0] * 8 if tab is None else tab
    one, other = (Ran(m, program, given_table, g, mode) for m in (interpreted(), compiled()))
    assert one.words == other.words
    assert one.seat.found == other.seat.found
    return one


def result(name: str, *stack: int, inline: tuple[int, ...] = ()) -> int:
    """What an operation leaves on the stack."""
    after = ran(code((name, *inline)), record(stack))
    assert after.fault == L.FAULT_OPERATION
    assert len(after.stack) == 1
    return after.stack[0]


def jumps(
    name: str, *stack: int, inline: tuple[int, ...] = (), slots: tuple[int, ...] = ()
) -> bool:
    """Whether an operation, whose last word in the code is its target, goes there."""
    size = OPERATIONS[name].size
    after = ran([*code((name, *inline, size + 1)), END], record(stack, slots, (5, 6, 7)))
    assert after.at in (size, size + 1)
    assert after.stack == []
    return after.at == size + 1


class TestArithmetic:
    @given(words, words)
    def test_sums_wrap_at_32_bits(self, a: int, b: int) -> None:
        for name, sum_ in (("add", a + b), ("subtract", a - b)):
            assert (result(name, a, b) - sum_) % (1 << 32) == 0
        assert result("add_number", a, inline=(b,)) == result("add", a, b)

    @pytest.mark.parametrize(
        ("name", "a", "b", "expected"),
        [
            ("multiply", 7, -6, -42),
            ("multiply", 40_000, 2, 65_534),
            ("multiply", -40_000, -40_000, 1 << 30),
            ("divide_up", 7, 2, 4),
            ("divide_up", 6, 2, 3),
            ("divide_up", -7, 2, -3),
            ("divide_up", 7, 0, 0),
            ("divide_up", LOWEST, -1, LOWEST),
            ("remainder", 7, 3, 1),
            ("remainder", -7, 3, 2),
            ("remainder", 7, 0, 0),
            ("lesser", -1, 3, -1),
            ("greater", -1, 3, 3),
            ("both", 0b1100, 0b1010, 0b1000),
            ("either", 0b1100, 0b1010, 0b1110),
            ("without", 0b1100, 0b1010, 0b0100),
            ("equal", 4, 4, 1),
            ("equal", 4, 5, 0),
            ("unequal", 4, 4, 0),
            ("unequal", 4, 5, 1),
            ("less", 4, 4, 0),
            ("less", LOWEST, HIGHEST, 1),
            ("at_most", 4, 4, 1),
            ("at_most", 5, 4, 0),
            ("contains", 3, 0b1000, 1),
            ("contains", 2, 0b1000, 0),
            ("contains", -1, -1, 0),
            ("contains", L.SPACES - 1, -1, 0),
        ],
    )
    def test_of_two(self, name: str, a: int, b: int, expected: int) -> None:
        assert result(name, a, b) == expected

    @pytest.mark.parametrize(
        ("name", "a", "expected"),
        [
            ("negate", 5, -5),
            ("negate", LOWEST, LOWEST),
            ("is_zero", 0, 1),
            ("is_zero", -3, 0),
            ("only", 4, 1 << 4),
            ("only", 0, 0),
            ("only", L.PLACE_DEAD, 0),
        ],
    )
    def test_of_one(self, name: str, a: int, expected: int) -> None:
        assert result(name, a) == expected

    def test_a_word_of_the_record_wraps_too(self) -> None:
        after = ran(code(("increase", L.GLOBAL, 2)), record((), (), (HIGHEST,)))
        assert after.globals[0] == LOWEST + 1
        row = ran(code(("change_at", L.GLOBAL, 2, -2)), record((1,), (), (0, LOWEST)))
        assert row.globals[:2] == [0, HIGHEST - 1]

    @given(words)
    def test_what_fits_stays(self, word: int) -> None:
        assert arithmetic.wrapped(word) == word


class TestJumps:
    @pytest.mark.parametrize("a", [-1, 0, 1, 2])
    @pytest.mark.parametrize("b", [0, 1])
    def test_of_two_values(self, a: int, b: int) -> None:
        assert jumps("unless_equal", a, b) == (a != b)
        assert jumps("unless_unequal", a, b) == (a == b)
        assert jumps("unless_less", a, b) == (a >= b)
        assert jumps("unless_at_most", a, b) == (a > b)

    @pytest.mark.parametrize("a", [-1, 0, 4, 5, 6])
    def test_of_a_value_and_a_number(self, a: int) -> None:
        assert jumps("jump_if", a) == (a != 0)
        assert jumps("jump_unless", a) == (a == 0)
        assert jumps("unless_number", a, inline=(5,)) == (a != 5)
        assert jumps("unless_not_number", a, inline=(5,)) == (a == 5)
        assert jumps("unless_below", a, inline=(5,)) == (a >= 5)
        assert jumps("unless_from", a, inline=(5,)) == (a < 5)

    @pytest.mark.parametrize(
        ("group", "away"), [(0, True), (0b100, False), (0b110, True), (LOWEST, True)]
    )
    def test_unless_single(self, group: int, away: bool) -> None:
        assert jumps("unless_single", group) == away

    def test_hooks_and_sources(self) -> None:
        g = record(())
        g[L.HOOKS + 3] = 1
        g[L.ACTIVE + 1] = 1 << 2
        for name, yes, no in (("unless_hooked", 3, 4), ("unless_active", 18, 19)):
            for number, at in ((yes, 3), (no, 4)):
                assert ran([*code((name, number, 4)), END], g).at == at

    def test_a_call_returns_with_its_result(self) -> None:
        """The caller pushes one argument; the routine gives it back, one added."""
        start = code(("push_number", 41), ("call", 5))
        routine = code(("enter", 1, 8), ("local", -3), ("add_number", 1), ("give_value", 1))
        after = ran([*start, *routine], record(()))
        assert after.at == 4
        assert after.stack == [42]
        assert after.words[L.FP] == FRAME

    def test_a_routine_without_room_is_a_fault(self) -> None:
        after = ran(code(("call", 2), ("enter", 0, L.WORDS)), record(()))
        assert after.fault == L.FAULT_STACK

    @pytest.mark.parametrize("number", [-1, 1])
    def test_an_unknown_entry_is_a_fault(self, number: int) -> None:
        tab = table()
        tab[L.T_ENTRIES] = 1
        assert ran(code(("call_entry",)), record((number,)), tab).fault == L.FAULT_RANGE

    def test_a_cut_goes_to_the_innermost_catch(self) -> None:
        """What was on the stack is given up; the release leaves it as it was before."""
        program = code(("catch", 6), ("push_number", 9), ("cut",), ("drop",), ("release",))
        after = ran(program, record((7,)))
        assert after.stack == [7]
        assert [after.words[w] for w in (L.CUT_PC, L.CUT_SP, L.CUT_FP)] == [0, 0, 0]

    def test_a_cut_outside_is_a_fault(self) -> None:
        assert ran(code(("cut",)), record(())).fault == L.FAULT_CUT

    def test_the_end_of_a_game(self) -> None:
        after = ran(code(("finish", L.DEFEAT)), record(()))
        assert (after.words[L.STOP], after.words[L.RESULT]) == (L.STOP_OVER, L.DEFEAT)

    def test_an_endless_loop_is_a_fault(self) -> None:
        assert ran(code(("jump", 0)), record(())).fault == L.FAULT_BUDGET


def visited(name: str, *inline: int, g: list[int], tab: list[int], behind: int = 0) -> list[int]:
    """What a loop goes through: each thing is put on the stack."""
    size = OPERATIONS[name].size
    program = code((name, 0, *inline, size + 4), ("local", 0), ("jump", 0))
    g[L.FP], g[L.SP] = FRAME, TOP
    g[FRAME + 1] = behind
    return ran(program, g, tab).stack


class TestLoops:
    @pytest.fixture
    def tab(self) -> list[int]:
        return table()

    @pytest.fixture
    def g(self, tab: list[int]) -> list[int]:
        g = game(tab)
        for piece, place in ((1, 2), (2, 2), (3, 2), (4, 5), (5, L.PLACE_DEAD)):
            g[L.PLACE + piece] = place
        return g

    def test_pieces_on_the_map(self, g: list[int], tab: list[int]) -> None:
        both = L.CLASS_VICTIM | L.CLASS_GIRL
        assert visited("next_piece", both, g=g, tab=tab) == [1, 3, 4]

    def test_pieces_in_a_place(self, g: list[int], tab: list[int]) -> None:
        every = L.CLASSES - 1
        assert visited("next_piece_at", every, g=g, tab=tab, behind=2) == [1, 2, 3]
        assert visited("next_piece_at", every, g=g, tab=tab, behind=0) == []

    def test_pieces_of_a_kind_wherever_they_are(self, g: list[int], tab: list[int]) -> None:
        for kind, pieces in ((VICTIM, [3, 4, 5]), (GIRL, [1]), (KILLER, [2])):
            assert visited("next_of_kind", kind, g=g, tab=tab) == pieces

    def test_spaces_of_a_set(self, g: list[int], tab: list[int]) -> None:
        assert visited("next_space", g=g, tab=tab, behind=spaces(2, 6, 30)) == [2, 6, 30]
        assert visited("next_space", g=g, tab=tab, behind=0) == []

    def test_numbers(self, g: list[int], tab: list[int]) -> None:
        assert visited("next_number", g=g, tab=tab, behind=3) == [1, 2, 3]
        assert visited("next_number", g=g, tab=tab, behind=0) == []

    def test_action_cards_of_which_there_is_a_copy(self, g: list[int], tab: list[int]) -> None:
        g[L.HAND + 1], g[L.HAND + 31] = 2, 1
        assert visited("next_act", L.HAND, g=g, tab=tab) == [1, 31]

    def test_cards_that_lie_in_a_zone(self, g: list[int], tab: list[int]) -> None:
        g[L.CARD_ZONE + 3] = g[L.CARD_ZONE + 6] = DECK
        assert visited("next_card", g=g, tab=tab, behind=DECK) == [3, 6]
        assert visited("next_card", g=g, tab=tab, behind=0) == []

    def test_ways_that_touch_a_space(self, g: list[int], tab: list[int]) -> None:
        assert visited("next_way", g=g, tab=tab, behind=2) == [1, 2, 5]
        assert visited("next_way", g=g, tab=tab, behind=0) == [1, 2, 3, 4, 5, 6]


class TestQuestions:
    def test_a_legal_answer_stays_legal(self) -> None:
        program = code(
            ("question",),
            ("push_number", 4),
            ("offer", L.SPACE_ACTION),
            ("push_number", 4),
            ("refuse", L.SPACE_ACTION, L.ANSWER_CLAUSE),
            ("push_number", 5),
            ("refuse", L.SPACE_ACTION, L.ANSWER_CLAUSE + 1),
        )
        after = ran(program, record(()))
        assert after.seat.found == [L.SPACE_ACTION + 4, L.SPACE_ACTION + 5]
        assert after.seat.legal == [L.SPACE_ACTION + 4]

    @pytest.mark.parametrize("thing", [-1, L.ACTIONS, HIGHEST])
    @pytest.mark.parametrize("operation", ["offer", "refuse"])
    def test_a_thing_outside_the_actions_is_a_fault(self, operation: str, thing: int) -> None:
        more = (L.ANSWER_CLAUSE,) if operation == "refuse" else ()
        program = code(("question",), ("push_number", thing), (operation, 1, *more))
        assert ran(program, record(())).fault == L.FAULT_RANGE

    def test_a_single_answer_answers_itself(self) -> None:
        program = code(("question",), ("push_number", 4), ("offer", 0), ("ask", 0))
        assert ran(program, record(())).stack == [4]
        g = record(())
        g[L.OPTIONS] = L.OPTION_ASK_SINGLE
        assert ran(program, g).words[L.STOP] == L.STOP_PLAYER

    def test_a_question_without_an_answer_is_a_fault(self) -> None:
        assert ran(code(("question",), ("ask", 0)), record(())).fault == L.FAULT_EMPTY
        after = ran(code(("question",), ("ask_thing", 0, L.PIECE_ACTION)), record(()))
        assert after.stack == [L.PIECE_ACTION]

    def test_pieces_that_are_alike_are_offered_once(self) -> None:
        g = game(table())
        for piece, place in ((3, 2), (4, 2), (5, 3)):
            g[L.PLACE + piece] = place
        g[L.FP] = g[L.SP] = TOP
        offers = [
            operation
            for piece in (3, 4, 5)
            for operation in (("push_number", piece), ("offer_piece", L.PIECE_ACTION))
        ]
        after = ran(code(("question",), *offers), g)
        assert after.seat.legal == [L.PIECE_ACTION + 3, L.PIECE_ACTION + 5]

    def test_chance_draws_by_weight_and_counts_the_draw(self) -> None:
        """Of outcomes with weights 0 and 3 the second comes; its stream has moved on."""
        program = code(
            ("question",),
            ("push_number", 1),
            ("push_number", 0),
            ("outcome", 0),
            ("push_number", 2),
            ("push_number", 3),
            ("outcome", 0),
            ("ask_chance", 5, 0),
        )
        after = ran(program, record(()))
        assert after.stack == [2]
        assert after.words[L.STREAM + 5] == 1
        asked = ran(program, record(()), mode=0)
        assert asked.words[L.STOP] == L.STOP_CHANCE
        assert asked.seat.legal == [2]
        assert asked.words[L.STREAM + 5] == 0

    def test_too_great_a_weight_is_a_fault(self) -> None:
        program = code(("question",), ("outcome", 0))
        assert ran(program, record((1, L.WEIGHT_MAX + 1))).fault == L.FAULT_RANGE

    def test_a_die(self) -> None:
        faces = {ran(code(("roll", n, 6)), record(())).stack[0] for n in range(L.STREAMS)}
        assert faces <= set(range(1, 7))
        assert len(faces) > 1
        asked = ran(code(("roll", 2, 6)), record(()), mode=0)
        assert asked.seat.legal == [1, 2, 3, 4, 5, 6]
