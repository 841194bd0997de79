"""Of faces that are alike but for some figures, as the two sides of a wonder's board may be: which one lies there.

Cells say that it is one of them, and not which: over all of a board they differ little, and by what each is off its
place as much as by its figures. Their fine print (``fine_print``) is compared where they differ.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from vision.recognition.kinds import kind_of
from vision.sighting import FaceProbability
from vision.stills.cell_agreement import seen
from vision.stills.columns import OPEN, closer
from vision.stills.occupancy import Placed, Table
from vision.stills.scoring import SAME_PIECE, Found

_DOUBTFUL = 0.03
"""Probability from which on a face may be what lies there: less, and nobody is asked."""
_AS_WELL = 0.8
"""What cells say for a face where its own features place it, as a share of what they say for the one that was told,
from which on it may lie there all the same: of two sides with the same picture 0.9 and more; chosen by hand."""
_HALF = 0.5
"""Of what is printed there, what the best face must explain: coins may hide the rest."""


def told_apart(table: Table, found: Sequence[Found], placed: Sequence[Placed]) -> list[Found]:
    """What was found; of what lies open and may be several faces, how likely each is by its fine print.

    ``placed``: the guesses, each where its own features place it.
    """
    return [_looked_at(table, one, placed) for one in found]


def _looked_at(table: Table, one: Found, guesses: Sequence[Placed]) -> Found:
    if not one.faces or kind_of(one.faces[0].face).group == "token":
        return one
    for placed in table.accepted:
        if np.array_equal(table.quad(placed), one.quad) and seen(placed.odds).mean() > OPEN:
            likely = [each.face for each in one.faces if each.probability > _DOUBTFUL]
            likely += _as_good(table, placed, guesses, [each.face for each in one.faces[len(likely) :]])
            if len(likely) < 2:
                return one
            covers = [table.in_sight(other) for other in table.accepted if other is not placed]
            read = closer(table, placed.matrix, likely, covers)
            return one if read is None or read.explained < _HALF else _weighed(one, dict(read.shares))
    return one


def _as_good(table: Table, placed: Placed, guesses: Sequence[Placed], others: Sequence[str]) -> list[str]:
    """Which of these faces fit about as well, each where it would lie."""
    good = (each for each in guesses if each.face in others and each.strength > _AS_WELL * placed.strength)
    return sorted({each.face for each in good if table.apart(each, placed) < SAME_PIECE})


def _weighed(one: Found, shares: Mapping[str, float]) -> Found:
    """That it is one of these cells have told; which of them the fine print does."""
    theirs = sum(each.probability for each in one.faces if each.face in shares)
    told = {each.face: each.probability for each in one.faces} | {face: theirs * of for face, of in shares.items()}
    ranked = sorted(told.items(), key=lambda each: -each[1])
    return Found(one.quad, tuple(FaceProbability(face, probability) for face, probability in ranked))
