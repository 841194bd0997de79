"""What is seen across the sides of quadrilaterals: strips cut from both pictures, and how likely a side runs where.

A side of a new piece is where the new picture has an edge that the old one had not, and where change begins: nothing
changed outside, something inside. All sides of all pieces are looked at at once: arrays begin with the piece and
the side (n x 4), then rows along the side, then places across it (outward counts up, the rough side in the middle).
"""

from typing import NamedTuple

import cv2
import numpy as np

from vision.geometry.changes import Pictures
from vision.geometry.image import Image, Points
from vision.geometry.quads import crossings

_ROWS = 36
"""Rows along a side: a card has 36 in some 150 pixels."""
_INSET = 0.08
"""Where a strip begins and ends, as a share of its side: the very corners are round."""
_PLAIN = 0.15
"""How steep a plain edge is, as a share of the brightness there, for a pixel to either side."""
_ONSET = 0.3
"""What the beginning of change counts beside a plain edge (1)."""
_OUTER = 1.2
"""What a new edge further out counts against."""
_FAINT = 0.16
"""Share of a plain edge below which one further out is nothing."""
_APART = 2.5
"""Pixels further out from which on it is another edge."""
_REACH = 0.055
"""How far off a rough side may be, as a share of the longest."""
_LEAST_REACH, _NEAR = 4.0, 3.0
"""Pixels: how far off at least a rough side is sought, and one that is known to a pixel or so."""
_COARSE_STEP, _FINE_STEP = 1.0, 0.5
"""Pixels from place to place across a rough side, and across one that is known to a pixel or so."""
_SLOPES = 9
"""Slopes that are tried for each side."""
_FEW = 0.05
"""Edge points, as a share of the rows, below which a line stays."""
_STALE = 0.05
"""What an edge that was there before counts."""
_GROUND_NOISE = 2.0
"""Times the ground's own steepness that is no edge."""
_FLOOR = (0.02, 0.08)
"""Steepness (share of the level, a pixel to either side) between which that lies."""
_DARK = 16.0
"""Grey levels added before a share is taken: a camera's noise."""
_TOO_FAR = 2.0
"""Score against a side beyond its reach: more than an edge can earn."""
_STEEPEST = 6.0
"""Times a plain edge from which on steeper says no more."""
_POINT = 0.25
"""What a point weighs (in a closer look) that counts half."""
_MOST_SCORE = 1 + _ONSET
"""What a side scores that is a plain edge along its whole length, where change begins."""


class _Strips(NamedTuple):
    """Strips across the sides of n quadrilaterals.

    ``marks``: the ends of each strip on the rough side (n x 4 x 2 x 2 pixels); ``outward``: the sides' normals
    (n x 4 x 2); ``edges``: how steep each place is as far as that is new; ``begins``: how much more has changed just
    inside each place than just outside (both n x 4 x rows x across); ``step``: pixels from place to place.
    """

    marks: Points
    outward: Points
    edges: Image
    begins: Image
    step: float


_BEAT = np.linspace(-1, 1, _ROWS)
"""Where the rows of a strip lie along its side, from its first mark (-1) to its second (1)."""


def refine(pictures: Pictures, quads: Points) -> tuple[Points, Points]:
    """The corners of rough quadrilaterals (n x 4 x 2, clockwise) to a pixel or so, each side sought by itself.

    With them: how well each side is borne out (n x 4, 0..1).
    """
    longest = np.linalg.norm(quads - np.roll(quads, -1, 1), axis=2).max(1)
    return _refined(pictures, quads, np.maximum(_LEAST_REACH, _REACH * longest), _COARSE_STEP)


def closely(pictures: Pictures, quads: Points) -> tuple[Points, Points]:
    """As ``refine``, of what is known to a pixel or so: to a fraction of one."""
    return _refined(pictures, quads, np.full(len(quads), _NEAR), _FINE_STEP)


