"""Which face a rectified patch shows: the seam behind which recognisers are exchanged."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple, Protocol

import numpy as np

from vision.geometry.image import Image
from vision.recognition.calibration import Judged, probabilities
from vision.recognition.cell_descriptors import CELL_GRIDS, describe_cells
from vision.recognition.cell_likelihood import Glance
from vision.recognition.hog import describe
from vision.recognition.kinds import GRIDS, Group, kind_of
from vision.recognition.library import Library
from vision.sighting import FaceProbability

Ranked = tuple[FaceProbability, ...]
"""Best first; what is missing to 1 is the probability that it is none of the enrolled faces."""

_WORTH_SAYING = 0.0001
_SUREST = 1 - 1e-7
_CLOSE_LOOKS = 4
_BY_BLUR = 0.5
"""What another blur can add at most (evidence a cell; of what does not fit it adds nearly nothing)."""
_NEARLY = 0.25
"""How far behind the best try, at a glance (evidence a cell), one is still looked at closely."""


class Recogniser(Protocol):
    """Names the face on patches that hold one piece each."""

    def recognise(self, patches: Sequence[Image], candidates: Sequence[str]) -> list[Ranked]:
        """For each patch (uint8 BGR, the piece filling it, right way up) the candidates, ranked.

        ``candidates``: the only faces that it may be, of any group; empty: any of the library's.
        """

    def best_of(self, tries: Sequence[Image], candidates: Sequence[str]) -> tuple[int, Ranked]:
        """Of several tries at cutting out one piece: which shows it best, and what it shows."""


class _Asked(NamedTuple):
    """A group that is asked about: the candidates in it, and which of its faces (F bools) they are."""

    group: Group
    names: tuple[str, ...]
    allowed: Image


class _Seen(NamedTuple):
    """A glance at a patch for one group: how much is not burnt out, how well the best candidate fits (a cell)."""

    asked: _Asked
    glance: Glance
    seen: float
    fit: float


class LibraryRecogniser:
    """A quick look at everything (a discriminant), a close look (cell by cell) where it counts."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._split = lru_cache(maxsize=256)(self._groups)

    def recognise(self, patches: Sequence[Image], candidates: Sequence[str]) -> list[Ranked]:
        """As ``Recogniser``; several groups are each asked, and the surest answer counts."""
        groups = self._split(tuple(candidates))
        return [self._looked_at(self._blurred(self._firsts(patch, groups)))[1] for patch in patches]

    def best_of(self, tries: Sequence[Image], candidates: Sequence[str]) -> tuple[int, Ranked]:
        """As ``Recogniser``; a quick look chooses which tries are worth a close one."""
        promising = list(range(len(tries)))
        if len(tries) > _CLOSE_LOOKS:
            quick = self._quick_look(tries, candidates)
            promising = np.argsort(-quick)[:_CLOSE_LOOKS].tolist()
        groups = self._split(tuple(candidates))
        firsts = {k: self._firsts(tries[k], groups) for k in promising}
        plain = {k: _fit(glances) for k, glances in firsts.items()}
        seen = {k: self._blurred(firsts[k]) for k in promising if plain[k] >= max(plain.values()) - _BY_BLUR}
        first = {k: _fit(glances) for k, glances in seen.items()}
        near = [k for k in seen if first[k] >= max(first.values()) - _NEARLY]
        looked = {k: self._looked_at(seen[k]) for k in near}
        # Where it fits best, not where it is surest: out of place a piece may look surely like its neighbour.
        best = max(near, key=lambda k: looked[k][0])
        return best, looked[best][1]

    def _firsts(self, patch: Image, groups: Sequence[_Asked]) -> list[_Seen]:
        """What a glance at a patch in the commonest blur says, group by group."""
        seen = []
        for asked in groups:
            cells = describe_cells(patch, CELL_GRIDS[asked.group])
            glance = self._library.evidence[asked.group].first(cells)
            seen.append(_Seen(asked, glance, float(cells.seen.sum()), _best(glance, asked)))
        return seen

    def _blurred(self, firsts: Sequence[_Seen]) -> list[_Seen]:
        """The same under the blur that suits each face best."""
        seen = []
        for one in firsts:
            glance = self._library.evidence[one.asked.group].blurred(one.glance)
            seen.append(one._replace(glance=glance, fit=_best(glance, one.asked)))
        return seen

    def _looked_at(self, glances: Sequence[_Seen]) -> tuple[float, Ranked]:
        """How well the best candidate fits (evidence a cell), and all candidates, ranked."""
        tables, fit = [], -np.inf
        for (group, names, allowed), glance, seen, _ in glances:
            scores = self._library.evidence[group].scores(glance, allowed)
            count = len(glance.look.seen)
            judged = Judged(scores[None, :], np.array([seen]), count)
            table = probabilities(judged, allowed, self._library.calibrations[group])
            tables.append((names, table[0, allowed]))
            fit = max(fit, float(scores[allowed].max()) / count)
        return fit, _rank(tables)

    def _quick_look(self, patches: Sequence[Image], candidates: Sequence[str]) -> Image:
        """How promising each patch is: its distance to the nearest candidate, turned round."""
        best: Image = np.full(len(patches), -np.inf)
        for group, _, allowed in self._split(tuple(candidates)):
            distances = self._library.discriminants[group].distances(describe(patches, GRIDS[group]))
            best = np.maximum(best, -distances[:, allowed].min(1))
        return best

    def _groups(self, candidates: tuple[str, ...]) -> tuple[_Asked, ...]:
        wanted = [face for face in candidates or self._library.faces if face in self._library.faces]
        groups = sorted({kind_of(face).group for face in wanted})
        split = []
        for group in groups:
            faces = self._library.discriminants[group].faces
            allowed = np.array([face in wanted for face in faces])
            split.append(_Asked(group, tuple(np.array(faces)[allowed].tolist()), allowed))
        return tuple(split)


def _best(glance: Glance, asked: _Asked) -> float:
    """How well the best candidate fits (evidence a cell)."""
    return float(glance.scores[asked.allowed].max()) / len(glance.look.seen)


def _fit(glances: Sequence[_Seen]) -> float:
    """How well the best candidate of any group fits."""
    return max((one.fit for one in glances), default=-np.inf)


def _rank(tables: list[tuple[tuple[str, ...], Image]]) -> Ranked:
    """All groups' faces together: each group said on its own how surely the piece is one of its faces (or none).

    What a group says are odds against "none of mine"; as a piece is of one group at most, the odds stand side by side.
    """
    sure = [min(float(shares.sum()), _SUREST) for _, shares in tables]
    none = 1 / (1 + sum(one / (1 - one) for one in sure))
    found = [
        FaceProbability(name, probability)
        for (names, shares), one in zip(tables, sure, strict=True)
        for name, share in zip(names, shares, strict=True)
        if (probability := float(share) * none / (1 - one)) > _WORTH_SAYING
    ]
    return tuple(sorted(found, key=lambda one: -one.probability))


def certainty(ranked: Ranked) -> float:
    """The probability that it is any of the enrolled faces."""
    return sum(one.probability for one in ranked)
