"""What a set-up in the making becomes for the referee: it takes every one."""

from random import Random
from typing import Any

import pytest

from companion.games.architects import rules as architects
from companion.games.duel import rules as duel
from companion.games.seven_wonders import rules as seven_wonders
from ui.draft import Draft

WONDERS = ("giza", "rhodes", "olympia", "babylon", "ephesus", "alexandria", "halicarnassus")


def seated(game: str, players: int) -> Draft:
    draft = Draft()
    draft.play(game)
    for place in range(players):
        draft.seating.seat(place, WONDERS[place])
    return draft


@pytest.mark.parametrize("players", range(2, 8))
def test_every_number_of_players_makes_a_set_up_that_the_rules_take(players: int) -> None:
    architects.parse_setup(seated("architects", players).body())
    setup = seven_wonders.parse_setup(seated("seven_wonders", players).body())
    assert (setup.free_city is None) == (players > 2)


def test_the_free_city_never_takes_a_wonder_that_somebody_has_and_comes_round_to_every_other() -> None:
    draft = seated("seven_wonders", 2)
    setup: Any = draft.setup
    seen = set()
    for _tap in range(10):
        setup.next_free_city()
        seen.add(setup.free)
    assert len(seen) == 10
    assert not {wonder for wonder, _side in seen} & {"giza", "rhodes"}
    draft.seating.seat(0, setup.free[0])
    assert seven_wonders.parse_setup(draft.body()).free_city


def test_dealt_at_random_nobody_has_what_another_has() -> None:
    draft = seated("seven_wonders", 7)
    setup: Any = draft.setup
    sides = set()
    for seed in range(20):
        setup.at_random(Random(seed))
        assert len({*draft.seating.wonders}) == 7
        sides |= set(draft.seating.sides)
    assert sides == {"A", "B"}


def test_a_game_of_duel_begins_with_all_its_wonders_or_with_none() -> None:
    draft = Draft("duel")
    setup: Any = draft.setup
    assert setup.ready
    duel.parse_setup(draft.body())
    for wonder in ("sphinx", "pyramids", "colossus", "mausoleum"):
        setup.give(0, wonder)
        assert setup.has(0, wonder)
        assert setup.why_not(1, wonder), "nobody has what another has"
    assert setup.why_not(0, "piraeus"), "four each"
    assert not setup.ready
    for wonder in ("piraeus", "appian_way", "hanging_gardens", "great_library"):
        setup.give(1, wonder)
    assert setup.ready
    assert duel.parse_setup(draft.body()).wonders[0] == ("sphinx", "pyramids", "colossus", "mausoleum")


def test_another_game_keeps_who_sits_there_and_nothing_that_it_has_not() -> None:
    draft = seated("architects", 3)
    setup: Any = draft.setup
    setup.turn_medals()
    draft.seating.seat(3, "rome")
    draft.seating.names[0] = "Anna"
    setup.house["wonder_effect_optional"] = True
    setup.progress.append("tactics")
    draft.play("seven_wonders")
    assert draft.setup.places == [0, 1, 2]
    body = draft.body()
    assert (body["names"][0], body["house_rules"]) == ("Anna", {})
    seven_wonders.parse_setup(body)


def test_a_wonder_of_medals_leaves_the_table_when_another_game_is_chosen() -> None:
    for game in ("seven_wonders", "duel"):
        draft = Draft("architects")
        setup: Any = draft.setup
        setup.medals = "played"
        draft.seating.seat(4, "rome")
        draft.play(game)
        assert draft.seating.wonders[4] == ""
