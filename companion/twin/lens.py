"""The twin's camera: from millimetres on the table to pixels and back, perspective and lens included.

Axes: x right and y down as on the table, z down into it; the eye hangs at a negative z.
"""

import math
from dataclasses import dataclass, replace
from random import Random

import cv2
import numpy as np

from companion.twin.arrangement import Arrangement
from vision.geometry.image import Image, Points

PX_PER_MM = 1.9
"""The camera's resolution on the table, about."""
_BORDER = 0.004
_ROUND = 16
_AROUND = 10.0
_COARSE = 8


@dataclass(frozen=True)
class Lens:
    """A pinhole camera with a barrel: ``bend`` is the relative distortion at the picture's corner.

    ``eye``: mm above the table (x, y, height). ``turn``: rotation (3 x 3) from table to camera axes.
    ``focal`` and ``centre`` in pixels.
    """

    width: int
    height: int
    eye: tuple[float, float, float]
    turn: Image
    focal: float
    centre: tuple[float, float]
    bend: float

    def pixels(self, points: Points, lift: float = 0.0) -> Points:
        """Table points (N x 2, mm) at a height above the table (mm), as the camera sees them (N x 2, pixels)."""
        above = np.column_stack([points, np.full(len(points), -lift)]) - self._eye()
        seen = above @ self.turn.T
        flat = seen[:, :2] / seen[:, 2:] * (self.focal / self._reach())
        wanted = np.linalg.norm(flat, axis=1, keepdims=True)
        radius = wanted.copy()
        for _ in range(8):
            radius -= (radius * (1 + self.bend * radius**2) - wanted) / (1 + 3 * self.bend * radius**2)
        shrink = np.divide(radius, wanted, out=np.ones_like(wanted), where=wanted > 1e-9)
        return np.asarray(flat * shrink * self._reach() + self.centre)

    def table(self, pixels: Points) -> Points:
        """Pixels (N x 2) as points on the table (N x 2, mm)."""
        bent = (pixels - self.centre) / self._reach()
        flat = bent * (1 + self.bend * (bent**2).sum(-1, keepdims=True)) * (self._reach() / self.focal)
        rays = np.concatenate([flat, np.ones((*flat.shape[:-1], 1))], axis=-1) @ self.turn
        return np.asarray(rays[..., :2] / rays[..., 2:] * self.eye[2] + np.array(self.eye[:2]))

    def maps(self, px_per_mm: float, pad: float) -> tuple[Image, Image]:
        """For ``cv2.remap``: where each pixel of the picture lies on a canvas that begins ``pad`` mm outside."""
        # Known on every eighth pixel, almost straight in between: the error is a hundredth of a pixel.
        xs, ys = ((np.arange(-1, side // _COARSE + 1) + 0.5) * _COARSE - 0.5 for side in (self.width, self.height))
        grid = np.stack(np.meshgrid(xs, ys), axis=-1)
        coarse = ((self.table(grid) + pad) * px_per_mm - 0.5).astype(np.float32)
        size = (self.width + 2 * _COARSE, self.height + 2 * _COARSE)
        whole = cv2.resize(coarse, size, interpolation=cv2.INTER_LINEAR)
        where = np.ascontiguousarray(whole[_COARSE:-_COARSE, _COARSE:-_COARSE])
        fixed, fraction = cv2.convertMaps(where[..., 0], where[..., 1], cv2.CV_16SC2)
        return np.asarray(fixed), np.asarray(fraction)

    def apparent(self, x: float, y: float, lift: float) -> tuple[float, float, float]:
        """Where a point this high above the table seems to lie on it (mm), and how much larger it seems."""
        scale = self.eye[2] / (self.eye[2] - lift)
        return self.eye[0] + (x - self.eye[0]) * scale, self.eye[1] + (y - self.eye[1]) * scale, scale

    def _eye(self) -> Points:
        return np.array([self.eye[0], self.eye[1], -self.eye[2]])

    def _reach(self) -> float:
        return math.hypot(self.width, self.height) / 2


def aim(table: Arrangement, rng: Random, eye: tuple[float, float], tilt: float, bend: float) -> Lens:
    """Hang a camera over the table, a little off its middle and out of plumb, so that it sees all of it."""
    width, height = (math.ceil(side * PX_PER_MM / _ROUND) * _ROUND for side in (table.width, table.height))
    above = (table.width / 2 + rng.uniform(-40, 40), table.height / 2 + rng.uniform(-30, 30), rng.uniform(*eye))
    turn = _rotation(rng.uniform(-tilt, tilt), rng.uniform(-tilt, tilt), rng.uniform(-0.8, 0.8))
    lens = Lens(width, height, above, turn, PX_PER_MM * above[2], (width / 2, height / 2), bend)
    edge = np.linspace(0, 1, 21)
    zero, one = np.zeros_like(edge), np.ones_like(edge)
    rim = np.concatenate([np.column_stack(side) for side in ((edge, zero), (edge, one), (zero, edge), (one, edge))])
    low, high = _span(table)
    rim = low + rim * (high - low)
    for _ in range(4):
        low, high = (ends(lens.pixels(rim), axis=0) for ends in (np.min, np.max))
        fill = float(((high - low) / ((width, height) * np.array(1 - 2 * _BORDER))).max())
        middle = np.array(lens.centre) + (np.array([width, height]) - low - high) / 2
        lens = replace(lens, focal=lens.focal / fill, centre=(float(middle[0]), float(middle[1])))
    return lens


def _span(table: Arrangement) -> tuple[Points, Points]:
    """Top left and bottom right of everything that must be seen: all mats with a little of the table around."""
    corners = np.array([corner for mat in table.mats for corner in mat.corners()])
    return corners.min(axis=0) - _AROUND, corners.max(axis=0) + _AROUND


def _rotation(across: float, along: float, roll: float) -> Image:
    x, y, z = (math.radians(angle) for angle in (across, along, roll))
    about_x = np.array([[1, 0, 0], [0, math.cos(x), -math.sin(x)], [0, math.sin(x), math.cos(x)]])
    about_y = np.array([[math.cos(y), 0, math.sin(y)], [0, 1, 0], [-math.sin(y), 0, math.cos(y)]])
    about_z = np.array([[math.cos(z), -math.sin(z), 0], [math.sin(z), math.cos(z), 0], [0, 0, 1]])
    return np.asarray(about_z @ about_y @ about_x)
