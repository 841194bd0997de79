"""Moves as JSON objects (docs/moves.md) and back: ``parse_move(dump_move(move)) == move``."""

from typing import Any

import msgspec

from companion.games.common import UnknownMoveError
from companion.games.seven_wonders.facts import FACTS
from companion.games.seven_wonders.moves import UNSEEN, BuildStage, Decline, Discard, Hand, Move


def dump_move(move: Move) -> dict[str, Any]:
    """A move as the JSON object that files and messages hold; what is not said is left out."""
    obj = msgspec.to_builtins(move)
    return {key: list(value) if isinstance(value, tuple) else value for key, value in obj.items() if value is not None}


def parse_move(obj: Any) -> Move:
    """The move that a JSON object means. Raises ``UnknownMoveError`` for unknown keys, types, cards, resources."""
    try:
        move: Move = msgspec.convert(obj, Move)
    except msgspec.ValidationError as error:
        raise UnknownMoveError(f"not a move: {error}") from None
    if isinstance(move, Hand):
        for card in move.cards:
            _known(card)
    elif not isinstance(move, Decline) and not (isinstance(move, BuildStage | Discard) and move.card == UNSEEN):
        _known(move.card)
    return move


def _known(card: str) -> None:
    if card not in FACTS.index:
        raise UnknownMoveError(f"no card {card!r}: known are {', '.join(FACTS.index)}")
