"""Science symbols and their points; wild ones chosen for the most, proven by trying every choice."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.seven_wonders.rules.facts import FACTS, SYMBOLS
from companion.games.seven_wonders.rules.science import (
    best_symbols,
    city_symbols,
    city_wilds,
    guild_wilds,
    science_points,
    with_chosen,
)
from tests.games.seven_wonders.cities import city, place

SYMBOL_OF = {
    "apothecary": "compass",
    "workshop": "gear",
    "scriptorium": "tablet",
    "dispensary": "compass",
    "laboratory": "gear",
    "library": "tablet",
    "school": "tablet",
    "lodge": "compass",
    "observatory": "gear",
    "university": "tablet",
    "academy": "compass",
    "study": "gear",
}
WILD = (SYMBOLS,)


@pytest.mark.parametrize("card", [card.id for card in FACTS.cards])
def test_green_cards_have_one_symbol_and_no_others(card: str) -> None:
    symbols = city_symbols(city("giza A", card, stages=3))
    assert {symbol: count for symbol, count in zip(SYMBOLS, symbols, strict=True) if count} == (
        {SYMBOL_OF[card]: 1} if card in SYMBOL_OF else {}
    )


def test_there_are_four_green_cards_of_each_symbol() -> None:
    assert city_symbols(city("giza A", *SYMBOL_OF)) == (4, 4, 4)


@pytest.mark.parametrize(
    ("board", "expected"),
    [("babylon A", [0, 0, 1, 1]), ("babylon B", [0, 0, 0, 1]), ("olympia B", [0, 0, 0, 0]), ("giza B", [0] * 5)],
)
def test_the_hanging_gardens_of_babylon_give_a_symbol_to_choose(board: str, expected: list[int]) -> None:
    assert [len(city_wilds(city(board, stages=stages))) for stages in range(len(expected))] == expected


def test_the_scientists_guild_gives_a_symbol_to_choose() -> None:
    assert city_wilds(city("giza A", "scientists_guild", "academy")) == WILD
    assert guild_wilds(place("scientists_guild")) == WILD
    assert guild_wilds(place("spies_guild")) == guild_wilds(place("academy")) == ()
    assert len(city_wilds(city("babylon B", "scientists_guild", stages=3))) == 2


@pytest.mark.parametrize(
    ("symbols", "points"),
    [
        ((0, 0, 0), 0),
        ((1, 0, 0), 1),
        ((0, 2, 0), 4),
        ((0, 0, 3), 9),
        ((4, 0, 0), 16),
        ((0, 5, 0), 25),
        ((6, 0, 0), 36),
        ((3, 2, 0), 13),
        ((1, 1, 1), 10),
        ((3, 2, 1), 21),  # the text adds its example up to 27; its formula gives 21
        ((3, 2, 2), 31),
        ((4, 4, 4), 76),
    ],
)
def test_squares_of_identical_symbols_and_seven_for_three_different_ones(
    symbols: tuple[int, int, int], points: int
) -> None:
    assert science_points(symbols) == points


@pytest.mark.parametrize(
    ("symbols", "wilds", "best"),
    [
        ((3, 2, 1), 1, ("tablet",)),
        ((3, 2, 0), 1, ("tablet",)),
        ((4, 0, 0), 1, ("compass",)),
        ((4, 0, 0), 2, ("compass", "compass")),
        ((2, 0, 0), 2, ("compass", "compass")),
        ((1, 0, 0), 2, ("gear", "tablet")),
        ((0, 0, 0), 1, ("compass",)),
        ((0, 0, 0), 0, ()),
    ],
)
def test_wild_symbols_are_chosen_for_the_most_points(
    symbols: tuple[int, int, int], wilds: int, best: tuple[str, ...]
) -> None:
    assert best_symbols(symbols, WILD * wilds) == best


@given(st.tuples(*[st.integers(0, 5)] * 3), st.integers(0, 3))
def test_no_choice_of_wild_symbols_scores_more(symbols: tuple[int, int, int], wilds: int) -> None:
    found = science_points(with_chosen(symbols, best_symbols(symbols, WILD * wilds)))
    tried = [[symbols[k] + choice.count(k) for k in range(3)] for choice in product(range(3), repeat=wilds)]
    assert found == max(sum(n * n for n in counts) + 7 * min(counts) for counts in tried)


def test_what_was_chosen_stays_chosen() -> None:
    assert best_symbols((3, 2, 1), WILD, ("gear",)) == ("gear",)
    assert best_symbols((3, 2, 0), WILD * 2, ("gear",)) == ("gear", "tablet")
