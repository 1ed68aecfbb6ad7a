"""The pages around a game in a real browser: accessible, at any size, by keys, by links."""

from __future__ import annotations

import re
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.table import (
    PHONE,
    Another,
    Served,
    TableAt,
    answered,
    at_once,
    begun,
    ended,
    in_action,
    stopped,
)
from tests.web.browser.test_accessible import SIZES, check

PAGES = {
    "home": "/",
    "games": "/games",
    "cast": "/new",
    "drawn cast": "/new?draw=all",
    "daily": "/daily",
    "statistics": "/statistics",
    "settings": "/settings",
    "remembered": "/settings?saved=true",
    "rules": "/rules",
    "rules found": "/rules?q=panic",
    "no rule found": "/rules?q=xyzzy",
    "rule": "/rules/KATK-5",
    "about": "/about",
    "nowhere": "/nowhere",
}
OF_A_GAME = ("about", "delete", "replay", "replay/2")


def in_order(page: Page) -> None:
    """Axe finds nothing, and nothing is wider than the screen."""
    page.wait_for_load_state()  # a link or button may have led here
    check(page)
    assert page.evaluate("document.documentElement.scrollWidth - window.innerWidth") <= 0


@pytest.fixture
def visitor(another: Another) -> Page:
    """A page of somebody new."""
    return another().new_page()


def watch_link(page: Page) -> str:
    """Let others look on at the game of a table; returns the link."""
    page.goto(f"{page.url}/about")
    page.get_by_role("button", name="Make a link").click()
    return page.get_by_label("The link for others").input_value()


# ---------------------------------------------------------------- accessible, at any size


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("path", PAGES.values(), ids=PAGES)
def test_a_page(at_table: TableAt, served: Served, path: str, size: str) -> None:
    page = at_table(begun, **SIZES[size])
    page.goto(served.address + path)
    in_order(page)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("reached", [in_action, ended])
def test_what_there_is_of_a_game(at_table: TableAt, reached: Any, size: str) -> None:
    page = at_table(reached, **SIZES[size])
    address = page.url
    for path in OF_A_GAME:
        page.goto(f"{address}/{path}")
        in_order(page)
    page.goto(address)
    watch = watch_link(page)
    in_order(page)
    come = page.get_by_label("Your link").input_value()
    for link in (watch, come, *([f"{watch}/replay/3"] if reached is ended else [])):
        page.goto(link)
        in_order(page)


# ---------------------------------------------------------------- doing


def test_a_cast_is_drawn_and_played_without_scripts(another: Another) -> None:
    page = another(java_script_enabled=False, **PHONE).new_page()
    page.goto("/")
    page.get_by_role("link", name="Choose the cast").click()
    page.get_by_role("radio", name="Odile Marsh").check()
    page.get_by_role("radio", name="Infinite Evil").check()
    page.get_by_role("button", name="Draw anew the Killer").click()
    expect(page.get_by_role("radio", name="The Sexton")).to_be_checked()
    expect(page.get_by_role("radio", name="Odile Marsh")).to_be_checked()
    expect(page.get_by_role("radio", name="Infinite Evil")).to_be_checked()
    page.get_by_role("button", name="Play", exact=True).click()
    expect(page).to_have_title(re.compile("The Sexton / Camp Sallow / Odile Marsh"))


def test_a_game_is_stepped_through_by_keys(at_table: TableAt) -> None:
    page = at_table(ended)
    count = int(page.locator("#table").get_attribute("data-version") or 0)
    page.get_by_role("link", name="Step by step").click()
    place = page.locator(".place")
    expect(place).to_have_text(f"0 of {count}")
    page.wait_for_load_state()  # by then htmx has taken hold of the keys
    for key, number in [("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", count)]:
        page.keyboard.press(key)
        expect(place).to_have_text(f"{number} of {count}")
        expect(page).to_have_url(re.compile(f"/replay/{number}$"))
    page.go_back()
    expect(place).to_have_text(f"1 of {count}")
    page.get_by_role("navigation", name="Turns").get_by_role("link", name="2", exact=True).click()
    expect(page.locator(".turn").first).to_contain_text("Turn 2")


STATE = """
let it;
Object.defineProperty(window, "htmx", {
  get: () => it,
  set(htmx) { it = htmx; sessionStorage.setItem("state", document.readyState); },
});
"""
"""Notes how far a page has come when htmx does: later than loading it would wait for a timer."""


@pytest.mark.parametrize("path", ["replay", ""])
def test_keys_never_come_before_what_they_are_for(at_table: TableAt, path: str) -> None:
    page = at_table(ended)
    page.add_init_script(STATE)
    page.goto(f"{page.url}/{path}".rstrip("/"))
    assert page.evaluate("sessionStorage.getItem('state')") == "loading"


