"""Turns, ages, who begins, the draft, the end. Sections "A turn", "End of an age", "Wonder draft"."""

from typing import Any

import pytest

from companion.games.duel import rules
from companion.games.duel.rules import moves as act
from companion.games.duel.rules.facts import FACTS
from companion.games.duel.rules.state import City
from tests.games import english
from tests.games.duel.tables import WONDERS, city, codes, draft_table, play, points, table


def test_players_take_turns() -> None:
    state = table()
    assert state.to_move == 0
    state = play(state, act.Discard(0, "altar"))
    assert (state.to_move, state.number) == (1, 2)
    assert play(state, act.Discard(1, "baths")).to_move == 0


def test_the_set_up_is_that_of_the_rulebook() -> None:
    state = rules.begin(rules.Setup(1, WONDERS, ("law", "economy", "strategy", "theology", "urbanism")))
    assert [own.coins for own in state.cities] == [7, 7]
    assert (state.to_move, state.age, state.pawn, state.left) == (1, 1, 0, 20)
    assert list(rules.describe_seat(state, 0)["wonders_left"]) == sorted(WONDERS[0])
    assert len(rules.describe(state)["loot"]) == 4


def last_card(**more: Any) -> rules.State:
    """One card of the first age is left; seat 0 is to take it."""
    return table(**{"left": 1, **more})


def test_an_age_ends_with_its_twentieth_card() -> None:
    state = play(table(left=2), act.Discard(0, "altar"))
    assert state.age == 1
    state = play(state, act.Discard(1, "baths"))
    assert (state.age, state.left, state.laid) == (2, 20, ())


def test_with_the_pawn_in_the_middle_who_took_the_last_card_begins() -> None:
    state = play(last_card(), act.Discard(0, "altar"))
    assert (state.age, state.to_move, state.choice) == (2, 0, "")
    assert codes(rules.judge(state, act.ChooseStarter(0))) == []
    assert play(state, act.ChooseStarter(0)) == state
    assert codes(rules.judge(state, act.ChooseStarter(1))) == ["wrong_starter"]
    assert rules.apply(state, act.ChooseStarter(1), strict=False).to_move == 1


@pytest.mark.parametrize(("pawn", "chooser"), [(1, 1), (-1, 0), (8, 1), (-5, 0)])
def test_else_the_weaker_player_chooses_who_begins(pawn: int, chooser: int) -> None:
    state = play(last_card(pawn=pawn), act.Discard(0, "altar"))
    assert (state.age, state.choice, state.to_move) == (2, "starter", chooser)
    assert rules.legal(state) == (act.ChooseStarter(0), act.ChooseStarter(1))
    assert english.due(rules, state) == ("choose who begins the next age (End of an age)",)
    for seat in (0, 1):
        after = play(state, act.ChooseStarter(seat))
        assert (after.to_move, after.choice) == (seat, "")


def test_the_last_card_itself_can_move_the_pawn_before_that() -> None:
    state = play(last_card(pawn=-1), act.Build(0, "guard_tower"))
    assert (state.choice, state.to_move) == ("", 0)


def test_whoever_plays_first_was_chosen_to_begin() -> None:
    state = play(last_card(pawn=3), act.Discard(0, "altar"))
    for seat in (0, 1):
        assert rules.judge(state, act.Discard(seat, "walls")) == ()
        assert play(state, act.Discard(seat, "walls")).to_move == 1 - seat


def test_who_begins_is_not_said_in_the_middle_of_an_age() -> None:
    state = play(table(), act.Discard(0, "altar"))
    assert codes(rules.judge(state, act.ChooseStarter(1))) == ["no_starter_now"]
    assert rules.apply(state, act.ChooseStarter(0), strict=False) == state
    assert codes(rules.judge(table(), act.ChooseStarter(0))) == []
    assert codes(rules.judge(table(), act.ChooseStarter(1))) == ["wrong_starter"]


