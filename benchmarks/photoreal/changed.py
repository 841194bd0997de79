"""Which parts of a picture a move changes: a path-traced picture is dear, and most of a table lies as it lay."""

import math
from collections.abc import Iterable, Sequence

import numpy as np

from benchmarks.photoreal.scene import Lamp, Part, Point, Scene, Solid

_ROUND = 25.0
"""mm round a piece that its shadow and the light it throws back reach."""
_ARM, _ARM_HEIGHT = 60.0, 135.0
"""mm: half of an arm's width, and how high it is."""
_WORTH = 1.4
"""Two parts become one where that renders at most so many times their area: each part has its own cost."""

_Box = tuple[float, float, float, float]


def parts(before: Scene, after: Scene) -> tuple[Part, ...]:
    """Where ``after`` may look otherwise than ``before``, by the same camera and in the same light."""
    solids = set(before.solids) ^ set(after.solids)
    boxes = [_box(after, _around(solid)) for solid in solids]
    boxes += [_box(after, _arm(arm, after.lamps)) for arm in (before.arm, after.arm) if arm is not None]
    width, height = after.camera.size
    return tuple(
        (max(0.0, left / width), max(0.0, top / height), min(1.0, right / width), min(1.0, bottom / height))
        for left, top, right, bottom in _joined(boxes)
        if right > 0 and bottom > 0 and left < width and top < height
    )


def _around(solid: Solid) -> list[tuple[float, float, float]]:
    """Points round a piece (x, y, height)."""
    half = math.hypot(*solid.size) / 2 + _ROUND
    x, y = solid.centre
    return [(x + dx, y + dy, solid.height) for dx in (-half, half) for dy in (-half, half)]


def _arm(arm: tuple[Point, Point], lamps: Sequence[Lamp]) -> list[tuple[float, float, float]]:
    """Points round an arm and round its shadows (x, y, height)."""
    found = []
    for x, y in arm:
        for dx in (-_ARM, _ARM):
            for dy in (-_ARM, _ARM):
                high = x + dx, y + dy, _ARM_HEIGHT
                found += [high, (x + dx, y + dy, 0.0), *(_shadow(high, lamp) for lamp in lamps)]
    return found


def _shadow(point: tuple[float, float, float], lamp: Lamp) -> tuple[float, float, float]:
    """Where on the table a point's shadow falls; its soft rim is as wide as the lamp seems from there."""
    x, y, height = point
    away = height / (lamp.where[2] - height)
    reach = lamp.radius * away
    dx, dy = x - lamp.where[0], y - lamp.where[1]
    return x + dx * away + math.copysign(reach, dx), y + dy * away + math.copysign(reach, dy), 0.0


def _box(scene: Scene, points: Iterable[tuple[float, float, float]]) -> _Box:
    """The part of the rendering (pixels) that these points (x, y, height) lie in."""
    camera = scene.camera
    eye = np.array([camera.eye[0], camera.eye[1], -camera.eye[2]])
    turn = np.array(camera.turn).reshape(3, 3)
    seen = (np.array([(x, y, -height) for x, y, height in points]) - eye) @ turn.T
    pixels = seen[:, :2] / seen[:, 2:] * camera.focal + np.array(camera.centre)
    left, top = pixels.min(axis=0)
    right, bottom = pixels.max(axis=0)
    return float(left), float(top), float(right), float(bottom)


def _joined(boxes: Sequence[_Box]) -> list[_Box]:
    """The same area in fewer boxes, where that is worth it."""
    left = list(boxes)
    for k, one in enumerate(left):
        for n in range(k + 1, len(left)):
            both = _both(one, left[n])
            if _area(both) <= _WORTH * (_area(one) + _area(left[n])):
                rest = [box for place, box in enumerate(left) if place not in (k, n)]
                return _joined([both, *rest])
    return left


def _both(one: _Box, other: _Box) -> _Box:
    return min(one[0], other[0]), min(one[1], other[1]), max(one[2], other[2]), max(one[3], other[3])


def _area(box: _Box) -> float:
    return (box[2] - box[0]) * (box[3] - box[1])
