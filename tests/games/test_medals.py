"""Each medal: when its goal is met, who may take it, and what happens when it is forgotten."""

from collections.abc import Callable
from random import Random

import pytest
from msgspec.structs import replace

from companion.games.architects import rules
from companion.games.architects.rules import BuildStage, EndTurn, RevealMedal, State, TakeProgress
from companion.games.architects.rules.expansion import MEDALS, check_own
from companion.games.architects.rules.goals import meets, within_reach
from companion.games.architects.rules.moves import Move
from companion.games.vocabulary import InvalidSetup
from tests.games import english
from tests.games.medal_tables import INVENTED_BOX, begin_medals, claim, claims, holding_cat, medals_of
from tests.games.tables import build, codes, empty, end, lay, legal_moves, military, own, play, take

BLUE, GREEN, BATTLE = "medal_3_blue", "medal_3_green", "medal_2_military_one_battle"


def before(medal: str, *cards: str) -> State:
    """Seat 0 is to move and has these cards; the medal lies to its left."""
    return lay(begin_medals(medals=(medal,)), 0, *cards)


def stages(medal: str, *built: int) -> State:
    """Seat 0 has taken wood and clay lies there: the next stage that costs two different ones is due."""
    return play(build(before(medal, "wood"), 0, *built), take(0, "clay"))


def due_battle() -> State:
    """Seat 0's card with a horn will start the battle in which it has more shields than both neighbours."""
    return replace(lay(begin_medals(medals=(BATTLE,)), 0, "shield_h0"), battle=2)


SCENES: dict[str, Callable[[], tuple[State, Move]]] = {
    "medal_3_blue": lambda: (before(BLUE, "vp3", "vp2_cat"), take(0, "vp3")),
    "medal_3_green": lambda: (before(GREEN, "gear", "tablet"), take(0, "gear")),
    "medal_3_grey": lambda: (before("medal_3_grey", "wood", "wood"), take(0, "wood")),
    "medal_3_red": lambda: (before("medal_3_red", "shield_h0", "shield_h1"), take(0, "shield_h0")),
    "medal_4_colors": lambda: (before("medal_4_colors", "gear", "coin", "vp3"), take(0, "shield_h0")),
    "medal_coin_cat_horn": lambda: (before("medal_coin_cat_horn", "coin", "shield_h1"), take(0, "vp2_cat")),
    "medal_7_cards": lambda: (before("medal_7_cards", *["vp3"] * 3, *["shield_h0"] * 3), take(0, "coin")),
    "medal_3_stages": lambda: (
        lay(build(opened_with(before("medal_3_stages")), 0, 1, 2), 0, "wood", "clay", "stone"),
        BuildStage(0, "giza_3", ("clay", "stone", "wood")),
    ),
    "medal_2_stages_cat": lambda: (build(before("medal_2_stages_cat"), 0, 1, 2), take(0, "vp2_cat")),
    "medal_2_progress": lambda: (
        own(opened_with(before("medal_2_progress", "gear", "gear")), 0, "economy"),
        TakeProgress(0, "decor", spent=("gear", "gear")),
    ),
    "medal_progress_military_cat": lambda: (
        military(own(before("medal_progress_military_cat"), 0, "economy"), 0, 1),
        take(0, "vp2_cat"),
    ),
    "medal_2_military_one_battle": lambda: (due_battle(), take(0, "shield_h1")),
}


def opened_with(state: State) -> State:
    """The card that opens the turn is taken."""
    return replace(state, turn=replace(state.turn, opened=True))


@pytest.mark.parametrize("medal", [medal.id for medal in MEDALS])
def test_a_medal_is_taken_at_the_moment_its_goal_is_met(medal: str) -> None:
    table, last = SCENES[medal]()
    assert claims(table) == set()
    assert codes(rules.judge(table, claim(0, medal))) == {"medal_not_met"}
    met = play(table, last)
    assert (claims(met), met.to_move) == ({claim(0, medal)}, 0)
    assert any("Receiving a medal" in line for line in english.due(rules, met))
    after = play(met, claim(0, medal))
    assert medals_of(after, 0) == (medal,)
    assert after.medals is not None
    assert after.medals.lying[0] is None
    assert rules.scores(after).categories[0]["medals"] == 4


