"""Moves as JSON objects (docs/moves.md) and back: ``parse_move(dump_move(move)) == move``."""

from typing import Any

from companion.games.reading import check_known, read_move, write_move
from companion.games.seven_wonders.rules.facts import CARDS
from companion.games.seven_wonders.rules.moves import UNSEEN, Build, BuildStage, Decline, Discard, Hand, Move
from companion.games.vocabulary import UnknownMoveError

dump_move = write_move
_KNOWN = tuple(dict.fromkeys(card.id for card in CARDS))
"""The cards of every edition: a move does not say which is played."""


def parse_move(obj: Any) -> Move:
    """The move that a JSON object means. Raises ``UnknownMoveError`` for unknown keys, types, cards, resources."""
    move: Move = read_move(obj, Move)
    if isinstance(move, Hand):
        for card in move.cards:
            check_known("card", card, _KNOWN)
    elif isinstance(move, Build) and move.among is not None:
        _check_among(move.card, move.among)
    elif not isinstance(move, Decline) and not (isinstance(move, BuildStage | Discard) and move.card == UNSEEN):
        check_known("card", move.card, _KNOWN)
    return move


def _check_among(card: str, among: tuple[str, ...]) -> None:
    """Of a building that nobody has read it is said which it may be. Raises ``UnknownMoveError``."""
    if card != UNSEEN or not among:
        raise UnknownMoveError(
            f"among: the cards that a building {UNSEEN} may be; of one that has a name it is not said"
        )
    for one in among:
        check_known("card", one, _KNOWN)
