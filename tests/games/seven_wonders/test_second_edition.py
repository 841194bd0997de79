"""The second edition: what its box holds, what its wonders do, and the checked cases of real games."""

import re
from random import Random
from typing import Any

import pytest

from companion.games.seven_wonders import rules
from companion.games.seven_wonders.rules import POLICIES
from companion.games.seven_wonders.rules import moves as act
from companion.games.seven_wonders.rules.deal import play as play_whole
from companion.games.seven_wonders.rules.facts import BOARDS, CARDS, FACTS, SECOND, TABLE
from companion.games.seven_wonders.rules.position import score_position
from companion.games.seven_wonders.rules.state import State
from companion.games.vocabulary import InvalidSetup
from tests.games.seven_wonders.played import codes, coins, legal_of, names, play, turn
from tests.games.seven_wonders.printed import same_boards, same_cards
from tests.games.seven_wonders.tables import EVERYTHING, at, begin, built, lay, rich
from tests.shared_facts import facts


@pytest.fixture(scope="module")
def shared() -> Any:
    return facts("seven_wonders_2")


@pytest.fixture(scope="module")
def cases() -> dict[str, Any]:
    return {case["id"]: case for case in facts("seven_wonders_2_cases")["cases"]}


def olympia(side: str, stages: int, age: int, at_turn: int, *cards: str, **house: Any) -> State:
    """Olympia in seat 0 with these buildings and nothing to pay with."""
    state = built(at(begin(f"olympia {side}", "rhodes A", "ephesus A", edition=2, **house), age, at_turn), 0, stages)
    return rich(lay(state, 0, *cards), 0, 0)


def free(state: State) -> set[str]:
    return {move.card for move in legal_of(state, 0) if isinstance(move, act.Free)}


def test_cards_are_the_shared_ones(shared: Any) -> None:
    same_cards(SECOND.cards, shared["cards"])


def test_boards_are_the_shared_ones(shared: Any) -> None:
    same_boards(SECOND, shared["wonders"])


def test_the_numbers_of_the_game_are_the_same_in_both_editions() -> None:
    same = {"edition", "two_players"}
    for field in TABLE.__struct_fields__:
        assert field in same or getattr(FACTS.table, field) == getattr(SECOND.table, field)
    assert SECOND.players == range(3, 8)


def test_the_box_holds_49_49_and_50_cards_and_seven_a_player_are_dealt() -> None:
    assert [sum(card.copies for card in SECOND.cards if card.age == age) for age in (1, 2, 3)] == [49, 49, 50]
    for players in SECOND.players:
        copies = SECOND.copies(players)
        for age in (1, 2, 3):
            cards = sum(copies[card.place] for card in SECOND.cards if card.age == age and card.color != "purple")
            assert cards + (SECOND.guilds_in_play(players) if age == 3 else 0) == 7 * players


def test_no_chain_and_no_name_leads_from_one_edition_to_the_other() -> None:
    first = sum(card.bit for card in FACTS.cards)
    for card in CARDS:
        own = first if card.place < len(FACTS.cards) else ~first
        assert not (card.chain_mask | card.same_name) & ~own


def test_cities_of_the_photographed_game_score_what_was_written_down(cases: dict[str, Any]) -> None:
    """What hangs on the neighbours, whose cities are not told here, is left out."""
    by_name = {re.sub(r"[^a-z]", "", card.name.lower()): card.id for card in SECOND.cards}
    for city in cases["photo_4p"]["cities"]:
        player = {
            "wonder": city["wonder"],
            "side": city["side"],
            "stages": len(city["stages_built"]),
            "coins": city["coins"],
            "conflict_tokens": city["tokens"],
            "cards": [by_name[re.sub(r"[^a-z]", "", name.lower())] for name in city["cards"]],
        }
        sheet = score_position({"game": "seven_wonders", "edition": 2, "players": [player]})
        row = sheet.categories[0]
        known = {name: points for name, points in city["points"].items() if name != "guilds"}
        assert {name: row[name] for name in known} == known


@pytest.mark.parametrize("game", ["bga_192132429", "bga_195651334", "bga_192220876", "bga_437574061"])
def test_points_of_wonders_in_real_games_are_among_those_that_a_board_can_give(
    game: str, cases: dict[str, Any]
) -> None:
    for city in cases[game]["cities"]:
        stages = range(len(BOARDS[SECOND.board_index[city["wonder"], city["side"]]].stages) + 1)
        possible = {
            score_position(
                {
                    "game": "seven_wonders",
                    "edition": 2,
                    "players": [{"wonder": city["wonder"], "side": city["side"], "stages": built_stages}],
                }
            ).categories[0]["wonder"]
            for built_stages in stages
        }
        assert city["points"]["wonder"] in possible
        assert sum(city["points"].values()) == city["score"]


def test_a_colour_that_olympia_lacks_is_free_in_any_age_and_any_number_of_times() -> None:
    """Rulings of the publisher on the day side."""
    state = olympia("A", 2, 3, 2, "baths")
    green = {card.id for card in SECOND.cards if (card.age, card.color) == (3, "green")}
    guilds = {card.id for card in SECOND.cards if card.color == "purple"}
    blue = {card.id for card in SECOND.cards if card.color == "blue"}
    assert green | guilds <= free(state)
    assert not free(state) & blue
    after = turn(state, act.Free(0, "academy"))
    assert coins(after)[0] == 0
    assert not free(after) & green
    assert guilds <= free(after)
    assert "workers_guild" in names(turn(after, act.Free(0, "workers_guild")).cities[0])


