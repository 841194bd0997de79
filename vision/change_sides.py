"""The sides of a new piece to a fraction of a pixel.

Across each side of a rough quadrilateral a strip is cut from both pictures. A side is where the new picture has an
edge that the old one had not, and where change begins: nothing changed outside, something inside. One straight line
is laid through each strip, first the whole line at once (offset and slope), then through the single edge points.
"""

from typing import NamedTuple

import cv2
import numpy as np

from vision.image import Image, Points

_ROWS = 36
_INSET = 0.08
_PLAIN = 0.15
_ONSET = 0.3
_OUTER = 0.5
_FAINT = 0.12
_APART = 2.5
_FEW = 0.05
_NOISE = 2.0
_FLOOR = (0.02, 0.08)
_SLOPES = 9
_DARK = 16.0


class Sides(NamedTuple):
    """Where the four sides of a quadrilateral really run.

    ``marks``: two points near the ends of each rough side (4 x 2 x 2 pixels); ``outward``: the sides' normals
    (4 x 2); ``off``: how far outward of each mark the side runs (4 x 2 pixels); ``support``: how well each side is
    borne out (4, 0..1).
    """

    marks: Points
    outward: Points
    off: Points
    support: Points

    def quad(self) -> Points:
        """The corners (4 x 2) at which the four lines cross."""
        lines = self.marks + self.off[..., None] * self.outward[:, None]
        return np.array([_crossing(lines[side - 1], lines[side]) for side in range(4)])


class Pictures(NamedTuple):
    """Both pictures (uint8 BGR) at the working scale and the change between them (float32, half of that scale)."""

    quiet: Image
    now: Image
    change: Image


