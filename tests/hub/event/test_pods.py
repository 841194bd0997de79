"""Tables of several: legal sizes, few meet twice, seats shared out evenly."""

import random
from collections import Counter
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.hub.event.pods import Pod, Sat, drawn, sizes


def repeats(tables: list[Pod]) -> int:
    met = Counter(frozenset(pair) for seats in tables for pair in combinations(seats, 2))
    return sum(count - 1 for count in met.values())


@cache
def rounds(people: int, largest: int, number: int, seed: int = 3) -> list[list[Pod]]:
    lots, players = random.Random(seed), [f"p{k}" for k in range(people)]
    tables: list[list[Pod]] = []
    for k in range(number):
        lots.shuffle(players)
        sat = [Sat(pod) for before in tables for pod in before]
        tables.append(drawn(players, sizes(people, 3, largest), sat, k, level=False))
    return tables


@given(st.integers(0, 200), st.integers(2, 7), st.integers(0, 5))
def test_sizes_are_legal_and_even_wherever_there_are_any(people: int, smallest: int, more: int) -> None:
    largest = min(7, smallest + more)
    shape = sizes(people, smallest, largest)
    possible = any(smallest * tables <= people <= largest * tables for tables in range(1, people + 1))
    assert bool(shape) == possible
    if shape:
        assert sum(shape) == people
        assert all(smallest <= size <= largest for size in shape)
        assert max(shape) - min(shape) <= 1


@given(st.integers(6, 16), st.integers(3, 7), st.integers(0, 99), st.booleans())
@settings(max_examples=8, deadline=None)
def test_everybody_sits_once_and_the_same_seed_draws_the_same(people: int, size: int, seed: int, level: bool) -> None:  # noqa: FBT001
    shape = sizes(people, 3, size)
    players = [f"p{k}" for k in range(people)]
    if not shape:
        return
    first = drawn(players, shape, [], seed, level=level)
    assert sorted(player for pod in first for player in pod) == sorted(players)
    assert [len(pod) for pod in first] == list(shape)
    assert drawn(players, shape, [], seed, level=level) == first


@pytest.mark.parametrize(("people", "largest", "number"), [(24, 3, 5), (16, 4, 3), (36, 4, 5), (49, 7, 2)])
def test_nobody_meets_another_again_where_that_can_be(people: int, largest: int, number: int) -> None:
    assert repeats([pod for tables in rounds(people, largest, number) for pod in tables]) == 0


def test_where_it_cannot_be_as_few_meet_again_as_there_must_be() -> None:
    # Seven from four tables of seven: three at least sit with another from the same table, at each of four tables,
    # once for each of the rounds before (1 + 2 + 3).
    assert repeats([pod for tables in rounds(28, 7, 4) for pod in tables]) <= 3 * 4 * 6 + 2


@pytest.mark.parametrize(
    ("people", "largest", "number"),
    [
        (24, 3, 5),
        (24, 4, 6),
        (28, 7, 4),
        pytest.param(30, 5, 5, marks=pytest.mark.proof),
        pytest.param(30, 5, 7, marks=pytest.mark.proof),
    ],
)
def test_everybodys_seats_stay_within_one_of_each_other(people: int, largest: int, number: int) -> None:
    tables = [pod for drawn_then in rounds(people, largest, number) for pod in drawn_then]
    for player in (f"p{k}" for k in range(people)):
        sat = Counter(pod.index(player) for pod in tables if player in pod)
        assert max(sat.values()) - min(sat[seat] for seat in range(largest)) <= 1


def test_level_tables_are_of_people_who_stand_near_one_another() -> None:
    players = [f"p{k}" for k in range(24)]

    def spread(*, level: bool) -> float:
        pods = drawn(players, sizes(24, 3, 4), [], 1, level=level)
        places = [[players.index(player) for player in pod] for pod in pods]
        return sum(max(pod) - min(pod) for pod in places) / len(pods)

    assert spread(level=True) < spread(level=False) / 2
