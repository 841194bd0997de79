"""What one post of one event costs a worker of the hub: ``python -m benchmarks.hub_post`` (``--profile``: where).

A worker in this process, without a server before it, on a PostgreSQL of its own; tables post one after the other, all
of them at once.
"""

import argparse
import asyncio
import cProfile
import pstats
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from companion.hub.load.played import drafts, written
from companion.hub.store import database, migration, schema
from companion.hub.store.tournaments import open_tournament
from companion.hub.web.app import application
from companion.hub.web.hub import Wish
from companion.referee.journal.signing import Signer
from companion.uplink.messages import Batch, Receipt
from tests.hub.engines import postgres

Posts = tuple[str, Sequence[bytes]]
"""A table, and its bodies in order."""


def main() -> None:
    """Print milliseconds of processor and of the clock a post."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--events", type=int, default=40, help="of each table")
    parser.add_argument("--profile", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="hub-post-") as made:
        folder = Path(made)
        folder.chmod(0o755)
        with postgres(folder / "postgres") as cluster:
            owner = database.url_of(cluster.fresh("posts"), folder)
            migration.migrate(owner, migration.WORKERS)
            url = owner.replace("//hub@", f"//{migration.WORKERS}@")
            asyncio.run(_run(url, folder, _tables(url, options.tables, options.events), profiled=options.profile))


def _tables(url: str, tables: int, events: int) -> list[Posts]:
    engine, posts = database.connect(url), list[Posts]()
    with engine.begin() as connection:
        number = open_tournament(connection, "cup", "Cup", {})
        for k in range(tables):
            signer = Signer(Random(k).randbytes(32))
            row = {"id": signer.table, "key": signer.key, "tournament_id": number, "paired": time.time()}
            connection.execute(schema.tables.insert().values(row))
            game = written(signer, drafts("architects", 3, Random(k % 5)), float(k))
            bodies = [msgspec.json.encode(Batch(game.game, "game-0001", (one,))) for one in game.entries[:events]]
            posts.append((f"/api/v1/tables/{signer.table}/events", bodies))
    engine.dispose()
    return posts


async def _run(url: str, folder: Path, posts: Sequence[Posts], *, profiled: bool) -> None:
    app: Any = application(Wish(url, str(folder), "http://hub"))

    async def post(path: str, body: bytes) -> None:
        answers = list[dict[str, Any]]()

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: dict[str, Any]) -> None:
            answers.append(message)

        await app({"type": "http", "method": "POST", "path": path, "headers": []}, receive, send)
        receipt = msgspec.json.decode(answers[1]["body"], type=Receipt)
        if answers[0]["status"] != 200 or receipt.problem:
            raise SystemExit(f"{path}: {answers[0]['status']} {receipt}")

    async def table(path: str, bodies: Sequence[bytes]) -> None:
        for body in bodies:
            await post(path, body)

    ready, over = asyncio.Event(), asyncio.Event()
    living = asyncio.create_task(_live(app, ready, over))
    await ready.wait()
    await asyncio.gather(*(table(path, bodies[:1]) for path, bodies in posts))
    profile, count = cProfile.Profile(), sum(len(bodies) - 1 for _path, bodies in posts)
    began, spent = time.perf_counter(), time.process_time()
    if profiled:
        profile.enable()
    await asyncio.gather(*(table(path, bodies[1:]) for path, bodies in posts))
    profile.disable()
    clock, spent = time.perf_counter() - began, time.process_time() - spent
    if profiled:
        pstats.Stats(profile).sort_stats("tottime").print_stats(30)
    print(f"{count} posts: {1e3 * spent / count:.3f} ms of processor, {1e3 * clock / count:.3f} ms by the clock")
    over.set()
    await living


async def _live(app: Any, ready: asyncio.Event, over: asyncio.Event) -> None:
    begun = False

    async def receive() -> dict[str, Any]:
        nonlocal begun
        if not begun:
            begun = True
            return {"type": "lifespan.startup"}
        await over.wait()
        return {"type": "lifespan.shutdown"}

    async def send(_message: dict[str, Any]) -> None:
        ready.set()

    await app({"type": "lifespan", "asgi": {"version": "3.0"}, "state": {}}, receive, send)


if __name__ == "__main__":
    main()