def test_a_stage_is_paid_for_whatever_card_is_laid_under_it() -> None:
    assert not {move for move in legal_of(olympia("A", 2, 3, 2), 0) if isinstance(move, act.BuildStage)}


@pytest.mark.parametrize(
    ("stage", "free_at", "not_free_at"),
    [(1, [(2, 1), (3, 1)], [(2, 2), (2, 6)]), (2, [(1, 6), (2, 6), (3, 6)], [(3, 5)])],
)
def test_olympias_night_side_builds_an_age_s_first_card_for_nothing_then_the_sixth_too(
    stage: int, free_at: list[tuple[int, int]], not_free_at: list[tuple[int, int]]
) -> None:
    assert all(free(olympia("B", stage, age, at_turn)) for age, at_turn in free_at)
    assert not any(free(olympia("B", stage, age, at_turn)) for age, at_turn in not_free_at)


def test_the_right_to_the_first_card_is_gone_once_it_is_sold() -> None:
    state = turn(olympia("B", 1, 2, 1), act.Discard(0))
    assert (state.age, state.turn) == (2, 2)
    assert not free(state)
    assert codes(rules.judge(state, act.Free(0, "aqueduct"))) == ["not_free_now"]


def test_the_card_that_is_left_over_is_not_built_by_olympia() -> None:
    after = turn(olympia("B", 2, 1, 6), act.Free(0, "baths"))
    assert (after.age, after.offers) == (2, ())
    assert names(after.cities[0]) == {"baths"}


def test_free_means_no_coins_either_unless_the_table_says_otherwise() -> None:
    for state, may in (
        (olympia("B", 2, 1, 6), True),
        (olympia("B", 2, 1, 6, free_of_coins_too=False), False),
        (rich(olympia("B", 2, 1, 6, free_of_coins_too=False), 0, 1), True),
    ):
        assert ("timber_yard" in free(state)) is may
    dear = rich(olympia("B", 2, 1, 6, free_of_coins_too=False), 0, 1)
    assert coins(turn(dear, act.Free(0, "timber_yard")))[0] == 0
    poor = olympia("B", 2, 1, 6, free_of_coins_too=False)
    assert codes(rules.judge(poor, act.Free(0, "timber_yard"))) == ["coins_short"]


@pytest.mark.parametrize(("age", "extra"), [(1, 3), (2, 2), (3, 1)])
def test_babylon_plays_as_many_seventh_cards_as_ages_are_left(age: int, extra: int) -> None:
    """Also at once, where the stage is built with the sixth card."""
    state = lay(at(begin("babylon B", "rhodes A", "ephesus A", edition=2), age, 6), 0, *EVERYTHING)
    state = turn(state, act.BuildStage(0))
    offered = 0
    while not state.finished:
        if state.offers:
            offered += 1
            state = play(state, act.Decline(0))
        else:
            state = turn(state, act.Discard(0))
    assert offered == extra


def test_the_seventh_card_is_built_laid_under_or_sold_unless_the_table_says_otherwise() -> None:
    kinds = []
    for any_use in (True, False):
        state = at(begin("babylon B", "rhodes A", "ephesus A", edition=2, seventh_any_use=any_use), 1, 6)
        state = turn(built(lay(state, 0, *EVERYTHING), 0, 1), act.Discard(0))
        kinds.append({type(move) for move in rules.legal(state)})
    assert kinds == [{act.Build, act.BuildStage, act.Discard, act.Decline}, {act.Build, act.Decline}]


@pytest.mark.parametrize(("wonder", "most"), [("giza B", 4), ("babylon B", 2), ("rhodes A", 3)])
def test_the_decorators_guild_scores_for_a_whole_wonder_only(wonder: str, most: int) -> None:
    name, side = wonder.split()
    for stages in range(most + 1):
        player = {"wonder": name, "side": side, "stages": stages, "cards": ["decorators_guild"]}
        sheet = score_position({"game": "seven_wonders", "edition": 2, "players": [player]})
        assert sheet.categories[0]["guilds"] == (7 if stages == most else 0)


def test_a_card_of_the_other_box_changes_nothing() -> None:
    for edition, card in ((1, "well"), (2, "pawnshop")):
        state = begin(edition=edition)
        assert codes(rules.judge(state, act.Build(0, card))) == ["not_in_box"]
        assert rules.apply(state, act.Build(0, card), strict=False) == state
        assert rules.apply(state, act.Hand(0, (card,)), strict=False) == state


@pytest.mark.parametrize("setup", [{}, {"edition": 1}, {"edition": "first"}])
def test_a_set_up_that_names_no_edition_is_of_the_first(setup: dict[str, Any]) -> None:
    wonders = [["giza", "A"], ["rhodes", "A"], ["ephesus", "A"]]
    parsed = rules.parse_setup({"setup": {"game": "seven_wonders", "wonders": wonders, **setup}})
    assert parsed.edition == 1
    assert rules.begin(parsed).facts is FACTS


def test_a_whole_game_of_every_size_is_played_with_the_second_box_alone() -> None:
    first = sum(card.bit for card in FACTS.cards)
    for players in SECOND.players:
        game = play_whole(players, Random(players), POLICIES["random"], edition=2)
        assert all(city.cards & first == 0 for city in game.final.cities)
        assert (game.setup.edition, game.final.edition) == (2, 2)


def test_the_second_edition_is_not_for_two() -> None:
    with pytest.raises(InvalidSetup, match="3 to 7"):
        play_whole(2, Random(1), POLICIES["random"], edition=2)
