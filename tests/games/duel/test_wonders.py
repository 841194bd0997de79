"""Every wonder's effect, and building them. Sections "Building a wonder", "Seven wonders, no more", "Wonders"."""

from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.duel import rules
from companion.games.duel.rules.describe import quote
from companion.games.duel.rules.facts import FACTS
from companion.games.duel.rules.moves import Build, BuildWonder, Destroy, Discard, Revive, TakeProgress
from companion.games.duel.rules.state import City
from tests.games import english
from tests.games.duel.tables import city, codes, play, points, table, tokens, wonders

PRICES = {
    "appian_way": 10,
    "circus_maximus": 8,
    "colossus": 8,
    "great_library": 10,
    "great_lighthouse": 8,
    "hanging_gardens": 8,
    "mausoleum": 10,
    "piraeus": 8,
    "pyramids": 8,
    "sphinx": 8,
    "statue_of_zeus": 10,
    "temple_of_artemis": 8,
}
POINTS = {
    "appian_way": 3,
    "circus_maximus": 3,
    "colossus": 3,
    "great_library": 4,
    "great_lighthouse": 4,
    "hanging_gardens": 3,
    "mausoleum": 2,
    "piraeus": 2,
    "pyramids": 9,
    "sphinx": 6,
    "statue_of_zeus": 3,
    "temple_of_artemis": 0,
}
AGAIN = {"appian_way", "hanging_gardens", "piraeus", "sphinx", "temple_of_artemis"}


def build(wonder: str, rival: City | None = None, coins: int = 20, **more: Any) -> rules.State:
    """The table after seat 0 has built the wonder with the Altar under it."""
    return play(table(city(own=wonder, coins=coins), rival, **more), BuildWonder(0, "altar", wonder))


@pytest.mark.parametrize("wonder", sorted(PRICES))
def test_a_wonder_costs_its_price_scores_its_points_and_gives_another_turn_or_none(wonder: str) -> None:
    assert quote(table(), 0, wonder).total == PRICES[wonder]
    state = build(wonder)
    assert points(state).get("wonders", 0) == POINTS[wonder]
    assert rules.wonders(state, 0) == (wonder,)
    if not state.choice:
        assert state.to_move == (0 if wonder in AGAIN else 1)


def test_all_twelve_are_there() -> None:
    assert sorted(PRICES) == sorted(FACTS.wonder_index)


def test_the_card_under_a_wonder_gives_nothing() -> None:
    """The Colossus is built over a card that had cost nothing: its 3 points do not count, its chain neither."""
    state = build("colossus")
    assert points(state) == {"wonders": 3, "treasury": 4, "military": 2}
    assert not quote(replace(state, age=2), 0, "temple").chained
    assert "altar" not in rules.describe(state)["discard"]
    assert Build(1, "altar") not in rules.legal(state)


def test_the_appian_way_brings_3_coins_and_costs_the_opponent_3() -> None:
    state = build("appian_way")
    assert [own.coins for own in state.cities] == [20 - 10 + 3, 4]
    assert build("appian_way", city(coins=2)).cities[1].coins == 0


def test_circus_maximus_destroys_a_grey_card_and_moves_the_pawn() -> None:
    state = build("circus_maximus", city("glassworks press clay_pool guard_tower"))
    assert (state.pawn, state.to_move) == (1, 0)
    assert set(rules.legal(state)) == {Destroy(0, "glassworks"), Destroy(0, "press")}
    assert english.due(rules, state) == ("destroy a grey card of the opponent (Wonders: Circus Maximus)",)
    state = play(state, Destroy(0, "press"))
    assert rules.describe(state)["discard"] == ["press"]
    assert rules.describe_seat(state, 1)["cards"] == ["clay_pool", "glassworks", "guard_tower"]
    assert state.to_move == 1


def test_the_statue_of_zeus_destroys_a_brown_card_and_moves_the_pawn() -> None:
    state = build("statue_of_zeus", city("glassworks clay_pool sawmill"))
    assert state.pawn == 1
    assert set(rules.legal(state)) == {Destroy(0, "clay_pool"), Destroy(0, "sawmill")}
    state = play(state, Destroy(0, "sawmill"))
    assert rules.describe_seat(state, 0)["trade"]["wood"] == 2, "what is gone makes nothing dearer"


@pytest.mark.parametrize("wonder", ["circus_maximus", "statue_of_zeus"])
def test_where_nothing_can_be_destroyed_the_turn_just_ends(wonder: str) -> None:
    other = "sawmill" if wonder == "circus_maximus" else "press"
    state = build(wonder, city(other))
    assert (state.choice, state.to_move) == ("", 1)


def test_a_destroyed_card_can_be_built_again_with_the_mausoleum() -> None:
    state = play(build("statue_of_zeus", city("sawmill", own="mausoleum", coins=20)), Destroy(0, "sawmill"))
    state = play(state, BuildWonder(1, "tavern", "mausoleum"), Revive(1, "sawmill"))
    assert rules.describe_seat(state, 1)["cards"] == ["sawmill"]
    assert state.to_move == 0


def test_the_colossus_moves_the_pawn_two_spaces() -> None:
    assert build("colossus").pawn == 2


def test_the_great_library_gives_one_of_the_tokens_set_aside() -> None:
    state = build("great_library")
    assert state.choice == "box"
    names = ("mathematics", "philosophy", "strategy", "theology", "urbanism")
    assert set(rules.legal(state)) == {TakeProgress(0, name, "box") for name in names}
    state = play(state, TakeProgress(0, "urbanism"))
    assert state.cities[0].coins == 20 - 10 + 6
    assert rules.describe(state)["board"] == ["agriculture", "architecture", "economy", "law", "masonry"]
    assert state.to_move == 1


