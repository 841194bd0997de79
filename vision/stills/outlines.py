"""Where outlines of a known shape lie that together make up an edge: the edge of a pile, seen from above.

Each stretch of such an edge is somebody's: it lies where an outline does and faces out as that does there. No outline
reaches beyond the edge; within it, it may be hidden. The one that explains most of what is not explained yet is taken,
until none explains enough (matching pursuit).
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

import cv2
import numpy as np

from vision.geometry.image import Image, Points

PX_PER_MM = 4.0
"""At which edges are compared: as many as a phone's photograph from 60 cm has."""
_BESIDE = 0.5
"""mm within which an outline lies on an edge: half a step."""
_BEYOND = 0.8
"""mm from an edge from which on an outline is beyond it: half a step aside, half a turn at a corner, a pixel."""
_MOST_BEYOND = 2.0
"""mm of an outline that may be beyond the edge."""
_COUNTS = 2.0
"""So much does what is beyond the edge count against what lies on it."""
_EXPLAINED = 0.8
"""mm about an outline in which an edge that faces as it does is explained by it: it may lie half a step off."""
_ALL_OF_IT = 0.05
"""So much counts what is explained already: of two places that explain as much the one that more of the edge bears out.
"""
_STEP, _TURN = 0.5, 2.0
"""mm and degrees between places tried; a turn of 1 degree moves the corners of a square of 24 mm by 0.3 mm."""
_BETWEEN = 0.75
"""mm between the points of an outline that are looked up."""
_WAYS = 36
"""Directions that edges are sorted by."""
_FACING, _FACES = np.deg2rad(25.0), np.deg2rad(30.0)
"""How far an edge's direction may be from an outline's that lies on it, or explains it: edges of 2 mm are 8 pixels."""
_SOFT = 0.4
"""mm (standard deviation) by which a region is softened for the directions of its edge to be told."""
_MOST = 8
"""Outlines that an edge is made up of beside those known."""


class Pose(NamedTuple):
    """Where an outline's middle lies (mm), and how it is turned (degrees)."""

    x: float
    y: float
    turn: float


class Known(NamedTuple):
    """An outline that is known to lie somewhere: its middle (2, mm) and its corners (N x 2, mm)."""

    middle: Points
    corners: Points


class Outline:
    """An outline about its middle.

    ``corners``: N x 2, mm; ``turns``: degrees after which it looks as before.
    """

    def __init__(self, corners: Points, turns: float) -> None:
        self.corners, self.turns = corners, turns
        ends = np.roll(corners, -1, axis=0)
        long = np.hypot(*(ends - corners).T)
        counts = np.maximum(1, np.rint(long / _BETWEEN)).astype(int)
        along = np.concatenate([(np.arange(count) + 0.5) / count for count in counts])[:, None]
        start, end = np.repeat(corners, counts, axis=0), np.repeat(ends, counts, axis=0)
        self.points = start + along * (end - start)
        self.facing = np.repeat(_facing(corners), counts)
        self.apart = float(long.sum()) / len(self.points)

    def at(self, pose: Pose) -> Points:
        """Its corners where it lies (mm)."""
        return np.asarray(turned(self.corners, pose.turn) + np.array([pose.x, pose.y]))


