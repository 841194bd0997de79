"""One table, all its parts: what ``companion run`` starts and waits for."""

import contextlib
import os
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import msgspec

from companion.api.client import Link
from companion.api.protocol import Answer, Ask, Command, Pairing, Proposed, Reply, View
from companion.errors import Unusable
from companion.games.catalogue import game_of
from companion.games.open_table import as_seated, seated
from companion.run.holding import hold
from companion.run.parts import parts_of, passing
from companion.run.plan import Plan
from companion.run.supervisor import Supervisor

ENDED = "the recording has ended"
"""What vision says when a folder's or video's frames are over."""

_STARTS_WITHIN = 60.0
"""Seconds: a slow card, or a machine that does much else, and the referee is still to be read from it."""
_READS_WITHIN = 400.0
"""Seconds: vision has to start, and then to read a whole table."""
_QUIET = 7.0
"""Seconds without news after which nothing more is to be expected of a recording."""


class Session:
    """A running table: iterate ``views`` until it is over or stopped.

    ``view``: the newest picture. ``questions``: the numbers of those that were asked.
    """

    def __init__(self, plan: Plan, library: Path | None) -> None:
        try:
            plan.state.mkdir(parents=True, exist_ok=True)
            self._held = hold(plan.state)
        except OSError as error:
            raise Unusable(f"{plan.state}: cannot be used ({error.strerror}); choose another --state") from error
        self._passing = passing(plan.state)
        socket = self._passing / "link.sock"
        # For whoever looks for it beside the games.
        self._way = plan.state / socket.name
        with contextlib.suppress(OSError):
            self._way.unlink(missing_ok=True)
            self._way.symlink_to(socket)
        self._plan = plan
        self._link = Link(socket, "screen")
        self._supervisor = Supervisor(parts_of(plan, library, socket), plan.state / "logs", socket)
        self._lock = threading.Condition()
        self._news = time.monotonic()
        self._changed = self._stopping = False
        self._replies: dict[str, Reply] = {}
        self._answers: dict[str, Answer] = {}
        self.questions: set[int] = set()
        self.view: View | None = None
        self._reader = threading.Thread(target=self._read, name="session", daemon=True)
        self._reader.start()

    def begin(self) -> None:
        """Wait for the referee, and set up the game if the plan has one. Raises ``Unusable``."""
        self._until(lambda: self.view is not None)
        if self._plan.setup is None:
            return
        if self.view is not None and self.view.table is not None and not self.view.finished:
            self._do("end", {})
        reply = self._do("setup", {**self._plan.setup, **self._laid_out(self._plan.setup)})
        if not reply.ok:
            raise Unusable(reply.error)
        dealer = self._supervisor.pid("twin") if self._plan.table == "open" else None
        if dealer is not None:
            os.kill(dealer, signal.SIGUSR1)

    def _laid_out(self, setup: dict[str, Any]) -> dict[str, Any]:
        """How an open table of the demo or a recording lies, as the camera sees it. Raises ``Unusable``.

        Nothing where mats lie, or where a recording says it.
        """
        if self._plan.table == "mats" or "layout" in setup:
            return {}
        game = game_of(setup)
        ask = Ask(uuid4().hex, "table", {**setup, "game": game})
        self._until(lambda: ask.id in self._answers or self._link.send(ask), _READS_WITHIN)
        self._until(lambda: ask.id in self._answers, _READS_WITHIN)
        found = self._answers[ask.id]
        if not isinstance(found.body, Proposed):
            raise Unusable(found.error)
        seen, truth = (seated(game, one) for one in (found.body.setup, setup))
        return {"layout": msgspec.to_builtins(as_seated(found.body.layout, seen, truth) or found.body.layout)}

    def lend(self) -> str:
        """Where a telephone lends its camera to this table. Raises ``Unusable``."""
        ask = Ask(uuid4().hex, "pair", {"camera": True})
        # The board comes later than the referee.
        self._until(lambda: self.view is not None and bool(self.view.board))
        self._link.send(ask)
        self._until(lambda: ask.id in self._answers)
        answer = self._answers[ask.id]
        if not isinstance(answer.body, Pairing):
            raise Unusable(answer.error)
        return answer.body.address

    def stop(self) -> None:
        """End at the next safe moment with ``KeyboardInterrupt``; may be called by a signal's handler.

        An exception raised by the handler itself could come while a lock is taken, and ``close`` would wait for ever.
        """
        self._stopping = True

    def views(self, *, until_end: bool) -> Iterator[View]:
        """Each new picture; ends with the game (if so wanted), with a recording, or when the screen is closed."""
        while not self._supervisor.finished:
            self._tend()
            with self._lock:
                self._lock.wait(0.1)
                view, changed, self._changed = self.view, self._changed, False
            if view is None:
                continue
            if changed:
                yield view
            if until_end and self._over(view):
                return

    def close(self) -> None:
        """Stop all parts."""
        self._link.close()
        self._supervisor.close()
        self._reader.join(5)
        for left in (*self._passing.glob("*.sock"), self._way):
            with contextlib.suppress(OSError):
                left.unlink(missing_ok=True)
        with contextlib.suppress(OSError):
            self._passing.rmdir()
        os.close(self._held)

    def _over(self, view: View) -> bool:
        if not self._plan.recorded:
            return view.finished
        quiet = time.monotonic() - self._news
        return view.camera == ENDED and (view.finished or quiet > _QUIET)

    def _do(self, do: Any, body: dict[str, Any]) -> Reply:
        command = Command(uuid4().hex, do, body)
        self._link.send(command)
        self._until(lambda: command.id in self._replies)
        return self._replies[command.id]

    def _until(self, done: Any, within: float = _STARTS_WITHIN) -> None:
        started = time.monotonic()
        while not done():
            self._tend()
            with self._lock:
                self._lock.wait(0.05)
            if time.monotonic() - started > within:
                broken = next((part for part in self._supervisor.parts() if part.name == "referee"), None)
                raise Unusable(f"the referee does not start: {broken.trouble if broken else 'it says nothing'}")

    def _tend(self) -> None:
        if self._stopping:
            raise KeyboardInterrupt
        self._supervisor.tend()

    def _read(self) -> None:
        for message in self._link.messages():
            with self._lock:
                if isinstance(message, Answer):
                    self._answers[message.id] = message
                if isinstance(message, Reply):
                    self._replies[message.id] = message
                elif isinstance(message, View):
                    if self.view is None or (message.seq, message.camera) != (self.view.seq, self.view.camera):
                        self._news = time.monotonic()
                    self.view, self._changed = message, True
                    if message.question is not None:
                        self.questions.add(message.question.number)
                self._lock.notify_all()
