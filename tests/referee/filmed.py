"""Any game before the twin's camera in one process and with no clock: theatre, watcher, referee.

``python -m tests.referee.filmed GAME --players N --seed S``, with what ``tests.referee.painted`` takes, plays the game
of ``companion rehearse`` with every frame of every hand, and the same each time.
"""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.twin.dealer import Step
from companion.twin.scenes import SCENES
from companion.twin.theatre import Theatre
from companion.twin.world import World
from tests.referee.live import look
from tests.referee.painted import Painted, main
from vision.live.memory import MatMemory
from vision.live.watcher import Watcher
from vision.recognition.library import Library

_BEGUN, _REST, _PATIENCE = 12, 1, 300
"""Still frames before the first move and after another, and those after which it counts as missed: a rehearsal's."""


class Filmed(Painted):
    """A referee behind a watcher before the theatre; as ``Painted`` otherwise."""

    def __init__(self, folder: Path, game: str, players: int, seed: int, library: Library, **how: Any) -> None:
        self._theatre: Theatre | None = None
        self._watcher: Watcher
        self._how = SCENES[how.get("scene", "kitchen")], seed
        self.clock = 0.0
        super().__init__(folder, game, players, seed, library, **how)

    def step(self) -> Step | None:
        """Somebody makes a move; every frame is looked at, and questions are answered truly."""
        step = self.perform()
        self._watch(_REST)
        return step

    def perform(self) -> Step | None:
        """Hands begin to make the next move."""
        assert self._theatre is not None
        step = self._people.step()
        if step is not None and self.dealer.rules.judge(step.before, step.move):
            self.irregular += self.wire.told([step.move])
        self._theatre.perform(step.actions if step is not None else ())
        return step

    def show(self, world: World, seconds: float = 0.5) -> None:  # noqa: ARG002 - as any table's
        """The camera is switched on before this table."""
        assert self._theatre is None
        self._watcher = Watcher(self.enrolled())
        self._theatre = Theatre(world, self.dealer.mats(), *self._how, art=self._art)
        self._watch(_BEGUN)

    def enrolled(self) -> Library:
        """What the watcher reads with."""
        return self._library

    def rest(self, seconds: int) -> None:
        """As long as is looked after each move."""

    @property
    def memories(self) -> Mapping[int, MatMemory]:
        """As ``Painted``."""
        return {mat: self._watcher._memory_of(mat) for mat in self._watcher.mats}

    def _watch(self, rest: int) -> None:
        """Until the table has lain still for so many frames and all is understood, or nobody hopes for more."""
        assert self._theatre is not None
        still = 0
        while still < rest or (self.missed and still < _PATIENCE):
            still = self.look()

    def look(self) -> int:
        """The next frame is looked at; for how many frames the table has lain still."""
        assert self._theatre is not None
        frame = self._theatre.next_frame()
        assert frame is not None
        look(self.referee, self._watcher, frame)
        self.clock = frame.exposed
        self._answer()
        return self._theatre.still_frames


if __name__ == "__main__":
    sys.exit(main(Filmed))
