"""Fine alignment of two pictures of the same thing, and of a piece with its surroundings."""

from typing import NamedTuple

import cv2
import numpy as np

from vision.geometry.image import Image
from vision.geometry.plane import PX_PER_MM


class Shift(NamedTuple):
    """How one picture lies to another: mm right and down, degrees clockwise; how well they then agree (0..1)."""

    dx: float
    dy: float
    turn: float
    agreement: float

    @property
    def distance(self) -> float:
        """How far (mm)."""
        return float(np.hypot(self.dx, self.dy))


NOWHERE = Shift(0.0, 0.0, 0.0, 0.0)
"""They do not fit at all."""

_COVERED_LOG = 0.25
"""Log of lightness (beyond the median) that something else lies there."""
_MOSTLY = 0.4
"""Share of a picture above which it is not a cover but another light."""
_DETAIL_PX = 6.0
"""Pixels (3 mm, standard deviation): print is finer, a shadow's slope coarser."""
_LEAST_SHARED = 0.5
"""Share of a picture that both must show after the motion: in a smaller one anything fits somewhere."""
_CRITERIA = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 40, 1e-4)
"""At most 40 steps of ECC (Evangelidis & Psarakis 2008), until correlation gains less than 1e-4."""


def align(before: Image, now: Image, mask: Image | None = None) -> Shift:
    """How the content of ``now`` has moved since ``before`` (same size, uint8 BGR, ``PX_PER_MM``).

    Lightness up to gain and offset only; ``mask`` (bool): what of ``before`` to go by.
    """
    one, other = _detail(before), _detail(now)
    height, width = one.shape
    where = np.full(one.shape, 255, np.uint8) if mask is None else mask.astype(np.uint8) * 255
    found = correlated(one, other, cv2.MOTION_EUCLIDEAN, where, 3) if where.mean() >= 8 else None
    if found is None:
        return NOWHERE
    agreement, matrix = found
    # The turn is about the patch's middle: translate there so that it does not mix with the shift.
    turn = float(np.degrees(np.arctan2(matrix[1, 0], matrix[0, 0])))
    middle = np.array([(width - 1) / 2, (height - 1) / 2, 1.0])
    moved = matrix @ middle - middle[:2]
    shared = max(0.0, 1 - abs(moved[0]) / width) * max(0.0, 1 - abs(moved[1]) / height)
    if shared < _LEAST_SHARED:
        return NOWHERE
    return Shift(float(moved[0]) / PX_PER_MM, float(moved[1]) / PX_PER_MM, turn, max(0.0, agreement))


def correlated(one: Image, other: Image, motion: int, where: Image, blur: int) -> tuple[float, Image] | None:
    """The motion (``cv2.MOTION_...``) from one picture to another (float32 grey): correlation under it, matrix (2 x 3).

    ``where`` (uint8): what to go by; ``blur``: pixels. None: the two have nothing in common.
    """
    try:
        agreement, matrix = cv2.findTransformECC(
            one, other, np.eye(2, 3, dtype=np.float32), motion, _CRITERIA, where, blur
        )
    except cv2.error:
        return None
    return float(agreement), np.asarray(matrix)


def uncovered(before: Image, now: Image) -> Image:
    """Where ``now`` is not covered by something that ``before`` was not (bool); all of it, if most of it is.

    A neighbour that overlaps the edge must not be taken for a movement. Thin differences along printed edges
    are what a movement looks like: they stay in.
    """
    apart = _prepared(now) - _prepared(before)
    different = (np.abs(apart - np.median(apart)) > _COVERED_LOG).astype(np.uint8)
    blobs = cv2.dilate(cv2.erode(different, np.ones((5, 5), np.uint8)), np.ones((11, 11), np.uint8)) > 0
    return ~blobs if blobs.mean() < _MOSTLY else np.ones(blobs.shape, bool)


def _detail(image: Image) -> Image:
    """The print without the light on it: a shadow's slope would pull a picture along by a twentieth of a mm."""
    level = _prepared(image)
    return cv2.subtract(level, cv2.GaussianBlur(level, (0, 0), _DETAIL_PX))


def _prepared(image: Image) -> Image:
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY).astype(np.float32)
    logarithm: Image = np.log(grey + 12.0)
    return logarithm
