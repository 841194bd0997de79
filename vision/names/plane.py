"""The table under a photograph, from the ribbons on it: all are of one length, so a tilted camera shows.

The camera is a phone's: square pixels, its axis through the middle, its focal length as phones have it. Two angles and
a height are left; the angles are those under which the ribbons are of one length.
"""

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from vision.geometry.homography import transform_points
from vision.geometry.image import Image, Points
from vision.names.ribbons import Ribbon

_FOCAL = 0.75
"""Focal length by the long side of the picture: 26 mm of a phone's main camera by 36 mm; 24 to 28 mm are usual."""
_STEPS = 8
_NUDGE = 1e-4
_UPRIGHT = 0.35
"""Radians by which cameras are tilted (standard deviation): up to 35 degrees is asked for."""
_ALIKE = 0.02
"""Log by which lengths of ribbons differ as they are found (standard deviation, two photographs)."""
MODES, _RARE, _WRONG = (0.0, -0.21), (0.0, 2.0), 9.0
"""Logs of a ribbon's length and of what is seen of it where its rolled ends are not, what the second is rarer by, and
what a length that is neither costs."""
_TILTS = np.deg2rad(np.arange(-36.0, 37.0, 6.0))
_KEPT = 8
"""Tilts and scales that are fitted closely."""


class TablePlane(NamedTuple):
    """``to_mm``: homography from pixels to millimetres on the table."""

    to_mm: Image

    def on_table(self, pixels: Points) -> Points:
        """Pixels (N x 2) to mm."""
        return transform_points(self.to_mm, np.asarray(pixels, float))

    def in_picture(self, places: Points) -> Points:
        """Millimetres (N x 2) to pixels."""
        return transform_points(np.linalg.inv(self.to_mm), np.asarray(places, float))

    def looked_at(
        self, picture: Image, origin: Points, along: Points, size: tuple[float, float], density: float
    ) -> Image:
        """A rectangle of the table seen from above, ``density`` pixels a mm.

        ``origin``: its top left corner (mm), ``along``: the unit vector of its upper edge; ``size``: in mm.
        """
        width, height = size
        down = np.array([-along[1], along[0]])
        corners = np.array(
            [origin, origin + along * width, origin + along * width + down * height, origin + down * height]
        )
        there = self.in_picture(corners).astype(np.float32)
        whole = (max(2, round(width * density)), max(2, round(height * density)))
        target = np.array([[0, 0], [whole[0], 0], [whole[0], whole[1]], [0, whole[1]]], np.float32)
        matrix = cv2.getPerspectiveTransform(there, target)
        return np.asarray(
            cv2.warpPerspective(picture, matrix, whole, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        )


def find_plane(ribbons: Sequence[Ribbon], length: float, shape: tuple[int, ...]) -> TablePlane:
    """The plane on which most of these ribbons (at least one) are ``length`` mm long; ``shape``: of the picture.

    A ribbon may have been seen without its rolled ends, half hidden, or with too much: many tilts are tried, each with
    the scale of every ribbon, and what most of them agree with is fitted closely.
    """
    ends = np.array([[(r.quad[0] + r.quad[3]) / 2, (r.quad[1] + r.quad[2]) / 2] for r in ribbons])
    tries = []
    for first in _TILTS:
        for second in _TILTS:
            angles = np.array([first, second])
            logs = _logs(ends, angles, shape)
            scales = np.unique(logs)
            off = (logs[None] - scales[:, None])[..., None] - np.array(MODES)
            costs = (np.minimum((off / _ALIKE) ** 2 + np.array(_RARE), _WRONG).min(2)).sum(1)
            best = int(costs.argmin())
            tries.append((float(costs[best]) + float(((angles / _UPRIGHT) ** 2).sum()), *angles, float(scales[best])))
    _, *best_fit = min(_fitted(ends, np.array(one[1:]), shape) for one in sorted(tries)[:_KEPT])
    scale = length / float(np.exp(best_fit[2]))
    return TablePlane(np.diag([scale, scale, 1.0]) @ _rays(np.array(best_fit[:2]), shape))


def way_of(bars: Sequence[Points]) -> Points:
    """The unit vector along which most of these bars (corners, mm) lie."""
    ways = np.array([ends[1] - ends[0] for ends in bars])
    along = np.median(ways / np.linalg.norm(ways, axis=1, keepdims=True), axis=0)
    return np.asarray(along / np.linalg.norm(along))


def _fitted(ends: Points, numbers: Image, shape: tuple[int, ...]) -> tuple[float, ...]:
    """Two angles and the scale (log) that fit best nearby, after how badly they do."""

    def errors(at: Image) -> tuple[Image, Image]:
        off = (_logs(ends, at[:2], shape) - at[2])[:, None] - np.array(MODES)
        mode = ((off / _ALIKE) ** 2 + np.array(_RARE)).argmin(1)
        return off[np.arange(len(off)), mode] / _ALIKE, np.array(_RARE)[mode]

    def cost(at: Image) -> float:
        off, rare = errors(at)
        return float(np.minimum(off**2 + rare, _WRONG).sum() + ((at[:2] / _UPRIGHT) ** 2).sum())

    now = cost(numbers)
    prior = np.diag([1 / _UPRIGHT, 1 / _UPRIGHT, 0.0])
    for _ in range(_STEPS):
        off, rare = errors(numbers)
        agree = (off**2 + rare < _WRONG).astype(float)
        slope = np.column_stack([(errors(numbers + _NUDGE * e)[0] - off) / _NUDGE for e in np.eye(3)])
        rows = np.concatenate([slope * agree[:, None], prior])
        aims = np.concatenate([-off * agree, -prior @ numbers])
        after = numbers + np.linalg.lstsq(rows, aims, rcond=None)[0]
        after[:2] = np.clip(after[:2], -0.8, 0.8)
        better = cost(after)
        if better >= now:
            break
        numbers, now = after, better
    return (now, *numbers.tolist())


def _rays(angles: Image, shape: tuple[int, ...]) -> Image:
    """Pixels to the table at height 1 under a camera so tilted."""
    height, width = shape[:2]
    focal = _FOCAL * max(height, width)
    inverse = np.array([[1 / focal, 0, -width / 2 / focal], [0, 1 / focal, -height / 2 / focal], [0, 0, 1]])
    turn, _ = cv2.Rodrigues(np.array([angles[0], angles[1], 0.0]))
    return np.asarray(turn @ inverse)


def _logs(ends: Points, angles: Image, shape: tuple[int, ...]) -> Image:
    places = transform_points(_rays(angles, shape), ends.reshape(-1, 2)).reshape(-1, 2, 2)
    return np.asarray(np.log(np.linalg.norm(places[:, 1] - places[:, 0], axis=1) + 1e-12))
