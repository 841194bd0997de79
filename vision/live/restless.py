"""Where something moves without end: a screen, a candle, a leaf's shadow. The rest of the table is read meanwhile."""

import cv2
import numpy as np

from vision.geometry.image import Image

RESTLESS_AFTER = 2.5
"""Seconds of motion without a pause after which it is no hand that plays: two cards are laid within less."""
BY_ITSELF_AFTER = 1.0
"""The same where no arm reaches: a card that is tossed slides for less, and a hand without an arm is none. Not at once,
for a sleeve of the table's own colour is not told from it."""
_PAUSE = 0.3
"""Seconds without motion that are a pause: twice as long as a table must lie still to be read."""
_RESTED = 1.0
"""Seconds after which a place that moved without end has come to rest: what flickers pauses for less."""


class Restless:
    """Remembers of each square of the picture since when it has moved, and when last (seconds of frame time)."""

    def __init__(self) -> None:
        self._moved_at: Image | None = None
        self._since: Image
        self._by_itself_since: Image
        self._restless: Image

    def update(self, where: Image, exposed: float, arms: Image) -> Image:
        """Which squares move without end (bool). ``where``: those that have moved in this frame (``Motion.where``).

        ``arms``: those to which an arm may reach (``Occlusion.arms``).
        """
        if self._moved_at is None or self._moved_at.shape != where.shape or exposed < float(self._moved_at.max()):
            self._moved_at = np.full(where.shape, -np.inf)
            self._since, self._by_itself_since = np.full(where.shape, exposed), np.full(where.shape, exposed)
            self._restless = np.zeros(where.shape, bool)
        # What moves wanders a little.
        active = cv2.dilate(where.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
        begins = active & (exposed - self._moved_at > _PAUSE)
        self._since[begins] = exposed
        self._by_itself_since[begins | arms] = exposed
        self._moved_at[active] = exposed
        endless = (exposed - self._since >= RESTLESS_AFTER) | (exposed - self._by_itself_since >= BY_ITSELF_AFTER)
        self._restless |= active & endless
        self._restless &= exposed - self._moved_at < _RESTED
        return self._restless.copy()
