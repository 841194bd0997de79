"""The touchscreen as a process: from the referee's push to pixels, work while nothing happens, memory over an evening.

The window is SDL's offscreen one, drawn by the CPU; the link is the real one over a Unix socket, with a stand-in for
the referee at its other end that says the views of whole games. A view counts as shown when the first picture with it
has been drawn to its last pixel (read back), and as settled when the last picture that it brought about has.

python -m benchmarks.screen [--quick] [--size 800x480] [--json FILE]
"""

import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import numpy as np
from msgspec.structs import replace
from websockets.sync.server import ServerConnection, unix_serve

from benchmarks.report import Goal, arguments, report
from companion.api.protocol import View
from tests.ui.environment import SETTINGS
from tests.ui.stories import story

GAMES = (("architects", 4), ("seven_wonders", 4), ("duel", 2), ("architects", 7), ("seven_wonders", 7))
EVENING = 2160
"""Views of three hours: one every five seconds."""
_ENCODER = msgspec.json.Encoder()


class Stand:
    """The referee's end of the socket: says what it is given to every screen."""

    def __init__(self, path: Path) -> None:
        self._screens: list[ServerConnection] = []
        self.joined = threading.Event()
        self._server = unix_serve(self._serve, str(path), compression=None)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def _serve(self, screen: ServerConnection) -> None:
        self._screens.append(screen)
        self.joined.set()
        for _message in screen:
            pass

    def say(self, view: View) -> float:
        """Push a view; the time of the write, by the clock that all processes share, in seconds."""
        text = _ENCODER.encode(view).decode()
        written = time.monotonic()
        for screen in self._screens:
            screen.send(text)
        return written

    def close(self) -> None:
        """Hang up."""
        self._server.shutdown()


class Screen:
    """The touchscreen's process (``benchmarks.screen_watch``), and what it says of each picture that it draws."""

    def __init__(self, socket: Path, size: str, folder: Path) -> None:
        environment = {**os.environ, **SETTINGS, "KIVY_HOME": str(folder / "kivy")}
        words = [sys.executable, "-m", "benchmarks.screen_watch", "--link", str(socket), "--size", size, "--silent"]
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=environment)  # noqa: S603 - ours
        self._drawn: queue.SimpleQueue[tuple[int, float]] = queue.SimpleQueue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            number, _, when = line.partition(" ")
            self._drawn.put((int(number), float(when)))

    def drawn(self, number: int, settled: float) -> tuple[float, float]:
        """When the view of this number was first drawn, and when last within ``settled`` seconds after that."""
        while True:
            got, when = self._drawn.get(timeout=20)
            if got == number:
                break
        last, deadline = when, time.monotonic() + settled
        while (left := deadline - time.monotonic()) > 0:
            try:
                _got, last = self._drawn.get(timeout=left)
            except queue.Empty:
                break
        return when, last

    @property
    def cpu(self) -> float:
        """Seconds of CPU used up to now."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def memory(self) -> float:
        """MiB held now."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)

    def close(self) -> None:
        """Close the window."""
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(20)


def games(seed: int) -> Iterator[View]:
    """The views of a game of each kind, one after another; ``board`` numbers them."""
    for game, players in GAMES:
        yield from story(game, players, seed)


@contextmanager
def running(size: str) -> Iterator[tuple[Stand, Screen]]:
    """A screen of this size that has heard its first view."""
    with tempfile.TemporaryDirectory(prefix="screen-") as name:
        folder = Path(name)
        stand = Stand(folder / "link.sock")
        screen = Screen(folder / "link.sock", size, folder)
        try:
            assert stand.joined.wait(60), "the screen never came"
            yield stand, screen
        finally:
            screen.close()
            stand.close()


def pushes(stand: Stand, screen: Screen, count: int) -> tuple[list[float], list[float]]:
    """Milliseconds from the push to the first picture, and to the last: move after move, at no regular times."""
    random = Random(1)
    first, last = [], []
    for number, view in enumerate(islice(games(1), count), 1):
        written = stand.say(replace(view, board=str(number)))
        shown, settled = screen.drawn(number, 0.15 + 0.1 * random.random())
        first.append(1000 * (shown - written))
        last.append(1000 * (settled - written))
    return first, last


def idle(screen: Screen, seconds: float) -> float:
    """Per cent of one core while nothing happens."""
    time.sleep(2)
    before, began = screen.cpu, time.monotonic()
    time.sleep(seconds)
    return 100 * (screen.cpu - before) / (time.monotonic() - began)


def evening(stand: Stand, screen: Screen, count: int) -> list[float]:
    """MiB held along ``count`` views as fast as they are drawn: the same games over and over.

    So what is remembered of them (texts measured, icons drawn) is so once, and what grows on and on is a leak.
    """
    held: list[float] = []
    number = 0
    while number < count:
        for view in games(1):
            number += 1
            stand.say(replace(view, board=str(number)))
            screen.drawn(number, 0)
            if number % 20 == 0:
                held.append(screen.memory)
    return held


def growth(held: list[float]) -> float:
    """MiB that an evening adds once all pages have been seen: the slope over its last two thirds, made whole."""
    later = held[len(held) // 3 :]
    return float(np.polyfit(np.arange(len(later)), later, 1)[0]) * len(held)


def main() -> None:
    """Measure, and report."""
    parser = arguments(__doc__)
    parser.add_argument("--size", default="800x480", help="WIDTHxHEIGHT in pixels")
    options = parser.parse_args()
    with running(options.size) as (stand, screen):
        first, last = pushes(stand, screen, 15 if options.quick else 300)
        rest = idle(screen, 3 if options.quick else 60)
        held = evening(stand, screen, 60 if options.quick else EVENING)
    p50, p95, s95 = np.percentile(first, 50), np.percentile(first, 95), np.percentile(last, 95)
    figures: dict[str, Any] = {"first_ms": first, "settled_ms": last, "idle_percent": rest, "memory_mib": held}
    goals = [
        Goal("push to pixels, p95", f"{p95:.0f} ms", "60 ms", bool(p95 <= 60)),
        Goal("idle, of a core", f"{rest:.1f} %", "5 %", rest <= 5),
        Goal("growth over an evening", f"{growth(held):.1f} MiB", "3 MiB", growth(held) <= 3),
    ]
    text = (
        f"{options.size}: push to first picture p50 {p50:.0f} ms, p95 {p95:.0f} ms, worst {max(first):.0f} ms; "
        f"settled p95 {s95:.0f} ms ({len(first)} pushes)\n"
        f"idle {rest:.2f} % of one core\n"
        f"memory {held[0]:.0f} MiB at first, {held[-1]:.0f} MiB after {20 * len(held)} views, "
        f"growth {growth(held):+.2f} MiB over as many"
    )
    report(options, figures, text, goals)


if __name__ == "__main__":
    main()
