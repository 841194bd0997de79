"""Games while they are played: of each what its events came to so far, so that a new one costs itself and no more."""

from collections import OrderedDict
from threading import Lock
from typing import Final, NamedTuple

import sqlalchemy as sa
from msgspec.structs import replace

from companion.hub.store import schema
from companion.referee.events import Event, Evidence
from companion.referee.fold import fold, go_on
from companion.results.kept import Kept

_REMEMBERED: Final = 1000
"""Games: the tables of a large event. Without what cameras saw, of which a game has up to 3 MB: 100 kB each."""
_NO_EVIDENCE: Final = Evidence()


class Grown(NamedTuple):
    """A game up to an event. ``head``: that event's hash; ``kept``: without what cameras saw."""

    kept: Kept
    head: str


class Growing:
    """Remembers how far each game was read; several threads may ask."""

    def __init__(self) -> None:
        self._games: OrderedDict[tuple[str, str, str], Grown] = OrderedDict()
        self._lock = Lock()

    def upto(self, connection: sa.Connection, tournament: int, table: str, first: str, seq: int) -> Grown | None:
        """The game up to this event, read anew where a later one was asked for before; ``None``: it cannot be told.

        Raises ``ValueError``, ``LookupError`` or ``TypeError`` where the rules do not know what was written.
        """
        key = (str(connection.engine.url), table, first)
        with self._lock:
            before = self._games.get(key)
        if before is not None and before.kept.events[-1].seq > seq:
            before = None
        grown = _read(connection, (tournament, table, first), before, seq)
        if grown is not None:
            with self._lock:
                self._games[key] = grown
                self._games.move_to_end(key)
                while len(self._games) > _REMEMBERED:
                    self._games.popitem(last=False)
        return grown


def _read(connection: sa.Connection, game: tuple[int, str, str], before: Grown | None, seq: int) -> Grown | None:
    known = schema.events.c
    tournament, table, first = game
    # The last one that is known, once more: a hub that was set up again from a copy may tell another story.
    since = 0 if before is None else before.kept.events[-1].seq - 1
    chosen = sa.select(known.record, known.hash).where(
        known.tournament_id == tournament, known.table_id == table, known.game == first, known.seq > since,
        known.seq <= seq,
    )  # fmt: skip
    rows = connection.execute(chosen.order_by(known.seq)).all()
    if before is not None:
        if not rows or rows[0].hash != before.head:
            return _read(connection, game, None, seq)
        rows = rows[1:]
    if not rows:
        return before
    parsed = (Event.parse(row.record) for row in rows)
    fresh = tuple(replace(event, draft=replace(event.draft, evidence=_NO_EVIDENCE)) for event in parsed)
    if before is not None:
        events = (*before.kept.events, *fresh)
        folded = go_on(before.kept.fold, events, len(before.kept.events))
    elif fresh[0].draft.kind == "setup":
        events, folded = fresh, fold(fresh)
    else:
        return None
    return Grown(Kept(first[:12], events, folded=folded), rows[-1].hash)
