"""Over which zones something has moved since they were last read."""

from collections.abc import Iterable, Mapping, Sequence

import cv2
import numpy as np

from vision.geometry.image import Image, Points
from vision.geometry.plane import Plane
from vision.live.motion import BLOCK
from vision.sighting import Zone

_HAND = 2
"""Frames in which something moves over a place, at least, whatever a hand does there: it comes and it goes."""


class MotionMask:
    """Remembers motion until what lies under it has been read.

    ``_frames``: for each square of ``Motion.where`` in how many frames something moved there since it was read, up to
    ``_HAND``.
    """

    def __init__(self) -> None:
        self._frames: Image | None = None
        self._wholly: set[int] = set()

    def add(self, where: Image) -> None:
        """Something moved here (``Motion.where``) in one more frame."""
        if self._frames is None or self._frames.shape != where.shape:
            # Before the first frame anything may have moved there.
            self._frames = np.where(where, _HAND, 0).astype(np.uint8)
        else:
            self._frames = np.minimum(self._frames + where, _HAND).astype(np.uint8)

    def add_mats(self, mats: Iterable[int]) -> None:
        """These mats must be read in any case, all their zones."""
        self._wholly |= set(mats)

    def forget(self, mats: Iterable[int], restless: Image) -> None:
        """Everything that was touched has been read, and these mats, but where something moves without end."""
        if self._frames is not None:
            self._frames = np.where(restless, _HAND, 0).astype(np.uint8)
        self._wholly -= set(mats)

    def no_hand_over(self, plane: Plane) -> Image:
        """Where on a mat nothing has moved for longer than a light needs to change (bool, one pixel a mm)."""
        width, height = (round(side) for side in plane.size)
        if self._frames is None or plane.mat in self._wholly:
            return np.zeros((height, width), bool)
        # A hand may have moved in a part of the next square.
        hand = cv2.dilate((self._frames >= _HAND).astype(np.uint8), np.ones((3, 3), np.uint8))
        squares = np.array([[1 / BLOCK, 0, -0.5], [0, 1 / BLOCK, -0.5], [0, 0, 1]]) @ plane.to_frame
        flags = cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP
        return np.asarray(cv2.warpPerspective(hand, squares, (width, height), flags=flags) == 0)

    @staticmethod
    def restless(
        restless: Image, planes: Mapping[int, Plane], zones: Mapping[int, Sequence[Zone]]
    ) -> dict[int, frozenset[str]]:
        """The zones (names, by mat) over which something moves without end (``Motion.restless``)."""
        if not restless.any():
            return {}
        found = {
            mat: frozenset(zone.name for zone in zones[mat] if _on(restless, planes[mat].pixels(zone.corners)))
            for mat in zones.keys() & planes.keys()
        }
        return {mat: names for mat, names in found.items() if names}

    def zones(self, planes: Mapping[int, Plane], zones: Mapping[int, Sequence[Zone]]) -> dict[int, frozenset[str]]:
        """The touched zones' names, by mat; mats that nothing touched, or that are not seen, are left out."""
        found = {}
        for mat, watched in zones.items():
            if mat in self._wholly:
                names = frozenset(zone.name for zone in watched)
            else:
                names = frozenset(zone.name for zone in watched if mat in planes and self._over(planes[mat], zone))
            if names and mat in planes:
                found[mat] = names
        return found

    def markers(self, planes: Mapping[int, Plane]) -> frozenset[int]:
        """The markers over which something moved, and all of the mats that must be read in any case."""
        return frozenset(
            marker
            for mat, plane in planes.items()
            for marker, corners in plane.corners.items()
            if mat in self._wholly or self._on(corners)
        )

    def _over(self, plane: Plane, zone: Zone) -> bool:
        return self._on(plane.pixels(zone.corners))

    def _on(self, corners: Points) -> bool:
        """Whether something moved on a quad (4 x 2, pixels of the frame)."""
        return self._frames is not None and _on(self._frames > 0, corners)


def _on(where: Image, corners: Points) -> bool:
    """Whether any of these squares (``Motion.where``) meets a quad (4 x 2, pixels of the frame)."""
    area = np.zeros(where.shape, np.uint8)
    cv2.fillConvexPoly(area, np.round(corners / BLOCK - 0.5).astype(np.int32), 1)
    # What moved by less than a block beside the motion that was seen is not overlooked.
    return bool((where & (cv2.dilate(area, np.ones((3, 3), np.uint8)) > 0)).any())
