"""What is asked about lies beside the question, on every screen."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from nightreel.table.wording import question_text
from nightreel.web.kept.sitting import Sitting
from nightreel.web.playing.shown import Offer
from tests.web.browser.table import (
    PHONE,
    TableAt,
    answered,
    ended,
    in_action,
    planning,
    rolling,
    until_followed,
)
from tests.web.browser.test_following import STILL


def top(page: Page, selector: str) -> float:
    """How far down the page a part begins."""
    box = page.locator(selector).bounding_box()
    assert box is not None
    return box["y"]


def test_the_cards_that_can_be_taken_lie_next_to_the_map(at_table: TableAt) -> None:
    page = at_table(planning)
    expect(page.locator("#tableau-name")).to_be_in_viewport()
    assert top(page, "#tableau") < top(page, "#hand")


def test_the_cards_that_can_be_played_lie_next_to_the_map(at_table: TableAt) -> None:
    page = at_table(in_action)
    expect(page.locator("#hand-name")).to_be_in_viewport()
    assert top(page, "#hand") < top(page, "#tableau")


def test_the_card_that_is_rolled_for_has_its_chances_and_no_other(at_table: TableAt) -> None:
    page = at_table(rolling)
    expect(page.locator(".resolved dd[id]").first).to_have_text(re.compile(r"\d %"))
    assert not any(page.locator("#hand dd[id]").all_inner_texts())


def test_at_the_end_no_card_is_shown_as_played(at_table: TableAt) -> None:
    page = at_table(ended)
    expect(page.locator("#rematch")).to_be_visible()
    expect(page.locator(".resolved")).to_have_count(0)


def test_on_a_low_screen_map_and_question_lie_side_by_side(at_table: TableAt) -> None:
    page = at_table(in_action, viewport={"width": 844, "height": 390})
    expect(page.locator("#tall-pieces .girl")).to_be_visible()
    expect(page.locator("#answers button").first).to_be_in_viewport()
    assert abs(top(page, "#map") - top(page, "#question")) < 10


def attacked(sitting: Sitting, _: list[Offer]) -> bool:
    """Where the Killer stands before her."""
    return question_text(sitting.state).startswith("You are attacked")


@pytest.mark.parametrize(("shown", "name"), [({}, "wide"), (PHONE, "tall")])
def test_she_and_the_killer_do_not_cover_each_other(
    at_table: TableAt, shown: dict[str, Any], name: str
) -> None:
    page = at_table(attacked, **shown)
    pieces = (page.locator(f"#{name}-pieces > .{kind} > use") for kind in ("girl", "killer"))
    girl, killer = (
        piece.evaluate("node => node.getBoundingClientRect().toJSON()") for piece in pieces
    )
    assert girl["right"] <= killer["left"]


def test_on_a_phone_the_figures_keep_their_words_for_who_listens(at_table: TableAt) -> None:
    page = at_table(in_action, **PHONE)
    assert "Time" in page.locator(".figures").aria_snapshot()


@pytest.mark.parametrize("size", [(1440, 900), (1100, 800)])
def test_the_question_stays_in_view_and_covers_nothing(
    at_table: TableAt, size: tuple[int, int]
) -> None:
    page = at_table(planning, viewport={"width": size[0], "height": size[1]})
    asked = page.locator("#question")
    for part in ("hand", "tableau", "killer", "girl", "decks", "log"):
        page.locator(f"#{part}").scroll_into_view_if_needed()
        here, there = asked.bounding_box(), page.locator(f"#{part}").bounding_box()
        assert here is not None
        assert there is not None
        assert there["x"] + there["width"] <= here["x"], part
        expect(page.locator("#asked")).to_be_in_viewport()


@pytest.mark.parametrize("size", [(1440, 900), (1024, 768)])
def test_no_card_is_cut_off_where_there_is_a_mouse(
    at_table: TableAt, size: tuple[int, int]
) -> None:
    page = at_table(in_action, viewport={"width": size[0], "height": size[1]})
    for row in page.locator(".acts .row").all():
        wide, seen, spare = row.evaluate(
            """node => [node.scrollWidth, node.clientWidth,
                node.children[1].offsetLeft - node.children[0].offsetLeft
                - node.children[0].offsetWidth]"""
        )
        assert wide <= seen
        assert spare < 16, "cards stand side by side"


def test_on_a_phone_no_answer_looks_pointed_at_after_a_tap(at_table: TableAt) -> None:
    page = at_table(in_action, **PHONE)
    answered(page, page.locator("#answers button").nth(1).tap)
    edges = "all => new Set(all.map(node => getComputedStyle(node).borderColor)).size"
    assert page.locator("#answers button").evaluate_all(edges) == 1


def test_while_several_phases_are_followed_none_is_named(at_table: TableAt) -> None:
    page = at_table(**STILL)
    until_followed(page)
    expect(page.locator(".turn b")).not_to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".turn b")).to_be_visible()


@pytest.mark.parametrize("width", [1440, 1024, 390])
def test_the_horror_track_stays_on_her_board(at_table: TableAt, width: int) -> None:
    page = at_table(in_action, viewport={"width": width, "height": 768})
    right = "node => node.getBoundingClientRect().right"
    board = page.locator("#girl").evaluate(right)
    spaces = page.locator(".track li").all()
    assert len(spaces) == 8
    for space in spaces:
        assert space.evaluate(right) < board
        assert space.evaluate("node => node.scrollWidth <= node.clientWidth")
