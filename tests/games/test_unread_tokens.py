"""One of several open tokens was taken, and nobody knows which: accepted as such, and told later."""

from collections.abc import Iterable

import pytest
from msgspec.structs import replace

from companion.games.architects import rules
from companion.games.architects.rules.moves import Move, RevealProgress, TakeProgress
from companion.games.architects.rules.state import State
from companion.games.architects.seen import common, tableau

_PAIR = ("gear", "gear")
_ONE_OF_TWO = TakeProgress(0, "?", "face_up", _PAIR, ("culture", "tactics"))


def _table() -> State:
    """A table on which seat 0 has taken its card and owes a set of science cards."""
    state = rules.begin(rules.Setup(("giza", "rhodes"), 0, ("tactics", "culture", "decor")))
    city = replace(state.cities[0], cards=tuple(2 * (card.id == "gear") for card in rules.FACTS.cards))
    return replace(state, cities=(city, *state.cities[1:]), turn=replace(state.turn, opened=True))


def _played(moves: Iterable[Move]) -> State:
    state = _table()
    for move in moves:
        assert not rules.judge(state, move)
        state = rules.apply(state, move)
    return state


def test_of_an_open_token_that_was_taken_it_may_be_known_only_among_which_it_was() -> None:
    after = _played([_ONE_OF_TWO])
    lies = tableau(after).spread
    assert lies["seat/0/progress"] == ("?",)
    assert lies["central/progress"] == ("?", "?", "architects/progress/decor"), "what is left of them, and a new one"
    assert after.stack == _table().stack - 1


@pytest.mark.parametrize("token", ["tactics", "culture"])
def test_the_game_goes_on_as_if_it_had_been_told_at_once_when_it_is_told_later(token: str) -> None:
    """What is turned up meanwhile is turned up in the place of the one that was taken."""
    told = _played([TakeProgress(0, token, "face_up", _PAIR), RevealProgress("science")])
    untold = _played([_ONE_OF_TWO, RevealProgress("science")])
    assert untold.to_move == told.to_move
    assert untold.stack == told.stack
    assert sum(untold.discard) == sum(told.discard)
    assert tableau(untold).spread["central/progress"].count("?") == 1, "the one of the two that lies there yet"


def test_what_is_left_of_them_may_be_read_or_taken_before_it_is_told_which_that_is() -> None:
    after = _played([_ONE_OF_TWO])
    assert {RevealProgress("tactics"), RevealProgress("culture")} <= set(rules.legal(after))


@pytest.mark.parametrize(
    "move",
    [
        replace(_ONE_OF_TWO, among=("tactics", "science")),
        replace(_ONE_OF_TWO, among=("tactics",)),
        TakeProgress(0, "tactics", "face_up", _PAIR, ("culture", "tactics")),
    ],
    ids=["one that does not lie open", "one alone", "and told all the same"],
)
def test_it_is_one_of_two_or_more_open_ones_and_not_named(move: TakeProgress) -> None:
    assert [found.code for found in rules.judge(_table(), move)] == ["token_not_face_up"]


def test_it_is_said_of_no_other_move_and_read_back_as_it_was_written() -> None:
    assert rules.parse_move(rules.dump_move(_ONE_OF_TWO)) == _ONE_OF_TWO
    assert "among" not in rules.dump_move(replace(_ONE_OF_TWO, among=None))


def test_moves_that_differ_only_in_which_open_token_was_taken_agree_in_that_it_was_one_of_these() -> None:
    ways = [TakeProgress(0, token, "face_up", _PAIR) for token in ("tactics", "culture")]
    assert common(ways) == _ONE_OF_TWO
    assert common(ways[:1]) is None
    assert common([*ways, TakeProgress(0, "science", "stack", _PAIR)]) is None
    assert common([*ways, TakeProgress(1, "decor", "face_up", _PAIR)]) is None
