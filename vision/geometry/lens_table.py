"""The plane of a whole table behind a lens that bends: found from pieces of known size at unknown places.

A homography holds only for a lens that keeps straight lines straight. Over a whole table a usual one is off by
centimetres. One number more, the radial distortion, mends that.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from vision.geometry.homography import centred, rigid, shifted, similarity, slanted, transform_points
from vision.geometry.image import Image, Points
from vision.sighting import Bend

_STEPS = 12
"""Steps of Gauss and Newton; four tags need five."""
_NUDGE = 1e-5
_USUAL = (0.3, 0.3, 0.2, 0.2, 0.06)
"""How far slopes, shears and the distortion usually are from none (ridge): a camera above a table."""
_OFF = 0.004
"""Share of a tag's extent by which its corners are off (standard deviation): a sixth of a pixel of 40."""
_ALIKE = 0.002
"""Log by which the tags' sizes differ (standard deviation): cut from one page."""


@dataclass(frozen=True)
class LensTable:
    """``bend``: relative distortion at the picture's corner; ``plane``: homography from straightened pixels to mm.

    Millimetres on the table: x right and y down about as in the picture, from where its left upper corner is.
    ``size``: of the picture (width, height).
    """

    size: tuple[int, int]
    bend: float
    plane: Image

    def straight(self, pixels: Points) -> Points:
        """Pixels (N x 2) as a lens would show them that bends nothing."""
        return _straight(pixels, self.size, self.bend)

    def on_table(self, pixels: Points) -> Points:
        """Pixels (N x 2) to mm."""
        return transform_points(self.plane, self.straight(np.asarray(pixels, np.float64)))

    @cached_property
    def _back(self) -> Image:
        return np.linalg.inv(self.plane)

    def pixels(self, points: Points) -> Points:
        """Millimetres (N x 2) to pixels."""
        return _bent(transform_points(self._back, np.asarray(points, np.float64)), self.size, self.bend)

    def rectify(self, frame: Image, corner: tuple[float, float], size: tuple[float, float], px_per_mm: float) -> Image:
        """A rectangle of the table (mm) as seen from straight above; uint8 BGR."""
        width, height = round(size[0] * px_per_mm), round(size[1] * px_per_mm)
        # Known on every eighth pixel, almost straight in between.
        xs, ys = ((np.arange(0, side + 8, 8) + 0.5) / px_per_mm for side in (width, height))
        grid = np.stack(np.meshgrid(xs + corner[0], ys + corner[1]), axis=-1)
        where = self.pixels(grid.reshape(-1, 2)).reshape(grid.shape).astype(np.float32)
        fine = np.stack(np.meshgrid(np.arange(width) / 8, np.arange(height) / 8), axis=-1).astype(np.float32)
        maps = cv2.remap(where, fine[..., 0], fine[..., 1], cv2.INTER_LINEAR)
        return np.asarray(
            cv2.remap(frame, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        )


def fit_table(seen: Sequence[tuple[Points, Points]], size: tuple[int, int]) -> LensTable | None:
    """The table under which all these pieces keep shape and size best, or None where there are none.

    ``seen``: of each piece points on it in its own mm, and the same in pixels (both N x 2). One piece alone tells
    nothing of the lens. ``size``: the picture's width and height.
    """
    if not seen:
        return None
    numbers = np.zeros(5)
    ridge = 1 / np.array(_USUAL)
    if len(seen) < 3:
        # Too little to tell distortion from slope.
        ridge[4] = 1e6
    now = _errors(seen, numbers, size)
    for _ in range(_STEPS):
        slope = np.column_stack([(_errors(seen, numbers + _NUDGE * e, size) - now) / _NUDGE for e in np.eye(5)])
        step = np.linalg.lstsq(
            np.vstack([slope / _OFF, np.diag(ridge)]), -np.concatenate([now / _OFF, ridge * numbers]), rcond=None
        )[0]
        trial = numbers + step
        then = _errors(seen, trial, size)
        if not np.isfinite(then).all():
            break
        numbers, now = trial, then
        if np.abs(step).max() < 1e-7:
            break
    flat = slanted(numbers)
    scale = float(np.exp(np.mean([_similar(piece, numbers, size)[1] for piece in seen])))
    plane = np.diag([1 / scale, 1 / scale, 1.0]) @ flat @ centred(*size)
    width, height = size
    rim = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float64)
    left, top = transform_points(plane, _straight(rim, size, float(numbers[4]))).min(0)
    return LensTable(size, float(numbers[4]), shifted(-left, -top) @ plane)


def lies(table: LensTable, seen: Mapping[int, Points], side: float) -> dict[int, Points]:
    """Where square tags of this side (mm) lie on a table: true squares (4 x 2, mm), by id; ``seen``: in pixels."""
    square = np.array([[0, 0], [side, 0], [side, side], [0, side]], np.float64)
    found = {}
    for tag, corners in seen.items():
        turn = rigid(square, table.on_table(corners), np.ones(4))
        found[tag] = square @ turn[:, :2].T + turn[:, 2]
    return found


def straighten(pixels: Points, lens: Bend) -> Points:
    """Pixels (N x 2) as a lens would show them that bends nothing."""
    return _straight(np.asarray(pixels, np.float64), (lens.width, lens.height), lens.bend)


def bend(straight: Points, lens: Bend) -> Points:
    """The way back from ``straighten``."""
    return _bent(np.asarray(straight, np.float64), (lens.width, lens.height), lens.bend)


def _reach(size: tuple[int, int]) -> float:
    return float(np.hypot(*size)) / 2


def _straight(pixels: Points, size: tuple[int, int], bend: float) -> Points:
    off = (pixels + 0.5 - np.array(size) / 2) / _reach(size)
    return np.asarray(off * (1 + bend * (off**2).sum(-1, keepdims=True)) * _reach(size) + np.array(size) / 2)


def _bent(straight: Points, size: tuple[int, int], bend: float) -> Points:
    off = (straight - np.array(size) / 2) / _reach(size)
    wanted = np.linalg.norm(off, axis=-1, keepdims=True)
    radius = wanted.copy()
    for _ in range(8):
        radius -= (radius * (1 + bend * radius**2) - wanted) / (1 + 3 * bend * radius**2)
    shrink = np.divide(radius, wanted, out=np.ones_like(wanted), where=wanted > 1e-9)
    return np.asarray(off * shrink * _reach(size) + np.array(size) / 2 - 0.5)


def _similar(piece: tuple[Points, Points], numbers: Image, size: tuple[int, int]) -> tuple[Points, float]:
    """What is left after a turn, shift and scale (share of the piece's extent), and the scale's logarithm."""
    places, pixels = piece
    flat = transform_points(slanted(numbers) @ centred(*size), _straight(pixels, size, float(numbers[4])))
    fitted = similarity(places, flat, np.ones(len(places)))
    left = flat - (places @ fitted[:, :2].T + fitted[:, 2])
    scale = float(np.hypot(fitted[0, 0], fitted[1, 0]))
    extent = scale * float(np.sqrt(((places - places.mean(0)) ** 2).sum(1).mean()))
    return left / extent, float(np.log(scale))


def _errors(seen: Sequence[tuple[Points, Points]], numbers: Image, size: tuple[int, int]) -> Image:
    parts, sizes = [], []
    for piece in seen:
        left, scale = _similar(piece, numbers, size)
        parts.append(left.ravel())
        sizes.append(scale)
    return np.concatenate([*parts, (np.array(sizes) - np.mean(sizes)) * (_OFF / _ALIKE)])