def test_another_turn_is_lost_at_the_end_of_an_age() -> None:
    own = city(own="sphinx", coins=20)
    state = play(last_card(seat_0=own, pawn=1), act.BuildWonder(0, "altar", "sphinx"))
    assert (state.age, state.choice, state.again, state.to_move) == (2, "starter", False, 1)
    state = play(state, act.ChooseStarter(0), act.Discard(0, "walls"))
    assert state.to_move == 1


def test_another_turn_lost_still_makes_its_player_the_one_who_played_last() -> None:
    own = city(own="sphinx", coins=20)
    state = play(last_card(seat_0=own), act.BuildWonder(0, "altar", "sphinx"))
    assert (state.age, state.to_move, state.choice) == (2, 0, "")
    assert play(state, act.Discard(0, "walls")).to_move == 1


def test_a_choice_is_made_before_the_age_ends() -> None:
    own = city(own="statue_of_zeus", coins=20)
    state = play(last_card(seat_0=own, seat_1=city("quarry")), act.BuildWonder(0, "altar", "statue_of_zeus"))
    assert (state.age, state.choice) == (1, "brown")
    state = play(state, act.Destroy(0, "quarry"))
    assert (state.age, state.choice, state.to_move) == (2, "starter", 1)


@pytest.mark.parametrize("pawn", [0, 2])
def test_a_token_declined_at_the_end_of_an_age_lets_the_next_begin(pawn: int) -> None:
    own = city("scriptorium", coins=20)
    state = play(table(own, age=2, left=1, pawn=pawn), act.Build(0, "library"))
    assert state.choice == "board"
    assert all(rules.judge(state, move) == () for move in rules.legal(state))
    assert codes(rules.judge(state, act.LayOut(3, (None,) * 20))) == []
    after = play(state, act.LayOut(3, (None,) * 20))
    assert (after.age, len(after.laid), after.choice) == (3, 20, "starter" if pawn else "")
    assert play(state, act.ChooseStarter(0)).age == 3


def test_the_game_ends_with_the_third_age() -> None:
    state = play(table(age=3, left=1), act.Discard(0, "palace"))
    assert (state.finished, state.supremacy) == (True, "")
    assert rules.describe(state)["to_move"] is None
    assert rules.obligations(state) == ()
    assert codes(rules.judge(state, act.Discard(1, "senate"))) == ["game_over"]
    assert rules.apply(state, act.Discard(1, "senate"), strict=False) == state


def test_a_last_token_can_still_be_taken_after_the_last_card() -> None:
    state = play(table(city("academy", coins=20), age=3, left=1), act.Build(0, "study"))
    assert not state.finished
    state = play(state, act.TakeProgress(0, "agriculture", "board"))
    assert state.finished
    assert points(state)["progress"] == 4


def test_most_points_win() -> None:
    state = play(table(city("palace", coins=0), city("senate", coins=0), age=3, left=1), act.Discard(0, "circus"))
    assert rules.scores(state).totals == (7, 5)
    assert rules.scores(state).winners == (0,)


def test_of_equal_points_those_of_blue_cards_decide() -> None:
    blue, green = city("theater", coins=0), city("academy", coins=0)
    assert rules.scores(table(blue, green)).winners == (0,)
    assert rules.scores(table(green, blue)).winners == (1,)


def test_equal_in_that_too_they_share_the_victory() -> None:
    assert rules.scores(table(city("theater"), city("altar"))).winners == (0, 1)


def test_the_treasury_scores_each_full_set_of_three_coins() -> None:
    assert [points(table(city(coins=coins))).get("treasury", 0) for coins in (0, 2, 3, 5, 6, 20)] == [0, 0, 1, 1, 2, 6]


