"""Described final positions (CONTRACT) are scored, or refused in one clear line."""

from typing import Any

import pytest

from companion.games.duel import rules
from companion.games.duel.rules.facts import FACTS
from companion.games.vocabulary import PositionError

AGE_I = [card.id for card in FACTS.cards if card.age == 1][:22]


def position(first: dict[str, Any], second: dict[str, Any] | None = None, pawn: int = 0) -> dict[str, Any]:
    return {"game": "duel", "pawn": pawn, "players": [first, second or {}]}


def test_the_example_of_the_contract() -> None:
    sheet = rules.score_position(
        position({"cards": ["stable"], "wonders": ["sphinx"], "progress": ["philosophy"], "coins": 7}, {}, 3)
    )
    assert {name: points for name, points in sheet.categories[0].items() if points} == {
        "wonders": 6,
        "progress": 7,
        "treasury": 2,
        "military": 5,
    }
    assert (sheet.totals, sheet.winners) == ((20, 0), (0,))
    assert tuple(sheet.categories[0]) == rules.CATEGORIES


def test_the_pawn_is_positive_towards_seat_1s_capital() -> None:
    assert rules.score_position(position({}, {}, 1)).categories[0]["military"] == 2
    assert rules.score_position(position({}, {}, -6)).categories[1]["military"] == 10


def test_without_a_pawn_it_stands_in_the_middle() -> None:
    assert rules.score_position({"game": "duel", "players": [{}, {}]}).totals == (0, 0)


def test_supremacy_wins_whatever_the_points() -> None:
    rich = {"cards": ["palace", "town_hall"], "coins": 30}
    assert rules.score_position(position({}, rich, 9)).winners == (0,)
    assert rules.score_position(position(rich, {}, -9)).winners == (1,)
    six = ["workshop", "apothecary", "scriptorium", "pharmacist", "academy", "university"]
    assert rules.score_position(position(rich, {"cards": six})).winners == (1,)
    assert rules.score_position(position(rich, {"cards": six[:5]})).winners == (0,)
    assert rules.score_position(position(rich, {"cards": six[:5], "progress": ["law"]})).winners == (1,)


def test_guilds_count_the_richest_city() -> None:
    sheet = rules.score_position(position({"cards": ["moneylenders_guild"]}, {"coins": 10}))
    assert sheet.categories[0]["guilds"] == 3


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ([], "not a position of duel: Expected `object`, got `array`"),
        ({"game": "architects", "players": [{}, {}]}, "this is a position of the game 'architects', not of duel"),
        ({"game": "duel", "players": [{}]}, "1 players: Duel is for 2"),
        ({"game": "duel", "players": [{}, {}, {}]}, "3 players: Duel is for 2"),
        (position({}, {}, 10), "the pawn cannot stand at 10: the track goes from -9 to 9"),
        (position({}, {}, -10), "the pawn cannot stand at -10: the track goes from -9 to 9"),
        (position({"coins": -1}), "seat 0: there cannot be fewer than 0 coins"),
        (position({}, {"cards": ["circuss"]}), "seat 1: no card 'circuss'; known are lumber_yard, "),
        (position({"wonders": ["giza"]}), "seat 0: no wonder 'giza'; known are appian_way, "),
        (position({"progress": ["decor"]}), "seat 0: no progress token 'decor'; known are agriculture, "),
        (position({"cards": ["altar"]}, {"cards": ["altar"]}), "altar is there twice: the box holds each of the cards"),
        (position({"wonders": ["sphinx", "sphinx"]}), "sphinx is there twice: the box holds each of the wonders once"),
        (position({"progress": ["law"]}, {"progress": ["law"]}), "law is there twice: the box holds each of the prog"),
        (
            position({"wonders": ["sphinx", "piraeus", "colossus", "pyramids", "mausoleum"]}),
            "seat 0: 5 wonders; a player has 4",
        ),
        (
            position(
                {"wonders": ["sphinx", "piraeus", "colossus", "pyramids"]},
                {"wonders": ["mausoleum", "appian_way", "great_library", "great_lighthouse"]},
            ),
            "8 wonders are built: 7 at most in a game",
        ),
        (position({"cards": AGE_I}), "22 cards of age I are built: 20 of them are in a game"),
        (
            position(
                {"cards": ["merchants_guild", "builders_guild"]}, {"cards": ["scientists_guild", "tacticians_guild"]}
            ),
            "4 guilds are built: 3 are in a game",
        ),
        (
            position(
                {"cards": ["workshop", "apothecary", "scriptorium", "pharmacist", "academy", "university"]}, {}, -9
            ),
            "two supremacies at once: the first one had ended the game",
        ),
        (position({"gold": 3}), "not a position of duel: Object contains unknown field `gold`"),
    ],
)
def test_a_position_that_cannot_be_is_refused_in_one_line(wrong: Any, says: str) -> None:
    """R6 among them: more cards of an age than lie in its structure."""
    with pytest.raises(PositionError) as refused:
        rules.score_position(wrong)
    assert str(refused.value).startswith(says)
    assert "\n" not in str(refused.value)


def test_seven_wonders_and_three_guilds_are_a_full_game() -> None:
    full = position(
        {"wonders": ["sphinx", "piraeus", "colossus", "pyramids"], "cards": ["merchants_guild", "builders_guild"]},
        {"wonders": ["mausoleum", "appian_way", "great_library"], "cards": ["scientists_guild"]},
    )
    assert rules.score_position(full).totals == (20 + 8, 9)
