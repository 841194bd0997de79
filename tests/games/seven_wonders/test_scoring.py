"""Score sheets: the text's examples, what each card and stage is worth, who wins."""

import pytest

from companion.games.seven_wonders import rules
from companion.games.seven_wonders.rules.begin import begin
from companion.games.seven_wonders.rules.facts import FACTS
from companion.games.seven_wonders.rules.scoring import CATEGORIES, scores, sheet
from companion.games.seven_wonders.rules.setup import HouseRules, Setup
from companion.games.seven_wonders.rules.state import City
from tests.games import english
from tests.games.seven_wonders.cities import city

RULES = HouseRules()
EMPTY = (city("rhodes A"), city("ephesus A"))


def points(of: City, left: City = EMPTY[0], right: City = EMPTY[1]) -> dict[str, int]:
    """What a city scores between two others, by category, without the zeros."""
    return {category: number for category, number in sheet((of, left, right), 1, RULES).categories[0].items() if number}


# The worked examples of the text's section 'Scoring', all of one Alexandria.


def test_the_texts_alexandria() -> None:
    alexandria = city(
        "alexandria A",
        *("altar", "aqueduct", "town_hall"),
        *("apothecary", "dispensary", "lodge", "workshop", "laboratory", "scriptorium"),
        *("chamber_of_commerce", "loom_1", "press_1"),
        stages=3,
        coins=14,
        tokens=(1, 3, 5, -1, -1, -1),
    )
    assert points(alexandria) == {
        "military": 6,
        "treasury": 4,
        "wonder": 10,
        "civilian": 13,
        "science": 21,
        "commercial": 4,
    }


def test_one_more_symbol_makes_the_texts_science_31() -> None:
    green = ("apothecary", "dispensary", "lodge", "workshop", "laboratory", "scriptorium", "library")
    assert points(city("alexandria A", *green)) == {"science": 31}


# What each thing is worth.

BLUE = {
    "pawnshop": 3,
    "baths": 3,
    "altar": 2,
    "theater": 2,
    "aqueduct": 5,
    "temple": 3,
    "statue": 4,
    "courthouse": 4,
    "pantheon": 7,
    "gardens": 5,
    "town_hall": 6,
    "palace": 8,
    "senate": 6,
}


@pytest.mark.parametrize("card", [card.id for card in FACTS.cards if card.color not in {"green", "yellow", "purple"}])
def test_blue_cards_score_what_is_printed_and_brown_grey_and_red_ones_nothing(card: str) -> None:
    assert points(city("giza A", card)) == ({"civilian": BLUE[card]} if card in BLUE else {})


@pytest.mark.parametrize(
    ("card", "others", "stages", "expected"),
    [
        ("haven", ("lumber_yard", "mine", "foundry", "loom_1"), 0, 3),
        ("lighthouse", ("tavern", "forum", "mine"), 0, 3),
        ("chamber_of_commerce", ("loom_1", "press_1", "mine"), 0, 4),
        ("arena", ("mine",), 2, 2),
        ("tavern", ("mine", "loom_1"), 1, 0),
        ("vineyard", ("mine",), 1, 0),
        ("bazar", ("loom_1",), 1, 0),
        ("marketplace", ("mine",), 1, 0),
        ("east_trading_post", ("mine",), 1, 0),
        ("west_trading_post", ("mine",), 1, 0),
        ("forum", ("mine",), 1, 0),
        ("caravansery", ("mine",), 1, 0),
    ],
)
def test_yellow_cards_of_age_three_score_for_what_their_own_city_has(
    card: str, others: tuple[str, ...], stages: int, expected: int
) -> None:
    rich = city("rhodes A", "loom_2", "press_2", "clay_pit", "bazar", stages=3)
    assert points(city("giza A", card, *others, stages=stages), rich).get("commercial", 0) == expected


