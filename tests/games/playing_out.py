"""A position played on to its end."""

from random import Random
from typing import Any

from companion.games.vocabulary import Game


def played_out(rules: Game, state: Any, rng: Random) -> Any:
    """The end of a game that goes on from here with any deal that agrees with it, and any legal moves."""
    for _, after in rules.steps(rules.imagine(state, rng), state, rng, rules.POLICIES["random"]):
        state = after
    return state
