"""How the camera sees the table, learned from the pieces themselves: mm on the table to pixels and back.

A piece whose size is known tells scale, tilt and perspective where it lies. All pieces found so far together give
one rectifying homography (five numbers: the turn and the place of the table's axes do not matter).
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from vision.geometry.homography import transform_points
from vision.geometry.image import Image, Points
from vision.geometry.quads import extent, sides
from vision.recognition.kinds import Size

_ROUNDS = 6
"""Steps of Gauss and Newton (chosen by hand)."""
_CORNER_NOISE = 0.012
"""Share of the long side by which a length is off (standard deviation)."""
_TILT_SPREAD = 0.10
"""How far stretch and shear usually are from none (standard deviation)."""
_PERSPECTIVE_SPREAD = 0.12
"""The same of the vanishing line, for half a picture's width: about 20 degrees of tilt."""
_SCALE_SPREAD = 0.3
"""The same of the log of the scale, beside what the pieces' lengths say."""
_MISFIT = 0.12
"""Share by which a shape's proportions may be off."""


class Pose(NamedTuple):
    """A piece on the table: its centre and size (width, height) in mm and its turn in radians."""

    x: float
    y: float
    turn: float
    size: Size


class View(NamedTuple):
    """A table seen by a camera: homography (3 x 3) from picture pixels to mm, and its inverse."""

    to_table: Image
    to_picture: Image

    def quad(self, pose: Pose) -> Points:
        """The corners of a piece in pixels (4 x 2, clockwise)."""
        box = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) * np.array(pose.size)
        c, s = np.cos(pose.turn), np.sin(pose.turn)
        return transform_points(self.to_picture, box @ np.array([[c, s], [-s, c]]) + (pose.x, pose.y))

    def quads(self, poses: Sequence[Pose]) -> Points:
        """The corners of several pieces (n x 4 x 2)."""
        return np.array([self.quad(pose) for pose in poses]).reshape(-1, 4, 2)

    def pose(self, quad: Points, size: Size) -> Pose:
        """The pose of a piece of this size that lies closest to these corners (its width along the first side)."""
        flat = transform_points(self.to_table, quad)
        along = flat[1] - flat[0] + flat[2] - flat[3]
        down = flat[3] - flat[0] + flat[2] - flat[1]
        turned = np.array([down[1], -down[0]])
        whole = along * size[0] + turned * size[1]
        x, y = flat.mean(0)
        return Pose(float(x), float(y), float(np.arctan2(whole[1], whole[0])), size)

    def corner_poses(self, quad: Points, size: Size) -> list[Pose]:
        """Where a piece of this size may lie in the corners of a quadrilateral (pixels), along its sides."""
        flat = transform_points(self.to_table, quad)
        poses = []
        for k in range(4):
            onward, back = flat[(k + 1) % 4] - flat[k], flat[k - 1] - flat[k]
            onward, back = onward / max(np.linalg.norm(onward), 1e-6), back / max(np.linalg.norm(back), 1e-6)
            for along, down, turn in ((size[0], size[1], 0.0), (size[1], size[0], np.pi / 2)):
                x, y = flat[k] + onward * along / 2 + back * down / 2
                poses.append(Pose(float(x), float(y), float(np.arctan2(onward[1], onward[0]) + turn), size))
        return poses

    def misfit(self, quad: Points, size: Size) -> float:
        """How far the corners are from a piece of this size, as a share of its long side (the worst corner)."""
        flat = transform_points(self.to_table, quad)
        own = transform_points(self.to_table, self.quad(self.pose(quad, size)))
        return float(np.linalg.norm(flat - own, axis=1).max() / max(size))

    def scale(self, at: Points) -> float:
        """Pixels in a mm near a point of the picture."""
        near = transform_points(self.to_table, np.asarray(at) + np.array([[0, 0], [1, 0], [0, 1]]))
        return float(1 / np.sqrt(abs(np.linalg.det(near[1:] - near[0]))))


def plain(scale: float, shape: tuple[int, int]) -> View:
    """A camera that looks straight down: ``scale`` pixels a mm, a picture of ``shape`` (rows, columns)."""
    return _view(np.array([0.0, 0.0, np.log(scale), 0.0, 0.0]), shape)


def sizes_of(quad: Points, sizes: Sequence[Size], slack: float = _MISFIT) -> tuple[Size, ...]:
    """Which sizes the corners may be of, by their shape alone; turned as the first side has it."""
    wide, tall = extent(quad)
    if min(wide, tall) < 1:
        return ()
    return tuple(
        (w, h)
        for size in sizes
        for w, h in {size, size[::-1]}
        if abs(np.log(wide / tall) - np.log(w / h)) < np.log1p(slack)
    )


