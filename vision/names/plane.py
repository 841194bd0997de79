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
    """The plane on which these ribbons (at least one) are ``length`` mm long; ``shape``: of the picture."""
    ends = np.array([[(r.quad[0] + r.quad[3]) / 2, (r.quad[1] + r.quad[2]) / 2] for r in ribbons])
    angles = np.zeros(2)
    now = _errors(ends, angles, shape)
    for _ in range(_STEPS):
        slope = np.column_stack([(_errors(ends, angles + _NUDGE * e, shape) - now) / _NUDGE for e in np.eye(2)])
        step = np.linalg.lstsq(slope, -now, rcond=None)[0]
        angles = np.clip(angles + step, -0.8, 0.8)
        now = _errors(ends, angles, shape)
    scale = length / float(np.exp(np.median(_logs(ends, angles, shape))))
    return TablePlane(np.diag([scale, scale, 1.0]) @ _rays(angles, shape))


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


def _errors(ends: Points, angles: Image, shape: tuple[int, ...]) -> Image:
    off = _logs(ends, angles, shape)
    off = (off - np.median(off)) / _ALIKE
    # A ribbon half hidden is shorter: it pulls no harder than a moderate one.
    off = off / np.maximum(1.0, np.abs(off) / 3)
    return np.concatenate([off, angles / _UPRIGHT])
