"""Cards in zones, rules of sources, uses of abilities."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nightreel.machine import cards
from nightreel.record import layout as L
from tests.machine.small import DECK, DECK_CARDS, DISCARD, OTHER, game, table


@pytest.fixture
def tab() -> list[int]:
    return table()


@pytest.fixture
def g(tab: list[int]) -> list[int]:
    return game(tab)


def deck(g: list[int], tab: list[int], zone: int = DECK) -> list[int]:
    """The cards of an ordered zone from the bottom up, 0 for an unseen one."""
    base = L.SLOT + tab[L.T_ZONE_BASE + zone]
    return g[base : base + g[L.ZONE_COUNT + zone]]


class TestDecks:
    def test_cards_are_dealt_unseen(self, g: list[int], tab: list[int]) -> None:
        """Nothing is drawn before it is revealed: all six may still be among the four."""
        assert deck(g, tab) == [0, 0, 0, 0]
        assert cards.unseen(g, tab, DECK) == len(DECK_CARDS)
        assert cards.count_in(g, tab, DECK) == 4
        assert cards.top(g, tab, DECK) == 0

    def test_no_more_cards_are_dealt_than_there_are(self, tab: list[int]) -> None:
        """SET-3: without a Finale none lies face down; what lies in a deck is not dealt again."""
        g = game(tab)
        assert cards.set_aside(g, tab, DECK) == 2
        cards.deal(g, tab, DECK, 9)
        assert deck(g, tab) == [0] * 6
        assert cards.set_aside(g, tab, DECK) == 0
        cards.show_top(g, tab, DECK, 3)
        cards.forget(g, tab, DECK)
        cards.deal(g, tab, DECK, 1)
        assert deck(g, tab) == [0] * 6
        assert g[L.FAULT] == 0

    def test_no_card_lies_nowhere(self, g: list[int], tab: list[int]) -> None:
        """EFF-1: what cannot be applied is skipped; nothing lies in no zone."""
        cards.lay(g, 0, DISCARD)
        cards.slip_under(g, tab, DECK, 0)
        cards.show_top(g, tab, DECK, 0)
        assert g[L.CARD_ZONE] == 0

    def test_the_top_card_is_shown(self, g: list[int], tab: list[int]) -> None:
        cards.show_top(g, tab, DECK, 3)
        assert cards.top(g, tab, DECK) == 3
        assert deck(g, tab) == [0, 0, 0, 3]
        assert cards.unseen(g, tab, DECK) == 5

    def test_a_card_that_was_seen_is_no_longer_among_the_unseen(
        self, g: list[int], tab: list[int]
    ) -> None:
        cards.show_top(g, tab, DECK, 3)
        assert [cards.nth_unseen(g, tab, DECK, n) for n in range(6)] == [1, 2, 4, 5, 6, 0]

    def test_the_top_card_is_taken(self, g: list[int], tab: list[int]) -> None:
        cards.show_top(g, tab, DECK, 3)
        cards.drop_top(g, tab, DECK)
        cards.lay(g, 3, DISCARD)
        assert deck(g, tab) == [0, 0, 0]
        assert cards.count_in(g, tab, DISCARD) == 1

    def test_a_card_goes_to_the_bottom(self, g: list[int], tab: list[int]) -> None:
        cards.show_top(g, tab, DECK, 3)
        cards.slip_under(g, tab, DECK, 5)
        assert deck(g, tab) == [5, 0, 0, 0, 3]
        assert g[L.CARD_ZONE + 5] == DECK

    def test_shuffling_forgets_which_card_lies_where(self, g: list[int], tab: list[int]) -> None:
        cards.show_top(g, tab, DECK, 3)
        cards.slip_under(g, tab, DECK, 5)
        cards.forget(g, tab, DECK)
        assert deck(g, tab) == [0] * 5
        assert cards.loose(g, tab, DECK) == 2
        assert cards.unseen(g, tab, DECK) == len(DECK_CARDS) - 2

    def test_a_card_shuffled_in_lies_in_one_of_the_unseen_slots(
        self, g: list[int], tab: list[int]
    ) -> None:
        """Card 3 is in one of four slots for certain; the three others hold three of the five."""
        cards.show_top(g, tab, DECK, 3)
        cards.forget(g, tab, DECK)
        weights = [cards.weight_in(g, tab, DECK, card) for card in DECK_CARDS]
        assert weights == [5 if card == 3 else 3 for card in DECK_CARDS]
        assert sum(weights) == 4 * 5

    def test_a_card_is_taken_out_of_the_middle(self, g: list[int], tab: list[int]) -> None:
        cards.slip_under(g, tab, DECK, 5)
        cards.take_out(g, tab, DECK, 5)
        assert deck(g, tab) == [0, 0, 0, 0]
        cards.take_out(g, tab, DECK, 5)
        assert cards.count_in(g, tab, DECK) == 4

    def test_an_empty_deck_gives_nothing(self, g: list[int], tab: list[int]) -> None:
        for _ in range(5):
            cards.drop_top(g, tab, DECK)
        assert cards.count_in(g, tab, DECK) == 0
        assert cards.top(g, tab, DECK) == 0
        cards.show_top(g, tab, DECK, 1)
        assert g[L.CARD_ZONE + 1] == 0

    def test_a_full_zone_is_a_fault_and_takes_nothing(self, g: list[int], tab: list[int]) -> None:
        cards.push(g, tab, OTHER, 1)
        cards.push(g, tab, OTHER, 2)
        assert g[L.FAULT] == 0
        cards.push(g, tab, OTHER, 4)
        assert g[L.FAULT] == L.FAULT_ZONE
        assert deck(g, tab, OTHER) == [1, 2]
        assert g[L.CARD_ZONE + 4] == 0

    @given(st.lists(st.sampled_from(["push", "under", "drop", "forget"]), max_size=30))
    def test_a_card_never_lies_in_a_deck_twice(self, deeds: list[str]) -> None:
        tab = table()
        g = game(tab)
        for deed in deeds:
            card = cards.nth_unseen(g, tab, DECK, 0)
            room = g[L.ZONE_COUNT + DECK] < len(DECK_CARDS)
            if deed == "push" and card and room:
                cards.push(g, tab, DECK, card)
            elif deed == "under" and card and room:
                cards.slip_under(g, tab, DECK, card)
            elif deed == "drop":
                top = cards.top(g, tab, DECK)
                cards.drop_top(g, tab, DECK)
                if top:
                    cards.lay(g, top, DISCARD)
            elif deed == "forget":
                cards.forget(g, tab, DECK)
            seen = [card for card in deck(g, tab) if card]
            assert len(seen) == len(set(seen))
            assert all(g[L.CARD_ZONE + card] == DECK for card in seen)
        assert g[L.FAULT] == 0


class TestSources:
    SOURCE = 37
    HOOKS = (4, 9, 4)

    @pytest.fixture
    def heard(self, tab: list[int]) -> list[int]:
        """A table in which the source listens to two moments, to one of them twice."""
        at = L.T_ROWS
        tab[L.T_SOURCE_HOOKS + self.SOURCE] = at
        tab[at : at + 4] = [len(self.HOOKS), *self.HOOKS]
        return tab

    def test_its_rules_are_heard_while_they_hold(self, g: list[int], heard: list[int]) -> None:
        cards.activate(g, heard, self.SOURCE)
        assert cards.is_active(g, self.SOURCE) == 1
        assert (g[L.HOOKS + 4], g[L.HOOKS + 9]) == (2, 1)
        cards.deactivate(g, heard, self.SOURCE)
        assert cards.is_active(g, self.SOURCE) == 0
        assert (g[L.HOOKS + 4], g[L.HOOKS + 9]) == (0, 0)

    def test_twice_is_as_once(self, g: list[int], heard: list[int]) -> None:
        before = list(g)
        cards.deactivate(g, heard, self.SOURCE)
        assert g == before
        cards.activate(g, heard, self.SOURCE)
        once = list(g)
        cards.activate(g, heard, self.SOURCE)
        assert g == once

    @given(st.sets(st.integers(0, L.SOURCES - 1)))
    def test_each_has_a_bit_of_its_own(self, active: set[int]) -> None:
        tab = table()
        tab[L.T_SOURCE_HOOKS : L.T_SOURCE_HOOKS + L.SOURCES] = [L.T_ROWS] * L.SOURCES
        g = game(tab)
        for source in active:
            cards.activate(g, tab, source)
        assert {s for s in range(L.SOURCES) if cards.is_active(g, s)} == active
        assert all(0 <= word < 1 << L.BITS for word in g[L.ACTIVE : L.HOOKS])


class TestAbilities:
    PHASE, TURN, GAME = 0, 1, 2

    def uses(self, g: list[int], ability: int) -> list[int]:
        """Whether it was used in this phase, turn and game."""
        return [cards.used(g, ability, period) for period in (self.PHASE, self.TURN, self.GAME)]

    @pytest.mark.parametrize("ability", [0, 15, 16, L.ABILITIES - 1])
    def test_a_use_is_forgotten_in_its_time(self, g: list[int], ability: int) -> None:
        assert self.uses(g, ability) == [0, 0, 0]
        cards.use(g, ability)
        assert self.uses(g, ability) == [1, 1, 1]
        cards.renew(g, self.PHASE)
        assert self.uses(g, ability) == [0, 1, 1]
        cards.renew(g, self.TURN)
        assert self.uses(g, ability) == [0, 0, 1]

    def test_others_are_not_touched(self, g: list[int]) -> None:
        cards.use(g, 20)
        assert [a for a in range(L.ABILITIES) if cards.used(g, a, self.GAME)] == [20]


class TestActionCards:
    HAND, TABLEAU, PILE = 0, 1, 2

    def test_all_of_one_place_go_to_another(self, g: list[int]) -> None:
        """PLAN-4: the discard pile goes back into the Tableau."""
        g[L.DISCARD + 3], g[L.DISCARD + 7], g[L.TABLEAU + 7] = 2, 1, 1
        cards.shift_acts(g, self.PILE, self.TABLEAU)
        assert (g[L.TABLEAU + 3], g[L.TABLEAU + 7]) == (2, 2)
        assert g[L.DISCARD : L.DISCARD + L.ACTS] == [0] * L.ACTS

    @pytest.mark.parametrize(("source", "goal"), [(-1, 0), (0, 3), (3, 1), (1, 1)])
    def test_there_are_no_other_places(self, g: list[int], source: int, goal: int) -> None:
        g[L.HAND + 1] = g[L.TABLEAU + 2] = g[L.DISCARD + 3] = 1
        before = list(g)
        cards.shift_acts(g, source, goal)
        assert g == before

    def test_the_size_of_the_hand_counts_copies(self, g: list[int]) -> None:
        """HAND-2."""
        g[L.HAND + 1], g[L.HAND + 5] = 2, 1
        assert cards.hand_size(g) == 3
