"""New pieces on a table, found by what has changed since the table was last quiet.

For any camera picture, without printed mats, on any ground: the light's part of the change is taken away
(``geometry.changes``), changed places are gathered into regions and those into pieces of known size (``regions``),
pieces that lie by themselves tell how the camera sees the table (``camera``), and with that known each piece is laid
along the new picture's own edges (``place``), whatever it lies on.
"""

from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from vision.geometry.changes import Pictures, Prepared, compared, prepare
from vision.geometry.image import Image, Points
from vision.geometry.sides import COARSE_STEP, FINE_STEP, NEAR, REACH, closely, reaches, refine
from vision.recognition.kinds import Size
from vision.stills.change.camera import FORESHORTENED, MOVED, Camera, Measured, apart, trust
from vision.stills.change.place import place
from vision.stills.change.regions import UNCHANGED, Region, gain, regions, search
from vision.stills.change.view import Pose, View, plain, sizes_of

_LEAST_SIDE = 0.03
"""Share of the picture's width: half the side of the smallest thing that counts."""
_WHOLE = 0.86
"""Share of its own outline that a region fills if it is one piece."""
_LEAST_WORTH, _MOST_WORTH = -0.25, 0.6
"""Evidence of change, less that of an unchanged place, is clipped to these: no place says more than that."""
_LEFT = 0.2
"""Share of a piece's worth that must be left in a region to look for another."""
_NEARLY = 0.8
"""Share of the best place's worth from which on edges decide."""
_BORNE_OUT, _OUTLINED = 0.2, 0.12
"""How well its second weakest side must be borne out (0..1): found by search, and by its outline."""
_WELL_BORNE_OUT = 0.5
"""As that: from here on nothing more is gained."""
_FILLED = 0.4
"""Share of a piece that must have changed."""
_CLAIMED = -0.15
"""Worth of a place that a piece accounts for already."""
_MOST_PIECES = 12
"""Pieces sought in one region."""
_WRONG_SHAPE = 0.11
"""Misfit of the worst corner, share of the long side, above which it is no piece of that size."""
_LYING = 100
"""Pieces remembered: what lands on one of them teaches the view less."""
_GATHER = 15
"""Pixels (of 676) of the gaps between fragments of one piece that lies on its like."""
_FAR = 0.13
"""Share of the longest side: how far a doubtful side is sought."""
_DOUBTFUL = 0.25
"""How well a side is borne out (0..1) below which it is sought further off."""
_OVERLAPPING = 0.2
"""Trust in a piece that lies on another: it shows that one's sides too."""


class Piece(NamedTuple):
    """A new piece: its corners (4 x 2, float64, in the picture's pixels, clockwise as seen), its size and a quality.

    The corners start at an end of a side that is as long as ``size[0]`` (mm): which way up the piece lies is not
    known here. Pixel k covers k to k + 1. ``quality``: 0..1, how well change and edges bear it out.
    """

    quad: Points
    size: Size
    quality: float


