"""A person who is asked says what is missing; some of it may be what was recorded with another piece.

Who answers sees a card that the camera has misread, and says it as it is beside what is asked about. As one more move
it would be a mistake, which nobody made: it belongs in the place of the event.
"""

from collections.abc import Iterator, Sequence

from companion.games.tables import Played
from companion.games.vocabulary import AnyMove, AnyState, seat_of
from companion.games.watched import Rules
from companion.referee.fold import played_on
from companion.referee.inference.expected import expectations
from companion.referee.inference.observations import Observations
from companion.referee.inference.pieces import without_faces
from companion.referee.inference.reconsider import Afterthought, hides_what_lay_ready


def put_right(
    rules: Rules, played: Sequence[Played], doubtful: frozenset[int], observed: Observations, told: Sequence[AnyMove]
) -> tuple[Afterthought | None, tuple[AnyMove, ...]]:
    """The event that one of the told moves puts right, and the others; none where it may be more than one event.

    Such an event was made out by the camera alone (``doubtful``), says the same but for its piece, and with it put
    right fewer of the told moves offend and none of those that were played. ``observed``: as it was seen when it was
    asked; only where fewer pieces lie than if all of it had been done besides. What nobody does (a token is turned up)
    is told late without being a mistake.
    """
    if not played:
        return None, tuple(told)
    offending, after = _go_on(rules, played[-1].after, told)
    for place, move in enumerate(told) if offending else ():
        if seat_of(move) is None:
            continue
        rest = (*told[:place], *told[place + 1 :])
        others = _instead(rules, played, doubtful, move)
        fitting = [entry for entry, state in others if _go_on(rules, state, rest)[0] < offending]
        # It is said in the order in which it was done: what was recorded was done before the rest.
        if fitting and _fewer_lie(rules, move, after, observed):
            return (Afterthought(fitting[0].seq, move), rest) if len(fitting) == 1 else (None, tuple(told))
    return None, tuple(told)


def _instead(
    rules: Rules, played: Sequence[Played], doubtful: frozenset[int], move: AnyMove
) -> Iterator[tuple[Played, AnyState]]:
    """The events in the place of which this move fits, each with the table if it was made there.

    It says the same but for its piece, or was done with what seemed to be laid face down.
    """
    said, lifts = without_faces(rules, move), rules.shows(move).lifts
    for place, entry in enumerate(played):
        hidden = hides_what_lay_ready(rules, entry) and rules.shows(entry.move).lifts == lifts
        if entry.seq not in doubtful or entry.move == move or not (hidden or without_faces(rules, entry.move) == said):
            continue
        if len(rules.judge(entry.before, move)) > len(entry.findings):
            continue
        state = played_on(rules, rules.apply(entry.before, move, strict=False), played[place + 1 :])
        if state is not None:
            yield entry, state


def _go_on(rules: Rules, state: AnyState, moves: Sequence[AnyMove]) -> tuple[int, AnyState]:
    """How much is irregular about these moves, and the table after them."""
    offending = 0
    for move in moves:
        offending += len(rules.judge(state, move))
        state = rules.apply(state, move, strict=False)
    return offending, state


def _fewer_lie(rules: Rules, move: AnyMove, after: AnyState, observed: Observations) -> bool:
    """Whether fewer pieces lie where this one was laid than if it had come besides, as far as that can be believed."""
    zone = rules.shows(move).lands
    if zone in observed.disbelieved:
        return False
    should, seen = expectations(rules.tableau(after)).get(zone), observed.seen.get(zone)
    return seen is not None and isinstance(should, tuple) and len(seen.pieces) < len(should)
