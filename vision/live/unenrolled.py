"""Faces that may lie in a zone and are not enrolled make it likelier that a piece is none of those that are.

The recogniser's probabilities are fitted for tables on which such pieces are rare. Where they are not, how sure it is
is weighed once more: enrolled pieces are named almost always almost with certainty, pieces whose like is not enrolled
seldom are.
"""

import math
from collections.abc import Container, Sequence

from vision.geometry.image import Image
from vision.recognition.naming import SUREST, Ranked, Recogniser
from vision.sighting import FaceProbability

_AT_EVENS, _PER_LOGIT = 7.6, -0.525
_LEAST, _MOST = -3.2, 2.0
"""Log of how much likelier an unenrolled piece than an enrolled one is named with a probability p: the first plus the
second times log(p / (1 - p)), within these bounds. By 1,583 hard views of enrolled tokens and 900 of others, of two
real boxes and our own with a third left out (24 November; ``python -m benchmarks.fit_unenrolled`` prints the first two
numbers of one box, without bounds): a token that differs from one of the box in a small picture alone (a deck of wood,
a deck of clay) is named as that one, and one in forty as surely as that one itself is more often than not."""


class Unenrolled:
    """A recogniser whose answers reckon with the candidates that are not among those ``enrolled``."""

    def __init__(self, recogniser: Recogniser, enrolled: Container[str]) -> None:
        self._recogniser, self._enrolled = recogniser, enrolled

    def recognise(self, patches: Sequence[Image], candidates: Sequence[str]) -> list[Ranked]:
        """As ``Recogniser``."""
        lacking = self._lacking(candidates)
        return [_weighed(ranked, lacking) for ranked in self._recogniser.recognise(patches, candidates)]

    def best_of(self, tries: Sequence[Image], candidates: Sequence[str]) -> tuple[int, Ranked]:
        """As ``Recogniser``."""
        best, ranked = self._recogniser.best_of(tries, candidates)
        return best, _weighed(ranked, self._lacking(candidates))

    def _lacking(self, candidates: Sequence[str]) -> float:
        """How many candidates are not enrolled for each that is."""
        known = sum(face in self._enrolled for face in candidates)
        return (len(candidates) - known) / known if known else 0.0


def _weighed(ranked: Ranked, lacking: float) -> Ranked:
    """The same faces, where so many candidates are not enrolled for each that is."""
    if not ranked or lacking <= 0:
        return ranked
    best = min(ranked[0].probability, SUREST)
    likelier = _AT_EVENS + _PER_LOGIT * math.log(best / (1 - best))
    against = lacking * math.exp(min(_MOST, max(_LEAST, likelier)))
    return tuple(FaceProbability(one.face, one.probability / (1 + against)) for one in ranked)
