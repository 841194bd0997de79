"""What photographs of several cities say together: doubts are asked about, nothing refuses the whole table."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from companion.games.seven_wonders.rules.position import score_position
from companion.photographed import named, position_of
from companion.photographed.reading import read_city
from vision.names.city import Card, CitySeen
from vision.names.grounds import Board
from vision.names.rounds import Round

PLACE = np.array([[100.0, 100], [300, 100], [300, 400], [100, 400]])
PICTURE = np.full((600, 600, 3), 110, np.uint8)


def city(
    wonder: str, cards: Sequence[str] = (), tokens: Sequence[tuple[int, float]] = (), coins: Sequence[float] = ()
) -> CitySeen:
    """A city of which these were read; tokens and silver coins with how sure they are."""
    board = Board(wonder, np.zeros(2), np.array([1.0, 0.0]), "A", 1.0, 0)
    found = [Round("token", value, np.zeros(2), 10.0, sure) for value, sure in tokens]
    found += [Round("coin", 1, np.zeros(2), 10.0, sure) for sure in coins]
    read = tuple(Card(card, 1.0, PLACE, ()) for card in cards)
    return CitySeen(read, board, PLACE, (wonder,), tuple(found), (PLACE,) * len(found), "de")


def told(monkeypatch: pytest.MonkeyPatch, *cities: CitySeen) -> tuple[list[dict[str, Any]], list[str]]:
    """The players and questions; the position can be scored."""

    class Reader:
        def __init__(self, _prints: object) -> None: ...

        def read(self, _picture: object) -> CitySeen:
            return next(left)

    left = iter(cities)
    monkeypatch.setattr(named, "CityReader", Reader)
    photographs = [(f"{seat}.jpg", read_city(PICTURE, "seven_wonders", 2, None)) for seat in range(len(cities))]
    position, asked = position_of("seven_wonders", 2, photographs)
    assert len(score_position(position).totals) == len(cities)
    return position["players"], asked


def test_a_token_too_many_is_asked_about_and_the_surest_count(monkeypatch: pytest.MonkeyPatch) -> None:
    players, asked = told(monkeypatch, city("giza", (), [(5, 0.99), (5, 0.9), (5, 0.98), (-1, 0.9)]))
    assert players[0]["conflict_tokens"] == [-1, 5, 5]
    assert len(asked) == 1
    assert "cannot be read" in asked[0]


def test_coins_are_asked_about_in_one_line_where_some_may_be_painted(monkeypatch: pytest.MonkeyPatch) -> None:
    players, asked = told(monkeypatch, city("giza", coins=(0.99, 0.6, 0.7)))
    assert players[0]["coins"] == 3
    assert len(asked) == 1
    assert "3 counted" in asked[0]


def test_conflicts_that_do_not_balance_are_asked_about_and_scored(monkeypatch: pytest.MonkeyPatch) -> None:
    players, asked = told(monkeypatch, city("giza", (), [(1, 0.99)]), city("rhodes"), city("olympia"))
    assert players[0]["conflict_tokens"] == [1]
    assert len(asked) == 1
    assert "victory" in asked[0]


def test_conflicts_that_balance_are_not_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    _, asked = told(monkeypatch, city("giza", (), [(1, 0.99)]), city("rhodes", (), [(-1, 0.99)]), city("olympia"))
    assert asked == []


def test_a_name_of_two_ages_is_the_later_card_where_the_earlier_one_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    players, asked = told(monkeypatch, city("giza", ("loom_1",)), city("rhodes", ("loom_1",)), city("olympia"))
    assert [player["cards"] for player in players] == [["loom_1"], ["loom_2"], []]
    assert asked == []


def test_guilds_of_a_table_that_is_not_all_there_are_asked_about(monkeypatch: pytest.MonkeyPatch) -> None:
    _, asked = told(monkeypatch, city("giza", ("traders_guild",)), city("rhodes"))
    assert len(asked) == 1
    assert "neighbours" in asked[0]
