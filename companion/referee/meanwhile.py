"""What has been seen since a question was asked: people play on, and who answers speaks of how it was then."""

from collections.abc import Callable
from copy import deepcopy
from typing import TypeVar

from companion.referee.game import LiveGame
from vision.sighting import Scene

_MOST = 60
"""So many scenes are kept: some forty seconds of play without a pause, and some seconds of work (6 ms each where
all can be read) while the table waits. Who answers later is told by what lies there."""
Answered = TypeVar("Answered")


class Meanwhile:
    """What the referee had been shown when it asked, and what it has been shown since, one scene after another."""

    def __init__(self, game: LiveGame) -> None:
        self._game, self._fold = game, game.fold
        self._then = deepcopy(game.observed)
        self._scenes: list[Scene] = []

    def saw(self, scene: Scene) -> None:
        """What has changed since is kept."""
        if scene.zones and len(self._scenes) <= _MOST:
            self._scenes.append(scene)

    @property
    def can_be_retold(self) -> bool:
        """Whether something was seen since, and nothing has been written down that the referee did not know then."""
        return 0 < len(self._scenes) <= _MOST and self._game.fold is self._fold

    def retell(
        self, answer: Callable[[], Answered], look: Callable[[], None], see: Callable[[Scene], None]
    ) -> Answered:
        """Do what the answer says where it belongs, and see all that came since as if it came now.

        What one move changes tells which it was; what ten moves have changed tells nothing.
        """
        game, now = self._game, self._game.observed
        scenes, game.observed = tuple(self._scenes), self._then
        try:
            found = answer()
        except Exception:
            game.observed = now
            raise
        look()
        for scene in scenes:
            # So long it lay as it did before.
            game.observed.exposed = max(game.observed.exposed, scene.exposed)
            look()
            see(scene)
        game.observed.exposed = max(game.observed.exposed, now.exposed)
        look()
        return found
