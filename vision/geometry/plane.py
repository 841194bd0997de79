"""Where each mat lies in the frame: pixels to the mat's own millimetres and back.

A printed mat is measured by its own four markers, so that mats may lie anywhere and a lens's
distortion only matters within one sheet. Parts of an open table share the tags at its corners.
"""

from collections.abc import Container, Iterable, Mapping
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.geometry.homography import transform_points
from vision.geometry.image import Image, Points
from vision.geometry.lens_table import bend, straighten
from vision.geometry.markers import find_markers, find_markers_near
from vision.sighting import Bend, Marker, Mat

PX_PER_MM = 2.0
"""Resolution of a rectified mat. A camera that sees a whole table has 1.5 to 2.5 pixels a mm: finer shows no more."""

_FEWEST_MARKERS = 3
"""A player's arm may cover one of four; two do not hold the far corners."""
_SAME_PLACE_PX = 0.9
"""Frame pixels that a sheet's markers must have moved to count as moved: more than corners tremble, less than a
push."""
_SEARCH_SECONDS = 1.5
"""Searching a whole frame takes long: not for every frame in which a mat is covered."""
_WORST_CORNER = 0.12
"""Share of a marker's side by which its corners may miss the fitted plane; more: a bent sheet, a false corner."""

_GRID = 7
"""Points each way at which a part of the table is looked at through a lens that bends."""

Size = tuple[float, float]
"""Width and height in mm."""


def sheet_size(size: Size) -> tuple[int, int]:
    """Width and height in pixels of a rectified mat of this size."""
    return round(size[0] * PX_PER_MM), round(size[1] * PX_PER_MM)


@dataclass(frozen=True, slots=True)
class Plane:
    """One mat in the frame: its number and its size in mm.

    ``to_frame``: homography (3 x 3) from the mat's mm to frame pixels. ``corners``: by marker, as measured (4 x 2,
    frame pixels).
    """

    mat: int
    size: Size
    to_frame: Image
    corners: dict[int, Points]

    def outline(self) -> Points:
        """The mat's corners in frame pixels, clockwise from its top left."""
        width, height = self.size
        return self.pixels(((0, 0), (width, 0), (width, height), (0, height)))

    def pixels(self, points: Iterable[tuple[float, float]]) -> Points:
        """Points in mm on the mat as frame pixels (N x 2)."""
        source = np.array(list(points), np.float64).reshape(-1, 1, 2)
        return np.asarray(cv2.perspectiveTransform(source, self.to_frame)).reshape(-1, 2)

    def millimetres(self, pixels: Points) -> Points:
        """The way back (N x 2)."""
        return transform_points(np.linalg.inv(self.to_frame), pixels)

    def rectify(self, frame: Image) -> Image:
        """The mat as if seen from straight above, ``PX_PER_MM`` (``sheet_size``), its player's side down."""
        # Pixel centres: pixel k of the sheet shows the mat at (k + 0.5) / PX_PER_MM.
        scale = np.array([[1 / PX_PER_MM, 0, 0.5 / PX_PER_MM], [0, 1 / PX_PER_MM, 0.5 / PX_PER_MM], [0, 0, 1]])
        # A camera that sees less than the sheet's resolution needs no filter before this.
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        size = sheet_size(self.size)
        return cv2.warpPerspective(frame, self.to_frame @ scale, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)


def marker_points(marker: Marker) -> Points:
    """The printed corners of a marker in its mat's mm (4 x 2), clockwise from the marker's top left."""
    if marker.corners is not None:
        return np.array(marker.corners)
    left, top, right, bottom = marker.x, marker.y, marker.x + marker.side, marker.y + marker.side
    return np.array([[left, top], [right, top], [right, bottom], [left, bottom]])


def fit(mat: Mat, corners: Mapping[int, Points]) -> Plane | None:
    """The plane of a mat from the corners of markers (by id), or None when fewer than three of its own are seen."""
    mine = {marker.id: corners[marker.id] for marker in mat.markers if marker.id in corners}
    if len(mine) < _FEWEST_MARKERS:
        return None
    millimetres = np.concatenate([marker_points(marker) for marker in mat.markers if marker.id in mine])
    # Corner measurements are pixel centres; the mat's mm map to the continuous pixel plane.
    pixels = np.concatenate(list(mine.values())).astype(np.float64)
    straight = pixels if mat.lens is None else straighten(pixels, mat.lens)
    homography, _ = cv2.findHomography(millimetres, straight, 0)
    if homography is None or not np.isfinite(homography).all():
        return None
    plane = Plane(mat.number, (mat.width, mat.height), np.asarray(homography), mine)
    if mat.lens is not None:
        return _bent(plane, mat.lens) if _worst(plane, millimetres, straight) < _WORST_CORNER else None
    return plane if _worst(plane, millimetres, pixels) < _WORST_CORNER else None


