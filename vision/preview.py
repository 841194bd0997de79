"""What the camera sees, for a person who looks: a small picture now and then, with what was found in it outlined.

Made only while somebody looks, from the frame that has just been read and from what is remembered of the table:
nothing is recognised for it.
"""

import math
from collections.abc import Mapping
from typing import NamedTuple

import cv2
import numpy as np

from vision.cameras import Frame
from vision.care import at_a_glance
from vision.care_marks import marks
from vision.eyes import Eyes
from vision.image import Image, Points
from vision.markers import find_markers
from vision.plane import Plane, fit
from vision.sighting import Outline, Point, Preview, Zone
from vision.troubles import too_dark

WIDTH = 640
"""The widest picture that is sent, in pixels."""
LARGEST = 60_000
"""Bytes that a picture must stay under."""
SECONDS = 0.25
"""The shortest time from one picture to the next."""

_BEST, _WORST, _STEP = 80, 20, 10
_NIGHT = 40.0
"""A picture darker than this on the whole (grey levels) can show no marker."""
_SEARCH_SECONDS = 1.0
_FEWEST_MARKERS = 3


class _Mats(NamedTuple):
    """Where mats lie (pixels of the frame), which cannot be seen now, and what is wrong with the light."""

    planes: Mapping[int, Plane]
    missing: tuple[int, ...]
    troubles: tuple[str, ...]


class Previewer:
    """One for each time that somebody begins to look."""

    def __init__(self) -> None:
        self._made = self._searched = -math.inf
        self._quality = _BEST
        self._found: dict[int, Plane] = {}

    def look(self, frame: Frame, eyes: Eyes, now: float) -> Preview | None:
        """The preview of a frame that the eyes have just looked at; None: it is too soon (``now``: seconds)."""
        if now - self._made < SECONDS:
            return None
        self._made = now
        small = _smaller(frame.image)
        scale = small.shape[1] / frame.image.shape[1]
        mats = self._watched(frame.image, eyes) if eyes.watched else self._any(frame.image, now)
        zones = {
            zone.name: _rounded(mats.planes[zone.mat].pixels(_corners(zone)) * scale)
            for zone in eyes.zones
            if zone.mat in mats.planes
        }
        pieces = []
        for mat, piece in eyes.lying():
            one, two, three, four = _rounded(mats.planes[mat].pixels(piece.pose.quad()) * scale)
            face, sure = (piece.faces[0].face, piece.faces[0].probability) if piece.faces else ("", 0.0)
            pieces.append(Outline((one, two, three, four), face, round(sure, 3)))
        return Preview(
            self._encoded(small),
            small.shape[1],
            small.shape[0],
            tuple(pieces),
            zones,
            tuple(zone.name for zone in eyes.zones if zone.mat in mats.missing),
            {mat: _rounded(plane.outline() * scale) for mat, plane in mats.planes.items()},
            mats.missing,
            mats.troubles,
        )

    def _watched(self, image: Image, eyes: Eyes) -> _Mats:
        """The mats of the game: each must show most of its markers where it is known to lie."""
        planes = {mat: plane for mat, plane in eyes.planes.items() if mat in eyes.watched}
        seen = marks(image, planes.values())
        clear = {mat for mat in planes if sum(marker // 4 == mat for marker in seen) >= _FEWEST_MARKERS}
        troubles = tuple(trouble.code for trouble in at_a_glance(seen))
        return _Mats(planes, tuple(sorted(eyes.watched - clear)), troubles or _by_night(image, len(seen)))

    def _any(self, image: Image, now: float) -> _Mats:
        """Before a game it is not known which mats there should be: those that are there."""
        if now - self._searched >= _SEARCH_SECONDS:
            self._searched = now
            markers = find_markers(image)
            planes = (fit(mat, markers) for mat in sorted({marker // 4 for marker in markers}))
            self._found = {plane.mat: plane for plane in planes if plane is not None}
        seen = marks(image, self._found.values())
        troubles = tuple(trouble.code for trouble in at_a_glance(seen))
        return _Mats(self._found, (), troubles or _by_night(image, len(seen)))

    def _encoded(self, small: Image) -> bytes:
        """As JPEG, as good as its size allows; a busy table is told less well, never at greater length."""
        while True:
            data = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, self._quality])[1].tobytes()
            if len(data) < LARGEST // 2:
                self._quality = min(_BEST, self._quality + 1)
            if len(data) < LARGEST or self._quality <= _WORST:
                return data
            self._quality -= _STEP


def _smaller(image: Image) -> Image:
    height, width = image.shape[:2]
    if width <= WIDTH:
        return image
    size = WIDTH, round(height * WIDTH / width)
    while width >= 2 * WIDTH:
        # Halving is several times quicker than any other share, and leaves little for the last step to lose.
        width, height = width // 2, height // 2
        image = cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA)
    return cv2.resize(image, size, interpolation=cv2.INTER_LINEAR)


def _corners(zone: Zone) -> tuple[Point, ...]:
    right, below = zone.x + zone.width, zone.y + zone.height
    return (zone.x, zone.y), (right, zone.y), (right, below), (zone.x, below)


def _rounded(points: Points) -> tuple[Point, ...]:
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in np.asarray(points))


def _by_night(image: Image, seen: int) -> tuple[str, ...]:
    dark = seen == 0 and float(np.mean(image[::8, ::8])) < _NIGHT
    return (too_dark().code,) if dark else ()
