"""The twelve tiny films: each says one of the hardest mechanics in data, and it works."""

from __future__ import annotations

from collections import Counter

import pytest

from nightreel.lab.simulate import Run, simulate
from nightreel.machine.verify import Verified
from nightreel.record import layout as L
from nightreel.table.state import Options
from nightreel.table.wording import action_texts
from tests.films.playing import TINY, Play, program_of, random_game

FILMS = sorted(f.stem for f in TINY.glob("*.yaml"))


# ---------------------------------------------------------------- all of them


@pytest.mark.parametrize("name", FILMS)
def test_a_tiny_film_is_tiny(name: str) -> None:
    text = (TINY / f"{name}.yaml").read_text(encoding="utf-8")
    assert len(text.splitlines()) < 40


@pytest.mark.parametrize("name", FILMS)
def test_hundreds_of_random_games_run_without_a_fault(name: str) -> None:
    assert simulate(program_of(name), Run("random", 300, 1)).games == 300


@pytest.mark.parametrize("name", FILMS)
def test_the_hardest_options_run_without_a_fault(name: str) -> None:
    hardest = Options(extreme=True, infinite_evil=True, epic=True)
    assert simulate(program_of(name), Run("random", 40, 1), hardest).games == 40


def test_the_sampler_plays_with_secrets_dealt_anew() -> None:
    assert simulate(program_of("hidden"), Run("sampler", 2, 1, playouts=3)).games == 2


@pytest.mark.parametrize("name", FILMS)
def test_interpreted_games_always_have_a_legal_action(name: str) -> None:
    program = program_of(name)
    verified = Verified(program)
    for seed in range(3):
        state, answers = random_game(program, seed)
        assert answers > 0
        verified.check_record(state.words.tolist())


# ---------------------------------------------------------------- 1 overlaid side deck


def test_only_uncovered_parts_of_the_veils_count() -> None:
    """Red lies on cells 1 and 2; blue then covers 2 and 3, so red's right part is gone."""
    play = Play("veils")
    horror, time = play.get("horror"), 6
    play.chance("film", "veil_red").answer("Which cells", "1").terror("weave")
    assert play.get("horror") == horror + 1
    assert play.get("time") == time - 1
    play.chance("film", "veil_blue").answer("Which cells", "2").terror("weave")
    assert play.get("cell", 2) != 0
    assert [play.get("cover", n) for n in (1, 2, 3)] == [
        play.number("veil_red"),
        play.number("veil_blue"),
        play.number("veil_blue"),
    ]
    # Horror +1 from red, Time -2 and Horror -1 from blue; the Time -1 of red is covered.
    assert play.get("horror") == horror + 1
    assert play.get("time") == time - 2


def test_a_veil_never_covers_exactly_another_one() -> None:
    play = Play("veils")
    play.chance("film", "veil_red").answer("Which cells", "2").terror("weave")
    play.until("Your Action phase").shuffle_back("weave")
    play.chance("terror", "weave").chance("film", "veil_grey")
    play.take("End the Action phase").until("Which cells")
    assert sorted(action_texts(play.state).values()) == ["1", "3", "4"]


def test_unravelled_veils_are_shuffled_and_drawn_again() -> None:
    play = Play("veils")
    play.chance("film", "veil_red").terror("weave").terror("unravel")
    assert [play.get("cell", n) for n in range(1, 6)] == [0] * 5
    assert play.zone("veil_red") == play.number("veil_deck")
    play.until("Your Action phase").shuffle_back("weave")
    play.chance("terror", "weave").take("End the Action phase")
    play.until_chance("film")
    chances = dict(play.state.chance_outcomes())
    assert set(chances) == {
        L.CARD_ACTION + play.number(veil) for veil in ("veil_red", "veil_blue", "veil_grey")
    }
    assert all(chance == pytest.approx(1 / 3) for chance in chances.values())


# ---------------------------------------------------------------- 2 results of blocks


