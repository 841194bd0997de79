"""Quadrilaterals (4 x 2 corners, clockwise): what they measure, how they overlap, and those that a picture shows."""

import cv2
import numpy as np

from vision.geometry.image import Image, Points

_SMALLEST_SIDE = 26.0
"""Pixels of a side below which an outline shows too little to be named (chosen by hand; the run is not recorded)."""
_MOST = 400
"""Quads that are given on at most: each costs a comparison with every size of piece."""
_SAME = 0.06
"""Quads whose corners all lie within this share of a side are one."""
_BLUR = 1.2
"""Pixels, standard deviation: below it, grain would be edges."""
_CANNY = ((20, 60), (50, 150), (90, 220))
"""Grey levels: faint, usual and strong edges; a piece shows whole at one of them."""
_CORNERS = 0.04
"""Of a hull's length: how far its four corners' sides may miss it."""
_CORNER, _DEPTH, _FEWEST, _MOVED = 0.12, 0.09, 6, 0.25
"""Shares of a side: that is rounded off at either end, and within which a contour's points are the side's; so many
points make a line; share of the quad's extent by which a corner may move."""
_FULL, _WHOLE_PICTURE = 0.8, 0.9
"""Share of its upright box that a rectangle's hull fills at least; share of the picture above which it is the frame."""


def area(quad: Points) -> float:
    """Square pixels (or mm) within."""
    return float(cv2.contourArea(quad.astype(np.float32)))


def sides(quad: Points) -> Points:
    """The lengths of the sides, each from its corner to the next."""
    return np.asarray(np.linalg.norm(np.roll(quad, -1, axis=0) - quad, axis=1))


def extent(quad: Points) -> tuple[float, float]:
    """Width and height: the means of opposite sides."""
    top, right, bottom, left = sides(quad).tolist()
    return (top + bottom) / 2, (right + left) / 2


def clockwise(points: Points) -> Points:
    """Corners (4 x 2) in clockwise order as seen, the one nearest to the picture's top left first."""
    points = np.asarray(points, np.float64)
    about = points - points.mean(0)
    ordered = points[np.argsort(np.arctan2(about[:, 1], about[:, 0]))]
    return np.asarray(np.roll(ordered, -int(np.argmin(ordered.sum(1))), axis=0))


def intersection(one: Points, other: Points) -> float:
    """The area that two convex quadrilaterals share."""
    return float(cv2.intersectConvexConvex(one.astype(np.float32), other.astype(np.float32))[0])


def overlap(one: Points, other: Points) -> float:
    """The share (0..1) of the smaller of two convex quadrilaterals that lies within the other."""
    return intersection(one, other) / max(1.0, min(area(one), area(other)))


def crossings(ones: Points, others: Points) -> Points:
    """Where lines (each ... x two points x 2) cross; a point between them where they are parallel."""
    first, second = ones[..., 1, :] - ones[..., 0, :], others[..., 1, :] - others[..., 0, :]
    cross = first[..., 0] * second[..., 1] - first[..., 1] * second[..., 0]
    gap = others[..., 0, :] - ones[..., 0, :]
    along = (gap[..., 0] * second[..., 1] - gap[..., 1] * second[..., 0]) / np.where(np.abs(cross) < 1e-6, 1, cross)
    met = ones[..., 0, :] + first * along[..., None]
    return np.where(np.abs(cross)[..., None] < 1e-6, (ones[..., 1, :] + others[..., 0, :]) / 2, met)


def quad_about(hull: Image) -> tuple[Points, bool]:
    """The quad of a convex outline, and whether that has four corners: of one that has not, its smallest rectangle."""
    corners = cv2.approxPolyDP(hull, _CORNERS * cv2.arcLength(hull, closed=True), closed=True).reshape(-1, 2)
    four = len(corners) == 4
    return clockwise(corners if four else cv2.boxPoints(cv2.minAreaRect(hull))), four


def whole_things(mask: Image, gap: int, thread: int) -> Image:
    """A mask (uint8 0 or 1) of whole things: gaps of so many pixels closed, holes filled, threads as thin cut off.

    What the picture's edge cuts off counts as far as it is seen: of the floor beyond a table that may be a thread.
    """
    close, cut = (cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)) for side in (gap, thread))
    closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, close)
    # A card of the table's own tone shows its edge only: what an edge encloses belongs to it.
    whole = np.zeros_like(closed)
    contours, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    cv2.drawContours(whole, contours, -1, 1, -1)
    return cv2.morphologyEx(whole, cv2.MORPH_OPEN, cut, borderType=cv2.BORDER_CONSTANT, borderValue=0)


def straightened(quad: Points, contour: Points) -> Points:
    """A quad with each side laid through the points of a contour (N x 2) that run along it.

    What looks out of a side hardly counts (Huber's loss), and rounded corners become sharp. Where points are too few,
    or the corners would move by more than a quarter of the quad, it stays as it is.
    """
    quad = np.asarray(quad, np.float64)
    lines = []
    for start, end in zip(quad, np.roll(quad, -1, 0), strict=True):
        length = max(float(np.linalg.norm(end - start)), 1e-6)
        along = (end - start) / length
        share = (contour - start) @ along / length
        depth = np.abs((contour - start) @ np.array([along[1], -along[0]]))
        near = contour[(share > _CORNER) & (share < 1 - _CORNER) & (depth < _DEPTH * length + 2)]
        if len(near) < _FEWEST:
            return quad
        x, y, px, py = cv2.fitLine(near.astype(np.float32), cv2.DIST_HUBER, 0, 0.01, 0.01).ravel().tolist()
        lines.append([[px, py], [px + x, py + y]])
    found = crossings(np.roll(lines, 1, 0), np.array(lines))
    return found if np.abs(found - quad).max() < _MOVED * np.ptp(quad, axis=0).max() else quad


def find_quads(picture: Image) -> list[Points]:
    """Quads of closed outlines in a picture (uint8 BGR) that are nearly rectangles, the largest first.

    Edges at several strengths (Canny 1986), and what stands out by lightness or saturation (Otsu 1979).
    """
    grey = cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (0, 0), _BLUR)
    saturation = cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2HSV)[..., 1], (0, 0), _BLUR)
    masks = []
    for low, high in _CANNY:
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
    _, (width, height), _ = cv2.minAreaRect(hull)
    within = cv2.contourArea(hull)
    if min(width, height) < _SMALLEST_SIDE or not _FULL * width * height <= within <= _WHOLE_PICTURE * np.prod(shape):
        return None
    return quad_about(hull)[0]


def _distinct(quads: list[Points]) -> list[Points]:
    """One of each that nearly coincide, the largest first."""
    ordered = sorted(quads, key=lambda one: -area(one))[: 4 * _MOST]
    kept = np.zeros((0, 4, 2))
    for quad in ordered:
        side = float(np.linalg.norm(quad[1] - quad[0]))
        if not len(kept) or np.abs(kept - quad).max((1, 2)).min() > _SAME * side:
            kept = np.concatenate([kept, quad[None]])
    return list(kept[:_MOST])
