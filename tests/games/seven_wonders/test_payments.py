"""Every distinct payment is found, the cheapest first; proven against trying everything."""

from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.seven_wonders.rules.facts import FACTS, Resources, named
from companion.games.seven_wonders.rules.payments import (
    WITHOUT_TRADE,
    Market,
    Payment,
    can_deliver,
    fault,
    lacking,
    named_payment,
    payments,
)
from companion.games.seven_wonders.rules.production import Production
from companion.games.seven_wonders.rules.state import City
from tests.games.seven_wonders.cities import city, market, own, place, some

GIZA = city("giza A")
NOTHING = some("")


def cost(card: str) -> Resources:
    return FACTS.cards[place(card)].cost


def coins(ways: tuple[Payment, ...]) -> list[tuple[int, int]]:
    """Coins to the left and to the right, payment by payment."""
    return [(way.left_coins, way.right_coins) for way in ways]


# The worked examples of the text's sections 'Production' and 'Trade'.

EXAMPLE = city("giza A", "stone_pit", "clay_pool", "ore_vein", "press_1", "loom_1")


def test_the_texts_giza_pays_for_barracks_and_scriptorium_but_not_for_an_aqueduct() -> None:
    alone = market(EXAMPLE, city("ephesus A"), city("babylon A"))
    assert payments(alone, cost("barracks"), 0) == (WITHOUT_TRADE,)
    assert payments(alone, cost("scriptorium"), 0) == (WITHOUT_TRADE,)
    assert payments(alone, cost("aqueduct"), 100) == ()


def test_example_a_the_university_with_wood_from_one_and_papyrus_from_the_other() -> None:
    mine = city("alexandria A", "lumber_yard")
    trade = market(mine, city("olympia A"), city("ephesus A"))
    (way,) = payments(trade, cost("university"), 4)
    assert (named(way.left), named(way.right)) == ({"wood": 1}, {"papyrus": 1})
    assert coins((way,)) == [(2, 2)]
    assert payments(trade, cost("university"), 3) == ()


def test_example_b_what_was_sold_is_still_there_to_use() -> None:
    seller = city("halicarnassus A", "quarry")
    for buyer in (market(GIZA, seller, GIZA), market(GIZA, GIZA, seller)):
        assert payments(buyer, some("stone stone stone"), 4)
    assert payments(market(seller, GIZA, GIZA), cost("library"), 0) == (WITHOUT_TRADE,)


def test_example_c_without_coins_nothing_is_bought() -> None:
    trade = market(city("babylon A"), city("rhodes A", "clay_pool"), GIZA)
    assert payments(trade, cost("forum"), 1) == ()
    assert coins(payments(trade, cost("forum"), 2)) == [(2, 0)]


# Single rules.


def test_what_costs_nothing_needs_no_payment_whatever_the_purse() -> None:
    trade = market(GIZA, GIZA, GIZA)
    assert payments(trade, NOTHING, 0) == (WITHOUT_TRADE,)
    assert payments(trade, NOTHING, -1) == ()
    assert payments(trade, some("ore"), -1) == ()


def test_where_both_neighbours_sell_each_split_is_offered_cheapest_first_then_left_first() -> None:
    quarry = city("rhodes A", "quarry")
    assert coins(payments(market(city("babylon A"), quarry, quarry), some("stone stone"), 9)) == [
        (4, 0),
        (2, 2),
        (0, 4),
    ]
    east = city("babylon A", "east_trading_post")
    assert coins(payments(market(east, quarry, quarry), some("stone stone"), 9)) == [(0, 2), (2, 1), (4, 0)]
    assert coins(payments(market(east, quarry, quarry), some("stone stone"), 3)) == [(0, 2), (2, 1)]


def test_only_missing_resources_are_bought() -> None:
    trade = market(GIZA, city("rhodes A", "stone_pit"), city("giza B"))
    assert payments(trade, some("stone"), 9) == (WITHOUT_TRADE,)
    assert coins(payments(trade, some("stone stone"), 9)) == [(2, 0), (0, 2)]


