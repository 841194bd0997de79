"""The sides of new pieces to a fraction of a pixel, where neither their size nor the camera is known yet.

One straight line is laid through each side's strip (``change_strips``), first the whole line at once (offset and
slope), then through the single edge points.
"""

import numpy as np

from vision.geometry.image import Points
from vision.geometry.quads import crossings
from vision.stills.change.strips import BEAT, MOST_SCORE, POINT, Pictures, Strips, closer_looks, scores, strips

_SLOPES = 9
_FEW = 0.05


def refine(pictures: Pictures, quads: Points, reach: Points, step: float) -> tuple[Points, Points]:
    """The corners of quadrilaterals (n x 4 x 2, clockwise) whose sides are sought at most ``reach`` (n) pixels off.

    With them: how well each side is borne out (n x 4, 0..1).
    """
    cut = strips(pictures, quads, reach, step)
    slopes = np.linspace(-0.45, 0.45, _SLOPES) * reach[:, None]
    tilts = np.broadcast_to(slopes[:, None], (len(quads), 4, _SLOPES))
    score = scores(cut, tilts, reach)
    count = score.shape[3]
    slope, offset = np.divmod(score.reshape(len(quads), 4, -1).argmax(2), count)
    middle, lean = _through_points(cut, (offset - count // 2) * step, np.take_along_axis(slopes, slope, 1))
    off = np.stack([middle - lean, middle + lean], -1)
    lines = cut.marks + off[..., None] * cut.outward[:, :, None]
    support = np.clip(score.max((2, 3)) / MOST_SCORE, 0, 1)
    return crossings(np.roll(lines, 1, 1), lines), support


def _through_points(cut: Strips, middle: Points, slope: Points) -> tuple[Points, Points]:
    """The lines again (offset and slope of each), through the strongest edge points within a pixel and a half."""
    rows, across = cut.edges.shape[2:]
    offsets = (np.arange(across) - across // 2) * cut.step
    for width, strength in closer_looks(cut):
        away = offsets - (middle[..., None] + slope[..., None] * BEAT)[..., None]
        weight = strength * np.exp(-1.5 * (away / width) ** 2)
        mass = weight.sum(3)
        counts = mass / (mass + POINT)
        total = counts.sum(2)
        point = (weight * away).sum(3) / np.maximum(mass, 1e-9)
        mean = (counts * point).sum(2) / np.maximum(total, 1e-9)
        spread = (counts * BEAT**2).sum(2)
        lean = (counts * BEAT * (point - mean[..., None])).sum(2) / np.maximum(spread, 1e-9)
        sure = total > _FEW * rows
        middle = middle + np.where(sure, mean, 0)
        slope = slope + np.where(sure & (spread > 1), lean, 0)
    return middle, slope
