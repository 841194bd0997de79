"""The one piece that lies on a spot that was empty before: its outline, to a fraction of a pixel."""

from typing import Literal, NamedTuple

import cv2
import numpy as np

from vision.geometry import channels
from vision.geometry.changes import Pictures, compared, prepare
from vision.geometry.image import Image, Points
from vision.geometry.quads import clockwise, quad_about, whole_things
from vision.geometry.sides import closely, refine

Shape = Literal["rectangle", "round", "other"]
Oddity = Literal["over_the_edge", "all_changed", "several", "not_whole", "looks_out"]
"""What is strange about the spot, as a code that screens translate."""

_CHANGED = 1.0
"""Evidence of change that is beyond doubt: a piece here lies on a spot that was quite empty."""
_GAP = 9
"""Pixels (of 676) of a gap that is closed, and of a thread that is cut off."""
_LEAST_SHARE, _MOST_SHARE = 0.001, 0.8
"""Shares of the picture between which a piece is one: less is dust, more is another light or camera."""
_SECOND = 0.2
"""Share of the largest thing that a second one may have at most: a shadow, a reflection."""
_GHOST = 0.6
"""An outline whose edges are so much weaker now than on the empty spot was drawn there."""
_LINE = 9
"""Pixels (of 676) of an outline's own width when its edges are compared."""
_BORDER = 0.006
"""Share of the picture's long side: nearer to its border a piece reaches over it."""
_ROUND, _RECTANGLE = 0.88, 0.9
"""Share of its circle that a disc fills at least; of its four-cornered figure that a card does."""


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
    """Something is there that is not one whole piece."""

    code: Oddity


class Ghost(NamedTuple):
    """What was thought to be the empty spot had a piece on it, and that piece has gone."""


class Spot:
    """A place under the camera, known empty (``empty``: uint8 BGR, as the camera sees it)."""

    def __init__(self, empty: Image) -> None:
        self._quiet = prepare(empty)

    def find(self, picture: Image) -> Outline | Nothing | Unclear | Ghost:
        """What lies there now; ``picture`` from the same camera, of the same shape."""
        pictures = compared(self._quiet, picture)
        if pictures is None:
            return Nothing()
        largest = _largest(_mask(pictures.change))
        if isinstance(largest, (Nothing, Unclear)):
            return largest
        if _is_ghost(pictures, largest):
            return Ghost()
        points = largest.reshape(-1, 2).astype(np.float64) + 0.5
        if _at_border(points, pictures.change.shape):
            return Unclear("over_the_edge")
        outline = outline_of(points * 2)
        if outline.shape == "rectangle":
            rough = outline.quad[None]
            outline = outline._replace(quad=closely(pictures, refine(pictures, rough)[0])[0][0])
        # Pixel k of a picture lies about k, not between k and k + 1 as where changes are measured.
        back = picture.shape[1] / pictures.now.shape[1]
        return outline._replace(quad=outline.quad * back - 0.5, contour=outline.contour * back - 0.5)


def _mask(change: Image) -> Image:
    """What has changed (uint8 0 or 1): gaps closed, threads cut off."""
    return whole_things((cv2.blur(change, (3, 3)) > _CHANGED).astype(np.uint8), _GAP, _GAP)


def _largest(mask: Image) -> Image | Nothing | Unclear:
    """The contour of the one thing in a mask."""
    contours, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    parts = sorted((part for part in contours if cv2.contourArea(part) > _LEAST_SHARE * mask.size), key=cv2.contourArea)
    if not parts:
        return Nothing()
    area = cv2.contourArea(parts[-1])
    if area > _MOST_SHARE * mask.size:
        return Unclear("all_changed")
    if len(parts) > 1 and cv2.contourArea(parts[-2]) > _SECOND * area:
        return Unclear("several")
    return parts[-1]


def outline_of(points: Points) -> Outline:
    """The figure that a contour (N x 2) most resembles: four corners, a disc's bounding square, or something else."""
    contour = points.astype(np.float32)
    hull = cv2.convexHull(contour)
    area = cv2.contourArea(hull)
    rectangle = cv2.minAreaRect(hull)
    (centre, radius) = cv2.minEnclosingCircle(hull)
    box = max(1.0, rectangle[1][0] * rectangle[1][1])
    if area > _ROUND * np.pi * radius**2:
        r = float(np.sqrt(area / np.pi))
        square = np.array([[-r, -r], [r, -r], [r, r], [-r, r]]) + centre
        return Outline(square, "round", points, cv2.contourArea(contour) / area)
    filled = cv2.contourArea(contour) / box
    quad, four = quad_about(hull)
    if four:
        filled = cv2.contourArea(contour) / max(1.0, cv2.contourArea(quad.astype(np.float32)))
    if filled > _RECTANGLE:
        return Outline(quad, "rectangle", points, min(1.0, filled))
    return Outline(clockwise(cv2.boxPoints(rectangle)), "other", points, filled)


def _is_ghost(pictures: Pictures, contour: Image) -> bool:
    """Whether the outline is drawn in the picture of the empty spot and not in this one."""
    line = np.zeros(pictures.change.shape, np.uint8)
    cv2.drawContours(line, [contour], -1, 255, thickness=_LINE)
    size = pictures.change.shape[::-1]
    now, before = (
        float(_edges(cv2.resize(each, size, interpolation=cv2.INTER_AREA))[line > 0].mean())
        for each in (pictures.now, pictures.quiet)
    )
    return now < _GHOST * before


def _at_border(points: Points, shape: tuple[int, ...]) -> bool:
    margin = _BORDER * max(shape[:2])
    return bool((points < margin).any() or (points > np.array([shape[1], shape[0]]) - 1 - margin).any())


def _edges(picture: Image) -> Image:
    """Strength of edges, over all colours (float32)."""
    smooth = cv2.GaussianBlur(picture, (0, 0), 1.0).astype(np.float32)
    across, down = cv2.Sobel(smooth, cv2.CV_32F, 1, 0), cv2.Sobel(smooth, cv2.CV_32F, 0, 1)
    return np.asarray(np.sqrt(channels.most(across**2 + down**2)) / 8)