def test_own_choices_leave_a_choice_of_what_is_bought() -> None:
    mine = city("giza A", "tree_farm")
    trade = market(mine, city("olympia A"), city("babylon A"))
    assert {(str(named(way.left)), str(named(way.right))) for way in payments(trade, some("wood clay"), 9)} == {
        ("{'wood': 1}", "{}"),
        ("{}", "{'clay': 1}"),
    }


def test_a_card_of_a_neighbour_sells_one_of_its_two_resources_a_turn() -> None:
    trade = market(city("ephesus A"), city("giza A", "tree_farm"), city("rhodes A"))
    assert coins(payments(trade, some("wood"), 9)) == coins(payments(trade, some("clay"), 9)) == [(2, 0)]
    assert payments(trade, some("wood clay"), 9) == ()


def test_forum_caravansery_and_wonder_stages_of_neighbours_are_not_for_sale() -> None:
    rich = city("alexandria B", "forum", "caravansery", stages=2)
    assert payments(market(GIZA, rich, rich), some("wood"), 9) == ()
    assert payments(market(GIZA, rich, rich), some("cloth"), 9) == ()
    assert payments(market(rich, GIZA, GIZA), some("wood ore cloth papyrus glass"), 0) == (WITHOUT_TRADE,)


def test_discounts_of_marketplace_and_trading_posts_are_paid_for_what_they_are_for() -> None:
    mine = city("giza A", "marketplace", "west_trading_post")
    trade = market(mine, city("olympia A", "loom_1"), city("olympia B", "loom_1"))
    assert coins(payments(trade, some("wood cloth"), 9)) == [(2, 0), (1, 1), (1, 2), (0, 3)]


def test_olympia_buys_raw_materials_for_one_coin_after_its_first_stage_on_side_b() -> None:
    for stages, price in ((0, 2), (1, 1)):
        trade = market(city("olympia B", stages=stages), city("giza A"), city("rhodes A", "loom_1"))
        assert coins(payments(trade, some("stone ore cloth"), 9)) == [(price, price + 2)]


# A trade that a player names.


def test_a_named_trade_costs_what_its_resources_cost() -> None:
    trade = market(city("giza A", "east_trading_post"), GIZA, GIZA)
    way = named_payment(some("wood cloth"), some("ore ore glass"), trade.prices)
    assert (way.left_coins, way.right_coins, way.coins) == (4, 4, 8)
    assert (named(way.left), named(way.right)) == ({"wood": 1, "cloth": 1}, {"ore": 2, "glass": 1})


@pytest.mark.parametrize(
    ("left", "right", "wrong"),
    [
        ("ore", "", None),
        ("", "ore", None),
        ("", "", "not_enough"),
        ("ore", "ore", "needless"),
        ("stone", "", "left_cannot_sell"),
        ("ore", "stone", "right_cannot_sell"),
        ("wood", "", "needless"),
        ("ore wood", "", "left_cannot_sell"),
        ("", "ore ore ore ore ore", "right_cannot_sell"),
    ],
)
def test_a_named_trade_is_judged(left: str, right: str, wrong: str | None) -> None:
    trade = market(GIZA, city("ephesus A", "forest_cave"), city("rhodes A"))
    assert fault(trade, some("stone ore"), (some(left), some(right))) == wrong


def test_what_is_bought_although_the_own_city_makes_it_is_needless() -> None:
    trade = market(GIZA, city("rhodes A", "quarry"), city("olympia A"))
    assert fault(trade, some("stone wood"), (some(""), some("wood"))) is None
    assert fault(trade, some("stone wood"), (some("stone"), some("wood"))) == "needless"
    assert fault(trade, some("stone wood"), (some("stone"), some(""))) == "not_enough"


def test_what_no_cost_asks_for_cannot_be_delivered() -> None:
    production = own(city("giza A", "quarry", "stone_pit", "mine", "excavation"))
    assert can_deliver(production, some("stone stone stone stone"))
    assert not can_deliver(production, some("stone stone stone stone stone"))
    assert not can_deliver(production, (0, -1, 0, 0, 0, 0, 0))


# The proof: everything tried out.

PRODUCERS = [card.id for card in FACTS.cards if card.color in {"brown", "grey"}]
TRADERS = ["east_trading_post", "west_trading_post", "marketplace", "forum", "caravansery"]
COSTS = sorted(
    {card.cost for card in FACTS.cards if any(card.cost)}
    | {stage.cost for board in FACTS.boards for stage in board.stages}
)


