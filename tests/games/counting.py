"""Counting the ways to play on (what chess programmers call perft), in any game of the catalogue."""

from typing import Any

from companion.games.vocabulary import Game


def ways(game: Game, state: Any, depth: int) -> int:
    """How many different sequences of this many legal moves there are; a sequence that ends the game sooner is one."""
    moves = game.legal(state)
    if not moves:
        return 1
    return len(moves) if depth == 1 else sum(ways(game, game.apply(state, move), depth - 1) for move in moves)