def test_the_great_lighthouse_makes_one_raw_material_a_turn() -> None:
    state = build("great_lighthouse")
    assert [quote(state, 0, card).total for card in ("stable", "baths", "garrison", "apothecary")] == [0, 0, 0, 2]
    assert set(rules.describe_seat(state, 1)["trade"].values()) == {2}


def test_the_hanging_gardens_bring_6_coins() -> None:
    assert build("hanging_gardens").cities[0].coins == 20 - 8 + 6


def test_the_mausoleum_builds_any_discarded_card_for_nothing_with_all_its_effects() -> None:
    state = build("mausoleum", discard="arsenal tavern library")
    assert set(rules.legal(state)) == {Revive(0, card) for card in ("arsenal", "tavern", "library")}
    after = play(state, Revive(0, "arsenal"))
    assert (after.pawn, after.cities[0].coins, after.to_move) == (3, 10, 1)
    assert rules.describe(after)["discard"] == ["tavern", "library"]
    assert play(state, Revive(0, "tavern")).cities[0].coins == 14


def test_a_pair_made_by_the_mausoleum_gives_a_token_too() -> None:
    own = city("scriptorium", own="mausoleum", coins=20)
    state = play(table(own, discard="library"), BuildWonder(0, "altar", "mausoleum"), Revive(0, "library"))
    assert (state.choice, state.to_move) == ("board", 0)
    assert play(state, TakeProgress(0, "law")).to_move == 1


def test_the_mausoleum_over_an_empty_discard_pile_builds_nothing() -> None:
    state = build("mausoleum")
    assert (state.choice, state.to_move) == ("", 1)


def test_piraeus_makes_one_manufactured_good_a_turn() -> None:
    state = build("piraeus")
    assert [quote(state, 0, card).total for card in ("apothecary", "workshop", "baths")] == [0, 0, 2]


def test_the_pyramids_only_score() -> None:
    state = build("pyramids")
    assert (state.cities[0].coins, state.pawn, state.to_move) == (12, 0, 1)


def test_the_sphinx_gives_another_turn_once() -> None:
    state = build("sphinx")
    assert (state.to_move, state.again) == (0, False)
    assert play(state, Discard(0, "tavern")).to_move == 1


def test_the_temple_of_artemis_brings_12_coins() -> None:
    assert build("temple_of_artemis").cities[0].coins == 20 - 8 + 12


def test_when_the_seventh_wonder_is_built_the_eighth_goes_back_to_the_box() -> None:
    """Worked example: 4 and 3 are built; the Pyramids go."""
    mine = city(built="sphinx piraeus", own="colossus pyramids", coins=20)
    theirs = city(built="mausoleum appian_way great_library temple_of_artemis", own="", coins=20)
    state = table(mine, theirs)
    assert rules.describe(state)["returned"] == []
    state = play(state, BuildWonder(0, "altar", "colossus"))
    assert rules.describe(state)["returned"] == ["pyramids"]
    state = play(state, Discard(1, "tavern"))
    assert not [move for move in rules.legal(state) if isinstance(move, BuildWonder)]
    assert codes(rules.judge(state, BuildWonder(0, "baths", "pyramids"))) == ["eighth_wonder"]
    after = rules.apply(state, BuildWonder(0, "baths", "pyramids"), strict=False)
    assert after.cities[0] == state.cities[0]
    assert after.tucked == state.tucked | 1 << FACTS.index["baths"]


def test_six_wonders_send_nothing_back() -> None:
    mine = city(built="sphinx piraeus", own="colossus pyramids", coins=20)
    theirs = city(built="mausoleum appian_way great_library", own="temple_of_artemis")
    state = play(table(mine, theirs), BuildWonder(0, "altar", "colossus"))
    assert state.returned == 0
    assert state.cities[1].wonders & wonders("temple_of_artemis")


def test_only_own_wonders_that_stand_unbuilt_can_be_built() -> None:
    state = table(city(own="sphinx", built="piraeus", coins=20), city(own="colossus"))
    offered = {move.wonder for move in rules.legal(state) if isinstance(move, BuildWonder)}
    assert offered == {"sphinx"}
    assert codes(rules.judge(state, BuildWonder(0, "altar", "colossus"))) == ["wrong_wonder"]
    assert codes(rules.judge(state, BuildWonder(0, "altar", "piraeus"))) == ["wrong_wonder"]


def test_a_wonder_may_be_built_with_any_free_card() -> None:
    state = table(city(own="sphinx", coins=8))
    used = {move.card for move in rules.legal(state) if isinstance(move, BuildWonder)}
    discarded = {move.card for move in rules.legal(state) if isinstance(move, Discard)}
    assert used == discarded
    assert len(used) == 23
    assert not [move for move in rules.legal(table(city(own="sphinx", coins=7))) if isinstance(move, BuildWonder)]


def test_the_tokens_of_the_box_are_not_those_that_somebody_owns() -> None:
    state = build("great_library", city(progress="theology"))
    there = {move.token for move in rules.legal(state) if isinstance(move, TakeProgress)}
    assert there == {"mathematics", "philosophy", "strategy", "urbanism"}
    assert state.board == tokens("agriculture architecture economy law masonry")
