"""What photographs of several cities say together: doubts are asked about, nothing refuses the whole table."""

from collections.abc import Sequence

import numpy as np

from companion.games.seven_wonders.photo import named_position
from companion.games.seven_wonders.rules.position import score_position
from vision.names.city import Card, CitySeen
from vision.names.grounds import Board
from vision.names.rounds import Round

PLACE = np.zeros((4, 2))


def city(wonder: str, cards: Sequence[str] = (), tokens: Sequence[tuple[int, float]] = ()) -> CitySeen:
    """A city of which these were read; tokens with how sure they are."""
    board = Board(wonder, np.zeros(2), np.array([1.0, 0.0]), "A", 1.0, 0)
    found = tuple(Round("token", value, np.zeros(2), 10.0, sure) for value, sure in tokens)
    read = tuple(Card(card, 1.0, PLACE, ()) for card in cards)
    return CitySeen(read, board, PLACE, (wonder,), found, (PLACE,) * len(found), "de")


def told(*cities: CitySeen) -> tuple[list[dict[str, object]], list[str]]:
    """The players and questions; the position can be scored."""
    position, asked = named_position([(f"{seat}.jpg", one) for seat, one in enumerate(cities)], (), 2)
    assert len(score_position(position).totals) == len(cities)
    return position["players"], asked


def test_a_token_too_many_is_asked_about_and_the_surest_count() -> None:
    players, asked = told(city("giza", (), [(5, 0.99), (5, 0.6), (5, 0.98), (-1, 0.9)]))
    assert players[0]["conflict_tokens"] == [-1, 5, 5]
    assert len(asked) == 1
    assert "5" in asked[0]


def test_conflicts_that_do_not_balance_are_asked_about_and_scored() -> None:
    players, asked = told(city("giza", (), [(1, 0.99)]), city("rhodes"), city("olympia"))
    assert players[0]["conflict_tokens"] == [1]
    assert len(asked) == 1
    assert "victory" in asked[0]


def test_conflicts_that_balance_are_not_asked_about() -> None:
    _, asked = told(city("giza", (), [(1, 0.99)]), city("rhodes", (), [(-1, 0.99)]), city("olympia"))
    assert asked == []


def test_a_name_of_two_ages_is_the_later_card_where_the_earlier_one_is_used() -> None:
    players, asked = told(city("giza", ("loom_1",)), city("rhodes", ("loom_1",)), city("olympia"))
    assert [player["cards"] for player in players] == [["loom_1"], ["loom_2"], []]
    assert asked == []


def test_guilds_of_a_table_that_is_not_all_there_are_asked_about() -> None:
    _, asked = told(city("giza", ("traders_guild",)), city("rhodes"))
    assert len(asked) == 1
    assert "neighbours" in asked[0]
