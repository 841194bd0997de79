"""What one worker says every worker hears, over NATS or through PostgreSQL, and again after either was killed."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest

from companion.hub.bus.bus import Alone, Bus, Ear, Way
from companion.hub.bus.nats import OverNats
from companion.hub.bus.postgres import OverPostgres
from companion.hub.store import database
from tests.hub.engines import Broker, Postgres, nats, postgres


@pytest.fixture(params=["nats", "postgresql"])
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Broker | Postgres]:
    """One of its own: it is killed."""
    with nats() if request.param == "nats" else postgres(tmp_path / "its own") as running:
        yield running


def way_of(server: Broker | Postgres) -> Callable[[], Way]:
    if isinstance(server, Broker):
        return lambda: OverNats(f"nats://127.0.0.1:{server.port}")
    return lambda: OverPostgres(database.url_of(server.url(), Path()))


@contextlib.asynccontextmanager
async def workers(way: Callable[[], Way]) -> AsyncIterator[tuple[Bus, Bus]]:
    async with Bus(way()) as one, Bus(way()) as other:
        yield one, other


async def heard(ear: Ear, bus: Bus, subject: str) -> dict[str, bytes]:
    """Said again until it is heard: the first time nobody may be connected yet."""
    async with asyncio.timeout(30):
        while True:
            bus.say(subject, b'{"seq":1}')
            if news := await ear.next(0.2):
                return news


def test_every_worker_hears_the_others_and_again_after_the_server_was_killed(server: Broker | Postgres) -> None:
    async def scene() -> None:
        async with workers(way_of(server)) as (one, other):
            with other.listening("game.3.") as ear:
                assert await heard(ear, one, "game.3.table") == {"game.3.table": b'{"seq":1}'}
                await asyncio.to_thread(server.kill)
                one.say("game.3.table", b"lost")
                await asyncio.to_thread(server.start)
                assert await heard(ear, one, "game.3.again") == {"game.3.again": b'{"seq":1}'}

    asyncio.run(scene())


def test_what_is_too_long_to_be_said_at_once_is_told_in_parts_and_one_that_is_too_long_by_its_subject(
    server: Broker | Postgres,
) -> None:
    wanted = {f"game.3.table{n}": b"x" * 2_000 for n in range(400)}

    async def scene() -> None:
        async with workers(way_of(server)) as (one, other):
            with other.listening("game.3.") as ear:
                await heard(ear, one, "game.3.table")
                for subject, body in wanted.items():
                    one.say(subject, body)
                one.say("game.3.long", b"x" * (1 << 20))
                news: dict[str, bytes] = {}
                async with asyncio.timeout(30):
                    while not {*wanted, "game.3.long"} <= news.keys():
                        news |= await ear.next(1)
                assert {subject: news[subject] for subject in wanted} == wanted
                assert news["game.3.long"] == b""

    asyncio.run(scene())


def test_of_much_news_a_slow_listener_hears_the_newest_of_each_subject_and_nothing_else() -> None:
    async def scene() -> None:
        async with Bus(Alone()) as bus:
            with bus.listening("game.3.") as ear:
                for n in range(1000):
                    bus.say(f"game.{3 + n % 2}.table{n % 3}", str(n).encode())
                bus.say("game.3.end")
                news: dict[str, bytes] = {}
                async with asyncio.timeout(10):
                    while "game.3.end" not in news:
                        news |= await ear.next(1)
                assert await ear.next(0.0) == {}
            assert news == {f"game.3.table{n % 3}": str(n).encode() for n in (994, 996, 998)} | {"game.3.end": b""}

    asyncio.run(scene())
