"""Planes seen by a camera: points through a homography, and the similarity that fits points best.

A homography is a 3 x 3 matrix that takes points of one plane to those of another (Hartley & Zisserman, Multiple View
Geometry, chapter 2). Points are N x 2; a point's pixel is the continuous one unless a docstring says otherwise.
"""

import cv2
import numpy as np

from vision.geometry.image import Image, Points


def transform_points(matrix: Image, points: Points) -> Points:
    """Points (... x 2) through a homography; float64, of the same shape."""
    given = np.asarray(points, np.float64)
    if not given.size:
        return given
    moved = cv2.perspectiveTransform(given.reshape(-1, 1, 2), np.asarray(matrix, np.float64))
    return np.asarray(moved).reshape(given.shape)


def rectangle(size: tuple[float, float]) -> Points:
    """The corners (4 x 2) of an upright rectangle of this width and height, clockwise from its top left at 0, 0."""
    width, height = size
    return np.array([[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]])


def shifted(right: float, down: float) -> Image:
    """The shift (3 x 3) to the right and down."""
    return np.array([[1.0, 0.0, right], [0.0, 1.0, down], [0.0, 0.0, 1.0]])


def slanted(numbers: Image) -> Image:
    """The homography of two slopes (the vanishing line), a shear and a stretch."""
    return np.array([[1 + numbers[2], numbers[3], 0], [numbers[3], 1 - numbers[2], 0], [numbers[0], numbers[1], 1]])


def centred(width: int, height: int) -> Image:
    """What takes a picture's pixels to where its middle is at 0, 0 and its longer side 1 long."""
    unit = 1.0 / max(width, height)
    return np.array([[unit, 0, -0.5 * width * unit], [0, unit, -0.5 * height * unit], [0, 0, 1]])


def similarity(places: Points, targets: Points, weights: Image) -> Image:
    """The turn, scale and shift (2 x 3) that bring places nearest to their targets, by weighted least squares.

    In closed form: Umeyama 1991, "Least-squares estimation of transformation parameters between two point patterns".
    """
    share = weights / weights.sum()
    middle, aim = share @ places, share @ targets
    p, t = places - middle, targets - aim
    spread = float((share @ p**2).sum()) + 1e-9
    together = (p.T * share) @ t
    a = float(together[0, 0] + together[1, 1]) / spread
    b = float(together[0, 1] - together[1, 0]) / spread
    turn = np.array([[a, -b], [b, a]])
    return np.column_stack([turn, aim - turn @ middle])


def rigid(places: Points, targets: Points, weights: Image) -> Image:
    """As ``similarity``, true to size: a turn and a shift."""
    turn = similarity(places, targets, weights)[:, :2]
    turn = turn / (float(np.hypot(turn[0, 0], turn[1, 0])) + 1e-12)
    share = weights / weights.sum()
    return np.column_stack([turn, share @ targets - turn @ (share @ places)])
