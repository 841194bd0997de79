"""Every guild: coins when it is built and points at the end, for the richest city. Section "Guild cards"."""

import pytest

from companion.games.duel import rules
from companion.games.duel.rules.describe import quote
from companion.games.duel.rules.moves import Build, BuildWonder, Revive
from companion.games.duel.rules.state import City
from tests.games import english
from tests.games.duel.tables import city, holding, play, points, table

COUNTED = {
    "merchants_guild": ("tavern forum", "brewery"),
    "magistrates_guild": ("altar theater", "baths"),
    "scientists_guild": ("scriptorium school", "academy"),
    "tacticians_guild": ("walls stable", "arsenal"),
}
"""Two cards that each guild counts, and one more."""
PRICES = {
    "merchants_guild": 8,
    "shipowners_guild": 8,
    "builders_guild": 10,
    "magistrates_guild": 8,
    "scientists_guild": 8,
    "moneylenders_guild": 8,
    "tacticians_guild": 8,
}


def gain(guild: str, own: City, rival: City) -> tuple[int, int]:
    """Coins that building the guild brings (its price aside), and its points then."""
    before = table(own, rival, age=3)
    cost = quote(before, 0, guild).total
    after = play(before, Build(0, guild))
    return after.cities[0].coins - own.coins + cost, points(after).get("guilds", 0)


@pytest.mark.parametrize("guild", list(PRICES))
def test_a_guild_costs_its_price_and_gives_nothing_where_nothing_is_to_count(guild: str) -> None:
    assert quote(table(age=3), 0, guild).total == PRICES[guild]
    assert gain(guild, city(coins=10), city(coins=0)) == (0, 0)


@pytest.mark.parametrize("guild", list(COUNTED))
def test_a_guild_of_a_colour_counts_in_the_own_city_if_most_are_there(guild: str) -> None:
    most, fewer = COUNTED[guild]
    assert gain(guild, city(most, coins=20), city(fewer, coins=0)) == (2, 2)


@pytest.mark.parametrize("guild", list(COUNTED))
def test_a_guild_of_a_colour_counts_in_the_opponents_city_if_most_are_there(guild: str) -> None:
    most, fewer = COUNTED[guild]
    assert gain(guild, city(fewer, coins=20), city(most, coins=0)) == (2, 2)


def test_shipowners_count_brown_and_grey_in_one_and_the_same_city() -> None:
    """Two brown here, two grey and one brown there: 3, not 4."""
    own, rival = city("clay_pool sawmill", coins=20), city("press glassworks quarry", coins=0)
    assert gain("shipowners_guild", own, rival) == (3, 3)


def test_builders_score_2_for_each_wonder_of_the_city_with_most_and_pay_nothing() -> None:
    own, rival = city(built="sphinx", coins=20), city(built="piraeus colossus pyramids", coins=0)
    assert gain("builders_guild", own, rival) == (0, 6)


def test_moneylenders_score_each_full_3_coins_of_the_richest_city_and_pay_nothing() -> None:
    assert gain("moneylenders_guild", city(coins=8), city(coins=11)) == (0, 3)
    assert gain("moneylenders_guild", city(coins=20), city(coins=11)) == (0, 4), "12 are left of 20"


def test_coins_and_points_may_count_different_cities() -> None:
    """Built while the opponent had most blue cards; at the end the own city has most."""
    state = table(city("altar", coins=20), city("theater baths"), age=3)
    after = play(state, Build(0, "magistrates_guild"))
    assert after.cities[0].coins == 20 - 8 + 2
    assert points(after)["guilds"] == 2
    later = holding(after, 0, cards=after.cities[0].cards | city("senate palace obelisk").cards)
    assert points(later)["guilds"] == 4


def test_a_guild_counts_for_its_owner_only() -> None:
    state = table(city("magistrates_guild altar theater", coins=0), city(coins=0), age=3)
    assert points(state, 0)["guilds"] == 2
    assert points(state, 1) == {}


def test_a_guild_built_with_the_mausoleum_pays_its_coins() -> None:
    state = table(city("walls", own="mausoleum", coins=20), age=3, discard="tacticians_guild")
    state = play(state, BuildWonder(0, "palace", "mausoleum"), Revive(0, "tacticians_guild"))
    assert state.cities[0].coins == 20 - 10 + 1


def test_the_sheet_says_which_city_a_guild_counted() -> None:
    state = table(city("scientists_guild", coins=0), city("school", coins=0), age=3)
    line = next(line for line in rules.scores(state).explain if line.category == "guilds")
    assert english.why(rules, line) == "Scientists Guild: 1 x green card in the city of seat 1 at 1 each"