class Finder:
    """Finds new pieces under one camera; what it learns about scale and tilt serves the next picture.

    ``sizes``: width and height in mm of the pieces there may be. ``px_per_mm``: the scale of whole pictures, where it
    is known; else it is learned from the pieces.
    """

    def __init__(self, sizes: Sequence[Size], px_per_mm: float | None = None) -> None:
        if not sizes or min(min(size) for size in sizes) <= 0:
            raise ValueError("finding new pieces: give the width and height in mm of at least one kind of piece")
        self._sizes = tuple(dict.fromkeys((min(size), max(size)) for size in sizes))
        self._px_per_mm = px_per_mm
        self._quiet: Prepared | None = None
        self._camera: Camera | None = None
        self._lying: deque[Points] = deque(maxlen=_LYING)

    def settle(self, quiet: Image) -> None:
        """Take a picture (uint8 BGR) as the quiet table from which changes count."""
        before = self._quiet
        self._quiet = prepare(quiet)
        if self._camera is None or before is None or before.shape != self._quiet.shape:
            shape = self._quiet.work.shape[:2]
            scale = None if self._px_per_mm is None else self._px_per_mm * shape[1] / self._quiet.shape[1]
            self._camera = Camera(self._sizes, (shape[0], shape[1]), scale)
            self._lying.clear()

    def find(self, now: Image) -> tuple[Piece, ...]:
        """The pieces that are new in a picture (uint8 BGR) since the quiet one, the surest first.

        Raises ``ValueError`` when there was no quiet picture, or one of another shape.
        """
        if self._quiet is None or self._camera is None:
            raise ValueError("finding new pieces: no quiet picture was given yet")
        if self._quiet.shape != now.shape[:2]:
            rows, columns = self._quiet.shape
            raise ValueError(
                f"finding new pieces: the quiet picture has {columns}x{rows} pixels, the new one "
                f"{now.shape[1]}x{now.shape[0]}; take both with the same camera"
            )
        pictures = compared(self._quiet, now)
        if pictures is None:
            return ()
        found = self._pieces(pictures, self._camera)
        self._lying.extend(piece.quad for piece in found)
        factor = np.array(now.shape[1::-1]) / pictures.now.shape[1::-1]
        return tuple(piece._replace(quad=piece.quad * factor) for piece in found)

    def _pieces(self, pictures: Pictures, camera: Camera) -> list[Piece]:
        shape = pictures.now.shape[:2]
        least = (_LEAST_SIDE * shape[1] / 2) ** 2
        changed = regions(pictures.change, least)
        whole = [one for one in changed if one.filled >= _WHOLE and sizes_of(one.quad, self._sizes, FORESHORTENED)]
        outlines, view = self._measured(pictures, camera, np.array([one.quad * 2 for one in whole]).reshape(-1, 4, 2))
        if view is None and changed:
            view = self._guessed(changed[0], shape)
        if view is None:
            return []
        pieces, rest = self._explained(pictures, changed, whole, outlines, view)
        other = camera.other_view if rest else None
        if other is not None:
            # What could not be a piece at the one scale may be one at another.
            again, _ = self._explained(pictures, changed, whole, outlines, other)
            better = _weight(again) > _weight(pieces)
            camera.decide(other=better)
            pieces = again if better else pieces
        return sorted(pieces, key=lambda piece: -piece.quality)

    def _explained(
        self, pictures: Pictures, changed: Sequence[Region], whole: Sequence[Region], outlines: Points, view: View
    ) -> tuple[list[Piece], bool]:
        """The pieces that explain the changed regions in this view, and whether some took a search."""
        fitting = [(one, quad) for one, quad in zip(whole, outlines, strict=True) if self._pose(quad, view)]
        # The outline of such a region has the shape of a piece: its sides need less to bear them out.
        found = self._snapped(pictures, [quad for _, quad in fitting], view, _OUTLINED)
        taken = {id(one) for (one, _), piece in zip(fitting, found, strict=True) if piece is not None}
        pieces = [piece for piece in found if piece is not None]
        rest = [one for one in changed if id(one) not in taken]
        if rest:
            worth = np.clip(pictures.change - np.float32(UNCHANGED), _LEAST_WORTH, _MOST_WORTH)
            for piece in pieces:
                _claim(worth, piece.quad)
            for piece in self._gathered(pictures, pieces, view):
                _claim(worth, piece.quad)
                pieces.append(piece)
            for region in rest:
                pieces += self._searched(pictures, worth, region, view)
        return pieces, bool(rest)

    def _gathered(self, pictures: Pictures, others: Sequence[Piece], view: View) -> list[Piece]:
        """Pieces of which only fragments have changed (they lie on their like), told by the outline of all of them."""
        least = (_LEAST_SIDE * pictures.now.shape[1] / 2) ** 2
        quads = [one.quad * 2 for one in regions(pictures.change, least, _GATHER)]
        alone = [quad for quad in quads if apart(quad, [piece.quad for piece in others]) and self._pose(quad, view)]
        found = self._snapped(pictures, alone, view, _BORNE_OUT)
        return [piece for piece in found if piece is not None]

    def _measured(self, pictures: Pictures, camera: Camera, quads: Points) -> tuple[Points, View | None]:
        """The outlines of whole regions (n x 4 x 2), refined where that may still teach the view; and the view."""
        view = camera.view
        strange = sum(view is None or self._pose(quad, view) is None for quad in quads)
        if not len(quads) or (camera.sure and strange < MOVED):
            return quads, view
        final, support = closely(pictures, refine(pictures, quads)[0])
        fitting = [bool(sizes_of(quad, self._sizes, FORESHORTENED)) for quad in final]
        clear = [
            Measured(quad, trust(sides) * (1 if apart(quad, self._lying) else _OVERLAPPING))
            for quad, sides, fits in zip(final, support, fitting, strict=True)
            if fits
        ]
        view = camera.learn(clear)
        return np.where(np.array(fitting)[:, None, None], final, quads), view

    def _pose(self, quad: Points, view: View) -> Pose | None:
        """A quadrilateral as a piece on the table, where it has about the shape of one."""
        shapes = [oriented for size in self._sizes for oriented in (size, size[::-1])]
        best = min(shapes, key=lambda size: view.misfit(quad, size))
        return view.pose(quad, best) if view.misfit(quad, best) <= _WRONG_SHAPE else None

    def _snapped(self, pictures: Pictures, quads: Sequence[Points], view: View, least: float) -> list[Piece | None]:
        """A piece for each quadrilateral that has about the shape of one; None where its sides are not borne out."""
        poses = [pose for quad in quads if (pose := self._pose(quad, view)) is not None]
        return [
            _piece(pictures, view.quad(pose), pose.size, support, least)
            for pose, support in zip(*_laid(pictures, poses, view), strict=True)
        ]

    def _guessed(self, largest: Region, shape: tuple[int, int]) -> View:
        """A view when nothing is known yet: the scale at which the largest region is one piece."""
        sides = [float(np.linalg.norm(largest.quad[k] - largest.quad[k + 1])) * 2 for k in range(2)]
        size = self._sizes[0]
        return plain(float(np.sqrt(sides[0] * sides[1] / (size[0] * size[1]))), shape)

    def _searched(self, pictures: Pictures, worth: Image, region: Region, view: View) -> list[Piece]:
        """The pieces of a region that is not one whole piece; what they cover is taken from ``worth``."""
        half = View(view.to_table @ np.diag([2.0, 2.0, 1.0]), np.diag([0.5, 0.5, 1.0]) @ view.to_picture)
        middle = np.array([region.columns.start + region.columns.stop, region.rows.start + region.rows.stop]) / 2
        scale = half.scale(middle)
        margin = int(0.35 * max(max(size) for size in self._sizes) * scale)
        rows = slice(max(0, region.rows.start - margin), min(worth.shape[0], region.rows.stop + margin))
        columns = slice(max(0, region.columns.start - margin), min(worth.shape[1], region.columns.stop + margin))
        part, corner = worth[rows, columns], (columns.start, rows.start)
        found: list[Piece] = []
        smallest = min(size[0] * size[1] for size in self._sizes) * scale**2
        for _ in range(_MOST_PIECES):
            if np.maximum(worth[region.rows, region.columns], 0).sum() < _LEFT * _MOST_WORTH * smallest:
                break
            worths = [
                (gain(part, half.quad(one), corner) / (one.size[0] * one.size[1] * scale**2 * _MOST_WORTH), one)
                for one in search(part, half, self._sizes, corner, region.quad)
            ]
            best = max(value for value, _ in worths)
            if best < _LEFT:
                break
            # Where several places are worth about the same, edges tell: the piece has its sides there.
            near = [(value, pose) for value, pose in worths if value > _NEARLY * best]
            poses, supports = _laid(pictures, [pose for _, pose in near], view)
            borne = [value + float(support.mean()) for (value, _), support in zip(near, supports, strict=True)]
            chosen = int(np.argmax(borne))
            quad = view.quad(poses[chosen])
            piece = _piece(pictures, quad, poses[chosen].size, supports[chosen], _BORNE_OUT)
            if piece is not None:
                found.append(piece)
            _claim(worth, quad)
        return found


