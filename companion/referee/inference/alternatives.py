"""What may have happened instead of an accepted event: the moves that a person is offered to correct it with.

Likeliest first: by how near they are to what was accepted (the same kind of move, the same source or card), by what
the camera took for second best, and whether the rest of the game goes on after them as it did.
"""

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from companion.games.tables import Played
from companion.games.vocabulary import AnyMove, seat_of
from companion.games.watched import Rules
from companion.referee.events import Evidence
from companion.referee.fold import played_on
from companion.referee.inference.baseline import Expected
from companion.referee.inference.expected import expectations
from companion.referee.messages import Alternatives, Option

MOST = 6
"""So many are offered."""
_REPLAYED = 48
"""Of so many it is seen whether the rest of the game goes on: playing a long game again takes time."""
_KIND, _NAME, _OTHERWISE = -2.5, -1.0, -0.7
"""What it costs (log) that a move is of another kind, names another piece, differs in something else."""
_PIECES = ("card", "token", "stage", "wonder", "medal", "reveal", "layout", "offer", "cards")
"""The keys of moves (docs/moves.md) that name pieces."""
_NEVER_SEEN = 1e-3
"""How likely the camera took a piece for another that is not among its second guesses."""
_ELSEWHERE = -6.0
"""What it costs (log) that a place which the camera saw change would hold another number of pieces."""
_GOES_ON = 3.0
"""What it is worth (log) that nothing afterwards becomes irregular by it."""


class _Candidate(NamedTuple):
    """Another move and how near (log) it is."""

    move: AnyMove
    near: float


def alternatives(rules: Rules, played: Sequence[Played], seq: int, evidence: Evidence) -> Alternatives:
    """At most six moves that were legal in the place of event ``seq``, likeliest first.

    Of the seat that moved; where it had nothing to do, of whose turn it was. ``evidence``: the event's. Raises
    ``ValueError`` where the event is no move that stands.
    """
    place = next((k for k, entry in enumerate(played) if entry.seq == seq), None)
    if place is None:
        raise ValueError(f"event {seq} is no move that stands")
    entry, later = played[place], played[place + 1 :]
    near = sorted(_candidates(rules, entry, evidence), key=lambda candidate: candidate.near, reverse=True)[:_REPLAYED]
    weighed = [
        (candidate.near + _GOES_ON * _goes_on(rules, entry, candidate.move, later), candidate.move)
        for candidate in near
    ]
    best = sorted(weighed, key=lambda pair: pair[0], reverse=True)[:MOST]
    total = sum(math.exp(weight) for weight, _ in best)
    return Alternatives(
        seq, tuple(Option((rules.dump_move(move),), round(math.exp(weight) / total, 4)) for weight, move in best)
    )


def _goes_on(rules: Rules, entry: Played, move: AnyMove, later: Sequence[Played]) -> bool:
    """Whether the rest of the game can be played after this move with no new finding."""
    return played_on(rules, rules.apply(entry.before, move, strict=False), later) is not None


def _candidates(rules: Rules, entry: Played, evidence: Evidence) -> Iterator[_Candidate]:
    said, seen = rules.dump_move(entry.move), _seen_as(rules, entry.move, evidence)
    others = [move for move in rules.legal(entry.before) if move != entry.move]
    own = [move for move in others if seat_of(move) == seat_of(entry.move)]
    told, places = set[tuple[Any, ...]](), {sighting.zone for sighting in evidence.settled}
    for move in own or others:
        obj = rules.dump_move(move)
        what = _what(obj)
        # Of another thing that may have been done one way of paying will do.
        if what == _what(said) or what not in told:
            told.add(what)
            near = _distance(obj, said) + _looks(rules, move, entry.move, seen)
            yield _Candidate(move, near + _ELSEWHERE * _moved_elsewhere(rules, entry, move, places))


def _what(obj: Mapping[str, Any]) -> tuple[Any, ...]:
    """What was done with which piece, however it was paid for."""
    return obj.get("move"), obj.get("from"), *(str(obj.get(key)) for key in _PIECES)


def _distance(obj: Mapping[str, Any], said: Mapping[str, Any]) -> float:
    """How near (log) a move is to the accepted one by what is said of both."""
    cost = _KIND * (obj.get("move") != said.get("move"))
    for key in (obj.keys() | said.keys()) - {"move", "seat"}:
        if obj.get(key) != said.get(key):
            cost += _NAME if key in _PIECES else _OTHERWISE
    return cost


def _seen_as(rules: Rules, move: AnyMove, evidence: Evidence) -> Mapping[str, float]:
    """What the camera took the pieces of this move for, second guesses too: the best belief in each face."""
    named, found = rules.shows(move).face, dict[str, float]()
    for sighting in evidence.settled:
        for piece in sighting.pieces:
            if piece.faces and piece.faces[0].face == named:
                for seen in piece.faces:
                    found[seen.face] = max(found.get(seen.face, 0.0), seen.probability)
    return found


def _looks(rules: Rules, move: AnyMove, accepted: AnyMove, seen: Mapping[str, float]) -> float:
    """How much likelier or less (log) the camera would have seen this piece as it did."""
    face, same = rules.shows(move).face, rules.shows(accepted).face
    if not seen or not face or face == same:
        return 0.0
    return math.log(max(seen.get(face, 0.0), _NEVER_SEEN) / max(seen.get(same, 0.0), _NEVER_SEEN))


def _moved_elsewhere(rules: Rules, entry: Played, move: AnyMove, places: Collection[str]) -> int:
    """In how many of the places that the camera saw change another number of pieces would lie."""
    if not places:
        return 0
    as_accepted = expectations(rules.tableau(entry.after))
    otherwise = expectations(rules.tableau(rules.apply(entry.before, move, strict=False)))
    return sum(_count(as_accepted.get(place)) != _count(otherwise.get(place)) for place in places)


def _count(expected: Expected | None) -> int:
    return expected if isinstance(expected, int) else len(expected or ())
