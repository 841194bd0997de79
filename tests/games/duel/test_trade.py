"""Production, trade and prices. Sections "Production", "Trade", "Cost in coins", "Cost in coins and resources"."""

import pytest
from msgspec.structs import replace

from companion.games.duel import rules
from companion.games.duel.rules.describe import quote
from companion.games.duel.rules.moves import Build, BuildWonder, Discard
from companion.games.duel.rules.price import Price
from companion.games.duel.rules.say import price_line
from tests.games import english
from tests.games.duel.tables import city, codes, play, table


def words(price: Price) -> str:
    return english.line(rules, price_line(price))


ANTON = city("quarry clay_pool clay_pit brickyard press")
"""The rulebook's Anton makes 1 stone, some clay and 1 papyrus; of him more below."""


def test_what_the_own_city_makes_is_free() -> None:
    """Worked example "Production": stone for the Baths, clay for the Garrison, but no glass for the Apothecary."""
    state = table(ANTON)
    assert quote(state, 0, "baths").total == 0
    assert quote(state, 0, "garrison").total == 0
    assert quote(state, 0, "apothecary").total == 2


def test_resources_are_not_used_up() -> None:
    state = play(table(city("quarry", coins=0)), Build(0, "baths"), Discard(1, "clay_pit"))
    assert quote(state, 0, "baths").total == 0


@pytest.mark.parametrize("count", [1, 2, 3])
def test_each_unit_costs_two_and_one_more_for_each_symbol_of_the_opponent(count: int) -> None:
    """Worked example "Trade": against a Shelf Quarry a stone costs 4; its owner pays 2 for a third stone."""
    state = table(city(), city("shelf_quarry"), age=2)
    piece = {1: "baths", 2: "walls", 3: "aqueduct"}[count]
    assert quote(state, 0, piece).total == 4 * count
    assert quote(state, 1, piece).total == (2 if count == 3 else 0)


def test_fortifications_cost_five_coins_in_the_worked_example() -> None:
    """Two stones made; clay at 3 (the opponent makes one), papyrus at 2."""
    state = table(city("shelf_quarry"), city("clay_pool"), age=3)
    price = quote(state, 0, "fortifications")
    assert (price.coins, price.trade) == (0, 5)
    assert words(price) == "5 coins: 1 clay bought at 3, 1 papyrus bought at 2"


def test_the_aqueduct_costs_twelve_coins_in_the_worked_example() -> None:
    assert quote(table(city(), city("shelf_quarry"), age=2), 0, "aqueduct").total == 12


def test_coins_are_paid_as_printed() -> None:
    """Worked example "Cost in coins": the Scriptorium 2, the Stone Pit 1."""
    state = table()
    assert play(state, Build(0, "scriptorium")).cities[0].coins == 5
    assert play(state, Build(0, "stone_pit")).cities[0].coins == 6


def test_the_caravansery_costs_seven_coins_in_the_worked_example() -> None:
    """2 printed, glass at 3 (the opponent makes one), papyrus at 2."""
    price = quote(table(city(), city("glassworks"), age=2), 0, "caravansery")
    assert words(price) == "7 coins: 2 printed, 1 glass bought at 3, 1 papyrus bought at 2"


def test_discarding_brings_two_coins_and_one_for_each_yellow_card() -> None:
    """Worked example "Discarding": Tavern and Clay Reserve make it 4."""
    state = play(table(city("tavern clay_reserve"), age=2), Discard(0, "aqueduct"))
    assert state.cities[0].coins == 7 + 4
    assert rules.describe(state)["discard"] == ["aqueduct"]
    assert play(table(), Discard(0, "tavern")).cities[0].coins == 9


def test_yellow_cards_and_wonders_do_not_make_the_opponents_trade_dearer() -> None:
    rival = city("forum caravansery stone_reserve customs_house", built="great_lighthouse piraeus")
    trade = rules.describe_seat(table(city(), rival), 0)["trade"]
    assert set(trade.values()) == {2}


def test_any_number_of_resources_may_be_bought_in_one_turn() -> None:
    assert quote(table(age=3), 0, "palace").total == 10


def test_an_alternative_covers_the_dearest_unit_that_is_missing() -> None:
    """Wood costs 4, stone 2: the Caravansery gives the wood."""
    state = table(city("caravansery"), city("sawmill"), age=2)
    assert words(quote(state, 0, "rostrum")) == "2 coins: 1 stone bought at 2"


def test_an_alternative_does_not_give_what_is_made_already() -> None:
    state = table(city("caravansery lumber_yard"), city("sawmill"), age=2)
    assert quote(state, 0, "rostrum").total == 0