def test_what_follows_depends_on_whether_somebody_was_killed() -> None:
    play = Play("results")
    horror = play.get("horror")
    play.terror("none_killed")  # the Killer has no boot and nobody with it
    assert play.get("horror") == horror + 2
    assert play.get("time") == 6


def test_horror_rises_for_each_damage_that_hurt_her() -> None:
    play = Play("results")
    horror = play.get("horror")
    play.terror("for_each_hurt")
    assert play.health() == 3
    assert play.get("horror") == horror + 2


def test_a_defended_blow_hurts_nobody() -> None:
    play = Play("results")
    play.set(L.HAND + play.number("guard"), 1)
    horror = play.get("horror")
    play.chance("horror", 6, 6).answer("You are attacked", "Play Guard").terror("for_each_hurt")
    assert play.health() == 5
    assert play.get("horror") == horror


def test_a_loop_runs_until_somebody_is_killed_but_not_for_ever() -> None:
    play = Play("results")
    play.terror("until_killed")  # from the cellar one step to the next Victims
    assert len(play.places("victim")) == 5
    assert play.places("victim").count(L.PLACE_DEAD) == 1
    assert sum("aims at" in line for line in play.log) == 1


def test_what_was_not_discarded_is_lost_as_health() -> None:
    play = Play("results")
    play.answer("Discard a card", "Walk").terror("for_each_card")
    assert play.health() == 4  # both Walks are discarded, one of three is missing
    assert play.in_hand("walk") == 0


def test_horror_rises_for_each_minion_that_came() -> None:
    play = Play("results")
    horror = play.get("horror")
    play.terror("for_each_hound")
    assert play.get("horror") == horror + 3
    assert len(play.places("hound")) == 3
    play.until("Your Action phase")
    before = play.get("horror")
    play.terror("for_each_hound")  # one token is left of four
    assert play.get("horror") == before + 1


def test_two_blocks_are_counted_apart() -> None:
    play = Play("results")
    play.terror("nested")
    assert play.places("victim").count(L.PLACE_DEAD) == 3
    assert play.get("time") == 6 + 1 - 2


def test_the_killer_heals_by_what_she_healed() -> None:
    play = Play("results")
    play.terror("for_each_hurt")
    play.until("Your Action phase")
    play.set(L.HEALTH + play.number("first_killer"), 2)
    play.terror("drink")
    assert play.health() == 5
    assert play.health("the_reckoner") == 4


def test_a_killer_can_kill_along_its_path_and_pay_for_each() -> None:
    play = Play("results")
    play.terror("per_kill")
    dead = play.places("victim").count(L.PLACE_DEAD)
    assert dead >= 2
    assert play.get("time") == 6 - dead


# ---------------------------------------------------------------- 3 replacing


def test_the_first_damage_of_a_turn_is_cancelled_and_the_next_is_less() -> None:
    play = Play("replacing")
    play.killer_at("gate").terror("strike")
    assert play.health() == 5
    assert "The Final Girl is attacked for 3." in play.log


def test_rising_horror_can_be_bought_off() -> None:
    play = Play("replacing")
    horror = play.get("horror")
    play.answer("stay calm", "Yes").terror("dread")
    assert (play.get("horror"), play.get("time")) == (horror, 5)
    play.answer("stay calm", "No").terror("dread")
    assert play.get("horror") == horror + 1
    assert play.get("time") == 5  # the hook after it takes one, once a turn


def test_who_panics_into_the_attic_dies() -> None:
    play = Play("replacing")
    play.chance("panic", 2, 6, 6).terror("rout")
    assert play.places("victim").count(L.PLACE_DEAD) == 1
    assert play.at("victim", "attic") == 2


def test_healing_takes_coils_first() -> None:
    play = Play("replacing")
    play.terror("salve")
    assert (play.health(), play.get("coils")) == (3, 1)
    play.terror("salve")
    assert (play.health(), play.get("coils")) == (1, 0)


def test_a_replacing_hook_is_not_entered_again_by_what_it_does() -> None:
    """Who dies in the attic takes another along; that death is an ordinary one."""
    play = Play("replacing")
    play.terror("doom")
    assert play.places("victim").count(L.PLACE_DEAD) == 2
    assert play.at("victim", "attic") == 0


