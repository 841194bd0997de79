"""Which face a rectified patch shows, with calibrated probabilities: a quick look at all, a close one at the best.

``LibraryRecogniser`` names pieces whose candidates are known (the live table); ``name_still`` names a piece of a
photograph by what of it lies open. Both choose among several tries at cutting it out, and both ask each group of faces
on its own.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import NamedTuple, Protocol

import cv2
import numpy as np

from vision.geometry.image import Image
from vision.recognition.calibration import Calibration, Judged, probabilities
from vision.recognition.cell_descriptors import CELL_GRIDS, STEP, Cells, describe_cells
from vision.recognition.cell_likelihood import CellLikelihood, Glance
from vision.recognition.hog import hog_descriptors
from vision.recognition.kinds import GRIDS, Group, kind_of
from vision.recognition.library import Library
from vision.sighting import FaceProbability

Ranked = tuple[FaceProbability, ...]
"""Best first; what is missing to 1 is the probability that it is none of the enrolled faces."""

_WORTH_SAYING = 0.0001
"""Probability below which a face is not named."""
_SUREST = 1 - 1e-7
"""Probability that is never surpassed: odds stay finite."""
_CLOSE_LOOKS = 4
"""Tries that are looked at cell by cell; a discriminant chooses them."""
_BY_BLUR = 0.5
"""What another blur can add at most (evidence a cell; of what does not fit it adds nearly nothing)."""
_NEARLY = 0.25
"""How far behind the best try, at a glance (evidence a cell), one is still looked at closely."""
_OPEN = 0.8
"""A cell of which less lies open is left out (a photograph)."""
_LEAST_UNKNOWN = 1e-9


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
    likelihood: CellLikelihood
    calibration: Calibration

    def fit(self, glance: Glance) -> float:
        """How well the best candidate fits (log likelihood ratio a cell)."""
        return float(glance.scores[self.allowed].max()) / len(glance.look.seen)

    def closely(self, glance: Glance) -> tuple[float, Image]:
        """The fit at a close look, and the candidates' probabilities (F)."""
        scores = self.likelihood.scores(glance, self.allowed)
        count = len(glance.look.seen)
        judged = Judged(scores[None, :], np.array([float(glance.look.seen.sum())]), count)
        fit = float(scores[self.allowed].max()) / count
        return fit, probabilities(judged, self.allowed, self.calibration)[0, self.allowed]


def _asked(library: Library, candidates: Sequence[str]) -> tuple[_Asked, ...]:
    """The groups that candidates belong to; none: any of the library's."""
    wanted = {face for face in candidates or library.faces if face in library.faces}
    split = []
    for group in sorted({kind_of(face).group for face in wanted}):
        faces = library.discriminants[group].faces
        allowed = np.array([face in wanted for face in faces])
        names = tuple(np.array(faces)[allowed].tolist())
        split.append(_Asked(group, names, allowed, library.likelihoods[group], library.calibrations[group]))
    return tuple(split)


def _near(fits: Mapping[int, float]) -> list[int]:
    """The tries that are worth a close look."""
    return [k for k, fit in fits.items() if fit >= max(fits.values()) - _NEARLY]


class _Seen(NamedTuple):
    """A glance at a patch for one group."""

    asked: _Asked
    glance: Glance


