"""Is an arm in the picture that holds still? It reaches in over the edge of the picture, to what is watched."""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.geometry.image import Image, Points
from vision.geometry.photometric import brighter
from vision.live.motion import SHRINK

PATIENCE_SECONDS = 3.0
"""What stays in the way for longer is no arm: a cup, a phone. The table is then read around it."""

_DIFFERENT = 16.0
"""Grey levels, after light is taken out: a sleeve differs from the table by far more. Chosen by hand; the rehearsals
of docs/measurements.md hold with it."""
_LARGEST_TRIFLE = 40
"""Pixels of the small frame (64 of the camera's each): a finger tip at the edge has more. Chosen by hand; the
rehearsals of docs/measurements.md hold with it."""
_OUTLINED, _SHARE = 0.03, 0.25
"""How steeply (log of the light, a pixel of the small frame) a picture changes across so large a share of an arm's
outline, the rest of which may be that of a shade. Of 60 arms of the twin it was 0.073 and more, of three soft shades
that came in over the edge 0.013 and less."""
_DARK = 8.0
"""Grey levels added before a logarithm is taken: what is black is mostly noise."""
_FAINT = 10.0
"""An arm that is leaving is blurred, and only its fingers are left: it has not gone before nothing is seen of it."""


class Occlusion:
    """Compares a still frame with the one at which the table was last read.

    What comes in at the picture's edge and reaches nothing that is watched hides nothing: a head that leans in. Nor
    does a shade without an outline.
    """

    def __init__(self) -> None:
        self._clear: Image | None = None
        self._since: float | None = None
        self._arm = False
        self._asked: tuple[Image, Image] | None = None

    def in_the_way(self, grey: Image, exposed: float, watched: Sequence[Points], *, expected: bool = False) -> bool:
        """Whether to wait. ``grey``: the small frame (``motion.small_grey``), exposed at this time.

        ``watched``: the outlines of what is watched (4 x 2, pixels of the frame). ``expected``: large changes have
        another reason this time.
        """
        if expected or self._clear is None or not _reaches_to(watched, grey, self._clear):
            return False
        self._since = exposed if self._since is None else self._since
        return 0 <= exposed - self._since < PATIENCE_SECONDS

    def has_left(self, grey: Image) -> bool:
        """Whether an arm that was in the small frame before this one is no longer in it (ask for each that moves)."""
        before, self._arm = self._arm, bool(self._arms_in(grey).any())
        return before and not self._arm

    def arms(self, grey: Image) -> Image:
        """Where in the small frame an arm may reach (bool); anywhere as long as the table was never read."""
        known = self._clear is not None and self._clear.shape == grey.shape
        return self._arms_in(grey) if known else np.ones(grey.shape, bool)

    def _arms_in(self, grey: Image) -> Image:
        """Where in the small frame something reaches in: looked for once, though both of these ask."""
        if self._asked is None or self._asked[0] is not grey:
            self._asked = grey, _reaching_in(grey, self._clear)
        return self._asked[1]

    def clear_as_of(self, grey: Image) -> None:
        """The table was read as of this small frame."""
        self._since, self._clear, self._arm, self._asked = None, grey, False, None


def _reaching_in(now: Image, clear: Image | None) -> Image:
    """Where something reaches in over the edge of the picture, however faint (bool); nowhere if nothing is known."""
    if clear is None or now.shape != clear.shape:
        return np.zeros(now.shape, bool)
    regions, _, crosses = _from_the_edge(now, clear, _FAINT, 0)
    return crosses[regions]


def _reaches_to(watched: Sequence[Points], now: Image, clear: Image) -> bool:
    """Whether one large change reaches from the edge of the picture to what is watched, whatever the light did."""
    if now.shape != clear.shape:
        return False
    regions, labels, reaches = _from_the_edge(now, clear, _DIFFERENT, _LARGEST_TRIFLE)
    there = np.zeros(now.shape, np.uint8)
    for outline in watched:
        cv2.fillConvexPoly(there, np.round(outline / SHRINK - 0.5).astype(np.int32), 1)
    reaches &= np.bincount(labels[there > 0], minlength=len(reaches)) > 0
    return any(_has_outline(regions == region, now, clear) for region in np.flatnonzero(reaches))


def _from_the_edge(now: Image, clear: Image, different: float, trifle: int) -> tuple[Image, Image, Image]:
    """What has changed from the edge of the picture on, whatever the light did.

    ``different``: grey levels from which on it is a change; ``trifle``: the largest that is none (pixels). Returns the
    regions of change, numbered; the same but for what was only closed; and of each region whether it crosses the edge.
    """
    apart = now - clear * brighter(now, clear)
    mask = (np.abs(cv2.blur(apart, (3, 3))) > different).astype(np.uint8)
    whole = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    count, regions, boxes, _ = cv2.connectedComponentsWithStats(whole)
    # Closing lets a card that lies near the edge seem to touch it: what counts is what has changed at the edge itself.
    labels = regions * mask
    at_the_edge = np.bincount(np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]]), minlength=count)
    crosses = (boxes[:, cv2.CC_STAT_AREA] > trifle) & (at_the_edge > 0)
    crosses[0] = False  # what has not changed
    return regions, labels, crosses


def _has_outline(region: Image, now: Image, clear: Image) -> bool:
    """Whether the picture changes at once across the edge of a region (bool), as where something begins.

    Light changes little by little, whatever pattern it falls upon.
    """
    one, other = (cv2.blur(image, (3, 3)) + _DARK for image in (now, clear))
    light = np.log(one / other)
    steep = np.hypot(*(cv2.Sobel(light, cv2.CV_32F, across, 1 - across, scale=1 / 8) for across in (1, 0)))
    box = np.ones((3, 3), np.uint8)
    edge = cv2.morphologyEx(region.astype(np.uint8), cv2.MORPH_GRADIENT, box) > 0
    return bool(np.quantile(steep[edge], 1 - _SHARE) > _OUTLINED)
