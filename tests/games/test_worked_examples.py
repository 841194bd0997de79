"""The worked examples of the rule texts, through the commands as a user calls them."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Command


def scored(command: Command, folder: Path, position: dict[str, Any]) -> dict[str, Any]:
    """The first player's categories."""
    file = folder / "position.json"
    file.write_text(json.dumps(position), encoding="utf-8")
    code, out, err = command("score", file, "--json")
    assert (code, err) == (0, "")
    categories: dict[str, Any] = json.loads(out)["players"][0]["categories"]
    return categories


SYMBOLS = ("apothecary", "dispensary", "lodge", "workshop", "laboratory", "scriptorium")
"""Three compasses, two gears and a tablet."""


@pytest.mark.parametrize(
    ("city", "category", "points"),
    [
        pytest.param({"conflict_tokens": [1, 3, 5, -1, -1, -1]}, "military", 6, id="military conflicts"),
        pytest.param({"coins": 14}, "treasury", 4, id="treasury"),
        pytest.param({"stages": 3}, "wonder", 10, id="wonders"),
        pytest.param({"cards": ["altar", "aqueduct", "town_hall"]}, "civilian", 13, id="civilian buildings"),
        # The text adds 14 and 7 to 27; its own formula gives 21.
        pytest.param({"cards": SYMBOLS}, "science", 21, id="six science buildings"),
        pytest.param({"cards": [*SYMBOLS, "library"]}, "science", 31, id="one tablet more"),
        pytest.param({"cards": ["loom_1", "press_2", "chamber_of_commerce"]}, "commercial", 4, id="commercial"),
    ],
)
def test_seven_wonders_section_scoring(
    command: Command, tmp_path: Path, city: dict[str, Any], category: str, points: int
) -> None:
    player = {"wonder": "alexandria", "side": "A", **city}
    assert scored(command, tmp_path, {"game": "seven_wonders", "players": [player]})[category] == points


@pytest.mark.parametrize(("pawn", "points"), [(0, 0), (1, 2), (2, 2), (3, 5), (5, 5), (6, 10), (8, 10)])
def test_duel_section_civilian_victory_the_pawn(command: Command, tmp_path: Path, pawn: int, points: int) -> None:
    position = {"game": "duel", "pawn": pawn, "players": [{}, {}]}
    assert scored(command, tmp_path, position)["military"] == points


@pytest.mark.parametrize(("coins", "points"), [(2, 0), (3, 1), (7, 2)])
def test_duel_section_civilian_victory_the_treasury(command: Command, tmp_path: Path, coins: int, points: int) -> None:
    position = {"game": "duel", "players": [{"coins": coins}, {}]}
    assert scored(command, tmp_path, position)["treasury"] == points


@pytest.mark.parametrize(
    ("city", "points"),
    [
        ({"progress": ["decor"]}, 4),
        ({"progress": ["decor"], "built": ["giza_1", "giza_2", "giza_3", "giza_4", "giza_5"]}, 6),
        ({"progress": ["culture"]}, 4),
        ({"progress": ["culture", "culture"]}, 12),
    ],
)
def test_architects_section_progress_tokens(
    command: Command, tmp_path: Path, city: dict[str, Any], points: int
) -> None:
    position = {"game": "architects", "players": [{"wonder": "giza", **city}]}
    assert scored(command, tmp_path, position)["progress"] == points


WONDERS = [
    ["sphinx", "pyramids", "colossus", "mausoleum"],
    ["piraeus", "appian_way", "hanging_gardens", "great_library"],
]
DUEL = {"setup": {"game": "duel", "first": 0, "wonders": WONDERS}}
DIMITRI, ANTON = 0, 1


def build(seat: int, card: str, **more: Any) -> dict[str, Any]:
    return {"seat": seat, "move": "build", "card": card, **more}


def discard(seat: int, card: str) -> dict[str, Any]:
    return {"seat": seat, "move": "discard", "card": card}


def coins(seat: int, value: int) -> dict[str, Any]:
    return {"check": "coins", "seat": seat, "value": value}


def follows(command: Command, folder: Path, *lines: dict[str, Any]) -> None:
    """The checks hold in this game, in which cards come when they are wanted."""
    file = folder / "game.jsonl"
    file.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    code, out, err = command("referee", file, "--json")
    report = json.loads(out)
    assert [check for check in report["checks"] if not check["ok"]] == []
    assert (code, err) == (0, "")
    assert report["checks"]


TWO_STONES = (build(DIMITRI, "shelf_quarry"), coins(DIMITRI, 5), build(ANTON, "clay_pool"), coins(ANTON, 7))