LACKING: dict[str, Callable[[], tuple[State, Move]]] = {
    "medal_3_blue": lambda: (before(BLUE, "vp3", "coin"), take(0, "vp3")),
    "medal_3_green": lambda: (before(GREEN, "gear"), take(0, "tablet")),
    "medal_3_grey": lambda: (before("medal_3_grey", "wood", "coin"), take(0, "vp3")),
    "medal_3_red": lambda: (before("medal_3_red", "shield_h0", "vp3"), take(0, "shield_h0")),
    "medal_4_colors": lambda: (before("medal_4_colors", "gear", "wood", "vp3"), take(0, "shield_h0")),
    "medal_coin_cat_horn": lambda: (before("medal_coin_cat_horn", "coin", "shield_h0"), take(0, "vp2_cat")),
    "medal_7_cards": lambda: (before("medal_7_cards", *["vp3"] * 3, *["shield_h0"] * 2), take(0, "coin")),
    "medal_3_stages": lambda: (
        lay(build(opened_with(before("medal_3_stages")), 0, 1), 0, "wood", "wood"),
        BuildStage(0, "giza_2", ("wood", "wood")),
    ),
    "medal_2_stages_cat": lambda: (build(before("medal_2_stages_cat"), 0, 1), take(0, "vp2_cat")),
    "medal_2_progress": lambda: (
        opened_with(before("medal_2_progress", "gear", "gear")),
        TakeProgress(0, "decor", spent=("gear", "gear")),
    ),
    "medal_progress_military_cat": lambda: (
        own(before("medal_progress_military_cat"), 0, "economy"),
        take(0, "vp2_cat"),
    ),
    "medal_2_military_one_battle": lambda: (lay(due_battle(), 1, "shield_h0", "shield_h0"), take(0, "shield_h1")),
}


def test_where_any_card_counts_one_counts_that_nobody_has_read_and_where_its_colour_matters_none_does() -> None:
    for medal, met in (("medal_7_cards", True), ("medal_3_red", False)):
        table = before(medal, *["vp3"] * 3, *["shield_h0"] * 2)
        table = play(replace(table, cities=(replace(table.cities[0], unread=(2,)), *table.cities[1:])), take(0, "coin"))
        assert (claims(table) == {claim(0, medal)}) == met


@pytest.mark.parametrize("medal", [medal.id for medal in MEDALS])
def test_one_short_of_its_goal_no_medal_is_taken(medal: str) -> None:
    table, last = LACKING[medal]()
    after = play(table, last)
    assert claims(after) == set()
    assert after.to_move == 1 or legal_moves(after)


def test_more_than_the_goal_is_the_goal() -> None:
    table = before(BLUE, "vp3", "vp3", "vp3", "vp3")
    assert claim(0, BLUE) in claims(play(table, take(0, "vp3")))


@pytest.mark.parametrize(
    ("medal", "table"),
    [
        ("medal_2_stages_cat", lambda: build(before("medal_2_stages_cat"), 0, 1, 2)),
        ("medal_progress_military_cat", lambda: military(own(before("medal_progress_military_cat"), 0, "decor"), 0, 2)),
    ],
)
def test_a_goal_with_the_cat_needs_the_pawn_itself(medal: str, table: Callable[[], State]) -> None:
    for holder, met in ((None, False), (1, False), (0, True)):
        after = play(holding_cat(table(), holder), take(0, "wood"))
        assert (claim(0, medal) in claims(after)) == met


def test_science_cards_may_be_turned_in_before_the_medal_for_them_is_taken() -> None:
    """The goal was met at a moment of the turn; that the cards are gone does not matter."""
    table, last = SCENES[GREEN]()
    token = TakeProgress(0, "decor", spent=("gear", "gear"))
    first = play(table, last, claim(0, GREEN), token)
    then = play(table, last, token, claim(0, GREEN))
    assert (medals_of(first, 0), medals_of(then, 0)) == ((GREEN,), (GREEN,))
    assert first.cities == then.cities
    assert first.to_move == then.to_move == 1


def test_cards_spent_for_a_stage_have_met_the_goal_before() -> None:
    table = build(before("medal_3_grey", "wood", "clay"), 0)
    table = play(table, take(0, "wood"), BuildStage(0, "giza_1", ("clay", "wood")))
    assert claims(table) == {claim(0, "medal_3_grey")}


def test_a_goal_met_in_anothers_turn_is_met_when_the_own_turn_begins() -> None:
    """A military token out of a battle in another's turn: the medal is taken even before the card."""
    table = begin_medals(medals=("medal_3_stages", "medal_progress_military_cat"))
    table = holding_cat(own(lay(table, 1, *["shield_h0"] * 3), 1, "economy"), 1)
    table = play(replace(table, battle=2), take(0, "shield_h1"))
    assert (table.to_move, table.turn.opened) == (1, False)
    assert claims(table) == {claim(1, "medal_progress_military_cat")}
    table = play(table, claim(1, "medal_progress_military_cat"))
    assert take(1, "wood") in rules.legal(table)


