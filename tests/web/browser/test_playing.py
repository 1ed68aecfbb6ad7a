"""Whole games in a real browser: by clicking, by keys alone, by touch on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Response, Route, expect

from tests.web.browser.table import (
    MOST,
    PHONE,
    TableAt,
    answered,
    answers,
    at_once,
    follows,
    is_over,
    long,
    texts,
    version,
)
from tests.web.browser.test_following import STILL

LARGEST = 20_000
"""Bytes that the reply to an answer may have, before it is packed."""


def test_a_whole_game_by_clicking_and_no_reply_is_large(at_table: TableAt) -> None:
    page = at_table(**STILL)
    sizes: list[int] = []

    def measured(response: Response) -> None:
        if response.url.endswith("/answers"):
            sizes.append(len(response.body()))

    for _ in range(MOST):
        if is_over(page):
            break
        if follows(page):
            page.get_by_role("button", name="Skip").click()
        with page.expect_response("**/answers") as reply:
            answered(page, answers(page).last.click)
        measured(reply.value)
    if follows(page):
        page.get_by_role("button", name="Skip").click()
    expect(page.locator("#asked")).to_have_text("Defeat.")
    assert len(sizes) > 10
    assert max(sizes) < LARGEST
    before = page.url
    page.get_by_role("button", name="Rematch").click()
    expect(answers(page).first).to_be_visible()
    assert page.url != before


def test_a_whole_game_by_keys_alone(at_table: TableAt) -> None:
    page = at_table(seed=11)
    page.keyboard.press("Tab")
    for _ in range(MOST):
        if is_over(page):
            break
        while follows(page):
            page.keyboard.press("Escape")
        page.keyboard.press("ArrowUp")
        expect(page.locator("#answers button").last).to_be_focused()
        answered(page, lambda: page.keyboard.press("Enter"))
    if follows(page):
        page.keyboard.press("Escape")
    expect(page.locator("#asked")).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Rematch")).to_be_focused()
    page.keyboard.press("Enter")
    expect(answers(page).first).to_be_visible()


def test_a_whole_game_by_touch_on_a_phone(at_table: TableAt) -> None:
    page = at_table(seed=12, **PHONE)
    at_once(page)
    for _ in range(MOST):
        if is_over(page):
            break
        answered(page, answers(page).last.tap)
    expect(page.locator("#asked")).to_be_in_viewport()


def test_on_a_phone_map_and_answers_are_both_in_view(at_table: TableAt) -> None:
    page = at_table(seed=12, **PHONE)
    expect(page.locator("#tall")).to_be_visible()
    expect(page.locator("#wide")).to_be_hidden()
    expect(page.locator("#tall-pieces .girl")).to_be_in_viewport()
    expect(answers(page).first).to_be_in_viewport()
    overlap = page.evaluate(
        "document.querySelector('#tall').getBoundingClientRect().bottom"
        " - document.querySelector('#question').getBoundingClientRect().top"
    )
    assert overlap < 30
    page.locator("#log").scroll_into_view_if_needed()
    expect(page.locator("#asked")).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") == 390


@pytest.mark.parametrize("digits", ["3", "12"])
def test_a_number_chooses_its_answer_and_enter_takes_it(at_table: TableAt, digits: str) -> None:
    page = at_table(long)
    page.keyboard.type(digits)
    expect(page.locator("#answers button").nth(int(digits) - 1)).to_be_focused()
    words = texts(page)[int(digits) - 1]
    answered(page, lambda: page.keyboard.press("Enter"))
    expect(page.locator("#told > li > p").first).to_have_text(words)


def test_keys_can_be_shown_and_letters_turned_off(at_table: TableAt) -> None:
    page = at_table()
    expect(page.locator("#help")).to_be_hidden()
    page.keyboard.press("?")
    expect(page.locator("#help")).to_be_visible()
    page.get_by_label("Digits, letters and Space are keys").uncheck()
    page.locator("#asked").focus()
    page.keyboard.press("?")
    expect(page.locator("#help")).to_be_visible()
    page.reload()
    expect(page.get_by_label("Digits, letters and Space are keys")).not_to_be_checked()


def test_undo_takes_the_last_answer_back(at_table: TableAt) -> None:
    page = at_table()
    asked, first = page.locator("#asked").inner_text(), texts(page)
    answered(page, answers(page).first.click)
    assert texts(page) != first
    answered(page, lambda: page.keyboard.press("u"))
    expect(page.locator("#asked")).to_have_text(asked)
    assert texts(page) == first


def test_what_cannot_be_undone_is_told_and_the_table_stays(at_table: TableAt) -> None:
    page = at_table()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("alert")).to_have_text("Nothing has been answered yet.")
    expect(answers(page).first).to_be_visible()
    answered(page, answers(page).first.click)
    expect(page.get_by_role("alert")).to_have_count(0)


def test_while_an_answer_is_on_its_way_no_other_one_is_sent(at_table: TableAt) -> None:
    page = at_table()
    sent: list[Route] = []

    def hold(route: Route) -> None:
        sent.append(route)

    page.route("**/answers", hold)
    page.route("**/undo", hold)
    with page.expect_request("**/answers"):
        answers(page).first.click()
    expect(page.locator("#table")).to_have_attribute("aria-busy", "true")
    answers(page).last.click()
    page.keyboard.press("u")
    page.get_by_role("button", name="Undo").click()
    assert len(sent) == 1
    answered(page, sent[0].continue_)
    expect(page.locator("#table[aria-busy]")).to_have_count(0)
    expect(page.get_by_role("alert")).to_have_count(0)
    page.route("**/answers", lambda route: route.abort())
    answers(page).last.click()
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
    expect(page.locator("#table[aria-busy]")).to_have_count(0)


def test_of_two_tabs_the_later_one_is_told_and_shown_how_the_game_stands(
    at_table: TableAt,
) -> None:
    page = at_table()
    other = page.context.new_page()
    other.goto(page.url)
    answered(page, page.locator("#answers button").first.click)
    answered(other, other.locator("#answers button").last.click)
    expect(other.get_by_role("alert")).to_contain_text("went on elsewhere")
    assert version(other) == version(page)
    assert texts(other) == texts(page)


def test_without_scripts_the_same_page_plays(at_table: TableAt) -> None:
    page = at_table(java_script_enabled=False)
    expect(page.get_by_role("button", name="Keys")).to_be_hidden()
    for _ in range(12):
        before = version(page)
        answered(page, page.locator("#answers button").last.click)
        assert version(page) == before + 1
    page.get_by_role("link", name="Chances").click()
    expect(page.get_by_role("heading", name="Chances")).to_be_visible()
    page.get_by_role("link", name="Back to the table").click()
    expect(page.locator("#asked")).to_be_visible()


def test_a_server_that_is_gone_is_told_and_the_table_stays(at_table: TableAt) -> None:
    page = at_table()
    page.route("**/answers", lambda route: route.abort())
    answers(page).first.click()
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
    page.unroute("**/answers")
    answered(page, answers(page).first.click)
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_refusal_that_is_no_table_is_told_and_the_table_stays(at_table: TableAt) -> None:
    page = at_table()
    page.route("**/answers", lambda route: route.fulfill(status=429, body="Too many requests."))
    answers(page).first.click()
    expect(page.get_by_role("alert")).to_have_text("Too many requests.")
    expect(answers(page).first).to_be_visible()
