"""The conflict pawn, loot tokens, military supremacy. Section "Military"."""

from typing import Any

import pytest

from companion.games.duel import rules
from companion.games.duel.rules.military import shields, track_points
from companion.games.duel.rules.moves import Build, BuildWonder
from companion.games.duel.rules.setup import HouseRules
from tests.games.duel.tables import city, play, points, table


def march(pawn: int, card: str, coins: tuple[int, int] = (20, 20), **more: Any) -> rules.State:
    """The pawn stands there; seat 0 builds a red card."""
    return play(table(city(coins=coins[0]), city(coins=coins[1]), age=3, pawn=pawn, **more), Build(0, card))


def test_shields_move_the_pawn_towards_the_opponents_capital() -> None:
    state = play(table(age=2), Build(0, "walls"))
    assert state.pawn == 2
    assert play(table(state.cities[0], age=2, pawn=2, to_move=1), Build(1, "horse_breeders")).pawn == 1


def test_the_worked_example_archery_range() -> None:
    """Two shields bring the pawn into a new zone: the opponent loses 2 coins, the token goes to the box."""
    before = table(city(), city(), age=2, pawn=1)
    state = play(before, Build(0, "archery_range"))
    assert (state.pawn, state.cities[1].coins) == (3, 5)
    assert rules.describe(before)["loot"] == [
        {"at": 3, "coins": 2},
        {"at": 6, "coins": 5},
        {"at": -3, "coins": 2},
        {"at": -6, "coins": 5},
    ]
    assert rules.describe(state)["loot"] == rules.describe(before)["loot"][1:]


def test_a_loot_token_is_taken_once() -> None:
    state = march(4, "circus", loot=0b110_100)
    assert (state.pawn, state.cities[1].coins) == (6, 15)
    state = march(4, "circus", loot=0b110_000)
    assert state.cities[1].coins == 20


@pytest.mark.parametrize(("pawn", "loss"), [(0, 2), (1, 2), (2, 2), (3, 5), (5, 5)])
def test_the_zone_entered_decides_the_loss(pawn: int, loss: int) -> None:
    assert 20 - march(pawn, "arsenal", loot=0b110_110 if pawn < 3 else 0b110_100).cities[1].coins == loss


def test_who_has_fewer_coins_loses_all() -> None:
    assert march(1, "circus", (20, 1)).cities[1].coins == 0
    assert march(5, "circus", (20, 4)).cities[1].coins == 0


def test_a_pawn_that_jumps_a_whole_zone_takes_both_tokens() -> None:
    """From 2 to 6 in one move: Strategy makes an Arsenal four shields."""
    own = city(progress="strategy", coins=20)
    state = play(table(own, city(coins=20), age=3, pawn=2), Build(0, "arsenal"))
    assert (state.pawn, state.cities[1].coins) == (6, 13)
    assert len(rules.describe(state)["loot"]) == 2


def test_by_house_rule_the_token_jumped_over_stays() -> None:
    house = HouseRules(skipped_loot_taken=False)
    own = city(progress="strategy", coins=20)
    state = play(table(own, city(coins=20), age=3, pawn=2, house_rules=house), Build(0, "arsenal"))
    assert (state.pawn, state.cities[1].coins) == (6, 15)
    assert {"at": 3, "coins": 2} in rules.describe(state)["loot"]
    assert march(2, "arsenal", house_rules=house).cities[1].coins == 18, "a zone entered counts as ever"


def test_the_loser_of_coins_is_whoever_the_pawn_moves_against() -> None:
    state = play(table(city(), city(coins=20), age=3, pawn=-2, to_move=1), Build(1, "circus"))
    assert (state.pawn, state.cities[0].coins) == (-4, 5)


def test_shields_on_wonders_take_loot_too() -> None:
    state = play(table(city(own="colossus", coins=8), pawn=2), BuildWonder(0, "altar", "colossus"))
    assert (state.pawn, state.cities[1].coins) == (4, 5)


@pytest.mark.parametrize("pawn", [6, 7, 8])
def test_a_pawn_in_the_opponents_capital_wins_at_once(pawn: int) -> None:
    state = march(pawn, "arsenal")
    assert (state.pawn, state.finished, state.supremacy, state.victor) == (9, True, "military", 0)
    assert rules.scores(state).winners == (0,)
    assert rules.legal(state) == ()
    assert rules.describe(state)["supremacy"] == {"kind": "military", "seat": 0}


def test_military_supremacy_beats_any_points() -> None:
    rich = city("palace town_hall senate", coins=60)
    state = play(table(city(), rich, age=2, pawn=7), Build(0, "walls"))
    assert rules.scores(state).winners == (0,)
    last = rules.scores(state).explain
    assert [(line.points, line.rule) for line in last if line.seat == 0][-1] == (0, "Military supremacy")


def test_supremacy_of_seat_1_is_at_the_other_end() -> None:
    state = play(table(pawn=-8, to_move=1), Build(1, "guard_tower"))
    assert (state.pawn, state.victor) == (-9, 1)
    assert rules.scores(state).winners == (1,)


def test_military_supremacy_by_a_wonder_leaves_nothing_to_choose() -> None:
    state = table(city(own="circus_maximus", progress="theology", coins=20), city("press"), pawn=8)
    state = play(state, BuildWonder(0, "altar", "circus_maximus"))
    assert (state.finished, state.choice, state.again) == (True, "", False)


@pytest.mark.parametrize(
    ("pawn", "score"), [(0, 0), (1, 2), (2, 2), (3, 5), (4, 5), (5, 5), (6, 10), (7, 10), (8, 10), (9, 0)]
)
def test_the_zone_of_the_pawn_scores_for_the_one_ahead(pawn: int, score: int) -> None:
    """Section "Civilian victory": 0, 2, 5 or 10; in the capital the game is over."""
    empty = city(coins=0)
    assert points(table(empty, empty, pawn=pawn), 0).get("military", 0) == score
    assert points(table(empty, empty, pawn=pawn), 1) == {}
    assert points(table(empty, empty, pawn=-pawn), 1).get("military", 0) == score


def test_the_track_scores_nothing_in_the_middle_or_on_the_own_side() -> None:
    assert [track_points(ahead) for ahead in (-9, -1, 0, 1, 9)] == [0, 0, 0, 2, 0]


def test_printed_shields_are_counted_in_a_city() -> None:
    assert shields(city("walls arsenal altar", built="colossus circus_maximus sphinx", own="statue_of_zeus")) == 8


@pytest.mark.parametrize(("lying", "theirs"), [(0b110_110, (2, 2)), (0b001_000, (0, 1)), (0b000_100, (1, 0))])
def test_a_seat_is_told_only_of_the_loot_that_it_can_still_take(lying: int, theirs: tuple[int, int]) -> None:
    state = table(age=2, loot=lying)
    assert tuple(rules.CHECKS["loot"](state, seat) for seat in (0, 1)) == theirs
    assert rules.CHECKS["loot"](state, None) == sum(theirs)
