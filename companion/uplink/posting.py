"""One turn of the uplink: ask what the hub has, send what it has not; the table never waits for it."""

from pathlib import Path
from typing import Final, Literal

import msgspec

from companion.uplink.line import HubAway, Line
from companion.uplink.messages import Batch, Known, Receipt
from companion.uplink.outbox import Outbox
from companion.uplink.paired import Paired

_ASK_EVERY: Final = 30.0
"""Seconds: a hub that was set up again from yesterday's copy is noticed so soon, though nobody plays."""
_FIRST_PAUSE, _LONGEST_PAUSE = 1.0, 60.0

State = Literal["done", "more", "away", "refused"]
"""``done``: the hub has all; ``more``: there is more to send; ``away``: it cannot be reached; ``refused``: it does not
know us, or not any more."""


class Uplink:
    """Between the journals in a folder and the hub. ``trouble``: one line, or empty; ``due``: its next try."""

    def __init__(self, state: Path, hub: Paired, line: Line | None = None) -> None:
        self._line = line or Line(hub.hub, hub.pin)
        self._path = f"/api/v1/tables/{hub.table}"
        self.outbox = Outbox(state / "games", hub.first)
        self._asked: float | None = None
        self._pause = _FIRST_PAUSE
        self.due = 0.0
        self.trouble = ""

    def turn(self, now: float, jitter: float = 0.0) -> State:
        """Do the next thing; ``now``: seconds of a steady clock, ``jitter``: 0..1, so that not all come at once."""
        if now < self.due:
            return "away"
        try:
            return self._turn(now)
        except HubAway as error:
            self.outbox.forget()
            self._rest(now, jitter, str(error))
            return "away"

    def close(self) -> None:
        """Hang up."""
        self._line.close()

    def _turn(self, now: float) -> State:
        if self._asked is None or now - self._asked > _ASK_EVERY:
            answer = self._line.get(f"{self._path}/games")
            if answer.status == 404:
                return self._refused(now, "the hub does not know this table; pair it again")
            self.outbox.learn(answer.read(Known).games)
            self._asked = now
        batch = self.outbox.next(now)
        if batch is None:
            self._well()
            return "done"
        answer = self._line.post(f"{self._path}/events", msgspec.json.encode(batch))
        if answer.status == 503:
            raise HubAway("it has too much to do")
        receipt = answer.read(Receipt)
        if receipt.problem in ("unknown_table", "revoked"):
            return self._refused(now, "the hub does not know this table any more; pair it again")
        self.outbox.receipt(batch, receipt, now)
        self._well()
        self._tell(batch, receipt)
        return "more"

    def _tell(self, batch: Batch, receipt: Receipt) -> None:
        if receipt.problem not in ("", "gap"):
            self.trouble = f"{batch.journal}: the hub does not take event {receipt.seq} ({receipt.problem})"

    def _well(self) -> None:
        self._pause, self.due = _FIRST_PAUSE, 0.0
        self.trouble = "; ".join(f"{name}: {problem}" for name, problem in self.outbox.problems.items())

    def _refused(self, now: float, why: str) -> State:
        self._rest(now, 0.0, why)
        self._asked = None
        return "refused"

    def _rest(self, now: float, jitter: float, why: str) -> None:
        # What the hub has, it is asked again: it may be another one by then.
        self._asked, self.trouble = None, why
        self.due = now + self._pause * (1 + jitter) / 2
        self._pause = min(2 * self._pause, _LONGEST_PAUSE)
