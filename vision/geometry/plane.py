"""Where each printed mat lies in the frame: pixels to the mat's own millimetres and back.

Each mat is measured by its own four markers, so that mats may lie anywhere and a lens's
distortion only matters within one sheet.
"""

from collections.abc import Container, Iterable
from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry.image import Image, Points
from vision.geometry.markers import find_markers, find_markers_near

MAT_WIDTH, MAT_HEIGHT = 420.0, 297.0
"""Size of a mat in mm: a sheet of A3, its long side to the player."""
MARKER = 30.0
MARKER_CORNERS = ((5.0, 5.0), (385.0, 5.0), (385.0, 262.0), (5.0, 262.0))
"""Top left corners (mm) of a mat's markers, clockwise; mat ``m`` has ids ``4 * m`` to ``4 * m + 3``."""
PX_PER_MM = 2.0
"""Resolution of a rectified mat."""
SHEET = (round(MAT_WIDTH * PX_PER_MM), round(MAT_HEIGHT * PX_PER_MM))
"""Width and height of a rectified mat in pixels."""

_FEWEST_MARKERS = 3
_SAME_PLACE_PX = 0.9
_SEARCH_SECONDS = 1.5


@dataclass(frozen=True, slots=True)
class Plane:
    """One mat in the frame.

    ``to_frame``: homography (3 x 3) from the mat's mm to frame pixels. ``corners``: markers as measured.
    """

    mat: int
    to_frame: Image
    corners: dict[int, Points]

    def outline(self) -> Points:
        """The mat's corners in frame pixels, clockwise from its top left."""
        return self.pixels(((0, 0), (MAT_WIDTH, 0), (MAT_WIDTH, MAT_HEIGHT), (0, MAT_HEIGHT)))

    def pixels(self, points: Iterable[tuple[float, float]]) -> Points:
        """Points in mm on the mat as frame pixels (N x 2)."""
        source = np.array(list(points), np.float64).reshape(-1, 1, 2)
        return np.asarray(cv2.perspectiveTransform(source, self.to_frame)).reshape(-1, 2)

    def rectify(self, frame: Image) -> Image:
        """The mat as if seen from straight above, ``SHEET`` pixels, its player's side down."""
        # Pixel centres: pixel k of the sheet shows the mat at (k + 0.5) / PX_PER_MM.
        scale = np.array([[1 / PX_PER_MM, 0, 0.5 / PX_PER_MM], [0, 1 / PX_PER_MM, 0.5 / PX_PER_MM], [0, 0, 1]])
        # A camera that sees less than the sheet's resolution needs no filter before this.
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        return cv2.warpPerspective(frame, self.to_frame @ scale, SHEET, flags=flags, borderMode=cv2.BORDER_REPLICATE)


def marker_points(marker: int) -> Points:
    """The printed corners of a marker in its mat's mm, clockwise from the marker's top left."""
    left, top = MARKER_CORNERS[marker % 4]
    return np.array([[left, top], [left + MARKER, top], [left + MARKER, top + MARKER], [left, top + MARKER]])


def fit(mat: int, corners: dict[int, Points]) -> Plane | None:
    """The plane of one mat from its markers' corners, or None when fewer than three are seen."""
    mine = {marker: quad for marker, quad in corners.items() if marker // 4 == mat}
    if len(mine) < _FEWEST_MARKERS:
        return None
    millimetres = np.concatenate([marker_points(marker) for marker in mine])
    # Corner measurements are pixel centres; the mat's mm map to the continuous pixel plane.
    pixels = np.concatenate(list(mine.values())).astype(np.float64)
    homography, _ = cv2.findHomography(millimetres, pixels, 0)
    if homography is None or not np.isfinite(homography).all():
        return None
    plane = Plane(mat, np.asarray(homography), mine)
    error = np.linalg.norm(plane.pixels([(x, y) for x, y in millimetres]) - pixels, axis=1).max()
    side = float(np.linalg.norm(pixels[1] - pixels[0]))
    return plane if error < 0.12 * side else None


class Planes:
    """The mats found so far; kept while they lie still, so that noise does not make them tremble."""

    def __init__(self) -> None:
        self.mats: dict[int, Plane] = {}
        self._searched = -_SEARCH_SECONDS

    def update(
        self, frame: Image, wanted: Iterable[int], exposed: float, touched: Container[int] | None = None
    ) -> frozenset[int]:
        """Measure the wanted mats in this frame; returns those that are new or have moved.

        ``touched``: the markers that may have moved since, the others lie where they lay; None: all may have.
        A mat whose markers are covered now keeps its place. Searching the whole frame takes long: after one
        search in vain (``exposed``: this frame's time) the next is not made at once.
        """
        wanted = frozenset(wanted)
        known = {marker: quad for mat in wanted if mat in self.mats for marker, quad in self.mats[mat].corners.items()}
        doubtful = known if touched is None else {marker: quad for marker, quad in known.items() if marker in touched}
        found = {marker: quad for marker, quad in known.items() if marker not in doubtful}
        found |= find_markers_near(frame, doubtful)
        lost = {mat for mat in wanted if sum(marker // 4 == mat for marker in found) < _FEWEST_MARKERS}
        if lost and not 0 <= exposed - self._searched < _SEARCH_SECONDS:
            self._searched = exposed
            found |= {marker: quad for marker, quad in find_markers(frame).items() if marker // 4 in lost}
        changed = set()
        for mat in wanted:
            plane = fit(mat, found)
            if plane is None:
                continue
            before = self.mats.get(mat)
            if before is None or _distance(before, plane) > _SAME_PLACE_PX:
                self.mats[mat] = plane
                changed.add(mat)
            elif len(plane.corners) > len(before.corners):
                # Better measured than before, in the same place: its pictures stay comparable.
                self.mats[mat] = Plane(mat, before.to_frame, plane.corners)
        return frozenset(changed)


def _distance(one: Plane, other: Plane) -> float:
    """How far the mat's corners lie apart (pixels, the second largest: one bad corner is no move)."""
    both = one.corners.keys() & other.corners.keys()
    if both:
        apart = [float(np.linalg.norm(one.corners[marker].mean(0) - other.corners[marker].mean(0))) for marker in both]
        return float(np.median(apart))
    return float(np.linalg.norm(one.outline() - other.outline(), axis=1).max())
