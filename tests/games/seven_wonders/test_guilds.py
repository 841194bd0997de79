"""What each guild scores, and the guild that Olympia copies."""

import pytest

from companion.games.seven_wonders.rules.endings import Ending, best_ending, ending_points
from companion.games.seven_wonders.rules.guilds import copied_points, counted_points, guilds_to_copy
from companion.games.seven_wonders.rules.setup import HouseRules
from companion.games.seven_wonders.rules.state import City
from tests.games.seven_wonders.cities import city, mask, place

RULES = HouseRules()
MINE = city("giza A", "lumber_yard", "loom_1", "tavern", "altar", "stockade", "workshop", stages=1, tokens=(-1, -1, 1))
LEFT = city(
    "rhodes A",
    *("lumber_yard", "stone_pit", "mine"),
    *("loom_1", "press_1"),
    *("altar", "baths", "theater", "temple"),
    *("tavern",),
    *("stockade", "walls"),
    *("apothecary", "school"),
    stages=2,
    tokens=(-1, -1, 3),
)
RIGHT = city(
    "ephesus B",
    *("ore_vein", "clay_pool"),
    *("glassworks_1",),
    *("pantheon",),
    *("forum", "haven", "arena", "vineyard"),
    *("barracks", "circus", "arsenal"),
    *("library", "lodge", "study"),
    stages=3,
    tokens=(-1,),
)
FAR = city("babylon A", "clay_pit", "press_2", "palace", "bazar", "stables", "academy", stages=3, tokens=(-1, -1))
GUILDS = {
    "workers_guild": 5,  # 3 + 2 brown cards
    "craftsmens_guild": 6,  # 2 + 1 grey cards, 2 points each
    "traders_guild": 5,  # 1 + 4 yellow cards
    "philosophers_guild": 5,  # 2 + 3 green cards
    "spies_guild": 5,  # 2 + 3 red cards
    "strategists_guild": 3,  # 2 + 1 defeat tokens
    "shipowners_guild": 3,  # own brown, grey and purple cards: itself among them
    "scientists_guild": 0,  # its symbol scores with the science
    "magistrates_guild": 5,  # 4 + 1 blue cards
    "builders_guild": 6,  # 2 + 3 stages of the neighbours and the own one
}


def guild_points(guild: int, cities: tuple[City, ...], seat: int, rules: HouseRules) -> int:
    return sum(points for points, _ in counted_points(guild, cities, seat, rules))


def with_cards(base: City, *cards: str) -> City:
    return City(base.board, base.cards | mask(*cards), base.stages, base.coins, base.tokens)


@pytest.mark.parametrize("guild", list(GUILDS))
def test_a_guild_scores_what_it_counts_in_the_cities_it_looks_at(guild: str) -> None:
    cities = (with_cards(MINE, guild), LEFT, FAR, RIGHT)
    assert guild_points(place(guild), cities, 0, RULES) == GUILDS[guild]


def test_other_guilds_make_the_shipowners_richer() -> None:
    ship = with_cards(MINE, "shipowners_guild", "spies_guild", "workers_guild", "press_1")
    assert guild_points(place("shipowners_guild"), (ship, LEFT, RIGHT), 0, RULES) == 1 + 2 + 3


def test_by_the_house_rule_the_craftsmens_guild_scores_one_a_grey_card() -> None:
    rules = HouseRules(craftsmens_guild_points=1)
    assert guild_points(place("craftsmens_guild"), (MINE, LEFT, RIGHT), 0, rules) == 3
    assert guild_points(place("workers_guild"), (MINE, LEFT, RIGHT), 0, rules) == 5


def test_an_only_neighbour_counts_once_and_nobody_neighbours_himself() -> None:
    assert guild_points(place("spies_guild"), (MINE, LEFT), 0, RULES) == 2
    assert guild_points(place("spies_guild"), (MINE,), 0, RULES) == 0
    assert guild_points(place("builders_guild"), (MINE,), 0, RULES) == 1


# Olympia's copied guild.


def copy_points(guild: str, cities: tuple[City, ...], rules: HouseRules = RULES) -> int:
    return sum(points for points, _ in copied_points(place(guild), cities, 0, rules))


OLYMPIA = city("olympia B", "apothecary", "workshop", stages=3)


def test_olympia_copies_a_guild_of_a_neighbour_only_with_the_third_stage_of_side_b() -> None:
    left, right = with_cards(LEFT, "spies_guild"), with_cards(RIGHT, "workers_guild")
    far = with_cards(FAR, "builders_guild")
    both = (place("workers_guild"), place("spies_guild"))
    assert guilds_to_copy((OLYMPIA, left, far, right), 0) == both
    assert guilds_to_copy((city("olympia B", stages=2), left, right), 0) == ()
    assert guilds_to_copy((city("olympia A", stages=3), left, right), 0) == ()
    assert guilds_to_copy((city("olympia B", "spies_guild", stages=3), LEFT, RIGHT), 0) == ()


def test_the_copied_guild_is_the_one_that_scores_most_for_olympia() -> None:
    cities = (
        OLYMPIA,
        with_cards(LEFT, "strategists_guild", "magistrates_guild"),
        with_cards(RIGHT, "craftsmens_guild"),
    )
    ending = best_ending(cities, 0, RULES)
    assert ending == Ending((), place("craftsmens_guild"))
    assert ending_points(cities, 0, RULES, ending) == 2 + 6


def test_a_copied_scientists_guild_is_weighed_with_the_symbol_it_would_bring() -> None:
    cities = (OLYMPIA, with_cards(LEFT, "scientists_guild", "spies_guild"), RIGHT)
    ending = best_ending(cities, 0, RULES)
    assert ending == Ending(("tablet",), place("scientists_guild"))
    assert ending_points(cities, 0, RULES, ending) == 1 + 1 + 1 + 7
    bare = (city("olympia B", stages=3), *cities[1:])
    assert best_ending(bare, 0, RULES) == Ending((), place("spies_guild"))


def test_a_copied_guild_counts_from_olympias_seat_and_takes_nothing_away() -> None:
    left = with_cards(LEFT, "workers_guild")
    cities = (OLYMPIA, left, RIGHT)
    assert copy_points("workers_guild", cities) == 5
    assert guild_points(place("workers_guild"), cities, 1, RULES) == 2


def test_a_copied_shipowners_guild_counts_olympias_cards_and_itself_only_by_the_house_rule() -> None:
    olympia = city("olympia B", "lumber_yard", "mine", "loom_1", "spies_guild", stages=3)
    cities = (olympia, with_cards(LEFT, "shipowners_guild", "magistrates_guild"), RIGHT)
    itself = HouseRules(copied_shipowners_count_themselves=True)
    assert copy_points("shipowners_guild", cities) == 4
    assert copy_points("shipowners_guild", cities, itself) == 5
    assert copy_points("magistrates_guild", cities, itself) == 5
    assert ending_points(cities, 0, itself, Ending((), place("shipowners_guild"))) == 5


def test_a_given_choice_stands() -> None:
    cities = (OLYMPIA, with_cards(LEFT, "scientists_guild", "strategists_guild"), RIGHT)
    copied = place("strategists_guild")
    assert best_ending(cities, 0, RULES, Ending((), copied)) == Ending((), copied)
    assert best_ending(cities, 0, RULES, Ending(("gear",))) == Ending(("gear",), place("scientists_guild"))


def test_a_choice_cannot_be_changed() -> None:
    with pytest.raises(AttributeError):
        Ending().copied = 1  # type: ignore[misc]
