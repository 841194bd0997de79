"""Does something move? From small grey frames and their time stamps, never the wall clock."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.image import Image

SHRINK = 8
"""A small frame is this much smaller than the camera's, each way."""
STILL_SECONDS = 0.3
"""A table lies still when nothing has moved for this long."""

_BLOCK = 4
_NOISE_FLOOR = 4.0
_NOISE_FACTOR = 6.0


@dataclass(frozen=True, slots=True)
class Motion:
    """What one frame showed: whether something moved and where (bool, one a block of 32 x 32 pixels).

    ``still_for``: seconds of frame time since something last moved.
    """

    moving: bool
    where: Image
    still_for: float

    @property
    def still(self) -> bool:
        """Long enough for a scene to be looked at."""
        return self.still_for >= STILL_SECONDS - 1e-6


def small_grey(image: Image) -> Image:
    """The frame shrunk by ``SHRINK`` and grey, float32."""
    height, width = image.shape[:2]
    small = cv2.resize(image, (width // SHRINK, height // SHRINK), interpolation=cv2.INTER_AREA)
    return cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)


class MotionWatch:
    """Compares each frame with the one before it."""

    def __init__(self) -> None:
        self._before: Image | None = None
        self._moved_at = 0.0
        self._noise = 1.0

    def look(self, grey: Image, exposed: float) -> Motion:
        """Take the next small grey frame, exposed at this time (seconds)."""
        blocks = (grey.shape[0] // _BLOCK, grey.shape[1] // _BLOCK)
        if self._before is None or self._before.shape != grey.shape or exposed < self._moved_at:
            self._before, self._moved_at = grey, exposed
            return Motion(moving=True, where=np.ones(blocks, bool), still_for=0.0)
        difference = grey - self._before
        # A lamp that flickers or a cloud changes everything alike: that is not motion.
        difference -= np.median(difference[::4, ::4])
        size = np.abs(difference)
        self._noise = 0.9 * self._noise + 0.1 * float(np.median(size[::4, ::4])) * 1.48
        mean = cv2.resize(size, blocks[::-1], interpolation=cv2.INTER_AREA)
        where = mean > max(_NOISE_FLOOR, _NOISE_FACTOR * self._noise)
        moving = bool(where.any())
        if moving:
            self._moved_at = exposed
        self._before = grey
        return Motion(moving, where, exposed - self._moved_at)
