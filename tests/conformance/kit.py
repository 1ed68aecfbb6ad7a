"""What must hold at every state of every game: questions, copies, secrets, conservation.

Each check raises AssertionError.  Everything is counted anew from the bare record, with none
of the functions that keep it in order.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any, Final

import numpy as np
import pytest

from nightreel.machine import board
from nightreel.machine.seat import Asked
from nightreel.machine.verify import Verified
from nightreel.record import layout as L
from nightreel.record.log import Log
from nightreel.reel.program import Program
from nightreel.table.errors import IllegalAction, UnknownAction
from nightreel.table.rules import rules
from nightreel.table.state import State, deserialize
from nightreel.table.view import view
from nightreel.table.wording import (
    LogEntry,
    action_texts,
    question_text,
    read_log,
    refusals,
    why_not,
)

BLACK: Final = 1
TOKENS_IN_THE_BOX: Final = 9
BLANKS: Final = 6
HEARTS: Final = 3
ACTION_WINDOW: Final = "Your Action phase"
OTHER_SEED: Final = 2718281828


_PROOFS: list[tuple[Program, Verified]] = []


def verified(program: Program) -> Verified:
    """The proof of a program, against which records are held."""
    for known, proof in _PROOFS:
        if known is program:
            return proof
    _PROOFS.append((program, Verified(program)))
    return _PROOFS[-1][1]


def words_of(state: State) -> list[int]:
    """The record as plain ints."""
    words: list[int] = state.words.tolist()
    return words


def said(asked: Asked) -> tuple[list[int], list[int], list[int], int]:
    """What a question says of each action, and the weights of chance with their sum."""
    weights = [asked.numbers[2 * a] for a in asked.legal] if asked.touched[L.WEIGHTS] else []
    return asked.answers, asked.actions, weights, asked.touched[L.WEIGHTS]


# ---------------------------------------------------------------- questions


def check_question(state: State) -> None:
    """Legal actions are there and sorted, their words differ, every refusal has its rule."""
    legal = state.legal_actions()
    assert legal, "no legal action before the end"
    assert legal == sorted(set(legal)), "legal actions are not sorted"
    assert legal[0] >= 0
    assert legal[-1] < L.ACTIONS
    texts = action_texts(state)
    assert list(texts) == legal
    assert_words(question_text(state), *texts.values())
    assert len(set(texts.values())) == len(texts), f"words that are alike: {texts}"
    if state.is_chance_node():
        check_chance(state)
    else:
        check_refusals(state)


def assert_words(*texts: str) -> None:
    """Words for people: something is said, no brace is left unfilled."""
    for text in texts:
        assert text.strip(), "no words"
        assert "{" not in text, text
        assert "}" not in text, text


def check_chance(state: State) -> None:
    """Chances add up to one, and nothing impossible is among the outcomes."""
    asked, outcomes = state.asked, state.chance_outcomes()
    assert [action for action, _ in outcomes] == state.legal_actions()
    assert all(chance > 0 for _, chance in outcomes)
    assert sum(chance for _, chance in outcomes) == pytest.approx(1)
    assert sum(asked.numbers[2 * a] for a in asked.legal) == asked.touched[L.WEIGHTS]
    assert state.drawn_outcome() in asked.legal
    assert asked.actions == asked.legal, "chance refuses nothing"


def is_like(state: State, action: int, other: int) -> bool:
    """Whether two actions name pieces that are the same for every rule, refused alike."""
    words = state.words
    pieces = [a - L.PIECE_ACTION for a in (action, other)]
    if not all(0 < piece < L.PIECES for piece in pieces):
        return False
    rows = (L.KIND, L.PLACE, L.HEALTH)
    same = all(words[row + pieces[0]] == words[row + pieces[1]] for row in rows)
    return same and why_not(state, action) == why_not(state, other)


def check_refusals(state: State) -> None:
    """Every refused action gives words and a rule id, and changes nothing."""
    refused = refusals(state)
    every = set(state.asked.actions) - set(state.legal_actions())
    assert set(refused) <= every
    for action in every - set(refused):
        assert any(is_like(state, action, other) for other in refused), f"{action} is not told"
    assert len(set(refused.values())) == len(refused), f"words that are alike: {refused}"
    before = state.serialize()
    for action in refused:
        why = why_not(state, action)
        assert_words(refused[action], why)
        rule = why[why.rindex("(") + 1 : why.rindex(")")]
        assert rule in rules(), why
        with pytest.raises(IllegalAction):
            state.apply_action(action)
    unknown = next(a for a in range(L.ACTIONS) if a not in state.asked.actions)
    for action in (unknown, -1, L.ACTIONS):
        with pytest.raises(UnknownAction):
            state.apply_action(action)
    assert state.serialize() == before


# ---------------------------------------------------------------- copies


def check_copies(state: State, action: int) -> tuple[State, list[LogEntry]]:
    """Copy and apply is apply; a state that was saved and loaded goes on in the same way.

    Returns the state after the answer, and what was logged.
    """
    before, asked = state.serialize(), said(state.asked)
    copy = state.clone()
    loaded = deserialize(state.program, before, explicit_chance=True)
    assert copy == state
    assert hash(copy) == hash(state)
    assert loaded.serialize() == before
    assert said(loaded.asked) == asked, "a loaded state asks something else"
    logs = [Log() for _ in range(2)]
    copy.apply_action(action, logs[0])
    loaded.apply_action(action, logs[1])
    assert loaded.serialize() == copy.serialize()
    assert logs[0] == logs[1]
    assert said(loaded.asked) == said(copy.asked)
    assert state.serialize() == before, "the original has changed"
    assert said(state.asked) == asked, "the question of the original has changed"
    entries = read_log(copy, logs[0])
    for entry in entries:
        assert_words(entry.text)
        assert set(entry.rules) <= rules().keys(), entry
    return copy, entries


# ---------------------------------------------------------------- hidden things


def check_hidden(state: State) -> None:
    """No view holds the generator, a secret, or a card that nobody has seen (SET-7)."""
    seen = state.view()
    hidden = state.hidden_words()
    assert not any(seen.words[hidden])
    open_words = np.ones(L.WORDS, dtype=bool)
    open_words[hidden] = False
    assert (seen.words == state.words)[open_words].all()
    twin = other_future(state)
    assert twin.view().serialize() == seen.serialize(), "a view tells of what is to come"
    assert said(twin.asked) == said(state.asked), "a question tells of what is to come"
    shown = view(state)
    assert view(twin) == shown
    assert not unseen_titles(state) & set(texts_in(shown))
    json.dumps(shown)


def other_future(state: State) -> State:
    """The same game with another generator and other secrets, asked anew."""
    words = state.reseeded(OTHER_SEED).words
    return State(state.program, words, explicit_chance=True)


def unseen_titles(state: State) -> set[str]:
    """Titles that only cards have which nobody has seen."""
    things = state.program.things
    zones = words_of(state)[L.CARD_ZONE : L.CARD_ZONE + L.CARDS]
    cards = list(enumerate(things["card"]))[1:]
    known = {card.title for n, card in cards if zones[n]}
    known |= {t.title for type_, all_ in things.items() if type_ != "card" for t in all_}
    boards = state.program.facts["boards"].values()
    known |= {text for board_ in boards for text in texts_in(board_)}
    places = words_of(state)[L.PLACE : L.PLACE + L.PIECES]
    known |= {card.title for n, card in cards if L.PLACE_CARD + n in places}
    return {card.title for n, card in cards if not zones[n]} - known


def texts_in(value: Any) -> Iterator[str]:
    """All texts of a view."""
    if isinstance(value, str):
        yield value
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    for part in parts:
        yield from texts_in(part)


# ---------------------------------------------------------------- conservation


def check_conserved(state: State) -> None:
    """Nothing is lost and nothing comes out of nowhere."""
    g, program = words_of(state), state.program
    check_acts(g, program)
    check_cards(g, program)
    check_pieces(g, program)
    check_tokens(g, program)
    check_counts(g, program)
    check_hooks(g, program)
    check_map(g, program)
    verified(program).check_record(g)


def check_acts(g: list[int], program: Program) -> None:
    """Every copy of an Action card is in hand, in the Tableau or in the discard pile (ACT-4)."""
    at, length = program.facts["rows"]["act_copies"]
    copies = program.table[at : at + length]
    for act in range(L.ACTS):
        rows = [g[row + act] for row in (L.HAND, L.TABLEAU, L.DISCARD)]
        assert min(rows) >= 0, (act, rows)
        assert sum(rows) == (copies[act] if act < length else 0), (act, rows)


def check_cards(g: list[int], program: Program) -> None:
    """Every card lies in one zone; slots, zones and what is unseen agree (TERM-1)."""
    table, known = program.table, len(program.things["card"])
    assert not any(g[L.CARD_ZONE + known : L.CARD_ZONE + L.CARDS])
    assert g[L.CARD_ZONE] == 0, "no card lies somewhere"
    places: Counter[int] = Counter()
    hidden: Counter[int] = Counter()
    for zone in range(L.ZONES):
        lying = check_zone(g, table, zone)
        places.update(card for card in lying if card)
        loose = [c for c in range(1, L.CARDS) if g[L.CARD_ZONE + c] == zone and c not in lying]
        if table[L.T_ZONE_SIZE + zone]:
            assert len(loose) <= lying.count(0), f"zone {zone}: no slot for {loose}"
            hidden[table[L.T_ZONE_POOL + zone]] += lying.count(0) - len(loose)
    assert all(n == 1 for n in places.values()), "a card lies in two places"
    for pool, slots in hidden.items():
        unseen = sum(
            1 for c in range(1, known) if table[L.T_POOL + c] == pool and not g[L.CARD_ZONE + c]
        )
        assert slots <= unseen, f"pool {pool}: {slots} unseen slots, {unseen} unseen cards"


def check_zone(g: list[int], table: tuple[int, ...], zone: int) -> list[int]:
    """The cards of an ordered zone are written where they lie; returns its slots in use."""
    size, count = table[L.T_ZONE_SIZE + zone], g[L.ZONE_COUNT + zone]
    assert 0 <= count <= size, f"zone {zone}: {count} of {size}"
    base = L.SLOT + table[L.T_ZONE_BASE + zone]
    assert not any(g[base + count : base + size]), f"zone {zone}: a card above the top"
    lying = g[base : base + count]
    for card in lying:
        assert card == 0 or g[L.CARD_ZONE + card] == zone, f"card {card} is not in zone {zone}"
    return lying


def check_pieces(g: list[int], program: Program) -> None:
    """Every piece is in one place that there is; no piece is lost, none comes along."""
    table = program.table
    for piece in range(L.PIECES):
        kind, place = g[L.KIND + piece], g[L.PLACE + piece]
        assert (kind > 0) == (table[L.T_PIECE_KIND + piece] > 0), f"piece {piece} of kind {kind}"
        assert kind < len(program.things["kind"])
        assert kind > 0 or place == L.PLACE_SUPPLY
        assert is_place(g, program, piece, place), f"piece {piece} is in {place}"
        assert g[L.HEALTH + piece] >= 0, f"piece {piece} has {g[L.HEALTH + piece]} health"
    girls = [p for p in range(L.PIECES) if table[L.T_KIND_CLASS + g[L.KIND + p]] == L.CLASS_GIRL]
    assert girls == [1]


def is_place(g: list[int], program: Program, piece: int, place: int) -> bool:
    """Whether there is such a place for a piece."""
    table = program.table
    if place >= L.PLACE_CARD:
        return 0 < place - L.PLACE_CARD < len(program.things["card"])
    if place >= L.PLACE_PIECE:
        carrier = place - L.PLACE_PIECE
        return carrier not in (0, piece) and 0 < g[L.PLACE + carrier] < L.PLACE_WAY
    if L.PLACE_WAY < place < L.PLACE_DEAD:
        return place - L.PLACE_WAY <= table[L.T_WAYS]
    if place in (L.PLACE_DEAD, L.PLACE_SAVED, L.PLACE_AWAY, L.PLACE_GONE, L.PLACE_SUPPLY):
        return True
    return 0 < place <= table[L.T_SPACES]


def check_tokens(g: list[int], program: Program) -> None:
    """Of nine Final Health tokens each is unseen or was revealed for somebody (COMP-5)."""
    find = program.states
    blanks = g[find["blanks"].address]
    hearts = g[find["hearts"].address + 1 : find["hearts"].address + find["hearts"].length]
    if not g[find["tokens_laid_out"].address]:
        assert (blanks, hearts) == (BLANKS, [0] * HEARTS)
        return
    assert 0 <= blanks <= BLANKS
    assert all(n in (0, 1) for n in hearts)
    owners = [p for p in range(L.PIECES) if g[L.KIND + p] and has_token(program, g[L.KIND + p])]
    seen = find["seen_token"].address
    revealed = [
        p
        for p in owners
        if g[L.MARK + p] > BLACK or g[L.HEALTH + p] == 0 or (p < 8 and g[seen + p])
    ]
    gone = TOKENS_IN_THE_BOX - blanks - sum(hearts)
    assert gone <= len(revealed), f"{gone} tokens revealed, for the pieces {revealed}"


def has_token(program: Program, kind: int) -> bool:
    """Whether pieces of a kind have a Final Health token."""
    at, _ = program.facts["rows"]["kind_token"]
    return bool(program.table[at + kind])


def check_counts(g: list[int], program: Program) -> None:
    """Victims, Minions and Killers in each space are counted right."""
    rows = {
        L.CLASS_VICTIM: L.VICTIMS_AT,
        L.CLASS_MINION: L.MINIONS_AT,
        L.CLASS_KILLER: L.KILLERS_AT,
    }
    for cls, row in rows.items():
        counted = [0] * L.SPACES
        for piece in range(L.PIECES):
            place = g[L.PLACE + piece]
            here = program.table[L.T_KIND_CLASS + g[L.KIND + piece]] == cls
            if here and 0 < place < L.SPACES:
                counted[place] += 1
        assert g[row : row + L.SPACES] == counted, (cls, counted)


def check_hooks(g: list[int], program: Program) -> None:
    """As many active sources listen to each moment as are written down."""
    listening = [0] * L.HOOKS_MAX
    for source in range(L.SOURCES):
        if g[L.ACTIVE + source // L.BITS] >> source % L.BITS & 1:
            at = program.table[L.T_SOURCE_HOOKS + source]
            for hook in program.table[at + 1 : at + 1 + program.table[at]]:
                listening[hook] += 1
    assert g[L.HOOKS : L.HOOKS + L.HOOKS_MAX] == listening


def check_map(g: list[int], program: Program) -> None:
    """What is one step away is what open ways and spaces allow (MOV-1)."""
    if not any(g[L.NEAR : L.NEAR + 4 * L.SPACES]):
        return  # setup has not come so far
    anew = list(g)
    board.refresh_map(anew, program.table)
    assert anew[L.NEAR : L.NEAR + 4 * L.SPACES] == g[L.NEAR : L.NEAR + 4 * L.SPACES]


# ---------------------------------------------------------------- the machine


def check_machine(state: State) -> None:
    """No fault, no endless phase, a stack inside the record."""
    g = words_of(state)
    assert g[L.FAULT] == 0, L.FAULTS.get(g[L.FAULT])
    assert 0 <= g[L.PERIOD] < L.PERIOD_MAX
    assert state.is_terminal() or L.STACK <= g[L.FP] <= g[L.SP] < L.WORDS
    assert (g[L.STOP] == L.STOP_OVER) == (g[L.RESULT] != 0)
    assert g[L.STOP] in (L.STOP_PLAYER, L.STOP_CHANCE, L.STOP_OVER)
    assert state.returns() == [{L.VICTORY: 1.0, L.DEFEAT: -1.0}.get(g[L.RESULT], 0.0)]


def stack_at_window(state: State) -> tuple[int, ...] | None:
    """Height of stack and cuts at the window of the Action phase; None elsewhere."""
    if state.is_terminal() or state.is_chance_node():
        return None
    if not question_text(state).startswith(ACTION_WINDOW):
        return None
    return tuple(int(state.words[w]) for w in (L.SP, L.FP, L.CUT_PC, L.CUT_SP, L.CUT_FP))
