"""Coins that have come to rest may tell that one of the last moves was paid otherwise than it seemed for a moment."""

from companion.referee.game import LiveGame
from companion.referee.inference.expected import heaps
from companion.referee.inference.observations import ONE_AFTER_ANOTHER
from companion.referee.inference.ways import paid_as_coins_lie
from companion.referee.refitted import think_again


class Coins:
    """The coins of one game: what they tell is thought of once after each time that something was moved."""

    def __init__(self, game: LiveGame) -> None:
        self._game = game
        self._thought = 0, 0.0

    def put_right(self) -> bool:
        """Correct the move that must have been made in another way, once no coin has been moved for a while."""
        game, observed = self._game, self._game.observed
        looked = game.seq, observed.since
        coins = heaps(game.rules.places(game.state)) & observed.changed()
        if not coins or not game.fold.played or observed.age(coins) < ONE_AFTER_ANOTHER or self._thought == looked:
            return False
        self._thought = looked
        thought = paid_as_coins_lie(game.rules, game.fold.played, game.doubtful, observed)
        if thought is not None:
            think_again(game, thought)
        return thought is not None
