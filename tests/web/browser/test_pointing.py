"""The map and the cards: what is lit is clicked, dragged, narrowed; chances and refusals."""

from __future__ import annotations

from playwright.sync_api import CDPSession, Locator, Page, expect

from tests.web.browser.table import (
    PHONE,
    TableAt,
    answered,
    answers,
    crowded,
    in_action,
    moving,
    planning,
    rolling,
    stopped,
)


def middle(place: Locator) -> tuple[float, float]:
    """The middle of something on the screen."""
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def touched(touch: CDPSession, type_: str, *points: tuple[float, float]) -> None:
    """Touch the screen at some points, or move there, or leave it."""
    found = [{"x": x, "y": y} for x, y in points]
    touch.send("Input.dispatchTouchEvent", {"type": type_, "touchPoints": found})


def until_seen(page: Page, goal: Locator) -> None:
    """Let time pass where the clock is stopped, until a place has been scrolled to the middle."""
    height = page.evaluate("innerHeight")
    for _ in range(100):
        if 0.2 * height < middle(goal)[1] < 0.8 * height:
            return
        page.clock.run_for(100)
    raise AssertionError("it never comes into view")


def girl_at(page: Page) -> str | None:
    """The number of the space of the Final Girl."""
    return page.locator("#wide-pieces .girl").get_attribute("data-space")


def test_a_lit_space_with_one_answer_gives_it(at_table: TableAt) -> None:
    page = at_table(moving)
    lit = page.locator("#wide .space.lit").first
    goal = lit.get_attribute("data-space")
    assert girl_at(page) != goal
    answered(page, lambda: lit.locator("rect").click())
    assert girl_at(page) == goal


def test_of_a_space_with_several_answers_those_are_shown(at_table: TableAt) -> None:
    page = at_table(crowded)
    everything = answers(page).count()
    spaces = [b.get_attribute("data-space") for b in answers(page).all()]
    crowd = next(s for s in spaces if s and spaces.count(s) > 1)
    page.locator(f'#wide .space[data-space="{crowd}"] rect').click(position={"x": 5, "y": 5})
    expect(answers(page)).to_have_count(spaces.count(crowd))
    expect(answers(page).first).to_be_focused()
    expect(page.locator("#narrowed")).to_be_visible()
    page.keyboard.press("Escape")
    expect(answers(page)).to_have_count(everything)


def test_her_piece_is_dragged_to_a_lit_space(at_table: TableAt) -> None:
    page = at_table(moving)
    lit = page.locator("#wide .space.lit").first
    goal = lit.get_attribute("data-space")
    page.mouse.move(*middle(page.locator("#wide-pieces .girl")))
    page.mouse.down()
    page.mouse.move(*middle(lit), steps=4)
    answered(page, page.mouse.up)
    assert girl_at(page) == goal


def test_her_piece_dropped_elsewhere_goes_back(at_table: TableAt) -> None:
    page = at_table(moving)
    girl = page.locator("#wide-pieces .girl")
    place = girl.get_attribute("transform")
    page.mouse.move(*middle(girl))
    page.mouse.down()
    page.mouse.move(60, 300, steps=4)
    assert girl.get_attribute("transform") != place
    page.mouse.up()
    assert girl.get_attribute("transform") == place


def test_her_piece_is_dragged_by_touch(at_table: TableAt) -> None:
    page = at_table(moving, **PHONE)
    lit = page.locator("#tall .space.lit").first
    goal = lit.get_attribute("data-space")
    touch = page.context.new_cdp_session(page)
    start, end = middle(page.locator("#tall-pieces .girl")), middle(lit)
    touched(touch, "touchStart", start)
    touched(touch, "touchMove", ((start[0] + end[0]) / 2, (start[1] + end[1]) / 2))
    touched(touch, "touchMove", end)
    answered(page, lambda: touched(touch, "touchEnd"))
    assert girl_at(page) == goal


def test_a_card_is_dragged_onto_the_hand_in_planning(at_table: TableAt) -> None:
    page = at_table(planning)
    card = page.locator("#tableau .act.lit").last
    title = card.locator("h3").inner_text().split(" ")[0]
    page.locator("#hand").scroll_into_view_if_needed()
    page.mouse.move(*middle(card.locator("h3")))
    page.mouse.down()
    page.mouse.move(*middle(page.locator("#hand")), steps=4)
    answered(page, page.mouse.up)
    expect(page.locator("#told > li").first).to_contain_text(title)


def test_a_card_is_dragged_to_a_hand_that_is_below_the_screen(at_table: TableAt) -> None:
    page = at_table(planning, viewport={"width": 1440, "height": 480})
    card = page.locator("#tableau .act.lit h3").first
    title = card.inner_text().split(" ")[0]
    card.scroll_into_view_if_needed()
    hand = page.locator("#hand h2")
    page.evaluate("scrollTo({ top: 0, behavior: 'instant' })")
    page.evaluate("document.querySelector('#tableau').scrollIntoView({ behavior: 'instant' })")
    expect(hand).not_to_be_in_viewport()
    stopped(page)
    page.mouse.move(*middle(card))
    page.mouse.down()
    page.mouse.move(500, 452, steps=4)
    until_seen(page, hand)
    page.mouse.move(500, 240)
    page.mouse.move(*middle(hand), steps=4)
    answered(page, page.mouse.up)
    expect(page.locator("#told > li").first).to_contain_text(title)


