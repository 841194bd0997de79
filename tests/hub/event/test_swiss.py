"""Pairs: the Dutch rules, against another engine's pairings and by their own laws."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.hub.event.swiss import Met, paired

REFERENCE: list[dict[str, Any]] = json.loads(Path(__file__).with_name("dutch.json").read_text())
"""Whole tournaments with random results as py4swiss 0.3.1 paired them, which carries the matching of bbpPairings (a
program that FIDE endorses): by round, who begins against whom, and the points of the first."""


@pytest.mark.parametrize("played", REFERENCE, ids=lambda one: f"{one['players']}x{one['rounds']}-{one['seed']}")
def test_pairs_and_who_begins_are_those_of_an_endorsed_engine(played: dict[str, Any]) -> None:
    seeds = [str(k) for k in range(played["players"])]
    rounds: list[list[Met]] = []
    for drawn in played["paired"]:
        games = [Met(str(a), None if b is None else str(b), points) for a, b, points in drawn]
        found = paired(seeds, seeds, rounds, played["rounds"])
        assert set(found) == {(game.first, game.second) for game in games}
        rounds.append(games)


@given(st.integers(2, 14), st.integers(0, 10**6), st.integers(0, 2))
@settings(max_examples=30, deadline=None)
def test_nobody_meets_another_again_rests_twice_or_begins_too_often(count: int, seed: int, gone: int) -> None:
    lots, seeds = random.Random(seed), [str(k) for k in range(count)]
    rounds: list[list[Met]] = []
    here = list(seeds)
    met: list[frozenset[str]] = []
    rested: list[str] = []
    for number in range(min(4, max(1, count // 2 - 1))):
        if number == 1 and count - gone > 8:
            here = here[gone:]
        pairs = paired(seeds, here, rounds, 4)
        assert sorted(player for pair in pairs for player in pair if player is not None) == sorted(here)
        met += [frozenset(map(str, pair)) for pair in pairs]
        rested += [one for one, other in pairs if other is None]
        rounds.append([Met(one, other, lots.choice([0.0, 0.5, 1.0])) for one, other in pairs])
    assert len(set(met)) == len(met)
    assert len(set(rested)) == len(rested)
    for player in here:
        begun = sum(game.first == player for played in rounds for game in played if game.second)
        second = sum(game.second == player for played in rounds for game in played)
        assert abs(begun - second) <= 2
