"""Scores: the official example, every category, every point explained."""

from typing import Any

import pytest

from companion.games.architects import rules
from companion.games.architects.rules import FACTS
from companion.games.architects.rules.position import score_position
from companion.games.vocabulary import PositionError
from tests.games import english


def position(*players: dict[str, Any]) -> dict[str, Any]:
    return {"game": "architects", "players": list(players)}


OFFICIAL = position(
    {
        "wonder": "olympia",
        "built": ["olympia_1", "olympia_2", "olympia_3"],
        "cards": {"vp3": 1, "vp2_cat": 2},
        "cat": True,
        "military": 4,
        "progress": ["strategy"],
    }
)


def test_the_official_example_scores_35() -> None:
    sheet = score_position(OFFICIAL)
    assert sheet.categories == ({"stages": 10, "cat": 2, "blue": 7, "military": 12, "progress": 4, "medals": 0},)
    assert sheet.totals == (35,)


def test_every_point_is_explained_with_its_rule() -> None:
    sheet = score_position(OFFICIAL)
    assert sum(line.points for line in sheet.explain) == 35
    assert all(line.why and line.rule for line in sheet.explain)
    assert "stage olympia_3 is built" in {english.why(rules, line) for line in sheet.explain}


def test_medals_of_a_described_position_count_four_each() -> None:
    assert score_position(position({"wonder": "giza", "medals": 2})).categories[0]["medals"] == 8


def test_a_full_table_can_be_scored_and_one_more_player_cannot() -> None:
    everybody = [{"wonder": wonder} for wonder in FACTS.wonders]
    assert score_position(position(*everybody)).totals == (0,) * 7
    with pytest.raises(PositionError, match="8 players"):
        score_position(position(*everybody, {"wonder": "giza"}))


@pytest.mark.parametrize("wonder", list(FACTS.wonders))
def test_an_untouched_wonder_scores_nothing(wonder: str) -> None:
    assert score_position(position({"wonder": wonder})).totals == (0,)


@pytest.mark.parametrize(
    ("obj", "part"),
    [
        (position(), "0 players"),
        (position({"wonder": "atlantis"}), "seat 0: no wonder 'atlantis'"),
        (position({"wonder": "giza", "built": ["rhodes_1"]}), "seat 0: no stage of giza 'rhodes_1'"),
        (position({"wonder": "giza", "built": ["giza_1", "giza_1"]}), "twice"),
        (position({"wonder": "giza", "built": ["giza_5"]}), "seat 0: giza_5 cannot be built before giza_4 below it"),
        (
            position({"wonder": "babylon"}, {"wonder": "halicarnassus", "built": ["halicarnassus_5"]}),
            "seat 1: halicarnassus_5 cannot be built before halicarnassus_3 and halicarnassus_4 below it",
        ),
        (
            position({"wonder": "giza", "medals": ["medal_3_red"]}, {"wonder": "rhodes", "medals": ["medal_3_red"]}),
            "the medal medal_3_red is there 2 times",
        ),
        (position({"wonder": "giza", "cards": {"gold": 1}}), "seat 0: no card 'gold'"),
        (position({"wonder": "giza", "cards": {"wood": -1}}), "fewer than 0"),
        (position({"wonder": "giza", "cards": {"wood": 18}}), "the box holds 17"),
        (position({"wonder": "giza", "progress": ["tactics", "tactics"]}), "the box holds 1"),
        (position({"wonder": "giza"}, {"wonder": "giza"}), "2 times"),
        (position({"wonder": "giza", "cat": True}, {"wonder": "rhodes", "cat": True}), "one Cat"),
        (position({"wonder": "giza", "coins": 3}), "coins"),
        ({"game": "architects"}, "players"),
    ],
)
def test_r6_an_impossible_position_is_one_clear_line(obj: dict[str, Any], part: str) -> None:
    with pytest.raises(PositionError) as caught:
        score_position(obj)
    assert part in str(caught.value)
    assert "\n" not in str(caught.value)
