"""From frames to sightings: waits until the table lies still, then says what has changed.

Everything that vision does with a frame, without the process and the link around it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

import cv2

from vision.geometry.image import Frame, Image
from vision.geometry.plane import Plane, Planes
from vision.live.labelled import Labelled
from vision.live.mat_reader import Again, MatReader
from vision.live.memory import MatMemory, Memory
from vision.live.motion import MotionWatch, small_grey
from vision.live.motion_mask import Touched
from vision.live.occlusion import Obstruction
from vision.live.pieces import Piece
from vision.recognition.library import Library
from vision.recognition.naming import LibraryRecogniser, Recogniser
from vision.sighting import Mat, Pulse, Scene, Sighting, Zone
from vision.troubles import Trouble, mat_missing

LOOKS = 5
"""Still frames whose mean confirms a scene."""

_READERS = 2
_REVIEW_SECONDS = 1.0
_SAME_PROBABILITY = 0.03


class _Draft(NamedTuple):
    """What is seen as soon as nothing moves, to be said once the table has lain still for long enough.

    By mat: the zones that were read, what would be remembered, the rectified picture. ``grey``: the small frame.
    """

    zones: dict[int, frozenset[str]]
    memories: dict[int, MatMemory]
    sheets: dict[int, Image]
    grey: Image


class Eyes:
    """Give it the zones to watch and every frame; it returns scenes."""

    def __init__(self, library: Library, memory: Path | None = None, recogniser: Recogniser | None = None) -> None:
        self._enrolled = library.faces.keys()
        self._reader = MatReader(library, recogniser or LibraryRecogniser(library))
        self._labelled = Labelled(self._enrolled)
        self._memory = Memory(memory)
        self._readers = ThreadPoolExecutor(_READERS, "reader")
        self._planes = Planes()
        self._planes.mats.update(self._memory.planes)
        self._motion = MotionWatch()
        self._obstruction = Obstruction()
        self._mats: dict[int, Mat] = {}
        self._zones: dict[int, list[Zone]] = {}
        self._said: dict[str, Sighting] = {}
        self._touched = Touched()
        self._pushed: frozenset[int] = frozenset()
        self._draft: _Draft | None = None
        self._looked = 0
        self._news: dict[int, frozenset[str]] = {}
        self._sums: dict[int, Image] = {}
        self._reviewed = 0.0
        self._next_review = 0
        self.moving = False

    @property
    def mats(self) -> tuple[int, ...]:
        """Watched mats that have been found."""
        return tuple(sorted(mat for mat in self._zones if mat in self._mats and mat in self._planes.mats))

    @property
    def watched(self) -> frozenset[int]:
        """Mats that have zones to watch."""
        return frozenset(self._zones)

    @property
    def planes(self) -> Mapping[int, Plane]:
        """Where the mats that have been found lie."""
        return self._planes.mats

    @property
    def zones(self) -> tuple[Zone, ...]:
        """What is watched."""
        return tuple(zone for zones in self._zones.values() for zone in zones)

    def lying(self) -> Iterator[tuple[int, Piece]]:
        """Every piece on a watched mat as it was last read, with the number of its mat."""
        for mat in self.mats:
            for zone in self._zones[mat]:
                for piece in self._of(mat).pieces.get(zone.name, ()):
                    yield mat, piece

    @property
    def settled(self) -> bool:
        """Whether the table lies still and has been read."""
        return self._looked > 0

    @property
    def possible(self) -> tuple[Mat, ...]:
        """The mats that may lie on the table, whether or not they have zones to watch."""
        return tuple(self._mats.values())

    def watch(self, mats: Sequence[Mat], zones: Sequence[Zone]) -> None:
        """Watch these zones on these mats from now on."""
        others = {mat.number: mat for mat in mats}
        remeasured = {number for number, mat in others.items() if mat != self._mats.get(number)}
        self._mats = others
        grouped: dict[int, list[Zone]] = {}
        for zone in zones:
            grouped.setdefault(zone.mat, []).append(zone)
        if grouped == self._zones and not remeasured & grouped.keys():
            return
        changed = {mat for mat in grouped if grouped[mat] != self._zones.get(mat) or mat in remeasured}
        self._zones = grouped
        self._said = {zone.name: self._said[zone.name] for zone in zones if zone.name in self._said}
        self._look_anew(changed)

    def say_everything(self) -> None:
        """The next scene holds every zone: somebody new is listening."""
        self._said.clear()
        self._look_anew(self._zones)

    def _look_anew(self, mats: Iterable[int]) -> None:
        self._touched.wholly(mats)
        self._draft, self._looked = None, 0

    def pulse(self, frame: Frame, trouble: Trouble | None = None) -> Pulse:
        """How the camera's picture is, as of this frame; ``trouble`` is what others know to be wrong."""
        missing = tuple(sorted(set(self._zones) - set(self.mats)))
        if trouble is None and missing and not self.moving:
            trouble = mat_missing(missing)
        if trouble is None and self._memory.trouble:
            trouble = Trouble("other", self._memory.trouble, "")
        said = (str(trouble), trouble.code) if trouble else ("", "")
        return Pulse(frame.number, frame.exposed, self.moving, self.mats, *said)

    def look(self, frame: Frame) -> tuple[Scene, ...]:
        """Take the next frame; returns what there is to say now. It is remembered on disk already."""
        grey = small_grey(frame.image)
        motion = self._motion.look(grey, frame.exposed)
        self.moving = motion.moving
        if motion.moving:
            self._touched.moved(motion.where)
            # An arm has left: most likely the table lies still already. Whether it does, the next frames show.
            gone = self._obstruction.gone(grey) and self._zones
            self._draft, self._looked = self._glance(frame, grey) if gone else None, 0
        elif self._zones and self._looked == 0:
            # Reading takes about as long as the table must lie still: it is read meanwhile.
            self._draft = self._draft or self._glance(frame, grey)
            if self._draft is not None and motion.still:
                return self._settle(frame, self._draft)
        elif self._zones and self._looked < LOOKS:
            return self._confirm(frame)
        elif self._zones and frame.exposed - self._reviewed >= _REVIEW_SECONDS:
            return self._review(frame)
        return ()

    def _glance(self, frame: Frame, grey: Image) -> _Draft | None:
        """Read what was touched, without remembering it yet; None while something is in the way."""
        touched = self._touched.markers(self._planes.mats)
        pushed = self._planes.update(frame.image, self._watched_mats(), frame.exposed, touched)
        self._pushed |= pushed
        self._touched.wholly(pushed)
        # A pushed sheet changes the picture up to its edge as an arm does.
        if self._obstruction.in_the_way(grey, frame.exposed, expected=bool(self._pushed)):
            return None
        zones = {mat: zones for mat, zones in self._zones.items() if mat in self._mats}
        draft = _Draft(self._touched.zones(self._planes.mats, zones), {}, {}, grey)
        draft.memories.update((mat, self._of(mat).copy()) for mat in draft.zones)

        def read(mat: int) -> None:
            draft.sheets[mat] = self._planes.mats[mat].rectify(frame.image)
            again: Again = "pushed" if mat in self._pushed else ""
            zones, touched = self._zones[mat], draft.zones[mat]
            self._reader.update(
                draft.memories[mat],
                draft.sheets[mat],
                zones,
                self._memory.new_track,
                again,
                markers=self._mats[mat].markers,
                touched=touched,
            )

        # Somebody waits for this, and a second core helps; mats have nothing to do with each other. The longest first.
        for _ in self._readers.map(read, sorted(draft.zones, key=lambda mat: -len(draft.zones[mat]))):
            pass
        for mat, memory in draft.memories.items():
            self._labelled.name(memory, self._zones[mat])
        return draft

    def _settle(self, frame: Frame, draft: _Draft) -> tuple[Scene, ...]:
        """The table has lain still since the draft was made: that is how it lies."""
        self._looked = 1
        self._reviewed = frame.exposed
        self._obstruction.read(draft.grey)
        self._touched.read(draft.zones)
        self._draft, self._pushed = None, frozenset()
        self._memory.mats |= draft.memories
        scenes = self._say(frame, draft.zones)
        told = {one.zone for scene in scenes for one in scene.zones}
        self._news = {mat: names for mat, names in draft.zones.items() if names & told}
        self._sums = {mat: draft.sheets[mat] for mat in self._news}
        return scenes

    def _confirm(self, frame: Frame) -> tuple[Scene, ...]:
        """One more look at what is new on the same still table; the last one reads it again, with less noise."""
        self._looked += 1
        for mat in self._sums:
            self._sums[mat] = cv2.add(self._sums[mat], self._planes.mats[mat].rectify(frame.image), dtype=cv2.CV_16U)
        if self._looked < LOOKS:
            return ()
        for mat, total in self._sums.items():
            sheet = cv2.convertScaleAbs(total, alpha=1 / LOOKS)
            self._read(mat, self._of(mat), sheet, "better", self._news[mat])
        self._sums = {}
        scenes = self._say(frame, self._news)
        if not scenes:
            self._tidy(self._news)
        return scenes

    def _review(self, frame: Frame) -> tuple[Scene, ...]:
        """While nothing moves, look at one mat after the other: light drifts, and something may have been missed."""
        self._reviewed = frame.exposed
        self._next_review += 1
        mats = self.mats
        mat = mats[self._next_review % len(mats)] if mats else None
        pushed = self._planes.update(frame.image, self._watched_mats(mat), frame.exposed)
        if pushed:
            self._pushed |= pushed
            self._look_anew(pushed)
        if pushed or mat is None:
            return ()
        self._read(mat, self._of(mat), self._planes.mats[mat].rectify(frame.image), "", None)
        scenes = self._say(frame, (mat,))
        if not scenes:
            self._tidy((mat,))
        return scenes

    def _watched_mats(self, only: int | None = None) -> list[Mat]:
        """The mats that have zones to watch and whose markers are known; ``only``: this one of them."""
        wanted = self._zones if only is None else (only,)
        return [self._mats[mat] for mat in wanted if mat in self._mats]

    def _of(self, mat: int) -> MatMemory:
        return self._memory.of(self._planes.mats[mat])

    def _tidy(self, mats: Iterable[int]) -> None:
        for mat in mats:
            self._memory.tidy(self._planes.mats[mat])

    def _read(self, mat: int, memory: MatMemory, sheet: Image, again: Again, zones: frozenset[str] | None) -> None:
        self._reader.update(
            memory,
            sheet,
            self._zones[mat],
            self._memory.new_track,
            again,
            markers=self._mats[mat].markers,
            touched=zones,
        )
        self._labelled.name(memory, self._zones[mat])

    def _say(self, frame: Frame, mats: Iterable[int]) -> tuple[Scene, ...]:
        """What is new on these mats, put on disk first."""
        news: dict[int, list[Sighting]] = {}
        for mat in mats:
            sightings = [self._sighting(frame, zone, self._of(mat)) for zone in self._zones[mat]]
            news[mat] = [one for one in sightings if not _same(one, self._said.get(one.zone))]
        told = [mat for mat, sightings in news.items() if sightings]
        # The disk takes several at once.
        for _ in self._readers.map(lambda mat: self._memory.save(self._planes.mats[mat]), told):
            pass
        said = [one for mat in told for one in news[mat]]
        if not said:
            return ()
        self._said |= {one.zone: one for one in said}
        return (Scene(frame.number, frame.exposed, tuple(said)),)

    def _sighting(self, frame: Frame, zone: Zone, memory: MatMemory) -> Sighting:
        return Sighting(
            zone.name,
            frame.number,
            frame.exposed,
            tuple(piece.seen() for piece in memory.pieces[zone.name]),
            tuple(face for face in zone.faces if face not in self._enrolled),
        )


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
