"""What tables post nearly always, written in one statement: the next events of games that the hub has.

A batch says by itself what must be there before it: the event before its first one. Where the game's row says the same,
the row moves on and the events are kept; where it does not (a duplicate, a gap, another story, a table that was shut
out), nothing of that batch is written, and it is looked at closely (``taking``). One statement is one transaction and
one round trip, however many tables' batches are in it.
"""

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

import sqlalchemy as sa

from companion.hub.ingest.checking import Sound
from companion.hub.ingest.writing import Key, columns

_QUICK: Final = sa.text(
    "WITH posted AS (SELECT * FROM unnest(CAST(:table AS text[]), CAST(:game AS text[]), CAST(:before AS integer[]), "
    "CAST(:prev AS text[]), CAST(:seq AS integer[]), CAST(:hash AS text[])) AS row(i, g, b, p, s, h)), "
    "moved AS (UPDATE games SET seq = s, hash = h, updated = :now FROM posted JOIN tables ON tables.id = i "
    "WHERE games.table_id = i AND games.game = g AND games.seq = b AND games.hash = p AND tables.revoked IS NULL "
    "RETURNING games.table_id, games.game, games.tournament_id), "
    "kept AS (INSERT INTO events (tournament_id, table_id, game, seq, hash, record, signature, received) "
    "SELECT tournament_id, table_id, game, s, h, r, nullif(w, ''::bytea), :now FROM unnest(CAST(:tables AS text[]), "
    "CAST(:games AS text[]), CAST(:seqs AS integer[]), CAST(:hashes AS text[]), CAST(:records AS bytea[]), "
    "CAST(:signatures AS bytea[])) AS row(i, g, s, h, r, w) JOIN moved ON table_id = i AND game = g) "
    "SELECT table_id, game, tournament_id FROM moved"
)


class Next(NamedTuple):
    """A game's next events, of which the table has signed the last one."""

    key: Key
    events: tuple[Sound, ...]


def write(engine: sa.Engine, batches: Sequence[Next], now: float) -> dict[Key, int]:
    """Write those that go on where the hub is, at most one a game; returns the tournaments of the games that did.

    What is returned is on the database's disk (PostgreSQL). Raises ``sqlalchemy.exc.SQLAlchemyError``.
    """
    if not batches:
        return {}
    events = columns(_event(one.key, sound) for one in batches for sound in one.events)
    given = {"now": now, **columns(map(_game, batches)), **events}
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        return {(row.table_id, row.game): row.tournament_id for row in connection.execute(_QUICK, given)}


def _game(batch: Next) -> dict[str, Any]:
    first, last = batch.events[0].event, batch.events[-1]
    return {
        "table": batch.key[0], "game": batch.key[1], "before": first.seq - 1, "prev": first.prev,
        "seq": last.event.seq, "hash": last.hash,
    }  # fmt: skip


def _event(key: Key, sound: Sound) -> dict[str, Any]:
    return {
        "tables": key[0], "games": key[1], "seqs": sound.event.seq, "hashes": sound.hash, "records": sound.record,
        "signatures": sound.signature,
    }  # fmt: skip


def one_a_game(batches: Iterable[Next]) -> list[Next]:
    """The first batch of each game: a statement changes a row once. In one order, for workers not to wait in a ring."""
    first: dict[Key, Next] = {}
    for batch in batches:
        first.setdefault(batch.key, batch)
    return [first[key] for key in sorted(first)]
