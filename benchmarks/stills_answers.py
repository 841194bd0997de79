"""What a single photograph's reader said of one true piece, and shares of many such answers."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from vision.geometry.image import Points
from vision.geometry.quads import area, intersection
from vision.stills.scoring import Found

SURE = 0.97
"""The default threshold."""
_BINS = 15


class Answer(NamedTuple):
    """A piece's true face (None: never enrolled), whether it was found, the name given, how surely.

    ``astray``: its worst corner's distance, as a share of the piece's height.
    """

    truth: str | None
    found: bool
    named: str | None
    probability: float
    astray: float

    @staticmethod
    def of(truth: str | None, quad: Points, found: Found | None) -> "Answer":
        """What was said of the piece that truly lies at ``quad``."""
        if found is None:
            return Answer(truth, False, None, 0.0, np.inf)
        astray = float(np.hypot(*(found.quad - quad).T).max() / np.hypot(*(quad[3] - quad[0])))
        if not found.faces:
            return Answer(truth, True, None, 0.0, astray)
        return Answer(truth, True, found.faces[0].face, found.faces[0].probability, astray)

    @property
    def right(self) -> bool:
        """Named, and as it is."""
        return self.named is not None and self.named == self.truth

    @property
    def wrong_and_sure(self) -> bool:
        """Named otherwise than it is, at the default threshold."""
        return not self.right and self.probability >= SURE


def union_overlap(one: Points, other: Points) -> float:
    """The area that two convex quadrilaterals share, in proportion to what they cover together (0..1)."""
    shared = intersection(one, other)
    return shared / (area(one) + area(other) - shared + 1e-9)


def calibration_error(answers: Sequence[Answer]) -> float:
    """The expected calibration error of all that was found (0..1)."""
    said = [one for one in answers if one.found]
    if not said:
        return 0.0
    sure = np.array([one.probability for one in said])
    right = np.array([one.right for one in said])
    bins = np.minimum((sure * _BINS).astype(int), _BINS - 1)
    return float(
        sum(abs(sure[bins == k].mean() - right[bins == k].mean()) * (bins == k).mean() for k in np.unique(bins))
    )
