"""A player's things on an open table, pushed as one: their sheet, which is only thought of, follows them.

A printed mat is measured by its own markers. A part of an open table has none: it has moved where most of what lies on
it has moved alike.
"""

from dataclasses import replace
from typing import NamedTuple

import cv2
import numpy as np

from vision.geometry.homography import rigid, transform_points
from vision.geometry.image import Image, Points
from vision.geometry.plane import PX_PER_MM, Plane
from vision.live.memory import MatMemory
from vision.live.pieces import Piece

_FEWEST, _MOST = 4, 0.6
"""So many things that moved alike, and this share of all, are a push of the whole."""
_LEAST, _ALIKE = 1.2, 0.8
"""mm: less is no push, for each piece is found again by itself; how far from the common motion one may be."""
_REACH = 14.0
"""mm within which a piece is looked for: less than a strip of a column."""
_FOUND = 0.7
"""Correlation from which on a piece is found again. Chosen by hand; the games of docs/measurements.md hold with it."""
_CORE = 0.8
"""Share of a piece's sides that is looked for: beside it the table does not move along."""
_CHANGED, _GREY = 0.5, 12.0
"""Share of the pieces that must look otherwise before any is looked for; by so many grey values, on average."""


class Followed(NamedTuple):
    """A sheet after a push: where it lies now, what is remembered of it, how it looks."""

    plane: Plane
    memory: MatMemory
    sheet: Image


def followed(plane: Plane, memory: MatMemory, sheet: Image, frame: Image) -> Followed | None:
    """The sheet where its things have been pushed to; None: they have not been pushed together.

    ``memory`` is not changed. ``sheet``: rectified where it lay, out of this ``frame`` (uint8 BGR).
    """
    if memory.sheet is None:
        return None
    pieces = [piece for some in memory.pieces.values() for piece in some]
    motion = _common(pieces, memory.sheet, sheet) if len(pieces) >= _FEWEST else None
    if motion is None:
        return None
    pushed = replace(plane, to_frame=plane.to_frame @ motion)
    there = pushed.rectify(frame)
    return Followed(pushed, _carried(memory, pieces, motion, there), there)


def _common(pieces: list[Piece], before: Image, now: Image) -> Image | None:
    """The rigid motion (3 x 3, mm) of most of the pieces between two pictures of a sheet; None: there is none."""
    one, other = (_coarse(picture) for picture in (before, now))
    cores = [_core(piece, one.shape) for piece in pieces]
    changed = [bool(cv2.absdiff(one[core], other[core]).mean() > _GREY) for core in cores]
    if sum(changed) < max(_FEWEST, _CHANGED * len(pieces)):
        return None
    found = [(piece, shift) for piece, core in zip(pieces, cores, strict=True) if (shift := _shift(one, other, core))]
    if len(found) < _FEWEST:
        return None
    places = np.array([(piece.pose.x, piece.pose.y) for piece, _ in found])
    targets = places + np.array([shift for _, shift in found])
    motion = _consensus(places, targets)
    alike = np.linalg.norm(transform_points(motion, places) - targets, axis=1) < _ALIKE
    moved = np.linalg.norm(targets - places, axis=1)[alike]
    if alike.sum() < max(_FEWEST, _MOST * len(pieces)) or float(np.median(moved)) < _LEAST:
        return None
    return motion


def _coarse(sheet: Image) -> Image:
    """One pixel a mm, grey."""
    grey = cv2.cvtColor(sheet, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.resize(grey, None, fx=1 / PX_PER_MM, fy=1 / PX_PER_MM, interpolation=cv2.INTER_AREA))


def _core(piece: Piece, shape: tuple[int, ...]) -> tuple[slice, slice]:
    """Rows and columns of the middle of a piece."""
    corners = np.array(piece.pose.quad())
    middle, half = corners.mean(0), np.ptp(corners, axis=0) * _CORE / 2
    (left, top), (right, bottom) = np.rint(middle - half).astype(int), np.rint(middle + half).astype(int)
    return slice(max(0, top), min(shape[0], bottom)), slice(max(0, left), min(shape[1], right))


