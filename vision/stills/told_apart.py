"""Of faces that are alike but for some figures, as the two sides of a wonder's board may be: which one lies there.

Cells say that it is one of them, and not clearly which: over all of a board they differ little. Their fine print
(``fine_print``) is compared where they differ.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from vision.recognition.kinds import kind_of
from vision.sighting import FaceProbability
from vision.stills.cell_agreement import seen
from vision.stills.columns import OPEN, closer
from vision.stills.occupancy import Table
from vision.stills.scoring import Found

_DOUBTFUL = 0.03
"""Probability from which on a face may be what lies there: less, and nobody is asked."""
_HALF = 0.5
"""Of what is printed there, what the best face must explain: coins may hide the rest."""


def told_apart(table: Table, found: Sequence[Found]) -> list[Found]:
    """What was found; of what lies open and may be several faces, how likely each is by its fine print."""
    return [_looked_at(table, one) for one in found]


def _looked_at(table: Table, one: Found) -> Found:
    likely = [each.face for each in one.faces if each.probability > _DOUBTFUL]
    if len(likely) < 2 or kind_of(likely[0]).group == "token":
        return one
    for placed in table.accepted:
        if np.array_equal(table.quad(placed), one.quad) and seen(placed.odds).mean() > OPEN:
            covers = [table.in_sight(other) for other in table.accepted if other is not placed]
            read = closer(table, placed.matrix, likely, covers)
            return one if read is None or read.explained < _HALF else _weighed(one, dict(read.shares))
    return one


def _weighed(one: Found, shares: Mapping[str, float]) -> Found:
    """That it is one of these cells have told; which of them the fine print does."""
    theirs = sum(each.probability for each in one.faces if each.face in shares)
    told = {each.face: each.probability for each in one.faces} | {face: theirs * of for face, of in shares.items()}
    ranked = sorted(told.items(), key=lambda each: -each[1])
    return Found(one.quad, tuple(FaceProbability(face, probability) for face, probability in ranked))
