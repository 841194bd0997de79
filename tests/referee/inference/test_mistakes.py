"""Irregular moves that may have been made: which are looked for, and where."""

from typing import Any

from msgspec.structs import replace

from companion.games.vocabulary import AnyState, seat_of
from companion.referee.inference.mistakes import given, irregular
from companion.twin.dealer import Dealer


def _with_an_unread_token(dealer: Dealer, seat: int) -> AnyState:
    """The same table, where this player has a progress token that nobody has read."""
    cities = list(dealer.state.cities)
    cities[seat] = replace(cities[seat], progress=("?",))
    changed: AnyState = replace(dealer.state, cities=tuple(cities))
    return changed


def test_who_has_a_token_that_nobody_has_read_may_have_been_given_a_card_by_it() -> None:
    dealer = Dealer("architects", 3, 2840)
    while seat_of(dealer.played[-1]) is None if dealer.played else True:
        dealer.step()
    seat = seat_of(dealer.played[-1])
    assert seat is not None
    assert seat != dealer.state.to_move
    state = _with_an_unread_token(dealer, seat)
    found = given(dealer.rules, state, seat, {seat})
    assert found.may_allow
    assert not found.mistakes
    assert {seat_of(move) for move in found.may_allow} == {seat}
    taken = [move for move in found.may_allow if dealer.rules.dump_move(move)["move"] == "take"]
    assert taken
    assert not any(dealer.rules.judge(state, move) for move in taken)
    # A mistake may have been made by anybody, and is irregular.
    odd = irregular(dealer.rules, state, {seat})
    assert set(found.may_allow) <= set(odd.may_allow)
    assert {seat_of(move) for move in odd.mistakes} - {seat}


def test_nobody_else_has_been_given_anything() -> None:
    dealer = Dealer("architects", 3, 2840)
    dealer.step()
    state = _with_an_unread_token(dealer, 0)
    for seat, unread_by in ((None, {0, None}), (1, {0}), (0, set[int | None]())):
        assert given(dealer.rules, state, seat, unread_by) == ((), ())


def test_who_has_just_taken_a_card_may_pay_with_it_as_a_token_that_nobody_has_read_allows() -> None:
    dealer = Dealer("architects", 3, 2840)
    seat, rules = dealer.state.to_move, dealer.rules
    state: Any = _with_an_unread_token(dealer, seat)
    for card in ("glass", "clay"):
        cities, purse = list(state.cities), state.facts.index[card]
        cards = tuple(number + (place == purse) for place, number in enumerate(cities[seat].cards))
        cities[seat] = replace(cities[seat], cards=cards, built=1)
        state = replace(state, cities=tuple(cities), turn=replace(state.turn, opened=True))
    paid = [rules.dump_move(move).get("spent") for move in given(rules, state, seat, {seat}).may_allow]
    assert ["clay", "glass"] in [sorted(spent) for spent in paid if spent]
    assert all(rules.dump_move(move)["move"] != "build" for move in given(rules, state, seat, set()).may_allow)
