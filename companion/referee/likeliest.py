"""Which move has been the likeliest, and for how long."""

from typing import Any

from companion.referee.game import LiveGame
from companion.referee.inference.belief import Belief
from companion.referee.inference.pieces import without_faces


class Likeliest:
    """The move that is the likeliest after those that were accepted, whatever piece it shows."""

    def __init__(self) -> None:
        self._move: tuple[int, dict[str, Any]] | None = None
        self._since = 0.0

    def stands(self, game: LiveGame, belief: Belief) -> float:
        """For how many seconds (of frame time) the same one has been."""
        moves = belief.ranked[0][0].moves if belief.ranked else ()
        # What is asked meanwhile makes it no less likely.
        move = (len(game.fold.played), without_faces(game.rules, moves[0])) if moves else None
        if move != self._move:
            self._move, self._since = move, game.observed.exposed
        return game.observed.exposed - self._since if move is not None else 0.0