def test_a_player_reaches_only_the_medals_left_and_right() -> None:
    table = begin_medals("giza", "rhodes", "olympia", "babylon", medals=(BLUE, GREEN, "medal_3_red", "medal_3_grey"))
    assert table.medals is not None
    assert within_reach(table.medals, 0) == (("left", 0), ("right", 3))
    assert within_reach(table.medals, 1) == (("left", 1), ("right", 0))
    met = play(lay(table, 0, "shield_h0", "shield_h0"), take(0, "shield_h0"))
    assert claims(met) == set(), "the medal for red cards lies between seats 2 and 3"
    assert codes(rules.judge(met, claim(0, "medal_3_red"))) == {"medal_not_there"}


def test_the_neighbour_may_take_the_same_medal_from_the_right() -> None:
    table = replace(lay(begin_medals(medals=(BLUE,)), 1, "vp3", "vp3"), to_move=1)
    assert claims(play(table, take(1, "vp3"))) == {claim(1, BLUE, "right")}


def test_who_meets_the_goal_second_gets_nothing() -> None:
    table = lay(lay(before(BLUE, "vp3", "vp3"), 1, "vp3", "vp3"), 1)
    table = play(table, take(0, "vp3"), claim(0, BLUE), take(1, "vp3"))
    assert claims(table) == set()
    assert table.to_move == 2
    assert codes(rules.judge(replace(table, to_move=1), claim(1, BLUE, "right"))) == {"medal_not_there"}


def test_with_two_players_both_medals_are_open_to_both() -> None:
    table = begin_medals("giza", "rhodes", medals=(BLUE, GREEN))
    assert table.medals is not None
    assert {place for _, place in within_reach(table.medals, 0)} == {0, 1}
    assert {place for _, place in within_reach(table.medals, 1)} == {0, 1}
    blue = play(lay(table, 0, "vp3", "vp3"), take(0, "vp3"))
    assert claims(blue) == {claim(0, BLUE, "left")}
    green = play(lay(table, 0, "gear", "tablet"), take(0, "gear"))
    assert claims(green) == {claim(0, GREEN, "right")}


def test_with_two_players_one_medal_is_a_house_rule() -> None:
    table = begin_medals("giza", "rhodes", medals=(BLUE,), house={"two_player_medals": 1})
    assert table.medals is not None
    assert (table.medals.lying, table.medals.spare) == ((BLUE,), 11)
    assert within_reach(table.medals, 0) == (("left", 0),)
    assert within_reach(table.medals, 1) == (("right", 0),)


def test_a_turn_does_not_end_while_a_medal_is_to_be_taken() -> None:
    table = play(before(BLUE, "vp3", "vp3"), take(0, "vp3"))
    assert legal_moves(table) == {claim(0, BLUE)}
    assert codes(rules.judge(table, end(0))) == {"medal_forgotten"}
    assert play(table, claim(0, BLUE)).to_move == 1


def test_a_forgotten_medal_is_found_and_may_be_taken_late() -> None:
    table = play(before(BLUE, "vp3", "vp3"), take(0, "vp3"))
    assert codes(rules.judge(table, take(1, "wood"))) == {"medal_forgotten"}
    table = rules.apply(table, take(1, "wood"), strict=False)
    assert (table.to_move, codes(rules.status(table))) == (2, {"medal_forgotten"})
    late = claim(0, BLUE)
    assert late in rules.irregular(table)
    assert codes(rules.judge(table, late)) == {"medal_late"}
    after = rules.apply(table, late, strict=False)
    assert (medals_of(after, 0), rules.status(after), after.to_move) == ((BLUE,), frozenset(), 2)


def test_a_forgotten_goal_still_met_in_the_next_own_turn_is_regular() -> None:
    table = rules.apply(play(before(BLUE, "vp3", "vp3"), take(0, "vp3")), end(0), strict=False)
    table = play(table, take(1, "wood"), take(2, "wood"))
    assert (table.to_move, claims(table)) == (0, {claim(0, BLUE)})


def test_a_medal_forgotten_twice_is_one_medal_forgotten() -> None:
    table = rules.apply(play(before(BLUE, "vp3", "vp3"), take(0, "vp3")), end(0), strict=False)
    table = rules.apply(play(table, take(1, "wood"), take(2, "wood"), take(0, "coin")), end(0), strict=False)
    assert table.medals is not None
    assert table.medals.missed == ((0, BLUE),)
    assert rules.late(table) == (claim(0, BLUE),)


