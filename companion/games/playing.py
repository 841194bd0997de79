"""Playing whole games without a table, the same way for every game."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from companion.games.vocabulary import MoveT, Order, Playthrough, Policy, SetupT, StateT

Steps = Iterator[tuple[MoveT, StateT]]
"""Each move with the state after it."""


def play_on(
    deal: Order,
    state: Any,
    rng: Random,
    policy: Policy[Any, Any],
    apply: Callable[..., Any],
) -> Iterator[tuple[Any, Any]]:
    """Play on from here to the end: each move with the state after it.

    ``apply``: the game's own. It stops where nothing can be played, which only mistakes can bring about.
    """
    while not state.finished and (choices := deal.choices(state)):
        move = choices[0] if len(choices) == 1 else policy(state, choices, rng)
        deal.done(state, move)
        state = apply(state, move, strict=False)
        yield move, state


def whole_game(setup: SetupT, start: StateT, steps: Steps[MoveT, StateT]) -> Playthrough[SetupT, StateT, MoveT]:
    """The game that these steps make, from its first state on."""
    moves: list[MoveT] = []
    state = start
    for move, after in steps:
        moves.append(move)
        state = after
    return Playthrough(setup, tuple(moves), state)
