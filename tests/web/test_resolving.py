"""While a card is resolved the table shows it, its chances, and what just came."""

from __future__ import annotations

import re
from fractions import Fraction
from random import Random

from fastapi.testclient import TestClient

from nightreel.table.reckoning import Lines
from nightreel.web.playing.chances import reckoned_of
from tests.web.playing import Played, begun, reached

PLAY = re.compile(r'name="action" value="(\d+)" data-act="(\d+)"[^>]*><kbd>\d+</kbd><span>Play ')


def rolled(client: TestClient, seed: int) -> tuple[Played, str]:
    """A game with the roll for a card open, and the number of the card."""
    chance = Random(seed)
    while True:
        game = begun(client)
        while game.actions:
            play = PLAY.search(game.page)
            game.post("answers", action=int(play[1]) if play else chance.choice(game.actions))
            if play and 'class="dice"' in game.page:
                return game, play[2]


def chances(client: TestClient, game: Played) -> str:
    """The chances that the page asks for."""
    address = f"{game.address}/chances?at={game.version}"
    return str(client.get(address, headers={"HX-Request": "true"}).text)


def test_the_card_that_is_rolled_for_stands_beside_its_dice(client: TestClient) -> None:
    game, card = rolled(client, 1)
    assert 'class="act resolved"' in game.page
    assert f'id="resolved-{card}-none"' in game.page
    assert '<p class="just">' in game.page
    assert " is played. A die shows " in game.page


def test_chances_of_an_open_roll_are_told_of_its_card_alone(client: TestClient) -> None:
    game, card = rolled(client, 2)
    told = set(re.findall(r'data-for="(\w+-\d+)-', chances(client, game)))
    assert told == {f"resolved-{card}"}


def test_answers_that_leave_a_roll_as_it_is_tell_no_chances(client: TestClient) -> None:
    game, _ = rolled(client, 3)
    text = chances(client, game)
    kept = game.actions[-1]
    answers = re.findall(r'<div data-for="(\d+)">(.*?)</div>', text, re.DOTALL)
    assert [html for action, html in answers if int(action) == kept]
    others = [html for action, html in answers if int(action) != kept]
    assert dict(answers)[str(kept)] not in others


def test_which_card_to_discard_for_a_success_tells_the_same_of_all(client: TestClient) -> None:
    seed, asked = 0, 0
    while asked < 5:
        game, chance = begun(client), Random(seed)
        seed += 1
        while game.actions and asked < 5:
            success = re.search(r'value="(\d+)"><kbd>\d+</kbd><span>Turn a . into', game.page)
            game.post("answers", action=int(success[1]) if success else chance.choice(game.actions))
            if ">Discard a card.<" in game.page and 'class="dice"' in game.page:
                told = re.findall(r'<div data-for="(\d+)">', chances(client, game))
                assert len(told) in {0, len(game.actions)}
                asked += len(game.actions) > 1


def test_before_a_roll_the_chances_stand_on_the_cards_in_hand(client: TestClient) -> None:
    game = begun(client)
    assert 'class="act resolved"' not in game.page
    told = re.findall(r'data-for="(\w+)-\d+-', chances(client, game))
    assert set(told) == {"hand"}


def test_who_looks_on_and_who_looks_back_see_card_and_dice_too(client: TestClient) -> None:
    game, card = rolled(client, 4)
    client.post(f"{game.address}/share")
    found = re.search(r"/watch/[\w-]+", client.get(f"{game.address}/about").text)
    assert found is not None
    answers = game.version
    for address in (found[0], f"{game.address}/replay/{answers}"):
        page = client.get(address).text
        assert f'id="resolved-{card}-none"' in page
        assert 'class="dice"' in page


def test_of_a_line_that_is_certain_no_best_is_told() -> None:
    kept = {"two": Fraction(1), "one": Fraction(0)}
    told = reckoned_of(
        7, "Play Walk", Lines(1, kept, {"two": Fraction(1), "one": Fraction(1)}), True
    )
    assert [(f.kept, f.best) for f in told.figures] == [("100", ""), ("0", "100")]


def test_the_line_that_came_of_a_roll_is_marked_while_it_asks(client: TestClient) -> None:
    def asks(game: Played) -> bool:
        return "Move to which space?" in game.page and 'class="act resolved"' in game.page

    game = reached(client, asks)
    assert game.page.count('class="holds" aria-current="true"') == 1


def test_the_card_of_an_open_roll_keeps_its_chances_whatever_is_looked_at(
    client: TestClient,
) -> None:
    game, _ = rolled(client, 1)
    assert 'data-for="resolved-' in chances(client, game)
    for action in game.actions:
        query = {"at": game.version, "action": action}
        part = {"HX-Request": "true"}
        told = client.get(f"{game.address}/chances", params=query, headers=part).text
        assert "resolved-" not in told
        assert f'data-for="{action}"' in told
