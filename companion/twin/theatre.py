"""Turns what hands do into frames: the hand comes, works, leaves; then the table lies still."""

import os
import threading
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import msgspec

from companion.twin.arrangement import Point
from companion.twin.artist import Artist
from companion.twin.canvas import MatArt
from companion.twin.faceart import FaceArt
from companion.twin.scenes import Look
from companion.twin.world import Action, World
from vision.geometry.image import Frame

if TYPE_CHECKING:
    from vision.geometry.image import Image

SECONDS_A_FRAME = 0.05
TABLE_FILE = "table.json"
_RECORDED_QUALITY = 92
_AHEAD = 8
"""Pictures of the table at rest that are painted before the first of them is given, as a camera would have them
ready: no computer takes time to make what its camera sees."""
_FEW = 2
"""With so few of them left more are painted; so few are not given again, for noise is never the same twice running."""
_GIVES_WAY = 15
"""The painter's nice value."""
_FAR = 60.0
"""A piece carried further than this (mm) is lifted on one frame and laid down on another."""


Disguise = Callable[[World, int], World]
"""The table as it is to look, for the table as it lies and how many pictures were painted before."""


@dataclass(frozen=True)
class _Shot:
    """One frame: perhaps the table changes first; ``tip``: the fingertips (mm), none: the hand is away."""

    world: World | None = None
    relight: bool = False
    seat: int = 0
    tip: Point | None = None
    motion: float = 0.0


