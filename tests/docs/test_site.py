"""The documents as a site: every link leads somewhere, nothing comes from the network."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from nightreel.table.rules import rule_link, rules
from tests.docs.blocks import DOCS

LOADING = {"script": "src", "img": "src", "link": "href", "source": "src", "iframe": "src"}
"""What a browser fetches by itself when it shows a page."""


class Page(HTMLParser):
    """The anchors of a page, where its links lead, and what it loads."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.doubled: set[str] = set()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note anchors, links and what is loaded."""
        values = {name: value or "" for name, value in attrs}
        if "id" in values:
            self.doubled |= {values["id"]} & self.anchors
            self.anchors.add(values["id"])
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        if LOADING.get(tag, "") in values and values.get("rel") not in ("canonical", "author"):
            self.loaded.append(values[LOADING[tag]])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as ``make docs`` builds it: any warning is an error."""
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", str(DOCS), str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    """Every page of the site by its path."""
    return {path: Page(path) for path in sorted(site.rglob("*.html"))}


def here(link: str) -> bool:
    """Whether a link stays on the site."""
    return not urlsplit(link).scheme and not link.startswith("//")


def test_every_document_is_a_page(site: Path) -> None:
    documents = [path for path in DOCS.rglob("*.md") if "examples" not in path.parts]
    assert len(documents) > 20
    for path in documents:
        assert (site / path.relative_to(DOCS)).with_suffix(".html").exists(), path


def broken(pages: dict[Path, Page]) -> Iterator[str]:
    """Links that lead to no file or to no anchor."""
    for path, page in pages.items():
        for link in filter(here, page.links):
            parts = urlsplit(link)
            goal = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if not goal.exists():
                yield f"{path.name}: {link}"
            elif goal in pages and parts.fragment:
                if unquote(parts.fragment) not in pages[goal].anchors:
                    yield f"{path.name}: {link}"


def test_every_link_leads_somewhere(pages: dict[Path, Page]) -> None:
    assert sum(len(page.links) for page in pages.values()) > 1000
    assert list(broken(pages)) == []


def test_no_anchor_stands_twice_on_a_page(pages: dict[Path, Page]) -> None:
    assert {path.name: page.doubled for path, page in pages.items() if page.doubled} == {}


def test_nothing_comes_from_the_network(site: Path, pages: dict[Path, Page]) -> None:
    for path, page in pages.items():
        assert [loaded for loaded in page.loaded if not here(loaded)] == [], path.name
    styles = [*site.rglob("*.css")]
    assert styles
    for style in styles:
        text = style.read_text(encoding="utf-8")
        assert not re.search(r"@import|url\(\s*[\"']?(https?:)?//", text), style.name


@pytest.mark.parametrize("rule", rules())
def test_the_link_of_a_rule_leads_to_its_text(
    pages: dict[Path, Page], site: Path, rule: str
) -> None:
    path, _, anchor = rule_link(rule).partition("#")
    page = pages[site / path]
    assert anchor in page.anchors
    assert f"{rule} " in page.path.read_text(encoding="utf-8")


def test_the_source_of_a_rule_can_be_read_on_the_site(pages: dict[Path, Page], site: Path) -> None:
    links = pages[site / "rules" / "turn.html"].links
    (chapter, *_) = [link for link in links if link.endswith("02_turn.reel")]
    text = (site / "rules" / chapter).read_text(encoding="utf-8")
    assert "rule play_phase" in text


def test_rules_and_cards_are_found_by_searching(site: Path) -> None:
    index = (site / "searchindex.js").read_text(encoding="utf-8")
    assert "bloodlust" in index
    assert "hatchet" in index
