"""axe-core finds nothing against WCAG 2.2 AA on the table, in any state, at any size."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.web.browser.table import (
    PHONE,
    Reached,
    TableAt,
    begun,
    ended,
    in_action,
    planning,
    rolling,
    until_followed,
)

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
SIZES: dict[str, dict[str, Any]] = {"desktop": {}, "phone": PHONE}


def check(page: Page) -> None:
    """No violation, with what it is when there is one."""
    found = Axe().run(page, options={"runOnly": {"type": "tag", "values": TAGS}})
    told = [
        f"{v['id']}: {v['help']}: " + "; ".join(node["html"][:160] for node in v["nodes"][:3])
        for v in found.response["violations"]
    ]
    assert told == []


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("reached", [begun, planning, rolling, ended])
def test_the_table(at_table: TableAt, reached: Reached, size: str) -> None:
    check(at_table(reached, **SIZES[size]))


@pytest.mark.parametrize("size", SIZES)
def test_the_table_with_everything_opened(at_table: TableAt, size: str) -> None:
    page = at_table(in_action, **SIZES[size])
    page.get_by_role("button", name="Keys").click()
    for summary in page.locator("details summary").all():
        summary.click()
    expect(page.locator("#answers .odds", has_text="%").first).to_be_visible()
    check(page)


@pytest.mark.parametrize("size", SIZES)
def test_the_killer_phase(at_table: TableAt, size: str) -> None:
    page = at_table(reduced_motion="reduce", **SIZES[size])
    until_followed(page)
    expect(page.locator("#follow progress")).to_have_attribute("value", "1")
    page.keyboard.press("Space")
    check(page)


def test_the_chances_without_scripts(at_table: TableAt) -> None:
    page = at_table(in_action)
    link = f"{page.url}/chances?at={page.locator('#table').get_attribute('data-version')}"
    page.goto(link)
    check(page)
