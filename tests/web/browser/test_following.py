"""The Killer phase on the map: sentence by sentence, back, faster, at once, once more."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from nightreel.table.wording import question_text
from nightreel.web.kept.sitting import Sitting
from nightreel.web.playing.shown import Offer
from tests.web.browser.table import (
    TableAt,
    answered,
    answers,
    at_once,
    follows,
    killed,
    stopped,
    until_followed,
)

STILL: dict[str, Any] = {"reduced_motion": "reduce"}
"""A browser in which nothing goes on by itself."""


def beat(page: Page) -> str:
    """The sentence that is shown."""
    return page.locator("#follow .beat").inner_text()


def killer_at(page: Page) -> str | None:
    """Where the Killer's piece is drawn."""
    return page.locator("#wide-pieces .killer").get_attribute("transform")


def followed(at_table: TableAt) -> Page:
    """A table at the first sentence of a Killer phase."""
    page = at_table(**STILL)
    until_followed(page)
    expect(page.locator("#follow progress")).to_have_attribute("value", "1")
    return page


def again(page: Page) -> None:
    """Follow the Killer phase once more, from its first sentence."""
    page.get_by_role("button", name="Killer phase again").click()
    expect(page.locator("#follow progress")).to_have_attribute("value", "1")


def test_it_is_followed_on_the_map_and_then_it_is_asked(at_table: TableAt) -> None:
    page = followed(at_table)
    expect(page.locator("#answers")).to_be_hidden()
    expect(page.get_by_role("button", name="Next")).to_be_focused()
    places = {killer_at(page)}
    marked = 0
    while follows(page):
        expect(page.locator("#said")).to_have_text(beat(page).strip())
        page.keyboard.press("Space")
        places.add(killer_at(page))
        marked += page.locator("#wide .mark").count()
    assert len(places) > 1
    assert marked > 0
    expect(page.locator("#wide .mark")).to_have_count(0)
    expect(answers(page).first).to_be_focused()


def test_what_comes_of_a_card_stands_under_its_name_and_no_other(at_table: TableAt) -> None:
    page = followed(at_table)
    over = page.locator("#follow .source")
    while not beat(page).strip().startswith("Terror card: "):
        expect(over).to_contain_text("The Sexton: ")
        page.keyboard.press("ArrowRight")
    card = beat(page).strip().removeprefix("Terror card: ").partition(".")[0]
    expect(over).to_be_empty()
    page.keyboard.press("ArrowRight")
    expect(over).to_contain_text(f"{card}: ")
    page.keyboard.press("ArrowLeft")
    expect(over).to_be_empty()


def test_boards_tell_nothing_before_it_has_been_followed(at_table: TableAt) -> None:
    page = at_table(**STILL)
    before: str | None = ""
    while not follows(page):
        before = page.locator("#status").text_content()
        answered(page, page.locator("#answers button").last.click)
    assert page.locator("#status").text_content() == before
    page.keyboard.press("Escape")
    assert page.locator("#status").text_content() != before


def test_one_can_go_back_and_see_the_board_as_it_was(at_table: TableAt) -> None:
    page = followed(at_table)
    first, there = beat(page), killer_at(page)
    expect(page.get_by_role("button", name="Back")).to_be_disabled()
    while killer_at(page) == there:
        page.keyboard.press("ArrowRight")
    assert beat(page) != first
    while beat(page) != first:
        page.keyboard.press("ArrowLeft")
    assert killer_at(page) == there


def test_it_can_be_skipped_and_seen_again_even_after_the_page_was_left(at_table: TableAt) -> None:
    page = followed(at_table)
    first = beat(page)
    page.get_by_role("button", name="Skip").click()
    expect(answers(page).first).to_be_visible()
    page.reload()
    stands = page.locator("#wide-pieces").inner_html()
    assert not follows(page)
    again(page)
    assert beat(page) == first
    page.keyboard.press("Escape")
    assert page.locator("#wide-pieces").inner_html() == stands


def test_it_goes_on_by_itself_until_it_is_paused(at_table: TableAt) -> None:
    page = at_table()
    page.evaluate("localStorage.setItem('nightreel-pace', '2')")
    stopped(page)
    until_followed(page)
    progress = page.locator("#follow progress")
    page.clock.run_for(2000)
    expect(progress).to_have_attribute("value", re.compile("[2-9]|..+"))
    page.get_by_role("button", name="Pause").click()
    expect(page.get_by_role("button", name="Go on")).to_be_visible()
    shown = progress.get_attribute("value")
    page.clock.run_for(60_000)
    assert progress.get_attribute("value") == shown
    page.get_by_role("button", name="Faster").click()
    expect(page.get_by_role("button", name="Faster (1\u00d7)")).to_be_visible()
    page.keyboard.press("f")
    page.keyboard.press("f")
    expect(page.get_by_role("button", name="Faster (4\u00d7)")).to_be_visible()
    page.clock.run_for(60_000)
    assert not follows(page)


def test_from_now_on_at_once(at_table: TableAt) -> None:
    page = followed(at_table)
    page.get_by_label("From now on at once").check()
    page.get_by_role("button", name="Skip").click()
    acted = page.locator("#told > li[data-first]").count()
    for _ in range(40):
        if page.locator("#told > li[data-first]").count() > acted:
            break
        answered(page, page.locator("#answers button").last.click)
        assert not follows(page)
    assert page.locator("#told > li[data-first]").count() > acted


@pytest.mark.parametrize("seed", range(3))
def test_after_it_everybody_stands_where_the_table_says(at_table: TableAt, seed: int) -> None:
    page = at_table(killed, seed=seed, **STILL)
    at_once(page)
    stands = page.locator("#tall-pieces").inner_html()
    again(page)
    steps = int(page.locator("#follow progress").get_attribute("max") or 0)
    for _ in range(steps):
        page.keyboard.press("Space")
    assert not follows(page)
    assert page.locator("#tall-pieces").inner_html() == stands


def test_undo_does_not_play_a_killer_phase_of_before(at_table: TableAt) -> None:
    page = followed(at_table)
    page.keyboard.press("Escape")
    page.reload()
    answered(page, answers(page).first.click)
    assert not follows(page)
    answered(page, lambda: page.keyboard.press("u"))
    assert not follows(page)
    expect(page.get_by_role("button", name="Killer phase again")).to_be_visible()


def steps_after_the_killer(sitting: Sitting, legal: list[Offer]) -> bool:
    """Where she takes a first step since the Killer acted."""
    log = [entry.rules[:1] for told in sitting.recent for entry in told.log]
    acted = max((n for n, rules in enumerate(log) if rules == ("KILL-1",)), default=-1)
    asked = question_text(sitting.state) == "Move to which space?"
    return acted >= 0 and asked and ("MOV-1",) not in log[acted:]


def test_seen_again_everybody_stands_where_they_stood_whatever_happened_since(
    at_table: TableAt,
) -> None:
    page = at_table(steps_after_the_killer, **STILL)
    girl = page.locator("#wide-pieces .girl")
    stood, space = girl.get_attribute("transform"), girl.get_attribute("data-space")
    elsewhere = page.locator(f'#answers button[data-space]:not([data-space="{space}"])')
    answered(page, elsewhere.first.click)
    assert not follows(page)
    assert girl.get_attribute("transform") != stood
    again(page)
    assert girl.get_attribute("transform") == stood
