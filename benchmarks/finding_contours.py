"""The published way of finding cards, to compare with: outlines in a single picture.

Written from its description (the best-known public detector of trading cards): contrast equalised by tiles (CLAHE),
adaptive thresholds of the grey picture and of each colour, the outlines' convex hulls, simplified to four corners.
"""

import cv2
import numpy as np

from vision.geometry.image import Image, Points
from vision.geometry.quads import overlap

_LEAST_SHARE, _MOST_SHARE = 0.002, 0.5
_CONVEX = 0.85
_LONGEST = 2.2
_SAME = 0.5


def contour_quads(picture: Image) -> tuple[Points, ...]:
    """The quadrilaterals (4 x 2 pixels each, clockwise) that look like cards in a picture (uint8 BGR)."""
    lab = cv2.cvtColor(picture, cv2.COLOR_BGR2LAB)
    lab[..., 0] = cv2.createCLAHE(clipLimit=2.0, tileGridSize=(8, 8)).apply(lab[..., 0])
    even = cv2.cvtColor(lab, cv2.COLOR_LAB2BGR)
    block = 1 + 2 * (min(picture.shape[:2]) // 20)
    found: list[Points] = []
    for channel in (cv2.cvtColor(even, cv2.COLOR_BGR2GRAY), *cv2.split(even)):
        for kind in (cv2.THRESH_BINARY, cv2.THRESH_BINARY_INV):
            mask = cv2.adaptiveThreshold(channel, 255, cv2.ADAPTIVE_THRESH_GAUSSIAN_C, kind, block, 10)
            contours, _ = cv2.findContours(mask, cv2.RETR_TREE, cv2.CHAIN_APPROX_SIMPLE)
            found += [quad for contour in contours if (quad := _quad(contour, mask.size)) is not None]
    kept: list[Points] = []
    for quad in sorted(found, key=lambda one: -cv2.contourArea(one)):
        if all(overlap(quad, other) < _SAME for other in kept):
            kept.append(quad)
    return tuple(kept)


def _quad(contour: Points, whole: int) -> Points | None:
    hull = cv2.convexHull(contour)
    area = cv2.contourArea(hull)
    if not _LEAST_SHARE * whole < area < _MOST_SHARE * whole:
        return None
    for share in np.linspace(0.01, 0.12, 12):
        corners = cv2.approxPolyDP(hull, share * cv2.arcLength(hull, closed=True), closed=True).reshape(-1, 2)
        if len(corners) <= 4:
            break
    quad = corners.astype(np.float32)
    if len(quad) != 4 or cv2.contourArea(quad) < _CONVEX * area:
        return None
    sides = np.linalg.norm(quad - np.roll(quad, -1, 0), axis=1)
    return quad if sides.max() < _LONGEST * sides.min() else None
