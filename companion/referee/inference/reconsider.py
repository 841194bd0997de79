"""Second thoughts: a move that the camera reported, that the table contradicts since, and what it must have been.

What is misread is a face (a token on a blurred frame, a card under a reflection); a better look comes a moment
later. Then the referee corrects itself before it asks anybody: the wrong move stays in the journal, beside what
replaced it. What a person has said is never overruled.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from typing import NamedTuple

from companion.games.tables import Played
from companion.games.vocabulary import AnyMove, AnyState
from companion.games.watched import Rules
from companion.referee.inference.baseline import Baseline, Expected
from companion.referee.inference.decide import SURE_ENOUGH
from companion.referee.inference.likelihood import Scales
from companion.referee.inference.observations import Observations, expectations
from companion.referee.inference.search import infer
from companion.referee.inference.unread import is_unread, without_faces
from vision.sighting import Sighting

_LOOK_BACK = 4
"""Moves that may still be doubted: what lies longer was seen well."""
_MISREAD = -3.0
"""The log-prior of a move having been misread, once the table contradicts it."""


class Afterthought(NamedTuple):
    """An event's number, and the move that must have been made instead."""

    seq: int
    move: AnyMove


class _Reading(NamedTuple):
    """One other reading of a move, and the table if it is right."""

    seq: int
    move: AnyMove
    state: AnyState
    prior: float


def reconsider(
    rules: Rules, played: Sequence[Played], doubtful: frozenset[int], observed: Observations
) -> Afterthought | None:
    """The one move which, read otherwise, explains what is seen; None where there is none, or more than one.

    ``played``: the game so far; ``doubtful``: the events of it that nobody but the camera vouches for.
    """
    if not played:
        return None
    now = played[-1].after
    readings = list(_readings(rules, played, doubtful))
    weights = [_gain(rules, now, reading.state, observed) + reading.prior for reading in readings]
    if not readings:
        return None
    best = max(range(len(readings)), key=weights.__getitem__)
    # Against the move as it was accepted, which weighs nothing, and every other reading of any.
    share = 1 / sum(math.exp(weight - weights[best]) for weight in (0.0, *weights))
    return Afterthought(readings[best].seq, readings[best].move) if share >= SURE_ENOUGH else None


def _readings(rules: Rules, played: Sequence[Played], doubtful: frozenset[int]) -> Iterator[_Reading]:
    """The last moves with another face each, where everything after them is still as it should be."""
    for back in range(1, len(played) + 1):
        entry = played[-back]
        if entry.seq not in doubtful or (back > _LOOK_BACK and not is_unread(rules, entry.move)):
            continue
        said = without_faces(rules, entry.move)
        for other in rules.legal(entry.before):
            if other != entry.move and without_faces(rules, other) == said:
                state = _played_on(rules, rules.apply(entry.before, other, strict=False), played[len(played) - back :])
                if state is not None:
                    yield _Reading(entry.seq, other, state, 0.0 if is_unread(rules, entry.move) else _MISREAD)


def _played_on(rules: Rules, state: AnyState, played: Sequence[Played]) -> AnyState | None:
    """The same moves on another state (the first is the one that is doubted); None where one offends more there."""
    for entry in played[1:]:
        if len(rules.judge(state, entry.move)) > len(entry.findings):
            return None
        state = rules.apply(state, entry.move, strict=False)
    return state


def _gain(rules: Rules, now: AnyState, other: AnyState, observed: Observations) -> float:
    """By how much (log-odds) the other state explains better what is seen, whatever has happened since."""
    as_it_is, as_read = expectations(rules.tableau(now)), expectations(rules.tableau(other))
    differing = [
        zone
        for zone, should in as_read.items()
        if not isinstance(should, int) and should != as_it_is.get(zone) and zone in observed.seen
    ]
    if not differing:
        return -math.inf
    anew = _seen_anew(observed, differing)
    scales = Scales(rules, other, anew, trusted=True)
    # Searching for what has happened since is long: only where looks alone speak for it.
    if _looks(scales, differing, as_read) - _looks(scales, differing, as_it_is) < -_MISREAD:
        return -math.inf
    return _weight(rules, other, anew) - _weight(rules, now, anew)


def _weight(rules: Rules, state: AnyState, observed: Observations) -> float:
    """How well this state and the likeliest moves since explain what is seen (log)."""
    ranked = infer(rules, state, observed).ranked
    return ranked[0][0].weight if ranked else 0.0


def _looks(scales: Scales, zones: Sequence[str], expected: Mapping[str, Expected]) -> float:
    return sum(scales.weigh(zone, expected[zone]) for zone in zones)


def _seen_anew(observed: Observations, zones: Sequence[str]) -> Observations:
    """The same, but with these zones read by their looks alone: which piece was taken for which is forgotten."""
    found = copy(observed)
    found.baseline = dict(observed.baseline)
    for zone in zones:
        seen = observed.seen[zone]
        found.baseline[zone] = Baseline(Sighting(zone, seen.frame, seen.exposed, (), seen.unenrolled), ())
    return found
