"""Every building: its price in an empty city and what it gives, written by hand from the printed cards."""

import pytest
from msgspec.structs import replace

from companion.games.duel import rules
from companion.games.duel.rules.describe import quote
from companion.games.duel.rules.facts import FACTS
from companion.games.duel.rules.military import shields
from companion.games.duel.rules.moves import Build
from companion.games.duel.rules.price import production
from companion.games.duel.rules.science import symbols
from tests.games.duel.tables import city, play, points, table

PRODUCERS = """
    lumber_yard 0 wood 1
    logging_camp 1 wood 1
    clay_pool 0 clay 1
    clay_pit 1 clay 1
    quarry 0 stone 1
    stone_pit 1 stone 1
    glassworks 1 glass 1
    press 1 papyrus 1
    sawmill 2 wood 2
    brickyard 2 clay 2
    shelf_quarry 2 stone 2
    glass_blower 0 glass 1
    drying_room 0 papyrus 1
"""
ARMS = """
    guard_tower 0 1
    stable 2 1
    garrison 2 1
    palisade 2 1
    walls 4 2
    horse_breeders 4 1
    barracks 3 1
    archery_range 6 2
    parade_ground 6 2
    arsenal 10 3
    pretorium 8 3
    fortifications 8 2
    siege_workshop 8 2
    circus 8 2
"""
SCHOLARS = """
    workshop 2 pendulum 1
    apothecary 2 wheel 1
    scriptorium 2 quill 0
    pharmacist 2 mortar 0
    library 6 quill 2
    dispensary 6 mortar 2
    school 6 wheel 1
    laboratory 6 pendulum 1
    academy 8 sundial 3
    study 8 sundial 3
    university 6 globe 2
    observatory 6 globe 2
"""
CIVILIANS = """
    theater 0 3
    altar 0 3
    baths 2 3
    courthouse 6 5
    statue 4 4
    temple 4 4
    aqueduct 6 5
    rostrum 4 4
    palace 10 7
    town_hall 10 7
    obelisk 6 5
    gardens 8 6
    pantheon 8 6
    senate 8 5
"""
TRADERS = """
    stone_reserve 3 stone
    clay_reserve 3 clay
    wood_reserve 3 wood
    customs_house 4 glass,papyrus
"""
CHOICES = """
    forum 5 glass,papyrus
    caravansery 6 wood,stone,clay
"""
COINS = """
    tavern 0 4
    brewery 0 6
"""
COUNTERS = """
    chamber_of_commerce 4 press,glassworks,drying_room 9
    port 6 clay_pool,sawmill 4
    armory 6 walls,stable,palisade 3
    lighthouse 6 wood_reserve,forum 3
    arena 6 - 6
"""


def rows(text: str) -> list[tuple[str, ...]]:
    return [tuple(line.split()) for line in text.strip().splitlines()]


def built(card: str, *others: str, coins: int = 20) -> rules.State:
    """The table after seat 0 has built this card in its age, over a city of the other cards."""
    age = FACTS.cards[FACTS.index[card]].age
    return play(table(city(" ".join(others), coins=coins), age=age), Build(0, card))


def bought(card: str, price: str) -> rules.State:
    """The table after seat 0 has built this card for so many of its 20 coins."""
    state = built(card)
    assert state.cities[0].coins == 20 - int(price)
    return state


def test_every_card_of_the_game_is_in_one_of_these_tables_or_a_guild() -> None:
    tables = (PRODUCERS, ARMS, SCHOLARS, CIVILIANS, TRADERS, CHOICES, COINS, COUNTERS)
    named = [row[0] for text in tables for row in rows(text)]
    guilds = [card.id for card in FACTS.cards if card.color == "purple"]
    assert sorted(named + guilds) == sorted(FACTS.index)


