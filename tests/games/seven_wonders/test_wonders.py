"""Every stage of both sides of all wonders does what is printed on it, and no more. Ids: board, stage."""

from typing import Any

import pytest

from companion.games.seven_wonders import rules
from companion.games.seven_wonders.rules.facts import FACTS, RESOURCES
from companion.games.seven_wonders.rules.military import shields
from companion.games.seven_wonders.rules.moves import BuildStage
from companion.games.seven_wonders.rules.production import prices, production, tradable
from companion.games.seven_wonders.rules.specials import stage_powers
from companion.games.seven_wonders.rules.state import City, State
from tests.games.seven_wonders.cities import mask
from tests.games.seven_wonders.played import stage, turn
from tests.games.seven_wonders.tables import EVERYTHING, at, begin, built, lay

RAW = frozenset({"wood", "stone", "ore", "clay"})
GOODS = frozenset({"glass", "cloth", "papyrus"})
REVIVAL: dict[str, Any] = {"power": "build_from_discard_free"}

STAGES: dict[tuple[str, int], dict[str, Any]] = {
    ("rhodes A", 1): {"points": 3},
    ("rhodes A", 2): {"shields": 2},
    ("rhodes A", 3): {"points": 7},
    ("rhodes B", 1): {"shields": 1, "coins": 3, "points": 3},
    ("rhodes B", 2): {"shields": 1, "coins": 4, "points": 4},
    ("alexandria A", 1): {"points": 3},
    ("alexandria A", 2): {"produces": RAW},
    ("alexandria A", 3): {"points": 7},
    ("alexandria B", 1): {"produces": RAW},
    ("alexandria B", 2): {"produces": GOODS},
    ("alexandria B", 3): {"points": 7},
    ("ephesus A", 1): {"points": 3},
    ("ephesus A", 2): {"coins": 9},
    ("ephesus A", 3): {"points": 7},
    ("ephesus B", 1): {"coins": 4, "points": 2},
    ("ephesus B", 2): {"coins": 4, "points": 3},
    ("ephesus B", 3): {"coins": 4, "points": 5},
    ("babylon A", 1): {"points": 3},
    ("babylon A", 2): {"science": 1},
    ("babylon A", 3): {"points": 7},
    ("babylon B", 1): {"points": 3},
    ("babylon B", 2): {"power": "play_seventh_card"},
    ("babylon B", 3): {"science": 1},
    ("olympia A", 1): {"points": 3},
    ("olympia A", 2): {"power": "free_build_once_per_age"},
    ("olympia A", 3): {"points": 7},
    ("olympia B", 1): {"cheaper": RAW},
    ("olympia B", 2): {"points": 5},
    ("olympia B", 3): {"power": "copy_neighbour_guild"},
    ("halicarnassus A", 1): {"points": 3},
    ("halicarnassus A", 2): REVIVAL,
    ("halicarnassus A", 3): {"points": 7},
    ("halicarnassus B", 1): {"points": 2, **REVIVAL},
    ("halicarnassus B", 2): {"points": 1, **REVIVAL},
    ("halicarnassus B", 3): REVIVAL,
    ("giza A", 1): {"points": 3},
    ("giza A", 2): {"points": 5},
    ("giza A", 3): {"points": 7},
    ("giza B", 1): {"points": 3},
    ("giza B", 2): {"points": 5},
    ("giza B", 3): {"points": 5},
    ("giza B", 4): {"points": 7},
}

COSTS = {
    "rhodes A": ("wood wood", "clay clay clay", "ore ore ore ore"),
    "rhodes B": ("stone stone stone", "ore ore ore ore"),
    "alexandria A": ("stone stone", "ore ore", "glass glass"),
    "alexandria B": ("clay clay", "wood wood", "stone stone stone"),
    "ephesus A": ("stone stone", "wood wood", "papyrus papyrus"),
    "ephesus B": ("stone stone", "wood wood", "glass cloth papyrus"),
    "babylon A": ("clay clay", "wood wood wood", "clay clay clay clay"),
    "babylon B": ("clay cloth", "wood wood glass", "clay clay clay papyrus"),
    "olympia A": ("wood wood", "stone stone", "ore ore"),
    "olympia B": ("wood wood", "stone stone", "ore ore cloth"),
    "halicarnassus A": ("clay clay", "ore ore ore", "cloth cloth"),
    "halicarnassus B": ("ore ore", "clay clay clay", "glass cloth papyrus"),
    "giza A": ("stone stone", "wood wood wood", "stone stone stone stone"),
    "giza B": ("wood wood", "stone stone stone", "clay clay clay", "stone stone stone stone papyrus"),
}


