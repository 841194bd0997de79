"""The process ``python -m companion.chances``: each seat's chance to win, while somebody wants to see it.

The referee shows it the table only while somebody looks at the chances (a spectator, or a screen that asked), so else
it sleeps. It plays on from what everybody at the table knows, never from what one player hides, and at the lowest
priority: the newest position first, those that went by too fast when nothing else is to be done.
"""

import os
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

from companion import part
from companion.api.client import Link
from companion.api.protocol import ChancePoint, Chances, View
from companion.heartbeat import ABSENT, EVERY, Heartbeat

if TYPE_CHECKING:
    from companion.chances.course import Course
    from companion.chances.whatif import Estimate, WhatIf

_FEWEST_CORES: Final = 2
"""On fewer the table itself has nothing to spare."""
_LOOK: Final = 0.1
"""Seconds between two looks at what has been worked out and at the table."""
_FIRST: Final = 1.0
"""Seconds after which what is known is told, sure or not."""
_LONGEST: Final = 10.0
_LONGEST_BEHIND: Final = 3.0
"""Seconds after which a position is left as it is: the newest one, and one that has passed."""
_TIGHT, _TIGHT_BEHIND = 0.03, 0.05
"""Half of a 95 % interval that is sure enough: of the newest position, of one that has passed."""
_FEWEST: Final = 20
"""Playouts below which nothing is told unless there is no time for more."""


class Inbox:
    """The newest picture that the referee has sent. ``news``: it has not been taken yet."""

    def __init__(self, link: Link, heart: Heartbeat) -> None:
        self._link, self._heart = link, heart
        self._changed = threading.Condition()
        self._view: View | None = None
        threading.Thread(target=self._read, name="inbox", daemon=True).start()

    @property
    def news(self) -> bool:
        """Whether there is something to take."""
        return self._view is not None

    def take(self) -> View:
        """The newest picture, once; waits for one if there is none."""
        with self._changed:
            while self._view is None:
                self._heart.beat()
                self._changed.wait(EVERY)
            view, self._view = self._view, None
            return view

    def _read(self) -> None:
        for message in self._link.messages():
            if isinstance(message, View):
                with self._changed:
                    self._view = message
                    self._changed.notify_all()


class Foreteller:
    """Works out a game's course, as long as there is something to work out."""

    def __init__(self, link: Link, state: Path) -> None:
        self._link, self._folder = link, state / "games"
        self._heart = Heartbeat()
        self._inbox = Inbox(link, self._heart)
        self._course: Course | None = None
        self._what_if: WhatIf | None = None
        self._untold: list[ChancePoint] = []
        self._told_at = 0.0

    def run(self) -> NoReturn:
        """Until the process is ended."""
        try:
            while True:
                course = self._course
                seq = course.next() if course is not None else None
                if course is None or seq is None:
                    self._send()
                    self._hear()
                else:
                    self._work_out(course, seq)
        finally:
            if self._what_if is not None:
                self._what_if.close()

    def _hear(self) -> None:
        """The table as it is shown now; what the referee has lost of its course is told again."""
        # Nobody may ever want to know: then none of this is loaded.
        from companion.chances.course import course_of  # noqa: PLC0415

        view = self._inbox.take()
        before, self._course = self._course, course_of(self._folder, view, self._course)
        if self._course is not before:
            self._untold.clear()
        if self._course is not None:
            waiting = {point.seq for point in self._untold}
            lost = tuple(point for point in self._course.lost(view) if point.seq not in waiting)
            if lost:
                self._link.send(Chances(lost))

    def _work_out(self, course: "Course", seq: int) -> None:
        """Play on from after event ``seq`` until that is sure enough, or took long enough, or the table moves on."""
        from companion.chances.whatif import WhatIf  # noqa: PLC0415

        position = course.position(seq)
        self._what_if = self._what_if or WhatIf(workers=1)
        self._what_if.ask(position, seed=seq)
        started, told = time.monotonic(), False
        longest, tight = (_LONGEST, _TIGHT) if seq == course.newest else (_LONGEST_BEHIND, _TIGHT_BEHIND)
        while not course.settled(seq):
            self._heart.beat()
            estimate = self._what_if.estimate(_LOOK)
            passed = time.monotonic() - started
            # On a machine that has no time to spare nothing may be played for longer than that.
            enough = estimate.done or (estimate.playouts > 0 and (passed >= longest or _half(estimate) <= tight))
            moved = not enough and self._moved(course)
            due = not told and (moved or passed >= _FIRST) and estimate.playouts >= _FEWEST
            if estimate.chances and (enough or due):
                self._tell(course, seq, estimate)
                told = True
            if enough:
                course.settle(seq)
            if moved:
                break
        # No playouts: the process that plays rests until it is asked again.
        self._what_if.ask(position, playouts=0)

    def _moved(self, course: "Course") -> bool:
        """Whether the table has moved on, or another game is played."""
        newest = course.newest
        if self._inbox.news:
            self._hear()
        return self._course is not course or course.newest != newest

    def _tell(self, course: "Course", seq: int, estimate: "Estimate") -> None:
        point = ChancePoint(seq, tuple(round(one.chance, 4) for one in estimate.chances), estimate.playouts)
        course.add(point)
        if course is self._course:
            self._untold.append(point)
        # Every screen draws anew at what is told: what has passed can wait for a handful of its kind.
        if seq == course.newest or time.monotonic() - self._told_at >= _FIRST:
            self._send()

    def _send(self) -> None:
        """Tell what is not told yet."""
        if self._untold:
            self._link.send(Chances(tuple(self._untold)))
            self._untold.clear()
            self._told_at = time.monotonic()


def _half(estimate: "Estimate") -> float:
    """Half of the widest interval."""
    return max(((one.high - one.low) / 2 for one in estimate.chances), default=1.0)


def main() -> int:
    """Work until told to stop; 3: this machine is too small for it."""
    parser = part.parser("chances", "Works out each seat's chances.")
    parser.add_argument("--anyway", action="store_true", help="on a machine with one core too")
    options = parser.parse_args()
    if len(os.sched_getaffinity(0)) < _FEWEST_CORES and not options.anyway:
        sys.stderr.write(
            "chances: this machine has one core, which the table needs; --anyway works them out all the same\n"
        )
        return ABSENT
    part.begun(19)
    try:
        Foreteller(Link(options.link.absolute(), "chances"), options.state).run()
    except KeyboardInterrupt:
        return 0


if __name__ == "__main__":
    sys.exit(main())
