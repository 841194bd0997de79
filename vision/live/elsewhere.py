"""Places of others on a sheet: on an open table one player's part reaches over what another has beside it.

Where they lie is told by where the sheets lie now, for a player's things may be pushed.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from vision.geometry.image import Image, Points
from vision.geometry.plane import Plane
from vision.sighting import Point, Zone

_ABOUT_PILE = 3.0
"""mm beside a pile that are its own, too: its shadow, and it is never laid exactly."""


class Elsewhere(NamedTuple):
    """A place of another sheet: whether it is a pile, and its corners in mm on this one (4 x 2)."""

    pile: bool
    corners: Points


def reaching_onto(mat: int, zones: Mapping[int, Sequence[Zone]], planes: Mapping[int, Plane]) -> tuple[Elsewhere, ...]:
    """The places of other sheets that reach onto this one. ``zones``: what is watched, by its sheet.

    Not where pieces lie anyhow: two cities may lie in one another.
    """
    mine = planes[mat]
    others = (zone for other, some in zones.items() if other != mat and other in planes for zone in some)
    found = (
        Elsewhere(zone.kind == "pile", mine.millimetres(planes[zone.mat].pixels(corners_of(zone))))
        for zone in others
        if zone.kind != "spread"
    )
    return tuple(one for one in found if _meets(one.corners, mine.size))


def corners_of(zone: Zone) -> tuple[Point, ...]:
    """What a place takes (mm on its sheet); of a pile a little more than its spot."""
    if zone.kind != "pile":
        return zone.corners
    (spot,) = zone.spots
    wide, high = spot.width / 2 + _ABOUT_PILE, spot.height / 2 + _ABOUT_PILE
    return tuple((spot.x + x * wide, spot.y + y * high) for x, y in ((-1, -1), (1, -1), (1, 1), (-1, 1)))


def marked(shape: tuple[int, ...], places: Iterable[Iterable[Point] | Points]) -> Image:
    """Where places are (by their corners, mm) on a sheet of this shape (bool, one pixel a mm)."""
    there = np.zeros(shape, np.uint8)
    for corners in places:
        cv2.fillConvexPoly(there, np.rint(np.array([*corners]) - 0.5).astype(np.int32), 1)
    return there > 0


def _meets(corners: Points, size: tuple[float, float]) -> bool:
    """Whether what is around these points meets a sheet of this size."""
    return bool((corners.max(0) > 0).all() and (corners.min(0) < size).all())
