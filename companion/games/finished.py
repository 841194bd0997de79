"""A city at the end of a game as a person tells it, field by field: each game's facet ``finished``.

A field holds pieces, each so many times, or a number; so a photograph, a finger and a correction say the same thing.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple, Protocol, TypeAlias, cast

import msgspec

from companion.games.catalogue import facet, game_named, packages

Told: TypeAlias = Mapping[str, Mapping[str, int]]
"""What is told of a city: by field, how many of each piece; of a number, under ``NUMBER``, how many."""
NUMBER: Final = "n"
"""Under this a number stands."""
FieldName = Literal[
    "wonder",
    "stages",
    "wonders",
    "cards",
    "progress",
    "tokens",
    "coins",
    "military",
    "cat",
    "medals",
    "pawn",
    "free_city",
    "age",
    "turn",
    "standing",
    "laid",
]
MOST_OTHERS: Final = 3
"""What else a piece may be: so many are offered at most, the likeliest first."""
CARDS: Final = "cards"
"""The field of which the box holds so many."""
PieceKind = Literal["board", "stage", "card", "wonder", "token", "worth", "laid", "slot"]


class Lies(NamedTuple):
    """A piece that lies in a place: its face as tableaux speak (empty: it cannot be told), and on which spot.

    ``came``: it did not lie there yet when the place was seen first.
    """

    face: str
    spot: int | None = None
    came: bool = False


class Piece(msgspec.Struct, frozen=True):
    """What may lie in a field: how often at ``most``, and ``of`` which piece of the field ``wonder`` alone.

    ``part``: of a field with many pieces the part in which it is shown, from 1: the age of a card (0: in one).
    ``rare``: of an expansion or a variant, which most do not play.
    """

    id: str
    kind: PieceKind
    most: int = 1
    of: str = ""
    part: int = 0
    rare: bool = False


class Field(msgspec.Struct, frozen=True):
    """Something to be told: ``one`` of its pieces, ``many`` of them, or a ``number`` from ``least`` to ``most``.

    ``shared``: of the table, not of a player. ``rare``: of an expansion or a variant, which most do not play.
    ``among``: its cards are some of those that are told in this field. ``together``: where a game is joined, it is
    asked of all players at once: no camera counts what lies one on another.
    """

    name: FieldName
    kind: Literal["one", "many", "number"]
    pieces: tuple[Piece, ...] = ()
    least: int = 0
    most: int = 0
    shared: bool = False
    rare: bool = False
    among: FieldName | None = None
    together: bool = False


class Finished(Protocol):
    """A game's facet ``finished``."""

    @staticmethod
    def fields(edition: int) -> tuple[Field, ...]:
        """What there is to tell, in the order in which it is shown."""

    @staticmethod
    def position(edition: int, cities: Sequence[Told], table: Told) -> dict[str, Any]:
        """The described position (see ``companion score FILE``); ``table``: what is told of the table."""

    @staticmethod
    def belongs(face: str) -> tuple[FieldName, str, int] | None:
        """Where a recognised face (its id after the game's slash) belongs: field, piece, how many it counts for."""

    # More, where a game has them: ``left_open(faces)``, the fields that the faces seen (how many of each) leave open;
    # ``implied(told)``, what was read and what the rules say lies there with it, though it was not seen;
    # ``copies(edition, players)``, how many of each card there are, where it is more than a city can have;
    # ``missing(position)``, a line for each thing that hangs on cities which are not there;
    # ``DECKS_BESIDE``, whether decks lie face up beside cities; ``BUILT_OVER``, the field whose pieces count where a
    # card sticks out from under them.


def finished(game: str) -> Finished | None:
    """How the end of a game is told; ``None``: this game's cannot be."""
    return cast("Finished | None", facet(game, "finished")) if game in packages() else None


def editions(game: str) -> tuple[int, ...]:
    """The editions of a game; of one that has but one: 1."""
    return getattr(game_named(game), "EDITIONS", (1,))


def many(told: Told, field: FieldName) -> tuple[str, ...]:
    """The pieces of a field, each as often as it is there."""
    return tuple(name for name, count in told.get(field, {}).items() for _ in range(count))


def one(told: Told, field: FieldName) -> str:
    """The piece of a field; empty: none is told."""
    return next(iter(many(told, field)), "")


def number(told: Told, field: FieldName) -> int:
    """The number of a field."""
    return told.get(field, {}).get(NUMBER, 0)


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
