"""The pages of rules and films are up to date, and hold what they promise."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from nightreel.films.check import load_film
from nightreel.films.library import SHIPPED
from nightreel.pages import films, plan
from nightreel.pages.anchors import slug
from nightreel.pages.write import ROOT, written
from nightreel.table.rules import anchor, rules

PAGES = ROOT / "docs"
FILM = "low_water.md"
THERE = sorted(
    [
        *(PAGES / "rules").glob("*.md"),
        *(PAGES / "films").glob("*.md"),
        *(PAGES / "films").glob("*.svg"),
        PAGES / "how-to-play.md",
    ]
)
SVG = "{http://www.w3.org/2000/svg}"


@cache
def all_pages() -> dict[Path, str]:
    """Every page that is written from data."""
    return written(ROOT)


@pytest.mark.parametrize("path", THERE, ids=lambda path: str(path.name))
def test_a_page_is_up_to_date(path: Path) -> None:
    """``make generate`` writes it anew."""
    assert path.read_text(encoding="utf-8") == all_pages()[path]


def test_no_page_is_missing() -> None:
    assert set(all_pages()) == set(THERE)


# ---------------------------------------------------------------- rules


@pytest.mark.parametrize("rule", rules().values(), ids=lambda rule: rule.id)
def test_a_rule_has_its_anchor_and_heading_on_its_page(rule: Any) -> None:
    text = (PAGES / "rules" / f"{rule.page}.md").read_text(encoding="utf-8")
    heading = f"## {rule.id} {rule.title}"
    assert f'<a id="{anchor(rule)}"></a>\n\n{heading}\n' in text
    assert slug(heading.removeprefix("## ")) == anchor(rule)


def test_a_rule_names_its_source_and_its_cases() -> None:
    text = (PAGES / "rules" / "planning.md").read_text(encoding="utf-8")
    part = text[text.index("## PLAN-2") : text.index("## PLAN-3")]
    assert "[08_planning.reel](../../src/nightreel/rulebook/08_planning.reel)" in part
    assert re.search(r"- Cases: \[\w+(\.\d+)?\]\(\.\./\.\./cases/\w+\.yaml\)", part)


def test_rules_that_a_rule_names_are_links() -> None:
    text = (PAGES / "rules" / "action.md").read_text(encoding="utf-8")
    assert "with what follows ([ACT-5](action.md#act-5), [TIME-4](action.md#time-4))" in text


def test_the_page_of_the_action_cards_has_all_of_them() -> None:
    text = (PAGES / "rules" / "cards.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([A-Z][\w ()]+) \| (\d) \| (\d) \|", text, re.MULTILINE)
    apart = [int(n) for n in re.findall(r", (\d) copies\) makes no roll", text)]
    assert len(rows) + len(apart) == 15
    assert sum(int(copies) for _, _, copies in rows) + sum(apart) == 23
    assert "| 3 | 70.4 % | 25.9 % |" in text


def test_other_headings_have_the_anchors_of_code_hosts() -> None:
    assert slug("Hooks and `after`, again") == "hooks-and-after-again"


# ---------------------------------------------------------------- films


def film_page() -> str:
    """The page of the first film."""
    return all_pages()[PAGES / "films" / FILM]


def test_the_page_of_a_film_names_all_that_is_in_it() -> None:
    film = load_film(SHIPPED / "low_water.yaml")
    text = film_page()
    halves = (film.killers[0], film.locations[0])
    lists = ("terror", "events", "finales", "dark_powers", "setup", "items", "roles", "tokens")
    things = [thing for half in halves for name in lists for thing in half.get(name) or ()]
    things += [thing for girl in film.girls for thing in (girl["ultimate"], *girl["items"])]
    assert len(things) > 60
    assert [t["title"] for t in things if text.count(f"**{t['title']}**") != 1] == []
    for part in (film.story, *(str(half["title"]) for half in (*halves, *film.girls))):
        assert " ".join(part.split()) in text


def test_what_is_hidden_in_a_game_is_folded() -> None:
    film = load_film(SHIPPED / "low_water.yaml")
    folded = "".join(re.findall(r"<details>.*?</details>", film_page(), re.DOTALL))
    killer, location = film.killers[0], film.locations[0]
    secrets = (*killer["terror"], *killer["finales"], *killer["dark_powers"])
    secrets += (*location["terror"], *location["events"])
    assert len(re.findall(r"^- \*\*", folded, re.MULTILINE)) == len(secrets)
    assert all(card["title"] in folded for card in secrets)
    assert not [item["title"] for item in location["items"] if f"**{item['title']}**" in folded]


def test_figures_of_balance_are_told_when_there_are_any(tmp_path: Path) -> None:
    assert "## Balance" not in films.pages(tmp_path)[FILM]
    figures = {
        "games": 2000,
        "odile": {"careful": 0.4567, "random": 0.001},
        "items": {"hatchet": {"drawn": 12, "used": 9}, "lantern": {"drawn": 8, "used": 8}},
        "turns": [{"turn": 9, "games": 4}],
    }
    (tmp_path / "low_water.balance.json").write_text(json.dumps(figures), encoding="utf-8")
    text = films.pages(tmp_path)[FILM]
    told = text[text.index("## Balance") :]
    assert "| games | 2000 |" in told
    assert "### odile" in told
    assert "| careful | 0.457 |" in told
    assert "| hatchet | 12 | 9 |" in told
    assert "| 9 | 4 |" in told


# ---------------------------------------------------------------- the map


def picture() -> ElementTree.Element:
    """The map of the first film."""
    return ElementTree.fromstring(all_pages()[PAGES / "films" / "camp_sallow.svg"])


def test_the_map_names_all_spaces_with_exits_and_decks_in_words() -> None:
    location = load_film(SHIPPED / "low_water.yaml").locations[0]
    words = [text.text for text in picture().iter(f"{SVG}text")]
    assert {str(space["title"]) for space in location["spaces"].values()} <= set(words)
    tags = [space.get("tags") or [] for space in location["spaces"].values()]
    assert words.count("Exit") == sum("exit" in of for of in tags)
    searched = [word for word in words if word and word.startswith("Search: ")]
    assert len(searched) == sum("search" in of for of in tags)


def test_the_map_has_every_way_and_dashes_closed_ones() -> None:
    location = load_film(SHIPPED / "low_water.yaml").locations[0]
    ways = [path.get("class") for path in picture().iter(f"{SVG}path")]
    closed = [way for way in location["ways"] if isinstance(way, dict) and way.get("closed")]
    assert len(ways) == len(location["ways"])
    assert ways.count("way closed") == len(closed)


def test_panic_numbers_stand_beside_their_way_outside_of_every_space() -> None:
    boxes = [b for b in picture().iter(f"{SVG}rect") if b.get("width") == str(plan.PAGE.box[0])]
    faces = [t for t in picture().iter(f"{SVG}text") if t.get("class") == "face"]
    assert sum(len((face.text or "").split()) for face in faces) == sum(
        len(space["panic"])
        for space in load_film(SHIPPED / "low_water.yaml").locations[0]["spaces"].values()
    )
    for face in faces:
        x, y = float(face.get("x", 0)), float(face.get("y", 0))
        assert not any(within(box, x, y) for box in boxes)


def within(box: ElementTree.Element, x: float, y: float) -> bool:
    """Whether a point lies in a rectangle."""
    left, top, width, height = (float(box.get(n, 0)) for n in ("x", "y", "width", "height"))
    return left <= x <= left + width and top <= y <= top + height


def test_a_way_behind_a_space_makes_a_bow() -> None:
    """Three spaces in a row, the outer two joined: their way swings around the third."""
    spaces = [{"tags": [], "panic": {}, "deck": 0, "at": [n * 50, 0]} for n in range(3)]
    facts = {"spaces": spaces, "ways": [{"between": [1, 3]}, {"between": [1, 2]}]}
    drawn = ElementTree.fromstring(plan.drawn(facts, ["A", "B & C", "D"], {}, [False] * 2, "Map"))
    bow, straight = (path.get("d", "") for path in drawn.iter(f"{SVG}path"))
    heights = [float(n) for n in re.findall(r"\d+ (-?\d+)", bow)]
    assert heights[1] < heights[0] == heights[2]
    assert len(set(re.findall(r"\d+ (-?\d+)", straight))) == 1
