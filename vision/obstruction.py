"""Is an arm in the picture that holds still? It reaches in from beside the mats."""

import cv2
import numpy as np

from vision.image import Image

PATIENCE_SECONDS = 3.0
"""What stays in the way for longer is no arm: a cup, a phone. The table is then read around it."""

_BLOCK = 4
_DIFFERENT = 14.0
_LARGEST_TRIFLE = 10


class Obstruction:
    """Compares what lies beside the mats with how it was when the table was last read."""

    def __init__(self) -> None:
        self._clear: Image | None = None
        self._since: float | None = None

    def in_the_way(self, grey: Image, outlines: list[Image], exposed: float) -> bool:
        """Whether to wait. ``grey``: the small frame; ``outlines``: the mats' corners in it (pixels)."""
        shape = (grey.shape[1] // _BLOCK, grey.shape[0] // _BLOCK)
        blocks = cv2.resize(grey, shape, interpolation=cv2.INTER_AREA)
        if self._clear is None or self._clear.shape != blocks.shape or not outlines:
            self._clear = blocks
            return False
        beside = np.ones(blocks.shape, np.uint8)
        for outline in outlines:
            cv2.fillConvexPoly(beside, np.round(outline / _BLOCK).astype(np.int32), 0)
        inner = cv2.erode(beside, np.ones((3, 3), np.uint8))
        apart = blocks - self._clear
        apart -= np.median(apart)
        blocked = int(((np.abs(apart) > _DIFFERENT) & (inner > 0)).sum()) > _LARGEST_TRIFLE
        if blocked:
            self._since = exposed if self._since is None else self._since
            if 0 <= exposed - self._since < PATIENCE_SECONDS:
                return True
        self._since, self._clear = None, blocks
        return False
