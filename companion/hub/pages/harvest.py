"""Results out of the tables' own journals: a game that has ended becomes an act, signed for by nobody yet."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from functools import partial
from typing import Final, NamedTuple

import msgspec
import sqlalchemy as sa

from companion.hub.background import Background
from companion.hub.event.acts import ResultIn
from companion.hub.event.doubts import doubts
from companion.hub.event.standings import places
from companion.hub.event.tournament import Place, Round, Tournament
from companion.hub.pages import kept
from companion.hub.pages.growing import Growing, Grown
from companion.hub.store import acts, schema
from companion.hub.store.database import reading
from companion.hub.web.hub import Hub
from companion.results.kept import Kept

_AGAIN: Final = 5.0
"""Seconds after which every game is looked at though nobody said anything: news may be lost."""
_QUIET: Final = 1.0
"""Seconds without an event after which a game is looked at: one that has ended gets no more, one in full swing need not
be played again with each event."""
_LOCK: Final = 7376
"""The number of PostgreSQL's lock for who looks."""


class Played(NamedTuple):
    """How far a game has come. ``seq``: its newest event."""

    tournament: int
    table: str
    game: str
    seq: int


class Harvest(Background):
    """Looks at every game of which there is news: one worker for all, another one where that has died."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    async def go_on(self) -> None:
        """See ``Background``."""
        while True:
            with contextlib.suppress(sa.exc.SQLAlchemyError):
                async with _alone(self._hub.store) as still:
                    if still is not None:
                        await self._look(still)
            await asyncio.sleep(_AGAIN)

    async def _look(self, still: Callable[[], object]) -> None:
        """For ever, or until we are ``still`` the one no more, which raises."""
        hub, reaper = self._hub, Reaper(self._hub.store)
        due: dict[str, tuple[float, Played]] = {}
        looked = -_AGAIN
        with hub.bus.listening("game.") as ear:
            while True:
                now = time.monotonic()
                if now - looked >= _AGAIN:
                    looked = now
                    await asyncio.to_thread(still)
                    for one in await asyncio.to_thread(reaper.behind):
                        due.setdefault(one.game, (now, one))
                quiet = [one for when, one in due.values() if when <= now]
                for one in quiet:
                    del due[one.game]
                for tournament in await asyncio.to_thread(reaper.harvest, quiet) if quiet else ():
                    hub.bus.say(f"act.{tournament}")
                wait = min((when for when, _one in due.values()), default=now + _AGAIN) - now
                for subject, body in (await ear.next(max(0.05, min(wait, _AGAIN)))).items():
                    if (said := _said(subject, body)) is not None:
                        due[said.game] = (time.monotonic() + _QUIET, said)


@contextlib.asynccontextmanager
async def _alone(engine: sa.Engine) -> AsyncIterator[Callable[[], object] | None]:
    """For the one worker who looks: what raises once it is that no more; ``None`` for the others.

    In PostgreSQL a lock that a connection holds, and that ends with it, however it ends.
    """
    if engine.dialect.name != "postgresql":
        yield int
        return
    connection = await asyncio.to_thread(engine.connect)
    try:
        connection = connection.execution_options(isolation_level="AUTOCOMMIT")
        # Not back into the pool with its lock.
        connection.detach()
        taken = await asyncio.to_thread(connection.execute, sa.text(f"SELECT pg_try_advisory_lock({_LOCK})"))
        yield partial(connection.execute, sa.text("SELECT 1")) if taken.scalar() else None
        # A connection's end would do, but the server takes its time to notice it: the next worker tries once a while.
        await asyncio.to_thread(connection.execute, sa.text("SELECT pg_advisory_unlock_all()"))
    finally:
        await asyncio.to_thread(connection.close)


def _said(subject: str, body: bytes) -> Played | None:
    """The news of a table (``ingest.desk``)."""
    _game, tournament, table = subject.split(".")
    try:
        told = msgspec.json.decode(body)
        return Played(int(tournament), table, told["game"], told["seq"])
    except (msgspec.DecodeError, LookupError, TypeError):
        # News about a table that are none of a game.
        return None


class Reaper:
    """What is done in a thread: games are read on from where they were, and those that have ended written down."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine, self._look = engine, reading(engine)
        self._growing = Growing()
        self._looked: dict[str, int] = {}

    def behind(self) -> list[Played]:
        """The games of open tournaments that have come further than they were looked at."""
        game, of = schema.games.c, schema.tournaments.c
        chosen = (
            sa.select(game.tournament_id, game.table_id, game.game, game.seq)
            .join(schema.tournaments, of.id == game.tournament_id)
            .where(of.closed.is_(None))
            .order_by(game.begun)
        )
        with self._look.begin() as connection:
            found = [Played(*row) for row in connection.execute(chosen)]
        return [one for one in found if self._looked.get(one.game) != one.seq]

    def harvest(self, played: Iterable[Played]) -> set[int]:
        """Write down the results of those that have ended; returns the tournaments of which there is something new."""
        return {one.tournament for one in played if self._harvest(one)}

    def _harvest(self, one: Played) -> bool:
        try:
            with self._look.begin() as connection:
                grown = self._growing.upto(connection, *one)
            written = grown is not None and grown.kept.finished and self._written(one, grown)
        except acts.OvertakenError:
            # Somebody did something else meanwhile: at the next look.
            return False
        except (ValueError, LookupError, TypeError):
            # Of another version, whose moves mean nothing here.
            written = False
        self._looked[one.game] = one.seq
        return written

    def _written(self, one: Played, ended: Grown) -> bool:
        with self._engine.begin() as connection:
            found = kept.numbered(connection, one.tournament)
            assert found is not None
            result = result_of(found.tournament, ended, one.game, _number(found, one.table))
            if result is None or doubts(found.tournament, one.table, "table", result):
                return False
            acts.add(connection, one.tournament, result, by=one.table, role="table", at=time.time(), after=found.last)
        return True


