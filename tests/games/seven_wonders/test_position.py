"""Described positions are scored; impossible ones are one clear line."""

from typing import Any

import pytest

from companion.games.seven_wonders.rules.position import score_position
from companion.games.vocabulary import PositionError, Sheet
from tests.games.manuals.seven_wonders import MANUAL


def position(*players: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"game": "seven_wonders", "players": list(players), **more}


def points(sheet: Sheet, seat: int = 0) -> dict[str, int]:
    return {category: number for category, number in sheet.categories[seat].items() if number}


def test_the_contracts_example() -> None:
    sheet = score_position(MANUAL.positions[0])
    assert points(sheet) == {"military": -1, "wonder": 3}
    assert sheet.winners == (0,)


def test_all_that_can_be_described_is_scored() -> None:
    mine = {
        "wonder": "giza",
        "side": "B",
        "stages": 4,
        "coins": 5,
        "conflict_tokens": [1, 1, 3, 3, 5, 5],
        "cards": ["palace", "spies_guild", "lumber_yard", "haven", "academy"],
    }
    beaten = {"conflict_tokens": [-1, -1, -1]}
    sheet = score_position(
        position(mine, {"wonder": "rhodes", "cards": ["walls"]} | beaten, {"wonder": "babylon"} | beaten)
    )
    assert points(sheet) == {
        "military": 18,
        "treasury": 1,
        "wonder": 20,
        "civilian": 8,
        "science": 1,
        "commercial": 1,
        "guilds": 1,
    }
    assert sheet.totals == (50, -3, -3)


def test_only_the_wonder_must_be_given_its_side_is_a_then() -> None:
    assert score_position(position({"wonder": "giza", "stages": 3})).totals == (15,)


def test_a_given_science_choice_stands_and_a_missing_one_is_the_best() -> None:
    babylon = {"wonder": "babylon", "side": "A", "stages": 2, "cards": ["academy", "study"]}
    assert points(score_position(position(babylon)))["science"] == 10
    assert points(score_position(position(babylon | {"science_choice": ["gear"]})))["science"] == 5


def test_a_given_guild_copy_stands_and_a_missing_one_is_the_best() -> None:
    olympia = {"wonder": "olympia", "side": "B", "stages": 3}
    rhodes = {"wonder": "rhodes", "cards": ["spies_guild", "workers_guild", "mine", "quarry", "walls"]}
    assert points(score_position(position(olympia, rhodes)))["guilds"] == 2
    assert points(score_position(position(olympia | {"guild_copy": "spies_guild"}, rhodes)))["guilds"] == 1


def test_a_symbol_chosen_for_a_copied_scientists_guild_stands() -> None:
    olympia = {"wonder": "olympia", "side": "B", "stages": 3, "cards": ["academy"], "science_choice": ["compass"]}
    rhodes = {"wonder": "rhodes", "cards": ["scientists_guild", "workers_guild", "mine", "quarry"]}
    assert points(score_position(position(olympia, rhodes))) == {"wonder": 5, "science": 4}


def test_with_two_players_the_free_city_is_a_neighbour_of_both() -> None:
    players = {"wonder": "giza", "cards": ["spies_guild"]}, {"wonder": "rhodes", "cards": ["traders_guild"]}
    free = {"wonder": "babylon", "cards": ["fortifications", "forum", "palace"]}
    sheet = score_position(position(*players, free_city=free))
    assert sheet.totals == (1, 1)
    assert score_position(position(*players)).totals == (0, 0)


def test_a_house_rule_may_be_given() -> None:
    cities = {"wonder": "giza", "cards": ["craftsmens_guild"]}, {"wonder": "rhodes", "cards": ["loom_2"]}
    assert score_position(position(*cities)).totals == (2, 0)
    assert score_position(position(*cities, house_rules={"craftsmens_guild_points": 1})).totals == (1, 0)


GIZA = {"wonder": "giza", "side": "A"}
GUILDS = ["traders_guild", "magistrates_guild", "shipowners_guild"]


def three(first: dict[str, Any], cards: list[str] | None = None) -> dict[str, Any]:
    """Three players, of whom one has this, another one these cards."""
    return position(first, {"wonder": "rhodes", "cards": cards or []}, {"wonder": "olympia"})


OLYMPIA = {"wonder": "olympia", "side": "B", "stages": 3}


