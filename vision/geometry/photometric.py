"""What the light did between two pictures of one view, to be taken out: it changes smoothly, pieces have edges.

All three ways compare logarithms (a lamp multiplies what is seen) and lay a smooth surface through them that is fitted
again and again with less weight for what lies off it (iteratively reweighted least squares, Holland & Welsch 1977):
``light_between`` for colour pictures of a mat, a surface as free as soft shadows are; ``brighter`` for small grey
frames; ``quadratic_light`` for whole camera pictures, of which most may have changed.
"""

from collections.abc import Callable, Sequence

import cv2
import numpy as np

from vision.geometry.image import Image

CLIPPED = 238
"""From this grey level on a channel may have been brighter than the camera can say."""

_BURNT_OUT = 245
"""Grey level (of 255) from which on all three channels say nothing of a colour any more."""
_DARK = 6.0
"""Grey levels added before a logarithm: a camera's noise and black level."""
_DOUBTS = (0.30, 0.15, 0.08)
"""Distance from the surface (log) that counts half, round by round: first a shadow's step, at last a camera's noise."""

_CELL = 6
"""Pixels (mm of a mat) to a cell in which the light is one."""
_REACH, _FAR_REACH = 3.5, 14.0
"""Cells (standard deviation) over which the light is smooth: a soft shadow's edge, and where nothing nearer is seen."""
_COARSER, _FAR_WEIGHT = 4, 0.03
"""How much coarser the grid for what is far, and what that counts beside what is near (chosen by hand; the run is not
recorded)."""
_WHOLE = 0.95
"""Share of a cell that must be usable."""
_BY_OTHERS = 0.2
"""What a clipped channel counts, told by the others."""

_GREY_CELL, _GREY_REACH = 4, 6.0
"""Pixels of a small grey frame (32 of the camera's) to a cell, and cells over which its light is smooth: 190 of the
camera's pixels, as many of a table as ``_REACH`` and more."""
_GREY_DOUBTS = (0.3, 0.2, 0.15)
"""As ``_DOUBTS``, for a picture in which an arm may be: no rest is as fine as a camera's noise."""
_LITTLE = 0.03
"""Where everything is in doubt the light is the usual one: what that weighs."""

_STEP = 8
"""Pixels to a cell: the six numbers of a quadratic surface have thousands of them."""
_QUADRATIC_DOUBTS = tuple(max(0.06, 0.25 * 0.8**k) for k in range(5))
"""As ``_DOUBTS``: slower, for most of the picture may have changed (chosen by hand; the run is not recorded)."""
_BRIGHT_ENOUGH = 0.7
"""Share of the light's logarithm that a place must follow to be believed: the darkest hardly do."""
_ENOUGH = 200
"""Cells from which the commonest value is taken."""


def _fitted(
    values: Image,
    trust: Image,
    start: Image,
    doubts: Sequence[float],
    smooth: Callable[[Image, Image], Image],
    *,
    usable: Image | None = None,
) -> Image:
    """The surface that ``smooth`` lays through values (rows x columns, or with channels), outliers hardly counting."""
    light = start
    for doubt in doubts:
        off = np.abs(values - light)
        off = off if usable is None else off * usable
        off = off.max(2, keepdims=True) if values.ndim == 3 else off
        light = smooth(values, trust / (1 + (off / doubt) ** 4))
    return light


