"""Moves as JSON objects (docs/moves.md) and back: ``parse_move(dump_move(move)) == move``."""

from typing import Any

from companion.games.reading import check_known, read_move, write_move
from companion.games.seven_wonders.rules.facts import CARDS
from companion.games.seven_wonders.rules.moves import UNSEEN, BuildStage, Decline, Discard, Hand, Move

dump_move = write_move
_KNOWN = tuple(dict.fromkeys(card.id for card in CARDS))
"""The cards of every edition: a move does not say which is played."""


def parse_move(obj: Any) -> Move:
    """The move that a JSON object means. Raises ``UnknownMoveError`` for unknown keys, types, cards, resources."""
    move: Move = read_move(obj, Move)
    if isinstance(move, Hand):
        for card in move.cards:
            check_known("card", card, _KNOWN)
    elif not isinstance(move, Decline) and not (isinstance(move, BuildStage | Discard) and move.card == UNSEEN):
        check_known("card", move.card, _KNOWN)
    return move
