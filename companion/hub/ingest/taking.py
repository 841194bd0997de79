"""Batches written in one transaction: each event once, what is bad in quarantine; receipts only after the commit."""

import hashlib
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec
import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite

from companion.hub.ingest import quick
from companion.hub.ingest.checking import Finding, Kept, Sound, examine, fresh
from companion.hub.ingest.writing import Key as _Key
from companion.hub.ingest.writing import Writing
from companion.hub.store import schema
from companion.hub.store.database import reading
from companion.referee.events import START
from companion.uplink.messages import Batch, Head, Problem, Receipt

_KEPT_BYTES: Final = 16 << 10
"""Of a bad batch: enough to see what it was."""
_KEPT_OF_ONE: Final = 200
"""Bad batches of one table: who forges may not fill the disk."""
_NOTHING: Final = Head(0, START)
_QUIET: Final = ("", "gap", "unknown_table", "revoked")
"""No bad input: what comes too early comes again; who is not known has no quarantine either."""


class Posted(NamedTuple):
    """A batch, and the table that it says it is from."""

    table: str
    batch: Batch


class Taken(NamedTuple):
    """What became of a batch. ``tournament``: of the game; ``new``: how many events were new."""

    receipt: Receipt
    tournament: int = 0
    new: int = 0


class _Game(NamedTuple):
    tournament: int
    head: Head
    forked: int | None