def light_between(now: Image, before: Image, where: Image | None = None) -> Image:
    """By how much the light has become brighter since, place by place and channel by channel.

    Two pictures of a mat (uint8 BGR, one pixel a mm); float32 of the same shape, to multiply grey levels with.
    Only smooth changes count: pieces that came or went are left out (estimated in cells, reweighted thrice).
    ``where``: which places to go by (bool).
    """
    height, width = now.shape[:2]
    size = (max(2, width // _CELL), max(2, height // _CELL))
    one, other = (cv2.resize(image, size, interpolation=cv2.INTER_AREA).astype(np.float32) for image in (now, before))
    usable = ((one < CLIPPED) & (other < CLIPPED)).astype(np.float32)
    if where is not None:
        usable *= (cv2.resize(where.astype(np.float32), size, interpolation=cv2.INTER_AREA) > _WHOLE)[..., None]
    ratio = np.log((one + _DARK) / (other + _DARK))
    # A lamp changes its strength sooner than its colour: where a channel is clipped the others speak for it.
    count = usable.sum(2, keepdims=True)
    others = (ratio * usable).sum(2, keepdims=True) / np.maximum(count, 1)
    ratio = np.where(usable > 0, ratio, others)
    trust = np.maximum(usable, (_BY_OTHERS * (count > 0)).astype(np.float32))
    typical = np.array([_median(ratio[..., k][trust[..., k] > 0]) for k in range(3)], np.float32)
    ratio -= typical
    light = _fitted(ratio, trust, np.zeros_like(ratio), _DOUBTS, _smooth, usable=usable)
    gain = np.exp(light + typical)
    return np.asarray(cv2.resize(gain, (width, height), interpolation=cv2.INTER_LINEAR))


def _median(values: Image) -> float:
    return float(np.median(values)) if len(values) else 0.0


def _smooth(values: Image, weight: Image) -> Image:
    """A smooth surface through weighted values; where none is near, those further away count."""
    weighted = weight * values
    near = [cv2.GaussianBlur(each, (0, 0), _REACH) for each in (weighted, weight)]
    # What is smooth over so wide a reach is as smooth in a coarser grid.
    height, width = weight.shape[:2]
    size = (max(1, width // _COARSER), max(1, height // _COARSER))
    far = [
        cv2.GaussianBlur(cv2.resize(each, size, interpolation=cv2.INTER_AREA), (0, 0), _FAR_REACH / _COARSER)
        for each in (weighted, weight)
    ]
    distant = cv2.resize(far[0] / (far[1] + 0.1 * _FAR_WEIGHT), (width, height), interpolation=cv2.INTER_LINEAR)
    smooth: Image = (near[0] + _FAR_WEIGHT * distant) / (near[1] + _FAR_WEIGHT)
    return smooth


def burnt_out(image: Image) -> Image:
    """Where a picture (uint8 BGR) shows no more than that it is bright (bool)."""
    blue, green, red = _burnt_channels(image)
    return np.asarray(blue & green & red)


def share_without_print(image: Image) -> float:
    """How much of a picture (uint8 BGR) is burnt out in all channels but one: that one alone tells little of print."""
    blue, green, red = _burnt_channels(image)
    return float(((blue & green) | (red & (blue | green))).mean())


def _burnt_channels(image: Image) -> tuple[Image, ...]:
    """Where each channel is burnt out (bool)."""
    return tuple(image[..., channel] >= _BURNT_OUT for channel in range(3))


def relit(image: Image, light: Image) -> Image:
    """A picture (uint8 BGR) as it would look in another light (``light_between``), uint8."""
    return cv2.multiply(image, light, dtype=cv2.CV_8U)


def unlit(image: Image, light: Image) -> Image:
    """The opposite of ``relit``. What is clipped stays so: it may have been brighter than the camera can say."""
    divided = cv2.divide(image, light, dtype=cv2.CV_8U)
    return np.where(image >= CLIPPED, np.maximum(divided, CLIPPED), divided)


def brighter(now: Image, before: Image) -> Image:
    """By how much the light has become brighter since, place by place: float32, to multiply grey levels with.

    Both pictures float32, of the same shape, small and grey; what changed otherwise is left out.
    """
    size = (max(2, now.shape[1] // _GREY_CELL), max(2, now.shape[0] // _GREY_CELL))
    one, other = (cv2.resize(image, size, interpolation=cv2.INTER_AREA) for image in (now, before))
    ratio = np.log((one + _DARK) / (other + _DARK))
    typical = float(np.median(ratio))

    def smooth(values: Image, weight: Image) -> Image:
        near = cv2.GaussianBlur(values * weight, (0, 0), _GREY_REACH) + _LITTLE * typical
        return np.asarray(near / (cv2.GaussianBlur(weight, (0, 0), _GREY_REACH) + _LITTLE))

    light = _fitted(ratio, np.ones_like(ratio), np.full_like(ratio, typical), _GREY_DOUBTS, smooth)
    gain: Image = cv2.resize(np.exp(light), now.shape[::-1], interpolation=cv2.INTER_LINEAR)
    return gain


def quadratic_light(ratio: Image, share: Image) -> Image:
    """What the light did: a quadratic surface (per channel) through the places that did not change.

    ``ratio``: logarithms of one picture's levels over the other's (float32 H x W x 3); ``share``: how much of the
    light's logarithm shows in them.
    """
    height, width = ratio.shape[:2]
    size = (max(8, width // _STEP), max(8, height // _STEP))
    follows = cv2.resize(share, size, interpolation=cv2.INTER_AREA)
    values = cv2.resize(ratio, size, interpolation=cv2.INTER_AREA) / np.maximum(follows, 0.3)
    bright = (follows.min(2, keepdims=True) > _BRIGHT_ENOUGH) + 1e-3
    believed = values[bright[..., 0] > 1]
    mode = _mode(believed if len(believed) > _ENOUGH else values.reshape(-1, 3))
    y, x = np.mgrid[0 : size[1], 0 : size[0]]
    u, v = (x.ravel() / size[0] - 0.5), (y.ravel() / size[1] - 0.5)
    terms = np.column_stack([np.ones_like(u), u, v, u * u, u * v, v * v])

    def smooth(values: Image, weight: Image) -> Image:
        weighted = terms * weight.reshape(-1, 1)
        bend = weighted.T @ terms + 1e-3 * np.eye(terms.shape[1])
        surface = terms @ np.linalg.solve(bend, weighted.T @ values.reshape(-1, 3))
        return np.asarray(surface.reshape(values.shape))

    light = _fitted(values, bright, np.broadcast_to(mode, values.shape), _QUADRATIC_DOUBTS, smooth)
    return cv2.resize(light.astype(np.float32), (width, height), interpolation=cv2.INTER_LINEAR)


def _mode(values: Image) -> Image:
    """The commonest value of each channel."""
    found = []
    for channel in values.T:
        counts, edges = np.histogram(channel, bins=120, range=(-1.5, 1.5))
        smooth = np.convolve(counts, [1, 2, 3, 2, 1], "same")
        best = int(smooth.argmax())
        found.append((edges[best] + edges[best + 1]) / 2)
    return np.array(found)
