"""Results out of the tables' own journals: a game that has ended becomes an act, signed for by nobody yet."""

import asyncio
import time
from collections.abc import Iterator

import sqlalchemy as sa

from companion.hub.background import Background
from companion.hub.event.acts import ResultIn
from companion.hub.event.doubts import doubts
from companion.hub.event.standings import places
from companion.hub.event.tournament import Place, Round, Tournament
from companion.hub.pages import kept
from companion.hub.store import acts, schema
from companion.hub.web.hub import Hub
from companion.results.kept import Kept

_AGAIN = 5.0
"""Seconds after which every game is looked at though nobody said anything: news may be lost."""


class Harvest(Background):
    """Looks at every game of which there is news."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    async def go_on(self) -> None:
        """See ``Background``."""
        hub = self._hub
        looked: dict[str, int] = {}
        with hub.bus.listening("game.") as ear:
            while True:
                await ear.next(_AGAIN)
                for tournament in await asyncio.to_thread(_harvest, hub.store, looked):
                    await hub.bus.say(f"act.{tournament}")


def _harvest(engine: sa.Engine, looked: dict[str, int]) -> list[int]:
    with engine.connect() as connection:
        known = schema.tournaments.c
        there = connection.execute(sa.select(known.id, known.slug).where(known.closed.is_(None))).all()
    return [row.id for row in there if harvest(engine, row.id, row.slug, looked)]


def harvest(engine: sa.Engine, tournament: int, slug: str, looked: dict[str, int]) -> int:
    """Write down the results of the games that have ended since; returns how many.

    ``looked``: how many events of each game were looked at already.
    """
    written = 0
    with engine.begin() as connection:
        fresh = [one for one in kept.games(connection, tournament) if looked.get(one[1]) != one[3]]
        found = kept.event(connection, slug, public=False) if fresh else None
        if found is None:
            return 0
        for table, game, _rules, events in fresh:
            ended = kept.game(connection, tournament, table, game, time.time())
            if ended is not None and ended.finished:
                result = result_of(found.tournament, ended, game, _number(found, table))
                if result is not None and not doubts(found.tournament, table, "table", result):
                    acts.add(connection, tournament, result, by=table, role="table", at=time.time(), after=found.last)
                    written += 1
                    looked[game] = events
                    found = kept.event(connection, slug, public=False)
                    assert found is not None
                    continue
            looked[game] = events
    return written


def _number(found: kept.Seen, table: str) -> int:
    return next((number for number, device in found.devices.items() if device.id == table), 0)


def result_of(tournament: Tournament, ended: Kept, game: str, number: int) -> ResultIn | None:
    """What a finished game says of the table where its players sit; ``None``: nothing new, or nobody knows where.

    A game belongs to the table whose people are its players, by name; to the table of this number where it names none.
    """
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
            round_.section, round_.number, table, tuple(scores), places(scores, winners), "journal", game, ended.head
        )
        before = tournament.results.get(Place(round_.section, round_.number, table))
        if before is not None and (before.game != game or before.head == ended.head):
            # Another game was played there before, or it is known already.
            if before.head == ended.head:
                return None
            continue
        return result
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
