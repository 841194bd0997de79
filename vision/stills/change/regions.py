"""Which places of the picture have changed together, and where in them pieces of known size may lie.

All on the coarse picture (half of the working scale). A region that one piece fills is told by its outline; a
region of several pieces, or one that shows a piece only in part, is searched for the places where a piece of known
size covers most change and least else.
"""

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from vision.geometry.homography import transform_points
from vision.geometry.image import Image, Points
from vision.geometry.quads import area, clockwise, straightened
from vision.recognition.kinds import Size
from vision.stills.change.view import Pose, View

_WEAK, _STRONG = (0.35, 0.75), 1.0
"""Evidence of change: where a region ends (between these, by the ground), and what a quarter of it must have."""
_ABOVE = 5.0
"""Times the ground's own restlessness from which a change counts."""
UNCHANGED = 0.55
"""Evidence of change that speaks neither for a piece nor against one."""
_TURNS = 12
"""Turns tried in half a circle: 15 degrees each."""
_GRAIN = 3
"""Pixels (of 676) to one of the search's."""
_PEAKS = 2
"""Places kept of each turn, and of all turns of a size."""
_MOST_PLACES = 4
"""Places kept of a size."""
_WORTH_A_LOOK = 0.6
"""Share of the best place's worth."""
_MOST_MOVES = 8
"""Moves at each step's size, while they gain."""
_ROUNDS = 3
"""Sizes of steps, each half of the one before."""
_APART = 0.3
"""Share of the shorter side between two places that differ."""
_TURNED = 0.4
"""Sine of the turn (24 degrees) between two places that differ."""
_RING = 3.0
"""Pixels (of 676) around a piece that should not have changed."""
_RING_WEIGHT = 0.4
"""What they count against what lies within."""


class Region(NamedTuple):
    """Changed places that hang together: where (rows, columns), which of them (bool), and the hull's own corners."""

    rows: slice
    columns: slice
    mask: Image
    quad: Points
    filled: float


