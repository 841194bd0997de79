"""How much two pictures of one table differ, place by place, whatever the light did in between.

Works on a *coarse* picture (half of the working picture). What is compared is the logarithm of the ratio of the two:
a lamp or the exposure adds something smooth to it, a soft shadow something smooth and grey, a piece brings edges and
colour. The smooth part is fitted to the places that look unchanged and taken away.
"""

from typing import NamedTuple

import cv2
import numpy as np

from vision.geometry.image import Image

_OFFSET = 6.0
_LOGARITHM = np.log(np.arange(256, dtype=np.float32) + _OFFSET).astype(np.float32)
_BRIGHT = 248
_STEP = 8
_COLOUR = 0.07
_CALM = 0.1
_KEENEST = 2.0
_ROUNDS = 5
_MEAN = np.full((1, 3), 1 / 3, np.float32)
_BRIGHT_ENOUGH = 0.7
_ENOUGH = 200


class Look(NamedTuple):
    """What is compared of a coarse picture (float32): its logarithm, how unsure that is, and how steep it is.

    ``share``: how much of the light's logarithm shows in the picture's (the darkest places hardly follow the light).
    """

    level: Image
    share: Image
    doubt: Image
    steep: Image


def look_at(coarse: Image) -> Look:
    """Prepare a coarse picture (uint8 BGR)."""
    soft = cv2.GaussianBlur(coarse, (3, 3), 0.8)
    level = cv2.LUT(soft, _LOGARITHM)
    grey = cv2.cvtColor(soft, cv2.COLOR_BGR2GRAY)
    # Dark places are noisy in the logarithm; burnt-out ones say little.
    doubt: Image = cv2.LUT(cv2.min(cv2.min(soft[..., 0], soft[..., 1]), soft[..., 2]), _DOUBT)
    burnt = cv2.threshold(cv2.max(cv2.max(soft[..., 0], soft[..., 1]), soft[..., 2]), _BRIGHT, 1, cv2.THRESH_BINARY)[1]
    doubt += 0.2 * burnt.astype(np.float32)
    log = cv2.LUT(grey, _LOGARITHM)
    steep = cv2.magnitude(cv2.Sobel(log, cv2.CV_32F, 1, 0, scale=0.125), cv2.Sobel(log, cv2.CV_32F, 0, 1, scale=0.125))
    return Look(level, cv2.LUT(soft, _SHARE), doubt, steep)


_SHARE = (np.arange(256, dtype=np.float32) / (np.arange(256, dtype=np.float32) + _OFFSET)).astype(np.float32)
_DOUBT = (2.0 / (np.arange(256, dtype=np.float32) + _OFFSET)).astype(np.float32)


def evidence(quiet: Look, now: Look) -> Image:
    """How surely each place has changed (float32): below 0 unchanged, 1 beyond doubt."""
    ratio: Image = cv2.subtract(now.level, quiet.level)
    light = smooth_part(ratio, quiet.share)
    ratio -= cv2.multiply(light, quiet.share)
    blue, green, red = cv2.split(ratio)
    slack = cv2.addWeighted(cv2.max(quiet.doubt, now.doubt), 1.5, cv2.min(quiet.steep, now.steep), 0.375, 0)
    grey = cv2.transform(ratio, _MEAN)
    colour = cv2.max(cv2.absdiff(blue, green), cv2.absdiff(red, green))
    across, down = (cv2.Sobel(grey, cv2.CV_32F, x, 1 - x, scale=0.125) for x in (1, 0))
    # On calm ground fainter colours and lights tell.
    restless = float(np.median(colour[::4, ::4] / (slack[::4, ::4] + np.float32(_COLOUR))))
    calm = float(np.clip(_CALM / max(restless, 1e-3), 1, _KEENEST))
    strength = cv2.divide(colour, slack + np.float32(_COLOUR / calm))
    # A shadow is darker and smooth: what is lighter, or has structure, counts sooner.
    shapes = ((cv2.magnitude(across, down), 0.08, 0.47), (grey, 0.22 / calm, 1.0), (-grey, 0.8, 1.0))
    for part, unit, share in shapes:
        strength = cv2.max(strength, cv2.divide(part, cv2.addWeighted(slack, share, slack, 0, unit)))
    return strength


def smooth_part(ratio: Image, share: Image) -> Image:
    """What the light did: a smooth surface (per channel) through the places that did not change."""
    height, width = ratio.shape[:2]
    size = (max(8, width // _STEP), max(8, height // _STEP))
    sample = cv2.resize(ratio, size, interpolation=cv2.INTER_AREA)
    follows = cv2.resize(share, size, interpolation=cv2.INTER_AREA).reshape(-1, 3)
    values = sample.reshape(-1, 3) / np.maximum(follows, 0.3)
    bright = (follows.min(1) > _BRIGHT_ENOUGH) + 1e-3
    terms = _terms(sample.shape[0], sample.shape[1])
    surface = np.tile(_mode(values[bright > 1] if (bright > 1).sum() > _ENOUGH else values), (len(values), 1))
    spread = 0.25
    for _ in range(_ROUNDS):
        off = np.abs(values - surface).max(1)
        weight = bright / (1 + (off / spread) ** 4)
        weighted = terms * weight[:, None]
        factors = np.linalg.solve(weighted.T @ terms + 1e-3 * np.eye(terms.shape[1]), weighted.T @ values)
        surface = terms @ factors
        spread = max(0.06, 0.8 * spread)
    fitted = surface.reshape(sample.shape).astype(np.float32)
    return cv2.resize(fitted, (width, height), interpolation=cv2.INTER_LINEAR)


def _terms(rows: int, columns: int) -> Image:
    y, x = np.mgrid[0:rows, 0:columns]
    u, v = (x.ravel() / columns - 0.5), (y.ravel() / rows - 0.5)
    return np.column_stack([np.ones_like(u), u, v, u * u, u * v, v * v])


def _mode(values: Image) -> Image:
    """The commonest value of each channel."""
    found = []
    for channel in values.T:
        counts, edges = np.histogram(channel, bins=120, range=(-1.5, 1.5))
        smooth = np.convolve(counts, [1, 2, 3, 2, 1], "same")
        best = int(smooth.argmax())
        found.append((edges[best] + edges[best + 1]) / 2)
    return np.array(found)
