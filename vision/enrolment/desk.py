"""The spot under the camera while a person lays one card after another: what lies there now, the best of its shots."""

from collections.abc import Sequence
from typing import NamedTuple

from vision.cameras import Frame
from vision.enrolment.cutting import Cut, Up, cut_out
from vision.enrolment.finding import Ghost, Nothing, Oddity, Outline, Spot, Unclear
from vision.enrolment.quality import Quality, judge
from vision.geometry.image import Image, Points
from vision.geometry.markers import find_markers
from vision.geometry.plane import Plane, fit_all
from vision.geometry.quads import area
from vision.live.motion import MotionDetector, small_grey
from vision.recognition.kinds import Kind
from vision.sighting import Mat

SHOTS = 5
"""How many shots are taken of each still card; the best is kept."""

_SETTLED, _EMPTY_SETTLED, _AGAIN = 0.3, 0.8, 1.0
"""Seconds of stillness before a piece is looked at, and the empty spot learned; seconds between two looks (chosen by
hand; the run is not recorded)."""
_PILED = 1.03
"""Area over the last piece's from which on that one looks out from under this: a rim of 0.5 mm around a card."""
_FOUR_CORNERED = frozenset(("card", "back", "board"))


class Bare(NamedTuple):
    """The spot lies empty. ``anew``: it has just been learned what it looks like."""

    anew: bool


class Lies(NamedTuple):
    """A piece lies still: the best shot of it, and how good that is."""

    cut: Cut
    quality: Quality


class Strange(NamedTuple):
    """Something lies there that is not one whole piece."""

    code: Oddity


Seen = Bare | Lies | Strange


class Desk:
    """Takes the camera's frames one by one; says so when something new is to be told.

    ``up``: the side of the picture to which the cards' top points; ``mats``: those that may lie under the
    camera. ``moving``: whether the latest frame showed motion.
    ``found``: the corners (pixels, 4 x 2) of the piece that lies there, if one was found.
    """

    def __init__(self, up: Up = "top", mats: Sequence[Mat] = ()) -> None:
        self.up = up
        self._mats = mats
        self.moving = True
        self.mats: tuple[Plane, ...] = ()
        self.found: Points | None = None
        self._motion = MotionDetector()
        self._spot: Spot | None = None
        self._under: float | None = None
        self._outline: Outline | None = None
        self._best: Lies | None = None
        self._shots = 0
        self._looked: float | None = None

    @property
    def ready(self) -> bool:
        """Whether the empty spot is known."""
        return self._spot is not None

    def forget(self) -> None:
        """What was thought to be the empty spot is not; learn it anew from what lies still now."""
        self._spot, self._under = None, None
        self._start_over()

    def look(self, frame: Frame, kind: Kind) -> Seen | None:
        """Take the next frame; ``kind``: what is expected to be laid. None: nothing new to tell."""
        motion = self._motion.compare(small_grey(frame.image), frame.exposed)
        self.moving = motion.moving
        if motion.moving:
            self.found = None
            self._start_over()
            return None
        if self._spot is None:
            return self._learn_empty(frame.image) if motion.still_for >= _EMPTY_SETTLED else None
        asleep = self._looked is not None and frame.exposed - self._looked < _AGAIN
        if motion.still_for < _SETTLED or asleep:
            return None
        if self._outline is None:
            return self._find(self._spot, frame, kind)
        return self._shoot(frame, kind)

    def _start_over(self) -> None:
        self._outline, self._best, self._shots, self._looked = None, None, 0, None

    def _learn_empty(self, picture: Image) -> Bare:
        self._spot = Spot(picture.copy())
        self.mats = fit_all(self._mats, find_markers(picture))
        return Bare(anew=True)

    def _find(self, spot: Spot, frame: Frame, kind: Kind) -> Seen | None:
        found = spot.find(frame.image)
        if isinstance(found, Outline) and found.shape == "other" and kind.group in _FOUR_CORNERED:
            found = Unclear("not_whole")
        if isinstance(found, Outline) and self._under is not None and area(found.quad) > _PILED * self._under:
            found = Unclear("looks_out")
        self.found = found.quad if isinstance(found, Outline) else None
        if isinstance(found, Outline):
            self._outline = found
            return self._shoot(frame, kind)
        self._looked = frame.exposed
        if isinstance(found, Unclear):
            return Strange(found.code)
        self._under = None
        if isinstance(found, Ghost):
            return self._learn_empty(frame.image)
        assert isinstance(found, Nothing)
        # The light changes slowly; what is empty now is compared with next.
        self._spot = Spot(frame.image.copy())
        return Bare(anew=False)

    def _shoot(self, frame: Frame, kind: Kind) -> Lies | None:
        assert self._outline is not None
        cut = cut_out(frame.image, self._outline, kind, self.up)
        shot = Lies(cut, judge(cut.picture))
        if self._best is None or shot.quality.worth > self._best.quality.worth:
            self._best = shot
        self._shots += 1
        if self._shots < SHOTS:
            return None
        best = self._best
        self._under = area(self._outline.quad)
        self._start_over()
        self._looked = frame.exposed
        return best