COUNTED = """
window.forms = 0;
addEventListener("submit", (event) => {
  window.forms += !event.defaultPrevented;
  event.preventDefault();
});
"""
"""Counts the forms that are sent, and keeps the page."""


@pytest.mark.parametrize("page_of", ["/", "/new"])
def test_a_game_that_takes_a_moment_is_begun_once(visitor: Page, page_of: str) -> None:
    visitor.goto(page_of)
    stopped(visitor)
    visitor.evaluate(COUNTED)
    play = visitor.get_by_role("button", name=re.compile("^Play")).first
    play.dblclick()
    visitor.clock.run_for(1000)
    expect(visitor.get_by_role("status").filter(has_text="One moment")).to_be_visible()
    assert visitor.evaluate("forms") == 1
    visitor.evaluate("dispatchEvent(new PageTransitionEvent('pageshow'))")  # comes back to it
    assert visitor.locator("#busy").inner_text() == ""
    play.click()
    assert visitor.evaluate("forms") == 2


def test_what_was_stopped_can_be_sent_again(visitor: Page) -> None:
    visitor.goto("/")
    stopped(visitor)
    visitor.evaluate(COUNTED)
    play = visitor.get_by_role("button", name=re.compile("^Play")).first
    play.click()
    visitor.clock.run_for(1000)
    expect(visitor.get_by_text("One moment")).to_be_visible()
    visitor.clock.run_for(15_000)
    expect(visitor.get_by_text("One moment")).to_have_count(0)
    play.click()
    assert visitor.evaluate("forms") == 2


def test_one_key_begins_the_game_again(at_table: TableAt) -> None:
    page = at_table(ended)
    first = page.url
    page.keyboard.press("r")
    expect(page.locator("#answers button").first).to_be_visible()
    assert page.url != first
    page.goto(f"{first}/about")
    page.keyboard.press("r")
    expect(page.locator("#answers button").first).to_be_visible()
    assert page.url != first


def test_whoever_looks_on_sees_what_happens(
    at_table: TableAt, visitor: Page, served: Served
) -> None:
    page = at_table(in_action)
    at_once(page)
    address = page.url
    visitor.goto(watch_link(page))
    page.goto(address)
    expect(visitor.get_by_text("You are looking on")).to_be_visible()
    assert visitor.locator("#table form, #answers").count() == 0
    answered(page, page.locator("#answers button").first.click)
    asked = page.locator("#asked").inner_text()
    log = page.locator("#told > li").first.inner_text()
    expect(visitor.locator("#asked")).to_have_text(asked)
    expect(visitor.locator("#told > li").first).to_have_text(re.compile(re.escape(log.split()[0])))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("steps", [False, True], ids=["looking on", "step by step"])
def test_rules_open_beside_a_game_that_is_looked_at(
    at_table: TableAt, visitor: Page, steps: bool, size: str
) -> None:
    link = watch_link(at_table(ended))
    visitor.goto(f"{link}/replay/9" if steps else link)
    visitor.set_viewport_size(SIZES[size].get("viewport", {"width": 1280, "height": 800}))
    address = visitor.url
    visitor.keyboard.press("/")
    rules = visitor.get_by_role("complementary", name="Rules")
    expect(rules.get_by_label("Search the rules")).to_be_focused()
    visitor.keyboard.press("Escape")
    expect(rules).to_be_hidden()
    rule = visitor.locator("#question .rule, #told a").first
    told = rule.inner_text()
    rule.click()
    expect(rules.get_by_role("heading", name=told).first).to_be_focused()
    check(visitor)
    assert visitor.url == address


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_refusal_leaves_the_table_of_whoever_looks_on(
    at_table: TableAt, visitor: Page, status: int
) -> None:
    page = at_table(in_action)
    at_once(page)
    address = page.url
    visitor.goto(watch_link(page))
    page.goto(address)
    visitor.route(
        "**/watch/*?at=*", lambda route: route.fulfill(status=status, body="<p>Wait.</p>")
    )
    expect(visitor.get_by_role("alert")).to_have_text("Wait.")
    expect(visitor.locator("#map")).to_be_visible()
    visitor.unroute("**/watch/*?at=*")
    answered(page, page.locator("#answers button").first.click)
    expect(visitor.locator("#asked")).to_have_text(page.locator("#asked").inner_text())
    expect(visitor.get_by_role("alert")).to_have_count(0)


def test_whoever_looks_on_is_told_that_the_server_is_gone(at_table: TableAt, visitor: Page) -> None:
    visitor.goto(watch_link(at_table(in_action)))
    visitor.route("**/watch/*?at=*", lambda route: route.abort())
    expect(visitor.get_by_role("alert")).to_contain_text("cannot be reached")
    expect(visitor.locator("#map")).to_be_visible()


