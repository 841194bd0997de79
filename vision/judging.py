"""Which of the guessed pieces lie in a photograph, and which faces they show, how surely."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from vision.agreement import seen
from vision.album import Alike
from vision.arranging import Placed, Table
from vision.image import Image, Points
from vision.recognise import Ranked
from vision.sighting import FaceProbability

_ACCEPTED, _FREE = 5.0, 0.5
_TEMPERATURE = 1.6
_BY_LANDMARKS = 0.35
_NEAR = 6.0
_RIVALS, _WORTH = 8, 0.4
_KNOWN, _WORTH_SAYING = 0.5, 0.002
_PROOF, _PROOF_IN_LINE, _PER_HIDDEN, _SURE = 11.0, 5.0, 17.0, 2.5
"""What the cells in sight must say for a face to be as likely as not; more where parts are hidden by nothing.

A piece in a column needs less: its neighbours say that one lies there."""


class Found(NamedTuple):
    """A piece: corners in picture pixels (4 x 2, clockwise from its own top left) and its likely faces."""

    quad: Points
    faces: Ranked


def explained(table: Table, placed: list[Placed], alike: Alike) -> list[Found]:
    """The guesses that stand, the best first, each explaining its part of the picture."""
    found = []
    waiting = sorted(placed, key=lambda one: -one.strength)
    values = [one.strength for one in waiting]
    while waiting:
        best = int(np.argmax(values))
        one = waiting.pop(best)
        values.pop(best)
        free = table.free(one)
        value = in_sight(one, free)
        if values and value < max(values) and value > _ACCEPTED:
            waiting.append(one)
            values.append(value)
            continue
        if value < _ACCEPTED or value < _FREE * one.strength:
            continue
        named, ranked = named_at(table, one, alike[one.face], free, placed)
        if ranked:
            table.claim(named)
            found.append(Found(table.quad(named), ranked))
    return found


def named_at(
    table: Table, one: Placed, alike: Sequence[str], free: Image, placed: Sequence[Placed] = ()
) -> tuple[Placed, Ranked]:
    """Every face of this size at this place: the best, and how likely each is."""
    rivals = {rival.face: rival for rival in table.compared(alike, one.matrix)}
    for other in placed:
        known = rivals.get(other.face)
        if known is not None and other.support and table.apart(one, other) < _NEAR:
            better = other if other.strength > known.strength else known
            rivals[other.face] = better._replace(support=max(other.support, known.support))
    order = sorted(rivals.values(), key=lambda each: -in_sight(each, free) - _BY_LANDMARKS * each.support)
    least = _WORTH * in_sight(order[0], free)
    worthy = [rival for rival in order[:_RIVALS] if in_sight(rival, free) >= least]
    best = [table.detailed(table.settled(rival)) for rival in worthy]
    # What any good rival sees is in sight: whoever does not fit there pays for it.
    sight = np.max([seen(rival.odds) for rival in best], axis=0) * free
    scores = [float((rival.detail * sight).sum()) + _BY_LANDMARKS * rival.support for rival in best]
    shares = np.exp((np.array(scores) - max(scores)) / _TEMPERATURE)
    shares /= shares.sum()
    ranking = np.argsort(-shares)
    named = best[int(ranking[0])]
    sure = _known(named, free, _PROOF_IN_LINE if table.in_line(named) else _PROOF)
    if sure < _KNOWN:
        return named, ()
    return named, tuple(
        FaceProbability(best[k].face, float(shares[k]) * sure) for k in ranking if shares[k] > _WORTH_SAYING
    )


def in_sight(placed: Placed, free: Image) -> float:
    """What the cells in sight say that no other piece explains."""
    return float((np.where(seen(placed.odds), placed.odds, 0.0) * free).sum())


def _known(placed: Placed, free: Image, needed: float) -> float:
    """How likely it is that the face lies there rather than something that is not enrolled."""
    hidden = float((free * ~seen(placed.odds)).mean())
    proof = (in_sight(placed, free) - needed - _PER_HIDDEN * hidden) / _SURE
    return float(1 / (1 + np.exp(-np.clip(proof, -30, 30))))