def find_pieces(quiet: Image, now: Image, sizes: Sequence[Size], px_per_mm: float | None = None) -> tuple[Piece, ...]:
    """The pieces in ``now`` that were not in ``quiet``, the surest first: see ``Finder``, for two pictures only.

    Both pictures: uint8 BGR of the same camera and shape (any up to 12 megapixels). ``sizes``: width and height in
    mm of the pieces there may be; ``px_per_mm``: the scale, where known.
    """
    finder = Finder(sizes, px_per_mm)
    finder.settle(quiet)
    return finder.find(now)


def _filled(change: Image, quad: Points) -> float:
    """How much of a quadrilateral (at the working scale) has changed, 0..1."""
    low = np.maximum(np.floor(quad.min(0) / 2), 0).astype(int)
    high = np.minimum(np.ceil(quad.max(0) / 2) + 1, change.shape[1::-1]).astype(int)
    if (high <= low).any():
        return 0.0
    part = change[low[1] : high[1], low[0] : high[0]]
    mask = np.zeros(part.shape, np.uint8)
    cv2.fillConvexPoly(mask, np.round((quad / 2 - low - 0.5) * 16).astype(np.int32), 1, shift=4)
    return float(cv2.mean(np.clip(part, 0, 1), mask)[0])


def _piece(pictures: Pictures, quad: Points, size: Size, support: Points, least: float) -> Piece | None:
    """The piece, unless too little of it has changed or it lacks two of its sides (a sleeve, a cup: no card)."""
    filled, sides = _filled(pictures.change, quad), float(np.sort(support)[1])
    if filled < _FILLED or sides < least:
        return None
    return Piece(quad, size, filled * min(1.0, sides / _WELL_BORNE_OUT))


