"""From frames to sightings: waits until the table lies still, then says what has changed.

Everything that vision does with a frame, without the process and the link around it. ``states`` lists the states and
what leads from one to the next.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np

from vision.geometry.image import Frame, Image, Points
from vision.geometry.mean import added, mean
from vision.geometry.plane import Plane, Planes
from vision.live.elsewhere import Elsewhere, reaching_onto
from vision.live.labelled import Labelled
from vision.live.mat_reader import Again, MatReader
from vision.live.memory import MatMemory, Memory
from vision.live.motion import Motion, MotionDetector, small_grey
from vision.live.motion_mask import MotionMask
from vision.live.occlusion import Occlusion
from vision.live.one_piece import Seen, number_as_one
from vision.live.pictures import Pictures
from vision.live.pieces import Piece
from vision.live.pushed import followed
from vision.live.said import Said
from vision.live.states import Confirmed, Draft, Moving, Read, Settled, State
from vision.live.unenrolled import Unenrolled
from vision.recognition.library import Library
from vision.recognition.naming import LibraryRecogniser, Recogniser
from vision.sighting import Mat, Pulse, Scene, Sighting, Zone
from vision.troubles import Trouble, mat_missing

LOOKS = 5
"""Still frames whose mean confirms a scene: its noise is 45 % of one frame's."""

_READERS = 2
"""Threads that read mats: a Pi's other two cores belong to the referee and the screen."""
_REVIEW_SECONDS = 1.0
"""Frame time from one review to the next: light drifts slower than that, and a Pi has other things to do."""


class _Touched(NamedTuple):
    """A sheet that something moved over, where it lies, what is remembered of it, and its zones that were touched.

    ``elsewhere``: what of other sheets reaches onto it. ``withheld``: its zones over which something moves without end.
    ``no_hand``: see ``MotionMask.no_hand_over``.
    """

    mat: Mat
    zones: Sequence[Zone]
    names: frozenset[str]
    plane: Plane
    memory: MatMemory
    elsewhere: Sequence[Elsewhere]
    withheld: frozenset[str]
    no_hand: Image


