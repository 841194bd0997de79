"""Does something move? From small grey frames and their time stamps, never the wall clock."""

from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np

from vision.geometry.image import Image
from vision.geometry.photometric import brighter
from vision.live.restless import Restless

SHRINK = 8
"""A small frame is this much smaller than the camera's, each way."""
STILL_SECONDS = 0.15
"""A table lies still when nothing has moved for this long. Somebody who only pauses still has an arm in the picture:
see ``occlusion``."""

_BLOCK = 4
"""Pixels of the small frame, each way: 16 of them average a pixel's noise to a quarter."""
BLOCK = SHRINK * _BLOCK
"""Motion is told apart in squares of so many of the camera's pixels."""
_TALL = 2000
"""Rows of a frame from which on every other row is read."""
_NOISE_FLOOR = 4.0
"""Grey levels: what a block's mean may change by even where a camera shows no noise at all. Chosen by hand; the
rehearsals of docs/measurements.md hold with it."""
_NOISE_FACTOR = 6.0
"""Multiples of a pixel's noise: a block's mean has a quarter of it, so this is 24 times its own."""


@dataclass(frozen=True, slots=True)
class Motion:
    """What one frame showed: whether something moved and where (bool, one a square of ``BLOCK`` pixels).

    ``still_for``: seconds of frame time since something last moved. ``restless``: where something moves without end
    (bool, as ``where``); that alone is no motion.
    """

    moving: bool
    where: Image
    still_for: float
    restless: Image

    @property
    def still(self) -> bool:
        """Long enough for a scene to be looked at."""
        return self.still_for >= STILL_SECONDS - 1e-6


def small_grey(image: Image) -> Image:
    """The frame shrunk by ``SHRINK`` and grey, float32."""
    height, width = image.shape[:2]
    # Of a large picture every other row says as much; reading it is what takes the time.
    rows = image[::2] if height > _TALL else image
    small = cv2.resize(rows, (width // SHRINK, height // SHRINK), interpolation=cv2.INTER_AREA)
    return cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)


def _anywhere(grey: Image) -> Image:
    return np.ones(grey.shape, bool)


class MotionDetector:
    """Compares each frame with the one before it, and with one a little earlier: a slow hand moves as well."""

    def __init__(self) -> None:
        self._before: Image | None = None
        self._earlier: Image | None = None
        self._earlier_at = 0.0
        self._moved_at = 0.0
        self._noise = 1.0
        self._restless = Restless()

    def compare(self, grey: Image, exposed: float, arms: Callable[[Image], Image] = _anywhere) -> Motion:
        """Take the next small grey frame, exposed at this time (seconds).

        ``arms``: says where in it an arm may reach (bool, one a pixel of it); asked where something moves.
        """
        if self._before is None or self._before.shape != grey.shape or exposed < self._moved_at:
            self._before, self._moved_at = grey, exposed
            self._earlier, self._earlier_at = grey, exposed
            nothing = np.zeros(_blocks(grey), bool)
            restless = self._restless.update(nothing, exposed, ~nothing)
            return Motion(moving=True, where=~nothing, still_for=0.0, restless=restless)
        apart = _apart(grey, self._before)
        self._noise = 0.9 * self._noise + 0.1 * float(np.median(apart[::4, ::4])) * 1.48
        where = self._moved(apart)
        others = [self._before]
        if self._earlier is not None and self._earlier is not self._before:
            others.append(self._earlier)
            where |= self._moved(_apart(grey, self._earlier))
        anywhere = where
        if where.any():
            # Under a shadow that came with the hand nothing has moved.
            relit = [self._moved(np.abs(grey - other * brighter(grey, other))) for other in others]
            where = where & np.logical_or.reduce(relit)
        restless = self._restless.update(where, exposed, _squares(arms(grey)) if where.any() else where)
        moving = bool((anywhere & ~restless).any())
        if moving:
            self._moved_at = exposed
        if moving or exposed - self._earlier_at >= STILL_SECONDS:
            self._earlier, self._earlier_at = grey, exposed
        self._before = grey
        return Motion(moving, where, exposed - self._moved_at, restless)

    def _moved(self, apart: Image) -> Image:
        mean = cv2.resize(apart, _blocks(apart)[::-1], interpolation=cv2.INTER_AREA)
        where: Image = mean > max(_NOISE_FLOOR, _NOISE_FACTOR * self._noise)
        return where


def _squares(arms: Image) -> Image:
    """The squares (``Motion.where``) that meet some of these pixels of the small frame (bool), or lie beside one."""
    met = cv2.resize(arms.astype(np.float32), _blocks(arms)[::-1], interpolation=cv2.INTER_AREA) > 0
    return np.asarray(cv2.dilate(met.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0)


def _apart(one: Image, other: Image) -> Image:
    """How much two small frames differ. A lamp that flickers changes everything alike: that is not motion."""
    difference = one - other
    apart: Image = np.abs(difference - np.median(difference[::4, ::4]))
    return apart


def _blocks(grey: Image) -> tuple[int, int]:
    return grey.shape[0] // _BLOCK, grey.shape[1] // _BLOCK
