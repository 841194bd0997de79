"""What was turned up and nobody could read before it was taken: what was taken tells it, when that is doubted no more.

A card of a structure lies in the shade, the next player builds it: what it was is known from the city in which it lies,
and the record says so where it belongs, before that move.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from companion.games.tables import Played
from companion.games.vocabulary import AnyMove, AnyState, seat_of
from companion.games.watched import Rules
from companion.referee.fold import played_on
from companion.referee.inference.baseline import ANY, Expected, looks_right
from companion.referee.inference.decide import SURE
from companion.referee.inference.expected import expectations
from companion.referee.inference.named import best
from companion.referee.inference.observations import Observations
from companion.referee.inference.reconsider import DOUBTED_FOR
from vision.sighting import SeenPiece

_LOOK_BACK = 60
"""Moves before which it is still told: more than an age has, or as many as two rounds of seven players."""


class Untold(NamedTuple):
    """A move that is nobody's, and the number of the event before which it must have come."""

    before: int
    move: AnyMove


class Turned(NamedTuple):
    """What may have been turned up before a move that took it: in which ``zone`` it lay, what would lie where since."""

    move: AnyMove
    zone: str
    since: Mapping[str, Expected]


def untold(
    rules: Rules,
    played: Sequence[Played],
    seen: Mapping[int, AnyMove] = {},
    read: Mapping[int, AnyMove] = {},
    *,
    over: bool,
) -> Untold | None:
    """The newest one that nobody told, and that what was played since tells: nothing else leads to the same table.

    Not before the last moves, which may have been misread, unless the game is ``over`` or it was ``read`` as it lay
    there. ``seen``: of several, by the number of the event before which they may have come, the one of which it was
    seen then that it had gone.
    """
    if not played:
        return None
    now = played[-1].after
    # What can be read yet is read, not concluded.
    known = set(rules.reveals(now))
    for back in range(1, min(len(played), _LOOK_BACK) + 1):
        entry = played[-back]
        doubted = back <= DOUBTED_FOR and not over
        if seat_of(entry.move) is None or (doubted and entry.seq not in read):
            continue
        # What this move leaves lying was turned up before a later one as well, and is told there.
        taken = _named(rules, entry.move)
        reveals = [
            move
            for move in rules.reveals(entry.before)
            if move not in known and not taken.isdisjoint(_named(rules, move))
        ]
        reveals = [move for move in reveals if move == read[entry.seq]] if doubted else reveals
        fitting = [move for move in reveals if _leads_on(rules, played[len(played) - back :], move)]
        if len(fitting) > 1:
            fitting = [move for move in fitting if move == seen.get(entry.seq)]
        if fitting:
            return Untold(entry.seq, fitting[0])
    return None


def _named(rules: Rules, move: AnyMove) -> frozenset[str]:
    """The pieces that a move names of those that the camera reads."""
    said = rules.dump_move(move)
    return frozenset(said[key] for key in rules.READ_KEYS if said.get(key)) - {ANY}


def _leads_on(rules: Rules, since: Sequence[Played], turned: AnyMove) -> bool:
    """Whether moves lead to the same table as they did where this had been turned up before the first of them.

    Of two that nobody could read it may take a later move to tell which was which: until then the table is another.
    """
    state: AnyState = rules.apply(since[0].before, turned, strict=False)
    for entry in since:
        after = played_on(rules, state, (entry,))
        if after is None:
            return False
        if after == entry.after:
            return True
        state = after
    return False


def seen_to_go(taken: Sequence[Turned], observed: Observations) -> AnyMove | None:
    """Of what may have been turned up before a move, and was ``taken`` by it, the one that lies there no more.

    None where it is one only, or what lies there does not tell.
    """
    zones = {one.zone for one in taken} & observed.seen.keys()
    fitting = [
        one.move for one in taken if all(looks_right(observed.seen[zone], one.since.get(zone, ())) for zone in zones)
    ]
    return fitting[0] if len(taken) > 1 and len(fitting) == 1 else None


def read_before(rules: Rules, taken: Sequence[Turned], observed: Observations) -> AnyMove | None:
    """Of what may have been turned up before a move, and was ``taken`` by it, the one that was surely read as it lay.

    Somebody played on before it was understood: then it is no guess that it had been turned up.
    """
    fitting = [one.move for one in taken if _was_read(observed.passed.get(one.zone, ()), rules.shows(one.move).face)]
    return fitting[0] if len(fitting) == 1 else None


def with_turned_up(
    rules: Rules, state: AnyState, moves: Sequence[AnyMove], observed: Observations
) -> tuple[AnyMove, ...]:
    """These moves from ``state``; before one that takes a piece which nobody has read, that it was turned up.

    Only where just one that was surely read lies there no more, and may be what that move took: it came to light and
    was taken before what was done until then was understood.
    """
    found: list[AnyMove] = []
    for move in moves:
        ways = list(_by_name(rules, state, move, observed)) if any(observed.passed.values()) else []
        for one in ways[0] if len(ways) == 1 else (move,):
            state = rules.apply(state, one, strict=False)
            found.append(one)
    return tuple(found)


def _by_name(rules: Rules, state: AnyState, move: AnyMove, observed: Observations) -> Iterator[tuple[AnyMove, AnyMove]]:
    """What was read, and turned up by nobody's move yet, before a move that takes it: both, that move by its name."""
    said = rules.dump_move(move)
    unread = [key for key in rules.READ_KEYS if said.get(key) == ANY]
    for reveal in rules.reveals(state) if unread else ():
        face, known = rules.shows(reveal).face, rules.dump_move(reveal)
        there = {zone for zone, passed in observed.passed.items() if _was_read(passed, face)}
        if not there or not known.keys() >= set(unread):
            continue
        turned = rules.apply(state, reveal, strict=False)
        taking: AnyMove = rules.parse_move(said | {key: known[key] for key in unread})
        zone = _lies_in(rules, turned, reveal)
        if zone in there and not rules.judge(turned, taking):
            left = expectations(rules.tableau(rules.apply(turned, taking, strict=False)))
            if not _has(rules, left.get(zone, ()), reveal):
                yield reveal, taking


def _was_read(passed: Sequence[SeenPiece], face: str) -> bool:
    """Whether one of these pieces was surely this one."""
    return any(best(piece) == face and piece.faces[0].probability >= SURE for piece in passed)


def turned_and_taken(rules: Rules, entry: Played) -> Iterator[Turned]:
    """What may have been turned up before a move that took it."""
    for move in rules.reveals(entry.before):
        turned = rules.apply(entry.before, move, strict=False)
        left = played_on(rules, turned, (entry,))
        zone = _lies_in(rules, turned, move)
        if left is not None and zone:
            after = expectations(rules.tableau(left))
            if not _has(rules, after.get(zone, ()), move):
                yield Turned(move, zone, after)


def _lies_in(rules: Rules, state: AnyState, turned: AnyMove) -> str:
    """The zone in which a piece that was turned up lies."""
    lying = expectations(rules.tableau(state))
    return next((zone for zone, lies in lying.items() if _has(rules, lies, turned)), "")


def _has(rules: Rules, lies: Expected, move: AnyMove) -> bool:
    return not isinstance(lies, int) and rules.shows(move).face in lies
