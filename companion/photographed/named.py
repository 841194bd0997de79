"""A city read by what is printed on its pieces, without an enrolled box."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Protocol, cast

import msgspec
import numpy as np

from companion.games.catalogue import facet
from companion.games.finished import CARDS, FieldName
from companion.photographed.marks import Guess, Mark, corners, likely
from vision.geometry.image import Image
from vision.names.city import Card, CityReader, CitySeen
from vision.names.prints import Prints
from vision.stills.in_the_way import reaches_in

_SURE: Final = 0.85
"""A name, side or token less probable than this is counted, and asked about."""


class Printed(Protocol):
    """What this room asks of a game: its facet ``photo``."""

    @staticmethod
    def prints(edition: int) -> dict[str, Any] | None:
        """What can be read of this edition; ``None``: it must be enrolled."""


def prints_of(game: str, edition: int) -> dict[str, Any] | None:
    """What can be read of a game's edition without its box; ``None``: nothing."""
    photo = cast("Printed | None", facet(game, "photo"))
    return photo.prints(edition) if photo is not None and hasattr(photo, "prints") else None


def by_names(picture: Image, prints: Mapping[str, Any]) -> tuple[list[Guess], tuple[FieldName, ...]]:
    """What lies there (corners in pixels), and the fields that these pieces cannot tell."""
    printed = msgspec.convert(prints, Prints, strict=False)
    city = CityReader(printed).read(picture)
    return [*map(_card, city.cards), *_board(city, printed), *_rounds(city)], tuple(_unseen(city))


def over_names(picture: Image, guesses: Sequence[Guess], prints: Mapping[str, Any]) -> bool:
    """Whether something that is no piece reaches in over the city whose pieces these are."""
    quads = [np.array(guess.mark.quad) for guess in guesses if guess.mark.quad]
    cards = (guess.mark.quad for guess in guesses if guess.mark.field == CARDS and guess.mark.quad)
    wide = [float(np.hypot(*np.subtract(quad[1], quad[0]))) for quad in cards]
    return bool(wide) and reaches_in(picture, quads, quads, float(np.median(wide)) / prints["card"])


def _card(card: Card) -> Guess:
    mark = Mark(
        corners(card.quad),
        "cards",
        card.card or "",
        sure=card.card is not None and card.probability >= _SURE,
        others=likely(card.others, but=card.card),
    )
    return Guess(mark, ((card.card, card.probability), *card.others) if card.card is not None else ())


def _board(city: CitySeen, prints: Prints) -> Iterator[Guess]:
    board = city.board
    if board is None or city.board_quad is None:
        return
    sides = {prints.ground.day, prints.ground.night}
    other = next(f"{board.name} {side}" for side in sides if side != board.side)
    alone = len(city.boards) == 1
    shares = ((f"{board.name} {board.side}", board.sure), (other, 1 - board.sure)) if alone else ()
    others = (other, *(f"{name} {side}" for name in city.boards[1:] for side in sorted(sides)))
    sure = board.sure >= _SURE and alone
    yield Guess(
        Mark(corners(city.board_quad), "wonder", f"{board.name} {board.side}", sure=sure, others=others), shares
    )
    if board.stages is not None:
        yield Guess(Mark((), "stages", "", count=board.stages))


def _rounds(city: CitySeen) -> Iterator[Guess]:
    for piece, quad in zip(city.rounds, city.round_quads, strict=True):
        sure = piece.sure >= _SURE and piece.value is not None
        if piece.kind == "coin":
            yield Guess(Mark(corners(quad), "coins", "", count=piece.value or 0, sure=sure))
        elif piece.value is None:
            yield Guess(Mark(corners(quad), "tokens", "", sure=False))
        else:
            worth = str(piece.value)
            yield Guess(Mark(corners(quad), "tokens", worth, sure=sure), ((worth, piece.sure), ("", 1 - piece.sure)))


def _unseen(city: CitySeen) -> Iterator[FieldName]:
    if city.board is None:
        yield from ("wonder", "stages", "coins", "tokens")
        return
    if city.board.stages is None:
        yield "stages"
    # A painted coin is doubted as all are together: how many are there?
    if any(one.kind == "coin" and (one.sure < _SURE or one.value is None) for one in city.rounds):
        yield "coins"
