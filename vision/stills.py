"""Pieces in a single picture, with no history: closed outlines of a likely shape, then the recogniser.

Separate pieces on a calm ground are found. Overlapping ones need a camera that saw them being laid
(``vision.spread``).
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from vision.image import Image, Points
from vision.kinds import GRIDS, kind_of
from vision.library import Library
from vision.recognise import Ranked, Recogniser, certainty

_WORK_SIDE = 1400
_SMALLEST_SIDE = 26.0
_SHAPE_TOLERANCE = 0.16
_KNOWN = 0.5
_OVERLAP = 0.35
_FULL_FRAME_CERTAIN = 0.6
_INSETS = (0.0, 0.02, 0.05)


class Found(NamedTuple):
    """A piece: corners in picture pixels (4 x 2, clockwise from its own top left) and its likely faces."""

    quad: Points
    faces: Ranked


class StillReader:
    """Finds and names the pieces of single pictures."""

    def __init__(self, library: Library, recogniser: Recogniser) -> None:
        self._library = library
        self._recogniser = recogniser

    def read(self, picture: Image, expected: Sequence[str] = ()) -> tuple[Found, ...]:
        """The pieces in a picture (uint8 BGR), the surest first. ``expected``: the only faces there may be."""
        faces = [face for face in expected or self._library.faces if face in self._library.faces]
        if not faces:
            return ()
        whole = self._whole(picture, faces)
        if whole is not None:
            return (whole,)
        scale = min(1.0, _WORK_SIDE / max(picture.shape[:2]))
        work = picture if scale == 1 else cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        found = [self._named(work, quad, faces) for quad in _outlines(work)]
        known = [one for one in found if one is not None]
        kept = _without_overlaps(known)
        return tuple(Found(one.quad / scale, one.faces) for one in kept)

    def _whole(self, picture: Image, faces: Sequence[str]) -> Found | None:
        """The picture as one piece that fills it."""
        height, width = picture.shape[:2]
        best = None
        for inset in _INSETS:
            dx, dy = inset * width, inset * height
            quad = np.array([[dx, dy], [width - dx, dy], [width - dx, height - dy], [dx, height - dy]])
            named = self._named(picture, quad, faces)
            if named is not None and (best is None or certainty(named.faces) > certainty(best.faces)):
                best = named
        return best if best is not None and certainty(best.faces) >= _FULL_FRAME_CERTAIN else None

    def _named(self, picture: Image, quad: Points, faces: Sequence[str]) -> Found | None:
        """The likeliest face over the ways round that a piece of its shape can lie; None: of no known shape."""
        across = float(np.linalg.norm(quad[1] - quad[0]) + np.linalg.norm(quad[2] - quad[3])) / 2
        down = float(np.linalg.norm(quad[3] - quad[0]) + np.linalg.norm(quad[2] - quad[1])) / 2
        best: Found | None = None
        for turns in range(4):
            turned = np.roll(quad, -turns, axis=0)
            wide, high = (across, down) if turns % 2 == 0 else (down, across)
            fitting = self._of_shape(wide / high, faces)
            if not fitting:
                continue
            ranked = self._recogniser.recognise([_rectified(picture, turned, fitting[0])], fitting)[0]
            if best is None or certainty(ranked) > certainty(best.faces):
                best = Found(turned, ranked)
        if best is None or certainty(best.faces) >= _KNOWN:
            return best
        return Found(best.quad, ())

    def _of_shape(self, aspect: float, faces: Iterable[str]) -> tuple[str, ...]:
        fitting = []
        for face in faces:
            enrolled = self._library.faces[face]
            # Its usual size and its own picture may differ: pawns are enrolled with or without their margins.
            shapes = (enrolled.size, enrolled.pixels)
            if any(abs(np.log(aspect * height / width)) < _SHAPE_TOLERANCE for width, height in shapes):
                fitting.append(face)
        return tuple(fitting)


def _rectified(picture: Image, quad: Points, face: str) -> Image:
    width, height = (2 * side for side in GRIDS[kind_of(face).group])
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32) - 0.5
    matrix = cv2.getPerspectiveTransform(quad.astype(np.float32) - 0.5, target)
    shrink = max(1.0, float(np.linalg.norm(quad[2] - quad[0])) / float(np.hypot(width, height)))
    soft = cv2.GaussianBlur(picture, (0, 0), 0.4 * shrink) if shrink > 1.5 else picture
    return cv2.warpPerspective(soft, matrix, (width, height), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def _outlines(picture: Image) -> list[Points]:
    """Quads of closed outlines: edges at several strengths, and what stands out by colour."""
    grey = cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (0, 0), 1.2)
    saturation = cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2HSV)[..., 1], (0, 0), 1.2)
    masks = []
    for low, high in ((20, 60), (50, 150), (90, 220)):
        edges = cv2.Canny(grey, low, high)
        masks.append(cv2.dilate(edges, np.ones((3, 3), np.uint8)))
        masks.append(cv2.morphologyEx(edges, cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8)))
    for plane in (grey, saturation):
        _, mask = cv2.threshold(plane, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
        masks += [mask, 255 - mask]
    quads: list[Points] = []
    for mask in masks:
        contours, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        quads += [quad for contour in contours if (quad := _quad(contour, picture.shape[:2])) is not None]
    return _distinct(quads)


def _quad(contour: Image, shape: tuple[int, ...]) -> Points | None:
    """The four corners of a contour that is nearly a rectangle."""
    hull = cv2.convexHull(contour)
    (_, (width, height), _) = rectangle = cv2.minAreaRect(hull)
    area = cv2.contourArea(hull)
    if min(width, height) < _SMALLEST_SIDE or area < 0.8 * width * height or area > 0.9 * shape[0] * shape[1]:
        return None
    corners = cv2.approxPolyDP(hull, 0.04 * cv2.arcLength(hull, closed=True), closed=True).reshape(-1, 2)
    points = corners if len(corners) == 4 else cv2.boxPoints(rectangle)
    return _clockwise(np.asarray(points, np.float64))


def _clockwise(points: Points) -> Points:
    """Corners in clockwise order, the one nearest to the picture's top left first."""
    centre = points.mean(0)
    order = np.argsort(np.arctan2(points[:, 1] - centre[1], points[:, 0] - centre[0]))
    ordered = points[order]
    return np.asarray(np.roll(ordered, -int(np.argmin(ordered.sum(1))), axis=0))


