"""What the language promises: guards, limits, sets, errors that name their mend."""

from __future__ import annotations

import pytest

from nightreel.record import layout as L
from nightreel.record.log import Log
from nightreel.reel.errors import SourceError
from nightreel.table.state import new_initial_state
from nightreel.table.wording import read_log
from tests.small import program


def setup_log(changes: str) -> list[str]:
    """What happens in setup."""
    built = program(changes)
    buffer = Log()
    state = new_initial_state(built, 1, log=buffer)
    return [entry.text for entry in read_log(state, buffer)]


def told(changes: str) -> list[str]:
    """What a text in the moment before the first Event says, in braces."""
    return [line for line in setup_log(changes) if line.startswith("<")]


def test_the_record_stays_small() -> None:
    assert L.WORDS * 4 == 8192
    assert L.STACK_WORDS >= 680


def test_sums_sets_and_counts() -> None:
    lines = told(
        "events: []\n"
        'when: "after setup_done: '
        'say \\"<{size(those(s in all_spaces where victims_at[s] > 1))}>\\",'
        ' say \\"<{sum(s in all_spaces, victims_at[s] * 2)}>\\",'
        ' say \\"<{size(those(v in victims))}>\\""'
    )
    assert [line.split(" [")[0] for line in lines] == ["<2>", "<10>", "<2>"]


def test_a_loop_with_a_cap_ends() -> None:
    lines = told('when: "after setup_done: while 1 up to 3: say \\"<again>\\""')
    assert len(lines) == 3


def test_a_hook_once_a_game_happens_once() -> None:
    lines = told('when: "after setup_done once game: (say \\"<now>\\"; setup_done())"')
    assert len(lines) == 1


def test_a_replacing_hook_may_call_its_moment() -> None:
    lines = told(
        'when: ["instead setup_done: (say \\"<before>\\"; setup_done(); say \\"<after>\\")"]'
    )
    assert len(lines) == 2


def test_the_guard_of_a_replacing_hook_opens_again() -> None:
    lines = told(
        'when: ["before draw_event: (setup_done(); setup_done())",'
        ' "instead setup_done: say \\"<replaced>\\", return"]'
    )
    assert len(lines) == 3


def test_a_role_knows_which_piece_it_is() -> None:
    lines = told(
        "events: []\n"
        "roles:\n  - {id: twin, title: Twin, count: 2,"
        ' when: "after setup_done: say \\"<{this.space}>\\""}\n'
        'when: "before setup_done: place one twin at gate, place one twin at attic"'
    )
    assert sorted(lines) == ["<Attic>", "<Gate>"]


def test_values_that_are_sets_are_joined() -> None:
    lines = told(
        "events: []\n"
        'while: ["girl_steps + {attic}", "girl_steps - {hall}"]\n'
        'when: "after setup_done: say \\"<{size(girl_steps(gate))} {first(girl_steps(gate))}>\\""'
    )
    assert lines == ["<1 Attic>"]


def test_facts_and_tables_are_rows() -> None:
    lines = told(
        "events: []\n"
        "tables: {second: [gate, cellar]}\n"
        "tokens: [{id: coin, title: Coin, count: 1, facts: {worth: 7}}]\n"
        'when: "after setup_done: say \\"<{second[2]} {worth[coin]}>\\""'
    )
    assert lines == ["<Cellar 7>"]


def test_a_killer_action_may_aim_at_spaces_of_its_own() -> None:
    lines = setup_log('events: []\nwhen: "after setup_done: by killer toward {gate}: move, move"')
    assert lines[-4:-1] == [
        "The Stalker aims at Gate.",
        "The Stalker goes to Hall.",
        "The Stalker goes to Gate.",
    ]


def test_other_pieces_may_act_and_aim() -> None:
    lines = setup_log(
        "events: []\n"
        "while: movement_value = 1 where kind_class[e.kind] == class_victim\n"
        'when: "after setup_done: by v in victims where v.space == attic toward {cellar}: move"'
    )
    assert lines.count("A Victim goes to Cellar.") == 2


