"""Doubtful cards of one city, told by what all cities of the game show: the box holds so many of each."""

from collections.abc import Mapping
from typing import Final

import msgspec

from companion.games.finished import finished

MOST_OTHERS: Final = 3
"""What else a piece may be: so many are offered at most, the likeliest first."""
CARDS: Final = "cards"
"""The field of which the box holds so many."""


class Doubtful(msgspec.Struct, frozen=True):
    """A card that was not read for certain: what it counts for, and what else it may be (``MOST_OTHERS`` at most).

    ``sure``: nothing else is left that it may be.
    """

    piece: str
    others: tuple[str, ...] = ()
    sure: bool = False


def left_over(game: str, edition: int, players: int, sure: Mapping[str, int]) -> Mapping[str, int]:
    """How many of each card there are beside those that are surely seen in these cities, one a player."""
    told = finished(game)
    if told is None:
        return {}
    if hasattr(told, "copies"):
        there: Mapping[str, int] = told.copies(edition, players)
    else:
        # Where a game does not say, as many as a city can have.
        cards = (field for field in told.fields(edition) if field.name == CARDS)
        there = {piece.id: piece.most for field in cards for piece in field.pieces}
    return {piece: count - sure.get(piece, 0) for piece, count in there.items()}


def told_by(left: Mapping[str, int], card: Doubtful) -> Doubtful:
    """The card without what there is no more of; sure where but one is left of all that it may be."""
    if card.sure or not card.piece:
        return card
    there = [piece for piece in (card.piece, *card.others) if left.get(piece, 1) > 0]
    if not there or len(there) == 1 + len(card.others):
        return card
    return Doubtful(there[0], tuple(there[1:]), len(there) == 1 and len(card.others) < MOST_OTHERS)
