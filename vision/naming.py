"""Name the piece at a place that is known roughly: try small displacements, keep the likeliest."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from vision.image import Image
from vision.paper import is_printed
from vision.pieces import Pose
from vision.recognise import Ranked, Recogniser, certainty

_NAMELESS = 0.05
"""Below this certainty a piece has no name: what comes first among unlikely names changes with the noise."""
_WASHED_OUT = 0.6
"""As much of the usual contrast must be left."""
SURE = 0.9
"""A certainty with which no further displacement needs to be tried."""


class Named(NamedTuple):
    """A place and what the piece there shows."""

    pose: Pose
    faces: Ranked

    @property
    def certainty(self) -> float:
        """The probability that it is any of the candidates."""
        return certainty(self.faces)


def name_piece(sheet: Image, poses: Sequence[Pose], candidates: Sequence[str], recogniser: Recogniser) -> Named:
    """The pose under which the patch is most certainly one of the candidates, and which.

    What shows nothing but paper has no name: light can make a pale face of it.
    """
    patches = [pose.cut(sheet) for pose in poses]
    best, faces = recogniser.best_of(patches, candidates)
    return Named(poses[best], faces if certainty(faces) > _NAMELESS and is_printed(patches[best], _WASHED_OUT) else ())


def around(pose: Pose, steps: float, reach: int = 1, turns: Iterable[float] = (0.0,)) -> list[Pose]:
    """The pose and its neighbours: ``reach`` steps of so many mm each way, and these turns (degrees)."""
    offsets = [steps * k for k in range(-reach, reach + 1)]
    found = [pose.moved(dx, dy, turn) for turn in turns for dx in offsets for dy in offsets]
    return sorted(found, key=lambda one: abs(one.x - pose.x) + abs(one.y - pose.y) + abs(one.turn - pose.turn))
