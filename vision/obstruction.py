"""Is an arm in the picture that holds still? It reaches in over the edge of the picture."""

import cv2
import numpy as np

from vision.image import Image
from vision.lighting import brighter

PATIENCE_SECONDS = 3.0
"""What stays in the way for longer is no arm: a cup, a phone. The table is then read around it."""

_DIFFERENT = 16.0
_EDGE = 3
_LARGEST_TRIFLE = 40


class Obstruction:
    """Compares a still frame with the one at which the table was last read."""

    def __init__(self) -> None:
        self._clear: Image | None = None
        self._since: float | None = None

    def in_the_way(self, grey: Image, exposed: float, *, expected: bool = False) -> bool:
        """Whether to wait. ``grey``: the small frame (``motion.small_grey``), exposed at this time.

        ``expected``: large changes have another reason this time.
        """
        if expected or self._clear is None or self._clear.shape != grey.shape or not _reaches_in(grey, self._clear):
            return False
        self._since = exposed if self._since is None else self._since
        return 0 <= exposed - self._since < PATIENCE_SECONDS

    def read(self, grey: Image) -> None:
        """The table was read as of this small frame."""
        self._since, self._clear = None, grey


def _reaches_in(now: Image, clear: Image) -> bool:
    """Whether one large change extends to the edge of the picture, whatever the light did."""
    apart = now - clear * brighter(now, clear)
    mask = (np.abs(cv2.blur(apart, (3, 3))) > _DIFFERENT).astype(np.uint8)
    whole = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    count, labels, boxes, _ = cv2.connectedComponentsWithStats(whole)
    edge = np.concatenate(
        [labels[:_EDGE].ravel(), labels[-_EDGE:].ravel(), labels[:, :_EDGE].ravel(), labels[:, -_EDGE:].ravel()]
    )
    at_the_edge = np.bincount(edge, minlength=count)
    sizes = boxes[:, cv2.CC_STAT_AREA]
    return bool(((sizes[1:] > _LARGEST_TRIFLE) & (at_the_edge[1:] > 0)).any())
