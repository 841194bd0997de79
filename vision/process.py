"""The vision process: frames from the camera to the eyes, what they say to the referee."""

import threading
import time
from typing import TYPE_CHECKING

from vision.cameras import Camera, CameraUnavailable, Frame, open_camera
from vision.eyes import Eyes
from vision.link import Disconnected, Line, connect
from vision.settings import Settings
from vision.sighting import Pulse

if TYPE_CHECKING:
    from collections.abc import Iterator

_PULSE_SECONDS = 1.0
_STALLED_SECONDS = 3.0
_RETRY_SECONDS = 2.0
_END = "the recording has ended"


class Watchdog:
    """Notices that the camera gives no frames, from beside: a stuck driver blocks the loop itself."""

    def __init__(self) -> None:
        self.line: Line | None = None
        self._latest = time.monotonic()
        self._frame: tuple[int, float] = (0, 0.0)
        self._waiting = False
        threading.Thread(target=self._watch, name="watchdog", daemon=True).start()

    def waiting(self) -> None:
        """A frame has been asked for."""
        self._latest, self._waiting = time.monotonic(), True

    def came(self, frame: Frame) -> None:
        """It came."""
        self._frame, self._waiting = (frame.number, frame.exposed), False

    def rest(self) -> None:
        """No frame is wanted now."""
        self._waiting = False

    def _watch(self) -> None:
        while True:
            time.sleep(_PULSE_SECONDS)
            line, silent = self.line, time.monotonic() - self._latest
            if line is None or not self._waiting or silent < _STALLED_SECONDS:
                continue
            number, exposed = self._frame
            try:
                line.send(Pulse(number, exposed, False, (), f"the camera has given no picture for {silent:.0f} s"))
            except Disconnected:
                self.line = None


class Process:
    """Runs for ever: connects, watches, says; reconnects and reopens the camera as often as needed."""

    def __init__(self, settings: Settings, eyes: Eyes) -> None:
        self._settings = settings
        self._eyes = eyes
        self._camera: Camera | None = None
        self._frames: Iterator[Frame] = iter(())
        self._last = Frame(0, 0.0, settings.blank)
        self._pulsed = 0.0
        self._ended = False
        self._watchdog = Watchdog()

    def run(self) -> None:
        """Serve one connection after the other."""
        while True:
            line = connect(self._settings.link)
            self._watchdog.line = line
            try:
                self._serve(line)
            except Disconnected:
                # Nobody decides what is seen meanwhile: the camera waits as well.
                self._watchdog.rest()
            finally:
                self._watchdog.line = None
                line.close()

    def _serve(self, line: Line) -> None:
        watching = False
        while True:
            watch = line.watch(None if watching else _PULSE_SECONDS)
            if watch is not None:
                self._eyes.watch(watch.zones)
                if watch.zones and not watching:
                    self._eyes.say_everything()
                # Nothing to watch yet: the frames of a recording wait for the game to be set up.
                watching = bool(watch.zones)
            if not watching:
                self._pulse(line, "")
                continue
            try:
                self._step(line)
            except CameraUnavailable as error:
                self._lose_camera()
                self._pulse(line, str(error), at_once=True)
                time.sleep(_RETRY_SECONDS)

    def _step(self, line: Line) -> None:
        """One frame."""
        if self._camera is None:
            self._camera = open_camera(self._settings.camera)
            self._frames = iter(self._camera)
        if self._ended:
            time.sleep(_PULSE_SECONDS / 2)
            self._pulse(line, _END)
            self._repeat(line)
            return
        self._watchdog.waiting()
        frame = next(self._frames, None)
        if frame is None:
            self._watchdog.rest()
            self._ended = True
            return
        self._watchdog.came(frame)
        self._last = frame
        for scene in self._eyes.look(frame):
            line.send(scene)
        self._pulse(line, self._camera.trouble)

    def _repeat(self, line: Line) -> None:
        """After the last frame: who connects anew is still told what lies there."""
        for scene in self._eyes.look(self._last):
            line.send(scene)

    def _pulse(self, line: Line, trouble: str, *, at_once: bool = False) -> None:
        now = time.monotonic()
        if at_once or now - self._pulsed >= _PULSE_SECONDS:
            self._pulsed = now
            line.send(self._eyes.pulse(self._last, trouble))

    def _lose_camera(self) -> None:
        self._watchdog.rest()
        if self._camera is not None:
            self._camera.close()
        self._camera, self._frames = None, iter(())