def test_duel_section_trade_fortifications_cost_5_coins(command: Command, tmp_path: Path) -> None:
    """2 stones are there; 3 coins for the clay that Anton has too, 2 for the papyrus that nobody has."""
    follows(command, tmp_path, DUEL, *TWO_STONES, build(DIMITRI, "fortifications"), coins(DIMITRI, 0))


def test_duel_section_trade_the_aqueduct_costs_12_coins(command: Command, tmp_path: Path) -> None:
    """3 stones at 4 coins each, for the opponent has 2."""
    rich = [discard(ANTON, card) for card in ("tavern", "altar", "baths")]
    follows(command, tmp_path, DUEL, *TWO_STONES, *rich, coins(ANTON, 13), build(ANTON, "aqueduct"), coins(ANTON, 1))


def test_duel_section_coins_and_resources_the_caravansery_costs_7_coins(command: Command, tmp_path: Path) -> None:
    """2 coins, 3 for the glass that Anton has, 2 for the papyrus that he has not."""
    moves = (build(ANTON, "glassworks"), coins(DIMITRI, 7), build(DIMITRI, "caravansery"), coins(DIMITRI, 0))
    follows(command, tmp_path, DUEL, *moves)


def test_duel_section_chains_the_aqueduct_is_free_beside_the_baths(command: Command, tmp_path: Path) -> None:
    before = (build(ANTON, "stone_pit"), build(ANTON, "baths"), coins(ANTON, 6), build(DIMITRI, "palisade"))
    after = (build(ANTON, "aqueduct"), coins(ANTON, 6), build(DIMITRI, "fortifications"), coins(DIMITRI, 5))
    follows(command, tmp_path, DUEL, *before, coins(DIMITRI, 5), *after)


def test_duel_section_discarding_is_worth_4_coins_with_two_yellow_cards(command: Command, tmp_path: Path) -> None:
    yellow = (build(DIMITRI, "tavern"), build(DIMITRI, "clay_reserve"), coins(DIMITRI, 8))
    follows(command, tmp_path, DUEL, *yellow, discard(DIMITRI, "aqueduct"), coins(DIMITRI, 12))


def test_duel_section_military_the_archery_range_takes_2_coins(command: Command, tmp_path: Path) -> None:
    """2 shields move the pawn by 2 into the next zone, whose token costs the opponent 2 coins."""
    start = (build(ANTON, "guard_tower"), {"check": "pawn", "value": -1}, coins(DIMITRI, 7))
    follows(
        command,
        tmp_path,
        DUEL,
        *start,
        build(ANTON, "archery_range"),
        {"check": "pawn", "value": -3},
        coins(DIMITRI, 5),
    )


SEVEN = {"setup": {"game": "seven_wonders", "wonders": [["alexandria", "A"], ["giza", "A"], ["ephesus", "A"]]}}


def test_seven_wonders_section_trade_example_a_the_university(command: Command, tmp_path: Path) -> None:
    """Own wood and glass; wood from the left and papyrus from the right, at 2 coins each."""
    turns = (
        *(build(0, "lumber_yard"), build(1, "timber_yard"), discard(2, "mine")),
        *(discard(0, "tavern"), discard(1, "loom_1"), discard(2, "altar")),
        *(coins(0, 6), coins(1, 5), coins(2, 9)),
        *(build(0, "university"), build(1, "baths"), build(2, "east_trading_post")),
        *(coins(0, 2), coins(1, 7), coins(2, 11)),
        {"check": "cards", "seat": 0, "value": ["lumber_yard", "university"]},
    )
    follows(command, tmp_path, SEVEN, *turns)


def test_seven_wonders_section_trade_example_b_what_is_sold_can_be_used(command: Command, tmp_path: Path) -> None:
    """Both neighbours buy 2 stones for 8 coins in all; the library is built with the same 2 stones and a cloth."""
    setup = {"setup": {"game": "seven_wonders", "wonders": [["rhodes", "A"], ["olympia", "A"], ["babylon", "A"]]}}
    turns = (
        *(build(0, "loom_1"), discard(1, "tavern"), discard(2, "mine")),
        *(build(0, "quarry"), discard(1, "altar"), discard(2, "press_1")),
        *(coins(0, 2), coins(1, 9), coins(2, 9)),
        *(build(0, "library"), build(1, "aqueduct"), build(2, "walls")),
        {"check": "cards", "seat": 0, "value": ["library", "loom_1", "quarry"]},
    )
    follows(command, tmp_path, setup, *turns)
