"""Bringing a guessed place to the pixel: parts of the enrolled picture are looked for near where they should be."""

from typing import NamedTuple

import cv2
import numpy as np

from vision.agreement import Print
from vision.image import Image, Points
from vision.kinds import Size
from vision.tabletop import Fitted

_WINDOW = 16
_STEP = 8
_CLEAR = 0.55
_VARIED = 8.0


class Shown(NamedTuple):
    """A picture at falling sizes, so that small patches are cut without jagged edges."""

    levels: tuple[Image, ...]

    def patch(self, matrix: Image, size: Size, frame: tuple[int, int]) -> Image:
        """The place ``matrix`` (mm on the piece to pixels, 3 x 3) brought upright to a frame (width, height)."""
        to_frame = np.array([[size[0] / frame[0], 0, 0], [0, size[1] / frame[1], 0], [0, 0, 1.0]])
        half = np.array([[1, 0, 0.5], [0, 1, 0.5], [0, 0, 1.0]])
        whole = np.linalg.inv(half) @ matrix @ to_frame @ half
        across = np.hypot(*(whole[:2, :2] / whole[2, 2]))
        level = int(np.clip(np.floor(np.log2(max(float(across.min()), 1e-6) * 1.1)), 0, len(self.levels) - 1))
        shrink = np.array([[0.5**level, 0, 0.5 ** (level + 1) - 0.5], [0, 0.5**level, 0.5 ** (level + 1) - 0.5], [0, 0, 1]])
        return np.asarray(
            cv2.warpPerspective(
                self.levels[level],
                shrink @ whole,
                frame,
                flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
                borderMode=cv2.BORDER_REPLICATE,
            )
        )


def shown(picture: Image) -> Shown:
    """A picture (uint8 BGR) made ready to be cut from."""
    levels = [picture]
    while max(levels[-1].shape[:2]) > 300 and len(levels) < 4:
        levels.append(cv2.pyrDown(levels[-1]))
    return Shown(tuple(levels))


def shifts(patch: Image, mine: Print, reach: int) -> tuple[Points, Points, Image]:
    """Where parts of the print (places in its frame) are found in the patch (places), and how clearly (0..1)."""
    template = cv2.cvtColor(mine.picture, cv2.COLOR_BGR2GRAY)
    grey = cv2.copyMakeBorder(cv2.cvtColor(patch, cv2.COLOR_BGR2GRAY), *(reach,) * 4, cv2.BORDER_REPLICATE)
    height, width = template.shape
    columns = mine.solid.reshape(mine.rows, -1)
    places, found, clear = [], [], []
    for y in range(0, height - _WINDOW + 1, _STEP):
        for x in range(0, width - _WINDOW + 1, _STEP):
            part = template[y : y + _WINDOW, x : x + _WINDOW]
            if not columns[y // 8 : y // 8 + 2, x // 8 : x // 8 + 2].all() or part.std() < _VARIED:
                continue
            around = grey[y : y + _WINDOW + 2 * reach, x : x + _WINDOW + 2 * reach]
            scores = cv2.matchTemplate(around, part, cv2.TM_CCOEFF_NORMED)
            _, best, _, (dx, dy) = cv2.minMaxLoc(scores)
            if best < _CLEAR:
                continue
            middle = (x + _WINDOW / 2, y + _WINDOW / 2)
            places.append(middle)
            found.append((middle[0] + dx - reach, middle[1] + dy - reach))
            clear.append((best - _CLEAR) / (1 - _CLEAR))
    return np.array(places).reshape(-1, 2), np.array(found).reshape(-1, 2), np.array(clear)


def landmarks_near(picture: Shown, matrix: Image, mine: Print, size: Size, reach: int) -> Fitted:
    """Parts of the face that are found near their place: mm on the piece, pixels, how clearly."""
    frame = mine.picture.shape[1::-1]
    patch = picture.patch(matrix, size, (frame[0], frame[1]))
    places, found, clear = shifts(patch, mine, reach)
    per_mm = np.array([frame[0] / size[0], frame[1] / size[1]])
    if not len(places):
        return Fitted(places, found, clear)
    targets = cv2.perspectiveTransform((found / per_mm)[None], matrix)[0]
    return Fitted(places / per_mm, targets, clear)