class Edge:
    """The edge of a region (uint8, 0 or 1, ``PX_PER_MM``): where it is (px), which way it faces (radians)."""

    def __init__(self, region: Image) -> None:
        inner = cv2.erode(region, np.ones((3, 3), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=0)
        self.rows, self.columns = np.nonzero((region > 0) & (inner == 0))
        soft = cv2.GaussianBlur(region.astype(np.float32), (0, 0), _SOFT * PX_PER_MM)
        across, down = (cv2.Sobel(soft, cv2.CV_32F, *way, ksize=3)[self.rows, self.columns] for way in ((1, 0), (0, 1)))
        self.facing = np.arctan2(-down, -across)
        self.beyond = cv2.distanceTransform(1 - region, cv2.DIST_L2, 5) > _BEYOND * PX_PER_MM
        self.points = (np.column_stack([self.columns, self.rows]) + 0.5) / PX_PER_MM

    def along(self, corners: Points, facing: float) -> Image:
        """Which of its pixels an outline (N x 2, mm) explains, if they face as it does to so many radians; bool."""
        found = np.zeros(len(self.points), bool)
        for start, end, way in zip(corners, np.roll(corners, -1, axis=0), _facing(corners), strict=True):
            long = max(float(np.hypot(*(end - start))), 1e-6)
            ray = (end - start) / long
            nearest = start + np.clip((self.points - start) @ ray, 0, long)[:, None] * ray
            alike = np.abs(_angle(self.facing - way)) < facing
            found |= alike & (np.hypot(*(self.points - nearest).T) < _EXPLAINED)
        return found

    @cached_property
    def by_way(self) -> Image:
        """For each direction and pixel the number of the edge's pixel that is there and faces so, or -1."""
        found = np.full((_WAYS, *self.beyond.shape), -1, np.int32)
        for way in range(_WAYS):
            mine = np.flatnonzero(np.abs(_angle(self.facing - 2 * np.pi * way / _WAYS)) < _FACING)
            if not len(mine):
                continue
            others = np.ones(self.beyond.shape, np.uint8)
            others[self.rows[mine], self.columns[mine]] = 0
            far, label = cv2.distanceTransformWithLabels(others, cv2.DIST_L2, 5, labelType=cv2.DIST_LABEL_PIXEL)
            number = np.zeros(int(label.max()) + 1, np.int32)
            number[label[self.rows[mine], self.columns[mine]]] = mine
            found[way] = np.where(far < _BESIDE * PX_PER_MM, number[label], -1)
        return found


def making_up(edge: Edge, outline: Outline, known: Sequence[Known], reach: float, least: float) -> Iterator[Pose]:
    """The outlines beside those known that make up an edge, the one that explains most of it first.

    ``reach``: mm from the middles of those known within which others lie; ``least``: mm of the edge that each must
    explain alone.
    """
    # What is known is found to half a mm, and explains what is beside it whichever way that faces.
    left = ~np.any([edge.along(one.corners, np.pi) for one in known], axis=0)
    tries = [_tried(edge, outline, one.middle, reach) for one in known]
    poses, on, beyond = (np.concatenate(parts) for parts in zip(*tries, strict=True))
    if not len(poses):
        return
    whole = (on >= 0).sum(1) * outline.apart
    for _ in range(_MOST):
        gain = np.append(left, values=False)[on].sum(1) * outline.apart - _COUNTS * beyond
        best = int((gain + _ALL_OF_IT * whole).argmax())
        if gain[best] < least:
            return
        pose = Pose(*(float(each) for each in poses[best]))
        left &= ~edge.along(outline.at(pose), _FACES)
        yield pose


def _tried(edge: Edge, outline: Outline, about: Points, reach: float) -> tuple[Image, Image, Image]:
    """Places within reach of a point that hardly go beyond the edge.

    Of each what of the edge each of its points lies on (numbers, or -1), and how many mm of it are beyond.
    """
    steps = np.arange(-reach, reach + _STEP / 2, _STEP)
    middles = about + np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    rows, columns = edge.beyond.shape
    poses, on, beyond = [], [], []
    for turn in np.arange(0.0, outline.turns, _TURN):
        at = ((middles[:, None] + turned(outline.points, turn)) * PX_PER_MM).astype(int)
        x, y = np.clip(at[..., 0], 0, columns - 1), np.clip(at[..., 1], 0, rows - 1)
        far = edge.beyond[y, x].sum(1) * outline.apart
        kept = far <= _MOST_BEYOND
        way = np.rint((outline.facing + np.deg2rad(turn)) / (2 * np.pi) * _WAYS).astype(int) % _WAYS
        poses.append(np.column_stack([middles[kept], np.full(int(kept.sum()), turn)]))
        on.append(edge.by_way[way, y[kept], x[kept]])
        beyond.append(far[kept])
    return np.concatenate(poses), np.concatenate(on), np.concatenate(beyond)


def turned(points: Points, degrees: float) -> Points:
    """Points (N x 2) turned clockwise about nought, as seen with y downwards."""
    angle = np.deg2rad(degrees)
    c, s = np.cos(angle), np.sin(angle)
    return np.asarray(points @ np.array([[c, s], [-s, c]]))


def _facing(corners: Points) -> Image:
    """Which way the sides of an outline face out (radians), each from one corner to the next."""
    x, y = (np.roll(corners, -1, axis=0) - corners).T
    clockwise = np.sign((corners[:, 0] * np.roll(corners[:, 1], -1) - np.roll(corners[:, 0], -1) * corners[:, 1]).sum())
    return np.asarray(np.arctan2(-x * clockwise, y * clockwise))


def _angle(radians: Image) -> Image:
    """The same angle, between half a turn back and half a turn on."""
    return np.asarray(np.angle(np.exp(1j * radians)))
