"""What was read wrongly or not seen is put right without a question, once what lies there contradicts the record."""

import math

from companion.referee.game import LiveGame
from companion.referee.inference.reconsider import reconsider
from companion.referee.inference.ways import paid_otherwise
from companion.referee.refitted import think_again

_PAUSE = 0.25
"""What was thought over in vain rests for so much of the time for which it has been by then: it comes a little later,
and a table at which nothing is understood for a minute is thought over twenty times, not with everything that moves.
Each time takes seconds on a slow processor."""


class Afterthoughts:
    """Second thoughts about the moves of one game; each is thought of once after each time that something changed."""

    def __init__(self, game: LiveGame) -> None:
        self._game = game
        self._thought: tuple[int, float, bool] | None = None
        self._began, self._rests_until = 0.0, -math.inf

    def put_right(self, *, widely: bool) -> bool:
        """Whether a move was read wrongly, or not seen, which explains everything: nobody is asked, it is put right."""
        game, now = self._game, self._game.observed.exposed
        looked = game.seq, game.observed.since, widely
        before = self._thought
        if looked == before:
            return False
        anew = before is None or (before[0], before[2]) != (game.seq, widely) or now < self._began
        if not anew and now < self._rests_until:
            return False
        self._thought = looked
        if anew:
            self._began = now
        self._rests_until = now + _PAUSE * (now - self._began)
        rules, played, doubtful, observed = game.rules, game.fold.played, game.doubtful, game.observed
        thought = paid_otherwise(rules, played, game.guessed, doubtful, observed)
        thought = thought or reconsider(rules, played, doubtful, observed, game.settled, widely=widely)
        if thought is None:
            return game.tell_skipped()
        think_again(game, thought)
        return True