def _number(found: kept.Seen, table: str) -> int:
    return next((number for number, device in found.devices.items() if device.id == table), 0)


def result_of(tournament: Tournament, grown: Grown, game: str, number: int) -> ResultIn | None:
    """What a finished game says of the table where its players sit; ``None``: nothing new, or nobody knows where.

    A game belongs to the table whose people are its players, by name; to the table of this number where it names none.
    """
    ended = grown.kept
    for round_, table in _candidates(tournament, ended, number):
        seating = round_.table(table)
        if seating is None or len(seating.seats) != len(ended.names):
            continue
        names = [tournament.players[player].name for player in seating.seats]
        if sorted(names) == sorted(ended.names):
            order = [ended.names.index(name) for name in names]
        elif not _named(ended):
            order = list(range(len(names)))
        else:
            continue
        scores = [ended.sheet.totals[seat] for seat in order]
        winners = [place for place, seat in enumerate(order) if seat in ended.sheet.winners]
        result = ResultIn(
            round_.section, round_.number, table, tuple(scores), places(scores, winners), "journal", game, grown.head
        )
        before = tournament.results.get(Place(round_.section, round_.number, table))
        if before is None:
            return result
        if before.game == game:
            # What came after the end changes nothing that was signed, unless the points are others now.
            return result if (before.scores, before.places) != (result.scores, result.places) else None
        # Another game was played there before.
    return None


def _candidates(tournament: Tournament, ended: Kept, number: int) -> Iterator[tuple[Round, int]]:
    """Tables where this game may have been played, the newest round first, its own number before others."""
    for section in tournament.setting.sections:
        if section.game != ended.rules.NAME:
            continue
        for round_ in reversed(tournament.rounds.get(section.id, ())):
            tables = [seating.table for seating in round_.tables]
            here = [table for table in tables if round_.moved.get(table, table) == number]
            yield from ((round_, table) for table in here)
            yield from ((round_, table) for table in tables if table not in here and _named(ended))


def _named(ended: Kept) -> bool:
    """Whether people gave their names when it was set up."""
    return bool(ended.fold.setup.get("names"))
