"""From frames to sightings: waits until the table lies still, then says what has changed.

Everything that vision does with a frame, without the process and the link around it.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

import cv2
import numpy as np

from vision.cameras import Frame
from vision.image import Image
from vision.library import Library
from vision.memory import Memory
from vision.motion import SHRINK, Motion, MotionWatch, small_grey
from vision.obstruction import Obstruction
from vision.plane import Planes
from vision.reading import Again, MatReader
from vision.recognise import LibraryRecogniser, Recogniser
from vision.sighting import Pulse, Scene, Sighting, Zone

LOOKS = 3
"""Still frames that confirm a scene."""

_REVIEW_SECONDS = 1.0
_SAME_PROBABILITY = 0.03


class Eyes:
    """Give it the zones to watch and every frame; it returns scenes."""

    def __init__(self, library: Library, memory: Path | None = None, recogniser: Recogniser | None = None) -> None:
        self._enrolled = library.faces.keys()
        self._reader = MatReader(library, recogniser or LibraryRecogniser(library))
        self._memory = Memory(memory)
        self._planes = Planes()
        self._planes.mats.update(self._memory.planes)
        self._motion = MotionWatch()
        self._obstruction = Obstruction()
        self._zones: dict[int, list[Zone]] = {}
        self._said: dict[str, Sighting] = {}
        self._touched: set[int] = set()
        self._looked = 0
        self._sums: dict[int, Image] = {}
        self._reviewed = 0.0
        self._next_review = 0
        self.moving = False

    @property
    def mats(self) -> tuple[int, ...]:
        """Watched mats that have been found."""
        return tuple(sorted(mat for mat in self._zones if mat in self._planes.mats))

    def watch(self, zones: Sequence[Zone]) -> None:
        """Watch these zones from now on."""
        grouped: dict[int, list[Zone]] = {}
        for zone in zones:
            grouped.setdefault(zone.mat, []).append(zone)
        if grouped == self._zones:
            return
        changed = {mat for mat in grouped if grouped[mat] != self._zones.get(mat)}
        self._zones = grouped
        self._said = {zone.name: self._said[zone.name] for zone in zones if zone.name in self._said}
        self._touched |= changed
        self._looked = 0

    def say_everything(self) -> None:
        """The next scene holds every zone: somebody new is listening."""
        self._said.clear()
        self._touched |= set(self._zones)
        self._looked = 0

    def pulse(self, frame: Frame, trouble: str = "") -> Pulse:
        """How the camera's picture is, as of this frame."""
        missing = sorted(set(self._zones) - set(self.mats))
        if missing and not trouble and not self.moving:
            names = ", ".join(str(mat) for mat in missing)
            trouble = f"mat {names} is not seen: are its corner markers in the picture and uncovered?"
        return Pulse(frame.number, frame.exposed, self.moving, self.mats, trouble or self._memory.trouble)

    def look(self, frame: Frame) -> tuple[Scene, ...]:
        """Take the next frame; returns what there is to say now. It is remembered on disk already."""
        grey = small_grey(frame.image)
        motion = self._motion.look(grey, frame.exposed)
        self.moving = motion.moving
        if motion.moving:
            self._touch(motion)
            self._looked = 0
        if not motion.still or not self._zones:
            return ()
        if self._looked == 0:
            pushed = self._planes.update(frame.image, self._zones, frame.exposed)
            self._touched |= pushed
            # A pushed sheet changes the picture up to its edge as an arm does.
            blocked = self._obstruction.in_the_way(grey, frame.exposed, expected=bool(pushed))
            return () if blocked else self._settle(frame, pushed)
        if self._looked < LOOKS:
            return self._confirm(frame)
        if frame.exposed - self._reviewed >= _REVIEW_SECONDS:
            return self._review(frame)
        return ()

    def _touch(self, motion: Motion) -> None:
        """Note the mats over which something moves."""
        shape = motion.where.shape
        for mat, plane in self._planes.mats.items():
            if mat in self._touched:
                continue
            area = np.zeros(shape, np.uint8)
            blocks = plane.outline() / (SHRINK * 4)
            cv2.fillConvexPoly(area, np.round(blocks).astype(np.int32), 1)
            if (motion.where & (cv2.dilate(area, np.ones((3, 3), np.uint8)) > 0)).any():
                self._touched.add(mat)

    def _settle(self, frame: Frame, pushed: frozenset[int]) -> tuple[Scene, ...]:
        """The table has come to rest: read the mats that were touched."""
        self._looked = 1
        self._reviewed = frame.exposed
        mats = sorted(mat for mat in self._touched if mat in self.mats)
        self._touched -= set(mats)
        self._sums = {mat: self._planes.mats[mat].rectify(frame.image).astype(np.float32) for mat in mats}
        sheets = {mat: sheet.astype(np.uint8) for mat, sheet in self._sums.items()}
        return self._read(frame, sheets, dict.fromkeys(pushed, "pushed"))

    def _confirm(self, frame: Frame) -> tuple[Scene, ...]:
        """One more look at the same still table; the last one reads it again, with less noise."""
        self._looked += 1
        for mat in self._sums:
            self._sums[mat] += self._planes.mats[mat].rectify(frame.image)
        if self._looked < LOOKS:
            return ()
        sheets = {mat: np.round(total / LOOKS).astype(np.uint8) for mat, total in self._sums.items()}
        self._sums = {}
        return self._read(frame, sheets, dict.fromkeys(sheets, "better"))

    def _review(self, frame: Frame) -> tuple[Scene, ...]:
        """While nothing moves, look at one mat after the other: light drifts, and something may have been missed."""
        self._reviewed = frame.exposed
        if not self.mats:
            self._touched |= self._planes.update(frame.image, self._zones, frame.exposed)
            self._looked = 0 if self._touched else self._looked
            return ()
        self._next_review += 1
        mat = self.mats[self._next_review % len(self.mats)]
        return self._read(frame, {mat: self._planes.mats[mat].rectify(frame.image)}, {})

    def _read(self, frame: Frame, sheets: dict[int, Image], again: Mapping[int, Again]) -> tuple[Scene, ...]:
        said = []
        for mat, sheet in sheets.items():
            memory = self._memory.of(mat)
            self._reader.read(memory, sheet, self._zones[mat], self._memory.fresh, again.get(mat, ""))
            sightings = [
                Sighting(
                    zone.name,
                    frame.number,
                    frame.exposed,
                    tuple(piece.seen() for piece in memory.pieces[zone.name]),
                    tuple(face for face in zone.faces if face not in self._enrolled),
                )
                for zone in self._zones[mat]
            ]
            news = [one for one in sightings if not _same(one, self._said.get(one.zone))]
            if news:
                self._memory.save(mat, self._planes.mats[mat])
            said += news
        if not said:
            return ()
        self._said |= {one.zone: one for one in said}
        return (Scene(frame.number, frame.exposed, tuple(said)),)


def _same(one: Sighting, other: Sighting | None) -> bool:
    """Whether two sightings say the same, probabilities compared roughly."""
    if other is None or len(one.pieces) != len(other.pieces):
        return False
    for mine, theirs in zip(one.pieces, other.pieces, strict=True):
        if (mine.track, mine.spot) != (theirs.track, theirs.spot):
            return False
        if [face.face for face in mine.faces[:1]] != [face.face for face in theirs.faces[:1]]:
            return False
        if mine.faces and abs(mine.faces[0].probability - theirs.faces[0].probability) > _SAME_PROBABILITY:
            return False
    return True