def learn(known: Sequence[tuple[Points, Size, float]], shape: tuple[int, int], start: View | None = None) -> View:
    """The view in which pieces of known size have the corners they were seen at.

    ``known``: corners in pixels, the size (its width along the first side) and how far to trust them (0..1).
    ``start``: a view believed before.
    """
    scale = float(np.exp(np.median([np.log(sides(quad).sum() / 2 / (size[0] + size[1])) for quad, size, _ in known])))
    middle = np.array([0.0, 0.0, np.log(scale), 0.0, 0.0])
    spread = np.array([_PERSPECTIVE_SPREAD] * 2 + [_SCALE_SPREAD] + [_TILT_SPREAD] * 2)
    numbers = middle if start is None else _numbers(start, shape)
    unit = shape[1] / 2
    quads = np.array([quad for quad, _, _ in known]) / unit - (1, shape[0] / shape[1])
    wanted = np.array([(w, h, w, h, np.hypot(w, h), np.hypot(w, h)) for _, (w, h), _ in known])
    trust = np.repeat([trust for _, _, trust in known], wanted.shape[1])
    for _ in range(_ROUNDS):
        base = _residuals(numbers, quads, wanted, unit)
        slopes = np.empty((len(base), 5))
        for k in range(5):
            step = numbers.copy()
            step[k] += 1e-4
            slopes[:, k] = (_residuals(step, quads, wanted, unit) - base) / 1e-4
        # Far-off pieces (a wrong size, a bad corner) count less and less.
        weight = trust / (1 + (base / 3) ** 2)
        left = (slopes * weight[:, None]).T @ slopes + np.diag(1 / spread**2)
        right = (slopes * weight[:, None]).T @ base + (numbers - middle) / spread**2
        numbers = numbers - np.linalg.solve(left, right)
    return _view(numbers, shape)


def _numbers(view: View, shape: tuple[int, int]) -> Points:
    centred = view.to_table @ _centring(shape, back=True)
    centred /= centred[2, 2]
    unit = shape[1] / 2
    return np.array([centred[2, 0], centred[2, 1], *_metric(centred, unit)])


def _metric(centred: Image, unit: float) -> tuple[float, float, float]:
    """Scale, stretch and shear of the middle of the picture."""
    affine = centred[:2, :2] - np.outer(centred[:2, 2], centred[2, :2])
    upper = np.linalg.cholesky(affine.T @ affine).T / unit
    return (
        -float(np.log(np.sqrt(upper[0, 0] * upper[1, 1]))),
        float(np.log(upper[0, 0] / upper[1, 1])) / 2,
        float(upper[0, 1] / np.sqrt(upper[0, 0] * upper[1, 1])),
    )


def _centring(shape: tuple[int, int], *, back: bool = False) -> Image:
    unit = shape[1] / 2
    matrix = np.array([[1 / unit, 0, -1], [0, 1 / unit, -shape[0] / shape[1]], [0, 0, 1.0]])
    return np.linalg.inv(matrix) if back else matrix


def _view(numbers: Points, shape: tuple[int, int]) -> View:
    metric, flat = _metric_and_flat(numbers, shape[1] / 2)
    to_table = metric @ flat @ _centring(shape)
    return View(to_table, np.linalg.inv(to_table))


def _metric_and_flat(numbers: Points, unit: float) -> tuple[Image, Image]:
    across, down, scale, stretch, shear = numbers
    size = unit * np.exp(-scale)
    metric = np.array([[size * np.exp(stretch), size * shear, 0], [0, size * np.exp(-stretch), 0], [0, 0, 1.0]])
    return metric, np.array([[1, 0, 0], [0, 1, 0], [across, down, 1.0]])


def _residuals(numbers: Points, quads: Points, wanted: Points, unit: float) -> Points:
    """How far sides and diagonals (n x 6 mm) of the quadrilaterals (n x 4 x 2, centred) are from those wanted."""
    metric, flat = _metric_and_flat(numbers, unit)
    spread = flat[2, 0] * quads[..., 0] + flat[2, 1] * quads[..., 1] + 1
    points = (quads @ metric[:2, :2].T) / spread[..., None]
    sides = points - np.roll(points, -1, 1)
    across = points[:, :2] - points[:, 2:]
    lengths = np.concatenate([np.hypot(sides[..., 0], sides[..., 1]), np.hypot(across[..., 0], across[..., 1])], 1)
    off: Points = (lengths - wanted) / (wanted[:, :2].max(1, keepdims=True) * _CORNER_NOISE)
    return off.ravel()
