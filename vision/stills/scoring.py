"""Which of the guessed pieces lie in a photograph, and which faces they show, how surely."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from vision.geometry.image import Image, Points
from vision.recognition.cell_descriptors import CELL_GRIDS
from vision.recognition.kinds import kind_of
from vision.recognition.naming import Ranked
from vision.stills.cell_agreement import seen
from vision.stills.covered import open_part
from vision.stills.occupancy import Placed, Table
from vision.stills.templates import Alike

_ACCEPTED, _FREE = 5.0, 0.5
"""Log odds of what lies open that a piece needs; share of its own that must be left by others."""
_TOKEN_IN_SIGHT = 0.5
"""Share of a token's cells that are in sight, or lie under another token: nobody lays a token under anything else. (Of
21 of the twin's 0.72 or more; of two of which only a medal on a wonder agreed 0.31 and 0.12.)"""
_BY_FEATURES = 0.35
"""Log odds that a feature's vote adds."""
SAME_PIECE = 6.0
"""mm between two places of one piece."""
_RIVALS, _WORTH = 3, 0.4
"""Faces tried at a place, and share of the best's log odds that makes one worth it."""
_SAME_PLACE = 0.5
"""mm between two tries that differ."""
_UNHINTED = 0.1
"""How much likelier than not a guess is true before it is looked at, where no feature speaks for it."""


class Found(NamedTuple):
    """A piece: corners in picture pixels (4 x 2, clockwise from its own top left) and its likely faces.

    ``covered``: whether something lies on it that is no piece.
    """

    quad: Points
    faces: Ranked
    covered: bool = False


def explained(table: Table, placed: list[Placed], alike: Alike) -> list[Found]:
    """The guesses that stand, the best first, each explaining its part of the picture."""
    found = []
    waiting = sorted(placed, key=lambda one: -one.strength)
    # What cells say and what features say is said by different things: a small face that fits must wait.
    values = [one.strength + _BY_FEATURES * one.support for one in waiting]
    while waiting:
        best = int(np.argmax(values))
        one = waiting.pop(best)
        values.pop(best)
        free = table.free(one)
        value = in_sight(one, free)
        both = value + _BY_FEATURES * one.support
        if values and both < max(values) and value > _ACCEPTED:
            waiting.append(one)
            values.append(both)
            continue
        if value < _ACCEPTED or value < _FREE * one.strength or _is_printed(table, one):
            continue
        named, ranked = named_at(table, one, alike[one.face], free, placed)
        if ranked and not any(table.on_each_other(named, other) < SAME_PIECE for other in table.accepted):
            table.claim(named)
            found.append(Found(table.quad(named), ranked))
    return found


def _is_printed(table: Table, one: Placed) -> bool:
    """Whether what looks like a token is but a part of what is printed on something larger."""
    if kind_of(one.face).group != "token":
        return False
    tokens = [table.quad(other) for other in table.accepted if kind_of(other.face).group == "token"]
    shown = open_part(one.matrix, table.templates.sizes[one.face], one.odds.shape[::-1], tokens)
    return bool((seen(one.odds) | (shown == 0)).mean() < _TOKEN_IN_SIGHT)


def named_at(
    table: Table, one: Placed, alike: Sequence[str], free: Image, placed: Sequence[Placed] = ()
) -> tuple[Placed, Ranked]:
    """Every face of this size at this place: the best, and how likely each is; none, where all of it speaks against."""
    rivals = {rival.face: rival for rival in table.compared(alike, one.matrix)}
    for other in placed:
        known = rivals.get(other.face)
        if known is not None and other.support and table.apart(one, other) < SAME_PIECE:
            better = other if other.strength > known.strength else known
            rivals[other.face] = better._replace(support=max(other.support, known.support))
    order = sorted(rivals.values(), key=lambda each: -in_sight(each, free) - _BY_FEATURES * each.support)
    least = _WORTH * in_sight(order[0], free)
    tries: list[Placed] = []
    for rival in order[:_RIVALS]:
        if in_sight(rival, free) >= least:
            settled = table.settled(rival)
            if all(table.apart(settled, other) > _SAME_PLACE for other in tries):
                tries.append(settled)
    if not tries:
        return one, ()
    grid, size = CELL_GRIDS[kind_of(one.face).group], table.templates.sizes[one.face]
    patches = [table.original.patch(each.matrix, size, grid) for each in tries]
    named = table.templates.recogniser.odds(patches, alike, free)
    face, best = named.faces[0][0], tries[named.best]
    usual = table.templates.aligner(face).odds_by_lines(table.original, best.matrix, free)
    ranked = named.known(usual if one.support else _UNHINTED * usual)
    return (best if face == best.face else table.at(face, best.matrix)), ranked


def in_sight(placed: Placed, free: Image) -> float:
    """What the cells in sight say that no other piece explains."""
    return float((np.where(seen(placed.odds), placed.odds, 0.0) * free).sum())
