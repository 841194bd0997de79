"""Faces that may lie in a zone and are not enrolled make it likelier that a piece is none of those that are.

The recogniser's probabilities are fitted for tables on which such pieces are rare. Where they are not, how sure it is
is weighed once more: enrolled pieces are named almost always almost with certainty, pieces whose like is not enrolled
seldom are.
"""

import math
from collections.abc import Container, Sequence
from typing import NamedTuple

from vision.geometry.image import Image
from vision.recognition.kinds import kind_of
from vision.recognition.naming import SUREST, Ranked, Recogniser
from vision.sighting import FaceProbability


class _Fit(NamedTuple):
    """Log of how much likelier an unenrolled piece than an enrolled one is named with a probability p.

    ``at_evens`` plus ``per_logit`` times log(p / (1 - p)), from ``least`` to ``most``.
    """

    at_evens: float
    per_logit: float
    least: float
    most: float


_TOKENS = _Fit(7.6, -0.525, -3.2, 2.0)
"""By 1,583 hard views of enrolled tokens and 900 of others, of two real boxes and our own with a third left out (24
November; ``python -m benchmarks.fit_unenrolled`` prints the first two numbers of one box, without bounds): a token that
differs from one of the box in a small picture alone (a deck of wood, a deck of clay) is named as that one, and one in
forty as surely as that one itself is more often than not."""
_OTHERS = _Fit(4.0, -0.55, -math.inf, math.inf)
"""Stages, boards and cards differ in more than a small picture. Amid 3.1, -0.54 and 6.4, -0.67 (tokens of two real
boxes) and 5.2, -0.53 (our own), a third of them left out."""


def with_odds(ranked: Ranked, lacking: float) -> Ranked:
    """The same faces of a piece that was as likely to be none of them, where that is as likely as ``lacking``.

    ``lacking``: how many candidates are not enrolled for each that is; 0 changes nothing.
    """
    known = min(SUREST, sum(one.probability for one in ranked))
    if lacking <= 0 or known <= 0:
        return ranked
    share = 1 / (known + lacking * (1 - known))
    return tuple(FaceProbability(one.face, one.probability * share) for one in ranked)


class Unenrolled:
    """A recogniser whose answers reckon with the candidates that are not among those ``enrolled``."""

    def __init__(self, recogniser: Recogniser, enrolled: Container[str]) -> None:
        self._recogniser, self._enrolled = recogniser, enrolled

    def recognise(self, patches: Sequence[Image], candidates: Sequence[str]) -> list[Ranked]:
        """As ``Recogniser``."""
        lacking = self._lacking(candidates)
        return [_weighed(ranked, candidates, lacking) for ranked in self._recogniser.recognise(patches, candidates)]

    def best_of(self, tries: Sequence[Image], candidates: Sequence[str]) -> tuple[int, Ranked]:
        """As ``Recogniser``."""
        best, ranked = self._recogniser.best_of(tries, candidates)
        return best, _weighed(ranked, candidates, self._lacking(candidates))

    def _lacking(self, candidates: Sequence[str]) -> float:
        """How many candidates are not enrolled for each that is."""
        known = sum(face in self._enrolled for face in candidates)
        return (len(candidates) - known) / known if known else 0.0


def _fit(candidates: Sequence[str]) -> _Fit:
    return _TOKENS if all(kind_of(face).group == "token" for face in candidates) else _OTHERS


def _weighed(ranked: Ranked, candidates: Sequence[str], lacking: float) -> Ranked:
    """The same faces, where so many candidates are not enrolled for each that is."""
    if not ranked or lacking <= 0:
        return ranked
    fit = _fit(candidates)
    best = min(ranked[0].probability, SUREST)
    likelier = fit.at_evens + fit.per_logit * math.log(best / (1 - best))
    against = lacking * math.exp(min(fit.most, max(fit.least, likelier)))
    return tuple(FaceProbability(one.face, one.probability / (1 + against)) for one in ranked)