@pytest.mark.parametrize(("card", "price", "resource", "count"), rows(PRODUCERS))
def test_brown_and_grey_cards_produce_and_make_the_opponents_trade_dearer(
    card: str, price: str, resource: str, count: str
) -> None:
    state = bought(card, price)
    described = rules.describe_seat(state, 0)
    assert {name: n for name, n in described["production"].items() if n} == {resource: int(count)}
    theirs = rules.describe_seat(state, 1)["trade"]
    assert theirs == {name: 2 + (int(count) if name == resource else 0) for name in theirs}
    assert rules.describe_seat(state, 0)["trade"] == dict.fromkeys(theirs, 2)
    assert points(state) == {"treasury": (20 - int(price)) // 3}


@pytest.mark.parametrize(("card", "price", "strength"), rows(ARMS))
def test_red_cards_move_the_pawn_and_score_nothing_themselves(card: str, price: str, strength: str) -> None:
    state = bought(card, price)
    assert state.pawn == int(strength)
    assert shields(state.cities[0]) == int(strength)
    assert points(state) == {"treasury": (20 - int(price)) // 3, "military": 5 if strength == "3" else 2}


@pytest.mark.parametrize(("card", "price", "symbol", "score"), rows(SCHOLARS))
def test_green_cards_give_a_symbol_and_points(card: str, price: str, symbol: str, score: str) -> None:
    state = bought(card, price)
    assert symbols(state.cities[0]) == {symbol: 1}
    assert points(state).get("scientific", 0) == int(score)
    assert state.to_move == 1


@pytest.mark.parametrize(("card", "price", "score"), rows(CIVILIANS))
def test_blue_cards_give_points(card: str, price: str, score: str) -> None:
    state = bought(card, price)
    assert points(state) == {"civilian": int(score), "treasury": (20 - int(price)) // 3}


@pytest.mark.parametrize(("card", "price", "resources"), rows(TRADERS))
def test_these_yellow_cards_fix_prices_at_one_coin_whatever_the_opponent_makes(
    card: str, price: str, resources: str
) -> None:
    state = bought(card, price)
    rival = city("shelf_quarry brickyard sawmill glass_blower drying_room")
    trade = rules.describe_seat(table(state.cities[0], rival), 0)["trade"]
    usual = {"wood": 4, "stone": 4, "clay": 4, "glass": 3, "papyrus": 3}
    assert trade == {**usual, **dict.fromkeys(resources.split(","), 1)}
    assert "commercial" not in points(state)


@pytest.mark.parametrize(("card", "price", "resources"), rows(CHOICES))
def test_these_yellow_cards_make_one_of_several_and_leave_the_opponents_price(
    card: str, price: str, resources: str
) -> None:
    state = bought(card, price)
    assert production(state.cities[0].cards) == (0, 0, 0, 0, 0)
    assert set(rules.describe_seat(state, 1)["trade"].values()) == {2}
    needs = {"glass": "apothecary", "papyrus": "workshop", "wood": "stable", "stone": "baths", "clay": "garrison"}
    free = {resource for resource, other in needs.items() if quote(state, 0, other).total == 0}
    assert free == set(resources.split(","))


@pytest.mark.parametrize(("card", "price", "coins"), rows(COINS))
def test_these_yellow_cards_give_coins_once(card: str, price: str, coins: str) -> None:
    state = built(card)
    assert state.cities[0].coins == 20 - int(price) + int(coins)
    assert "commercial" not in points(state)


@pytest.mark.parametrize(("card", "price", "others", "coins"), rows(COUNTERS))
def test_yellow_cards_of_the_third_age_pay_for_what_stands_in_the_own_city_and_score_3(
    card: str, price: str, others: str, coins: str
) -> None:
    """The price is that of an empty city; what stands there to be counted makes some of it."""
    own = "" if others == "-" else others.replace(",", " ")
    free = quote(table(city(), age=3), 0, card).total
    assert free == int(price)
    wonders = "pyramids colossus sphinx" if card == "arena" else ""
    rival = city("press glassworks clay_pit walls stable tavern", built="piraeus", coins=0)
    before = table(city(own, built=wonders, coins=40), rival, age=3)
    cost = quote(before, 0, card).total
    state = play(before, Build(0, card))
    assert state.cities[0].coins == 40 - cost + int(coins)
    assert points(state)["commercial"] == 3


@pytest.mark.parametrize(
    ("parent", "child"),
    [
        ("stable", "horse_breeders"),
        ("garrison", "barracks"),
        ("palisade", "fortifications"),
        ("scriptorium", "library"),
        ("pharmacist", "dispensary"),
        ("theater", "statue"),
        ("altar", "temple"),
        ("baths", "aqueduct"),
        ("tavern", "lighthouse"),
        ("archery_range", "siege_workshop"),
        ("parade_ground", "circus"),
        ("school", "university"),
        ("laboratory", "observatory"),
        ("statue", "gardens"),
        ("temple", "pantheon"),
        ("rostrum", "senate"),
        ("brewery", "arena"),
    ],
)
def test_a_chain_symbol_makes_its_building_free_for_its_owner_only(parent: str, child: str) -> None:
    """Section "Free building (chains)"."""
    age = FACTS.cards[FACTS.index[child]].age
    state = table(city(parent, coins=0), city(coins=0), age=age)
    assert Build(0, child) in rules.legal(state)
    assert quote(state, 0, child).chained
    assert quote(state, 1, child).total > 0
    assert Build(1, child) not in rules.legal(replace(state, to_move=1))


def test_there_are_seventeen_chains_and_no_others() -> None:
    assert sum(parents.bit_count() for parents in FACTS.parents) == 17