def _weight(pieces: Sequence[Piece]) -> float:
    """How well pieces explain a picture: the area they do, as far as they are borne out."""
    return sum(piece.quality * float(cv2.contourArea(piece.quad.astype(np.float32))) for piece in pieces)


def _laid(pictures: Pictures, poses: list[Pose], view: View) -> tuple[list[Pose], Points]:
    """Pieces that lie about there, laid along their sides, and how well each side is borne out (n x 4, 0..1)."""
    if not poses:
        return [], np.zeros((0, 4))
    laid, support = _seen_near(pictures, poses, view, REACH)
    doubtful = np.flatnonzero(support.min(1) < _DOUBTFUL)
    if len(doubtful):
        # Where a side shows nothing the piece may lie further off than that.
        others, borne = _seen_near(pictures, [poses[k] for k in doubtful], view, _FAR)
        for k, other, sides in zip(doubtful, others, borne, strict=True):
            if sides.mean() > support[k].mean():
                laid[k], support[k] = other, sides
    return laid, support


def _seen_near(pictures: Pictures, poses: list[Pose], view: View, share: float) -> tuple[list[Pose], Points]:
    near, _ = place(pictures, view, poses, reaches(view.quads(poses), share), COARSE_STEP)
    return place(pictures, view, near, np.full(len(near), NEAR), FINE_STEP)


def _claim(worth: Image, quad: Points) -> None:
    """Note that a piece (working scale) accounts for the change it covers."""
    cv2.fillConvexPoly(worth, np.round((_grown(quad, 1.05) / 2 - 0.5) * 16).astype(np.int32), _CLAIMED, shift=4)


def _grown(quad: Points, factor: float) -> Points:
    return np.asarray(quad.mean(0) + (quad - quad.mean(0)) * factor)