def test_a_medal_met_by_another_turn_is_taken_before_a_game_without_cards_ends() -> None:
    """No deck has a card left: whose goal was met by a battle in another's turn still takes the medal."""
    medal = "medal_progress_military_cat"
    table = begin_medals(medals=("medal_3_stages", medal))
    table = holding_cat(own(lay(table, 1, *["shield_h0"] * 3), 1, "economy"), 1)
    table = empty(table, 1, 2, -1)
    last = tuple(int(card.id == "shield_h1") for card in rules.FACTS.cards)
    table = play(replace(table, battle=2, decks=(last, *table.decks[1:])), take(0, "shield_h1"))
    assert (table.to_move, table.finished, set(rules.legal(table))) == (1, False, {claim(1, medal)})
    assert play(table, claim(1, medal)).finished


def test_a_forgotten_medal_goes_to_the_neighbour_who_meets_the_goal() -> None:
    table = lay(before(BLUE, "vp3", "vp3"), 1, "vp3", "vp3")
    table = rules.apply(play(table, take(0, "vp3")), end(0), strict=False)
    table = play(table, take(1, "vp3"), claim(1, BLUE, "right"))
    assert medals_of(table, 1) == (BLUE,)
    assert rules.status(table) == frozenset()


def test_a_wrong_claim_is_found_and_played_as_it_happened() -> None:
    table = before(BLUE)
    assert claim(0, BLUE) in rules.irregular(table)
    after = rules.apply(table, claim(0, BLUE), strict=False)
    assert (medals_of(after, 0), after.to_move, after.turn.opened) == ((BLUE,), 0, False)


def test_a_medal_that_does_not_lie_there_changes_nothing() -> None:
    table = before(BLUE)
    assert rules.apply(table, claim(0, GREEN), strict=False) == table


def test_the_medal_for_a_battle_is_taken_at_the_end_of_anothers_turn() -> None:
    """Seat 1 wins the battle that seat 0's card starts; the turn stays until the medal is taken."""
    table = begin_medals(medals=("medal_3_stages", BATTLE))
    table = play(replace(lay(table, 1, *["shield_h0"] * 3), battle=2), take(0, "shield_h1"))
    assert (table.to_move, table.turn.over, table.cities[1].military) == (0, True, 2)
    assert legal_moves(table) == set()
    assert set(rules.legal(table)) == {claim(1, BATTLE)}
    assert any("Rhodes" in line for line in english.due(rules, table))
    after = play(table, claim(1, BATTLE))
    assert (after.to_move, medals_of(after, 1)) == (1, (BATTLE,))


def test_two_military_tokens_out_of_two_battles_are_not_enough() -> None:
    table = begin_medals("giza", "rhodes", "olympia", medals=(BATTLE,))
    table = military(lay(lay(table, 0, "shield_h0"), 1, "shield_h0", "shield_h0"), 0, 1)
    table = play(replace(table, battle=2), take(0, "shield_h1"))
    assert (table.cities[0].military, claims(table)) == (2, set())


def test_a_forgotten_battle_medal_is_found_with_the_next_card() -> None:
    table = play(due_battle(), take(0, "shield_h1"))
    assert codes(rules.judge(table, take(1, "wood"))) == {"medal_forgotten"}
    after = rules.apply(table, take(1, "wood"), strict=False)
    assert (after.to_move, codes(rules.status(after))) == (2, {"medal_forgotten"})
    assert codes(rules.judge(after, claim(0, BATTLE))) == {"medal_late"}


def test_the_last_battle_may_win_a_medal_before_the_game_ends() -> None:
    table = lay(build(due_battle(), 0, 1, 2, 3, 4), 0, "wood", "clay", "stone", "glass")
    table = play(table, take(0, "shield_h1"))
    table = play(table, BuildStage(0, "giza_5", ("clay", "glass", "stone", "wood")))
    assert (table.finished, claims(table)) == (False, {claim(0, BATTLE)})
    after = play(table, claim(0, BATTLE))
    assert (after.finished, medals_of(after, 0)) == (True, (BATTLE,))


def test_after_the_battle_only_medals_are_taken() -> None:
    table = play(own(due_battle(), 0, "propaganda"), take(0, "shield_h1"), end(0))
    assert (table.turn.over, set(rules.legal(table))) == (True, {claim(0, BATTLE)})
    assert "after_the_battle" in codes(rules.judge(table, take(0, "wood", because="propaganda")))
    assert codes(rules.judge(table, EndTurn(0))) == {"medal_forgotten"}


