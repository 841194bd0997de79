"""What ``check`` lines can ask of Duel beside ``score`` and ``state``, which all games have."""

from typing import Any

from companion.games.duel.rules.facts import FACTS
from companion.games.duel.rules.military import shields
from companion.games.duel.rules.say import token_ids, wonder_ids
from companion.games.duel.rules.science import symbols
from companion.games.duel.rules.state import State
from companion.games.vocabulary import Check, of_seat


def _coins(state: State, seat: int) -> int:
    return state.cities[seat].coins


def _shields(state: State, seat: int) -> int:
    return shields(state.cities[seat])


def _symbols(state: State, seat: int) -> dict[str, int]:
    return symbols(state.cities[seat])


def _progress(state: State, seat: int) -> list[str]:
    return list(token_ids(state.cities[seat].tokens))


def _wonders(state: State, seat: int) -> list[str]:
    return list(wonder_ids(state.cities[seat].built))


def _pawn(state: State, seat: int | None) -> int:
    """Towards seat 1's capital; asked for a seat: how far it is ahead."""
    return -state.pawn if seat == 1 else state.pawn


def _age(state: State, seat: int | None) -> int:  # noqa: ARG001 - a Check's signature
    return state.age


def _to_move(state: State, seat: int | None) -> int | None:  # noqa: ARG001 - a Check's signature
    return None if state.finished else state.to_move


def _loot(state: State, seat: int | None) -> Any:
    """How many loot tokens are left on the track; asked for a seat: those that it can still take."""
    zones = len(FACTS.table.zones)
    if seat is None:
        return state.loot.bit_count()
    return (state.loot >> zones * seat & (1 << zones) - 1).bit_count()


CHECKS: dict[str, Check[State]] = {
    "coins": of_seat(_coins),
    "shields": of_seat(_shields),
    "symbols": of_seat(_symbols),
    "progress": of_seat(_progress),
    "wonders": of_seat(_wonders),
    "pawn": _pawn,
    "loot": _loot,
    "age": _age,
    "to_move": _to_move,
}
"""Name to what it is now: ``shields`` are those printed in a city, ``pawn`` counts towards seat 1's capital."""