def test_every_point_is_explained() -> None:
    own = city("altar library lighthouse builders_guild", built="sphinx", progress="philosophy", coins=9)
    sheet = rules.scores(table(own, city(coins=0), pawn=4))
    lines = {(line.category, line.points, english.why(rules, line), line.rule) for line in sheet.explain}
    assert lines == {
        ("civilian", 3, "built: Altar", "Civilian victory"),
        ("scientific", 2, "built: Library", "Civilian victory"),
        ("commercial", 3, "built: Lighthouse", "Civilian victory"),
        ("guilds", 2, "Builders Guild: 1 x wonder in the city of seat 0 at 2 each", "Guild cards"),
        ("wonders", 6, "built: The Sphinx", "Civilian victory"),
        ("progress", 7, "Philosophy", "Progress tokens"),
        ("treasury", 3, "9 coins, 1 for each full 3", "Civilian victory"),
        ("military", 5, "the conflict pawn stands 4 spaces in the opponent's half", "Military"),
    }
    assert sheet.totals == (31, 0)


def draft(state: rules.State, seats: str, names: str) -> rules.State:
    """Choose these wonders, these seats in turn."""
    for seat, name in zip(seats, names.split(), strict=True):
        assert state.to_move == int(seat)
        state = play(state, act.DraftWonder(int(seat), name))
    return state


def test_wonders_are_drafted_one_two_one_and_then_the_other_way_round() -> None:
    state = play(draft_table(), act.Offer(("sphinx", "piraeus", "colossus", "pyramids")))
    assert english.due(rules, state) == ("choose a wonder (Wonder draft)",)
    assert {move.wonder for move in rules.legal(state) if isinstance(move, act.DraftWonder)} == {
        "sphinx",
        "piraeus",
        "colossus",
        "pyramids",
    }
    state = draft(state, "0110", "sphinx piraeus colossus pyramids")
    state = play(state, act.Offer(("mausoleum", "great_library", "appian_way", "circus_maximus")))
    state = draft(state, "1001", "mausoleum great_library appian_way circus_maximus")
    assert (state.age, state.to_move) == (1, 0)
    assert list(rules.describe_seat(state, 0)["wonders_left"]) == ["appian_way", "great_library", "pyramids", "sphinx"]
    assert list(rules.describe_seat(state, 1)["wonders_left"]) == ["circus_maximus", "colossus", "mausoleum", "piraeus"]


def test_the_second_seat_can_be_first_to_draft_and_to_play() -> None:
    state = rules.begin(rules.Setup(1))
    names = list(FACTS.wonder_index)
    state = draft(state, "10010110", " ".join(names[:8]))
    assert (state.age, state.to_move) == (1, 1)


def test_without_an_offer_any_wonder_may_be_drafted() -> None:
    assert len(rules.legal(draft_table())) == 12
    state = play(draft_table(), act.DraftWonder(0, "sphinx"))
    assert len(rules.legal(state)) == 11
    assert act.DraftWonder(1, "sphinx") not in rules.legal(state)


def test_an_offer_is_four_new_wonders_at_the_beginning_of_a_round() -> None:
    state = draft_table()
    four = ("sphinx", "piraeus", "colossus", "pyramids")
    assert codes(rules.judge(state, act.Offer(four[:3]))) == ["wrong_offer"]
    assert codes(rules.judge(state, act.Offer((*four[:3], "sphinx")))) == ["wrong_offer"]
    assert codes(rules.judge(table(), act.Offer(four))) == ["wrong_offer"]
    begun = play(state, act.Offer(four), act.DraftWonder(0, "sphinx"))
    assert codes(rules.judge(begun, act.Offer(four))) == ["wrong_offer"]
    assert rules.apply(begun, act.Offer(four), strict=False) == begun
    second = draft(play(state, act.Offer(four)), "0110", " ".join(four))
    assert codes(rules.judge(second, act.Offer(("sphinx", "mausoleum", "great_library", "appian_way")))) == [
        "wrong_offer"
    ]


def test_a_table_begins_with_seven_coins_each_and_nothing_else() -> None:
    state = rules.begin(rules.Setup())
    assert state.cities == (City(0, 0, 0, 0, 7),) * 2
