"""Notices, from beside, that the camera gives no frames or that this process hangs; tells who started it that it lives.

A read that blocks inside a camera's driver blocks the loop itself, so a thread of its own looks on. It says
within 3 s that the camera has stopped. Where that lasts, it gives no more signs of life: the supervisor (or
systemd, by the same protocol) then ends this process by force and starts it again, which opens the camera anew.
A driver that blocks the whole interpreter silences this thread as well, with the same end.
"""

import math
import threading
import time
from typing import TYPE_CHECKING, NamedTuple

from companion.heartbeat import Heartbeat
from companion.link import Disconnected
from vision.geometry.image import Frame
from vision.sighting import Pulse
from vision.troubles import camera_stopped

if TYPE_CHECKING:
    from vision.process.link import Line

_TICK_SECONDS = 0.25
"""How often it looks: a quarter of what it must say each second."""
_SAY_EVERY = 1.0
"""Seconds, as the pulses that are missing."""


class _Task(NamedTuple):
    """What the loop does since when (monotonic seconds), when to say that it takes long, when to give up."""

    since: float
    say_after: float = math.inf
    hung_after: float = math.inf


class Limits(NamedTuple):
    """Seconds: a frame is late, a live camera hangs; the same for opening one; thinking about a frame hangs."""

    late: float = 2.5
    hung: float = 10.0
    opening_late: float = 10.0
    opening_hung: float = 45.0
    thinking_hung: float = 90.0


class Watchdog:
    """``line``: where to say it; None: nobody listens. Tell it what the loop is about to do."""

    def __init__(self, limits: Limits | None = None) -> None:
        self.line: Line | None = None
        self._limits = limits or Limits()
        self._task = _Task(time.monotonic())
        self._frame: tuple[int, float] = (0, -math.inf)
        self._starved: float | None = None
        self._heart = Heartbeat()
        threading.Thread(target=self._watch, name="watchdog", daemon=True).start()

    def opening(self) -> None:
        """The camera is being opened, or closed."""
        self._task = _Task(time.monotonic(), self._limits.opening_late, self._limits.opening_hung)

    def waiting(self, *, live: bool) -> None:
        """A frame has been asked for. ``live``: the camera has its own pace; others may take their time."""
        since = time.monotonic() if self._starved is None else self._starved
        self._starved = since
        self._task = _Task(since, self._limits.late, self._limits.hung if live else math.inf)

    def came(self, frame: Frame) -> None:
        """It came, and is looked at now. The same exposure over again is no news: a driver may repeat itself."""
        now = time.monotonic()
        if frame.exposed != self._frame[1]:
            self._starved = None
        self._frame = (frame.number, frame.exposed)
        self._task = _Task(now, hung_after=self._limits.thinking_hung)

    def rest(self) -> None:
        """No frame is wanted now."""
        self._starved = None
        self._task = _Task(time.monotonic())

    def _watch(self) -> None:
        said = -math.inf
        while True:
            now, task = time.monotonic(), self._task
            age = now - task.since
            if age < task.hung_after:
                self._heart.beat()
            if age >= task.say_after and now - said >= _SAY_EVERY:
                self._say(age)
                said = now
            time.sleep(_TICK_SECONDS)

    def _say(self, age: float) -> None:
        line = self.line
        if line is None:
            return
        number, exposed = self._frame
        trouble = camera_stopped(age)
        try:
            line.send(Pulse(number, max(exposed, 0.0), False, (), str(trouble), trouble.code))
        except Disconnected:
            self.line = None
