"""What the camera sees, for a person who looks: a small picture now and then, with what was found in it outlined.

Made only while somebody looks, from the frame that has just been read and from what is remembered of the table:
nothing is recognised for it.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from vision.care import at_a_glance, marks
from vision.geometry.image import Frame, Image
from vision.geometry.markers import find_markers
from vision.geometry.plane import PX_PER_MM, Plane, enough, fit_all
from vision.live import Watcher
from vision.live.pieces import Piece
from vision.sighting import Mat, Outline, Point, Preview
from vision.troubles import too_dark

WIDTH = 640
"""The widest picture that is sent, in pixels."""
LARGEST = 60_000
"""Bytes that a picture must stay under."""
SECONDS = 0.25
"""The shortest time from one picture to the next."""

_BEST, _WORST, _STEP = 80, 20, 10
"""JPEG quality: where it begins, how bad it may become, by how much it is lowered at once."""
_NIGHT = 40.0
"""A picture darker than this on the whole (grey levels) can show no marker."""
_SEARCH_SECONDS = 1.0
"""Searching a whole frame for mats takes too long for every preview."""


class _Mats(NamedTuple):
    """Where mats lie (pixels of the frame), which cannot be seen now, and what is wrong with the light."""

    planes: Mapping[int, Plane]
    missing: tuple[int, ...]
    troubles: tuple[str, ...]


class _Shown(NamedTuple):
    """What is sent: a picture (at most ``WIDTH`` wide), and the way from each mat's mm to the picture's pixels."""

    picture: Image
    ways: dict[int, Image]

    def at(self, mat: int, points: Iterable[Point]) -> tuple[Point, ...]:
        """Points in mm on a mat, in the picture's pixels."""
        source = np.array(list(points), np.float64)[None]
        found = np.asarray(cv2.perspectiveTransform(source, self.ways[mat]))[0]
        return tuple((round(float(x), 1), round(float(y), 1)) for x, y in found)


class Previewer:
    """One for each time that somebody begins to look. ``near``: show this mat alone, where it is found."""

    def __init__(self) -> None:
        self.near: int | None = None
        self._made = self._searched = -math.inf
        self._encoder = Encoder()
        self._found: dict[int, Plane] = {}

    def preview(self, frame: Frame, watcher: Watcher, now: float) -> Preview | None:
        """The preview of a frame that the watcher has just observed; None: it is too soon (``now``: seconds)."""
        if now - self._made < SECONDS:
            return None
        self._made = now
        mats = self._watched(frame.image, watcher) if watcher.watched else self._any(frame.image, watcher.possible, now)
        near = self.near if self.near in mats.planes else None
        shown = _shown(frame.image, mats.planes, near)
        return Preview(
            self._encoder.encode(shown.picture),
            shown.picture.shape[1],
            shown.picture.shape[0],
            tuple(_outline(shown, mat, piece) for mat, piece in watcher.lying() if mat in shown.ways),
            {zone.name: shown.at(zone.mat, zone.corners) for zone in watcher.zones if zone.mat in shown.ways},
            tuple(zone.name for zone in watcher.zones if zone.mat in mats.missing),
            {mat: shown.at(mat, _sheet(mats.planes[mat])) for mat in shown.ways},
            mats.missing,
            mats.troubles,
            near,
        )

    def _watched(self, image: Image, watcher: Watcher) -> _Mats:
        """The mats of the game: each must show most of its markers where it is known to lie."""
        planes = {mat: plane for mat, plane in watcher.planes.items() if mat in watcher.watched}
        seen = marks(image, planes.values())
        clear = {mat for mat, plane in planes.items() if enough(plane, seen)}
        troubles = tuple(trouble.code for trouble in at_a_glance(seen))
        return _Mats(planes, tuple(sorted(watcher.watched - clear)), troubles or _by_night(image, len(seen)))

    def _any(self, image: Image, possible: Sequence[Mat], now: float) -> _Mats:
        """Before a game it is not known which mats there should be: those that are there."""
        if now - self._searched >= _SEARCH_SECONDS:
            self._searched = now
            self._found = {plane.mat: plane for plane in fit_all(possible, find_markers(image))}
        seen = marks(image, self._found.values())
        troubles = tuple(trouble.code for trouble in at_a_glance(seen))
        return _Mats(self._found, (), troubles or _by_night(image, len(seen)))


class Encoder:
    """Pictures as JPEG, as good as their size allows: a busy table is told less well, never at greater length."""

    def __init__(self) -> None:
        self._quality = _BEST

    def encode(self, picture: Image) -> bytes:
        """The picture in less than ``LARGEST`` bytes, if it is at most ``WIDTH`` wide."""
        while True:
            data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, self._quality])[1].tobytes()
            if len(data) < LARGEST // 2:
                self._quality = min(_BEST, self._quality + 1)
            if len(data) < LARGEST or self._quality <= _WORST:
                return data
            self._quality -= _STEP


def smaller(image: Image) -> Image:
    """The picture, at most ``WIDTH`` wide."""
    height, width = image.shape[:2]
    if width <= WIDTH:
        return image
    size = WIDTH, round(height * WIDTH / width)
    while width >= 2 * WIDTH:
        # Halving is several times quicker than any other share, and leaves little for the last step to lose.
        width, height = width // 2, height // 2
        image = cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA)
    return cv2.resize(image, size, interpolation=cv2.INTER_LINEAR)


def _shown(image: Image, planes: Mapping[int, Plane], near: int | None) -> _Shown:
    if near is None:
        small = smaller(image)
        scale = small.shape[1] / image.shape[1]
        return _Shown(small, {mat: _scaled(scale) @ plane.to_frame for mat, plane in planes.items()})
    sheet = planes[near].rectify(image)
    small = smaller(sheet)
    return _Shown(small, {near: _scaled(PX_PER_MM * small.shape[1] / sheet.shape[1])})


def _scaled(scale: float) -> Image:
    return np.diag([scale, scale, 1.0])


def _outline(shown: _Shown, mat: int, piece: Piece) -> Outline:
    one, two, three, four = shown.at(mat, piece.pose.quad())
    face, sure = (piece.faces[0].face, piece.faces[0].probability) if piece.faces else ("", 0.0)
    return Outline((one, two, three, four), face, round(sure, 3))


def _sheet(plane: Plane) -> tuple[Point, ...]:
    width, height = plane.size
    return (0.0, 0.0), (width, 0.0), (width, height), (0.0, height)


def _by_night(image: Image, seen: int) -> tuple[str, ...]:
    dark = seen == 0 and float(np.mean(image[::8, ::8])) < _NIGHT
    return (too_dark().code,) if dark else ()