def _distinct(quads: list[Points]) -> list[Points]:
    kept: list[Points] = []
    for quad in sorted(quads, key=lambda one: -cv2.contourArea(one.astype(np.float32))):
        side = float(np.linalg.norm(quad[1] - quad[0]))
        if all(np.abs(quad - other).max() > 0.06 * side for other in kept):
            kept.append(quad)
    return kept[:400]


def _without_overlaps(found: list[Found]) -> list[Found]:
    """The surest of those that claim the same place; unknown pieces only where no known one lies."""
    kept: list[Found] = []
    for one in sorted(found, key=lambda each: (-certainty(each.faces), -_area(each.quad))):
        if all(_shared(one.quad, other.quad) < _OVERLAP for other in kept):
            kept.append(one)
    named = [one for one in kept if one.faces]
    # What nobody can name counts as a piece only where it is as large as those that have a name.
    sizes = [_area(one.quad) for one in named]
    return [one for one in kept if one.faces or any(0.6 < _area(one.quad) / size < 1.6 for size in sizes)]


def _area(quad: Points) -> float:
    return float(cv2.contourArea(quad.astype(np.float32)))


def _shared(one: Points, other: Points) -> float:
    """The share of the smaller one that lies within the other."""
    area, _ = cv2.intersectConvexConvex(one.astype(np.float32), other.astype(np.float32))
    return float(area) / max(1.0, min(_area(one), _area(other)))
