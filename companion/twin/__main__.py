"""A demo table: ``python -m companion.twin --socket PATH --game NAME --players 4`` plays a game at human pace.

The first line of standard output is the set-up as a JSON object, the second one is ``ready`` as soon as the socket
is there. Frames are served until the process is ended, also after the game.
"""

import argparse
import signal
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import get_args

import msgspec

from companion.errors import Unusable
from companion.twin.dealer import Dealer, Table
from companion.twin.faceart import open_art
from companion.twin.frames import FrameServer
from companion.twin.scenes import SCENES
from companion.twin.theatre import Theatre
from vision.geometry.image import Frame

_FRAMES_A_SECOND = 8.0
_THINKING = (2.0, 5.0)
_RESTING_FRAMES = 6
_TICK = 0.5
"""Seconds between two looks whether the first move may come: a signal's handler runs in between."""


def main() -> None:
    """Serve the demo until ended by a signal."""
    options = _options()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    told = threading.Event()
    signal.signal(signal.SIGUSR1, lambda *_: told.set())
    if not options.when_told:
        told.set()
    scene = SCENES[options.scene]
    try:
        art = open_art(options.box) if options.box else None
        dealer = Dealer.in_scene(scene, options.game, options.players, options.seed, table=options.table, art=art)
    except Unusable as error:
        sys.exit(str(error))
    print(msgspec.json.encode(dealer.setup_object()).decode(), flush=True)
    start = time.monotonic()
    theatre = Theatre(dealer.world, dealer.mats(), scene, options.seed, art=art, clock=lambda: time.monotonic() - start)
    server = FrameServer(options.socket, _paced(theatre.next_frame))
    server.start()
    print("ready", flush=True)
    try:
        while not told.wait(_TICK):
            pass
        _play(dealer, theatre, Random(options.seed))
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
    finally:
        theatre.close()
        server.close()


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m companion.twin", description="A demo table in front of a camera.")
    parser.add_argument("--socket", type=Path, required=True, help="Unix socket on which frames are served")
    parser.add_argument("--game", required=True, help="a game that a camera can watch")
    parser.add_argument("--players", type=int, default=4, choices=range(2, 8))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scene", default="kitchen", choices=sorted(SCENES))
    parser.add_argument("--table", default="mats", choices=get_args(Table), help="with mats, or corner tags alone")
    parser.add_argument("--when-told", action="store_true", help="the first move comes after SIGUSR1")
    parser.add_argument("--box", type=Path, help="an enrolled box, or a folder of face pictures; else the proxy set")
    return parser.parse_args()


def _play(dealer: Dealer, theatre: Theatre, rng: Random) -> None:
    """One move every few seconds, each after somebody has seen the one before; then the table lies still."""
    while True:
        while not theatre.wait_still(_RESTING_FRAMES, timeout=1.0):
            pass
        time.sleep(rng.uniform(*_THINKING))
        step = dealer.step()
        if step is None:
            signal.pause()
        else:
            theatre.perform(step.actions)


def _paced(supply: Callable[[], Frame | None]) -> Callable[[], Frame | None]:
    """The same frames, no more of them in a second than a camera takes."""
    last = 0.0

    def next_frame() -> Frame | None:
        nonlocal last
        time.sleep(max(0.0, last + 1 / _FRAMES_A_SECOND - time.monotonic()))
        last = time.monotonic()
        return supply()

    return next_frame


if __name__ == "__main__":
    main()