STAGE_POINTS = {
    "rhodes A": (3, 0, 7),
    "rhodes B": (3, 4),
    "alexandria A": (3, 0, 7),
    "alexandria B": (0, 0, 7),
    "ephesus A": (3, 0, 7),
    "ephesus B": (2, 3, 5),
    "babylon A": (3, 0, 7),
    "babylon B": (3, 0, 0),
    "olympia A": (3, 0, 7),
    "olympia B": (0, 5, 0),
    "halicarnassus A": (3, 0, 7),
    "halicarnassus B": (2, 1, 0),
    "giza A": (3, 5, 7),
    "giza B": (3, 5, 5, 7),
}


@pytest.mark.parametrize("board", list(STAGE_POINTS))
def test_each_built_stage_scores_what_is_printed_on_it(board: str) -> None:
    printed = STAGE_POINTS[board]
    assert len(FACTS.boards[city(board).board].stages) == len(printed)
    for stages in range(len(printed) + 1):
        assert points(city(board, stages=stages), city("giza A")).get("wonder", 0) == sum(printed[:stages])


@pytest.mark.parametrize(("coins", "expected"), [(0, 0), (2, 0), (3, 1), (14, 4), (15, 5)])
def test_three_coins_are_a_point(coins: int, expected: int) -> None:
    assert points(city("giza A", coins=coins)).get("treasury", 0) == expected


@pytest.mark.parametrize(
    ("tokens", "expected"), [((), 0), ((1, 1), 2), ((3, 3), 6), ((5, -1), 4), ((-1, -1, -1, -1, -1, -1), -6)]
)
def test_conflict_tokens_score_their_value_even_below_zero(tokens: tuple[int, ...], expected: int) -> None:
    assert points(city("giza A", tokens=tokens)).get("military", 0) == expected


def test_guilds_have_their_own_category_the_scientists_symbol_is_science() -> None:
    neighbour = city("rhodes A", "mine", "quarry")
    assert points(city("giza A", "workers_guild"), neighbour) == {"guilds": 2}
    assert points(city("giza A", "scientists_guild", "academy"), neighbour) == {"science": 4}


def test_a_wild_symbol_of_babylon_completes_a_set() -> None:
    green = ("academy", "study")
    assert points(city("babylon A", *green, stages=2)) == {"wonder": 3, "science": 10}
    assert points(city("babylon B", *green, stages=3)) == {"wonder": 3, "science": 10}
    assert points(city("babylon B", "academy", "scientists_guild", stages=3)) == {"wonder": 3, "science": 10}


def test_a_copied_guild_scores_as_if_olympia_had_built_it() -> None:
    neighbour = city("rhodes A", "workers_guild", "mine", "quarry")
    olympia = city("olympia B", stages=3)
    assert points(olympia, neighbour) == {"wonder": 5, "guilds": 2}
    sheet_of_all = sheet((olympia, neighbour, EMPTY[1]), 3, RULES)
    assert sheet_of_all.categories[1]["guilds"] == 0
    copied = [line for line in sheet_of_all.explain if line.category == "guilds"]
    assert [(line.seat, line.points, line.rule) for line in copied] == [(0, 2, "Statue of Zeus in Olympia (side B)")]
    assert "Workers Guild (copied)" in english.why(rules, copied[0])


def test_a_copied_scientists_guild_scores_with_the_science() -> None:
    neighbour = city("rhodes A", "scientists_guild")
    assert points(city("olympia B", "academy", "study", stages=3), neighbour) == {"wonder": 5, "science": 10}


# The sheet.

FULL = city(
    "babylon A",
    *("lumber_yard", "loom_1", "altar", "tavern", "haven", "stockade", "academy", "lodge", "study", "spies_guild"),
    stages=3,
    coins=7,
    tokens=(1, -1),
)


