"""The table and its tournament: it waits at the hub for what is new, and says what people here do and how it is."""

import threading
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from companion.api.client import Link
from companion.api.protocol import Hall, ToHall, View
from companion.referee.game_files import games
from companion.referee.journal.reading import since
from companion.uplink.hall import Clerk
from companion.uplink.line import Answer, HubAway, Line
from companion.uplink.messages import DEED, HALL, HEALTH, HELD, PICTURE, Heard, Listening, Report, Told, Vouched, text
from companion.uplink.paired import Carrier, Paired
from companion.uplink.pictures import Gallery

_PATIENCE: Final = HELD + 10.0
"""Seconds for a hub that keeps us waiting."""
_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 30.0
_REPORT_EVERY: Final = 30.0
"""Seconds after which the hub is told how the table is, though nothing has changed: it is still there."""
_PICTURES_AT_ONCE: Final = 10
"""Before anything else is said again."""


class Talk:
    """What this table says to the hub beside its games, each word with its name under it."""

    def __init__(self, hub: Paired, mine: Carrier, line: Line | None = None) -> None:
        self._path, self._mine, self._signer = f"/api/v1/tables/{hub.table}", mine, mine.signer
        self._line = line or Line(hub.hub, hub.pin, _PATIENCE)

    def listen(self, mark: str) -> Told:
        """What the tournament says to this table, once it has another ``mark``. Raises ``HubAway``."""
        return self._say(HALL, "hall", Listening(mark)).read(Told)

    def want(self, wanted: msgspec.Struct) -> Heard:
        """Have something done. Raises ``HubAway``."""
        return self._say(DEED, "deeds", wanted).read(Heard)

    def report(self, report: Report) -> None:
        """Tell how the table is. Raises ``HubAway``."""
        self._say(HEALTH, "health", report)

    def picture(self, picture: bytes) -> None:
        """Show what the camera saw. Raises ``HubAway``."""
        answer = self._vouched(PICTURE, "pictures", picture)
        if answer.status not in (204, 400):
            raise HubAway(f"it does not take a picture (HTTP {answer.status})")

    def close(self) -> None:
        """Hang up."""
        self._line.close()

    def _say(self, purpose: str, where: str, what: msgspec.Struct) -> Answer:
        return self._vouched(purpose, where, msgspec.json.encode(what))

    def _vouched(self, purpose: str, where: str, said: bytes) -> Answer:
        proof = text(self._signer.vouch(purpose, said))
        vouched = Vouched(text(said), proof, text(self._signer.key), self._mine.proof)
        return self._line.post(f"{self._path}/{where}", msgspec.json.encode(vouched))


class Folders(NamedTuple):
    """Where the table's journals are, and what its camera saw."""

    games: Path
    pictures: Path


class Talking:
    """The two threads of it: one waits at the hub, the other one hears the table. ``turn`` is for the third, who posts.

    None of them waits for another: a hub that is away keeps nobody at the table waiting.
    """

    def __init__(self, folders: Folders, clerk: Clerk, hub: Paired, mine: Carrier, link: Path) -> None:
        self._games, self._clerk, self._gallery = folders.games, clerk, Gallery(folders.pictures)
        # By way of the link's own thread, which comes round twice a second: who serves the screens may be a new one.
        self._link = Link(link, "uplink", self.show)
        self._listening, self._saying = Talk(hub, mine), Talk(hub, mine, Line(hub.hub, hub.pin))
        self._closed = threading.Event()
        self._view: View | None = None
        self._reported: tuple[float, Report] | None = None
        self._due = 0.0
        self._shown: Hall | None = None

    def start(self) -> None:
        """Begin; the threads end with the process."""
        for work in (self._wait, self._hear):
            threading.Thread(target=work, name=work.__name__, daemon=True).start()

    def close(self) -> None:
        """End."""
        self._closed.set()
        self._link.close()
        self._listening.close()
        self._saying.close()

    def turn(self, now: float) -> None:
        """Say what the hub has not heard; ``now``: seconds of a steady clock."""
        if now < self._due:
            return
        try:
            for wanted in self._clerk.next():
                heard = self._saying.want(wanted)
                self._clerk.heard(wanted, heard)
                self._due = now + _FIRST_PAUSE if heard.doubt else self._due
            self._report(now)
            for name, picture in self._gallery.next(_PICTURES_AT_ONCE):
                self._saying.picture(picture)
                self._gallery.sent(name)
        except HubAway:
            self._due = now + _FIRST_PAUSE

    def _report(self, now: float) -> None:
        report = None if self._view is None else self._clerk.report(self._view)
        if report is None:
            return
        before = self._reported
        same = before is not None and msgspec.structs.replace(before[1], at=report.at) == report
        if not same or before is None or now - before[0] > _REPORT_EVERY:
            self._saying.report(report)
            self._reported = now, report

    def _wait(self) -> None:
        pause = _FIRST_PAUSE
        while not self._closed.is_set():
            try:
                told = self._listening.listen(self._clerk.mark)
                self._clerk.told(told)
                self._gallery.wanted = told.pictures
                pause = _FIRST_PAUSE
            except HubAway:
                self._clerk.away()
                self._closed.wait(pause)
                pause = min(2 * pause, _LONGEST_PAUSE)

    def _hear(self) -> None:
        for message in self._link.messages():
            if isinstance(message, View):
                self._view = message
            elif isinstance(message, ToHall):
                self._clerk.asked(message, newest(self._games))
                self.show()

    def show(self) -> None:
        """Tell the screens, where there is anything new or who serves them is new."""
        if not self._link.connected:
            self._shown = None
            return
        hall = self._clerk.hall
        if hall != self._shown and hall.event and self._link.send(hall):
            self._shown = hall


def newest(folder: Path) -> str:
    """The hash of the first event of the newest game; empty: there is none."""
    found = games(folder)
    beginning = since(found[-1], 0, 1) if found else ()
    return beginning[0].row.hash if beginning else ""