def test_whoever_looks_on_is_told_that_the_game_is_gone(at_table: TableAt, visitor: Page) -> None:
    page = at_table(in_action)
    visitor.goto(watch_link(page))
    page.get_by_role("link", name="Delete this game").click()
    page.get_by_role("button", name="Delete it").click()
    expect(visitor.get_by_role("heading", name="That cannot be done")).to_be_visible()


def test_a_step_that_is_refused_leaves_the_table(at_table: TableAt) -> None:
    page = at_table(ended)
    page.get_by_role("link", name="Step by step").click()
    expect(page.locator(".place")).to_contain_text("0 of")
    page.wait_for_load_state()
    page.route("**/replay/*", lambda route: route.fulfill(status=429, body="<p>Wait.</p>"))
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("alert")).to_have_text("Wait.")
    page.unroute("**/replay/*")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".place")).to_contain_text("1 of")
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_game_goes_on_in_another_browser(at_table: TableAt, visitor: Page) -> None:
    page = at_table(in_action)
    asked, address = page.locator("#asked").inner_text(), page.url
    page.goto(f"{address}/about")
    visitor.goto(page.get_by_label("Your link").input_value())
    visitor.get_by_role("button", name="Go on here").click()
    expect(visitor).to_have_url(address)
    expect(visitor.locator("#asked")).to_have_text(asked)


def test_a_link_is_copied_with_a_click(at_table: TableAt) -> None:
    page = at_table(begun)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{page.url}/about")
    stopped(page)
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    page.clock.run_for(3000)
    expect(page.get_by_role("button", name="Copy", exact=True)).to_be_visible()
    link = page.get_by_label("Your link").input_value()
    assert page.evaluate("navigator.clipboard.readText()") == link


def test_rules_are_found_while_one_types(visitor: Page) -> None:
    visitor.goto("/rules")
    visitor.get_by_label("Search the rules").press_sequentially("katk-5")
    expect(visitor.locator("#found article")).to_have_count(1)
    expect(visitor.locator("#found article")).to_contain_text("An attack on the Final Girl")


def test_a_save_goes_out_and_comes_in(at_table: TableAt, visitor: Page, served: Served) -> None:
    page = at_table(ended)
    page.goto(f"{page.url}/about")
    with page.expect_download() as download:
        page.get_by_role("link", name="Save to a file").click()
    visitor.goto("/")
    visitor.get_by_text("Bring in a save").click()
    visitor.get_by_label("The file").set_input_files(download.value.path())
    visitor.get_by_role("button", name="Bring it in").click()
    expect(visitor.locator("#table.over")).to_be_visible()


def test_an_exit_that_can_be_searched_tells_both(
    visitor: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    film = Path(__file__).parents[2] / "data" / "small.yaml"
    (tmp_path / film.name).write_text(film.read_text())
    monkeypatch.setenv("NIGHTREEL_FILMS", str(tmp_path))
    visitor.goto("/new")
    for name in ("The Stalker small", "The Camp small", "Ann small"):
        visitor.get_by_role("radio", name=name).check()
    visitor.get_by_role("button", name="Play", exact=True).click()
    expect(visitor.locator("#wide")).to_be_visible()
    visitor.wait_for_load_state()
    drawn = "#wide .space :is(text, use), #wide .decks-here text"
    boxes = visitor.locator(drawn).evaluate_all(
        "all => all.map(one => one.getBoundingClientRect())"
        ".map(box => [box.left, box.top, box.right, box.bottom])"
    )
    assert len(boxes) > 8
    for a, b in combinations(boxes, 2):
        assert not (a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]), (a, b)


def test_of_many_killers_one_is_found_by_typing(
    visitor: Page, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    film = (Path(__file__).parents[2] / "films" / "tiny" / "02_results.yaml").read_text()
    for n in range(14):
        named = film.replace("id: reckoner", f"id: k{n}").replace("The Reckoner", f"Number {n}")
        (tmp_path / f"film{n}.yaml").write_text(named)
    monkeypatch.setenv("NIGHTREEL_FILMS", str(tmp_path))
    visitor.goto("/new")
    killers = visitor.get_by_role("group", name="Killer", exact=True)
    expect(killers.get_by_role("radio", name="Number 7")).to_be_hidden()
    killers.get_by_text("Choose one of 15").click()
    field = killers.get_by_label("Show those with")
    field.fill("number 7")
    expect(killers.get_by_role("status")).to_have_text("1 of 15")
    field.press("Enter")
    expect(visitor).to_have_url(re.compile("/new$"))
    killers.get_by_role("radio", name="Number 7").check()
    field.fill("sexton")
    expect(killers.get_by_role("radio", name="The Sexton")).to_be_visible()
    expect(killers.get_by_role("radio", name="Number 7")).to_be_checked()
    in_order(visitor)
