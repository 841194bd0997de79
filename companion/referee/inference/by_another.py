"""What a move was if another player made it: all that can be seen lies as it does after this one."""

from collections.abc import Set as AbstractSet
from typing import Any

from companion.games.vocabulary import AnyMove, AnyState, seat_of
from companion.games.watched import Rules
from companion.referee.inference.expected import expectations, same_to_see


def by_another(rules: Rules, state: AnyState, move: AnyMove, seen: AbstractSet[str]) -> tuple[AnyMove, ...]:
    """The legal moves that say the same of another player, after which the same lies in all zones that are ``seen``."""
    if seat_of(move) is None:
        return ()
    said = _whoever(rules, move)
    same = [other for other in rules.legal(state) if _whoever(rules, other) == said]
    lies = _lies_after(rules, state, move) if same else {}
    return tuple(other for other in same if same_to_see(lies, _lies_after(rules, state, other), seen))


def _whoever(rules: Rules, move: AnyMove) -> dict[str, Any]:
    return {key: value for key, value in rules.dump_move(move).items() if key != "seat"}


def _lies_after(rules: Rules, state: AnyState, move: AnyMove) -> dict[str, Any]:
    return expectations(rules.tableau(rules.apply(state, move, strict=False)))