def cities(cards: list[str], most: int) -> st.SearchStrategy[City]:
    def build(board: int, chosen: list[str], built: int) -> City:
        stages = min(built, len(FACTS.boards[board].stages))
        return City(board, sum(1 << place(card) for card in chosen), stages, 0)

    chosen = st.lists(st.sampled_from(cards), max_size=most, unique=True)
    return st.builds(build, st.integers(0, 13), chosen, st.integers(0, 2))


def deliverable(production: Production) -> set[Resources]:
    """Every bundle, by trying each source with each of its resources or unused."""
    uses = [(None, *source) for source in production.sources]
    return {tuple(use.count(resource) for resource in range(7)) for use in product(*uses)}


def sub(one: Resources, other: Resources) -> Resources:
    return tuple(a - b for a, b in zip(one, other, strict=True))


def below(resources: Resources) -> Iterator[Resources]:
    return product(*(range(count + 1) for count in resources))


def purchases(trade: Market, asked: Resources) -> set[tuple[Resources, Resources]]:
    """Every purchase that pays the cost and of which nothing could be left out."""
    mine, left, right = deliverable(trade.own), deliverable(trade.left), deliverable(trade.right)

    def enough(bought: Resources) -> bool:
        return sub(asked, bought) in mine

    found = set()
    for bought in below(asked):
        less = (sub(bought, tuple(int(k == place) for k in range(7))) for place in range(7) if bought[place])
        if enough(bought) and not any(enough(smaller) for smaller in less):
            found |= {
                (part, sub(bought, part)) for part in below(bought) if part in left and sub(bought, part) in right
            }
    return found


def price(bought: Resources, prices: Resources) -> int:
    return sum(count * each for count, each in zip(bought, prices, strict=True))


@settings(max_examples=60, deadline=None)
@given(
    cities([*PRODUCERS, *TRADERS], 5),
    cities(PRODUCERS, 4),
    cities(PRODUCERS, 4),
    st.sampled_from(COSTS),
    st.integers(0, 9),
)
def test_payments_are_exactly_what_trying_everything_finds(
    mine: City, left: City, right: City, asked: Resources, purse: int
) -> None:
    trade = market(mine, left, right)
    everything = purchases(trade, asked)
    splits = {(price(one, trade.prices[0]), price(other, trade.prices[1])) for one, other in everything}
    found = payments(trade, asked, purse)
    assert sorted(coins(found)) == sorted(split for split in splits if sum(split) <= purse)
    assert {(way.left, way.right) for way in found} <= everything
    assert [way.coins for way in found] == sorted(way.coins for way in found)
    for way in found:
        assert (way.left_coins, way.right_coins) == (
            price(way.left, trade.prices[0]),
            price(way.right, trade.prices[1]),
        )
        assert fault(trade, asked, (way.left, way.right)) is None


@settings(max_examples=40, deadline=None)
@given(cities([*PRODUCERS, *TRADERS], 5), cities(PRODUCERS, 3), cities(PRODUCERS, 3), st.sampled_from(COSTS), st.data())
def test_a_named_trade_is_right_exactly_where_trying_everything_finds_it(
    mine: City, left: City, right: City, asked: Resources, data: st.DataObject
) -> None:
    trade = market(mine, left, right)
    bought = data.draw(st.tuples(*(st.integers(0, min(count, 2)) for count in asked)))
    part = data.draw(st.tuples(*(st.integers(0, count) for count in bought)))
    named_trade = (part, sub(bought, part))
    assert (fault(trade, asked, named_trade) is None) == (named_trade in purchases(trade, asked))


@settings(max_examples=40, deadline=None)
@given(cities([*PRODUCERS, *TRADERS], 6), st.sampled_from(COSTS))
def test_what_is_lacking_is_as_little_as_own_production_allows(mine: City, asked: Resources) -> None:
    makes = deliverable(own(mine))
    most = max(sum(part) for part in below(asked) if part in makes)
    smallest = {sub(asked, part) for part in below(asked) if part in makes and sum(part) == most}
    assert len(lacking(own(mine), asked)) == len(smallest)
