"""Coins that buildings and stages bring once."""

import pytest

from companion.games.seven_wonders.rules.facts import FACTS
from companion.games.seven_wonders.rules.income import coins_gained, stage_coins
from tests.games.seven_wonders.cities import city, place

BROWN = ("lumber_yard", "stone_pit", "sawmill")
GREY = ("loom_1", "press_1")
LEFT = city("giza A", "mine", "quarry", "glassworks_1", "tavern", stages=2)
RIGHT = city("rhodes A", "foundry", "loom_2", "press_2", "glassworks_2", stages=3)


@pytest.mark.parametrize(
    ("card", "others", "stages", "coins"),
    [
        ("tavern", (), 0, 5),
        ("tavern", (*BROWN, *GREY), 3, 5),
        ("vineyard", (), 0, 3),
        ("vineyard", BROWN, 0, 6),
        ("bazar", (), 0, 8),
        ("bazar", GREY, 0, 12),
        ("haven", (), 0, 0),
        ("haven", (*BROWN, *GREY), 0, 3),
        ("lighthouse", (), 0, 1),
        ("lighthouse", ("tavern", "forum", *BROWN), 0, 3),
        ("chamber_of_commerce", (), 0, 0),
        ("chamber_of_commerce", (*BROWN, *GREY), 0, 4),
        ("arena", (), 0, 0),
        ("arena", (), 1, 3),
        ("arena", BROWN, 3, 9),
    ],
)
def test_a_yellow_card_brings_its_coins_when_built(card: str, others: tuple[str, ...], stages: int, coins: int) -> None:
    cities = (city("olympia A", card, *others, stages=stages), LEFT, RIGHT)
    assert coins_gained(place(card), cities, 0) == coins


def test_no_other_card_brings_coins() -> None:
    paying = {"tavern", "vineyard", "bazar", "haven", "lighthouse", "chamber_of_commerce", "arena"}
    for card in FACTS.cards:
        cities = (city("olympia A", card.id, *BROWN[:1], stages=1), LEFT, RIGHT)
        if card.id not in paying:
            assert coins_gained(card.place, cities, 0) == 0


def test_an_arena_in_giza_with_four_stages_brings_twelve() -> None:
    assert coins_gained(place("arena"), (city("giza B", "arena", stages=4), LEFT, RIGHT), 0) == 12


@pytest.mark.parametrize(("board", "coins"), [("ephesus A", (0, 9, 0)), ("ephesus B", (4, 4, 4)), ("rhodes B", (3, 4))])
def test_stages_that_bring_coins(board: str, coins: tuple[int, ...]) -> None:
    wonder, side = board.split()
    number = FACTS.board_index[wonder, side]
    assert tuple(stage_coins(number, stage) for stage in range(1, len(coins) + 1)) == coins


def test_no_other_stage_brings_coins() -> None:
    for board in FACTS.boards:
        if (board.wonder, board.side) not in {("ephesus", "A"), ("ephesus", "B"), ("rhodes", "B")}:
            assert {stage_coins(board.place, stage) for stage in range(1, len(board.stages) + 1)} == {0}
