"""From pieces seen in photographs to positions: what is seen is counted, what cannot be seen is asked."""

import numpy as np
import pytest

from companion.errors import Unusable
from companion.games.catalogue import GAMES
from companion.photographed import City, position_of
from vision.sighting import FaceProbability
from vision.stills.photograph import Found


def city(game: str, image: str, *faces: str, probability: float = 0.99) -> City:
    """A photograph in which these faces are seen."""
    quad = np.zeros((4, 2))
    return City(image, tuple(Found(quad, (FaceProbability(f"{game}/{face}", probability),)) for face in faces))


def test_a_duel_city_is_its_cards_wonders_tokens_and_coins() -> None:
    anna = city("duel", "anna.png", "stable", "wonder/sphinx", "progress/philosophy", "coin/6", "coin/1", "back/age_1")
    position, asked = position_of("duel", [anna, city("duel", "ben.png", "altar")])
    assert position == {
        "game": "duel",
        "pawn": 0,
        "players": [
            {"cards": ["stable"], "wonders": ["sphinx"], "progress": ["philosophy"], "coins": 7},
            {"cards": ["altar"], "wonders": [], "progress": [], "coins": 0},
        ],
    }
    assert "conflict pawn" in asked[0]
    assert [line for line in asked if "anna.png" in line and "sphinx" in line]
    assert [line for line in asked if "ben.png: 0 coins" in line]
    assert GAMES["duel"].score_position(position).totals == (6 + 7 + 2, 3)


def test_a_city_of_seven_wonders_is_its_board_cards_and_tokens() -> None:
    faces = ("board/giza/A", "altar", "loom", "token/conflict_minus_1", "token/conflict_3", "back/age_1", "coin/3")
    position, asked = position_of("seven_wonders", [city("seven_wonders", "anna.png", *faces)])
    assert position["players"] == [
        {
            "wonder": "giza",
            "side": "A",
            "stages": 1,
            "coins": 3,
            "conflict_tokens": [-1, 3],
            "cards": ["altar", "loom_1"],
        }
    ]
    assert len(asked) == 2
    assert GAMES["seven_wonders"].score_position(position).totals == (2 + 1 + 3 + 2,)


def test_a_board_that_is_not_seen_can_be_said() -> None:
    cities = [city("seven_wonders", "anna.png", "altar")]
    position, _ = position_of("seven_wonders", cities, ["rhodes B"])
    assert (position["players"][0]["wonder"], position["players"][0]["side"]) == ("rhodes", "B")


def test_what_is_unsure_is_asked_and_counted() -> None:
    unsure = city("duel", "anna.png", "stable", probability=0.6)
    position, asked = position_of("duel", [unsure, city("duel", "ben.png")])
    assert position["players"][0]["cards"] == ["stable"]
    assert "duel/stable (60%)? Counted as the first" in asked[0]


@pytest.mark.parametrize(
    ("game", "faces", "wonders", "part"),
    [
        ("duel", [["stable"]], [], "1 photographs: Duel needs two"),
        ("duel", [["stable"], []], ["sphinx"], "photographs show the wonders"),
        ("seven_wonders", [["altar"]], [], "no wonder's board is seen"),
        ("seven_wonders", [["board/giza/A", "board/rhodes/B"]], [], "one photograph a player"),
        ("seven_wonders", [["altar"]], ["rhodes"], "no such board"),
        ("architects", [["wood"]], ["atlantis"], "no such wonder"),
    ],
)
def test_what_cannot_be_scored_is_said(game: str, faces: list[list[str]], wonders: list[str], part: str) -> None:
    cities = [city(game, f"{seat}.png", *there) for seat, there in enumerate(faces)]
    with pytest.raises(Unusable, match=part):
        position_of(game, cities, wonders)
