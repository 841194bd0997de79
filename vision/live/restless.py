"""Where something moves without end: a screen, a candle, a leaf's shadow. The rest of the table is read meanwhile."""

import cv2
import numpy as np

from vision.geometry.image import Image

RESTLESS_AFTER = 2.5
"""Seconds of motion without a pause after which it is no hand that plays: two cards are laid within less."""
_PAUSE = 0.3
"""Seconds without motion that are a pause: twice as long as a table must lie still to be read."""
_RESTED = 1.0
"""Seconds after which a place that moved without end has come to rest: what flickers pauses for less."""


class Restless:
    """Remembers of each square of the picture since when it has moved, and when last (seconds of frame time)."""

    def __init__(self) -> None:
        self._moved_at: Image | None = None
        self._since: Image
        self._restless: Image

    def update(self, where: Image, exposed: float) -> Image:
        """Which squares move without end (bool). ``where``: those that have moved in this frame (``Motion.where``)."""
        if self._moved_at is None or self._moved_at.shape != where.shape or exposed < float(self._moved_at.max()):
            self._moved_at = np.full(where.shape, -np.inf)
            self._since = np.full(where.shape, exposed)
            self._restless = np.zeros(where.shape, bool)
        # What moves wanders a little.
        active = cv2.dilate(where.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
        self._since[active & (exposed - self._moved_at > _PAUSE)] = exposed
        self._moved_at[active] = exposed
        self._restless |= active & (exposed - self._since >= RESTLESS_AFTER)
        self._restless &= exposed - self._moved_at < _RESTED
        return self._restless.copy()
