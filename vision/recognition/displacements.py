"""Name the piece at a place that is known roughly: try small displacements, keep the likeliest."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np

from vision.geometry.alignment import align
from vision.geometry.image import Image
from vision.geometry.pose import Pose
from vision.recognition.library import Library
from vision.recognition.naming import Ranked, Recogniser, certainty
from vision.recognition.paper import is_printed

_NAMELESS = 0.05
"""Below this certainty a piece has no name: what comes first among unlikely names changes with the noise."""
_WASHED_OUT = 0.6
"""As much of the usual contrast must be left."""
SURE = 0.9
"""A certainty with which no further displacement needs to be tried."""
BEYOND_DOUBT = 0.97
"""Certainty with which no stranger was named: of 340 the surest was at 0.96."""
LIES_THERE = 20.0
"""Odds that what lies where a card is known to lie, or covers a slot, is a card of that place: chosen by hand."""
_AGREEING = 0.4
"""Correlation with the enrolled picture from which on its place is believed (chosen by hand; the run is not
recorded)."""
_PRINTED = 0.75
"""The same where the table's colours show all over: the edge of a check lies as a card's dark head does (0.49 at the
most, 33 places of a checked cloth that were named), cards that lie there agree to 0.87 and more."""
_FAR_MM, _FAR_DEGREES = 4.0, 6.0
"""A correction beyond these has found another place: displacements are tried in steps of 2.5 mm and 4 degrees."""
_AS_GOOD = 0.8
"""Share of the certainty that the corrected place must keep: noise moves it by less (chosen by hand; the run is not
recorded)."""


class Named(NamedTuple):
    """A place and what the piece there shows."""

    pose: Pose
    faces: Ranked

    @property
    def certainty(self) -> float:
        """The probability that it is any of the candidates."""
        return certainty(self.faces)

    @property
    def sureness(self) -> float:
        """The probability that it is the likeliest one: who knows that a card lies there need not know which."""
        return self.faces[0].probability if self.faces else 0.0


def name_piece(
    sheet: Image, poses: Sequence[Pose], candidates: Sequence[str], recogniser: Recogniser, *, no_paper: bool = False
) -> Named:
    """The pose under which the patch is most certainly one of the candidates, and which.

    What shows nothing but paper has no name: light can make a pale face of it. ``no_paper``: it is known to be none.
    """
    patches = [pose.cut(sheet) for pose in poses]
    best, faces = recogniser.best_of(patches, candidates)
    shows = no_paper or is_printed(patches[best], _WASHED_OUT)
    return Named(poses[best], faces if certainty(faces) > _NAMELESS and shows else ())


class Placing:
    """Puts a piece that was named roughly in its place to where its enrolled picture fits exactly."""

    def __init__(self, library: Library, recogniser: Recogniser) -> None:
        self._library = library
        self._recogniser = recogniser
        self._model = lru_cache(maxsize=64)(self._picture)

    def __call__(self, sheet: Image, named: Named, candidates: Sequence[str]) -> Named:
        """The same piece with its place corrected and named anew there, where that fits; else as it was."""
        if not named.faces:
            return named
        patch = named.pose.cut(sheet)
        shift = align(self._model(named.faces[0].face, patch.shape[1], patch.shape[0]), patch)
        far = shift.distance > _FAR_MM or abs(shift.turn) > _FAR_DEGREES
        if shift.agreement < _AGREEING or far:
            return named
        angle = np.deg2rad(named.pose.turn)
        dx = float(np.cos(angle) * shift.dx - np.sin(angle) * shift.dy)
        dy = float(np.sin(angle) * shift.dx + np.cos(angle) * shift.dy)
        moved = name_piece(sheet, [named.pose.moved(dx, dy, shift.turn)], candidates, self._recogniser)
        return moved if moved.certainty > _AS_GOOD * named.certainty else named

    def shows_print(self, sheet: Image, named: Named) -> bool:
        """Whether the lines of its enrolled picture are where it is said to lie."""
        patch = named.pose.cut(sheet)
        return align(self._model(named.faces[0].face, patch.shape[1], patch.shape[0]), patch).agreement >= _PRINTED

    def _picture(self, face: str, width: int, height: int) -> Image:
        picture = self._library.faces[face].image()[..., :3]
        return np.ascontiguousarray(cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA))


def around(pose: Pose, steps: float, reach: int = 1, turns: Iterable[float] = (0.0,)) -> list[Pose]:
    """The pose and its neighbours: ``reach`` steps of so many mm each way, and these turns (degrees)."""
    offsets = [steps * k for k in range(-reach, reach + 1)]
    found = [pose.moved(dx, dy, turn) for turn in turns for dx in offsets for dy in offsets]
    return sorted(found, key=lambda one: abs(one.x - pose.x) + abs(one.y - pose.y) + abs(one.turn - pose.turn))
