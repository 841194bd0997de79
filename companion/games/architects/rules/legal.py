"""Every legal move, with each card or token that can still be there."""

from collections.abc import Callable, Sequence
from functools import lru_cache

from companion.games.architects.rules import moves as act
from companion.games.architects.rules.expansion import MEDALS, TOKENS
from companion.games.architects.rules.facts import FACTS
from companion.games.architects.rules.judge import NO_TOKEN
from companion.games.architects.rules.medals import takable, unread_places
from companion.games.architects.rules.options import (
    OWN_SOURCES,
    because_of,
    can_take_progress,
    can_turn_up,
    compulsory,
    effect_sources,
    exchanged,
    far_sources,
    must_turn_in,
    optional,
    payments_with_unread,
    sources,
    stage_payments,
    unread_payment,
    unread_set,
    unread_sets,
)
from companion.games.architects.rules.setup import UNREAD
from companion.games.architects.rules.state import State, next_seat, reachable
from companion.games.architects.rules.turns import end_turn, settle

Tops = Callable[[int, str | None], tuple[str, ...]]
"""The cards that lie there to be taken from a deck (by its place in ``decks``), for this reason."""


def legal(state: State) -> tuple[act.Move, ...]:
    """Every legal move now; empty when the game is over.

    Exactly one ``because`` a source and card: what a wonder owes first, then tokens in their fixed order;
    one sorted ``spent`` a distinct payment. Where only optional actions are left, the card with which
    the next player opens the next turn is among them: taking it ends this turn.
    """
    if state.finished:
        return ()
    moves: list[act.Move] = [*reveals(state), *_own_moves(state)]
    if _may_end(state):
        moves.append(act.EndTurn(state.to_move))
        after = settle(end_turn(state))
        if not after.finished and after.to_move == next_seat(state) and not after.turn.opened:
            moves += opening_takes(after)
    return tuple(moves)


def legal_with(state: State, tops: Tops) -> list[act.Move]:
    """The legal moves of the player to move (and medals to take) where it is known what lies on the decks."""
    moves = _own_moves(state, tops)
    return [*moves, act.EndTurn(state.to_move)] if _may_end(state) else moves


def _own_moves(state: State, tops: Tops | None = None) -> list[act.Move]:
    moves: list[act.Move] = []
    if state.medals is not None:
        moves += [*takable(state), *turn_ups(state)]
        if state.turn.over:
            return moves
    if not state.turn.opened:
        return moves + opening_takes(state, tops)
    moves += _extra_takes(state, tops)
    moves += _builds(state)
    moves += _progress(state)
    return moves


def _may_end(state: State) -> bool:
    """Whether only optional actions are left: the turn ends by word, or by the next player's card."""
    return optional(state) and not compulsory(state)


@lru_cache(maxsize=1 << 14)
def _take(seat: int, source: str, card: str, because: str | None = None) -> act.TakeCard:
    return act.TakeCard(seat=seat, source=source, card=card, because=because)


def takes_from(
    state: State, seat: int, source: str, deck: int, because: str | None = None, *, tops: Tops | None = None
) -> list[act.Move]:
    """Taking from this deck (for Rome: from before this seat), once for each face that can be there."""
    if because == "rome":
        there = state.cities[deck].cards
    elif tops is not None:
        return [_take(seat, source, card, because) for card in tops(deck, because)]
    else:
        there = state.decks[deck]
    counts = zip(FACTS.cards, there, strict=True)
    return [_take(seat, source, card.id, because) for card, count in counts if count > 0]


def opening_takes(state: State, tops: Tops | None = None) -> list[act.Move]:
    """The cards that may open the turn of the player to move."""
    seat = state.to_move
    return [move for name, deck in sources(state, seat) for move in takes_from(state, seat, name, deck, tops=tops)]


