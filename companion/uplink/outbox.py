"""What the journals hold and the hub has not. It remembers nothing on disk: the hub says what it has."""

import math
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

import msgspec

from companion.referee.events import START
from companion.referee.game_files import games
from companion.referee.journal.reading import Signed, marks, since
from companion.uplink.messages import LARGEST_BATCH, MOST_EVENTS, Batch, Entry, Head, Problem, Receipt, text

_NOTHING: Final = Head(0, START)
_AGAIN: Final = 120.0
"""Seconds after which a game that the hub would not take is offered again."""


class Outbox:
    """The games of a table since its journal ``first``, as the hub is to have them.

    ``problems``: the games that the hub would not take, by their journals' names.
    """

    def __init__(self, folder: Path, first: str) -> None:
        self._folder, self._first = folder, first
        self._known: dict[str, Head] = {}
        self._games: dict[Path, str] = {}
        self._marks: dict[Path, tuple[int, ...]] = {}
        self._aside: dict[str, float] = {}
        self.problems: dict[str, Problem] = {}

    def learn(self, known: Mapping[str, Head]) -> None:
        """What the hub says that it has; it may have lost what it had once."""
        if known != self._known:
            self._known = dict(known)
            self._marks.clear()

    def forget(self) -> None:
        """What was sent last may not have arrived: all is looked at again."""
        self._marks.clear()

    def next(self, now: float) -> Batch | None:
        """What to send now, oldest game first; ``None``: the hub has all. ``now``: seconds of a steady clock."""
        for path in self._journals():
            if now < self._aside.get(path.stem, -math.inf):
                continue
            seen = marks(path)
            if self._marks.get(path) == seen:
                continue
            batch = self._batch(path)
            if batch is not None:
                return batch
            self._marks[path] = seen
        return None

    def receipt(self, batch: Batch, receipt: Receipt, now: float) -> None:
        """The hub's answer: what it has now, and why it did not take more."""
        self._known[batch.game] = receipt.head
        if receipt.problem in ("", "gap"):
            self.problems.pop(batch.journal, None)
            return
        self.problems[batch.journal] = receipt.problem
        self._aside[batch.journal] = now + _AGAIN

    def _journals(self) -> Iterable[Path]:
        return (path for path in games(self._folder) if path.stem >= self._first)

    def _batch(self, path: Path) -> Batch | None:
        game = self._games.get(path)
        if game is None:
            beginning = since(path, 0, 1)
            if not beginning:
                return None
            game = self._games[path] = beginning[0].row.hash
        head = self._known.get(game, _NOTHING)
        read = since(path, max(0, head.seq - 1), MOST_EVENTS)
        if head.seq and (not read or read[0].row.hash != head.hash):
            # The hub has more of this game, or another story: it is told ours from the beginning, once, and says more.
            read = since(path, 0, MOST_EVENTS)
            self._marks[path] = marks(path)
        elif head.seq:
            read = read[1:]
        events = _signed(read)
        return Batch(game, path.stem, tuple(_entry(one) for one in events)) if events else None


def _signed(read: tuple[Signed, ...]) -> tuple[Signed, ...]:
    """As many as go into a batch, up to one that is signed: it vouches for those before it."""
    size = ends = 0
    for number, one in enumerate(read, 1):
        size += len(one.row.record) + 200
        if size > LARGEST_BATCH:
            break
        if one.signature:
            ends = number
    return read[:ends]


def _entry(one: Signed) -> Entry:
    return Entry(one.row.seq, msgspec.Raw(one.row.record), one.row.hash, text(one.signature) if one.signature else "")