def test_an_unread_medal_is_read_or_named_when_it_is_taken() -> None:
    table = lay(begin_medals(medals=("?", GREEN, "?")), 0, "vp3", "vp3")
    assert RevealMedal(BLUE, 0) in rules.legal(table)
    assert RevealMedal(GREEN, 0) not in rules.legal(table)
    read = play(table, RevealMedal(BLUE, 0))
    assert read.medals is not None
    assert read.medals.lying == (BLUE, GREEN, "?")
    met = play(table, take(0, "vp3"))
    assert met.to_move == 1, "nobody can be told to take a medal that nobody has read"
    after = play(met, claim(0, BLUE))
    assert (medals_of(after, 0), after.to_move) == ((BLUE,), 1)
    assert not [move for move in rules.legal(after) if isinstance(move, RevealMedal) and move.medal == BLUE]


@pytest.mark.parametrize("medal", [medal.id for medal in MEDALS])
def test_a_medal_that_was_taken_has_been_seen(medal: str) -> None:
    after = rules.apply(begin_medals(medals=("?", "?", "?")), claim(0, medal), strict=False)
    assert medals_of(after, 0) == (medal,)
    assert RevealMedal(medal, 1) not in rules.legal(after)


def test_military_tokens_won_earlier_meet_no_battle_medal() -> None:
    table = military(begin_medals(medals=(BATTLE,)), 0, 9)
    assert [medal.id for medal in MEDALS if medal.battle and meets(table, 0, medal)] == []


def test_a_medal_that_is_taken_was_missed_by_nobody_any_more() -> None:
    table = begin_medals(medals=(BLUE,))
    assert table.medals is not None
    table = replace(table, medals=replace(table.medals, missed=((0, BLUE), (1, BLUE), (1, GREEN))))
    after = rules.apply(table, claim(0, BLUE), strict=False)
    assert after.medals is not None
    assert after.medals.missed == ((1, GREEN),)


def test_on_a_real_table_an_unread_medal_is_read_first() -> None:
    table = begin_medals(medals=("?", GREEN, "?"))
    (choice,) = rules.imagine(table, Random(1)).choices(table)
    assert isinstance(choice, RevealMedal)
    assert choice.medal != GREEN


@pytest.mark.parametrize("below", [0, 1, 2])
def test_no_stage_of_a_box_file_stands_on_itself_or_on_a_later_one(below: int) -> None:
    rome = INVENTED_BOX["rome"]
    first = replace(rome.stages[0], on=(below,))
    with pytest.raises(InvalidSetup, match=f"stands on stage {below}"):
        check_own("rome", replace(rome, stages=(first, *rome.stages[1:])))


def test_what_a_battle_clears_away_has_met_an_unread_medals_goal() -> None:
    table = lay(begin_medals(medals=("?", GREEN, BLUE)), 0, "shield_h0", "shield_h0")
    table = play(replace(table, battle=2), take(0, "shield_h1"))
    assert (table.to_move, table.cities[0].cards[-2]) == (1, 0)
    assert rules.judge(table, claim(0, "medal_3_red")) == ()


def test_a_turn_cut_short_passes_on_although_its_battle_wins_a_medal() -> None:
    table = play(lay(due_battle(), 0, "wood", "clay"), take(0, "shield_h1"))
    assert codes(rules.judge(table, take(1, "wood"))) == {"turn_not_finished"}
    after = rules.apply(table, take(1, "wood"), strict=False)
    assert after.medals is not None
    assert (after.to_move, after.medals.missed) == (2, ((0, BATTLE),))


def test_the_next_players_card_may_start_the_battle_whose_medal_is_then_forgotten() -> None:
    """Only something optional was left; the battle that ends the turn wins a medal that nobody takes."""
    table = play(own(due_battle(), 0, "propaganda"), take(0, "shield_h1"))
    assert codes(rules.judge(table, take(1, "wood"))) == {"medal_forgotten"}
    assert rules.apply(table, take(1, "wood"), strict=False).to_move == 2


def test_a_medal_cannot_be_read_twice_or_where_none_is_unread() -> None:
    table = begin_medals(medals=("?", GREEN, "medal_3_red"))
    assert codes(rules.judge(table, RevealMedal(GREEN, 0))) == {"medal_not_there"}
    assert codes(rules.judge(table, RevealMedal(BLUE, 1))) == {"medal_not_there"}
    assert codes(rules.judge(table, RevealMedal(BLUE))) == {"medal_not_there"}
