"""A question about what has happened that waits for its answer, and all that comes meanwhile: people play on."""

from collections.abc import Callable, Sequence

from companion.games.vocabulary import AnyMove
from companion.referee.asked import ANSWERED_WITHIN, Asked
from companion.referee.game import LiveGame
from companion.referee.inference.decide import Choice
from companion.referee.meanwhile import Meanwhile
from companion.referee.supposed import Following, Supposals
from vision.sighting import Scene


class Waiting:
    """What is asked, and what has come since. ``follow``: begins to follow a game as if an answer had been given."""

    def __init__(
        self,
        asked: Asked,
        game: LiveGame,
        choices: Sequence[Choice],
        follow: Callable[[LiveGame], Following],
        *,
        moving: bool,
    ) -> None:
        self.asked, self._game = asked, game
        self.meanwhile = Meanwhile(game)
        self._supposals = Supposals(game, choices, follow, moving=moving)

    def saw(self, scene: Scene) -> None:
        """Keep what has changed, and see it with each answer."""
        self.meanwhile.saw(scene)
        self._supposals.saw(scene)

    def look(self, *, moving: bool) -> None:
        """Time has passed; ``moving``: a hand is over the table."""
        self._supposals.look(self._game.observed.exposed, moving=moving)

    @property
    def explains(self) -> LiveGame | None:
        """The game with the answer that explains what people play on: nothing else is made of it until one is told.

        Not once so much has come that it cannot be gone through again.
        """
        return self._supposals.explains if self.meanwhile.can_be_retold else None

    def told(self) -> tuple[tuple[AnyMove, ...], float] | None:
        """The answer that what has come since tells, and how surely; or to go on with: nobody answers any more."""
        if not self.explains:
            return None
        now = self._game.observed.exposed
        told = self._supposals.told(now)
        return told if told or now - self.asked.exposed < ANSWERED_WITHIN else self._supposals.unanswered(now)
