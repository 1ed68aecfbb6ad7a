"""Whatever is asked and whatever happens is seen: nothing that counts lies out of view."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.web.browser.table import (
    PHONE,
    TableAt,
    answered,
    answers,
    at_once,
    follows,
    in_action,
    killed,
    moving,
    planning,
    until_followed,
)
from tests.web.browser.test_following import STILL, again
from tests.web.browser.test_pointing import middle

ZOOMED: dict[str, Any] = {"viewport": ViewportSize(width=720, height=450)}
"""A desktop at 200 %."""
SHOWN: list[dict[str, Any]] = [{}, PHONE, ZOOMED]
TABLET: dict[str, Any] = {"viewport": ViewportSize(width=820, height=1180)}
"""A tablet that stands upright, with a keyboard."""
LYING: dict[str, Any] = PHONE | {"viewport": ViewportSize(width=844, height=390)}
"""A phone that lies: map and question side by side."""
SMALL: dict[str, Any] = PHONE | {"viewport": ViewportSize(width=360, height=640)}
"""A small phone, whose question covers a part of the map."""
ANSWERS = 12


def low(page: Page) -> None:
    """Scroll the page to its end."""
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")


def seen_above(page: Page, place: Locator) -> bool:
    """Whether the question covers nothing of a place."""
    covers = "(node, question) => node.getBoundingClientRect().bottom <= question"
    left, top = page.locator("#question").evaluate(
        "node => [node.offsetLeft, node.getBoundingClientRect().top]"
    )
    return left > page.evaluate("innerWidth") / 3 or bool(place.evaluate(covers, top))


def test_on_a_phone_the_next_question_is_seen_from_its_beginning(at_table: TableAt) -> None:
    page = at_table(**PHONE)
    at_once(page)
    for _ in range(ANSWERS):
        page.evaluate("document.querySelector('#question').scrollTop = 1e6")
        answered(page, page.locator("#answers button").last.tap)
        expect(page.locator("#asked")).to_be_in_viewport(ratio=1)


def test_at_200_percent_the_answer_that_has_the_focus_is_seen(at_table: TableAt) -> None:
    page = at_table(**ZOOMED)
    at_once(page)
    for _ in range(ANSWERS):
        page.locator("#answers button").last.focus()
        answered(page, lambda: page.keyboard.press("Enter"))
        expect(page.locator("#answers button").first).to_be_focused()
        expect(page.locator("#answers button").first).to_be_in_viewport()
        expect(page.locator("#asked")).to_be_in_viewport()


def test_where_to_go_is_asked_with_the_map_in_view(at_table: TableAt) -> None:
    page = at_table(moving)
    led = page.locator("#told > li > p").first.inner_text()
    answered(page, lambda: page.keyboard.press("u"))
    answer = answers(page).filter(has_text=led)
    low(page)
    expect(page.locator("#map")).not_to_be_in_viewport()
    answered(page, lambda: answer.evaluate("button => button.click()"))
    expect(page.locator("#asked")).to_have_text("Move to which space?")
    expect(page.locator("#wide .space.lit").first).to_be_in_viewport()


@pytest.mark.parametrize("wish", SHOWN, ids=["desktop", "phone", "zoomed"])
def test_the_killer_phase_is_followed_with_the_map_in_view(
    at_table: TableAt, wish: dict[str, Any]
) -> None:
    page = at_table(reduced_motion="reduce", **wish)
    while not follows(page):
        low(page)
        answered(page, lambda: page.locator("#answers button").last.evaluate("b => b.click()"))
    expect(page.locator("#map .space").locator("visible=true").first).to_be_in_viewport()
    expect(page.locator("#follow .beat")).to_be_in_viewport()


@pytest.mark.parametrize("shown", [LYING, SMALL])
def test_what_the_killer_aims_at_is_seen_on_a_low_screen(
    at_table: TableAt, shown: dict[str, Any]
) -> None:
    page = at_table(killed, seed=4, **STILL, **shown)
    again(page)
    aims = 0
    while follows(page):
        for goal in page.locator("#tall .mark.aim rect").all():
            expect(goal).to_be_in_viewport(ratio=0.95)
            assert seen_above(page, goal)
            aims += 1
        page.keyboard.press("Space")
    assert aims


def test_what_comes_while_it_is_followed_ends_it(at_table: TableAt) -> None:
    page = at_table()
    until_followed(page)
    before = page.locator("#status").inner_text()
    answered(page, lambda: page.locator("#answers button").first.evaluate("b => b.click()"))
    assert not follows(page)
    assert page.locator("#status").inner_text() != before
    expect(answers(page).first).to_be_visible()


@pytest.mark.parametrize("reached", [in_action, planning])
def test_a_card_is_seen_while_it_is_dragged(at_table: TableAt, reached: Any) -> None:
    page = at_table(reached)
    cards = page.locator(".act").count()
    card = page.locator(".act.lit").first
    page.mouse.move(*middle(card.locator("h3")))
    page.mouse.down()
    page.mouse.move(500, 300, steps=4)
    expect(page.locator(".act.dragged")).to_be_in_viewport(ratio=0.9)
    page.mouse.move(1200, 800)
    page.mouse.up()
    expect(page.locator(".dragged, .lifted")).to_have_count(0)
    expect(page.locator(".act")).to_have_count(cards)


def test_the_best_of_the_answer_that_has_the_focus_is_told(at_table: TableAt) -> None:
    page = at_table(in_action)
    page.keyboard.press("1")
    first = page.locator("#answers button").first
    expect(first.locator(".odds em").first).to_contain_text("at best")
    page.keyboard.press("u")
    expect(page.get_by_role("alert")).to_be_visible()
    expect(first).to_be_focused()
    expect(first.locator(".odds em").first).to_contain_text("at best")


@pytest.mark.parametrize("key", ["ArrowDown", "Tab"])
def test_going_through_the_answers_does_not_move_the_page(at_table: TableAt, key: str) -> None:
    page = at_table(in_action, **STILL, **TABLET)
    page.locator("#asked").focus()
    for n in range(answers(page).count()):
        page.keyboard.press(key)
        expect(answers(page).nth(n)).to_be_focused()
    assert page.evaluate("scrollY") == 0


def test_on_a_phone_a_card_that_is_tapped_stays_where_it_is(at_table: TableAt) -> None:
    page = at_table(in_action, **STILL, **PHONE)
    page.locator("#hand").evaluate("node => scrollTo(0, node.offsetTop)")
    height = page.evaluate("scrollY")
    page.touchscreen.tap(*middle(page.locator("#hand-cards .act.lit h3").first))
    expect(page.locator("#narrowed")).to_be_visible()
    assert page.evaluate("scrollY") == height > 0


@pytest.mark.parametrize("shown", [{}, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize(
    ("opens", "opened"), [("#refused summary", "#refused li"), ("[data-do=help]", "#help dt")]
)
def test_what_opens_in_the_question_is_seen(
    at_table: TableAt, shown: dict[str, Any], opens: str, opened: str
) -> None:
    page = at_table(in_action, **STILL, **shown)
    page.locator(opens).evaluate("node => node.click()")
    expect(page.locator(opened).first).to_be_in_viewport(ratio=0.9)
    assert page.evaluate("scrollY") == 0
