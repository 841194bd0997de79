"""The load run to its end, and its figures."""

import asyncio
import contextlib
import time
from typing import Any

import msgspec

from companion.hub.load.client import Said, Talk
from companion.hub.load.running import Load, Table, Watcher, shelf

_TOGETHER = 20
"""Tables that are paired at once."""


async def run(load: Load) -> dict[str, Any]:
    """Write games, pair the tables, post everything; returns the figures. Raises ``OSError`` where there is no hub."""
    organiser = Talk(load.address)
    slug = f"load-{time.time_ns()}"
    number = _read(await _ask(organiser, load, "/api/v1/tournaments", {"slug": slug, "name": "Load"}))["number"]
    tables = [Table(load, k) for k in range(load.tables)]
    games = tuple(shelf())
    for table in tables:
        table.write(games)
    await _pair(load, organiser, tables, int(number))
    watchers = [Watcher(load, tables, slug) for _ in range(load.watchers)]
    looking = [asyncio.create_task(watcher.watch()) for watcher in watchers]
    await asyncio.sleep(0.5)
    began, spent = time.monotonic(), time.process_time()
    await asyncio.gather(*(table.play() for table in tables))
    seconds, spent = time.monotonic() - began, time.process_time() - spent
    await asyncio.sleep(1.0)
    for task in looking:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError, OSError, EOFError):
            await task
    return _figures(load, tables, watchers, seconds, spent)


async def _pair(load: Load, organiser: Talk, tables: list[Table], number: int) -> None:
    for start in range(0, len(tables), _TOGETHER):
        some = tables[start : start + _TOGETHER]
        wanted = [{"number": start + k + 1, "tournament": number} for k in range(len(some))]
        codes = [_read(await _ask(organiser, load, "/api/v1/pairing-codes", one))["code"] for one in wanted]
        await asyncio.gather(*(table.pair(str(code)) for table, code in zip(some, codes, strict=True)))


async def _ask(talk: Talk, load: Load, path: str, body: dict[str, Any]) -> Said:
    return await talk.post(path, msgspec.json.encode(body), f"authorization: Bearer {load.token}\r\n")


def _read(said: Said) -> dict[str, Any]:
    if said.status not in (200, 201):
        raise OSError(f"the hub answers {said.status}: {said.body[:200]!r}")
    found: dict[str, Any] = msgspec.json.decode(said.body)
    return found


def _figures(load: Load, tables: list[Table], watchers: list[Watcher], seconds: float, spent: float) -> dict[str, Any]:
    events, posts = sum(table.taken for table in tables), sum(table.posts for table in tables)
    return {
        "tables": load.tables,
        "events": events,
        "lost": sum(len(game.entries) for table in tables for game in table.games) - events,
        "seconds": round(seconds, 2),
        "events_per_second": round(events / seconds),
        "posts_per_second": round(posts / seconds),
        "turned_away": sum(table.turned_away for table in tables),
        "refused": sum(table.refused for table in tables),
        "receipt_seconds": _shares([wait for table in tables for wait in table.to_receipt]),
        "page_seconds": _shares([wait for watcher in watchers for wait in watcher.waited]),
        "news": sum(len(watcher.waited) for watcher in watchers),
        "load_cpu_seconds": round(spent, 2),
    }


def _shares(waits: list[float]) -> dict[str, float]:
    ordered = sorted(waits) or [0.0]
    return {f"p{part}": round(ordered[min(len(ordered) - 1, len(ordered) * part // 100)], 3) for part in (50, 95, 99)}
