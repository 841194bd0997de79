"""Bringing a guessed place to the pixel: parts of the enrolled picture are looked for near where they should be."""

from typing import NamedTuple

import cv2
import numpy as np

from vision.geometry.homography import shifted, transform_points
from vision.geometry.image import Image
from vision.recognition.kinds import Size
from vision.stills.cell_agreement import Prints
from vision.stills.tabletop import Fitted

_CLEAR = 0.55
"""Normalised correlation from which on a part is found."""


class Shown(NamedTuple):
    """A picture at falling sizes, so that small patches are cut without jagged edges.

    ``scale``: so many of its pixels are one of the pixels in which places are given.
    """

    levels: tuple[Image, ...]
    scale: float = 1.0

    def patch(self, matrix: Image, size: Size, frame: tuple[int, int]) -> Image:
        """The place ``matrix`` (mm on the piece to pixels, 3 x 3) brought upright to a frame (width, height)."""
        to_frame = np.array([[size[0] / frame[0], 0, 0], [0, size[1] / frame[1], 0], [0, 0, 1.0]])
        half = shifted(0.5, 0.5)
        whole = np.linalg.inv(half) @ np.diag([self.scale, self.scale, 1.0]) @ matrix @ to_frame @ half
        across = np.hypot(*(whole[:2, :2] / whole[2, 2]))
        level = int(np.clip(np.floor(np.log2(max(float(across.min()), 1e-6) * 1.1)), 0, len(self.levels) - 1))
        shrink = np.array(
            [[0.5**level, 0, 0.5 ** (level + 1) - 0.5], [0, 0.5**level, 0.5 ** (level + 1) - 0.5], [0, 0, 1]]
        )
        return np.asarray(
            cv2.warpPerspective(
                self.levels[level],
                shrink @ whole,
                frame,
                flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
                borderMode=cv2.BORDER_REPLICATE,
            )
        )


def shown(picture: Image, scale: float = 1.0) -> Shown:
    """A picture (uint8 BGR) made ready to be cut from; ``scale`` as in ``Shown``."""
    levels = [picture]
    while max(levels[-1].shape[:2]) > 300 and len(levels) < 4:
        levels.append(cv2.pyrDown(levels[-1]))
    return Shown(tuple(levels), scale)


def balanced(picture: Image, gains: Image) -> Image:
    """A picture (uint8 BGR), its blue, green and red multiplied by ``gains``."""
    table = np.clip(np.arange(256)[:, None] * gains[None, :], 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(picture, table[:, None, :]))


def match_parts(picture: Shown, matrix: Image, prints: Prints, face: str, reach: int) -> Fitted:
    """Parts of the face that are found within ``reach`` of their place: mm on the piece, pixels, how clearly."""
    frame, size = prints.frame(face), prints.size(face)
    grey = cv2.cvtColor(picture.patch(matrix, size, frame), cv2.COLOR_BGR2GRAY)
    grey = cv2.copyMakeBorder(grey, reach, reach, reach, reach, cv2.BORDER_REPLICATE)
    places, found, clear = [], [], []
    for x, y, look in prints.parts(face):
        side = len(look)
        around = grey[y : y + side + 2 * reach, x : x + side + 2 * reach]
        _, best, _, (dx, dy) = cv2.minMaxLoc(cv2.matchTemplate(around, look, cv2.TM_CCOEFF_NORMED))
        if best > _CLEAR:
            places.append((x + side / 2, y + side / 2))
            found.append((x + side / 2 + dx - reach, y + side / 2 + dy - reach))
            clear.append((best - _CLEAR) / (1 - _CLEAR))
    per_mm = np.array([frame[0] / size[0], frame[1] / size[1]])
    if not places:
        return Fitted(np.zeros((0, 2)), np.zeros((0, 2)), np.zeros(0))
    targets = transform_points(matrix, np.array(found) / per_mm)
    return Fitted(np.array(places) / per_mm, targets, np.array(clear))