def test_every_point_is_explained_down_to_card_and_rule() -> None:
    found = sheet((FULL, city("rhodes A", "walls"), city("giza A", "circus")), 3, RULES)
    for seat, row in enumerate(found.categories):
        assert tuple(row) == CATEGORIES
        for category in CATEGORIES:
            lines = [line for line in found.explain if (line.seat, line.category) == (seat, category)]
            assert sum(line.points for line in lines) == row[category]
    assert [(line.category, line.points, english.why(rules, line), line.rule) for line in found.explain] == [
        ("military", 1, "1 victory token of age I at 1 each", "Scoring: Military conflicts"),
        ("military", -1, "1 defeat token at -1 each", "Scoring: Military conflicts"),
        ("treasury", 2, "7 coins: 1 for every 3", "Scoring: Treasury"),
        ("wonder", 3, "stage 1 of the Hanging Gardens of Babylon (A)", "Scoring: Wonders of the World"),
        ("wonder", 7, "stage 3 of the Hanging Gardens of Babylon (A)", "Scoring: Wonders of the World"),
        ("civilian", 2, "Altar", "Scoring: Civilian buildings"),
        ("commercial", 1, "Haven: 1 brown card of the own city at 1 each", "Scoring: Commercial buildings"),
        ("guilds", 2, "Spies Guild: 2 red cards of the neighbouring cities at 1 each", "Scoring: Guilds"),
        ("science", 4, "2 x compass (Lodge, Academy): 2 squared", "Scoring: Scientific buildings"),
        ("science", 1, "1 x gear (Study): 1 squared", "Scoring: Scientific buildings"),
        ("science", 1, "1 x tablet (chosen): 1 squared", "Scoring: Scientific buildings"),
        ("science", 7, "1 set of three different symbols at 7 each", "Scoring: Scientific buildings"),
    ]


def test_tokens_of_later_ages_and_guilds_of_all_kinds_are_named() -> None:
    guilds = ("strategists_guild", "builders_guild")
    mine = city("giza A", *guilds, stages=1, tokens=(3, 3, 5))
    found = sheet((mine, city("rhodes A", stages=1, tokens=(-1, -1)), EMPTY[1]), 1, RULES)
    assert [english.why(rules, line) for line in found.explain] == [
        "2 victory tokens of age II at 3 each",
        "1 victory token of age III at 5 each",
        "stage 1 of the Pyramids of Giza (A)",
        "Strategists Guild: 2 defeat tokens of the neighbouring cities at 1 each",
        "Builders Guild: 2 built wonder stages of the own and the neighbouring cities at 1 each",
    ]


def test_the_most_points_win() -> None:
    cities = (city("giza A", "altar"), city("rhodes A", "palace"), city("babylon A", coins=2))
    assert sheet(cities, 3, RULES).winners == (1,)
    assert sheet(cities, 3, RULES).totals == (2, 8, 0)


def test_of_equal_points_the_most_coins_win_and_equal_coins_share() -> None:
    mine, other = city("giza A", "altar", coins=4), city("rhodes A", "theater", coins=5)
    assert sheet((mine, other, city("babylon A")), 3, RULES).winners == (1,)
    assert sheet((mine, other, city("babylon A", "altar", coins=5)), 3, RULES).winners == (1, 2)


def test_the_free_city_is_a_neighbour_that_scores_nothing() -> None:
    free = city("babylon A", "palace", "senate", "circus", "arsenal")
    found = sheet((city("giza A", "magistrates_guild"), city("rhodes A", "spies_guild", "altar"), free), 2, RULES)
    assert found.totals == (3, 4)
    assert found.winners == (1,)
    assert {line.seat for line in found.explain} == {0, 1}


def test_a_house_rule_reaches_the_sheet() -> None:
    cities = (city("giza A", "craftsmens_guild"), city("rhodes A", "loom_1"), EMPTY[1])
    assert sheet(cities, 1, RULES).totals == (2,)
    assert sheet(cities, 1, HouseRules(craftsmens_guild_points=1)).totals == (1,)


def test_the_house_rule_of_a_copied_shipowners_guild_reaches_the_sheet() -> None:
    cities = (city("olympia B", "mine", stages=3), city("rhodes A", "shipowners_guild"), EMPTY[1])
    for itself, guilds in ((False, 1), (True, 2)):
        rules = HouseRules(copied_shipowners_count_themselves=itself)
        assert sheet(cities, 1, rules).categories[0]["guilds"] == guilds


def test_a_new_game_scores_the_first_three_coins() -> None:
    state = begin(Setup((("giza", "A"), ("rhodes", "B")), free_city=("babylon", "A")))
    assert scores(state).totals == (1, 1)
    assert scores(state).winners == (0, 1)