@pytest.mark.parametrize(
    ("obj", "line"),
    [
        (position(), "0 players: 1 to 7 can be scored"),
        (position(*[GIZA] * 8), "8 players: 1 to 7 can be scored"),
        ({"game": "seven_wonders"}, "not a position of seven_wonders: Object missing required field `players`"),
        (position(GIZA | {"military": 1}), "not a position of seven_wonders: Object contains unknown field `military`"),
        (position(GIZA | {"science_choice": ["wheel"]}), "not a position of seven_wonders: Invalid enum value 'wheel'"),
        (
            position({"wonder": "atlantis"}),
            "seat 0: no wonder 'atlantis'; known are rhodes, alexandria, ephesus, babylon, ",
        ),
        (position({"wonder": "giza", "side": "C"}), "seat 0: the board of giza has no side 'C'; it has A and B"),
        (position(GIZA, {"wonder": "rhodes", "stages": 4}), "seat 1: 4 stages built; rhodes A has 3"),
        (position({"wonder": "rhodes", "side": "B", "stages": 3}), "seat 0: 3 stages built; rhodes B has 2"),
        (position(GIZA | {"stages": -1}), "seat 0: -1 stages built; giza A has 3"),
        (position(GIZA | {"coins": -1}), "seat 0: there cannot be -1 coins"),
        (position(GIZA | {"conflict_tokens": [2]}), "seat 0: no conflict token 2; there are -1, 1, 3, 5"),
        (position(GIZA | {"conflict_tokens": [3] * 3}), "seat 0: 3 conflict tokens 3; at most 2 can be won"),
        (position(GIZA | {"conflict_tokens": [-1] * 7}), "seat 0: 7 conflict tokens; there are at most 6 in a game"),
        (position(GIZA | {"cards": ["temple_of_zeus"]}), "seat 0: no card 'temple_of_zeus'; known are lumber_yard, "),
        (
            position(GIZA | {"cards": ["altar", "altar"]}),
            "seat 0: Altar is there twice; a city has no two buildings of one name",
        ),
        (
            position(GIZA | {"cards": ["loom_1", "loom_2"]}),
            "seat 0: Loom is there twice; a city has no two buildings of one name",
        ),
        (
            position(GIZA | {"cards": ["spies_guild"]}, {"wonder": "rhodes", "cards": ["spies_guild"]}),
            "2 cards spies_guild: the box holds 1",
        ),
        (
            position(*({"wonder": wonder, "cards": ["baths"]} for wonder in ("giza", "rhodes", "olympia"))),
            "3 cards baths: the box holds 2",
        ),
        (three(GIZA | {"cards": ["mine"]}), "1 cards mine: the decks for 3 players hold 0"),
        (
            three(GIZA | {"cards": ["workers_guild", "spies_guild", "builders_guild"]}, cards=GUILDS),
            "6 guilds are built: with 3 players 5 are in a game",
        ),
        (
            three(GIZA | {"conflict_tokens": [5, 5]}),
            "conflict tokens: 2 of victory and 0 of defeat; each conflict that is won gives one of both",
        ),
        (position(GIZA, {"wonder": "giza", "side": "B"}), "the wonder giza is there 2 times"),
        (position(GIZA | {"science_choice": ["gear"]}), "seat 0: 1 symbols in science_choice; 0 can be chosen"),
        (position(GIZA | {"guild_copy": "spies_guild"}), "seat 0: cannot copy 'spies_guild'; it has no guild to copy"),
        (
            position(OLYMPIA | {"guild_copy": "spies_guild"}, GIZA | {"cards": ["traders_guild", "workers_guild"]}),
            "seat 0: cannot copy 'spies_guild'; it can copy workers_guild, traders_guild",
        ),
        (
            position(GIZA, free_city={"wonder": "rhodes"}),
            "the Free City is for two players, not for 1: leave free_city out",
        ),
        (
            position(GIZA, {"wonder": "rhodes"}, free_city={"wonder": "olympia", "coins": -2}),
            "the Free City: there cannot be -2 coins",
        ),
    ],
)
def test_an_impossible_position_is_one_clear_line(obj: dict[str, Any], line: str) -> None:
    """R6 among them: more than the decks hold, too many guilds, conflicts that only one side has a token of."""
    with pytest.raises(PositionError) as caught:
        score_position(obj)
    assert str(caught.value).startswith(line)
    assert "\n" not in str(caught.value)


def test_as_many_as_the_box_and_the_game_allow_are_no_error() -> None:
    full = GIZA | {"stages": 3, "cards": ["scriptorium"], "conflict_tokens": [1, 1, 3, 3, -1, -1]}
    others = (
        {"wonder": wonder, "cards": cards, "conflict_tokens": tokens}
        for wonder, cards, tokens in (("rhodes", ["scriptorium"], [-1, -1, 5]), ("olympia", [], [-1, -1, 5]))
    )
    four = {"wonder": "babylon", "cards": ["baths"]}
    assert score_position(position(full, *others, four)).totals == (15 + 1 + 6, 1 + 3, 3, 3)


def test_symbols_may_be_chosen_for_guild_and_wonder_together() -> None:
    babylon = {"wonder": "babylon", "side": "B", "stages": 3, "cards": ["scientists_guild"]}
    assert points(score_position(position(babylon | {"science_choice": ["gear", "tablet"]})))["science"] == 2
    with pytest.raises(PositionError, match="3 symbols in science_choice; 2 can be chosen"):
        score_position(position(babylon | {"science_choice": ["gear"] * 3}))


def test_a_symbol_is_too_many_where_the_given_copy_has_none() -> None:
    rhodes = {"wonder": "rhodes", "cards": ["scientists_guild", "spies_guild"]}
    chosen = OLYMPIA | {"science_choice": ["gear"], "guild_copy": "spies_guild"}
    with pytest.raises(PositionError, match="1 symbols in science_choice; 0 can be chosen"):
        score_position(position(chosen, rhodes))
