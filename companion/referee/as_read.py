"""A game that is about to be joined, as its table was read: what everybody is shown while people look it over."""

from typing import NamedTuple, Self

from companion.games.vocabulary import AnyState, InvalidSetup
from companion.games.watched import Rules
from companion.referee.joining import as_read
from companion.referee.session import Session


class AsRead(NamedTuple):
    """The game as it would go on; ``over``: it is not."""

    rules: Rules
    state: AnyState
    over: bool = False

    @classmethod
    def of(cls, session: Session) -> Self:
        """What was read, city by city; what cannot lie at any table is not shown."""
        game = session.game
        try:
            state = game.rules.begin(game.rules.parse_setup(as_read(game, session.joining)))
        except InvalidSetup:
            state = game.state
        return cls(game.rules, state)
