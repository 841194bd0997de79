"""Plays games on from a position, beside the referee: ``python -m companion.chances.playouts NICENESS``.

Tasks come on standard input, tallies go to standard output, one JSON object a line. A new task takes the place of
the one before; the end of the input ends the process. ``companion.chances.whatif`` starts and asks such processes.
"""

import os
import select
import sys
import time
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, cast

import msgspec

from companion.games.catalogue import game_named
from companion.games.vocabulary import Game

SLICE = 0.05
"""Seconds after which what was played is told."""


class Position(msgspec.Struct, frozen=True):
    """A game as it stands: the set-up and every move so far, as in the files that ``companion referee`` reads.

    ``tops``: the faces that lie uppermost where everybody sees them, by place.
    """

    game: str
    setup: dict[str, Any]
    moves: tuple[dict[str, Any], ...] = ()
    tops: dict[str, str] = {}


class Task(msgspec.Struct, frozen=True):
    """What a process is to play: every ``step``-th playout from the one numbered ``first``; ``last`` is not played.

    Playout k takes its chance from the seed and k alone, whichever process plays it.
    """

    number: int
    position: Position
    policy: str
    seed: int
    first: int
    step: int
    last: int


class Tally(msgspec.Struct, frozen=True):
    """What a process has played since its last tally: playouts, and each seat's share of their victories.

    Of a game that is over there is nothing to play: no playouts, and its victory.
    """

    number: int
    playouts: int
    wins: tuple[float, ...]


def state_of(position: Position) -> tuple[Game, Any]:
    """The rules and the state that a position comes to, irregular moves as they happened.

    Raises what ``game_named``, ``parse_setup`` and ``parse_move`` do.
    """
    game = game_named(position.game)
    state = game.begin(game.parse_setup(position.setup))
    for move in position.moves:
        state = game.apply(state, game.parse_move(move), strict=False)
    return game, state


def shares(game: Game, state: Any) -> tuple[float, ...]:
    """Each seat's share of the victory as of now: those who win share it alike."""
    winners = game.scores(state).winners
    return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(state.players))


def playout(
    game: Game, state: Any, policy: str, rng: Random, tops: Mapping[str, str] | None = None
) -> tuple[float, ...]:
    """Imagine what is hidden, play on to the end; each seat's share of the victory.

    ``tops``: as of a ``Position``, for a game that can lay them (``put_on_top`` of its rules).
    """
    deal = game.imagine(state, rng)
    if tops:
        cast("Any", game).put_on_top(deal, tops)
    for _, after in game.steps(deal, state, rng, game.POLICIES[policy]):
        state = after
    return shares(game, state)


def rng_of(seed: int, number: int) -> Random:
    """The chance of one playout."""
    return Random(seed * 1_000_003 + number)


def tallies(task: Task) -> Iterator[Tally]:
    """Play a task to its end, telling every ``SLICE`` seconds what was played since."""
    game, state = state_of(task.position)
    if state.finished:
        yield Tally(task.number, 0, shares(game, state))
        return
    wins, played, told = [0.0] * state.players, 0, time.monotonic()
    for number in range(task.first, task.last, task.step):
        for seat, share in enumerate(playout(game, state, task.policy, rng_of(task.seed, number), task.position.tops)):
            wins[seat] += share
        played += 1
        if time.monotonic() - told >= SLICE:
            yield Tally(task.number, played, tuple(wins))
            wins, played, told = [0.0] * state.players, 0, time.monotonic()
    if played:
        yield Tally(task.number, played, tuple(wins))


class _Lines:
    """The lines of standard input; waits for the next one only where asked to."""

    def __init__(self) -> None:
        self._read = b""
        self.ended = False

    def newest(self, *, wait: bool) -> bytes | None:
        """The last whole line that has come, if any."""
        while not self.ended and select.select([0], [], [], None if wait and b"\n" not in self._read else 0)[0]:
            more = os.read(0, 1 << 16)
            self.ended = not more
            self._read += more
        *lines, self._read = self._read.split(b"\n")
        return lines[-1] if lines else None


def main() -> None:
    """Play what is asked for until nobody asks any more."""
    os.nice(int(sys.argv[1]))
    lines = _Lines()
    playing: Iterator[Tally] = iter(())
    while not lines.ended:
        tally = next(playing, None)
        if tally is not None:
            try:
                sys.stdout.buffer.write(msgspec.json.encode(tally) + b"\n")
                sys.stdout.buffer.flush()
            except BrokenPipeError:
                # Who asked was killed. Python itself would try to write the rest once more at its end.
                os._exit(0)
        line = lines.newest(wait=tally is None)
        if line is not None:
            playing = tallies(msgspec.json.decode(line, type=Task))


if __name__ == "__main__":
    main()
