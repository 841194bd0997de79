"""A move at the table while strangers flood the board for phones: how long it takes, beside how long without them.

Also what the referee works for a move: that does not depend on what else the machine does.

``python -m benchmarks.floods --flood KIND --port PORT`` is the strangers themselves.
"""

import argparse
import asyncio
import contextlib
import itertools
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

from benchmarks.report import Goal, arguments, report
from tests.board.table import Table

MOVES = 40
"""In one turn of quiet or of a flood; they alternate, as whatever else this machine does changes with time."""
LEAST_NOISE_MS = 5.0
"""What p95 of two turns of quiet on an idle machine differ by; on a busy one it is measured, by the quiet turns."""
_STRANGERS = 8
"""Addresses that they come from: 127.0.0.2 and the next ones."""


async def _call(port: int, stranger: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    source = (f"127.0.0.{2 + stranger % _STRANGERS}", 0)
    return await asyncio.open_connection("127.0.0.1", port, local_addr=source)


async def _requests(port: int, stranger: int, head: bytes) -> None:
    """One request after the other, each on a connection of its own."""
    while True:
        reader, writer = await _call(port, stranger)
        writer.write(head + b"Connection: close\r\n\r\n")
        await reader.read()
        writer.close()


async def _headers(port: int, stranger: int) -> None:
    """A header that once took ten seconds to read (D1)."""
    await _requests(
        port, stranger, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept-Language: en" + b" " * 60_000 + b"x\r\n"
    )


async def _pages(port: int, stranger: int) -> None:
    """Whatever there is to be fetched, and what is not."""
    paths = (b"/", b"/pair/x", b"/results/game-0001.pdf", b"/results/game-" + b"1" * 60_000 + b".json", b"/a/none")
    await _requests(port, stranger, b"GET " + paths[stranger % len(paths)] + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n")


async def _idle(port: int, stranger: int) -> None:
    """A connection that says nothing (D2), again as soon as it is hung up on."""
    reader, _writer = await _call(port, stranger)
    await reader.read()


async def _slow(port: int, stranger: int) -> None:
    """A request that never ends, a letter a second."""
    _reader, writer = await _call(port, stranger)
    writer.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
    while not writer.is_closing():
        writer.write(b"x")
        await asyncio.sleep(1)


async def _links(port: int, stranger: int) -> None:
    """A live link that looks on for a moment, says what it may not, or never reads."""
    reader, writer = await _call(port, stranger)
    upgrade = f"Host: 127.0.0.1:{port}\r\nOrigin: http://127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade"
    key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13"
    writer.write(f"GET /live HTTP/1.1\r\n{upgrade}\r\n{key}\r\n\r\n".encode())
    if stranger % 3 == 0:
        await asyncio.sleep(3600)
    await reader.read(1000)
    if stranger % 3 == 1:
        writer.write(b"\x81\x85\0\0\0\0undo!")
        await reader.read()
    writer.close()


FLOODS: dict[str, tuple[Callable[[int, int], Awaitable[None]], int]] = {
    "headers": (_headers, 20), "pages": (_pages, 20), "idle": (_idle, 1_200), "slow": (_slow, 100),
    "links": (_links, 60),
}  # fmt: skip
"""What strangers do, and how many of them at once."""


async def _for_ever(one: Callable[[int, int], Awaitable[None]], port: int, stranger: int) -> None:
    while True:
        with contextlib.suppress(OSError, asyncio.IncompleteReadError):
            await one(port, stranger)
        await asyncio.sleep(0.01)


async def flood(kinds: list[str], port: int) -> None:
    """Flood the board until killed."""
    async with asyncio.TaskGroup() as group:
        for one, many in map(FLOODS.__getitem__, kinds):
            for stranger in range(many):
                group.create_task(_for_ever(one, port, stranger))


@contextlib.contextmanager
def flooded(kinds: list[str], port: int) -> Iterator[None]:
    """Strangers, while the block runs; on this machine, but with what nobody else wants of it."""
    command = (sys.executable, "-m", "benchmarks.floods", "--port", str(port), "--flood", *kinds)
    strangers = subprocess.Popen(command) if kinds else None  # noqa: S603 - our own module
    # They are at it once they have connected a while.
    time.sleep(3 if kinds else 0.5)
    try:
        yield
    finally:
        if strangers is not None:
            strangers.kill()
            strangers.wait()


def moves(table: Table, count: int) -> list[float]:
    """Milliseconds from the tap until it is on disk and the screen has the new picture, move by move."""
    taken = []
    for _ in range(count):
        if not table.moves:
            table.set_up("architects", 7)
        begun = time.perf_counter()
        table.play(1)
        taken.append(1000 * (time.perf_counter() - begun))
    return taken


def worked(table: Table) -> float:
    """Milliseconds of a processor that the referee has used, all its threads together."""
    threads = Path(f"/proc/{table.running.pid}/task").glob("*/schedstat")
    return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e6


def _p95(taken: list[float]) -> float:
    return statistics.quantiles(taken, n=20)[18]


def main() -> None:
    """Play, with and without."""
    parser = arguments(__doc__)
    parser.add_argument("--flood", nargs="+", choices=FLOODS, help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.flood:
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
        asyncio.run(flood(options.flood, options.port))
    turns: dict[str, list[str]] = {kind: [kind] for kind in FLOODS}
    turns["all at once"] = list(FLOODS)
    taken: dict[str, list[float]] = {kind: [] for kind in turns}
    quiet: dict[str, list[float]] = {kind: [] for kind in turns}
    work = dict.fromkeys(("none", *turns), 0.0)
    table = Table(Path(tempfile.mkdtemp()))
    try:
        table.set_up("architects", 7)
        moves(table, 20)
        for _round, kind in itertools.product(range(1 if options.quick else 5), turns):
            for kinds, kept in (([], quiet), (turns[kind], taken)):
                with flooded(kinds, table.port):
                    before = worked(table)
                    kept[kind] += moves(table, MOVES)
                    work[kind if kinds else "none"] += worked(table) - before
    finally:
        table.close()
    of_quiet = [_p95(each) for each in quiet.values()]
    noise = max(LEAST_NOISE_MS, max(of_quiet) - min(of_quiet))
    taken["none"] = [each for turn in quiet.values() for each in turn]
    p95 = {name: _p95(each) for name, each in taken.items()}
    figures = {f"{name}_p50_ms": statistics.median(each) for name, each in taken.items()}
    figures |= {f"{name}_cpu_ms": work[name] / len(each) for name, each in taken.items()}
    figures |= {f"{name}_p95_ms": value for name, value in p95.items()}
    text = "\n".join(
        f"{name}: {len(each)} moves, median {statistics.median(each):.1f} ms, p95 {p95[name]:.1f} ms, "
        f"longest {max(each):.1f} ms; the referee works {work[name] / len(each):.2f} ms for one"
        for name, each in taken.items()
    )
    text += f"\np95 of six turns without a flood: {', '.join(f'{each:.1f}' for each in of_quiet)} ms"
    limit = p95["none"] + noise
    goals = tuple(
        Goal(
            f"a move, flood: {name}, p95",
            f"{p95[name]:.0f} ms",
            f"≤ {limit:.0f} ms (none + noise)",
            met=p95[name] <= limit,
        )
        for name in turns
    )
    report(options, figures, text, goals)


if __name__ == "__main__":
    main()
