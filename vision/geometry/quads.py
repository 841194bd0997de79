"""Quads of closed outlines in a picture: edges at several strengths, and what stands out by colour."""

import cv2
import numpy as np

from vision.geometry.image import Image, Points

_SMALLEST_SIDE = 26.0
_MOST = 400
_SAME = 0.06


def outlines(picture: Image) -> list[Points]:
    """Quads (4 x 2, clockwise) of closed outlines that are nearly rectangles."""
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
    """One of each that nearly coincide, the largest first."""
    ordered = sorted(quads, key=lambda one: -cv2.contourArea(one.astype(np.float32)))[: 4 * _MOST]
    kept = np.zeros((0, 4, 2))
    for quad in ordered:
        side = float(np.linalg.norm(quad[1] - quad[0]))
        if not len(kept) or np.abs(kept - quad).max((1, 2)).min() > _SAME * side:
            kept = np.concatenate([kept, quad[None]])
    return list(kept[:_MOST])