def test_the_killer_does_not_enter_her_space_while_a_victim_can_die_instead() -> None:
    play = Play("replacing")
    play.terror("stalk")  # cellar, hall, then the gate: nobody is there to die
    assert play.at("the_undying", "gate") == 1


def test_the_last_token_cannot_go_while_a_victim_lives() -> None:
    play = Play("replacing")
    play.terror("wound")
    assert play.health("the_undying") == 1
    assert not play.state.is_terminal()


# ---------------------------------------------------------------- 4 who acts is data


def test_a_puppet_acts_like_an_enemy_with_values_of_its_own() -> None:
    play = Play("puppets")
    play.terror("possess")
    assert play.at("puppet", "hall") == 1
    play.until("Your Action phase").terror("farthest_walks")
    dead = play.places("victim").count(L.PLACE_DEAD)
    assert dead == 1  # by the action line: the puppet stabs a Victim in the hall
    assert play.get("killer") == 0


def test_puppets_do_not_aim_at_puppets_and_can_be_cut_down() -> None:
    play = Play("puppets")
    play.terror("possess").until("Your Action phase")
    play.answer("Move to which space", "Hall").take("Play Walk")
    play.chance("horror", 5).until("Your Action phase")
    assert "Play Weak Attack" in action_texts(play.state).values()
    play.chance("horror", 5, 5, 5, 5).take("Play Weak Attack").until_phase(5)
    assert play.victory()


def test_more_than_thirty_minions_each_act_once() -> None:
    play = Play("puppets")
    play.terror("swarm")
    assert len(play.places("rat")) == 36
    play.until("Your Action phase").terror("farthest_walks")
    acted = [line for line in play.log if line.startswith("Rat aims at")]
    assert len(acted) == 36


# ---------------------------------------------------------------- 5 no Killer


def test_boots_spawn_and_knives_frighten() -> None:
    play = Play("no_killer")
    horror = play.get("horror")
    placed = len(play.places("imp"))
    assert placed == 2  # the Setup card places the Killer: two imps in its stead
    play.terror("breed")
    assert len(play.places("imp")) == placed + 1 + 2
    assert play.get("horror") == horror + 1


def test_placing_the_killer_places_imps_until_they_are_everywhere() -> None:
    play = Play("no_killer")
    play.terror("lair").terror("breed")
    assert play.defeat()
    assert "They are everywhere: defeat." in play.log


def test_cards_that_make_no_sense_are_left_out() -> None:
    constants = program_of("no_killer").facts["constants"]
    assert "breed" in constants
    assert "mend" not in constants
    assert "useless" not in constants


# ---------------------------------------------------------------- 6 the map


def near(play: Play, walk: int, space: str) -> set[str]:
    """The spaces one step away for a class that walks."""
    word = int(play.state.words[L.NEAR + walk * L.SPACES + play.number(space)])
    names = [thing.name for thing in play.program.things["space"]]
    return {names[s] for s in range(1, len(names)) if word >> s & 1}


def test_every_class_has_a_map_of_its_own() -> None:
    play = Play("map")
    assert near(play, L.WALK_GIRL, "barn") == {"yard", "loft", "vault"}
    assert near(play, L.WALK_VICTIM, "barn") == {"yard", "loft"}
    assert near(play, L.WALK_KILLER, "loft") == {"yard"}  # the ladder leads up only


def test_ways_open_and_close_for_some() -> None:
    play = Play("map")
    assert "roof" not in near(play, L.WALK_VICTIM, "loft")
    play.terror("burst")
    assert "roof" in near(play, L.WALK_VICTIM, "loft")
    play.terror("bolt")
    assert "barn" not in near(play, L.WALK_VICTIM, "yard")
    assert "barn" in near(play, L.WALK_GIRL, "yard")
    assert play.places("padlock") == [L.PLACE_WAY + play.number("bridge")]
    play.terror("fire")
    assert "vault" not in near(play, L.WALK_GIRL, "yard")
    assert "vault" in near(play, L.WALK_VICTIM, "yard")


