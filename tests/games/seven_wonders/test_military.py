"""Shields of each red card and stage; the tokens of each age."""

import pytest

from companion.games.seven_wonders.rules.facts import FACTS
from companion.games.seven_wonders.rules.military import conflicts, shields
from tests.games.seven_wonders.cities import city

SHIELDS = {
    "stockade": 1,
    "barracks": 1,
    "guard_tower": 1,
    "walls": 2,
    "training_ground": 2,
    "stables": 2,
    "archery_range": 2,
    "fortifications": 3,
    "circus": 3,
    "arsenal": 3,
    "siege_workshop": 3,
}


@pytest.mark.parametrize("card", [card.id for card in FACTS.cards])
def test_red_cards_have_shields_and_no_others(card: str) -> None:
    assert shields(city("giza A", card, stages=3)) == SHIELDS.get(card, 0)


def test_shields_add_up_with_those_of_the_wonder() -> None:
    assert shields(city("rhodes A", "stockade", "walls", "circus", "altar", stages=2)) == 8


@pytest.mark.parametrize(("board", "expected"), [("rhodes A", [0, 0, 2, 2]), ("rhodes B", [0, 1, 2])])
def test_the_colossus_of_rhodes_has_shields(board: str, expected: list[int]) -> None:
    assert [shields(city(board, stages=stages)) for stages in range(len(expected))] == expected


def test_no_other_wonder_has_shields() -> None:
    for board in FACTS.boards:
        if board.wonder != "rhodes":
            assert shields(city(f"{board.wonder} {board.side}", stages=len(board.stages))) == 0


def test_the_texts_example_alexandria_between_rhodes_and_ephesus_in_age_two() -> None:
    alexandria, rhodes, ephesus = conflicts(2, (3, 5, 2))
    assert alexandria == (-1, 3)
    assert rhodes == (3, 3)
    assert ephesus == (-1, -1)


@pytest.mark.parametrize(("age", "victory"), [(1, 1), (2, 3), (3, 5)])
def test_victories_are_worth_more_from_age_to_age_and_defeats_always_minus_one(age: int, victory: int) -> None:
    assert conflicts(age, (4, 1, 2, 3)) == ((victory, victory), (-1, -1), (-1, victory), (-1, victory))


def test_who_is_as_strong_as_the_neighbour_takes_no_token() -> None:
    assert conflicts(1, (2, 2, 2)) == ((), (), ())
    assert conflicts(3, (2, 2, 0)) == ((5,), (5,), (-1, -1))


def test_only_neighbours_fight() -> None:
    assert conflicts(1, (0, 0, 9, 0, 0))[4] == ()
    assert conflicts(1, (0, 0, 9, 0, 0))[2] == (1, 1)
