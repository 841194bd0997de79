"""A mat with nothing but its markers: quicker to draw than the printed ones."""

from functools import cache

import cv2
import numpy as np

from companion.games.mats import MARKER, MARKER_CORNERS, MAT_HEIGHT, MAT_WIDTH
from vision.geometry.image import Image

_PX_PER_MM = 3


@cache
def plain_mat(mat: int) -> Image:
    """White paper with the four markers of this mat."""
    sheet = np.full((round(MAT_HEIGHT * _PX_PER_MM), round(MAT_WIDTH * _PX_PER_MM), 3), 245, np.uint8)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
    side = round(MARKER * _PX_PER_MM)
    for corner, (left, top) in enumerate(MARKER_CORNERS):
        x, y = round(left * _PX_PER_MM), round(top * _PX_PER_MM)
        marker = cv2.aruco.generateImageMarker(dictionary, 4 * mat + corner, side)
        sheet[y : y + side, x : x + side] = marker[..., None]
    return sheet
