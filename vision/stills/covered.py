"""What of a place lies open beside the pieces that lie on it."""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.geometry.homography import transform_points
from vision.geometry.image import Image, Points
from vision.recognition.kinds import Size


def open_part(matrix: Image, size: Size, frame: tuple[int, int], covers: Sequence[Points]) -> Image:
    """What of a place (homography, mm to pixels) none of these quads (px) covers: 1 or 0, ``frame`` columns x rows."""
    free = np.ones(frame[::-1], np.uint8)
    to_frame = np.diag([frame[0] / size[0], frame[1] / size[1], 1.0]) @ np.linalg.inv(matrix)
    for quad in covers:
        cv2.fillConvexPoly(free, np.rint(transform_points(to_frame, quad)).astype(np.int32), 0)
    return free
