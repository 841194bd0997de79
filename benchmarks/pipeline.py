"""What each step from a frame to a decision costs, side by side in one run, on one core.

First a game at the twin's own size of picture, then cards laid into a city in pictures of 12 megapixels (4056 x 3040),
painted once and replayed. Milliseconds are the core's own time, not the clock's: another process does not add to them.
Usage: python -m benchmarks.pipeline [--players N] [--quick] [--json FILE]
"""

import statistics
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import cv2
import numpy as np

from benchmarks.report import Goal, arguments, report
from companion.box.faces import library_of
from companion.games.architects import rules as architects
from companion.games.architects import seen
from companion.games.watched import rules_of
from companion.referee.inference.expected import expectations
from companion.referee.inference.observations import Observations
from companion.referee.inference.search import infer
from companion.referee.watching import watch
from companion.twin.dealer import Dealer
from companion.twin.scenes import SCENES
from companion.twin.theatre import Theatre
from companion.twin.world import Action, Piece
from vision.cameras import Frame
from vision.geometry.image import Image
from vision.live import LOOKS, Watcher
from vision.live.motion import STILL_SECONDS
from vision.recognition.library import Library
from vision.sighting import Scene

_LARGE = (4056, 3040)
_STILL = LOOKS + 6
_FACES = ("wood", "stone", "clay", "glass", "papyrus", "coin", "gear", "compass")
_LEFT, _TOP, _STRIP = 213.5, 45.0, 15.0
_QUIET, _CHANGE = "vision: a quiet frame", "vision: a settled change"
_HAND, _MEAN = "vision: a frame with a hand", "vision: one of five frames for the mean"


class _Stopwatch:
    def __init__(self) -> None:
        self.ms: defaultdict[str, list[float]] = defaultdict(list)

    @contextmanager
    def timing(self, step: str) -> Iterator[None]:
        start = time.thread_time()
        yield
        self.ms[step].append(1000 * (time.thread_time() - start))


def _look(watcher: Watcher, frames: Iterator[Frame], watch: _Stopwatch, size: str) -> list[Scene]:
    """Show the watcher frames until there are no more; a change's cost is that of reading it and of saying it."""
    moved, looks, reading = 0.0, 0, 0.0
    said: list[Scene] = []
    for frame in frames:
        start = time.process_time()
        scenes = watcher.observe(frame)
        cost = 1000 * (time.process_time() - start)
        said += scenes
        if watcher.moving:
            watch.ms[_HAND + size].append(cost)
            # The last of these shows the table at rest already, and may have been read.
            moved, looks, reading = frame.exposed, 0, cost
            continue
        looks += frame.exposed - moved >= STILL_SECONDS - 1e-6
        reading += cost
        if looks == 1:
            watch.ms[_CHANGE + size].append(reading)
        elif looks > LOOKS:
            watch.ms[_QUIET + size].append(cost)
        elif looks:
            watch.ms[_MEAN + size].append(cost)
    return said


def _eyes(dealer: Dealer, memory: str) -> Watcher:
    watcher = Watcher(Library.load(library_of(None)), Path(memory))
    watched = watch("architects", seen.places(dealer.state))
    watcher.watch(watched.mats, watched.zones)
    return watcher


def play(players: int, moves: int, watch: _Stopwatch) -> None:
    """The first moves of a game."""
    dealer = Dealer("architects", players, 1, sloppiness=SCENES["kitchen"].sloppiness, askew=SCENES["kitchen"].askew)
    theatre = Theatre(dealer.world, dealer.mats(), SCENES["kitchen"], 1)
    with tempfile.TemporaryDirectory() as memory:
        watcher, observed = _eyes(dealer, memory), Observations()
        for scene in _look(watcher, _until_still(theatre, watch), _Stopwatch(), ""):
            observed.take(scene)
        for _ in range(moves):
            step = dealer.step()
            if step is None:
                return
            observed.adopt(expectations(seen.tableau(step.before)))
            observed.settle(observed.seen, expectations(seen.tableau(step.before)))
            theatre.perform(step.actions)
            for scene in _look(watcher, _until_still(theatre, watch), watch, ""):
                observed.take(scene)
            with watch.timing("referee: what happened"):
                infer(rules_of("architects"), step.before, observed)
            with watch.timing("rules: legal moves"):
                architects.legal(step.after)