def other_boards(words: str) -> list[str]:
    return [f"{wonder} A" for wonder in ("giza", "rhodes", "ephesus") if not words.startswith(wonder)][:2]


def before(words: str, number: int) -> State:
    """A city that can pay for every stage, its wonder built up to below this one."""
    return built(at(lay(begin(words, *other_boards(words)), 0, *EVERYTHING), 2, 3), 0, number - 1)


def options(city: City) -> dict[frozenset[str], int]:
    """How many sources of each choice of resources a city has."""
    sources = [frozenset(RESOURCES[place] for place in source) for source in production(*board_of(city)).sources]
    return {source: sources.count(source) for source in sources}


def board_of(city: City) -> tuple[int, int, int]:
    return city.board, city.cards, city.stages


@pytest.mark.parametrize(("words", "number"), list(STAGES), ids=str)
def test_a_stage_gives_what_is_printed_on_it(words: str, number: int) -> None:
    printed, state = STAGES[words, number], before(words, number)
    after = turn(state, stage(0))
    old, new = state.cities[0], after.cities[0]
    assert new.stages == number
    assert new.under == (-2,)
    assert new.coins - old.coins == printed.get("coins", 0)
    assert shields(new) - shields(old) == printed.get("shields", 0)
    sheets = rules.scores(state).categories[0], rules.scores(after).categories[0]
    assert sheets[1]["wonder"] - sheets[0]["wonder"] == printed.get("points", 0)
    assert sheets[1]["science"] - sheets[0]["science"] == printed.get("science", 0)
    gained = {kind: count - options(old).get(kind, 0) for kind, count in options(new).items()}
    assert {kind for kind, count in gained.items() if count} == (
        {printed["produces"]} if "produces" in printed else set()
    )
    assert tradable(new.board, new.cards) is tradable(old.board, old.cards), "neighbours buy nothing of a stage's"
    full, cheaper = (2,) * len(RESOURCES), printed.get("cheaper", frozenset())
    reduced = tuple(1 if name in cheaper else 2 for name in RESOURCES)
    paid_after = (reduced, reduced) if cheaper else prices(*board_of(old))
    assert prices(*board_of(new)) == paid_after
    assert number > 1 or prices(*board_of(old)) == (full, full)
    assert stage_powers(new.board, number - 1) == ({printed["power"]} if "power" in printed else set())


@pytest.mark.parametrize("words", list(COSTS))
def test_the_stages_of_a_wonder_cost_what_is_printed(words: str) -> None:
    wonder, side = words.split()
    stages = FACTS.boards[FACTS.board_index[wonder, side]].stages
    costs = tuple(
        " ".join(name for name in RESOURCES for _ in range(each.cost[RESOURCES.index(name)])) for each in stages
    )
    assert tuple(sorted(cost.split()) for cost in costs) == tuple(sorted(cost.split()) for cost in COSTS[words])
    assert all(each.coins == 0 for each in stages)
    assert {number for board, number in STAGES if board == words} == set(range(1, len(stages) + 1))


def test_all_fourteen_boards_are_tried() -> None:
    assert {words for words, _ in STAGES} == {f"{board.wonder} {board.side}" for board in FACTS.boards}


@pytest.mark.parametrize(
    ("wonder", "resource"),
    [
        ("rhodes", "ore"),
        ("alexandria", "glass"),
        ("ephesus", "papyrus"),
        ("babylon", "clay"),
        ("olympia", "wood"),
        ("halicarnassus", "cloth"),
        ("giza", "stone"),
    ],
)
def test_a_city_produces_its_own_resource_for_itself_and_its_neighbours(wonder: str, resource: str) -> None:
    for side in "AB":
        board = FACTS.board_index[wonder, side]
        assert production(board, 0, 0).sources == ((RESOURCES.index(resource),),)
        assert tradable(board, 0).sources == ((RESOURCES.index(resource),),)


def test_stages_are_built_in_order_and_each_once() -> None:
    state = lay(begin("giza B", "rhodes A", "ephesus A"), 0, *EVERYTHING)
    for number in range(1, 5):
        state = turn(at(state, 2, 1), stage(0))
        assert state.cities[0].stages == number
    assert not any(move for move in rules.legal(state) if isinstance(move, BuildStage) and move.seat == 0)


def test_a_stage_does_not_depend_on_the_age() -> None:
    state = at(lay(begin("giza A", "rhodes A", "ephesus A"), 0, *EVERYTHING), 3, 6)
    assert turn(state, stage(0)).cities[0].stages == 1


def test_a_card_under_the_wonder_is_no_building() -> None:
    state = turn(lay(begin(), 0, "stone_pit"), stage(0, "altar"))
    assert state.cities[0].cards == mask("stone_pit")
    assert state.cities[0].under == (FACTS.index["altar"],)
