"""Greedy players against random ones."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any


def greedy_wins(
    rules: Any, games: int, dealt: Callable[[int, Random], tuple[Any, Any]], steps: Callable[..., Iterator[Any]]
) -> float:
    """How many of so many games between two the greedy player wins; half a win for a tie.

    ``dealt``: the deal and the first state of a game; each player sits in either seat and begins as often.
    """
    wins = 0.0
    for game in range(games):
        rng = Random(game)
        deal, state = dealt(game, rng)
        greedy = game // 2 % 2

        def choose(now: Any, moves: Any, chance: Random, greedy: int = greedy) -> Any:
            return rules.POLICIES["greedy" if now.to_move == greedy else "random"](now, moves, chance)

        for _, after in steps(deal, state, rng, choose):
            state = after
        winners = rules.scores(state).winners
        wins += (greedy in winners) / len(winners)
    return wins
