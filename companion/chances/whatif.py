"""What if everybody just played on: each seat's chance to win, by playouts from a position.

Processes beside the asking one do the work, so asking blocks nobody: ``ask`` whenever the table has changed (what was
being worked out is dropped), look at ``estimate`` whenever a number is wanted (it gets better all the time).
"""

import os
import selectors
import subprocess
import sys
import time
from typing import Self

import msgspec

from companion.chances.playouts import Position, Tally, Task
from companion.games.catalogue import game_named

__all__ = ["Chance", "Estimate", "PlayoutsEndedError", "Position", "WhatIf"]


def usual_policy(game: str) -> str:
    """How a game is played on unless asked otherwise: as its rules say (``PLAYED_ON``), else greedily."""
    rules = game_named(game)
    usual = "greedy" if "greedy" in rules.POLICIES else next(iter(rules.POLICIES))
    return str(getattr(rules, "PLAYED_ON", usual))


ENDLESS = 1 << 31
"""So many playouts are never reached: play on until asked something else."""

_SURE = 1.96
"""Standard errors on either side that hold 95 % of a normal distribution."""


class PlayoutsEndedError(RuntimeError):
    """A process that plays on has ended by itself: one line, with its exit code."""


class Chance(msgspec.Struct, frozen=True):
    """A seat's chance to win (a shared victory counts its share) and the interval that holds it by 95 %."""

    seat: int
    chance: float
    low: float
    high: float


class Estimate(msgspec.Struct, frozen=True):
    """What is known so far: from how many playouts, each seat's chance (none yet: empty), whether all are played."""

    playouts: int
    chances: tuple[Chance, ...]
    done: bool


def interval(share: float, playouts: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share seen in so many playouts; of none it is 0 to 1."""
    if not playouts:
        return 0.0, 1.0
    z = _SURE**2 / playouts
    middle = (share + z / 2) / (1 + z)
    half = _SURE / (1 + z) * (share * (1 - share) / playouts + z / (4 * playouts)) ** 0.5
    return max(0.0, middle - half), min(1.0, middle + half)


class WhatIf:
    """Processes that play on from one position at a time. Close it, or use it as a context manager.

    ``workers``: how many processes; ``nice``: how far they yield to others on the machine, 0 (not at all) to 19 (a live
    table's seeing comes first). Not for several threads at once.
    """

    def __init__(self, workers: int = 2, nice: int = 19) -> None:
        self._players = [_Player(nice) for _ in range(workers)]
        self._selector = selectors.DefaultSelector()
        for player in self._players:
            self._selector.register(player, selectors.EVENT_READ)
        self._number = self._playouts = self._wanted = 0
        self._wins: tuple[float, ...] = ()
        self._over = False

    def ask(self, position: Position, *, policy: str | None = None, seed: int = 0, playouts: int = ENDLESS) -> None:
        """Work on this position from now on, until so many playouts are played.

        The same seed and number give the same estimate, however many processes play. The position must be one that
        ``state_of`` reads, ``policy`` one of the game's (not given: ``usual_policy``). Raises ``PlayoutsEndedError``.
        """
        self._number += 1
        self._playouts, self._wanted, self._wins, self._over = 0, playouts, (), False
        step, policy = len(self._players), policy or usual_policy(position.game)
        for first, player in enumerate(self._players):
            player.tell(Task(self._number, position, policy, seed, first, step, playouts))

    def estimate(self, timeout: float = 0.0) -> Estimate:
        """What is known now, or, with a timeout (seconds), once all is played or that much time has passed.

        Raises ``PlayoutsEndedError``.
        """
        deadline = time.monotonic() + timeout
        self._gather(0.0)
        while not self._done and (left := deadline - time.monotonic()) > 0:
            self._gather(left)
        chances = tuple(self._chance(seat, wins) for seat, wins in enumerate(self._wins))
        return Estimate(self._playouts, chances, self._done)

    @property
    def _done(self) -> bool:
        return self._over or self._playouts >= self._wanted

    def _gather(self, timeout: float) -> None:
        """Take what the processes have told, waiting for something at most this long."""
        for key, _ in self._selector.select(timeout):
            for tally in key.fileobj.heard():  # type: ignore[union-attr] # a _Player
                self._add(tally)

    def _add(self, tally: Tally) -> None:
        if tally.number != self._number:
            return
        if not tally.playouts:
            self._over, self._wins = True, tally.wins
            return
        self._playouts += tally.playouts
        self._wins = tuple(map(sum, zip(self._wins or (0.0,) * len(tally.wins), tally.wins, strict=True)))

    def _chance(self, seat: int, wins: float) -> Chance:
        if self._over:
            return Chance(seat, wins, wins, wins)
        share = wins / self._playouts
        return Chance(seat, share, *interval(share, self._playouts))

    def close(self) -> None:
        """End the processes."""
        self._selector.close()
        for player in self._players:
            player.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class _Player:
    """One process that plays on."""

    def __init__(self, nice: int) -> None:
        words = (sys.executable, "-m", "companion.chances.playouts", str(nice))
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(words, bufsize=0, stdin=pipe, stdout=pipe)  # noqa: S603 - our own module
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._in, self._out = self._process.stdin, self._process.stdout
        self._read = b""

    def fileno(self) -> int:
        """What becomes readable when there is something to hear."""
        return self._out.fileno()

    def tell(self, task: Task) -> None:
        """Hand over a task, which takes the place of the one before."""
        try:
            self._in.write(msgspec.json.encode(task) + b"\n")
        except BrokenPipeError:
            raise self._ended() from None

    def heard(self) -> list[Tally]:
        """The tallies that have come."""
        more = os.read(self.fileno(), 1 << 16)
        if not more:
            raise self._ended()
        *lines, self._read = (self._read + more).split(b"\n")
        return [msgspec.json.decode(line, type=Tally) for line in lines]

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.wait()
        self._in.close()
        self._out.close()

    def _ended(self) -> PlayoutsEndedError:
        return PlayoutsEndedError(f"a process that plays on has ended (exit code {self._process.wait()})")
