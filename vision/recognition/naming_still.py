"""Naming a piece of a photograph by what of it lies open: cell by cell, with calibrated probabilities.

What other pieces are known to cover says nothing, neither for nor against; what else may hide a part, the evidence
bears by itself (``vision.recognition.cell_likelihood``).
"""

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from vision.geometry.image import Image
from vision.recognition.calibration import Judged, probabilities
from vision.recognition.cell_descriptors import CELL_GRIDS, STEP, Cells, describe_cells
from vision.recognition.kinds import Group, kind_of
from vision.recognition.library import Library
from vision.recognition.recogniser import Ranked
from vision.sighting import FaceProbability

_OPEN = 0.8
"""A cell of which less lies open is left out."""
_NEARLY = 0.25
"""How far behind the best place, at a glance (evidence a cell), one is still looked at closely."""
_LEAST_UNKNOWN = 1e-9
_WORTH_SAYING = 0.0001


class Named(NamedTuple):
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


def name_still(library: Library, tries: Sequence[Image], faces: Sequence[str], free: Image | None = None) -> Named:
    """Name the piece that ``tries`` (uint8 BGR patches, right way up) show, each cut out a little differently.

    ``faces``: all that it may be, of one shape; ``free``: rows x columns, 0..1, how much of it no other piece covers.
    """
    grid = CELL_GRIDS[kind_of(faces[0]).group]
    cells = [describe_cells(patch, grid) for patch in tries]
    if free is not None:
        opened = (_cell_shares(free, grid) > _OPEN).astype(np.float32)
        cells = [one._replace(seen=one.seen * opened) for one in cells]
    # Each group says how likely one of its faces is beside unknown: odds against the same unknown.
    groups = sorted({kind_of(face).group for face in faces})
    looked = [_looked(library, cells, group, faces) for group in groups]
    odds = [pair for one in looked for pair in one.faces]
    surest = max(looked, key=lambda one: max(value for _, value in one.faces))
    return Named(surest.best, tuple(sorted(odds, key=lambda pair: -pair[1])))


def _looked(library: Library, cells: Sequence[Cells], group: Group, faces: Sequence[str]) -> Named:
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
    shares = probabilities(judged, allowed, library.calibrations[group])[0]
    unknown = max(1 - float(shares[allowed].sum()), _LEAST_UNKNOWN)
    return Named(best, tuple((name, float(shares[k]) / unknown) for k, name in enumerate(names) if allowed[k]))


def _cell_shares(free: Image, grid: tuple[int, int]) -> Image:
    """How much of each of the recogniser's cells lies open."""
    coarse = (grid[0] // STEP, grid[1] // STEP)
    fields = cv2.resize(free.astype(np.float32), coarse, interpolation=cv2.INTER_LINEAR)
    shares: Image = (fields[:-1, :-1] + fields[1:, :-1] + fields[:-1, 1:] + fields[1:, 1:]) / 4
    return shares.ravel()
