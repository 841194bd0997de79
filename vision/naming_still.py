"""Naming a piece of a photograph by what of it lies open: cell by cell, with calibrated probabilities.

What other pieces are known to cover says nothing, neither for nor against; what else may hide a part, the evidence
bears by itself (``vision.evidence``).
"""

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from vision.calibration import Judged, probabilities
from vision.cells import CELL_GRIDS, STEP, Cells, describe_cells
from vision.image import Image
from vision.kinds import Group, kind_of
from vision.library import Library
from vision.recognise import Ranked
from vision.sighting import FaceProbability

_OPEN = 0.8
"""A cell of which less lies open is left out."""
_NEARLY = 0.25
"""How far behind the best place, at a glance (evidence a cell), one is still looked at closely."""
_MOST = 1 - 1e-9
_WORTH_SAYING = 0.0001


class Named(NamedTuple):
    """Which of several places shows the piece best, and its likely faces; none: more likely it is unknown."""

    best: int
    faces: Ranked


class _Looked(NamedTuple):
    """The answer of one group: how likely it is any of its faces (odds), at which place, each face's share."""

    odds: float
    best: int
    shares: dict[str, float]


def name_still(
    library: Library, tries: Sequence[Image], faces: Sequence[str], free: Image | None = None, usual: float = 1.0
) -> Named:
    """Name the piece that ``tries`` (uint8 BGR patches, right way up) show, each cut out a little differently.

    ``faces``: all that it may be, of one shape; ``free``: rows x columns, 0..1, how much of it no other piece covers;
    ``usual``: how much likelier than not it is one of them before anybody looks (odds).
    """
    grid = CELL_GRIDS[kind_of(faces[0]).group]
    cells = [describe_cells(patch, grid) for patch in tries]
    if free is not None:
        opened = (_cell_shares(free, grid) > _OPEN).astype(np.float32)
        cells = [one._replace(seen=one.seen * opened) for one in cells]
    groups = sorted({kind_of(face).group for face in faces})
    looked = [_looked(library, cells, group, faces) for group in groups]
    # Each group says how likely one of its faces is beside unknown: odds against the same unknown.
    whole = 1 + usual * sum(one.odds for one in looked)
    ranked = [
        FaceProbability(face, probability)
        for one in looked
        for face, share in one.shares.items()
        if (probability := share * usual * one.odds / whole) > _WORTH_SAYING
    ]
    ranked.sort(key=lambda one: -one.probability)
    best = max(looked, key=lambda one: one.odds).best
    return Named(best, tuple(ranked) if ranked and ranked[0].probability > 1 / whole else ())


def _looked(library: Library, cells: Sequence[Cells], group: Group, faces: Sequence[str]) -> _Looked:
    """One group's answer at the place where it fits best."""
    evidence, names = library.evidence[group], library.discriminants[group].faces
    allowed = np.array([face in faces for face in names])
    glances = [evidence.glance(one) for one in cells]
    count = len(cells[0].seen)
    first = [float(glance.scores[allowed].max()) / count for glance in glances]
    near = [k for k, fit in enumerate(first) if fit >= max(first) - _NEARLY]
    scores = {k: evidence.scores(glances[k], allowed) for k in near}
    # Where it fits best, not where it is surest: out of place a piece may look surely like its neighbour.
    best = max(near, key=lambda k: float(scores[k][allowed].max()))
    judged = Judged(scores[best][None, :], np.array([cells[best].seen.sum()]), count)
    table = probabilities(judged, allowed, library.calibrations[group])[0]
    known = min(float(table[allowed].sum()), _MOST)
    shares = {name: float(table[k]) / max(known, 1e-12) for k, name in enumerate(names) if allowed[k]}
    return _Looked(known / (1 - known), best, shares)


def _cell_shares(free: Image, grid: tuple[int, int]) -> Image:
    """How much of each of the recogniser's cells lies open."""
    coarse = (grid[0] // STEP, grid[1] // STEP)
    fields = cv2.resize(free.astype(np.float32), coarse, interpolation=cv2.INTER_LINEAR)
    shares: Image = (fields[:-1, :-1] + fields[1:, :-1] + fields[:-1, 1:] + fields[1:, 1:]) / 4
    return shares.ravel()
