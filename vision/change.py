"""New pieces on a table, found by what has changed since the table was last quiet.

For any camera picture, without printed mats, on any ground: the light's part of the change is taken away
(``change_light``), changed places are gathered into regions and those into pieces of known size (``change_regions``),
the sides are laid along the new picture's own edges (``change_sides``), and all pieces together tell how the camera
sees the table (``change_view``), which mends the corners of each.
"""

from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from vision.change_light import Look, evidence, look_at
from vision.change_regions import Region, gain, regions, search
from vision.change_sides import Pictures, refine
from vision.change_view import Pose, View, learn, plain, shift, sizes_of
from vision.image import Image, Points
from vision.kinds import Size

WORK_SIDE = 1352
"""The long side in pixels of the picture in which pieces are measured; larger ones are reduced to it first."""

_THIN = 338
_THIN_CHANGED = 0.9
_THIN_SHARE = 0.5
_FORESHORTENED = 0.4
_LEAST_SIDE = 0.03
_WHOLE = 0.86
_UNCHANGED = 0.55
_MOST_WORTH = 0.6
_LEAST_WORTH = -0.25
_LEFT = 0.2
_NEARLY = 0.8
_BORNE_OUT = 0.2
_OUTLINED = 0.12
_WELL_BORNE_OUT = 0.5
_EXACT = 0.012
_FILLED = 0.4
_CLAIMED = -0.15
_MOST_PIECES = 12
_STIFF = 0.01
_SAME_VIEW = 0.03
_MOVED = 3
_WRONG_SHAPE = 0.11
_REMEMBERED = 24
_REACH = 0.055


class Piece(NamedTuple):
    """A new piece: its corners (4 x 2, float64, in the picture's pixels, clockwise as seen), its size and a quality.

    The corners start at an end of a side that is as long as ``size[0]`` (mm): which way up the piece lies is not
    known here. Pixel k covers k to k + 1. ``quality``: 0..1, how well change and edges bear it out.
    """

    quad: Points
    size: Size
    quality: float


