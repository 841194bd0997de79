"""The one piece that lies on a spot that was empty before: its outline, to a fraction of a pixel."""

from typing import Literal, NamedTuple

import cv2
import numpy as np

from vision.enrolment.apart import changed, look_at
from vision.geometry.image import Image, Points
from vision.geometry.quads import clockwise, corners_of

Shape = Literal["rectangle", "round", "other"]

_WORK_SIDE = 640
_LEAST_SHARE = 0.001
_MOST_SHARE = 0.8
_SECOND = 0.2
_REACH = 0.035
_REACH_WORK = 7.0
_PROFILES = 60
_GHOST = 0.6
_WEAKEST = 2.0
_STRONG = 0.6


class Outline(NamedTuple):
    """A piece's outline: corners in picture pixels (4 x 2, clockwise, any start), its shape, its contour (N x 2).

    ``filled``: share of the four-cornered figure that is piece; 1 for a whole card.
    """

    quad: Points
    shape: Shape
    contour: Points
    filled: float


class Nothing(NamedTuple):
    """The spot is empty."""


class Unclear(NamedTuple):
    """Something is there that is not one whole piece: what, in a few words."""

    what: str


class Ghost(NamedTuple):
    """What was thought to be the empty spot had a piece on it, and that piece has gone."""


class Spot:
    """A place under the camera, known empty (``empty``: uint8 BGR, as the camera sees it)."""

    def __init__(self, empty: Image) -> None:
        self._empty = empty
        self._scale = min(1.0, _WORK_SIDE / max(empty.shape[:2]))
        self._small = self._shrunk(empty)
        self._look = look_at(self._small)

    def find(self, picture: Image) -> Outline | Nothing | Unclear | Ghost:
        """What lies there now; ``picture`` from the same camera, of the same shape."""
        small = self._shrunk(picture)
        largest = _largest(self._mask(small))
        if isinstance(largest, (Nothing, Unclear)):
            return largest
        if self._is_ghost(small, largest):
            return Ghost()
        points = (largest.reshape(-1, 2).astype(np.float64) + 0.5) / self._scale - 0.5
        if _at_border(points, picture.shape):
            return Unclear("it reaches over the picture's edge")
        outline = outline_of(points)
        return refined(picture, self._empty, outline, self._scale) if outline.shape == "rectangle" else outline

    def _shrunk(self, picture: Image) -> Image:
        if self._scale == 1:
            return picture
        return cv2.resize(picture, None, fx=self._scale, fy=self._scale, interpolation=cv2.INTER_AREA)

    def _mask(self, small: Image) -> Image:
        spots = changed(look_at(small), self._look).astype(np.uint8)
        closed = cv2.morphologyEx(spots, cv2.MORPH_CLOSE, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (9, 9)))
        # A card of the table's own tone shows its edge only: what an edge encloses belongs to it.
        whole = np.zeros_like(closed)
        contours, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
        cv2.drawContours(whole, contours, -1, 1, -1)
        return cv2.morphologyEx(whole, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (9, 9)))

    def _is_ghost(self, small: Image, contour: Image) -> bool:
        """Whether the outline is drawn in the picture of the empty spot and not in this one."""
        line = np.zeros(small.shape[:2], np.uint8)
        cv2.drawContours(line, [contour], -1, 255, thickness=9)
        on = line > 0
        now, before = (float(_edges(each)[on].mean()) for each in (small, self._small))
        return now < _GHOST * before


def refined(picture: Image, empty: Image, outline: Outline, scale: float) -> Outline:
    """An outline found in a picture shrunk by ``scale``, each side moved to the outermost strong edge near it.

    ``empty``: the same view without the piece.
    """
    x, y, width, height = cv2.boundingRect(outline.quad.astype(np.float32))
    side = float(np.sqrt(cv2.contourArea(outline.quad.astype(np.float32))))
    reach = _REACH * side + _REACH_WORK / scale
    left, top = max(0, int(x - 2 * reach)), max(0, int(y - 2 * reach))
    window = np.s_[top : int(y + height + 2 * reach), left : int(x + width + 2 * reach)]
    edges = _edges(picture[window]) - 1.2 * _edges(empty[window])
    quad = outline.quad - (left, top)
    lines = [_side(edges, quad[k], quad[(k + 1) % 4], reach) for k in range(4)]
    corners = np.array([_crossing(lines[k - 1], lines[k]) for k in range(4)])
    if not np.isfinite(corners).all() or np.abs(corners - quad).max() > 3 * reach:
        return outline
    return outline._replace(quad=corners + np.array([left, top]))


def _largest(mask: Image) -> Image | Nothing | Unclear:
    """The contour of the one thing in a mask."""
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    parts = sorted((part for part in contours if cv2.contourArea(part) > _LEAST_SHARE * mask.size), key=cv2.contourArea)
    if not parts:
        return Nothing()
    area = cv2.contourArea(parts[-1])
    if area > _MOST_SHARE * mask.size:
        return Unclear("the whole picture has changed")
    if len(parts) > 1 and cv2.contourArea(parts[-2]) > _SECOND * area:
        return Unclear("several things lie there")
    return parts[-1]