def _shift(before: Image, now: Image, core: tuple[slice, slice]) -> tuple[float, float] | None:
    """By how much (mm) what was seen here has moved; None: it is not found again."""
    rows, columns = core
    reach = round(_REACH)
    top, left = max(0, rows.start - reach), max(0, columns.start - reach)
    searched = now[top : rows.stop + reach, left : columns.stop + reach]
    template = before[core]
    if min(template.shape) < 8 or template.std() < 1:
        return None
    score = cv2.matchTemplate(searched, template, cv2.TM_CCOEFF_NORMED)
    _, best, _, (x, y) = cv2.minMaxLoc(score)
    if best < _FOUND:
        return None
    return x + _between(score[y], x) - (columns.start - left), y + _between(score[:, x], y) - (rows.start - top)


def _between(scores: Image, peak: int) -> float:
    """Where between its neighbours a peak lies: the vertex of the parabola through the three."""
    if not 0 < peak < len(scores) - 1:
        return 0.0
    left, middle, right = (float(score) for score in scores[peak - 1 : peak + 2])
    return 0.5 * (left - right) / (left - 2 * middle + right - 1e-9)


def _consensus(places: Points, targets: Points) -> Image:
    """The rigid motion (3 x 3) on which most agree: that of the two on which most others do, then of all those."""
    best = np.ones(len(places), bool)
    most = 0
    for k in range(len(places)):
        for other in range(k):
            two = np.zeros(len(places))
            two[[k, other]] = 1.0
            near = np.linalg.norm(transform_points(_square(rigid(places, targets, two)), places) - targets, axis=1)
            if (near < _ALIKE).sum() > most:
                most, best = int((near < _ALIKE).sum()), near < _ALIKE
    return _square(rigid(places, targets, best.astype(float)))


def _square(motion: Image) -> Image:
    return np.vstack([motion, [0.0, 0.0, 1.0]])


def _carried(memory: MatMemory, pieces: list[Piece], motion: Image, sheet: Image) -> MatMemory:
    """What is remembered, on the sheet that has followed: the pieces lie where they lay, the table beneath does not."""
    assert memory.sheet is not None
    covered = np.zeros(memory.bare_known.shape, bool)
    for piece in pieces:
        mark = piece.stamp.within(covered.shape)
        covered[mark.rows, mark.columns] |= mark.mask

    def slid(picture: Image, px_per_mm: float, how: int) -> Image:
        """A picture of the table as the sheet that has followed sees it."""
        scale = np.diag([1 / px_per_mm, 1 / px_per_mm, 1.0])
        matrix = (np.linalg.inv(scale) @ motion @ scale)[:2]
        flags = how | cv2.WARP_INVERSE_MAP
        return np.asarray(cv2.warpAffine(picture, matrix, picture.shape[1::-1], flags=flags))

    bared = slid((~covered).astype(np.uint8), 1.0, cv2.INTER_NEAREST) > 0
    known = slid(memory.bare_known.astype(np.uint8), 1.0, cv2.INTER_NEAREST) > 0

    def finely(mask: Image) -> Image:
        return cv2.resize(mask.astype(np.uint8), sheet.shape[1::-1], interpolation=cv2.INTER_NEAREST)[..., None] > 0

    # Of what comes to light from under a piece nobody knows how it looked.
    ground = np.where(finely(bared), slid(memory.sheet, PX_PER_MM, cv2.INTER_LINEAR), sheet)
    return MatMemory(
        np.where(finely(covered), memory.sheet, ground).astype(np.uint8),
        slid(memory.bare, 1.0, cv2.INTER_LINEAR),
        known & bared,
        dict(memory.pieces),
        np.ones_like(memory.stale),
    )