class _Prepared(NamedTuple):
    shape: tuple[int, int]
    work: Image
    thin: Look
    coarse: Look


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
        self._quiet: _Prepared | None = None
        self._known: deque[tuple[Points, Size]] = deque(maxlen=_REMEMBERED)
        self._view: View | None = None

    def settle(self, quiet: Image) -> None:
        """Take a picture (uint8 BGR) as the quiet table from which changes count."""
        self._quiet = _prepare(quiet)

    def find(self, now: Image) -> tuple[Piece, ...]:
        """The pieces that are new in a picture (uint8 BGR) since the quiet one, the surest first.

        Raises ``ValueError`` when there was no quiet picture, or one of another shape.
        """
        if self._quiet is None:
            raise ValueError("finding new pieces: no quiet picture was given yet")
        if self._quiet.shape != now.shape[:2]:
            rows, columns = self._quiet.shape
            raise ValueError(
                f"finding new pieces: the quiet picture has {columns}x{rows} pixels, the new one "
                f"{now.shape[1]}x{now.shape[0]}; take both with the same camera"
            )
        half = _reduced(now)
        if not _stirred(self._quiet.thin, look_at(_thin(half))):
            return ()
        work = _work(half)
        found = self._pieces(Pictures(self._quiet.work, work, evidence(self._quiet.coarse, look_at(_half(work)))))
        factor = np.array(now.shape[1::-1]) / work.shape[1::-1]
        return tuple(piece._replace(quad=piece.quad * factor) for piece in found)

    def _pieces(self, pictures: Pictures) -> list[Piece]:
        shape = pictures.now.shape[:2]
        least = (_LEAST_SIDE * shape[1] / 2) ** 2
        whole, rest = [], []
        for region in regions(pictures.change, least):
            quad = self._whole(pictures, region)
            if quad is None:
                rest.append(region)
            else:
                whole.append((region, quad))
        view = self._learned([quad for _, quad in whole], shape) or (self._guessed(rest, shape) if rest else None)
        if view is None:
            return []
        found = []
        for region, quad in whole:
            piece = self._snapped(pictures, quad, view)
            if piece is None:
                rest.append(region)
            else:
                found.append(piece)
        if rest:
            worth = np.clip(pictures.change - np.float32(_UNCHANGED), _LEAST_WORTH, _MOST_WORTH)
            for piece in found:
                _claim(worth, piece.quad)
            for region in rest:
                found += self._searched(pictures, worth, region, view)
        return sorted(found, key=lambda piece: -piece.quality)

    def _whole(self, pictures: Pictures, region: Region) -> Points | None:
        """The quadrilateral of a region that one piece fills, refined."""
        quad = region.quad * 2
        if region.filled < _WHOLE or not sizes_of(quad, self._sizes, _FORESHORTENED):
            return None
        quad = _refined(pictures, quad)
        return quad if sizes_of(quad, self._sizes, _FORESHORTENED) else None

    def _learned(self, quads: Sequence[Points], shape: tuple[int, int]) -> View | None:
        """The view, with what these whole pieces say about it; they are remembered for the next picture."""
        measured = self._assigned(quads, shape)
        if self._view is not None:
            view = self._view
            agreeing = [one for one in measured if view.misfit(*one) < _SAME_VIEW]
            if not agreeing and len(measured) >= _MOVED:
                self._known.clear()  # The camera has been moved: what it saw before says nothing any more.
            else:
                measured = agreeing
        self._known.extend(measured)
        if measured:
            self._view = learn(self._known, shape, self._view)
        return self._view or self._given(shape)

    def _given(self, shape: tuple[int, int]) -> View | None:
        if self._px_per_mm is None or self._quiet is None:
            return None
        return plain(self._px_per_mm * shape[1] / self._quiet.shape[1], shape)

    def _assigned(self, quads: Sequence[Points], shape: tuple[int, int]) -> list[tuple[Points, Size]]:
        """Each quadrilateral with the size that agrees best with one scale for all."""
        if not quads:
            return []
        before = self._view or self._given(shape)
        scales = [
            _length(quad) / sum(size) if before is None else before.scale(quads[0].mean(0))
            for quad in quads
            for size in self._sizes
        ]

        def off(quad: Points, size: Size, scale: float) -> float:
            return abs(float(np.log(_length(quad) / sum(size) / scale)))

        def cost(scale: float) -> float:
            # Two pieces side by side may look like a large one, so the smaller of two scales is believed.
            return sum(min([0.3] + [off(quad, size, scale) for size in self._sizes]) for quad in quads) + 0.02 * float(
                np.log(scale)
            )

        scale = min(scales, key=cost)
        known = []
        for quad in quads:
            fitting = sizes_of(quad, self._sizes, _FORESHORTENED)
            if fitting:
                best = min(fitting, key=lambda size: off(quad, size, scale))
                if off(quad, best, scale) < 0.3:
                    known.append((quad, best))
        return known

    def _snapped(self, pictures: Pictures, quad: Points, view: View) -> Piece | None:
        """A quadrilateral as a piece: on the table's own grid where it fits that."""
        shapes = [oriented for size in self._sizes for oriented in (size, size[::-1])]
        best = min(shapes, key=lambda size: view.misfit(quad, size))
        off = view.misfit(quad, best)
        if off > _WRONG_SHAPE:
            return None
        pose = view.pose(quad, best)
        # A quadrilateral that is not quite the piece's has a side that was laid wrong: all four are sought anew.
        final, support = _placed(pictures, pose, view, (3.0,)) if off < _EXACT else self._laid(pictures, pose, view)
        # The outline of the region has the shape of a piece: its sides need less to bear them out.
        return _piece(pictures, final, best, support, _OUTLINED)

    def _guessed(self, rest: Sequence[Region], shape: tuple[int, int]) -> View:
        """A view when nothing is known yet: the scale at which the largest region is one piece."""
        sides = sorted(float(np.linalg.norm(rest[0].quad[k] - rest[0].quad[k + 1])) * 2 for k in range(2))
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
            placed = [
                (value + float(support.mean()), support, quad, pose.size)
                for value, pose in worths
                if value > _NEARLY * best
                for quad, support in [self._laid(pictures, pose, view)]
            ]
            _, support, quad, size = max(placed, key=lambda one: one[0])
            piece = _piece(pictures, quad, size, support, _BORNE_OUT)
            if piece is not None:
                found.append(piece)
            _claim(worth, quad)
        return found

    def _laid(self, pictures: Pictures, pose: Pose, view: View) -> tuple[Points, Points]:
        """The corners of a piece that lies about there, and how well its four sides are borne out (0..1)."""
        rough = view.quad(pose)
        longest = float(np.linalg.norm(rough - np.roll(rough, -1, 0), axis=1).max())
        return _placed(pictures, pose, view, (max(4.0, _REACH * longest), 3.0))