def refine(pictures: Pictures, quad: Points, reach: float, *, step: float = 1.0, stiff: float | None = None) -> Sides:
    """Look for the sides of a quadrilateral (4 x 2, clockwise) at most ``reach`` pixels off.

    ``step``: how finely strips are sampled, in pixels. ``stiff``: by how many pixels the distance of opposite sides
    may be wrong, where the size of the piece is known.
    """
    count = int(np.ceil(reach / step)) + 5
    offsets = np.arange(-count, count + 1) * step
    starts, ends = quad, np.roll(quad, -1, 0)
    along = ends - starts
    lengths = np.linalg.norm(along, axis=1, keepdims=True)
    outward = np.column_stack([along[:, 1], -along[:, 0]]) / lengths
    shares = np.linspace(_INSET, 1 - _INSET, _ROWS)
    base = starts[:, None] + along[:, None] * shares[None, :, None]
    points = base[:, :, None] + outward[:, None, None] * offsets[None, None, :, None]
    now, fresh, change = _strips(pictures, points)
    edges = _edges(now, fresh, step)
    tilts = np.linspace(-0.45, 0.45, _SLOPES) * reach
    scores = _scores(edges, change, tilts, reach, step)
    best = scores.max(1)
    stiffness = None if stiff is None else stiff / step
    columns = np.empty(4, np.intp)
    for one, other in ((0, 2), (1, 3)):
        columns[one], columns[other] = _together(best[one], best[other], stiffness)
    sides = np.arange(4)
    rows = scores[sides, :, columns].argmax(1)
    support = np.clip(scores[sides, rows, columns] / (1 + _ONSET), 0, 1)
    middle, slope = _through_points(edges, (columns - scores.shape[2] // 2) * step, tilts[rows], step)
    off = np.column_stack([middle - slope, middle + slope])
    return Sides(base[:, [0, -1]], outward, off, support)


def _strips(pictures: Pictures, points: Points) -> tuple[Image, Image, Image]:
    """The new picture, its difference to the old (both relative to the level there) and the change.

    Each 4 x rows x across (x channels), float32.
    """
    flat = points.reshape(4 * _ROWS, -1, 2).astype(np.float32)
    # A pixel's middle is at half a pixel in the corners' measure.
    x, y = flat[..., 0] - np.float32(0.5), flat[..., 1] - np.float32(0.5)
    shape = (4, _ROWS, flat.shape[1])
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
    fresh = (now - quiet * np.minimum(gain, 1.5)) / level
    return (now / level).reshape(*shape, 3), fresh.reshape(*shape, 3), np.clip(change, 0, 1).reshape(shape)


def _edges(now: Image, fresh: Image, step: float) -> Image:
    """How steep each place of the strips is, as far as that is new (4 x rows x across, relative to the level there)."""
    wide = max(1, round(1.0 / step))
    slopes = []
    for picture in (now, fresh):
        slope = np.zeros(picture.shape[:3], np.float32)
        change = cv2.absdiff(picture[:, :, 2 * wide :], picture[:, :, : -2 * wide])
        slope[:, :, wide:-wide] = np.maximum(np.maximum(change[..., 0], change[..., 1]), change[..., 2])
        slopes.append(slope)
    least = 0.75 * np.minimum(slopes[0], slopes[1]) + 0.25 * slopes[0]
    least[:, 1:-1] = 0.5 * least[:, 1:-1] + 0.25 * (least[:, :-2] + least[:, 2:])
    # What the ground outside shows of itself (noise, grain, what the light did) is no edge.
    noise = np.percentile(least[:, :, least.shape[2] // 2 :: 2], 60, axis=(1, 2)).astype(np.float32)
    strength: Image = np.maximum(least - np.clip(_NOISE * noise, *_FLOOR)[:, None, None], 0)
    return strength


def _together(one: Points, other: Points, stiff: float | None) -> tuple[int, int]:
    """Which places (columns) of two opposite sides' scores are the likeliest, keeping their distance if stiff."""
    if stiff is None:
        return int(one.argmax()), int(other.argmax())
    place = np.arange(len(one)) - len(one) // 2
    wider = (place[:, None] + place[None]) / stiff
    both = one[:, None] + other[None] - wider**2 / (1 + 0.5 * np.abs(wider))
    best = np.unravel_index(int(both.argmax()), both.shape)
    return int(best[0]), int(best[1])


def _scores(edges: Image, change: Image, tilts: Points, reach: float, step: float) -> Image:
    """How likely each side runs at each offset (its middle, outward of the rough side) with each slope.

    4 x slopes x offsets.
    """
    _, rows, across = edges.shape
    centre = across // 2
    room = centre - 5
    wanted = np.arange(-room, room + 1)
    # A strong edge says little more than a plain one; where it is strongest it still counts most.
    seen = edges / (edges + np.float32(_PLAIN))
    begins = np.minimum(_onset(change, step), np.float32(_ONSET))
    lean = np.round(tilts[:, None] / step * np.linspace(-1, 1, rows)).astype(np.intp)
    at = np.clip(centre + lean[:, :, None] + wanted, 0, across - 1) + (np.arange(rows) * across)[:, None]
    lined = seen.reshape(4, -1)[:, at].mean(2)
    onset = begins.reshape(4, -1)[:, at].mean(2)
    # Nothing is new outside of the piece: an edge further out speaks against this one.
    apart = max(2, round(_APART / step))
    beyond = np.maximum.accumulate(lined[..., ::-1], axis=2)[..., ::-1]
    further = np.zeros_like(lined)
    further[..., :-apart] = beyond[..., apart:]
    score: Image = lined + onset - _OUTER * np.maximum(further - _FAINT, 0)
    return score - 0.25 * (wanted * step / reach) ** 2 - 0.1 * (tilts / reach)[:, None] ** 2


def _onset(change: Image, step: float) -> Image:
    """How much more has changed just inside each place of the strips than just outside (4 x rows x across)."""
    wide = max(2, round(5.0 / step))
    summed = np.cumsum(np.pad(change, ((0, 0), (0, 0), (wide + 1, wide)), mode="edge"), axis=2)
    inside = summed[..., wide:-wide] - summed[..., : -2 * wide]
    outside = summed[..., 2 * wide :] - summed[..., wide:-wide]
    return np.asarray((inside - outside) / np.float32(wide))[..., : change.shape[2]]


def _through_points(edges: Image, middle: Points, slope: Points, step: float) -> tuple[Points, Points]:
    """The lines again (offset and slope of each), through the strongest edge points within a pixel and a half."""
    _, rows, across = edges.shape
    beat = np.linspace(-1, 1, rows)
    offsets = (np.arange(across) - across // 2) * step
    strength = edges**2
    for width in (2.0, 1.2):
        away = offsets - (middle[:, None] + slope[:, None] * beat)[..., None]
        weight = strength * np.exp(-1.5 * (away / width) ** 2)
        mass = weight.sum(2)
        counts = mass / (mass + _PLAIN**2)
        total = counts.sum(1)
        point = (weight * away).sum(2) / np.maximum(mass, 1e-9)
        mean = (counts * point).sum(1) / np.maximum(total, 1e-9)
        spread = (counts * beat**2).sum(1)
        lean = (counts * beat * (point - mean[:, None])).sum(1) / np.maximum(spread, 1e-9)
        sure = total > _FEW * rows
        middle = middle + np.where(sure, mean, 0)
        slope = slope + np.where(sure & (spread > 1), lean, 0)
    return middle, slope


def _crossing(one: Points, other: Points) -> Points:
    """Where two lines (two points each) cross; a point between them where they are parallel."""
    first, second = one[1] - one[0], other[1] - other[0]
    cross = first[0] * second[1] - first[1] * second[0]
    if abs(cross) < 1e-6:
        return np.asarray((one[1] + other[0]) / 2)
    gap = other[0] - one[0]
    return np.asarray(one[0] + first * (gap[0] * second[1] - gap[1] * second[0]) / cross)
