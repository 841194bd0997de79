"""What the tournament says to this table, and its people to the tournament: kept over days without a hub."""

import contextlib
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec
from msgspec.structs import replace

from companion.api.protocol import Hall, HallSeat, ToHall, View
from companion.durable import write_durably
from companion.uplink.messages import Heard, Report, Told, Wanted

FILE: Final = "hall.json"
_BLIND: Final = ("camera_gone", "camera_stopped", "recording_ended", "too_dark", "too_bright")
"""What is wrong with a camera that sees nothing of the table (``vision.troubles``); with others it sees some of it."""
_AGAIN: Final = ("no_result", "again")
"""Why something is said once more: its result is not there yet, or somebody else was quicker."""


_MOST_WANTED: Final = 1000
"""Kept for a hub that is away: everybody in the hall, and some."""


class _Kept(msgspec.Struct, frozen=True):
    """What is on disk: the hall (``ends`` by the clock on the wall), and what the hub has not heard."""

    hall: Hall
    wanted: tuple[Wanted, ...] = ()


class Clerk:
    """Between the hub and the screens of this table; several threads may use it.

    ``wall`` and ``steady``: this machine's clocks, the one that survives a restart and the one that nobody sets.
    """

    def __init__(
        self,
        state: Path,
        wall: Callable[[], float] = time.time,
        steady: Callable[[], float] = time.monotonic,
    ) -> None:
        self._file, self._wall, self._steady = state / FILE, wall, steady
        self._lock = threading.Lock()
        kept = self._read()
        ends = kept.hall.ends
        self._hall = replace(kept.hall, away=True, ends=None if ends is None else ends - wall() + steady())
        self._wanted = list(kept.wanted)
        self._now: tuple[float, float] | None = None
        self.mark = ""

    @property
    def hall(self) -> Hall:
        """For screens: who has signed here counts as signed, though the hub has not heard it yet."""
        with self._lock:
            hall = self._hall
            mine = [one for one in self._wanted if (one.section, one.round, one.drawn) == _place(hall)]
        signed = {one.seat: one.points for one in mine if one.do == "sign"}
        seats = tuple(_signed(seat, number, signed) for number, seat in enumerate(hall.seats))
        return replace(hall, seats=seats, called=hall.called or any(one.do == "call" for one in mine))

    def told(self, told: Told) -> None:
        """The hub has said how it stands."""
        steady = self._steady()
        with self._lock:
            ends = None if told.left is None else steady + told.left
            hall = replace(told.hall, away=False, ends=ends, arrived=self._hall.arrived)
            before, self._now, self.mark = self._hall, (told.now, steady), told.mark
            if _alike(before, hall):
                # The same end, told twice over a network that takes its time: the clock is not to tremble.
                hall = replace(hall, ends=before.ends)
            self._hall = hall
            if hall != before:
                self._write()

    def away(self) -> None:
        """The hub cannot be reached: what it said last stands."""
        with self._lock:
            self._hall = replace(self._hall, away=True)
            self.mark = ""

    def asked(self, asked: ToHall, game: str) -> None:
        """Somebody at the table wants this of the hub; ``game``: the first event's hash of the newest game here."""
        with self._lock:
            hall = self._hall
            if asked.do == "check_in":
                self._want(Wanted("check_in", "", 0, 0, badge=asked.badge))
                return
            if asked.round != hall.round or not hall.round or asked.seat >= len(hall.seats):
                # Of a round that is not the one any more.
                return
            wanted = Wanted(asked.do, *_place(hall), asked.seat, asked.points, game, hall.calls)
            self._want(wanted)

    def _want(self, wanted: Wanted) -> None:
        if wanted not in self._wanted and len(self._wanted) < _MOST_WANTED:
            self._wanted.append(wanted)
            self._write()

    def next(self) -> tuple[Wanted, ...]:
        """What the hub has not heard, oldest first."""
        with self._lock:
            return tuple(self._wanted)

    def heard(self, wanted: Wanted, heard: Heard) -> None:
        """The hub has heard this, and done it, or will never do it; or it is to be said again."""
        if heard.doubt in _AGAIN:
            return
        with self._lock:
            if heard.name:
                self._hall = replace(self._hall, arrived=heard.name)
            if wanted in self._wanted:
                self._wanted.remove(wanted)
                self._write()

    def report(self, view: View) -> Report | None:
        """How the table is, for the desk; ``None``: the hub's time is not known yet."""
        with self._lock:
            now = self._now
        if now is None:
            return None
        at = now[0] + self._steady() - now[1]
        down = tuple(part.name for part in view.parts if part.state == "down")
        aside = tuple(place.place for place in view.health if place.code == "unreadable")
        return Report(at, "vision" in down or view.camera_code in _BLIND, view.camera_code, down, aside)

    def _read(self) -> _Kept:
        with contextlib.suppress(OSError, msgspec.DecodeError, UnicodeError):
            return msgspec.json.decode(self._file.read_bytes(), type=_Kept)
        return _Kept(Hall())

    def _write(self) -> None:
        hall = self._hall
        ends = None if hall.ends is None else hall.ends - self._steady() + self._wall()
        # A card that is full or cannot be written any more keeps nobody from playing.
        with contextlib.suppress(OSError):
            write_durably(self._file, msgspec.json.encode(_Kept(replace(hall, ends=ends), tuple(self._wanted))))


def _place(hall: Hall) -> tuple[str, int, int]:
    return hall.section, hall.round, hall.drawn


def _signed(seat: HallSeat, number: int, signed: dict[int, tuple[int, ...]]) -> HallSeat:
    points = signed.get(number)
    same = points is not None and (seat.points is None or seat.points == points[number])
    return replace(seat, signed=True) if same else seat


_TREMBLE: Final = 2.0
"""Seconds by which the same end of a round may seem to move."""


def _alike(before: Hall, now: Hall) -> bool:
    if before.ends is None or now.ends is None or before.round != now.round:
        return False
    return abs(before.ends - now.ends) < _TREMBLE
