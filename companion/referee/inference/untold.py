"""What was turned up and nobody could read before it was taken: what was taken tells it, when that is doubted no more.

A card of a structure lies in the shade, the next player builds it: what it was is known from the city in which it lies,
and the record says so where it belongs, before that move.
"""

from collections.abc import Sequence
from typing import NamedTuple

from companion.games.tables import Played
from companion.games.vocabulary import AnyMove, seat_of
from companion.games.watched import Rules
from companion.referee.fold import played_on
from companion.referee.inference.reconsider import DOUBTED_FOR

_LOOK_BACK = 60
"""Moves before which it is still told: more than an age has, or as many as two rounds of seven players."""


class Untold(NamedTuple):
    """A move that is nobody's, and the number of the event before which it must have come."""

    before: int
    move: AnyMove


def untold(rules: Rules, played: Sequence[Played], *, over: bool) -> Untold | None:
    """The newest one that nobody told, and that what was played since tells: nothing else leads to the same table.

    Not before the last moves, which may have been misread, unless the game is ``over``.
    """
    if not played:
        return None
    now = played[-1].after
    # What can be read yet is read, not concluded.
    known = {*(entry.move for entry in played), *rules.reveals(now)}
    for back in range(1 if over else DOUBTED_FOR + 1, min(len(played), _LOOK_BACK) + 1):
        entry, later = played[-back], played[len(played) - back :]
        if seat_of(entry.move) is None:
            continue
        reveals = [move for move in rules.reveals(entry.before) if move not in known]
        states = ((move, played_on(rules, rules.apply(entry.before, move, strict=False), later)) for move in reveals)
        fitting = [move for move, state in states if state == now]
        if len(fitting) == 1:
            return Untold(entry.seq, fitting[0])
    return None
