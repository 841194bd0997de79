"""What each step from a frame to a decision costs, side by side in one run, on one core.

Prints a table and, with ``--json``, one JSON document. Absolute times depend on the machine; the last column
(times a quiet frame) hardly does. Usage: python benchmarks/pipeline.py [--players N] [--json]
"""

import argparse
import json
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import msgspec

from companion.box import library_of
from companion.games import architects
from companion.games.architects.policy import greedy_policy
from companion.referee.inference import infer
from companion.referee.sight import Sight, expectations
from companion.twin.dealer import Dealer
from companion.twin.scenes import KITCHEN
from companion.twin.theatre import Theatre
from vision.eyes import Eyes
from vision.library import Library
from vision.sighting import Zone

_MOVES = 20
_STILL = 8
_QUIET = "vision: a quiet frame"


class _Stopwatch:
    def __init__(self) -> None:
        self.ms: defaultdict[str, list[float]] = defaultdict(list)

    @contextmanager
    def timing(self, step: str) -> Iterator[None]:
        start = time.perf_counter()
        yield
        self.ms[step].append(1000 * (time.perf_counter() - start))

    def rename_last(self, old: str, new: str) -> None:
        self.ms[new].append(self.ms[old].pop())


def measure(players: int) -> dict[str, list[float]]:
    """Milliseconds of each step, over the first moves of a game."""
    cv2.setNumThreads(1)
    watch = _Stopwatch()
    dealer = Dealer(players, 1, greedy_policy, sloppiness=KITCHEN.sloppiness, askew=KITCHEN.askew)
    theatre = Theatre(dealer.world, KITCHEN, 1)
    with tempfile.TemporaryDirectory() as memory:
        eyes = Eyes(Library.load(library_of(None)), Path(memory))
        zones = msgspec.to_builtins(architects.places(dealer.state))
        eyes.watch(msgspec.convert(zones, tuple[Zone, ...]))
        sight = Sight()
        for _ in range(_MOVES):
            _look(theatre, eyes, sight, watch)
            step = dealer.step()
            if step is None:
                break
            sight.adopt(expectations(architects.tableau(step.before)))
            sight.settle(sight.seen, expectations(architects.tableau(step.before)))
            theatre.perform(step.actions)
            _look(theatre, eyes, sight, watch)
            with watch.timing("referee: what happened"):
                infer(architects, step.before, sight)
            with watch.timing("rules: legal moves"):
                architects.legal(step.after)
    return watch.ms


def _look(theatre: Theatre, eyes: Eyes, sight: Sight, watch: _Stopwatch) -> None:
    while True:
        with watch.timing("twin: a frame painted"):
            frame = theatre.next_frame()
        assert frame is not None
        with watch.timing(_QUIET):
            scenes = eyes.look(frame)
        if scenes:
            watch.rename_last(_QUIET, "vision: a settled change")
        elif not theatre.still_frames:
            watch.rename_last(_QUIET, "vision: a frame with a hand")
        for scene in scenes:
            sight.take(scene)
        if theatre.still_frames >= _STILL:
            return


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    ms = measure(options.players)
    quiet = statistics.median(ms[_QUIET])
    rows = {
        step: {
            "n": len(times),
            "p50_ms": round(statistics.median(times), 2),
            "p95_ms": round(sorted(times)[int(0.95 * (len(times) - 1))], 2),
            "times_a_quiet_frame": round(statistics.median(times) / quiet, 2),
        }
        for step, times in sorted(ms.items())
        if times
    }
    if options.json:
        sys.stdout.write(json.dumps({"players": options.players, "steps": rows}) + "\n")
        return
    head = f"{'step':<30}{'n':>6}{'p50 ms':>10}{'p95 ms':>10}{'ratio':>8}\n"
    sys.stdout.write(f"{options.players} players, kitchen\n{head}")
    for step, row in rows.items():
        line = f"{step:<30}{row['n']:>6}{row['p50_ms']:>10}{row['p95_ms']:>10}{row['times_a_quiet_frame']:>8}\n"
        sys.stdout.write(line)


if __name__ == "__main__":
    main()