def outline_of(points: Points) -> Outline:
    """The figure that a contour (N x 2) most resembles: four corners, a disc's bounding square, or something else."""
    contour = points.astype(np.float32)
    hull = cv2.convexHull(contour)
    area = cv2.contourArea(hull)
    rectangle = cv2.minAreaRect(hull)
    (centre, radius) = cv2.minEnclosingCircle(hull)
    box = max(1.0, rectangle[1][0] * rectangle[1][1])
    if area > 0.88 * np.pi * radius**2:
        r = float(np.sqrt(area / np.pi))
        square = np.array([[-r, -r], [r, -r], [r, r], [-r, r]]) + centre
        return Outline(square, "round", points, cv2.contourArea(contour) / area)
    filled = cv2.contourArea(contour) / box
    corners = corners_of(hull)
    quad = clockwise(cv2.boxPoints(rectangle) if corners is None else corners)
    if corners is not None:
        filled = cv2.contourArea(contour) / max(1.0, cv2.contourArea(quad.astype(np.float32)))
    if filled > 0.9:
        return Outline(quad, "rectangle", points, min(1.0, filled))
    return Outline(clockwise(cv2.boxPoints(rectangle)), "other", points, filled)


def straightened(outline: Outline) -> Outline:
    """A four-cornered outline with each side fitted to its contour; its rounded corners become sharp."""
    sides = []
    for k in range(4):
        start, end = outline.quad[k], outline.quad[(k + 1) % 4]
        length = max(1e-6, float(np.linalg.norm(end - start)))
        along = (end - start) / length
        about = outline.contour - start
        share, off = about @ along / length, np.abs(about @ np.array([-along[1], along[0]]))
        mine = outline.contour[(share > 0.08) & (share < 0.92) & (off < 0.05 * length)]
        if len(mine) < _PROFILES // 4:
            return outline
        sides.append(_line(mine.astype(np.float32)))
    corners = np.array([_crossing(sides[k - 1], sides[k]) for k in range(4)])
    return outline._replace(quad=corners) if np.isfinite(corners).all() else outline


def _at_border(points: Points, shape: tuple[int, ...]) -> bool:
    margin = 0.006 * max(shape[:2])
    return bool((points < margin).any() or (points > np.array([shape[1], shape[0]]) - 1 - margin).any())


def _edges(picture: Image) -> Image:
    """Strength of edges, over all colours (float32)."""
    smooth = cv2.GaussianBlur(picture, (0, 0), 1.0).astype(np.float32)
    across, down = cv2.Sobel(smooth, cv2.CV_32F, 1, 0), cv2.Sobel(smooth, cv2.CV_32F, 0, 1)
    return np.asarray(np.sqrt(across**2 + down**2).max(2) / 8)


def _side(edges: Image, start: Points, end: Points, reach: float) -> tuple[float, float, float, float]:
    """The line (direction, then a point on it) along which a side's edge runs, near the line from start to end."""
    along = (end - start) / max(1e-6, float(np.linalg.norm(end - start)))
    outwards = np.array([along[1], -along[0]])
    shares = np.linspace(0.08, 0.92, _PROFILES)[:, None]
    feet = start + shares * (end - start)
    steps = np.arange(-reach, reach + 0.5, 0.5)
    places = (feet[:, None] + steps[None, :, None] * outwards).astype(np.float32)
    seen = cv2.remap(edges, places[..., 0], places[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    best = _outermost(seen)
    if best is None:
        return (*along.tolist(), *start.tolist())
    rows = np.arange(len(seen))
    # Along that line, each profile's own peak within a pixel or so; then one line through them.
    near = np.clip(np.round(best).astype(int)[:, None] + np.arange(-3, 4), 0, len(steps) - 1)
    peaks = near[rows, np.argmax(seen[rows[:, None], near], axis=1)]
    return _line((feet + steps[peaks][:, None] * outwards).astype(np.float32))


def _outermost(seen: Image) -> Image | None:
    """The place in each profile (steps, inside to outside) of the outermost strong straight edge across them all.

    A card's printed frame can be stronger than its own edge on a ground of its colour, so the strongest is not it.
    """
    count = seen.shape[1]
    capped = np.minimum(seen, max(_WEAKEST, 0.7 * float(np.median(seen.max(1)))))
    ends = np.arange(0, count, 2)
    shares = np.linspace(0, 1, len(seen))
    lines = ends[:, None, None] * (1 - shares) + ends[None, :, None] * shares
    places = (np.arange(len(seen)), np.round(lines).astype(int))
    strength, height = capped[places].mean(2), seen[places].mean(2)
    # A side is known to a few degrees already.
    strength[np.abs(ends[:, None] - ends[None, :]) > 0.4 * count] = 0
    if strength.max() < _WEAKEST:
        return None
    first, last = np.nonzero(strength > max(_WEAKEST, _STRONG * float(strength.max())))
    furthest = int(np.argmax(first + last))
    # Uphill from there, by what was not capped, to the line's own peak.
    k, m = int(first[furthest]), int(last[furthest])
    while True:
        around = [(i, j) for i in (k - 1, k, k + 1) for j in (m - 1, m, m + 1)]
        inside = [(i, j) for i, j in around if 0 <= i < len(ends) and 0 <= j < len(ends)]
        i, j = max(inside, key=lambda place: float(height[place]))
        if (i, j) == (k, m):
            return np.asarray(lines[k, m])
        k, m = i, j


def _line(points: Points) -> tuple[float, float, float, float]:
    """The line (direction, then a point on it) through most of the points."""
    for _ in range(2):
        vx, vy, px, py = cv2.fitLine(points, cv2.DIST_HUBER, 0, 0.01, 0.01).ravel().tolist()
        off = np.abs((points - (px, py)) @ np.array([-vy, vx]))
        points = points[off <= max(1.0, 2 * float(np.median(off)))]
    return vx, vy, px, py


def _crossing(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> Points:
    """Where two lines meet."""
    matrix = np.array([[one[0], -other[0]], [one[1], -other[1]]])
    if abs(np.linalg.det(matrix)) < 0.1:
        return np.array([np.nan, np.nan])
    t = np.linalg.solve(matrix, np.array([other[2] - one[2], other[3] - one[3]]))[0]
    return np.array([one[2] + t * one[0], one[3] + t * one[1]])
