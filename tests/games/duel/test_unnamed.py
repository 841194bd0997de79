"""Wonders that nobody has read: what one gave is told by what is done next, and until then nothing is made up."""

from random import Random

import pytest

from companion.games.duel import rules
from companion.games.duel.rules import Move, State
from companion.games.duel.rules.deal import imagine
from companion.games.duel.rules.moves import Build, BuildWonder, Destroy, Discard
from companion.games.duel.seen import common, tableau
from companion.games.duel.table import table as live_table
from tests.games.duel.tables import city, play, table, wonders

AMONG = ("circus_maximus", "great_lighthouse", "sphinx")
"""One gives a choice of the opponent's grey cards and moves the pawn, one gives nothing, one gives another turn."""


def _built(*, age: int = 1) -> State:
    before = table(city(coins=20), city("press", coins=20), age=age, unnamed=(1, 0))
    return play(before, BuildWonder(0, "altar" if age == 1 else "forum", "?", AMONG))


@pytest.mark.parametrize(
    ("move", "to_move", "pawn"),
    [(Build(1, "baths"), 0, 0), (Build(0, "baths"), 1, 0), (Destroy(0, "press"), 1, 1), (Discard(1, "baths"), 0, 0)],
)
def test_who_plays_next_tells_whose_turn_it_was_after_a_wonder_that_nobody_read(
    move: Move, to_move: int, pawn: int
) -> None:
    state = _built()
    assert move in rules.legal(state)
    after = play(state, move)
    assert (after.to_move, after.pawn, after.choice, after.otherwise) == (to_move, pawn, "", ())


def test_what_none_of_the_wonders_gives_that_it_may_be_is_irregular() -> None:
    state = _built()
    assert rules.judge(state, Destroy(0, "lumber_yard"))
    assert not rules.judge(state, Destroy(0, "press"))
    assert not set(rules.irregular(state)) & set(rules.legal(state))


def test_of_wonders_one_of_which_was_built_it_is_said_that_it_was_one_of_them() -> None:
    built = [BuildWonder(0, "altar", wonder) for wonder in AMONG]
    assert common(built) == BuildWonder(0, "altar", "?", AMONG)
    assert common(built[:1]) is None


def test_a_pawn_that_nobody_moved_need_not_be_moved_for_a_wonder_that_nobody_read() -> None:
    before = table(city(coins=20), unnamed=(1, 0))
    assert tableau(_built()).spread["board/track"] == tableau(before).spread["board/track"]
    soldiers = play(before, BuildWonder(0, "altar", "?", ("circus_maximus", "statue_of_zeus")))
    assert soldiers.pawn == 1, "either moves it"


def test_a_wonder_named_after_it_was_built_as_one_of_several_may_still_be_the_one_that_was_built() -> None:
    state = table(city(own="sphinx", coins=20), unnamed=(1, 0))
    assert not rules.judge(state, BuildWonder(0, "altar", "?", AMONG))
    named = table(city(own="sphinx great_lighthouse", coins=20))
    after = play(named, BuildWonder(0, "altar", "?", ("great_lighthouse", "sphinx")))
    assert {way.to_move for way in (after, *after.otherwise)} == {0, 1}


def test_what_somebody_cannot_pay_who_may_have_got_coins_by_an_unread_wonder_is_not_irregular() -> None:
    poor = table(city(coins=0), raised=(1, 0))
    assert not rules.judge(poor, Build(0, "baths"))
    assert Build(0, "baths") in rules.legal(poor)
    assert rules.judge(table(city(coins=0)), Build(0, "baths"))


def test_the_last_wonders_go_back_to_the_box_also_where_nobody_read_the_seventh() -> None:
    rich = city(own="pyramids", built="colossus mausoleum hanging_gardens", coins=30)
    six = table(rich, city(built="sphinx piraeus statue_of_zeus"), unnamed=(0, 1), to_move=1)
    after = play(six, BuildWonder(1, "altar", "?", ("great_lighthouse", "great_library")))
    assert after.returned == wonders("pyramids")


def test_a_table_of_which_nobody_knows_whose_turn_it_is_is_shown_and_played_on() -> None:
    state = _built()
    shown = live_table(state, rules.scores(state), over=False)
    assert {move["seat"] for move in shown.moves} == {shown.to_move}, "who taps a card taps it for one player"
    assert imagine(state, Random(1)).choices(state)
