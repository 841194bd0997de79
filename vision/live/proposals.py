"""Where a new piece of known size may lie, judged by what has changed."""

from collections.abc import Iterator
from functools import lru_cache

import cv2
import numpy as np

from vision.geometry.image import Image
from vision.geometry.pose import Pose

_GRAIN = 2.0
"""mm a pixel of the search: places are refined afterwards by the piece's own picture."""
_RING_MM = 4.0
"""Width of the ring around a piece in which nothing should have changed."""
_RING_WEIGHT = 0.8
"""What counts against a place for change in its ring; below 1, for neighbours are pushed. Chosen by hand; the
rehearsals of docs/measurements.md hold with it."""
_LEAST_SCORE = 0.25
"""Of 1: a place of which less has changed (its ring taken off) is no proposal. Chosen by hand; the rehearsals of
docs/measurements.md hold with it."""
_TURNS = (0.0, -3.0, 3.0, -6.0, 6.0, -10.0, 10.0)
"""Degrees; cards are laid about upright, small turns first."""
_WIDE_TURNS = tuple(float(turn) for turn in range(-84, 91, 6) if abs(turn) > 10)
"""The others, in steps that the search at 2 mm a pixel can tell apart."""
_DECIMALS = 4
"""Of a score that tell one place from another: a ten-thousandth of a piece is 0.3 mm2 of a card."""
_SIDE_STEP = 32
"""Pixels from one side to the next of a picture that is transformed."""
_NEAR = 0.35
"""Share of a piece's shorter side: two proposals closer than that are one."""


def propose(strength: Image, offset: tuple[float, float], size: tuple[float, float], most: int = 3) -> list[Pose]:
    """Places for a piece of this size (mm), best first.

    ``strength``: float32 0..1, one pixel a mm, how surely each place has changed; ``offset``: mm on the mat
    of its top left corner. Upright places come before turned ones.
    """
    filled = cv2.morphologyEx(strength, cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))
    pad = round(max(size) / 2)
    padded = cv2.copyMakeBorder(filled, pad, pad, pad, pad, cv2.BORDER_CONSTANT, value=0)
    small = cv2.resize(padded, None, fx=1 / _GRAIN, fy=1 / _GRAIN, interpolation=cv2.INTER_AREA)
    if _most_of_a_piece(small, size) < _LEAST_SCORE:
        return []
    origin = (offset[0] - pad, offset[1] - pad)
    found = _peaks(small, size, _TURNS, origin, most)
    if not found or found[0][0] < 2 * _LEAST_SCORE:
        found += _peaks(small, size, _WIDE_TURNS, origin, most)
    found.sort(key=lambda one: -one[0])
    kept: list[Pose] = []
    for _, pose in found:
        if all(pose.distance(other) > _NEAR * min(size) for other in kept):
            kept.append(pose)
    return kept[:most]


def _most_of_a_piece(small: Image, size: tuple[float, float]) -> float:
    """A share (0..1) that no piece of this size has changed by more of, wherever it lies and however it is turned."""
    around = 2 * int(np.ceil(np.hypot(*size) / 2 / _GRAIN)) + 1
    sums = cv2.boxFilter(small, cv2.CV_32F, (around, around), normalize=False, borderType=cv2.BORDER_CONSTANT)
    return float(sums.max()) * _GRAIN**2 / (size[0] * size[1])


def _peaks(
    small: Image, size: tuple[float, float], turns: tuple[float, ...], origin: tuple[float, float], most: int
) -> list[tuple[float, Pose]]:
    found = []
    for turn, score in zip(turns, _scores(small, size, turns), strict=True):
        for _ in range(most):
            _, best, _, (x, y) = cv2.minMaxLoc(score)
            if best < _LEAST_SCORE:
                break
            pose = Pose(origin[0] + (x + 0.5) * _GRAIN, origin[1] + (y + 0.5) * _GRAIN, turn, *size)
            found.append((best, pose))
            cv2.circle(score, (x, y), round(_NEAR * min(size) / _GRAIN), -1.0, -1)
    return found


def _scores(small: Image, size: tuple[float, float], turns: tuple[float, ...]) -> Iterator[Image]:
    """How well a piece that is turned so fits about each pixel: correlations, for which one transform serves all."""
    (height, width), reach = small.shape, _reach(size)
    shape = (_transform_side(max(height, reach) + reach + 1), _transform_side(max(width, reach) + reach + 1))
    spectrum = cv2.dft(
        cv2.copyMakeBorder(small, 0, shape[0] - height, 0, shape[1] - width, cv2.BORDER_CONSTANT, value=0)
    )
    for turn in turns:
        product = cv2.mulSpectrums(spectrum, _spectrum(size, turn, shape), 0, conjB=True)
        whole = cv2.idft(product, flags=cv2.DFT_SCALE | cv2.DFT_REAL_OUTPUT)
        # Less is the transform's own noise, which would choose among places that fit equally well.
        yield np.round(whole[:height, :width], _DECIMALS)


def _transform_side(side: int) -> int:
    """The side of a picture as it is transformed, none smaller: few sizes, whose kernels are remembered."""
    return cv2.getOptimalDFTSize(-(-side // _SIDE_STEP) * _SIDE_STEP)


@lru_cache(maxsize=256)
def _spectrum(size: tuple[float, float], turn: float, shape: tuple[int, int]) -> Image:
    """The Fourier transform (real, packed) of a kernel whose middle is at the top left of so large a picture."""
    kernel, reach = _kernel(size, turn), _reach(size)
    placed = np.zeros(shape, np.float32)
    placed[: len(kernel), : len(kernel)] = kernel
    return cv2.dft(np.roll(placed, (-reach, -reach), (0, 1)))


def _reach(size: tuple[float, float]) -> int:
    """How far a kernel reaches from its middle (pixels)."""
    return int(np.ceil((np.hypot(*size) / 2 + _RING_MM) / _GRAIN))


@lru_cache(maxsize=256)
def _kernel(size: tuple[float, float], turn: float) -> Image:
    """Positive inside a piece, negative just outside of it."""
    reach = _reach(size)
    shape = (2 * reach + 1, 2 * reach + 1)
    inside, outside = np.zeros(shape, np.float32), np.zeros(shape, np.float32)
    for mask, margin in ((outside, _RING_MM), (inside, 0.0)):
        box = cv2.boxPoints(((reach, reach), ((size[0] + 2 * margin) / _GRAIN, (size[1] + 2 * margin) / _GRAIN), turn))
        cv2.fillConvexPoly(mask, np.round(box * 16).astype(np.int32), 1.0, shift=4)
    ring = outside * (1 - inside)
    kernel: Image = inside / inside.sum() - _RING_WEIGHT * ring / ring.sum()
    return kernel