def test_a_card_is_dragged_by_touch_to_a_hand_that_is_above_the_screen(at_table: TableAt) -> None:
    page = at_table(planning, **PHONE)
    card = page.locator("#tableau .act.lit h3").first
    title = card.inner_text().split(" ")[0]
    page.evaluate("document.querySelector('#tableau').scrollIntoView({ behavior: 'instant' })")
    hand = page.locator("#hand h2")
    touch = page.context.new_cdp_session(page)
    expect(hand).not_to_be_in_viewport()
    stopped(page)
    touched(touch, "touchStart", middle(card))
    touched(touch, "touchMove", (195, 200))
    touched(touch, "touchMove", (195, 20))
    until_seen(page, hand)
    touched(touch, "touchMove", (195, 200))
    touched(touch, "touchMove", middle(hand))
    answered(page, lambda: touched(touch, "touchEnd"))
    expect(page.locator("#told > li").first).to_contain_text(title)


def test_her_piece_stays_under_the_pointer_while_the_page_scrolls(at_table: TableAt) -> None:
    page = at_table(moving, viewport={"width": 1440, "height": 480})
    girl = page.locator("#wide-pieces .girl")
    page.mouse.move(*middle(girl))
    page.mouse.down()
    page.mouse.move(400, 470, steps=4)
    expect(page.locator(".status")).not_to_be_in_viewport()
    page.mouse.move(400, 240)
    x, y = middle(girl)
    assert abs(x - 400) < 12
    assert abs(y - 240) < 12
    page.mouse.up()


def test_a_card_in_hand_that_can_be_played_or_discarded_shows_both(at_table: TableAt) -> None:
    page = at_table(in_action)
    page.locator("#hand .act.lit h3").first.click()
    expect(page.locator("#narrowed")).to_be_visible()
    expect(answers(page).first).to_be_focused()
    expect(answers(page).first).to_contain_text("Play")


def test_a_refused_answer_tells_why_and_leads_to_the_rule(at_table: TableAt) -> None:
    page = at_table(in_action)
    page.locator("#refused summary").click()
    refused = page.locator("#refused li").first
    expect(refused).to_be_visible()
    rule = refused.locator("a").first
    assert rule.get_attribute("href") == f"/rules/{rule.inner_text()}"


def test_chances_stand_beside_answers_and_on_cards_before_a_roll(at_table: TableAt) -> None:
    page = at_table(in_action)
    play = page.locator("#answers button", has_text="Play").first
    expect(play.locator(".odds")).to_contain_text("%")
    act = play.get_attribute("data-act")
    expect(page.locator(f"#hand-{act} dd[id]").first).to_contain_text("%")
    play.focus()
    expect(play.locator(".odds em").first).to_contain_text("at best")


def test_a_best_that_was_refused_is_asked_for_again(at_table: TableAt) -> None:
    page = at_table(in_action)
    play = page.locator("#answers button", has_text="Play").first
    expect(play.locator(".odds")).to_contain_text("%")
    page.route("**/chances?*action=*", lambda route: route.fulfill(status=503))
    with page.expect_response("**/chances?*action=*"):
        play.hover()
    page.unroute("**/chances?*action=*")
    page.evaluate("() => fetch('/health')")  # by then the script has seen the refusal
    page.locator("h1").hover()
    play.hover()
    expect(play.locator(".odds em").first).to_contain_text("at best")


def test_the_best_of_a_card_takes_no_room_from_its_words(at_table: TableAt) -> None:
    """In the narrowest card the chance and the best of a line stand in one row."""
    page = at_table(in_action)
    page.locator("#hand-cards").evaluate("node => node.style.width = 0")
    page.keyboard.press("1")
    line = page.locator("#hand-cards dl div").first
    best = line.locator("dd[id]:has(em)")
    expect(best).to_contain_text("best")
    measured = "node => node.getBoundingClientRect().toJSON()"
    row, words = best.evaluate(measured), line.locator("dd").first.evaluate(measured)
    assert row["height"] < 30
    assert row["top"] >= words["bottom"]


def test_dice_lie_open_with_their_successes_and_chances_of_each_way_on(at_table: TableAt) -> None:
    page = at_table(rolling)
    expect(page.locator(".die.good .icon").first).to_be_visible()
    expect(page.locator(".dice .sum")).to_contain_text("success")
    told = answers(page).filter(has=page.locator(".odds", has_text="%"))
    expect(told.filter(has_text="Keep the roll")).to_have_count(1)
    expect(told.filter(has_text="Discard")).to_have_count(0)


def test_the_look_of_the_film_is_a_stylesheet_of_its_own(at_table: TableAt) -> None:
    page = at_table()
    ground = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert ground == "rgb(7, 17, 21)"
    assert "Newsreader" in page.evaluate(
        "getComputedStyle(document.querySelector('#asked')).fontFamily"
    )