def test_the_bridge_bears_one_follower() -> None:
    play = Play("map")
    play.answer("Move to which space", "Barn").answer("Who comes along", "Victim")
    play.take("Play Walk").chance("horror", 5, 1).until("Your Action phase")
    assert play.at("victim", "barn") == 1
    assert play.asked.count("Who comes along?") == 1


def test_who_panics_through_the_window_dies() -> None:
    play = Play("map")
    play.chance("panic", 1, 2, 6).terror("rout")
    assert play.places("victim").count(L.PLACE_DEAD) == 1
    assert play.at("victim", "barn") == 1


def test_victims_climb_to_a_higher_floor() -> None:
    play = Play("map")
    play.terror("burst").terror("climb")
    assert play.at("victim", "roof") == 2


# ---------------------------------------------------------------- 7 carriers


def test_a_cart_takes_two_along_its_ring() -> None:
    play = Play("carriers")
    play.answer("Who rides along", "Final Girl").terror("storm")
    play.until("Your Action phase")
    assert play.at("cart", "wheel") == 1
    assert play.at("final_girl", "wheel") == 1
    play.answer("Who rides along", "Final Girl").terror("storm").until("Your Action phase")
    assert play.at("cart", "tent") == 1
    assert "The Final Girl boards Cart." in play.log
    play.terror("storm").until("Your Action phase")
    assert play.at("cart", "gate_way") == 1  # the ring closes


def test_a_cart_has_room_for_two() -> None:
    play = Play("carriers")
    play.answer("Who rides along", "Victim").terror("storm").until("Your Action phase")
    assert play.at("victim", "wheel") == 2
    assert play.at("victim", "gate_way") == 1


def test_a_ferry_goes_to_a_space_off_the_map_and_back() -> None:
    play = Play("carriers")
    play.terror("storm")
    assert play.at("ferry", "isle") == 1
    play.terror("storm")
    assert play.at("ferry", "isle") == 1  # a line ends
    play.terror("back_home")
    assert play.at("ferry", "shore") == 1


def test_a_free_carrier_goes_where_the_player_says() -> None:
    play = Play("carriers")
    play.answer("Where to", "Shore").terror("aid")
    assert play.at("stretcher", "shore") == 1


# ---------------------------------------------------------------- 8 hidden


def with_culprit(name: str) -> Play:
    """A game in which this suspect did it."""
    play = Play("hidden")
    return play.set_state("culprit", play.number(name))


def test_the_culprit_is_dealt_in_setup() -> None:
    play = Play("hidden")
    assert play.get("culprit") in {play.number(k) for k in ("baker", "nurse", "miller")}


def test_clues_clear_suspects() -> None:
    play = with_culprit("miller")
    play.terror("arrive").terror("footprint")
    cleared = play.get("cleared")
    assert cleared == 1 << play.number("baker") | 1 << play.number("nurse")


def test_nobody_sees_the_culprit_and_it_is_dealt_anew() -> None:
    play = with_culprit("miller")
    play.terror("scar")  # neither baker; nurse and miller are both scarred
    assert play.state.view().words[play.program.states["culprit"].address] == 0
    dealt = Counter(
        int(play.state.reseeded(seed).words[play.program.states["culprit"].address])
        for seed in range(200)
    )
    assert set(dealt) == {play.number("nurse"), play.number("miller")}
    assert all(n > 60 for n in dealt.values())


def test_dealing_anew_changes_nothing_else() -> None:
    play = with_culprit("nurse")
    play.terror("scar").until("Your Action phase")
    anew = play.state.reseeded(7)
    hidden = set(play.state.hidden_words())
    changed = {int(i) for i in (anew.words != play.state.words).nonzero()[0]}
    assert changed <= hidden
    assert anew.legal_actions() == play.state.legal_actions()


