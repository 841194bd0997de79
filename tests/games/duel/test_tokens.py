"""Every progress token's effect. Section "Progress tokens"."""

import pytest

from companion.games.duel import rules
from companion.games.duel.rules.describe import quote
from companion.games.duel.rules.facts import FACTS
from companion.games.duel.rules.moves import Build, BuildWonder, Destroy, Discard, Revive, TakeProgress
from companion.games.duel.rules.science import symbols
from tests.games.duel.tables import city, play, points, table

EVERY = " ".join(FACTS.token_index)


def take(token: str, own: str = "scriptorium") -> rules.State:
    """The table after seat 0 has made a pair of quills and taken the token."""
    state = table(city(own, coins=6), age=2, board=EVERY)
    return play(state, Build(0, "library"), TakeProgress(0, token, "board"))


@pytest.mark.parametrize("token", list(FACTS.token_index))
def test_a_token_taken_leaves_the_board_and_ends_the_turn(token: str) -> None:
    state = take(token)
    assert rules.describe_seat(state, 0)["progress"] == [token]
    assert token not in rules.describe(state)["board"]
    assert state.cities[0].coins == (12 if token in {"agriculture", "urbanism"} else 6)
    assert state.to_move == 1


def test_agriculture_scores_4() -> None:
    assert points(table(city(progress="agriculture", coins=0))) == {"progress": 4}


def test_philosophy_scores_7() -> None:
    assert points(table(city(progress="philosophy", coins=0))) == {"progress": 7}


def test_mathematics_scores_3_for_each_token_itself_too() -> None:
    assert points(table(city(progress="mathematics", coins=0))) == {"progress": 3}
    assert points(table(city(progress="mathematics economy law", coins=0))) == {"progress": 9}
    assert points(table(city(progress="mathematics philosophy", coins=0))) == {"progress": 13}


@pytest.mark.parametrize("token", ["architecture", "economy", "law", "masonry", "strategy", "theology", "urbanism"])
def test_the_other_tokens_score_nothing(token: str) -> None:
    assert points(table(city(progress=token, coins=0))) == {}


def test_architecture_makes_wonders_cheaper_from_now_on() -> None:
    before = table(city("scriptorium", own="pyramids"))
    after = take("architecture")
    assert quote(before, 0, "pyramids").total - quote(after, 0, "pyramids").total == 4


def test_masonry_makes_blue_cards_cheaper_from_now_on() -> None:
    assert quote(take("masonry"), 0, "aqueduct").total == 2


def test_economy_earns_from_now_on() -> None:
    state = play(take("economy"), Build(1, "walls"))
    assert (state.cities[0].coins, state.cities[1].coins) == (10, 3)


def test_law_is_a_symbol_of_its_own() -> None:
    assert symbols(take("law").cities[0]) == {"quill": 2, "scales": 1}


def test_strategy_adds_a_shield_to_new_red_cards_only() -> None:
    """Worked example: two shields move the pawn three spaces; neither wonders nor cards built before count."""
    state = table(city("walls", own="colossus", progress="strategy", coins=20), age=2)
    assert state.pawn == 0
    assert play(state, Build(0, "archery_range")).pawn == 3
    assert play(state, BuildWonder(0, "archery_range", "colossus")).pawn == 2


def test_strategy_counts_for_a_red_card_built_with_the_mausoleum() -> None:
    own = city(own="mausoleum", progress="strategy", coins=20)
    state = play(table(own, discard="walls"), BuildWonder(0, "altar", "mausoleum"), Revive(0, "walls"))
    assert state.pawn == 3


def test_theology_gives_another_turn_after_every_wonder_once() -> None:
    state = table(city(own="pyramids sphinx", progress="theology", coins=30))
    again = play(state, BuildWonder(0, "altar", "pyramids"))
    assert again.to_move == 0
    again = play(again, BuildWonder(0, "baths", "sphinx"))
    assert again.to_move == 0
    assert play(again, Discard(0, "tavern")).to_move == 1, "not twice for a wonder that gives a turn already"


def test_theology_does_nothing_for_buildings_or_the_opponents_wonders() -> None:
    state = table(city(progress="theology"), city(own="pyramids", coins=20))
    assert play(state, Build(0, "altar")).to_move == 1
    assert play(state, Build(0, "altar"), BuildWonder(1, "theater", "pyramids")).to_move == 0


def test_theology_taken_with_the_great_library_gives_no_turn_for_that_wonder() -> None:
    state = table(city(own="great_library", coins=20))
    state = play(state, BuildWonder(0, "altar", "great_library"), TakeProgress(0, "theology", "box"))
    assert state.to_move == 1


def test_theology_waits_for_the_choice_that_a_wonder_gives() -> None:
    state = table(city(own="statue_of_zeus", progress="theology", coins=20), city("clay_pool"))
    state = play(state, BuildWonder(0, "altar", "statue_of_zeus"), Destroy(0, "clay_pool"))
    assert state.to_move == 0


def test_urbanism_pays_4_for_every_building_free_by_its_chain_symbol() -> None:
    state = table(city("altar", progress="urbanism", coins=0), age=2)
    assert play(state, Build(0, "temple")).cities[0].coins == 4
    assert play(state, Build(0, "brewery")).cities[0].coins == 6, "not for one that costs nothing anyway"


def test_urbanism_pays_nothing_for_a_card_built_with_the_mausoleum() -> None:
    own = city("altar", own="mausoleum", progress="urbanism", coins=10)
    state = play(table(own, discard="temple"), BuildWonder(0, "theater", "mausoleum"), Revive(0, "temple"))
    assert state.cities[0].coins == 0