def regions(change: Image, least: float, close: int = 5, level: float | None = None) -> tuple[Region, ...]:
    """The changed regions of at least ``least`` coarse pixels, the largest first.

    ``close``: how wide a gap is closed, in pixels; ``level``: from which change on places count (else by the ground).
    """
    soft = cv2.blur(change, (3, 3))
    # On calm ground the faint rim of a piece of nearly the ground's own colour is seen.
    least_change = float(np.clip(_ABOVE * np.median(soft[::4, ::4]), *_WEAK)) if level is None else level
    weak: Image = (soft > least_change).astype(np.uint8) * 255
    weak = cv2.morphologyEx(weak, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
    rims, _ = cv2.findContours(weak, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    cv2.drawContours(weak, [rim for rim in rims if cv2.contourArea(rim) > least / 4], -1, 255, -1)
    weak = cv2.morphologyEx(weak, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    weak = cv2.morphologyEx(weak, cv2.MORPH_CLOSE, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (close, close)))
    contours, _ = cv2.findContours(weak, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    found = []
    faint = np.zeros_like(change)
    for contour in contours:
        x, y, width, height = cv2.boundingRect(contour)
        if width * height < least:
            continue
        mask = np.zeros((height, width), np.uint8)
        cv2.drawContours(mask, [contour - (x, y)], 0, 1, -1)
        part = np.s_[y : y + height, x : x + width]
        strong = int(((soft[part] > _STRONG) & (mask > 0)).sum())
        covered = int(mask.sum())
        if covered < least or strong < 0.25 * covered:
            if strong > least:
                np.copyto(faint[part], change[part], where=mask > 0)
            continue
        points = contour.reshape(-1, 2).astype(np.float32) + 0.5
        quad = straightened(clockwise(cv2.boxPoints(cv2.minAreaRect(cv2.convexHull(points)))), points)
        filled = covered / max(1.0, area(quad))
        found.append(Region(slice(y, y + height), slice(x, x + width), mask.astype(bool), quad, filled))
    if level is None and faint.any():
        # A light that changed beside a piece, and the piece in it.
        found += regions(faint, least, close, _STRONG)
    return tuple(sorted(found, key=lambda one: -one.mask.sum()))


def search(worth: Image, view: View, sizes: Sequence[Size], corner: tuple[int, int], hull: Points) -> list[Pose]:
    """Where pieces may lie on a part of the coarse picture, the best first.

    ``worth``: float32, above 0 where a place speaks for a piece, below where against; ``corner``: column and row of
    the part's top left in the coarse picture; ``view``: of the coarse picture; ``hull``: corners (4 x 2) around what
    has changed, in which pieces may lie side by side.
    """
    middle = np.array([corner[0] + worth.shape[1] / 2, corner[1] + worth.shape[0] / 2])
    scale = view.scale(middle)
    pad = int(np.ceil(max(max(size) for size in sizes) * scale / 2 / _GRAIN)) + 2
    small = cv2.resize(worth, None, fx=1 / _GRAIN, fy=1 / _GRAIN, interpolation=cv2.INTER_AREA)
    step = np.array([worth.shape[1] / small.shape[1], worth.shape[0] / small.shape[0]])
    padded = cv2.copyMakeBorder(small, pad, pad, pad, pad, cv2.BORDER_CONSTANT, value=-UNCHANGED / 2)
    likely: list[Pose] = []
    for size in sizes:
        found: list[tuple[float, Pose]] = []
        for turn in np.arange(_TURNS) * np.pi / _TURNS:
            kernel = _kernel(view, middle, turn, size, step)
            score = cv2.filter2D(padded, cv2.CV_32F, kernel, borderType=cv2.BORDER_CONSTANT)
            for _ in range(_PEAKS):
                _, best, _, (x, y) = cv2.minMaxLoc(score)
                at = (np.array([x, y]) - pad + 0.5) * step + corner
                flat = transform_points(view.to_table, at)
                found.append((best, Pose(float(flat[0]), float(flat[1]), float(turn), size)))
                cv2.circle(score, (x, y), max(1, round(_APART * size[0] * scale / _GRAIN)), -np.inf, -1)
        likely += _different(found, _MOST_PLACES)
        flush = [(gain(worth, view.quad(pose), corner), pose) for pose in view.corner_poses(hull, size)]
        likely += _different(flush, _MOST_PLACES)
    rated = [(gain(worth, view.quad(pose), corner) / (pose.size[0] * pose.size[1]), pose) for pose in likely]
    best = max(value for value, _ in rated)
    rated = sorted((one for one in rated if one[0] > _WORTH_A_LOOK * best), key=lambda one: -one[0])
    return [_settled(worth, view, pose, corner) for _, pose in rated[: 2 * _MOST_PLACES] or [(best, likely[0])]]


def _different(found: list[tuple[float, Pose]], most: int) -> list[Pose]:
    """The best poses that differ from one another in place or turn."""
    kept: list[Pose] = []
    for _, pose in sorted(found, key=lambda one: -one[0]):
        near = _APART * min(pose.size)
        if all(
            np.hypot(pose.x - other.x, pose.y - other.y) > near or abs(np.sin(pose.turn - other.turn)) > _TURNED
            for other in kept
        ):
            kept.append(pose)
        if len(kept) == most:
            break
    return kept


def gain(worth: Image, quad: Points, corner: tuple[int, int]) -> float:
    """The worth of all places within a quadrilateral of the coarse picture, less that of those just outside of it."""
    outer = quad - corner
    low = np.maximum(np.floor(outer.min(0) - 2 * _RING), 0).astype(int)
    high = np.minimum(np.ceil(outer.max(0) + 2 * _RING), worth.shape[1::-1]).astype(int)
    inside, count = 0.0, 0
    ring_and_inside = 0.0
    if (high > low).all():
        part = worth[low[1] : high[1], low[0] : high[0]]
        mask = np.zeros(part.shape, np.uint8)
        cv2.fillConvexPoly(mask, _fixed(outer - low - 0.5, _RING), 1, shift=4)
        ring_and_inside = cv2.mean(part, mask)[0] * cv2.countNonZero(mask)
        mask[:] = 0
        cv2.fillConvexPoly(mask, _fixed(outer - low - 0.5), 1, shift=4)
        count = cv2.countNonZero(mask)
        inside = cv2.mean(part, mask)[0] * count
    beyond = max(0.0, area(quad) - count)
    return float(inside - _RING_WEIGHT * (ring_and_inside - inside) - UNCHANGED / 2 * beyond)


def _fixed(quad: Points, margin: float = 0.0) -> Points:
    """Corners for OpenCV's drawing with four bits of fraction, moved outward by ``margin`` pixels."""
    if margin:
        away = quad - quad.mean(0)
        quad = quad + margin * 1.35 * away / np.linalg.norm(away, axis=1, keepdims=True)
    return np.round(quad * 16).astype(np.int32)


def _settled(worth: Image, view: View, pose: Pose, corner: tuple[int, int]) -> Pose:
    """The best pose near by, moving and turning by ever smaller steps."""
    best = gain(worth, view.quad(pose), corner)
    move, turn = 0.06 * pose.size[1], np.pi / _TURNS / 2
    for _ in range(_ROUNDS):
        for _ in range(_MOST_MOVES):
            before = best
            for dx, dy, dt in ((move, 0, 0), (-move, 0, 0), (0, move, 0), (0, -move, 0), (0, 0, turn), (0, 0, -turn)):
                other = pose._replace(x=pose.x + dx, y=pose.y + dy, turn=pose.turn + dt)
                value = gain(worth, view.quad(other), corner)
                if value > best + 0.5:
                    best, pose = value, other
            if best == before:
                break
        move, turn = move / 2, turn / 2
    return pose


def _kernel(view: View, at: Points, turn: float, size: Size, step: Points) -> Image:
    flat = transform_points(view.to_table, at)
    quad = (view.quad(Pose(float(flat[0]), float(flat[1]), turn, size)) - at) / step
    reach = int(np.ceil(np.abs(quad).max())) + 3
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    cv2.fillConvexPoly(kernel, _fixed(quad + reach, _RING / _GRAIN), -_RING_WEIGHT, shift=4)
    cv2.fillConvexPoly(kernel, _fixed(quad + reach), 1.0, shift=4)
    return kernel