def test_a_film_replaces_a_rule_of_the_rulebook() -> None:
    lines = told(
        "events: []\n"
        "rules: |\n"
        "  rule setup_done():\n"
        '      "Another beginning."\n'
        '      say "<replaced>"\n'
    )
    assert lines == ["<replaced>"]


def test_a_replaced_rule_keeps_its_heading() -> None:
    message = fault("rules: |\n  rule heal():\n      nothing\n")
    assert "heal replaces a rule" in message


def test_a_phrase_of_a_film_is_a_sentence_of_its_cards() -> None:
    lines = told(
        "events: []\n"
        "rules: |\n"
        '  rule toll_bell(n) as "toll <n> times":\n'
        '      "The bell."\n'
        '      for i in 1 to n: say "<dong>"\n'
        'when: "after setup_done: toll 2 times"'
    )
    assert lines == ["<dong>", "<dong>"]


def test_items_are_lost_by_choice_and_by_chance() -> None:
    lines = setup_log(
        "events: []\n"
        'when: "after setup_done: gain bandage, gain lamp, lose a random item, lose an item"'
    )
    lost = [line for line in lines if line.endswith("is discarded.")]
    assert sorted(lost) == ["Bandage is discarded.", "Lamp is discarded."]


def fault(changes: str) -> str:
    """What is told of a broken film."""
    with pytest.raises(SourceError) as error:
        program(changes)
    return str(error.value)


def test_a_killer_action_does_not_see_local_names_around_it() -> None:
    message = fault('when: "after setup_done: let n = 2, by killer closest: move, lose n"')
    assert "belongs to the text around this Killer Action" in message
    assert message.startswith("changes.yaml:1:")


def test_a_fact_has_one_type() -> None:
    message = fault(
        "tokens:\n"
        "  - {id: coin, title: Coin, count: 1, facts: {worth: 7}}\n"
        "  - {id: gem, title: Gem, count: 1, facts: {worth: gate}}\n"
    )
    assert message.startswith("changes.yaml:3:")
    assert "'worth' is the space of a kind here" in message


def test_a_phrase_does_not_begin_with_a_name_of_the_rulebook() -> None:
    message = fault('rules: |\n  rule veil() as "lay a veil":\n      nothing\n')
    assert "a phrase begins with 'lay', a name of Reel" in message


def test_once_has_three_periods() -> None:
    assert "phase, turn, game" in fault('when: "after setup_done once week: nothing"')


def test_a_level_outside_its_meter() -> None:
    assert "no level 9" in fault('meters: [{id: dread, most: 3, levels: {9: "nothing"}}]')


def test_a_name_that_no_pairing_has_is_an_error_until_it_is_declared() -> None:
    text = 'when: "after setup_done: place 1 victims at boathouse"'
    assert "unknown name 'boathouse'" in fault(text)
    assert program("elsewhere: {boathouse: space}\n" + text).code


def test_who_is_placed_enters_a_space_but_does_not_go_there() -> None:
    lines = setup_log(
        "events: []\n"
        'when: ["after enemy_enters where s == attic: say \\"<entered>\\"",'
        ' "after setup_done: place killer at attic, by killer toward {hall}: move"]'
    )
    placed = lines.index("The Stalker is placed in Attic.")
    assert lines[placed + 1] == "<entered>"
    assert not any(line == "The Stalker goes to Attic." for line in lines)
    assert any(line.startswith("The Stalker goes to ") for line in lines[placed:])


def test_the_log_says_how_time_changes_and_who_has_no_target() -> None:
    lines = setup_log(
        'events: []\nwhen: "after setup_done: time +2, time -1, by killer toward nobody: move"'
    )
    changes = [line.split(" to ")[0] for line in lines if line.startswith("Time ")]
    assert changes == ["Time rises by 2", "Time falls by 1"]
    assert "The Stalker has no target." in lines
