"""The vision process: frames from the camera to the watcher, what they say to the referee."""

import threading
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from companion.link import Disconnected, connections
from vision.cameras import Camera, CameraUnavailable, open_camera
from vision.care import Caretaker
from vision.geometry.image import Frame
from vision.live import Watcher
from vision.process.badges import Badges
from vision.process.link import Line
from vision.process.preview import Previewer
from vision.process.settings import Settings
from vision.process.surveyor import Surveyor
from vision.process.watchdog import Watchdog
from vision.sighting import Watch
from vision.troubles import Trouble

if TYPE_CHECKING:
    from collections.abc import Iterator

_PULSE_SECONDS = 1.0
"""Somebody who looks at a screen sees within a second what is wrong."""
_RETRY_SECONDS = 2.0
"""A camera that was pulled out takes seconds to be put back."""
_READS_SECONDS = 0.1
"""Between two looks whether the whole table is read: it takes seconds."""
_END = Trouble("recording_ended", "the recording has ended", "")


class Process:
    """Runs for ever: connects, watches, says; reconnects and reopens the camera as often as needed.

    ``open_watcher``: opens the library and the memory; again, when the camera was lent to somebody who may have taught
    the box new faces.
    """

    def __init__(self, settings: Settings, open_watcher: Callable[[], Watcher]) -> None:
        self._settings = settings
        self._open_watcher = open_watcher
        self._watcher = open_watcher()
        self._camera: Camera | None = None
        self._caretaker: Caretaker | None = None
        self._frames: Iterator[Frame] = iter(())
        self._last = Frame(0, 0.0, np.zeros((8, 8, 3), np.uint8))
        self._pulsed = 0.0
        self._ended = self._resting = False
        self._watchdog = Watchdog()
        self._previewer: Previewer | None = None
        self._surveyor = Surveyor()
        self._badges: Badges | None = None

    def run(self) -> None:
        """Serve one connection after the other."""
        for connection in connections(self._settings.link, "vision", threading.Event()):
            self._watchdog.line = line = Line(connection)
            try:
                self._serve(line)
            except Disconnected:
                # Nobody decides what is seen meanwhile: the camera waits as well.
                self._watchdog.rest()
            finally:
                self._watchdog.line = None

    def _serve(self, line: Line) -> None:
        watching = told = False
        while True:
            watch = line.watch(None if watching else _PULSE_SECONDS)
            if watch is not None:
                if watch.rest != self._resting:
                    self._rest(watch)
                self._watcher.watch(watch.mats, watch.zones)
                if watch.zones and not told:
                    self._watcher.say_everything()
                told = bool(watch.zones) and not watch.rest
                self._previewer = (self._previewer or Previewer()) if watch.preview else None
                if self._previewer is not None:
                    self._previewer.near = watch.near
                # Nothing to watch yet: the frames of a recording wait for the game to be set up.
                self._surveyor.ask(watch)
                self._look_for_badges(wanted=watch.badges and not watch.rest)
                watching = (told or watch.preview or watch.badges or self._surveyor.busy) and not watch.rest
            if not watching:
                self._watchdog.rest()
                self._pulse(line, None)
                continue
            try:
                self._step(line)
            except CameraUnavailable as error:
                self._lose_camera()
                self._pulse(line, Trouble("camera_gone", str(error), ""), at_once=True)
                time.sleep(_RETRY_SECONDS)

    def _look_for_badges(self, *, wanted: bool) -> None:
        if not wanted and self._badges is not None:
            self._badges.close()
        self._badges = (self._badges or Badges()) if wanted else None

    def _rest(self, watch: Watch) -> None:
        """Give the camera away, or take it back: with fresh watcher, as faces may have been enrolled meanwhile."""
        self._resting = watch.rest
        if watch.rest:
            self._lose_camera()
        else:
            self._watcher = self._open_watcher()

    def _step(self, line: Line) -> None:
        """One frame."""
        if self._camera is None:
            self._watchdog.opening()
            self._camera = open_camera(self._settings.camera)
            self._caretaker = Caretaker(self._settings.camera, self._camera, self._settings.memory)
            self._frames = iter(self._camera)
        if self._ended:
            self._watchdog.rest()
            time.sleep(_PULSE_SECONDS / 2)
            self._pulse(line, _END)
            self._repeat(line)
            self._survey(line, self._last)
            return
        if self._surveyor.reading and not self._camera.live:
            # Who looks at a recording sees all of it: it goes on once the table is read.
            self._watchdog.rest()
            time.sleep(_READS_SECONDS)
            self._survey(line, self._last)
            return
        self._watchdog.waiting(live=self._camera.live)
        frame = next(self._frames, None)
        if frame is None:
            self._ended = True
            return
        self._watchdog.came(frame)
        self._last = frame
        for scene in self._watcher.observe(frame):
            line.send(scene)
        self._survey(line, frame)
        for badge in () if self._badges is None else self._badges.step(frame):
            line.send(badge)
        self._care(line, frame)
        self._preview(line)

    def _survey(self, line: Line, frame: Frame) -> None:
        """Read the whole table where somebody asks, once nothing moves."""
        if self._watcher.moving:
            self._surveyor.moved()
        elif self._surveyor.busy:
            survey = self._surveyor.step(frame, self._watcher.library)
            if survey is not None:
                line.send(survey)

    def _care(self, line: Line, frame: Frame) -> None:
        """What is wrong with the camera itself is said with the next pulse."""
        trouble = None
        if self._caretaker is not None:
            self._caretaker.check(frame, self._watcher)
            trouble = self._caretaker.trouble
        if trouble is None and self._camera is not None and self._camera.trouble:
            trouble = Trouble("picture_skipped", self._camera.trouble, "")
        self._pulse(line, trouble)

    def _repeat(self, line: Line) -> None:
        """After the last frame: who connects anew is still told what lies there."""
        for scene in self._watcher.observe(self._last):
            line.send(scene)
        self._preview(line)

    def _preview(self, line: Line) -> None:
        """Last of all, so that nothing waits for it but the next frame."""
        preview = self._previewer and self._previewer.preview(self._last, self._watcher, time.monotonic())
        if preview:
            line.send(preview)

    def _pulse(self, line: Line, trouble: Trouble | None, *, at_once: bool = False) -> None:
        now = time.monotonic()
        if at_once or now - self._pulsed >= _PULSE_SECONDS:
            self._pulsed = now
            line.send(self._watcher.pulse(self._last, trouble))

    def _lose_camera(self) -> None:
        if self._camera is not None:
            # A driver whose camera was pulled out may never come back from this.
            self._watchdog.opening()
            self._camera.close()
        self._watchdog.rest()
        self._camera, self._caretaker, self._frames = None, None, iter(())