def test_raw_alternatives_give_no_glass_and_the_other_way_round() -> None:
    state = table(city("caravansery"), age=2)
    assert quote(state, 0, "laboratory").total == 4, "the wood is covered, two glass are bought"
    state = table(city("forum"), age=2)
    assert quote(state, 0, "laboratory").total == 4, "one glass is covered, wood and the other glass are bought"


def test_two_alternatives_give_one_unit_each() -> None:
    state = table(city("caravansery", built="great_lighthouse"), age=2)
    assert quote(state, 0, "aqueduct").total == 2
    state = table(city("forum", built="piraeus"), age=2)
    assert quote(state, 0, "school").total == 2, "both papyri are covered"


def test_a_fixed_price_makes_an_alternative_go_elsewhere() -> None:
    """Wood at 1 (reserve), stone at 3: the alternative gives the stone."""
    state = table(city("caravansery wood_reserve"), city("quarry"), age=2)
    assert words(quote(state, 0, "rostrum")) == "1 coin: 1 wood bought at 1"


def test_masonry_spares_two_resources_of_blue_cards_the_dearest() -> None:
    """Palace: wood, stone, clay, 2 glass; glass costs 4 each and both are spared."""
    state = table(city(progress="masonry"), city("glassworks glass_blower"), age=3)
    price = quote(state, 0, "palace")
    assert words(price) == (
        "6 coins: 1 wood bought at 2, 1 stone bought at 2, 1 clay bought at 2, glass and glass spared by a token"
    )
    assert quote(state, 0, "circus").total == 8, "not of red cards"
    assert quote(state, 0, "pyramids").total == 8, "not of wonders"


def test_masonry_spares_no_coins_and_not_more_than_there_is_to_pay() -> None:
    assert quote(table(city(progress="masonry")), 0, "baths").total == 0
    assert quote(table(city("forum", progress="masonry"), age=2), 0, "courthouse").total == 0


def test_architecture_spares_two_resources_of_wonders_whatever_they_are() -> None:
    """Great Library: 3 wood at 3, glass and papyrus at 2: two of the wood are spared."""
    state = table(city(own="great_library", progress="architecture"), city("lumber_yard"))
    price = quote(state, 0, "great_library")
    assert (price.total, price.spared) == (7, ("wood", "wood"))
    assert quote(state, 0, "palace").total == 11, "not of buildings"


def test_alternatives_and_a_discount_together_leave_the_cheapest_units() -> None:
    """Sphinx: stone 2, clay 3, 2 glass at 4; the Forum gives a glass, the Caravansery clay, Architecture 2."""
    own = city("forum caravansery", own="sphinx", progress="architecture")
    state = table(own, city("clay_pit glassworks glass_blower"))
    assert quote(state, 0, "sphinx").total == 0
    assert quote(holding_without(state), 0, "sphinx").total == 4 + 2


def holding_without(state: rules.State) -> rules.State:
    """The same table without the token."""
    return replace(state, cities=(replace(state.cities[0], tokens=0), state.cities[1]))


def test_economy_takes_what_the_opponent_spends_in_trade_and_no_more() -> None:
    """Section "Progress tokens", Economy: printed coins go to the bank; discounts count as paid."""
    state = table(city(coins=20), city("glassworks", progress="economy", coins=0), age=2)
    after = play(state, Build(0, "caravansery"))
    assert (after.cities[0].coins, after.cities[1].coins) == (20 - 7, 5)
    cheap = table(city("customs_house", coins=20), city("glassworks", progress="economy", coins=0), age=2)
    after = play(cheap, Build(0, "caravansery"))
    assert (after.cities[0].coins, after.cities[1].coins) == (20 - 4, 2)


def test_economy_takes_trade_for_wonders_too_and_nothing_from_its_own_owner() -> None:
    state = table(city(own="pyramids", coins=20), city(progress="economy", coins=1))
    after = play(state, BuildWonder(0, "altar", "pyramids"))
    assert (after.cities[0].coins, after.cities[1].coins) == (12, 9)
    own = play(table(city(coins=20, progress="economy"), city(coins=1), age=2), Build(0, "aqueduct"))
    assert (own.cities[0].coins, own.cities[1].coins) == (14, 1)


def test_what_is_too_dear_is_not_legal_and_is_explained() -> None:
    state = table(city(coins=5), age=2)
    assert Build(0, "aqueduct") not in rules.legal(state)
    found = rules.judge(state, Build(0, "aqueduct"))
    assert codes(found) == ["too_dear"]
    assert english.message(rules, state, found[0]) == "Aqueduct costs 6 coins: 3 stone bought at 2; Seat 0 has 5."
    after = rules.apply(state, Build(0, "aqueduct"), strict=False)
    assert after.cities[0].coins == 0, "all there is, never less"
    assert Build(0, "aqueduct") in rules.legal(table(city(coins=6), age=2))
