"""The horn: plays cues on a buzzer without ever holding up whoever asked, and is never left on."""

import threading
import time
from collections.abc import Callable
from typing import Any, Final, Protocol

from gpiozero.tones import Tone

from companion.api.tones import LONGEST, Melody, melody
from hw.pins import hush, release

_RANK: Final = {"turn": 0, "question": 1, "error": 1, "horn": 2, "battle": 3, "end": 4}
"""A cue replaces one of its own rank or below; a lesser one does not interrupt, and is not worth playing late."""


class Watchdog(Protocol):
    """Who is told when the horn starts and stops sounding (``hw.guard.Guard``)."""

    def sounding(self, *, on: bool) -> None:
        """The pin is about to sound, or is low again."""


class Horn:
    """Plays one cue at a time on a ``TonalBuzzer`` in a thread of its own.

    ``silent``: hear cues, play none. ``failed`` is called, from that thread, with what went wrong if the pin did; the
    horn is dead then. Close it to silence it and let the pin go.
    """

    def __init__(
        self,
        buzzer: Any,
        guard: Watchdog,
        *,
        silent: bool = False,
        failed: Callable[[Exception], None] = lambda _: None,
    ) -> None:
        self._buzzer = buzzer
        self._guard = guard
        self._silent = silent
        self._hushed = False
        self._failed = failed
        self._wake = threading.Condition()
        self._next: tuple[int, Melody] | None = None
        self._rank: int | None = None
        self._closing = False
        hush(buzzer)
        self._thread = threading.Thread(target=self._run, name="horn", daemon=True)
        self._thread.start()

    def play(self, name: str, times: int = 1) -> None:
        """Sound a cue, ``times`` over; returns at once. Raises ``KeyError`` for a name that is no cue."""
        tones = melody(name, times)
        with self._wake:
            if self._silent or self._hushed:
                return
            waiting = self._rank if self._next is None else self._next[0]
            if waiting is None or _RANK[name] >= waiting:
                self._next = (_RANK[name], tones)
                self._wake.notify()

    def hush(self, *, on: bool) -> None:
        """Silence now, and play no cue until it is ``on`` no more."""
        with self._wake:
            self._hushed = on
            if on:
                # A melody of no tones takes the place of the one that sounds.
                self._next = None if self._rank is None else (0, ())
                self._wake.notify()

    def close(self) -> None:
        """Silence now, pin low, pin released. May be called twice."""
        with self._wake:
            self._closing = True
            self._wake.notify()
        self._thread.join()
        release(self._buzzer)

    def _run(self) -> None:
        try:
            while True:
                with self._wake:
                    self._rank = None
                    self._wake.wait_for(self._interrupted)
                    if self._closing or self._next is None:
                        return
                    (self._rank, tones), self._next = self._next, None
                self._sound(tones)
        except Exception as error:  # noqa: BLE001 - whatever the pin's library raises must reach the main thread
            self._failed(error)

    def _interrupted(self) -> bool:
        return self._closing or self._next is not None

    def _sound(self, tones: Melody) -> None:
        self._guard.sounding(on=True)
        deadline = time.monotonic() + LONGEST
        try:
            for hertz, seconds in tones:
                left = deadline - time.monotonic()
                if left <= 0:
                    return
                if hertz is None:
                    hush(self._buzzer)
                else:
                    self._buzzer.play(Tone.from_frequency(hertz))
                with self._wake:
                    if self._wake.wait_for(self._interrupted, min(seconds, left)):
                        return
        finally:
            hush(self._buzzer)
            self._guard.sounding(on=False)