def test_accusing_the_right_one_wins_and_the_wrong_one_frightens() -> None:
    play = with_culprit("nurse")
    play.until("Your Action phase")
    horror = play.get("horror")
    play.answer("Whom do you accuse", "Baker").take("Somebody:").until("Your Action phase")
    assert play.get("horror") == horror + 2
    assert not any("Somebody:" in t for t in action_texts(play.state).values())  # once a turn
    play.terror("footprint").until("Your Action phase")
    play.answer("Whom do you accuse", "Nurse").take("Somebody:").until("the end")
    assert play.victory()


def test_a_hollow_victim_is_found_out() -> None:
    play = Play("hidden")
    everybody = (1 << 30) - 1
    play.set_state("hollow", everybody, everybody, everybody).terror("scanner")
    assert play.at("husk", "hall") == 1
    play.set_state("hollow", 0, 0, 0).terror("scanner")
    assert play.at("husk", "hall") == 1


# ---------------------------------------------------------------- 9 offers


def test_cards_against_a_piece_that_is_there_for_this_card_only() -> None:
    play = Play("offers")
    play.answer("You may play", "Play Weak Attack").chance("horror", 5, 1)
    play.terror("ambush")
    assert play.in_hand("weak_attack") == 0
    assert "Ghoul takes 1 damage." in play.log
    assert play.places("ghoul") == [L.PLACE_AWAY]
    assert play.health() == 5 - 1 - 2  # the line's own, and its attack with one health left


def test_damage_that_is_only_counted() -> None:
    play = Play("offers")
    horror = play.get("horror")
    play.answer("You may play", "Play Weak Attack").chance("horror", 5, 5).terror("barricade")
    assert (play.health(), play.get("horror")) == (5, horror - 1)
    play.answer("You may play", "Play no card").terror("barricade")
    assert play.health() == 3


def test_cards_against_something_that_is_no_enemy() -> None:
    play = Play("offers")
    play.until("Your Action phase")
    play.set(L.HAND + play.number("critical_blow"), 1)
    play.answer("You may play", "Play Critical Blow").chance("horror", 5, 5, 5, 5)
    play.terror("burning")
    assert play.at("effigy", "hall") == 0
    assert play.get("time") == 8


def test_what_is_on_offer_is_a_value() -> None:
    play = Play("offers")
    play.chance("terror", "flight")
    play.take("End the Action phase").until("You may play")
    offered = set(action_texts(play.state).values())
    assert {"Play Walk", "Play Weak Attack", "Play no card"} <= offered
    assert "Play Focus" not in offered


# ---------------------------------------------------------------- 10 the roll


def dice(play: Play, card: str) -> int:
    """How many dice are rolled for a card, before its successes are counted."""
    play.log.clear()
    play.take(f"Play {card}").until("Your Action phase")
    end = next(i for i, line in enumerate(play.log) if line.endswith("successes."))
    return sum(line.startswith("A die shows") for line in play.log[:end])


def test_dice_are_exact_or_less_but_never_less_than_one() -> None:
    play = Play("rolls").chance("horror", *[2] * 5)
    assert dice(play, "Focus") == 5
    assert play.get("horror") == 3  # two dice
    assert dice(play, "Short Rest") == 2
    play = Play("rolls").killer_at("gate")
    assert dice(play, "Weak Attack") == 1  # three less
    play = Play("rolls").set(L.HAND + play.number("search_card"), 1)
    play.set(L.PLACE + play.number("girl"), play.number("hall"))
    assert dice(play, "Search") == 4


def test_one_success_more_on_one_card() -> None:
    play = Play("rolls")
    play.until("Your Action phase").chance("horror", 1, 1, 1).log.clear()
    play.take("Play Walk").until("Your Action phase")
    assert "1 success." in play.log


def test_ones_frighten_on_one_card() -> None:
    play = Play("rolls")
    play.until("Your Action phase").chance("horror", 1, 1, 5, 5, 5)
    horror = play.get("horror")
    play.take("Play Focus").until("Your Action phase")
    assert play.get("horror") == horror + 2 - 1