def _extra_takes(state: State, tops: Tops | None) -> list[act.Move]:
    seat, turn = state.to_move, state.turn
    reasons: dict[tuple[str, int], str] = {}
    for effect in turn.effects:
        if effect != "babylon":
            for place in effect_sources(state, seat, effect):
                reasons.setdefault(place, because_of(effect))
    for token in turn.ready:
        for place in sources(state, seat, OWN_SOURCES):
            reasons.setdefault(place, token)
    if exchanged(turn):
        for place in far_sources(state, seat):
            reasons.setdefault(place, "alexandria")
    return [
        move for (name, deck), why in reasons.items() for move in takes_from(state, seat, name, deck, why, tops=tops)
    ]


def _builds(state: State) -> list[act.Move]:
    seat, turn = state.to_move, state.turn
    city = state.cities[seat]
    stages = [stage for _, stage in reachable(state.facts, city)]
    paid = [(stage, way.spent) for stage in stages for way in stage_payments(state, seat, stage, turn)]
    if city.unread:
        paid += [(stage, ()) for stage in stages if unread_payment(state, seat, stage, turn)]
    return [act.BuildStage(seat, stage.id, spent) for stage, spent in paid]


def unread_builds(state: State) -> list[act.Move]:
    """The stages that may be paid for with cards that nobody has read and known ones together; not in ``legal``."""
    seat, turn = state.to_move, state.turn
    if not turn.opened or turn.over or not state.cities[seat].face_down:
        return []
    stages = [stage for _, stage in reachable(state.facts, state.cities[seat])]
    return [
        act.BuildStage(seat, stage.id, spent)
        for stage in stages
        for spent in payments_with_unread(state, seat, stage, turn)
    ]


def _unseen(state: State) -> list[str]:
    return [token for token, count in zip(TOKENS, state.hidden, strict=True) if count > 0]


def _progress(state: State) -> list[act.Move]:
    seat = state.to_move
    ways = list(must_turn_in(state, seat))
    if "babylon" in state.turn.effects or unread_set(state.cities[seat]) is not None:
        ways.append(())
    if ways and not can_take_progress(state):
        return [act.TakeProgress(seat, NO_TOKEN, "stack", way) for way in ways]
    return _for_tokens(state, ways)


def unread_progress(state: State) -> list[act.Move]:
    """The tokens that may be taken for science of which nobody has read all cards; not in ``legal``."""
    if not state.turn.opened or state.turn.over or not can_take_progress(state):
        return []
    return _for_tokens(state, unread_sets(state.cities[state.to_move]))


def _for_tokens(state: State, ways: Sequence[tuple[str, ...]]) -> list[act.Move]:
    """The tokens that may be taken for what is turned in."""
    if not ways:
        return []
    seat = state.to_move
    known = set(state.face_up) - {UNREAD}
    unseen = _unseen(state)
    face_up = sorted(known.union(unseen) if UNREAD in state.face_up else known)
    stack = unseen if state.stack else []
    return [
        *(act.TakeProgress(seat, token, "face_up", way) for way in ways for token in face_up),
        *(act.TakeProgress(seat, token, "stack", way) for way in ways for token in stack),
    ]


def reveals(state: State) -> tuple[act.Move, ...]:
    """What may be read, also after the end: which token was turned up, which medal lies there."""
    tokens = [act.RevealProgress(token) for token in _unseen(state)] if UNREAD in state.face_up else []
    return (*tokens, *_medal_reveals(state))


def _medal_reveals(state: State) -> list[act.RevealMedal]:
    medals = state.medals
    if medals is None:
        return []
    unseen = [medal.id for k, medal in enumerate(MEDALS) if medals.unseen >> k & 1]
    return [act.RevealMedal(medal, left_of) for left_of in unread_places(state) for medal in unseen]


def turn_ups(state: State) -> list[act.TurnUp]:
    """Turning up a card that lies face down before the player to move: any that can be left in the central deck."""
    if state.turn.over or not can_turn_up(state, state.to_move):
        return []
    counts = zip(FACTS.cards, state.decks[-1], strict=True)
    return [act.TurnUp(state.to_move, card.id) for card, count in counts if count > 0]
