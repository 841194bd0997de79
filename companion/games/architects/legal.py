"""Every legal move, with each card or token that can still be there."""

from functools import lru_cache

from companion.games.architects.facts import FACTS
from companion.games.architects.judge import NO_TOKEN
from companion.games.architects.moves import BuildStage, EndTurn, Move, RevealProgress, TakeCard, TakeProgress
from companion.games.architects.options import (
    OWN_SOURCES,
    because_of,
    can_take_progress,
    compulsory,
    effect_sources,
    must_turn_in,
    optional,
    sources,
    stage_payments,
)
from companion.games.architects.setup import UNREAD
from companion.games.architects.state import State, next_seat, reachable
from companion.games.architects.turns import end_turn, settle


def legal(state: State) -> tuple[Move, ...]:
    """Every legal move now; empty when the game is over.

    Exactly one ``because`` a source and card: what a wonder owes first, then tokens in their fixed order;
    one sorted ``spent`` a distinct payment. Where only optional actions are left, the card with which
    the next player opens the next turn is among them: taking it ends this turn.
    """
    if state.finished:
        return ()
    moves: list[Move] = [*reveals(state)]
    if not state.turn.opened:
        return (*moves, *(opening_takes(state) or _endings(state)))
    moves += _extra_takes(state)
    moves += _builds(state)
    moves += _progress(state)
    if not compulsory(state):
        moves += _endings(state)
    return tuple(moves)


@lru_cache(maxsize=1 << 14)
def _take(seat: int, source: str, card: str, because: str | None = None) -> TakeCard:
    return TakeCard(seat=seat, source=source, card=card, because=because)


def takes_from(state: State, seat: int, source: str, deck: int, because: str | None = None) -> list[Move]:
    """Taking from this deck, once for each face that can be left in it."""
    counts = zip(FACTS.cards, state.decks[deck], strict=True)
    return [_take(seat, source, card.id, because) for card, count in counts if count > 0]


def opening_takes(state: State) -> list[Move]:
    """The cards that may open the turn of the player to move."""
    seat = state.to_move
    return [move for name, deck in sources(state, seat) for move in takes_from(state, seat, name, deck)]


def _extra_takes(state: State) -> list[Move]:
    seat, turn = state.to_move, state.turn
    reasons: dict[tuple[str, int], str] = {}
    for effect in turn.effects:
        if effect != "babylon":
            for place in effect_sources(state, seat, effect):
                reasons.setdefault(place, because_of(effect))
    for token in turn.ready:
        for place in sources(state, seat, OWN_SOURCES):
            reasons.setdefault(place, token)
    return [move for (name, deck), why in reasons.items() for move in takes_from(state, seat, name, deck, why)]


def _builds(state: State) -> list[Move]:
    seat = state.to_move
    return [
        BuildStage(seat, stage.id, way.spent)
        for _, stage in reachable(state.cities[seat])
        for way in stage_payments(state, seat, stage, state.turn)
    ]


def _unseen(state: State) -> list[str]:
    return [token for token, count in zip(FACTS.progress_tokens, state.hidden, strict=True) if count > 0]


def _progress(state: State) -> list[Move]:
    seat = state.to_move
    ways = list(must_turn_in(state, seat))
    if "babylon" in state.turn.effects:
        ways.append(())
    if not ways:
        return []
    if not can_take_progress(state):
        return [TakeProgress(seat, NO_TOKEN, "stack", way) for way in ways]
    known = set(state.face_up) - {UNREAD}
    unseen = _unseen(state)
    face_up = sorted(known.union(unseen) if UNREAD in state.face_up else known)
    stack = unseen if state.stack else []
    return [
        *(TakeProgress(seat, token, "face_up", way) for way in ways for token in face_up),
        *(TakeProgress(seat, token, "stack", way) for way in ways for token in stack),
    ]


def reveals(state: State) -> list[RevealProgress]:
    """What may be turned up where a face-up progress token is unread."""
    return [RevealProgress(token) for token in _unseen(state)] if UNREAD in state.face_up else []


def _endings(state: State) -> list[Move]:
    """Ending a turn in which only optional actions are left: by word, or by the next player's card."""
    if not optional(state):
        return []
    after = settle(end_turn(state))
    ending: list[Move] = [EndTurn(state.to_move)]
    if not after.finished and after.to_move == next_seat(state) and not after.turn.opened:
        ending += opening_takes(after)
    return ending