def _refined(pictures: Pictures, quads: Points, reach: Points, step: float) -> tuple[Points, Points]:
    """As ``refine``, each side sought at most ``reach`` (n) pixels off."""
    cut = _strips(pictures, quads, reach, step)
    slopes = np.linspace(-0.45, 0.45, _SLOPES) * reach[:, None]
    tilts = np.broadcast_to(slopes[:, None], (len(quads), 4, _SLOPES))
    score = _scores(cut, tilts, reach)
    count = score.shape[3]
    slope, offset = np.divmod(score.reshape(len(quads), 4, -1).argmax(2), count)
    middle, lean = _through_points(cut, (offset - count // 2) * step, np.take_along_axis(slopes, slope, 1))
    off = np.stack([middle - lean, middle + lean], -1)
    lines = cut.marks + off[..., None] * cut.outward[:, :, None]
    support = np.clip(score.max((2, 3)) / _MOST_SCORE, 0, 1)
    return crossings(np.roll(lines, 1, 1), lines), support


def _through_points(cut: _Strips, middle: Points, slope: Points) -> tuple[Points, Points]:
    """The lines again (offset and slope of each), through the strongest edge points within a pixel and a half."""
    rows, across = cut.edges.shape[2:]
    offsets = (np.arange(across) - across // 2) * cut.step
    for width, strength in _closer_looks(cut):
        away = offsets - (middle[..., None] + slope[..., None] * _BEAT)[..., None]
        weight = strength * np.exp(-1.5 * (away / width) ** 2)
        mass = weight.sum(3)
        counts = mass / (mass + _POINT)
        total = counts.sum(2)
        point = (weight * away).sum(3) / np.maximum(mass, 1e-9)
        mean = (counts * point).sum(2) / np.maximum(total, 1e-9)
        spread = (counts * _BEAT**2).sum(2)
        lean = (counts * _BEAT * (point - mean[..., None])).sum(2) / np.maximum(spread, 1e-9)
        sure = total > _FEW * rows
        middle = middle + np.where(sure, mean, 0)
        slope = slope + np.where(sure & (spread > 1), lean, 0)
    return middle, slope


def _strips(pictures: Pictures, quads: Points, reach: Points, step: float) -> _Strips:
    """The strips across the sides of quadrilaterals (n x 4 x 2, clockwise), ``reach`` (n) pixels to either side."""
    count = int(np.ceil(reach.max() / step)) + 5
    offsets = np.arange(-count, count + 1) * step
    along = np.roll(quads, -1, 1) - quads
    outward = np.stack([along[..., 1], -along[..., 0]], -1) / np.linalg.norm(along, axis=2, keepdims=True)
    base = quads[:, :, None] + along[:, :, None] * np.linspace(_INSET, 1 - _INSET, _ROWS)[:, None]
    points = base[:, :, :, None] + outward[:, :, None, None] * offsets[:, None]
    now, fresh, change = _cut(pictures, points.reshape(-1, *points.shape[3:]).astype(np.float32))
    shape = points.shape[:4]
    edges = _edges(now.reshape(-1, *shape[2:], 3), fresh.reshape(-1, *shape[2:], 3), step).reshape(shape)
    return _Strips(base[:, :, [0, -1]], outward, edges, _begins(change, step).reshape(shape), step)


def _scores(cut: _Strips, tilts: Points, reach: Points) -> Image:
    """How likely each side runs at each offset (its middle) with each slope: n x 4 x slopes x offsets.

    ``tilts``: n x 4 x slopes, how far outward of the middle the second mark lies, in pixels; offsets run as the
    places across do, less five at either end.
    """
    n, _, rows, across = cut.edges.shape
    centre = across // 2
    wanted = np.arange(-(centre - 5), centre - 4)
    # A strong edge says little more than a plain one; where it is strongest it still counts most.
    seen = cut.edges / (cut.edges + np.float32(_PLAIN))
    apart = max(2, round(_APART / cut.step))
    beyond = np.zeros_like(seen)
    beyond[..., :-apart] = np.maximum.accumulate(seen[..., ::-1], -1)[..., ::-1][..., apart:]
    beyond = np.maximum(beyond - np.float32(_FAINT), 0)
    both = np.stack([seen, np.minimum(cut.begins, np.float32(_ONSET)), beyond], -1).reshape(-1, 3)
    lean = np.round(tilts[..., None] / cut.step * _BEAT).astype(np.intp)
    at = np.clip(centre + lean[..., None] + wanted, 0, across - 1)
    at += (np.arange(n * 4 * rows) * across).reshape(n, 4, 1, rows, 1)
    lined, onset, further = np.moveaxis(both.take(at, 0).mean(3), -1, 0)
    # Nothing is new outside of the piece: an edge further out speaks against this one.
    score: Image = lined + onset - _OUTER * further
    far = wanted * cut.step / reach[:, None]
    tilted = tilts / reach[:, None, None]
    against = np.where(np.abs(far) > 1.01, _TOO_FAR, 0.25 * far**2).astype(np.float32)
    return score - against[:, None, None] - 0.1 * tilted[..., None].astype(np.float32) ** 2


def _closer_looks(cut: _Strips) -> tuple[tuple[float, Image], ...]:
    """For ever closer looks at the edge points beside a line: within how many pixels, and what each place weighs."""
    # A strong edge near by draws no more than a plain one at first; at last the steepest place tells.
    seen = (cut.edges / (cut.edges + _PLAIN)) ** 2
    steep = np.minimum(cut.edges / _PLAIN, _STEEPEST) ** 2
    return (2.0, seen), (1.2, seen), (1.0, steep)


def _cut(pictures: Pictures, flat: Points) -> tuple[Image, Image, Image]:
    """The new picture, its difference to the old (both relative to the level there) and the change, at points."""
    # A pixel's middle is at half a pixel in the corners' measure.
    x, y = flat[..., 0] - np.float32(0.5), flat[..., 1] - np.float32(0.5)
    now, quiet = (
        cv2.remap(image, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
        for image in (pictures.now, pictures.quiet)
    )
    # One level for a row: an edge is sought where brightness changes, and a logarithm would draw it to the dark side.
    # It is that of the ground outside: a dark frame on dark ground is faint beside what is within it.
    ground = np.s_[:, (flat.shape[1] + 3) // 2 :]
    level = (now[ground].mean((1, 2)) + _DARK)[:, None, None]
    gain = level / (quiet[ground].mean((1, 2)) + _DARK)[:, None, None]
    half = (flat / 2 - np.float32(0.5)).astype(np.float32)
    change = cv2.remap(pictures.change, half[..., 0], half[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    return now / level, (now - quiet * np.minimum(gain, 1.5)) / level, np.clip(change, 0, 1)


def _edges(now: Image, fresh: Image, step: float) -> Image:
    """How steep each place of the strips (sides x rows x across) is, as far as that is new."""
    wide = max(1, round(1.0 / step))
    slopes = []
    for picture in (now, fresh):
        slope = np.zeros(picture.shape[:3], np.float32)
        change = cv2.absdiff(picture[:, :, 2 * wide :], picture[:, :, : -2 * wide])
        slope[:, :, wide:-wide] = np.maximum(np.maximum(change[..., 0], change[..., 1]), change[..., 2])
        slopes.append(slope)
    least = (1 - _STALE) * np.minimum(slopes[0], slopes[1]) + _STALE * slopes[0]
    least[:, 1:-1] = 0.5 * least[:, 1:-1] + 0.25 * (least[:, :-2] + least[:, 2:])
    # What the ground outside shows of itself (noise, grain, what the light did) is no edge.
    noise = np.percentile(least[:, :, least.shape[2] // 2 :: 2], 60, axis=(1, 2)).astype(np.float32)
    strength: Image = np.maximum(least - np.clip(_GROUND_NOISE * noise, *_FLOOR)[:, None, None], 0)
    return strength


def _begins(change: Image, step: float) -> Image:
    """How much more has changed just inside each place of the strips (rows x across) than just outside."""
    wide = max(2, round(5.0 / step))
    summed = np.cumsum(np.pad(change, ((0, 0), (wide + 1, wide)), mode="edge"), axis=1)
    inside = summed[:, wide:-wide] - summed[:, : -2 * wide]
    outside = summed[:, 2 * wide :] - summed[:, wide:-wide]
    return np.asarray((inside - outside) / np.float32(wide))[:, : change.shape[1]]
