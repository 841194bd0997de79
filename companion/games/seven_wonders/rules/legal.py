"""Every legal move: each card that can be there, with every distinct payment."""

from collections.abc import Collection, Iterable

from companion.games.seven_wonders.rules.facts import CARDS
from companion.games.seven_wonders.rules.free_city import is_free_city, may_discard, must_chain
from companion.games.seven_wonders.rules.moves import UNSEEN, Build, BuildStage, Decline, Discard, Free, Move, Revive
from companion.games.seven_wonders.rules.options import (
    build_payments,
    has_name_of,
    market_of,
    payer,
    possible_cards,
    stage_payments,
)
from companion.games.seven_wonders.rules.specials import coins_of_free, may_build_free, revivable, seventh_only_built
from companion.games.seven_wonders.rules.state import State, holder_of, to_choose
from companion.games.seven_wonders.rules.trade import trade_of

_IDS = tuple(card.id for card in CARDS)


def legal(state: State) -> tuple[Move, ...]:
    """Every legal move now, of each seat that has not chosen; empty when the game is over.

    A hand that is known gives its cards only; else every card that can be in it, and for what is laid face down also
    ``"?"``. What has to be bought is always named, one ``trade`` for each distinct pair of sums to the neighbours.
    Hands that somebody sees (``hand``) are not listed: that is possible at any time.
    """
    if not state.offers:
        return tuple(move for seat in to_choose(state) for move in _of_seat(state, seat))
    seat, kind = state.offers[0]
    offered = _of_seat(state, seat) if kind == "seventh" else revivals(seat, revivable(state, seat))
    return (*offered, Decline(seat))


def _of_seat(state: State, seat: int) -> list[Move]:
    hand = state.hands[holder_of(state, seat)]
    known = {card for card in hand if card >= 0}
    return choices(state, seat, possible_cards(state, seat), known, unseen=bool(hand) and hand[0] < 0)


def revivals(seat: int, cards: Iterable[int]) -> list[Move]:
    """Building one of these cards of the discard pile. Section 'Descriptions of the wonders'."""
    return [Revive(seat, _IDS[card]) for card in cards]


def choices(
    state: State, seat: int, cards: Iterable[int], certain: Collection[int], *, unseen: bool = False
) -> list[Move]:
    """What a city can do with these cards now (for Babylon's seventh card too).

    ``certain``: the cards that are in the hand without doubt (the Free City may discard only where it can play none).
    ``unseen``: a card that nobody has seen may be used as well, face down.
    """
    city, market = payer(state, seat), market_of(state, seat)
    built_only = bool(state.offers) and seventh_only_built(state)
    stages = [] if built_only else [trade_of(way) for way in stage_payments(city, market)]
    bound = is_free_city(state, seat)
    discards = not built_only and (not bound or may_discard(city, market, certain))
    moves: list[Move] = []
    for card in cards:
        name, buildable = _IDS[card], False
        if not has_name_of(city, card):
            ways = build_payments(city, market, card)
            buildable = bool(ways)
            moves += [Build(seat, name, trade_of(way)) for way in ways]
            if bound and must_chain(city, card):
                continue
            if may_build_free(state, seat, card) and city.coins >= coins_of_free(state, card):
                moves.append(Free(seat, name))
        moves += [BuildStage(seat, name, trade) for trade in stages]
        if discards and not (bound and buildable):
            moves.append(Discard(seat, name))
    if unseen:
        moves += [BuildStage(seat, UNSEEN, trade) for trade in stages]
        if discards:
            moves.append(Discard(seat))
    return moves
