"""Mistakes that people plausibly make now, as moves: unlikely readings of what a camera sees."""

from collections.abc import Iterator

from companion.games.seven_wonders.rules.facts import CARDS
from companion.games.seven_wonders.rules.judge import judge
from companion.games.seven_wonders.rules.moves import Build, BuildStage, Discard, Free, Move, Revive, Trade
from companion.games.seven_wonders.rules.options import has_name_of
from companion.games.seven_wonders.rules.specials import has_free_build, has_revival
from companion.games.seven_wonders.rules.state import State

_NOTHING_BOUGHT = Trade()


def irregular(state: State) -> tuple[Move, ...]:
    """Plausible irregular moves: not affordable, not paid for, twice the same, not in the deck, out of its time.

    Disjoint from ``legal``; each has findings. A few hundred at most.
    """
    if state.finished:
        return ()
    moves = [move for seat in range(len(state.cities)) for move in _of_seat(state, seat)]
    return tuple(move for move in moves if judge(state, move))


def _of_seat(state: State, seat: int) -> Iterator[Move]:
    """What a seat may do wrong, among moves that may be right."""
    yield Discard(seat)
    yield BuildStage(seat)
    yield BuildStage(seat, trade=_NOTHING_BOUGHT)
    if state.chosen[seat] is None:
        for card in state.facts.cards:
            if card.age == state.age:
                yield from _with_card(state, seat, card.place)
    if has_revival(state.cities[seat]):
        yield from (Revive(seat, CARDS[card].id) for card in sorted(set(state.discard)) if card >= 0)


def _with_card(state: State, seat: int, card: int) -> Iterator[Move]:
    city, name = state.cities[seat], CARDS[card].id
    yield Build(seat, name)
    if not has_name_of(city, card):
        yield Build(seat, name, _NOTHING_BOUGHT)
    if has_free_build(city):
        yield Free(seat, name)