class Watcher:
    """Give it what to watch and every frame; it returns scenes.

    ``library``: the faces it reads with; ``pictures``: where it keeps how a zone looked of which it says something.
    ``state``: see ``states``. ``moving``: whether the latest frame showed motion.
    """

    def __init__(
        self,
        library: Library,
        memory: Path | None = None,
        recogniser: Recogniser | None = None,
        pictures: Pictures | None = None,
    ) -> None:
        self.library = library
        self._pictures = pictures
        self._reader = MatReader(library, Unenrolled(recogniser or LibraryRecogniser(library), library.faces.keys()))
        self._labelled = Labelled(library.faces.keys())
        self._said = Said(library.faces.keys())
        self._memory = Memory(memory)
        self._threads = ThreadPoolExecutor(_READERS, "reader")
        self._drafting = ThreadPoolExecutor(1, "draft")
        self._planes = Planes()
        self._planes.mats.update(self._memory.planes)
        self._motion = MotionDetector()
        self._mask = MotionMask()
        self._occlusion = Occlusion()
        self._mats: dict[int, Mat] = {}
        self._zones: dict[int, list[Zone]] = {}
        self.state: State = Moving()
        self._pushed: frozenset[int] = frozenset()
        self._rest: tuple[Callable[[], None], ...] = ()
        self._reviews = 0
        self._restless_at = np.zeros((0, 0), bool)
        self._restless: Mapping[int, frozenset[str]] = {}
        self.moving = False

    # What is watched

    def watch(self, mats: Sequence[Mat], zones: Sequence[Zone]) -> None:
        """Watch these zones on these mats from now on; zones on a mat that is not among them are never seen."""
        known = {mat.number: mat for mat in mats}
        grouped: dict[int, list[Zone]] = {}
        for zone in zones:
            grouped.setdefault(zone.mat, []).append(zone)
        changed = {
            mat for mat in grouped if grouped[mat] != self._zones.get(mat) or known.get(mat) != self._mats.get(mat)
        }
        same = not changed and grouped.keys() == self._zones.keys()
        self._mats, self._zones = known, grouped
        if not same:
            self._said.keep_only(zones)
            self._read_anew(changed)

    def say_everything(self) -> None:
        """The next scene holds every zone: somebody new is listening."""
        self._said.forget()
        self._read_anew(self._zones)

    def _read_anew(self, mats: Iterable[int]) -> None:
        self._mask.add_mats(mats)
        self.state = Moving()

    # What can be asked

    @property
    def possible(self) -> tuple[Mat, ...]:
        """The mats that may lie on the table, whether or not they have zones to watch."""
        return tuple(self._mats.values())

    @property
    def watched(self) -> frozenset[int]:
        """Mats that have zones to watch."""
        return frozenset(self._zones)

    @property
    def mats(self) -> tuple[int, ...]:
        """Watched mats that have been found."""
        return tuple(sorted(self._zones.keys() & self._mats.keys() & self._planes.mats.keys()))

    @property
    def planes(self) -> Mapping[int, Plane]:
        """Where the mats that have been found lie."""
        return self._planes.mats

    @property
    def zones(self) -> tuple[Zone, ...]:
        """The zones that are watched."""
        return tuple(zone for zones in self._zones.values() for zone in zones)

    @property
    def settled(self) -> bool:
        """Whether the table lies still and has been read."""
        return isinstance(self.state, Settled | Confirmed)

    def lying(self) -> Iterator[tuple[int, Piece]]:
        """Every piece on a watched mat as it was last read, with the number of its mat."""
        for mat in self.mats:
            for zone in self._zones[mat]:
                for piece in self._memory_of(mat).pieces.get(zone.name, ()):
                    yield mat, piece

    def pulse(self, frame: Frame, trouble: Trouble | None = None) -> Pulse:
        """How the camera's picture is, as of this frame; ``trouble`` is what others know to be wrong."""
        missing = tuple(sorted(self.watched.difference(self.mats)))
        if trouble is None and missing and not self.moving:
            trouble = mat_missing(missing)
        if trouble is None and self._memory.trouble:
            trouble = Trouble("memory_damaged", self._memory.trouble, "")
        said = (str(trouble), trouble.code) if trouble else ("", "")
        return Pulse(frame.number, frame.exposed, self.moving, self.mats, *said)

    # What happens with a frame

    def observe(self, frame: Frame) -> tuple[Scene, ...]:
        """Take the next frame; returns what there is to say now. It is remembered on disk already."""
        # What was seen has been said: now nobody waits.
        for learn in self._rest:
            learn()
        self._rest = ()
        grey = small_grey(frame.image)
        motion = self._motion.compare(grey, frame.exposed, self._occlusion.arms)
        self.moving = motion.moving
        self._note_restless(motion)
        if motion.where.any():
            self._mask.add(motion.where)
        if motion.moving:
            # An arm has left: most likely the table lies still already. Whether it does, the next frames show.
            left = self._occlusion.has_left(grey)
            self.state = self._drafted(frame, grey) if left and self._zones else Moving(self._draft)
            return ()
        return self._observe_still(frame, grey, motion) if self._zones else ()

    def _note_restless(self, motion: Motion) -> None:
        """Over which zones something moves without end now: they are not read, and said to be unreadable."""
        self._restless_at = motion.restless
        restless = self._mask.restless(motion.restless, self._planes.mats, self._zones)
        if restless != self._restless:
            self._restless = restless
            self.state = Moving(self._draft)

    def _rests(self, mat: int, names: frozenset[str]) -> frozenset[str]:
        """Those of a mat's zones (names) over which nothing moves without end."""
        return names - self._restless.get(mat, frozenset())

    def _observe_still(self, frame: Frame, grey: Image, motion: Motion) -> tuple[Scene, ...]:
        if isinstance(self.state, Moving):
            # Reading takes about as long as the table must lie still: it is read while the next frames are compared.
            self.state = self._drafted(frame, grey)
        match self.state:
            case Draft() as draft if motion.still:
                return self._settle(frame, draft)
            case Settled() as settled:
                return self._confirm(frame, settled)
            case Confirmed(reviewed_at) if self._is_time(frame.exposed - reviewed_at):
                return self._review(frame)
            case _:
                return ()

    def _drafted(self, frame: Frame, grey: Image) -> Draft | Moving:
        """Have read what was touched, without remembering it yet; not while something is in the way."""
        markers = self._mask.markers(self._planes.mats)
        pushed = self._planes.update(frame.image, self._watched_mats(), frame.exposed, markers)
        self._pushed |= pushed
        self._mask.add_mats(pushed)
        # A pushed sheet changes the picture up to its edge as an arm does.
        if self._occlusion.in_the_way(grey, frame.exposed, self._outlines(), expected=bool(self._pushed)):
            return Moving(self._draft)
        known = {mat: zones for mat, zones in self._zones.items() if mat in self._mats}
        found = [
            _Touched(
                self._mats[mat],
                self._zones[mat],
                names,
                self._planes.mats[mat],
                self._memory_of(mat).copy(),
                reaching_onto(mat, known, self._planes.mats),
                self._restless.get(mat, frozenset()),
                self._mask.no_hand_over(self._planes.mats[mat]),
            )
            for mat, touched in self._mask.zones(self._planes.mats, known).items()
            if (names := self._rests(mat, touched))
        ]
        return Draft(grey, self._drafting.submit(self._read_touched, frame.image, found, self._pushed, self._draft))

    def _read_touched(
        self, image: Image, touched: Sequence[_Touched], pushed: frozenset[int], before: Draft | None
    ) -> Read:
        """Read these sheets; of what the draft ``before`` has read only what looks otherwise."""
        planes: dict[int, Plane] = {}
        rest: list[Callable[[], None]] = []

        def read(one: _Touched) -> tuple[_Touched, Image]:
            number, sheet = one.mat.number, one.plane.rectify(image)
            measured = number in pushed or not one.mat.thought_of
            follows = None if measured else followed(one.plane, one.memory, sheet, image)
            if follows is not None:
                planes[number], memory, sheet = follows
                names = frozenset(zone.name for zone in one.zones) - one.withheld
                one = one._replace(memory=memory, names=names)
            again: Again = "pushed" if number in pushed or follows is not None else ""
            drafted = before.reading.result().of(number) if before is not None and not again else None
            learn = self._reader.update(
                one.memory,
                sheet,
                one.zones,
                self._memory.new_track,
                again,
                markers=one.mat.markers,
                elsewhere=one.elsewhere,
                touched=one.names,
                withheld=one.withheld,
                no_hand=None if again else one.no_hand,
                drafted=drafted,
                waited_for=True,
            )
            rest.extend([learn] if learn is not None else [])
            return one, sheet

        # Somebody waits for this, and a second core helps; mats have nothing to do with each other. The longest first.
        longest = sorted(touched, key=lambda one: -len(one.names))
        found = {one.mat.number: (one, sheet) for one, sheet in self._threads.map(read, longest)}
        in_order = [found[one.mat.number] for one in touched]
        lying = self._lying()
        for one, _ in in_order:
            number = one.mat.number
            lying[number] = Seen(planes.get(number, one.plane), one.zones, one.memory)
        for one, _ in in_order:
            self._labelled.name(one.memory, one.zones)
            number_as_one(one.mat.number, lying)
        return Read(
            {one.mat.number: one.names for one, _ in in_order},
            {one.mat.number: one.memory for one, _ in in_order},
            {one.mat.number: sheet for one, sheet in in_order},
            planes,
            tuple(rest),
        )

    @property
    def _draft(self) -> Draft | None:
        """What has been read since the table was settled last."""
        match self.state:
            case (Draft() as draft) | Moving(draft):
                return draft
            case _:
                return None

    def _settle(self, frame: Frame, draft: Draft) -> tuple[Scene, ...]:
        """The table has lain still since the draft was begun: that is how it lies."""
        read = draft.reading.result()
        self._occlusion.clear_as_of(draft.grey)
        self._mask.forget(read.zones, self._restless_at)
        self._pushed = frozenset()
        self._planes.mats |= read.planes
        self._memory.mats |= read.memories
        self._rest = read.rest
        scenes = self._say(frame, {*read.zones, *self._restless})
        told = {one.zone for scene in scenes for one in scene.zones}
        news = {mat: names for mat, names in read.zones.items() if names & told}
        self.state = Settled(frame.exposed, 1, news, {mat: read.sheets[mat] for mat in news})
        return scenes

    def _confirm(self, frame: Frame, settled: Settled) -> tuple[Scene, ...]:
        """One more picture of what is new on the same still table; the last one reads their mean, with less noise."""
        sums = {mat: added(total, self._planes.mats[mat].rectify(frame.image)) for mat, total in settled.sums.items()}
        if settled.frames + 1 < LOOKS:
            self.state = replace(settled, frames=settled.frames + 1, sums=sums)
            return ()
        self.state = Confirmed(settled.read_at)

        def read(mat: int) -> None:
            self._read(mat, mean(sums[mat], LOOKS), "better", settled.zones[mat])

        # Cities that were never seen before take seconds each.
        for _ in self._threads.map(read, sums):
            pass
        for mat in sums:
            self._name(mat)
        return self._say_or_tidy(frame, settled.zones)

    def _review(self, frame: Frame) -> tuple[Scene, ...]:
        """While nothing moves, look at one mat after the other: light drifts, and something may have been missed."""
        self.state = Confirmed(frame.exposed)
        self._reviews += 1
        mats = self.mats
        if not mats:
            self._measure_anew(frame, self._watched_mats())
            return ()
        closer = self._look_closer()
        mat = mats[self._reviews % len(mats)] if closer is None else closer
        if self._measure_anew(frame, [self._mats[mat]]):
            return ()
        names = frozenset(zone.name for zone in self._zones[mat])
        resting = self._rests(mat, names)
        self._read(mat, self._planes.mats[mat].rectify(frame.image), "", None if resting == names else resting)
        self._name(mat)
        return self._say_or_tidy(frame, (mat,))

    def _is_time(self, seconds: float) -> bool:
        """Whether a mat is to be reviewed so long after the last one."""
        return seconds >= _REVIEW_SECONDS or self._look_closer() is not None

    def _look_closer(self) -> int | None:
        """A mat with a zone that is to be looked at more closely when nobody waits, if there is one."""
        waiting = self._reader.waiting
        mats = (mat for mat in self.mats if mat not in self._restless) if waiting else ()
        return next((mat for mat in mats if any(zone.name in waiting for zone in self._zones[mat])), None)

    def _measure_anew(self, frame: Frame, mats: Sequence[Mat]) -> bool:
        """Whether one of these mats was pushed (or found); it is then to be read anew."""
        pushed = self._planes.update(frame.image, mats, frame.exposed)
        if pushed:
            self._pushed |= pushed
            self._read_anew(pushed)
        return bool(pushed)

    def _outlines(self) -> list[Points]:
        """Where in the picture the watched zones are, of the mats that have been found."""
        return [self._planes.mats[mat].pixels(zone.corners) for mat in self.mats for zone in self._zones[mat]]

    def _watched_mats(self) -> list[Mat]:
        """The mats that have zones to watch, as far as their markers are known."""
        return [self._mats[mat] for mat in self._zones if mat in self._mats]

    def _memory_of(self, mat: int) -> MatMemory:
        return self._memory.of(self._planes.mats[mat])

    def _read(self, mat: int, sheet: Image, again: Again, touched: frozenset[str] | None) -> None:
        """Read a sheet on which nothing moves."""
        self._reader.update(
            self._memory_of(mat),
            sheet,
            self._zones[mat],
            self._memory.new_track,
            again,
            markers=self._mats[mat].markers,
            elsewhere=reaching_onto(mat, self._zones, self._planes.mats),
            touched=touched,
            withheld=self._restless.get(mat, frozenset()),
        )

    def _name(self, mat: int) -> None:
        """What a sheet's pieces are by their tags, and which of them are read on another sheet, too."""
        self._labelled.name(self._memory_of(mat), self._zones[mat])
        number_as_one(mat, self._lying())

    def _lying(self) -> dict[int, Seen]:
        """What is remembered of each sheet that has been found."""
        return {mat: Seen(self._planes.mats[mat], self._zones[mat], self._memory_of(mat)) for mat in self.mats}

    # What is said

    def _say_or_tidy(self, frame: Frame, mats: Iterable[int]) -> tuple[Scene, ...]:
        """What is new on these mats; where nothing is, there is time to put their files in order."""
        mats = tuple(mats)
        scenes = self._say(frame, mats)
        if not scenes:
            for mat in mats:
                self._memory.tidy(self._planes.mats[mat])
        return scenes

    def _say(self, frame: Frame, mats: Iterable[int]) -> tuple[Scene, ...]:
        """What is new on these mats, put on disk first."""
        news: dict[int, list[Sighting]] = {}
        for mat in mats:
            memory = self._memory_of(mat)
            aside = memory.set_aside | self._restless.get(mat, frozenset())
            found = (
                (zone, self._said.news(frame, zone, memory.pieces[zone.name], set_aside=zone.name in aside))
                for zone in self._zones[mat]
                if zone.name in memory.pieces
            )
            if sightings := [self._pictured(frame, zone, sighting) for zone, sighting in found if sighting is not None]:
                news[mat] = sightings
        # The disk takes several at once.
        for _ in self._threads.map(lambda mat: self._memory.save(self._planes.mats[mat]), news):
            pass
        said = tuple(sighting for sightings in news.values() for sighting in sightings)
        self._said.say(said)
        return (Scene(frame.number, frame.exposed, said),) if said else ()

    def _pictured(self, frame: Frame, zone: Zone, sighting: Sighting) -> Sighting:
        if self._pictures is None:
            return sighting
        picture = self._pictures.keep(frame.image, self._planes.mats[zone.mat], zone)
        return msgspec.structs.replace(sighting, picture=picture)
