"""What a table may be where nobody knows whose turn it is: each way, until what is done next tells which it was.

A wonder that nobody has read may give another turn, or a choice. Its builder plays on, or the other player does.
"""

from collections.abc import Iterable

from msgspec.structs import replace

from companion.games.duel.rules.state import State


def possible(state: State) -> tuple[State, ...]:
    """Every way the table may be, likeliest first: one, unless nobody knows whose turn it is."""
    return (replace(state, otherwise=()), *state.otherwise) if state.otherwise else (state,)


def one_of(states: Iterable[State]) -> State:
    """The table that is one of these, likeliest first."""
    first, *others = dict.fromkeys(way for state in states for way in possible(state))
    return replace(first, otherwise=tuple(others)) if others else first