class Theatre:
    """The table in front of a camera that takes a frame whenever it is asked for one; safe for two threads.

    ``world``: the table before the first action. ``record``: a folder that gets every frame as a JPEG, and
    ``setup`` (the contract's object) as ``table.json``. ``clock`` gives the time of a frame in seconds; without
    one each frame is 0.05 s after the one before, however long anything takes.
    """

    def __init__(
        self,
        world: World,
        mat_art: MatArt,
        scene: Look,
        seed: int,
        record: Path | None = None,
        *,
        setup: dict[str, Any] | None = None,
        art: FaceArt | None = None,
        clock: Callable[[], float] | None = None,
    ) -> None:
        self._artist = Artist(world, scene, seed, mat_art, art)
        self._changed = threading.Condition()
        self._shots: deque[_Shot] = deque()
        self._world = world
        self._number = 0
        self._still = 0
        self._closed = False
        self._clock = clock
        self._ready: deque[Image] = deque()
        self._given: deque[Image] = deque(maxlen=_AHEAD)
        self._painter: threading.Thread | None = None
        self._performed = 0
        self._lying = self._shown = world
        self._disguise: Disguise | None = None
        self._painted_so_far = 0
        self._easel = threading.Lock()
        self._record = record
        if record is not None:
            record.mkdir(parents=True, exist_ok=True)
            self.note(setup or {})

    def note(self, setup: dict[str, Any]) -> None:
        """Keep a set-up beside the frames of a recording, in place of the one before."""
        if self._record is not None:
            (self._record / TABLE_FILE).write_bytes(msgspec.json.encode({"setup": setup}))

    @property
    def still_frames(self) -> int:
        """How many frames have been served since the table came to rest; 0 while something is going on."""
        with self._changed:
            return 0 if self._shots else self._still

    def paint_ahead(self) -> None:
        """From now on, paint pictures of the table at rest before they are asked for.

        A camera has its pictures ready in time whatever else goes on, and they cost the computer nothing: so the first
        few are there when the table comes to rest, and painting more gives way to everybody else: until another is
        ready those of this rest are given again, in turn. Noise then depends on the time, too.
        """
        self._painter = threading.Thread(target=self._paint_ahead, name="painter", daemon=True)
        self._painter.start()

    def _paint_ahead(self) -> None:
        os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _GIVES_WAY)
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._closed or (self._resting() and len(self._ready) < _FEW))
                if self._closed:
                    return
                performed = self._performed
            # Whoever takes a picture that is ready does not wait for this one.
            with self._easel:
                image = self._rested()
            with self._changed:
                if performed == self._performed:
                    self._ready.append(image)

    def wear(self, disguise: Disguise | None) -> None:
        """From now on the table looks like this, whatever lies there; ``None``: as it lies."""
        with self._changed:
            self._disguise = disguise
            self._forget_painted()
            self._changed.notify_all()

    def _resting(self) -> bool:
        return not self._shots and self._still > 0

    def _forget_painted(self) -> None:
        """The table looks otherwise from now on than in all pictures of it."""
        self._ready.clear()
        self._given.clear()
        self._performed += 1

    def perform(self, actions: Iterable[Action]) -> None:
        """Queue what hands do next, after everything queued before."""
        with self._changed:
            self._forget_painted()
            for action in actions:
                if self._shots and self._shots[-1].tip and self._shots[-1].seat == action.seat:
                    self._shots.pop()  # the same hand goes on: it need not leave first
                self._shots.extend(_staged(self._world, action))
                self._world = action.world
            self._still = 0
            self._changed.notify_all()

    def next_frame(self) -> Frame | None:
        """The next picture; ``None`` after ``close``."""
        with self._changed:
            if self._closed:
                return None
            shot = self._shots[0] if self._shots else _Shot()
            frame = self._take(shot)
            if self._shots:
                self._shots.popleft()
                self._still = 0 if shot.tip else self._still + 1
            else:
                self._still += 1
            self._changed.notify_all()
        if self._record is not None:
            path = self._record / f"frame-{frame.number:06d}-{frame.exposed:.3f}.jpg"
            path.write_bytes(cv2.imencode(".jpg", frame.image, [cv2.IMWRITE_JPEG_QUALITY, _RECORDED_QUALITY])[1].data)
        return frame

    def miss(self, frames: int) -> None:
        """Of a table at rest let so many frames pass that nobody takes, as a camera does; a recording gets them all."""
        with self._changed:
            if self._record is None and self._resting() and frames > 0:
                self._number += frames
                self._still += frames
                for _ in range(min(frames, len(self._ready))):
                    self._given.append(self._ready.popleft())

    def wait_still(self, frames: int, timeout: float) -> bool:
        """Wait until the table has lain still for this many served frames; whether it did within ``timeout`` s."""
        with self._changed:
            return (
                self._changed.wait_for(lambda: self._closed or (not self._shots and self._still >= frames), timeout)
                and not self._closed
            )

    def close(self) -> None:
        """No more frames. Returns when nothing is painted ahead any more; can be called twice.

        A thread that Python ends inside OpenCV aborts the process.
        """
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        if self._painter is not None:
            self._painter.join()

    def _take(self, shot: _Shot) -> Frame:
        resting = self._painter is not None and self._resting()
        ready = self._ready or (self._given if len(self._given) > _FEW else ())
        image = ready.popleft() if resting and ready else self._painted(shot)
        if resting:
            self._given.append(image)
        exposed = self._clock() if self._clock else round(self._number * SECONDS_A_FRAME, 3)
        frame = Frame(self._number, exposed, image)
        self._number += 1
        return frame

    def _painted(self, shot: _Shot) -> "Image":
        with self._easel:
            if shot.relight:
                self._artist.relight()
            if shot.world is not None:
                self._lying = shot.world
            self._dress()
            if shot.tip is not None:
                return self._artist.frame_with_hand(shot.seat, shot.tip, shot.motion)
            if self._painter is not None and not self._shots and self._still == 0:
                self._ready.extend(self._rested() for _ in range(_AHEAD))
            return self._artist.frame()

    def _rested(self) -> "Image":
        """One more picture of a table at rest."""
        self._dress()
        return self._artist.frame()

    def _dress(self) -> None:
        """Show the table as it lies, or as it is to look."""
        self._painted_so_far += 1
        world = self._disguise(self._lying, self._painted_so_far) if self._disguise else self._lying
        if world is not self._shown:
            self._artist.show(world)
            self._shown = world


def _staged(before: World, action: Action) -> list[_Shot]:
    """The frames of one action: reach, perhaps carry, lay down, perhaps linger, leave, lie still."""
    seat, start, end = action.seat, action.reach[0], action.reach[-1]
    shots = [_Shot(relight=True, seat=seat, tip=start, motion=13.0)]
    far = ((start[0] - end[0]) ** 2 + (start[1] - end[1]) ** 2) ** 0.5
    if far > _FAR:
        middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        shots.append(_Shot(_lifted(before, action.world), seat=seat, tip=middle, motion=40.0))
    shots.append(_Shot(action.world, seat=seat, tip=end, motion=8.0))
    shots += [_Shot(seat=seat, tip=end)] * action.linger
    mat = action.world.arrangement.mats[seat + 1]
    away = mat.to_table(mat.width * 0.55, mat.height + 33.0)
    leaving = (end[0] + 2 * away[0]) / 3, (end[1] + 2 * away[1]) / 3
    shots.append(_Shot(seat=seat, tip=leaving, motion=45.0))
    return shots + [_Shot()] * round(action.settle / SECONDS_A_FRAME)


def _lifted(before: World, after: World) -> World:
    """The table while the pieces that change their place are in the hand."""
    left = {number: piece for number, piece in before.pieces.items() if after.pieces[number].place == piece.place}
    return World(before.arrangement, left, before.top)