class Taking:
    """Takes batches into a database; one thread at a time. It remembers tables' keys, which are pinned for good."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._keys: dict[str, bytes] = {}

    def take(self, posted: Sequence[Posted]) -> tuple[Taken, ...]:
        """Write what is new of these. When this returns, it is on the database's disk.

        Raises ``sqlalchemy.exc.SQLAlchemyError`` where the database cannot: what it has written of them all the same,
        it says when they come again.
        """
        now = time.time()
        self._learn({one.table for one in posted})
        checked = [_checked(one, self._keys.get(one.table)) for one in posted]
        done = self._quickly(posted, checked, now) if self._engine.dialect.name == "postgresql" else {}
        rest = [number for number in range(len(posted)) if number not in done]
        closely = _take_closely(self._engine, [(posted[k], checked[k]) for k in rest], now)
        done.update(zip(rest, closely, strict=True))
        return tuple(done[number] for number in range(len(posted)))

    def _learn(self, tables: Iterable[str]) -> None:
        unknown, known = [table for table in tables if table not in self._keys], schema.tables.c
        if not unknown:
            return
        with reading(self._engine).begin() as connection:
            rows = connection.execute(sa.select(known.id, known.key).where(known.id.in_(unknown)))
            self._keys.update((row.id, row.key) for row in rows)

    def _quickly(self, posted: Sequence[Posted], checked: Sequence[Finding], now: float) -> dict[int, Taken]:
        """By their numbers, those that go on where the hub is."""
        following = {
            number: quick.Next((one.table, one.batch.game), found.events)
            for number, (one, found) in enumerate(zip(posted, checked, strict=True))
            if found.events and found.events[0].event.seq > 1
        }
        written = quick.write(self._engine, batches := quick.one_a_game(following.values()), now)
        taken = {
            id(batch): Taken(Receipt(_head(batch.events)), written[batch.key], len(batch.events))
            for batch in batches
            if batch.key in written
        }
        return {number: taken[id(batch)] for number, batch in following.items() if id(batch) in taken}


def _take_closely(engine: sa.Engine, batches: Sequence[tuple[Posted, Finding]], now: float) -> tuple[Taken, ...]:
    """Each batch against what is there of its game; in one transaction."""
    if not batches:
        return ()
    posted = [one for one, _found in batches]
    with engine.begin() as connection:
        tables = _tables(connection, {one.table for one in posted})
        checked = [_known(found, tables.get(one.table)) for one, found in batches]
        _begin_games(connection, zip(posted, checked, strict=True), tables, now)
        games = _games(connection, {(one.table, one.batch.game) for one in posted})
        writing = Writing(connection, now)
        taken = tuple(_take(writing, one, found, games) for one, found in zip(posted, checked, strict=True))
        writing.flush()
    return taken


def _tables(connection: sa.Connection, ids: Iterable[str]) -> Mapping[str, Any]:
    known = schema.tables.c
    chosen = sa.select(known.id, known.tournament_id, known.revoked).where(known.id.in_(tuple(ids)))
    return {row.id: row for row in connection.execute(chosen)}


def _checked(one: Posted, key: bytes | None) -> Finding:
    return Finding(problem="unknown_table") if key is None else examine(one.batch, key)


def _known(found: Finding, table: Any) -> Finding:
    if table is None or table.revoked is not None:
        return Finding(problem="unknown_table" if table is None else "revoked")
    return found


def _head(events: Sequence[Sound]) -> Head:
    return Head(events[-1].event.seq, events[-1].hash)


def _begin_games(
    connection: sa.Connection, checked: Iterable[tuple[Posted, Finding]], tables: Mapping[str, Any], now: float
) -> None:
    """A row for each game of which the first event has come; one that is there already stays as it is."""
    rows = {
        (one.table, one.batch.game): {
            "table_id": one.table, "game": one.batch.game, "tournament_id": tables[one.table].tournament_id or 0,
            "rules": str(found.events[0].event.draft.body.get("game", "")), "journal": one.batch.journal[:80],
            "seq": 0, "hash": START, "begun": now, "updated": now,
        }
        for one, found in checked
        if found.events and found.events[0].event.seq == 1
    }  # fmt: skip
    if rows:
        insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
        # In one order everywhere, so that no two workers wait for each other.
        connection.execute(insert(schema.games).on_conflict_do_nothing(), [rows[key] for key in sorted(rows)])


def _games(connection: sa.Connection, keys: Iterable[_Key]) -> dict[_Key, _Game]:
    """How far the hub has these games; they are ours alone until the transaction ends."""
    known = schema.games.c
    chosen = (
        sa.select(known.table_id, known.game, known.tournament_id, known.seq, known.hash, known.forked)
        .where(sa.tuple_(known.table_id, known.game).in_(sorted(keys)))
        .order_by(known.table_id, known.game)
        .with_for_update()
    )
    return {
        (row.table_id, row.game): _Game(row.tournament_id, Head(row.seq, row.hash), row.forked)
        for row in connection.execute(chosen)
    }


def _take(writing: Writing, one: Posted, found: Finding, games: dict[_Key, _Game]) -> Taken:
    key = (one.table, one.batch.game)
    game = games.get(key)
    head = _NOTHING if game is None else game.head
    if not found.problem and game is not None:
        found = fresh(found.events, Kept(head, _hashes(writing, game, key, found)))
    elif not found.problem:
        found = Finding(problem="gap", seq=1)
    if found.problem:
        _refuse(writing.connection, one, found.problem, found.seq, writing.now)
        if found.problem == "fork" and game is not None and game.forked is None:
            writing.fork(key, found.seq)
            games[key] = game._replace(forked=found.seq)
        return Taken(Receipt(head, found.problem, found.seq), 0 if game is None else game.tournament)
    assert game is not None
    if found.events:
        head = _head(found.events)
        writing.add(game.tournament, key, found.events, head)
        games[key] = game._replace(head=head)
    return Taken(Receipt(head), game.tournament, len(found.events))


def _hashes(writing: Writing, game: _Game, key: _Key, found: Finding) -> dict[int, str]:
    """Of the events that the hub has already, those that the batch speaks of too."""
    first = found.events[0].event.seq
    if first > game.head.seq:
        return {}
    writing.flush()
    known = schema.events.c
    chosen = sa.select(known.seq, known.hash).where(
        known.tournament_id == game.tournament, known.table_id == key[0], known.game == key[1],
        known.seq.between(first, found.events[-1].event.seq),
    )  # fmt: skip
    return {row.seq: row.hash for row in writing.connection.execute(chosen)}


def _refuse(connection: sa.Connection, one: Posted, problem: Problem, seq: int, now: float) -> None:
    if problem not in _QUIET:
        body = msgspec.json.encode(one.batch)
        keep(connection, one.table, body, problem, game=one.batch.game[:64], seq=seq, now=now)


def keep(
    connection: sa.Connection, table: str, body: bytes, reason: str, *, game: str = "", seq: int = 0, now: float
) -> None:
    """Put something bad into quarantine, once, and so much of it."""
    bad = schema.quarantine
    count = connection.execute(sa.select(sa.func.count()).where(bad.c.table_id == table)).scalar_one()
    if count >= _KEPT_OF_ONE:
        return
    row = {
        "table_id": table, "game": game, "seq": seq, "reason": reason, "params": {"bytes": len(body)},
        "body": body[:_KEPT_BYTES], "digest": hashlib.sha256(table.encode() + body).hexdigest(), "received": now,
    }  # fmt: skip
    insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
    connection.execute(insert(bad).values(row).on_conflict_do_nothing())