def _worst(plane: Plane, millimetres: Points, pixels: Points) -> float:
    """By how much (of a marker's side) the corner that fits worst misses."""
    error = np.linalg.norm(plane.pixels([(x, y) for x, y in millimetres]) - pixels, axis=1).max()
    return float(error / np.linalg.norm(pixels[1] - pixels[0]))


def _bent(plane: Plane, lens: Bend) -> Plane | None:
    """The homography that comes nearest to what the lens shows of this part of the table."""
    xs, ys = (np.linspace(0, side, _GRID) for side in plane.size)
    grid = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2)
    seen = bend(plane.pixels([(x, y) for x, y in grid]), lens)
    homography, _ = cv2.findHomography(grid, seen, 0)
    return None if homography is None else replace(plane, to_frame=np.asarray(homography))


def fit_all(mats: Iterable[Mat], corners: Mapping[int, Points]) -> tuple[Plane, ...]:
    """The planes of those mats of which enough markers are seen."""
    return tuple(plane for mat in mats if (plane := fit(mat, corners)) is not None)


def enough(plane: Plane, seen: Container[int]) -> bool:
    """Whether so many of a known mat's markers are among those seen that it can be measured by them."""
    return sum(marker in seen for marker in plane.corners) >= _FEWEST_MARKERS


class Planes:
    """The mats found so far; kept while they lie still, so that noise does not make them tremble."""

    def __init__(self) -> None:
        self.mats: dict[int, Plane] = {}
        self._searched = -_SEARCH_SECONDS

    def update(
        self, frame: Image, wanted: Iterable[Mat], exposed: float, touched: Container[int] | None = None
    ) -> frozenset[int]:
        """Measure the wanted mats in this frame; returns those that are new or have moved.

        ``touched``: the markers that may have moved since, the others lie where they lay; None: all may have.
        A mat whose markers are covered now keeps its place. Searching the whole frame takes long: after one
        search in vain (``exposed``: this frame's time) the next is not made at once.
        """
        wanted = tuple(wanted)
        planes = [self.mats[mat.number] for mat in wanted if mat.number in self.mats]
        known = {marker: quad for plane in planes for marker, quad in plane.corners.items()}
        doubtful = known if touched is None else {marker: quad for marker, quad in known.items() if marker in touched}
        found = {marker: quad for marker, quad in known.items() if marker not in doubtful}
        found |= find_markers_near(frame, doubtful)
        unmeasured = [mat for mat in wanted if sum(marker.id in found for marker in mat.markers) < _FEWEST_MARKERS]
        lost = {marker.id for mat in unmeasured for marker in mat.markers}
        if lost and not 0 <= exposed - self._searched < _SEARCH_SECONDS:
            self._searched = exposed
            found |= {marker: quad for marker, quad in find_markers(frame).items() if marker in lost}
        changed = set()
        for plane in fit_all(wanted, found):
            before = self.mats.get(plane.mat)
            if before is None or before.size != plane.size or _distance(before, plane) > _SAME_PLACE_PX:
                self.mats[plane.mat] = plane
                changed.add(plane.mat)
            elif len(plane.corners) > len(before.corners):
                # Better measured than before, in the same place: its pictures stay comparable.
                self.mats[plane.mat] = replace(before, corners=plane.corners)
        return frozenset(changed)


def _distance(one: Plane, other: Plane) -> float:
    """How far the mat's corners lie apart (pixels, the second largest: one bad corner is no move)."""
    both = one.corners.keys() & other.corners.keys()
    if both:
        apart = [float(np.linalg.norm(one.corners[marker].mean(0) - other.corners[marker].mean(0))) for marker in both]
        return float(np.median(apart))
    return float(np.linalg.norm(one.outline() - other.outline(), axis=1).max())