def _until_still(theatre: Theatre, watch: _Stopwatch) -> Iterator[Frame]:
    while theatre.still_frames < _STILL:
        with watch.timing("twin: a frame painted"):
            frame = theatre.next_frame()
        assert frame is not None
        yield frame


def lay_cards(cards: int, watch: _Stopwatch) -> None:
    """Cards laid one after the other into a city, nothing else changing, before a camera of 12 megapixels."""
    dealer = Dealer("architects", 2, 1, sloppiness=SCENES["kitchen"].sloppiness, askew=SCENES["kitchen"].askew)
    theatre, world = Theatre(dealer.world, dealer.mats(), SCENES["kitchen"], 1), dealer.world
    with tempfile.TemporaryDirectory() as memory:
        watcher = _eyes(dealer, memory)
        _look(watcher, _enlarged(theatre), _Stopwatch(), "")
        for k, face in enumerate(_FACES[:cards]):
            card = Piece(9000 + k, f"architects/{face}", "architects/back/central", True, "seat/0/city", 1,
                         _LEFT + (-1) ** k, _TOP + _STRIP * k, 1.5 - k % 4, 0)  # fmt: skip
            world = world.lay([card])
            theatre.perform([Action(0, (world.point(world.pieces[card.id]),), world)])
            _look(watcher, _enlarged(theatre), watch, ", 12 MP")


def _enlarged(theatre: Theatre) -> Iterator[Frame]:
    """The theatre's frames up to the first ones at rest, enlarged; these then replayed."""
    frames = []
    while theatre.still_frames < 3:
        frame = theatre.next_frame()
        assert frame is not None
        frames.append(Frame(frame.number, frame.exposed, _enlarge(frame.image)))
    yield from frames
    last = frames[-1]
    for k in range(_STILL):
        image = frames[-3 + k % 3].image
        yield Frame(last.number + k + 1, last.exposed + 0.05 * (k + 1), image)
    while theatre.still_frames < _STILL + 3:
        theatre.next_frame()


def _enlarge(image: Image) -> Image:
    """As large as fits into 12 megapixels, the rest table-coloured."""
    scale = min(_LARGE[0] / image.shape[1], _LARGE[1] / image.shape[0])
    large = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    right, below = _LARGE[0] - large.shape[1], _LARGE[1] - large.shape[0]
    return cv2.copyMakeBorder(large, 0, below, 0, right, cv2.BORDER_REPLICATE)


def main() -> None:
    """Measure and print."""
    parser = arguments(__doc__)
    parser.add_argument("--players", type=int, default=4)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    watch = _Stopwatch()
    play(options.players, 3 if options.quick else 20, watch)
    lay_cards(2 if options.quick else len(_FACES), watch)
    quiet = statistics.median(watch.ms[_QUIET])
    rows = {
        step: {
            "n": len(times),
            "p50_ms": round(float(np.percentile(times, 50)), 2),
            "p95_ms": round(float(np.percentile(times, 95)), 2),
            "times_a_quiet_frame": round(statistics.median(times) / quiet, 2),
        }
        for step, times in sorted(watch.ms.items())
        if times
    }
    lines = [f"{options.players} players, kitchen", f"{'step':<46}{'n':>6}{'p50 ms':>10}{'p95 ms':>10}{'ratio':>8}"]
    lines += [
        f"{step:<46}{row['n']:>6}{row['p50_ms']:>10}{row['p95_ms']:>10}{row['times_a_quiet_frame']:>8}"
        for step, row in rows.items()
    ]
    goals = [_goal(rows, _QUIET, 15.0), _goal(rows, _CHANGE, 120.0)]
    report(options, {"players": options.players, "steps": rows}, "\n".join(lines), goals)


def _goal(rows: dict[str, dict[str, float]], step: str, most: float) -> Goal:
    median = rows[f"{step}, 12 MP"]["p50_ms"]
    return Goal(f"{step}, 12 MP, median", f"{median} ms", f"<= {most:.0f} ms", median <= most)


if __name__ == "__main__":
    main()
