"""The sides of a new piece to a fraction of a pixel.

Across each side of a rough quadrilateral a strip is cut from both pictures. A side is where the new picture has an
edge that the old one had not, and where change begins: nothing changed outside, something inside. One straight line
is laid through each strip, first the whole line at once (offset and slope), then through the single edge points.
"""

from typing import NamedTuple

import cv2
import numpy as np

from vision.image import Image, Points

_ROWS = 48
_INSET = 0.08
_PLAIN = 0.15
_ONSET = 0.3
_OUTER = 0.5
_FAINT = 0.12
_APART = 2.5
_FLOOR = 0.08
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
    off, support = np.empty((4, 2)), np.empty(4)
    edges = [_edges(now[side], fresh[side], step) for side in range(4)]
    tilts = np.linspace(-0.45, 0.45, _SLOPES) * reach
    scores = [_scores(edges[side], change[side], tilts, reach, step) for side in range(4)]
    for one, other in ((0, 2), (1, 3)):
        columns = _together(scores[one].max(0), scores[other].max(0), None if stiff is None else stiff / step)
        for side, column in zip((one, other), columns, strict=True):
            tilt = int(scores[side][:, column].argmax())
            middle, slope = (column - scores[side].shape[1] // 2) * step, float(tilts[tilt])
            support[side] = np.clip(scores[side][tilt, column] / (1 + _ONSET), 0, 1)
            middle, slope = _through_points(edges[side], middle, slope, step)
            off[side] = middle - slope, middle + slope
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
    """How steep each place of a strip is, as far as that is new (rows x across, relative to the level there)."""
    wide = max(1, round(1.0 / step))
    slopes = []
    for picture in (now, fresh):
        slope = np.zeros(picture.shape[:2], np.float32)
        slope[:, wide:-wide] = np.abs(picture[:, 2 * wide :] - picture[:, : -2 * wide]).max(2)
        slopes.append(slope)
    least = 0.75 * np.minimum(slopes[0], slopes[1]) + 0.25 * slopes[0]
    kernel = np.array([[0.25], [0.5], [0.25]], np.float32)
    smooth = cv2.filter2D(least, -1, kernel, borderType=cv2.BORDER_REPLICATE)
    return np.maximum(smooth - _FLOOR, 0)


def _together(one: Points, other: Points, stiff: float | None) -> tuple[int, int]:
    """Which places (columns) of two opposite sides' scores are the likeliest, keeping their distance if stiff."""
    if stiff is None:
        return int(one.argmax()), int(other.argmax())
    place = np.arange(len(one)) - len(one) // 2
    wider = (place[:, None] + place[None]) / stiff
    both = one[:, None] + other[None] - wider**2 / (1 + 0.5 * np.abs(wider))
    best = np.unravel_index(int(both.argmax()), both.shape)
    return int(best[0]), int(best[1])


def _scores(edge: Image, change: Image, tilts: Points, reach: float, step: float) -> Image:
    """How likely a side runs at each offset (columns, its middle outward of the rough one) with each slope (rows)."""
    rows, across = edge.shape
    centre = across // 2
    beat = np.linspace(-1, 1, rows, dtype=np.float32)
    room = centre - 5
    begins = np.minimum(_onset(change, step), _ONSET)
    # A strong edge says little more than a plain one; where it is strongest it still counts most.
    seen = edge / (edge + _PLAIN)
    apart = max(2, round(_APART / step))
    score = np.full((_SLOPES, 2 * room + 1), -np.inf, np.float32)
    wanted = np.arange(-room, room + 1)
    for k, tilt in enumerate(tilts):
        at = np.clip(np.round(centre + wanted[None] + tilt / step * beat[:, None]), 0, across - 1).astype(np.intp)
        lined = np.take_along_axis(seen, at, 1).mean(0)
        onset = np.take_along_axis(begins, at, 1).mean(0)
        # Nothing is new outside of the piece: an edge further out speaks against this one.
        beyond = np.maximum.accumulate(lined[::-1])[::-1]
        further = np.concatenate([beyond[apart:], np.zeros(apart, np.float32)])
        score[k] = lined + onset - _OUTER * np.maximum(further - _FAINT, 0)
    score -= 0.25 * (wanted * step / reach)[None] ** 2 + 0.1 * (tilts / reach)[:, None] ** 2
    return score


def _onset(change: Image, step: float) -> Image:
    """How much more has changed just inside each place of a strip than just outside (rows x across)."""
    wide = max(2, round(5.0 / step))
    summed = np.cumsum(np.pad(change, ((0, 0), (wide + 1, wide)), mode="edge"), axis=1)
    inside = summed[:, wide:-wide] - summed[:, : -2 * wide]
    outside = summed[:, 2 * wide :] - summed[:, wide:-wide]
    return np.asarray((inside - outside) / wide)[:, : change.shape[1]]


def _through_points(edge: Image, middle: float, slope: float, step: float) -> tuple[float, float]:
    """The line again, through the strongest edge points within a pixel and a half of it."""
    rows, across = edge.shape
    beat = np.linspace(-1, 1, rows)
    offsets = (np.arange(across) - across // 2) * step
    for width in (2.0, 1.2):
        away = offsets[None] - (middle + slope * beat)[:, None]
        weight = edge**2 * np.exp(-((away / width) ** 2) * 1.5)
        mass = weight.sum(1)
        counts = mass / (mass + _PLAIN**2)
        if counts.sum() < 0.05 * rows:
            return middle, slope
        point = (weight * away).sum(1) / np.maximum(mass, 1e-9)
        mean = float((counts * point).sum() / counts.sum())
        spread = float((counts * beat * beat).sum())
        lean = float((counts * beat * (point - mean)).sum() / max(spread, 1e-6)) if spread > 1 else 0.0
        middle, slope = middle + mean, slope + lean
    return middle, slope


def _crossing(one: Points, other: Points) -> Points:
    """Where two lines (two points each) cross; a point between them where they are parallel."""
    first, second = one[1] - one[0], other[1] - other[0]
    cross = first[0] * second[1] - first[1] * second[0]
    if abs(cross) < 1e-6:
        return np.asarray((one[1] + other[0]) / 2)
    gap = other[0] - one[0]
    return np.asarray(one[0] + first * (gap[0] * second[1] - gap[1] * second[0]) / cross)
