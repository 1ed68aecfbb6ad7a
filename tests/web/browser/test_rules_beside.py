"""The rules beside the table: looked for, read and left again while the game goes on."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.table import (
    PHONE,
    TableAt,
    answered,
    answers,
    at_once,
    in_action,
    texts,
)
from tests.web.browser.test_accessible import SIZES, check

TABLET: dict[str, Any] = {"viewport": {"width": 820, "height": 1180}}


def searched(page: Page, words: str) -> None:
    """Open the panel by its key and look for words, until all of them have been looked for."""
    page.keyboard.press("/")
    field = page.get_by_label("Search the rules")
    expect(field).to_be_focused()
    with page.expect_request(lambda request: request.url.endswith(f"/rules?q={words}")):
        field.press_sequentially(words)
    expect(page.locator("#rules .htmx-request")).to_have_count(0)


def left(page: Page) -> float:
    """Where the panel begins, across the screen."""
    box = page.locator("#rules").bounding_box()
    assert box is not None
    return box["x"]


def test_rules_are_looked_for_and_read_by_keys_alone(at_table: TableAt) -> None:
    page = at_table(in_action)
    page.keyboard.press("ArrowDown")
    first = answers(page).first
    expect(first).to_be_focused()
    searched(page, "time")
    rules = page.get_by_role("complementary", name="Rules")
    expect(rules.get_by_role("status")).to_contain_text("rules")
    result = rules.get_by_role("link", name="TIME-2", exact=True).first
    result.press("Enter")
    expect(rules.get_by_role("heading", name="TIME-2")).to_be_focused()
    rules.get_by_role("button", name="Back").press("Enter")
    expect(result).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(result).to_be_focused()
    page.keyboard.press("Escape")
    expect(rules).to_be_hidden()
    expect(first).to_be_focused()


def test_what_is_found_stays_while_the_game_goes_on(at_table: TableAt) -> None:
    page = at_table(in_action)
    at_once(page)
    page.get_by_role("link", name="Rules", exact=True).click()
    rules = page.get_by_role("complementary", name="Rules")
    expect(rules.get_by_role("heading", name="Setup", exact=True)).to_be_visible()
    rules.get_by_label("Search the rules").fill("katk-5")
    expect(rules.get_by_role("article")).to_have_count(1)
    answered(page, answers(page).first.click)
    expect(rules.get_by_role("article")).to_contain_text("An attack on the Final Girl")
    expect(rules.get_by_label("Search the rules")).to_have_value("katk-5")
    answered(page, lambda: page.locator("#undo").click())
    expect(rules.get_by_role("article")).to_have_count(1)


def test_what_is_typed_before_the_chapters_have_come_is_what_is_found(at_table: TableAt) -> None:
    page = at_table(in_action)
    page.route(re.compile(r"/rules(\?q=)?$"), lambda _: None)
    with page.expect_event("requestfailed", lambda request: "/rules" in request.url):
        searched(page, "katk-5")
    expect(page.locator("#found article")).to_have_count(1)


def test_enter_in_the_search_leaves_the_table_alone(at_table: TableAt) -> None:
    page = at_table(in_action)
    address = page.url
    searched(page, "panic")
    page.keyboard.press("Enter")
    expect(page.locator("#found article").first).to_be_visible()
    expect(page).to_have_url(address)
    expect(page.get_by_role("alert")).to_have_count(0)


def test_rules_of_the_log_and_of_refusals_open_beside_the_board(at_table: TableAt) -> None:
    page = at_table(in_action)
    shown = texts(page)
    page.locator("#refused summary").click()
    for link in (page.locator("#refused a").first, page.locator("#told a").first):
        rule = link.inner_text()
        link.click()
        heading = page.locator("#ruling").get_by_role("heading", name=rule).first
        expect(heading).to_be_focused()
        page.keyboard.press("Escape")
        expect(link).to_be_focused()
    assert len(page.context.pages) == 1
    assert texts(page) == shown


def test_a_rule_leads_to_those_that_it_names(at_table: TableAt) -> None:
    page = at_table(in_action)
    page.locator("#told a").first.click()
    rules = page.locator("#ruling")
    expect(rules.get_by_role("heading").first).to_be_focused()
    goal = rules.get_by_role("navigation").get_by_role("link").last
    name = goal.inner_text().strip("← →")
    goal.click()
    expect(rules.get_by_role("heading", name=name).first).to_be_focused()
    rules.get_by_role("button", name="Back").click()
    expect(page.get_by_label("Search the rules")).to_be_focused()


def test_the_board_makes_place_and_a_phone_has_the_rules_below_it(at_table: TableAt) -> None:
    page = at_table(in_action)
    searched(page, "panic")
    box = page.locator("#table").bounding_box()
    assert box is not None
    assert box["x"] + box["width"] <= left(page)
    expect(answers(page).first).to_be_in_viewport()
    phone = at_table(in_action, **PHONE)
    phone.get_by_role("link", name="Rules", exact=True).dispatch_event("click")
    expect(phone.get_by_label("Search the rules")).to_be_in_viewport()
    assert left(phone) < 20
    assert phone.evaluate("document.documentElement.scrollWidth") == 390
    phone.get_by_role("button", name="Close").tap()
    expect(phone.locator("#tall-pieces .girl")).to_be_in_viewport()
    expect(phone.locator("#rules")).to_be_hidden()


@pytest.mark.parametrize("size", [*SIZES, "tablet"])
def test_axe_finds_nothing_in_the_rules(at_table: TableAt, size: str) -> None:
    page = at_table(in_action, **{**SIZES, "tablet": TABLET}[size])
    searched(page, "panic")
    expect(page.locator("#found article").first).to_be_visible()
    check(page)
    page.locator("#found article a").first.click()
    expect(page.locator("#ruling h3")).to_be_focused()
    check(page)


def test_who_reads_beside_the_board_does_not_scroll_it(at_table: TableAt) -> None:
    page = at_table(in_action, **TABLET)
    searched(page, "panic")
    expect(page.locator("#found article").nth(3)).to_be_attached()
    for _ in range(8):
        page.keyboard.press("Tab")
    expect(page.locator("#found a:focus")).to_be_in_viewport()
    assert page.evaluate("scrollY") == 0
    page.keyboard.press("Escape")
    assert page.evaluate("scrollY") == 0


def test_a_server_that_is_gone_is_told_in_the_panel(at_table: TableAt) -> None:
    page = at_table(in_action)
    page.route("**/rules**", lambda route: route.abort())
    page.get_by_role("link", name="Rules", exact=True).click()
    expect(page.locator("#rules")).to_contain_text("cannot be reached")
    expect(answers(page).first).to_be_visible()


def test_a_rule_that_does_not_come_is_not_shown_as_another_one(at_table: TableAt) -> None:
    page = at_table(in_action)
    page.locator("#told a").first.click()
    expect(page.locator("#ruling h3")).to_be_focused()
    page.keyboard.press("Escape")
    page.route("**/rules/**", lambda route: route.abort())
    searched(page, "panic")
    page.locator("#found article a").first.click()
    expect(page.locator("#ruling")).to_have_text(re.compile("cannot be reached"))
    expect(page.locator("#ruling")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    expect(page.locator("#found article").first).to_be_visible()


def test_when_the_server_is_there_again_the_rules_are_asked_for_again(at_table: TableAt) -> None:
    page = at_table(in_action)
    page.route("**/rules**", lambda route: route.abort())
    page.keyboard.press("/")
    expect(page.locator("#found")).to_contain_text("cannot be reached")
    page.unroute("**/rules**")
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    expect(page.locator("#found .chapters")).to_be_visible()


def test_without_scripts_rules_are_pages(at_table: TableAt) -> None:
    page = at_table(in_action, java_script_enabled=False)
    expect(page.locator("#rules")).to_be_hidden()
    with page.context.expect_page() as opened:
        page.get_by_role("link", name="Rules", exact=True).click()
    expect(opened.value.get_by_role("heading", name="The rules")).to_be_visible()
    page.locator("#told a").first.click()
    expect(page.get_by_role("navigation", name="Neighbours")).to_be_visible()