def find_pieces(quiet: Image, now: Image, sizes: Sequence[Size], px_per_mm: float | None = None) -> tuple[Piece, ...]:
    """The pieces in ``now`` that were not in ``quiet``, the surest first: see ``Finder``, for two pictures only.

    Both pictures: uint8 BGR of the same camera and shape (any up to 12 megapixels). ``sizes``: width and height in
    mm of the pieces there may be; ``px_per_mm``: the scale, where known.
    """
    finder = Finder(sizes, px_per_mm)
    finder.settle(quiet)
    return finder.find(now)


def _prepare(picture: Image) -> _Prepared:
    half = _reduced(picture)
    work = _work(half)
    return _Prepared((picture.shape[0], picture.shape[1]), work, look_at(_thin(half)), look_at(_half(work)))


def _reduced(picture: Image) -> Image:
    """Halved until less than twice the working size: averaging two by two is what costs least."""
    while max(picture.shape[:2]) > 1.5 * WORK_SIDE:
        picture = _half(picture)
    return picture


def _half(picture: Image) -> Image:
    return cv2.resize(picture, (picture.shape[1] // 2, picture.shape[0] // 2), interpolation=cv2.INTER_AREA)


def _work(half: Image) -> Image:
    """At the working scale, both sides even."""
    scale = min(1.0, WORK_SIDE / max(half.shape[:2]))
    size = (2 * round(half.shape[1] * scale / 2), 2 * round(half.shape[0] * scale / 2))
    return half if size == half.shape[1::-1] else cv2.resize(half, size, interpolation=cv2.INTER_LINEAR)


def _thin(half: Image) -> Image:
    """Small enough to look at in a few milliseconds."""
    while max(half.shape[:2]) >= 2 * _THIN:
        half = _half(half)
    scale = min(1.0, _THIN / max(half.shape[:2]))
    return cv2.resize(half, None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR) if scale < 1 else half


def _stirred(quiet: Look, now: Look) -> bool:
    """Whether anything as large as a small piece may have changed."""
    changed = (evidence(quiet, now) > _THIN_CHANGED).astype(np.uint8) * 255
    return float(cv2.blur(changed, (7, 7)).max()) > 255 * _THIN_SHARE


def _refined(pictures: Pictures, quad: Points) -> Points:
    longest = float(np.linalg.norm(quad - np.roll(quad, -1, 0), axis=1).max())
    first = refine(pictures, quad, max(4.0, _REACH * longest)).quad()
    return refine(pictures, first, 3.0, step=0.5).quad()


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


def _placed(pictures: Pictures, pose: Pose, view: View, reaches: Sequence[float]) -> tuple[Points, Points]:
    """The corners of a piece of known size, moved to the sides that are seen within ever smaller reaches.

    With them: how well its four sides are borne out, 0..1.
    """
    support = np.zeros(4)
    for reach in reaches:
        rough = view.quad(pose)
        stiff = _STIFF * float(np.linalg.norm(rough[2] - rough[0]))
        sides = refine(pictures, rough, reach, step=0.5 if reach < 4 else 1.0, stiff=stiff)
        pose, support = shift(view, pose, sides), sides.support
    return view.quad(pose), support


def _claim(worth: Image, quad: Points) -> None:
    """Note that a piece (working scale) accounts for the change it covers."""
    cv2.fillConvexPoly(worth, np.round((_grown(quad, 1.05) / 2 - 0.5) * 16).astype(np.int32), _CLAIMED, shift=4)


def _grown(quad: Points, factor: float) -> Points:
    return np.asarray(quad.mean(0) + (quad - quad.mean(0)) * factor)


def _length(quad: Points) -> float:
    return float(np.linalg.norm(quad - np.roll(quad, -1, 0), axis=1).sum() / 2)
