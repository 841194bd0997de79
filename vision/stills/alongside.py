"""Stages beside others of their wonder: they touch, one way round, so those that no features tell are looked for there.

Of a stage with one round symbol all features may lie on it, and tell no turn; of a plain one there are none.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

import cv2
import numpy as np

from vision.geometry.homography import shifted, transform_points
from vision.geometry.image import Image
from vision.recognition.kinds import kind_of
from vision.stills.fine_print import ROUGH_PX_PER_MM
from vision.stills.lying import heaps, shorter_side
from vision.stills.occupancy import Placed, Table
from vision.stills.scoring import Found, explained
from vision.stills.sought import LIES_THERE, likeliest, roughly
from vision.stills.templates import Alike

_GAP: Final = 0.5
"""Share of a stage's shorter side up to which another is of the same wonder."""
_OPEN: Final = 0.7
"""Share of a stage that no other piece explains, where it lies beside them: they touch, and a token may lie on it."""


class _Surroundings(NamedTuple):
    """A wonder and what is about it: homography from mm to px, colours (CIE L*a*b*), what no piece explains (0..1)."""

    corner: Image
    lab: Image
    free: Image


def alongside(table: Table, alike: Alike) -> list[Found]:
    """The stages that lie beside others, as large and the same way round as they."""
    lying = [one for one in table.accepted if kind_of(one.face).group == "stage"]
    known = {one.face for one in lying}
    missing = [face for face in alike if kind_of(face).group == "stage" and face not in known]
    if not missing or not lying:
        return []
    # What touches another stage reaches no further beyond it than it is high.
    reach = max(min(table.templates.sizes[face]) for face in missing)
    there: list[Placed] = []
    for wonder in _wonders(table, lying):
        about = _surroundings(table, wonder, reach)
        tries = (likeliest(table, face, _fits(table, face, about)) for face in missing)
        there += [one for one in tries if one is not None and one.strength > LIES_THERE]
    return explained(table, there, alike)


def _wonders(table: Table, stages: Sequence[Placed]) -> Iterator[list[Placed]]:
    """Stages that touch."""
    quads = [table.quad(one) for one in stages]
    for heap in heaps(quads, _GAP * shorter_side(quads)):
        yield [stages[k] for k in heap]


def _surroundings(table: Table, wonder: Sequence[Placed], reach: float) -> _Surroundings:
    """What is within so many mm of a wonder, as its surest stage lies."""
    surest = max(wonder, key=lambda one: one.strength)
    to_mm = np.linalg.inv(surest.matrix)
    corners = np.concatenate([transform_points(to_mm, table.quad(one)) for one in wonder])
    low = corners.min(0) - reach
    wide, high = (float(side) for side in corners.max(0) + reach - low)
    corner = surest.matrix @ shifted(*low)
    lab = roughly(table, corner, (wide, high))
    return _Surroundings(corner, lab, table.free_at(corner, (wide, high), lab.shape[:2]).astype(np.float32))


def _fits(table: Table, face: str, about: _Surroundings) -> Iterator[tuple[float, Image]]:
    """Where a print fits best among what no piece explains, and how well (-1..1); nowhere if it is larger than that."""
    look = _own(table, face)
    high, wide = look.shape[:2]
    if high > about.lab.shape[0] or wide > about.lab.shape[1]:
        return
    fits = cv2.matchTemplate(about.lab, look, cv2.TM_CCOEFF_NORMED)
    free = cv2.boxFilter(about.free, -1, (wide, high), anchor=(0, 0))[: fits.shape[0], : fits.shape[1]]
    _, clear, _, (right, down) = cv2.minMaxLoc(np.where(free > _OPEN, fits, -1.0))
    yield clear, about.corner @ shifted(right / ROUGH_PX_PER_MM, down / ROUGH_PX_PER_MM)


def _own(table: Table, face: str) -> Image:
    """A print (CIE L*a*b*), what is beside the piece of the piece's mean colour: the table there says nothing then."""
    look = table.templates.fine.rough(face, table.templates.sizes[face])
    mine = table.templates.usual.of(face)
    solid = cv2.resize(mine.solid.reshape(mine.rows, -1).astype(np.float32), look.shape[1::-1]) > 0.5
    return np.where(solid[..., None], look, look[solid].mean(0)).astype(np.float32) if solid.any() else look
