"""How cards put moments, values and names of the rulebook into English.

A word in braces is an argument of the moment or value, ``{=}`` is the change of a value.  What has
no entry is written with its own name.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

MOMENTS: Final[Mapping[str, str]] = {
    "action_card_resolved": "{c} is resolved",
    "attack_girl": "{e} attacks the Final Girl",
    "attack_made": "an attack with {w}",
    "attack_victim": "{e} attacks a Victim",
    "carrier_goes": "{c} goes",
    "change_horror": "Horror changes",
    "draw_event": "an Event is drawn",
    "draw_terror": "a Terror card is drawn",
    "dark_power_comes": "a Dark Power is revealed",
    "enemy_acted": "{e} has acted",
    "enemy_acts": "{e} acts",
    "enemy_enters": "{e} enters {s}",
    "enter_row": "Bloodlust reaches a row",
    "event_drawn": "an Event is drawn",
    "final_effect": "the Final Effect",
    "girl_enters": "the Final Girl enters {s}",
    "girl_hurt": "the Final Girl takes damage",
    "girl_moved": "the Final Girl moves",
    "heal": "the Final Girl recovers health",
    "health_lost": "the Final Girl loses health",
    "horror_falls": "Horror falls",
    "horror_rises": "Horror rises",
    "horror_roll": "a Horror Roll",
    "hurt_girl": "the Final Girl takes damage",
    "hurt_killer": "{k} takes damage",
    "item_gained": "an Item is gained",
    "kill_victim": "{v} dies",
    "killed_by": "{e} kills a Victim",
    "killer_hit": "{k} takes damage",
    "lose_health": "the Final Girl loses health",
    "minion_dies": "a Minion dies",
    "panic_moves": "{v} panics into another space",
    "panic_victim": "{v} panics",
    "play_action": "{c} is played",
    "raise_bloodlust": "Bloodlust rises",
    "roll_failed": "a Horror Roll without success",
    "save": "{v} is saved",
    "search": "a search",
    "take_reward": "a reward is taken",
    "victim_enters": "{v} enters {s}",
    "victim_saved": "{v} is saved",
}
"""What happens, behind ``before``, ``after`` or ``when``."""
TIMES: Final[Mapping[str, str]] = {
    "end_of_action_phase": "at the end of the Action phase",
    "in_upkeep": "in Upkeep",
    "killer_phase_begins": "at the start of the Killer phase",
    "killer_phase_ends": "at the end of the Killer phase",
    "setup_done": "after setup",
    "start_of_turn": "at the start of the turn",
}
"""Moments that are times by themselves."""
VALUES: Final[Mapping[str, str]] = {
    "attack_value": "{e}'s Attack Value {=}",
    "movement_value": "{e}'s Movement Value {=}",
    "damage_more": "{=} damage in every attack",
    "dice_for": "{=} to the dice for {c}",
    "exits_open": "open Exits: {=}",
    "follow_limit": "{=} to the Victims who may come along",
    "hand_limit": "hand limit {=}",
    "heal_more": "{=} health whenever health is recovered",
    "horror_more": "{=} whenever Horror rises (by 1 at least)",
    "steps_more": "{=} to the steps of a move",
    "success_more": "{=} success in every Horror Roll",
}
"""What a modifier changes."""
ANY: Final[Mapping[str, str]] = {
    "e": "an Enemy",
    "k": "a Killer",
    "m": "a Minion",
    "p": "somebody",
    "s": "a space",
    "v": "a Victim",
    "w": "any weapon",
    "c": "any card",
}
"""An argument of which nothing is said."""
THAT: Final[Mapping[str, str]] = {
    "e": "that Enemy",
    "k": "that Killer",
    "m": "that Minion",
    "s": "that space",
    "v": "that Victim",
    "w": "that weapon",
}
"""An argument once it has been named."""
AMOUNTS: Final[Mapping[str, str]] = {
    "heal": "the health",
    "hurt_girl": "the damage",
    "hurt_killer": "the damage",
    "girl_hurt": "the damage",
    "killer_hit": "the damage",
    "lose_health": "the loss",
    "girl_moved": "the move",
    "steps_more": "the move",
}
"""What ``n`` is in a moment or value."""
SORTS: Final[Mapping[str, str]] = {
    "act_damages": "cards with damage",
    "act_moves": "cards that move",
    "act_searches": "Search cards",
}
"""Sorts of Action cards: ``act_searches[c]``."""
NAMES: Final[Mapping[str, str]] = {
    "all_spaces": "all spaces",
    "deaths": "the number of Victims who died this turn",
    "enemies": "Enemies",
    "exits": "the Exits",
    "girl": "the Final Girl",
    "horror": "the Horror Level",
    "killer": "the Killer",
    "killers": "Killers",
    "minions": "Minions",
    "search_spaces": "the Search spaces",
    "time": "Time",
    "victim": "Victim",
    "victims": "Victims",
    "weapon": "the weapon used",
}
"""Names of the rulebook."""
FACTS: Final[Mapping[tuple[str, str], str]] = {
    ("deaths", "> 0"): "a Victim died this turn",
    ("deaths", "== 0"): "no Victim died this turn",
    ("killed", "> 0"): "a Victim was killed",
    ("killed", "== 0"): "nobody was killed",
    ("hurt", "> 0"): "the Final Girl took damage",
    ("hurt", "== 0"): "the Final Girl took no damage",
    ("killer", "!= none"): "the Killer is there",
}
"""Comparisons that a card says shorter."""
CALLS: Final[Mapping[str, str]] = {
    "beside": "the spaces at most 1 step from {0}",
}
"""Rules and operations that stand for things."""
PRINTED: Final[Mapping[str, str]] = {
    "bring_victims": "Victims in {a} go 1 step toward {s}",
    "close_one_way": "close the way from {a} to {b}",
    "draw_event": "draw an Event",
    "draw_terror": "draw a Terror card",
    "end_action_phase": "end the phase",
    "exchange_token": "exchange the Final Health token of {p}",
    "fetch_item": "look for {c} and gain it",
    "gain_card_up_to": "take a card that costs up to {n}",
    "gather_victims": "up to {n} Victims come from 1 step away",
    "hurt_an_enemy": "{e} takes {n} damage",
    "ignore_attack": "ignore the attack",
    "kill_all_at": "every Victim at {s} dies",
    "kill_one_at": "one Victim at {s} dies",
    "kill_victim": "{v} dies",
    "killer_heals": "the Killer recovers {n} health",
    "killer_loses": "the Killer loses {n} health",
    "lead_enemy": "{e} goes up to {n} steps where you say",
    "look_at_killer": "look at the Killer's Final Health token",
    "look_at_token": "look at the Final Health token of {p}",
    "lose_chosen_item": "lose an Item",
    "lose_random_item": "lose a random Item",
    "open_one_way": "open the way from {a} to {b}",
    "panic_all_at": "Victims at {s} panic",
    "panic_all_in": "Victims in {a} panic",
    "panic_girl": "the Final Girl panics",
    "panic_victim": "{v} panics",
    "partials_next_roll": "3s and 4s succeed in the next roll",
    "place_girl": "place the Final Girl at {s}",
    "place_killer": "place the Killer at {s}",
    "place_kind": "place {k} at {s}",
    "reduce_attack": "the attack deals {n} less",
    "reduce_attack_to": "the attack deals {n} less, but {least} at least",
    "reveal_dark_power": "reveal the Dark Power",
    "reveal_finale": "reveal the Finale",
    "search": "search {k}, keep {keep}",
    "stop_enemy": "the Enemy stops",
    "take_any_top_item": "take the top Item of a deck",
    "take_cards_worth": "take cards that cost up to {n} together",
    "take_top_item": "take the top Item of {deck}",
    "victim_toward": "{v} goes 1 step toward {s}",
}
"""Phrases that cards print otherwise than they are written in Reel."""
COUNTED: Final[Mapping[str, tuple[str, str]]] = {
    "lose_random_cards": ("lose 1 random card", "lose {n} random cards"),
    "next_roll_dice": ("1 die more in the next roll", "{n} dice more in the next roll"),
    "place_victims": ("place 1 Victim at {s}", "place {n} Victims at {s}"),
}
"""Phrases for one and for more."""
COMPARED: Final[Mapping[str, str]] = {
    "==": "is",
    "!=": "is not",
    ">": "is more than",
    "<": "is less than",
    ">=": "is at least",
    "<=": "is at most",
}
"""Comparisons in words."""
AIMS: Final[Mapping[str, str]] = {
    "closest": "closest target",
    "closest victim": "closest Victim",
    "farthest victim": "farthest Victim",
    "girl": "the Final Girl",
    "victim else girl": "closest Victim, else the Final Girl",
}
"""Whom a Killer Action aims at."""
CAPITALS: Final[Mapping[str, str]] = {
    "bloodlust": "Bloodlust",
    "enemy": "Enemy",
    "horror": "Horror",
    "time": "Time",
    "victim": "Victim",
    "victims": "Victims",
}
"""Words of phrases that are terms of the game."""
