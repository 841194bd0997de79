"""What each card and stage produces, who may use it, and at what price it is bought."""

import pytest

from companion.games.seven_wonders.rules.facts import RESOURCES
from companion.games.seven_wonders.rules.payments import can_deliver
from companion.games.seven_wonders.rules.production import Production, prices, production, tradable
from companion.games.seven_wonders.rules.state import City
from tests.games.seven_wonders.cities import GOODS, RAW, city, own, place, sold, some

# What a card adds to a city: the resources of which it gives one, and how often.
BROWN_AND_GREY = {
    "lumber_yard": ({"wood"}, 1),
    "stone_pit": ({"stone"}, 1),
    "clay_pool": ({"clay"}, 1),
    "ore_vein": ({"ore"}, 1),
    "tree_farm": ({"wood", "clay"}, 1),
    "excavation": ({"stone", "clay"}, 1),
    "clay_pit": ({"clay", "ore"}, 1),
    "timber_yard": ({"stone", "wood"}, 1),
    "forest_cave": ({"wood", "ore"}, 1),
    "mine": ({"ore", "stone"}, 1),
    "sawmill": ({"wood"}, 2),
    "quarry": ({"stone"}, 2),
    "brickyard": ({"clay"}, 2),
    "foundry": ({"ore"}, 2),
    "loom_1": ({"cloth"}, 1),
    "glassworks_1": ({"glass"}, 1),
    "press_1": ({"papyrus"}, 1),
    "loom_2": ({"cloth"}, 1),
    "glassworks_2": ({"glass"}, 1),
    "press_2": ({"papyrus"}, 1),
}
YELLOW = {"caravansery": RAW, "forum": GOODS}
WONDERS = {
    "rhodes": "ore",
    "alexandria": "glass",
    "ephesus": "papyrus",
    "babylon": "clay",
    "olympia": "wood",
    "halicarnassus": "cloth",
    "giza": "stone",
}


def board_without(resources: set[str]) -> tuple[str, str]:
    """A board whose city does not produce these by itself, and what it does produce."""
    wonder = next(name for name, resource in WONDERS.items() if resource not in resources)
    return f"{wonder} A", WONDERS[wonder]


def can(production_of: Production, resources: str) -> bool:
    return can_deliver(production_of, some(resources))


@pytest.mark.parametrize("card", list(BROWN_AND_GREY))
def test_a_brown_or_grey_card_gives_its_owner_and_the_neighbours_one_of_its_resources(card: str) -> None:
    resources, amount = BROWN_AND_GREY[card]
    board, start = board_without(resources)
    for what in (own(city(board, card)), sold(city(board, card))):
        assert {name for name in RESOURCES if can(what, name)} == resources | {start}
        for resource in resources:
            most = " ".join([resource] * amount)
            assert can(what, f"{start} {most}")
            assert not can(what, f"{resource} {most}")
        assert can(what, " ".join(resources)) == (len(resources) == 1)


@pytest.mark.parametrize("card", list(YELLOW))
def test_what_a_yellow_card_produces_is_its_owners_alone(card: str) -> None:
    board, start = board_without(YELLOW[card])
    with_card = city(board, card)
    assert {name for name in RESOURCES if can(own(with_card), name)} == YELLOW[card] | {start}
    assert not can(own(with_card), " ".join(sorted(YELLOW[card])[:2]))
    assert {name for name in RESOURCES if can(sold(with_card), name)} == {start}


def test_only_these_cards_produce() -> None:
    for card in ("tavern", "marketplace", "vineyard", "baths", "barracks", "workshop", "workers_guild", "arena"):
        assert production(0, 1 << place(card), 0) is production(0, 0, 0)
        assert tradable(0, 1 << place(card)) is tradable(0, 0)


@pytest.mark.parametrize("wonder", list(WONDERS))
@pytest.mark.parametrize("side", "AB")
def test_each_city_produces_and_sells_its_own_resource_from_the_start(wonder: str, side: str) -> None:
    new = city(f"{wonder} {side}")
    for what in (own(new), sold(new)):
        assert {name for name in RESOURCES if can(what, name)} == {WONDERS[wonder]}
        assert not can(what, f"{WONDERS[wonder]} {WONDERS[wonder]}")


@pytest.mark.parametrize(
    ("board", "stages", "expected"),
    [
        ("alexandria A", 1, {"glass"}),
        ("alexandria A", 2, {"glass"} | RAW),
        ("alexandria A", 3, {"glass"} | RAW),
        ("alexandria B", 1, {"glass"} | RAW),
        ("alexandria B", 2, GOODS | RAW),
        ("rhodes A", 3, {"ore"}),
        ("giza B", 4, {"stone"}),
    ],
)
def test_what_a_stage_produces_is_its_owners_alone(board: str, stages: int, expected: set[str]) -> None:
    built = city(board, stages=stages)
    assert {name for name in RESOURCES if can(own(built), name)} == expected
    assert {name for name in RESOURCES if can(sold(built), name)} == {WONDERS[board[:-2]]}


def test_alexandria_b_gives_a_raw_material_and_a_good_in_the_same_turn() -> None:
    built = own(city("alexandria B", stages=2))
    assert can(built, "glass glass ore")
    assert can(built, "glass cloth wood")
    assert not can(built, "wood stone")
    assert not can(built, "cloth papyrus")


def test_sources_work_together_each_once_a_turn() -> None:
    giza = own(city("giza A", "stone_pit", "clay_pit", "tree_farm"))
    assert can(giza, "stone stone clay clay")
    assert can(giza, "stone ore wood")
    assert not can(giza, "wood clay ore")
    assert not can(giza, "clay clay wood")


def test_cities_that_produce_the_same_share_one_production() -> None:
    assert own(city("giza A", "stone_pit", "altar")) is own(city("giza B", "stone_pit", "baths", stages=2))


Kinds = tuple[set[int], set[int]]
"""The prices of one kind of resources: from the left neighbour, from the right one."""


def prices_of(built: City, kind: set[str]) -> Kinds:
    left, right = prices(built.board, built.cards, built.stages)
    places = [place for place, resource in enumerate(RESOURCES) if resource in kind]
    return {left[place] for place in places}, {right[place] for place in places}


@pytest.mark.parametrize(
    ("board", "cards", "stages", "raw", "goods"),
    [
        ("giza A", (), 3, ({2}, {2}), ({2}, {2})),
        ("giza A", ("east_trading_post",), 0, ({2}, {1}), ({2}, {2})),
        ("giza A", ("west_trading_post",), 0, ({1}, {2}), ({2}, {2})),
        ("giza A", ("marketplace",), 0, ({2}, {2}), ({1}, {1})),
        ("giza A", ("east_trading_post", "west_trading_post", "marketplace"), 0, ({1}, {1}), ({1}, {1})),
        ("olympia B", (), 0, ({2}, {2}), ({2}, {2})),
        ("olympia B", (), 1, ({1}, {1}), ({2}, {2})),
        ("olympia B", ("west_trading_post",), 1, ({1}, {1}), ({2}, {2})),
        ("olympia A", (), 3, ({2}, {2}), ({2}, {2})),
        ("giza A", ("tavern", "forum", "caravansery", "vineyard", "bazar"), 0, ({2}, {2}), ({2}, {2})),
    ],
)
def test_discounts_make_some_resources_of_some_neighbours_cost_one(
    board: str, cards: tuple[str, ...], stages: int, raw: Kinds, goods: Kinds
) -> None:
    built = city(board, *cards, stages=stages)
    assert (prices_of(built, RAW), prices_of(built, GOODS)) == (raw, goods)
