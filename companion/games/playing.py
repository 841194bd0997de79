"""Playing whole games without a table, the same way for every game."""

from collections.abc import Callable, Iterator, Sequence
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


def random_policy(state: Any, moves: Sequence[MoveT], rng: Random) -> MoveT:  # noqa: ARG001 - a Policy's signature
    """Any of the moves, all alike."""
    return rng.choice(moves)


def greedy(worth: Callable[[StateT, MoveT], float]) -> Policy[StateT, MoveT]:
    """The policy that plays the move that is worth most now, any one of them where several are."""

    def policy(state: StateT, moves: Sequence[MoveT], rng: Random) -> MoveT:
        return max(moves, key=lambda move: (worth(state, move), rng.random()))

    return policy


def whole_game(setup: SetupT, start: StateT, steps: Steps[MoveT, StateT]) -> Playthrough[SetupT, StateT, MoveT]:
    """The game that these steps make, from its first state on."""
    moves: list[MoveT] = []
    state = start
    for move, after in steps:
        moves.append(move)
        state = after
    return Playthrough(setup, tuple(moves), state)