def test_dice_of_other_kinds() -> None:
    play = Play("rolls")
    play.answer("Roll a second die", "No").chance("film", 6).terror("own_die")
    assert play.health() == 2
    horror = play.get("horror")
    play.chance("film", 8).terror("many_sides")
    assert play.get("horror") == horror + 1
    play.chance("film", 2).terror("by_table")
    assert play.get("time") == 5
    play.chance("film", 6).terror("by_space")
    assert play.at("victim", "cellar") == 1


def test_of_two_dice_she_chooses_one() -> None:
    play = Play("rolls")
    play.answer("Roll a second die", "Yes").answer("Which die", "1").chance("film", 6, 1)
    play.terror("own_die")
    assert play.health() == 5


def test_a_panic_roll_is_replaced() -> None:
    play = Play("rolls")
    play.terror("rout")
    assert play.at("victim", "attic") == 5  # every die is a 2: from the hall to the attic


def test_an_effect_asks_for_a_roll() -> None:
    play = Play("rolls")
    play.chance("horror", 5, 5).terror("test")
    assert (play.get("time"), play.health()) == (7, 5)
    play.chance("horror", 5, 1).terror("test")
    assert play.health() == 4


def test_any_number_of_dice_is_rolled_again() -> None:
    play = Play("rolls")
    play.until("Your Action phase").chance("horror", 1, 1, 5, 1, 2, 6, 6, 6)
    play.take("Play Focus").until("Your Horror Roll")
    play.answer("Re-roll how many", "0").answer("Re-roll how many dice that show 1", "3")
    play.take("Bess: Reroll any dice").until("Your Horror Roll")
    assert [play.get("dice", face) for face in (1, 2, 5, 6)] == [0, 1, 1, 3]


# ---------------------------------------------------------------- 11 ends


def test_all_of_three_killers_have_to_die() -> None:
    play = Play("ends")
    play.chance("tokens", 0).terror("meet")
    assert [play.health(k) for k in ("the_ada", "the_bea", "the_cat")] == [2, 3, 1]
    play.answer("Who is hit", "Cat").terror("hurt_one")
    assert play.places("the_cat") == [L.PLACE_DEAD]
    assert not play.state.is_terminal()


def test_the_active_killer_changes_and_at_last_all_act() -> None:
    play = Play("ends")
    play.terror("meet")
    play.until("Your Action phase").terror("next_stage")
    assert {line for line in play.log if "aims at" in line and "Ada" not in line} == set()
    play.terror("next_stage").until("Your Action phase")
    play.set(L.HEALTH + play.number("girl"), 9)
    play.terror("feed")
    actors = {line.split(" aims at")[0] for line in play.log if "aims at" in line}
    assert actors >= {"Ada", "Bea"}


def test_health_grows_above_the_start() -> None:
    play = Play("ends")
    play.terror("meet").terror("feed")
    assert [play.health(k) for k in ("the_ada", "the_bea", "the_cat")] == [3, 4, 2]


def test_carrying_the_idol_to_an_exit_wins() -> None:
    play = Play("ends")
    play.terror("find_it")
    assert play.victory()
    assert "The idol leaves with you: victory." in play.log


def test_too_much_horror_is_the_end() -> None:
    play = Play("ends")
    play.terror("terrify").terror("terrify")
    assert play.defeat()


# ---------------------------------------------------------------- 12 economies


def test_items_are_crafted_from_items() -> None:
    play = Play("economy")
    play.until("Your Action phase")
    for item in ("stick", "blade"):
        play.set(L.CARD_ZONE + play.number(item), play.number("backpack_zone"))
    play.answer("Take which Item in hand", "Spear")
    play.take("The Bazaar: Discard item").until("Your Action phase")
    assert play.zone("spear") == play.number("hands_zone")
    assert play.zone("stick") == play.zone("blade") == play.number("item_discard")


def test_a_pile_that_reaches_a_number() -> None:
    play = Play("economy")
    horror = play.get("horror")
    play.chance("film", "itch").terror("hex")
    assert play.get("horror") == horror
    play.chance("film", "rot").terror("hex")
    assert play.get("horror") == horror + 1