class LibraryRecogniser:
    """A quick look at everything (a discriminant), a close look (cell by cell) where it counts."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._split = lru_cache(maxsize=256)(partial(_asked, library))

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
        near = _near(first)
        looked = {k: self._looked_at(seen[k]) for k in near}
        # Where it fits best, not where it is surest: out of place a piece may look surely like its neighbour.
        best = max(near, key=lambda k: looked[k][0])
        return best, looked[best][1]

    @staticmethod
    def _firsts(patch: Image, groups: Sequence[_Asked]) -> list[_Seen]:
        """What a glance at a patch in the commonest blur says, group by group."""
        return [_Seen(one, one.likelihood.first(describe_cells(patch, CELL_GRIDS[one.group]))) for one in groups]

    @staticmethod
    def _blurred(firsts: Sequence[_Seen]) -> list[_Seen]:
        """The same under the blur that suits each face best."""
        return [one._replace(glance=one.asked.likelihood.blurred(one.glance)) for one in firsts]

    @staticmethod
    def _looked_at(glances: Sequence[_Seen]) -> tuple[float, Ranked]:
        """How well the best candidate fits (log likelihood ratio a cell), and all candidates, ranked."""
        looked = [(one.asked.names, *one.asked.closely(one.glance)) for one in glances]
        fit = max((fit for _, fit, _ in looked), default=-np.inf)
        return fit, _rank([(names, shares) for names, _, shares in looked])

    def _quick_look(self, patches: Sequence[Image], candidates: Sequence[str]) -> Image:
        """How promising each patch is: its distance to the nearest candidate, turned round."""
        best: Image = np.full(len(patches), -np.inf)
        for group, _, allowed, *_ in self._split(tuple(candidates)):
            distances = self._library.discriminants[group].distances(hog_descriptors(patches, GRIDS[group]))
            best = np.maximum(best, -distances[:, allowed].min(1))
        return best


def _fit(glances: Sequence[_Seen]) -> float:
    """How well the best candidate of any group fits."""
    return max((one.asked.fit(one.glance) for one in glances), default=-np.inf)


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


class NamedStill(NamedTuple):
    """Which of several places shows a piece best, and each face with how much likelier than unknown it is (odds)."""

    best: int
    faces: tuple[tuple[str, float], ...]

    def ranked(self, usual: float = 1.0) -> Ranked:
        """The faces by their probabilities; none where it is more likely unknown.

        ``usual``: how much likelier than not a known piece lies there before anybody looks (odds).
        """
        whole = 1 + usual * sum(odds for _, odds in self.faces)
        if not self.faces or usual * self.faces[0][1] <= 1:
            return ()
        ranked = (FaceProbability(face, usual * odds / whole) for face, odds in self.faces)
        return tuple(one for one in ranked if one.probability > _WORTH_SAYING)


def name_still(library: Library, tries: Sequence[Image], faces: Sequence[str], free: Image | None = None) -> NamedStill:
    """Name the piece that ``tries`` (uint8 BGR patches, right way up) show, each cut out a little differently.

    ``faces``: all that it may be, of one shape; ``free``: rows x columns, 0..1, how much of it no other piece covers.
    """
    grid = CELL_GRIDS[kind_of(faces[0]).group]
    cells = [describe_cells(patch, grid) for patch in tries]
    if free is not None:
        opened = (_cell_shares(free, grid) > _OPEN).astype(np.float32)
        cells = [one._replace(seen=one.seen * opened) for one in cells]
    # Each group says how likely one of its faces is beside unknown: odds against the same unknown.
    looked = [_named_still(asked, cells) for asked in _asked(library, faces)]
    odds = [pair for one in looked for pair in one.faces]
    surest = max(looked, key=lambda one: max(value for _, value in one.faces))
    return NamedStill(surest.best, tuple(sorted(odds, key=lambda pair: -pair[1])))


def _named_still(asked: _Asked, cells: Sequence[Cells]) -> NamedStill:
    """One group's answer at the place where it fits best."""
    glances = [asked.likelihood.glance(one) for one in cells]
    looked = {k: asked.closely(glances[k]) for k in _near({k: asked.fit(one) for k, one in enumerate(glances)})}
    # Where it fits best, not where it is surest: out of place a piece may look surely like its neighbour.
    best = max(looked, key=lambda k: looked[k][0])
    shares = looked[best][1]
    unknown = max(1 - float(shares.sum()), _LEAST_UNKNOWN)
    return NamedStill(
        best, tuple((name, float(share) / unknown) for name, share in zip(asked.names, shares, strict=True))
    )


def _cell_shares(free: Image, grid: tuple[int, int]) -> Image:
    """How much of each of the recogniser's cells lies open."""
    coarse = (grid[0] // STEP, grid[1] // STEP)
    fields = cv2.resize(free.astype(np.float32), coarse, interpolation=cv2.INTER_LINEAR)
    shares: Image = (fields[:-1, :-1] + fields[1:, :-1] + fields[:-1, 1:] + fields[1:, 1:]) / 4
    return shares.ravel()