def test_draw_two_and_keep_one() -> None:
    play = Play("economy")
    play.chance("film", "rot", "gloom").answer("Keep which card", "Gloom").terror("pick")
    assert play.zone("gloom") == play.number("curses")
    assert play.zone("rot") == play.number("curse_deck")


def test_a_curse_is_fed_with_victims() -> None:
    play = Play("economy")
    bloodlust = play.get("bloodlust")
    play.terror("feed_it").terror("feed_it")
    assert play.places("victim").count(L.PLACE_CARD + play.number("gloom")) == 2
    assert play.get("bloodlust") == bloodlust + 1


def test_the_market_is_used_up() -> None:
    play = Play("economy")
    play.until("Your Action phase")
    play.take("Pepper:").until("Your Action phase").take("Pepper:").until("Your Action phase")
    assert play.get("time") == 8
    assert not any("Pepper" in text for text in action_texts(play.state).values())


def test_an_item_is_fetched_from_wherever_it_is() -> None:
    play = Play("economy")
    play.chance("items", 1).terror("trade")
    assert play.zone("oil") == play.number("backpack_zone")


# ---------------------------------------------------------------- close behind


def test_a_path_that_may_not_end_in_the_hall_turns_back() -> None:
    play = Play("close_behind")
    play.set(L.PLACE + play.number("girl"), play.number("hall"))
    play.terror("rage")  # turn 1: the mode is 1, the Killer goes for her in the hall
    assert "The Warden goes to Hall." in play.log
    assert play.at("the_warden", "cellar") == 1


def test_the_mode_is_latched_when_the_phase_begins() -> None:
    play = Play("close_behind")
    play.terror("rage")
    assert play.get("mode") == 1
    assert any("goes to" in line for line in play.log)
    play.terror("rage")
    assert play.get("mode") == 0
    assert not any("goes to" in line for line in play.log)


def test_crows_are_spread_evenly_and_overflow() -> None:
    play = Play("close_behind")
    play.terror("flock")
    assert sorted((play.at("crow", "gate"), play.at("crow", "cellar"))) == [1, 2]
    play = Play("close_behind")
    play.terror("swarm")
    assert play.at("crow", "hall") == 2
    assert all(play.at("crow", space) <= 2 for space in ("gate", "attic", "cellar"))
    assert len(play.places("crow")) == 5


def test_what_the_other_half_lacks_is_skipped_or_replaced() -> None:
    play = Play("close_behind")
    play.terror("flood")
    assert len(play.places("victim")) == 5 + 1
    assert play.at("victim", "hall") == 3 + 1


def test_a_meter_of_the_film_listens_to_bloodlust() -> None:
    play = Play("close_behind")
    play.terror("rage")  # mode 1: two levels at once, with the effect of each
    assert play.level("unrest") == 2
    assert play.get("time") == 5
    horror = play.get("horror")
    play.terror("rage")
    assert play.level("unrest") == 3
    assert play.get("horror") == horror


def test_meters_are_quiet_unleashed_chosen_and_overflow() -> None:
    play = Play("close_behind")
    horror = play.get("horror")
    play.terror("soothe")
    assert (play.level("calm"), play.get("horror")) == (3, horror - 1)
    assert play.level("unrest") == 0
    play.answer("Which rises", "Calm").terror("choose_meter")
    assert play.level("calm") == 5
    play.answer("Which rises", "Unrest").terror("choose_meter")  # mode 1: each rise is two
    assert play.level("unrest") == 3
    assert play.health() == 5 - 1 - 1  # attacked in the turn between, and the overflow


def test_a_number_need_not_be_chosen() -> None:
    play = Play("close_behind")
    horror = play.get("horror")
    play.answer("How many", "2").terror("pick_number")
    assert play.get("horror") == horror + 2
    play.answer("How many", "None at all").terror("pick_number")
    assert (play.get("horror"), play.get("time")) == (horror + 2, 7)


def test_other_sizes_of_decks() -> None:
    facts = program_of("close_behind").facts["constants"]
    assert facts["terror_size"] == 3
