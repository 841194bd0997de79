"""Cities read by what is printed on their pieces, without an enrolled box: what was seen, as a described position."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol, cast

import msgspec

from companion.errors import Unusable
from companion.games.catalogue import facet
from vision.geometry.image import BadPicture, Image, Points, read_picture
from vision.names.city import Card, CityReader, CitySeen
from vision.names.letters import LettersMissing
from vision.names.prints import Prints

__all__ = ["SURE", "CitySeen", "Printed", "read_by_names", "seen_object", "unread"]

SURE = 0.85
"""A name less probable than this is counted, and asked about."""


class Printed(Protocol):
    """What this room asks of a game: its facet ``photo``."""

    @staticmethod
    def prints(edition: int) -> dict[str, Any] | None:
        """What can be read of this edition; ``None``: it must be enrolled."""

    @staticmethod
    def named_position(
        cities: Sequence[tuple[str, CitySeen]], wonders: Sequence[str], edition: int
    ) -> tuple[dict[str, Any], list[str]]:
        """The described position, and what a person should look at. Raises ``Unusable``."""


def read_by_names(
    images: Sequence[Path], game: str, edition: int, wonders: Sequence[str] = ()
) -> tuple[dict[str, Any], list[str], list[dict[str, Any]]]:
    """The described position, what a person should look at, and what was seen in each photograph (as JSON objects).

    Raises ``Unusable`` where a picture cannot be read or the game's pieces carry nothing that can be.
    """
    photo = cast("Printed | None", facet(game, "photo"))
    prints = photo.prints(edition) if photo is not None and hasattr(photo, "prints") else None
    if photo is None or prints is None:
        raise Unusable(
            f"edition {edition} of {game} cannot be read without its box: give --box DIR (see companion enrol)"
        )
    reader = CityReader(msgspec.convert(prints, Prints, strict=False))
    cities, seen = [], []
    for path in images:
        try:
            picture: Image = read_picture(path)
            city = reader.read(picture)
        except (BadPicture, LettersMissing) as error:
            raise Unusable(str(error)) from error
        if not city.cards and city.board is None:
            raise Unusable(
                f"{path}: no card of {game} can be read in it; take it from above, so that the names are sharp"
            )
        cities.append((str(path), city))
        seen.append(seen_object(str(path), city))
    position, asked = photo.named_position(cities, wonders, edition)
    return position, asked, seen


def unread(image: str, city: CitySeen) -> list[str]:
    """What could not be read for certain, a line each, to be looked at by a person."""
    asked = []
    for card in city.cards:
        x, y = (round(float(value)) for value in card.quad.mean(0))
        where = f"{image}: the card about ({x}, {y})"
        others = " or ".join(f"{name} ({share:.0%})" for name, share in card.others[:2] if share > 0.02)
        if card.card is None:
            asked.append(f"{where} cannot be read{f': {others}?' if others else ''} It is not counted")
        elif card.probability < SURE:
            rather = f" or {others}" if others else ""
            asked.append(f"{where}: {card.card} ({card.probability:.0%}){rather}? Counted as the first")
    return asked


def seen_object(image: str, city: CitySeen) -> dict[str, Any]:
    """What was seen in a photograph, as a JSON object: ``null`` where something is there and cannot be told."""
    board = city.board
    return {
        "image": image,
        "language": city.language,
        "board": None
        if board is None
        else {
            "wonder": board.name,
            "side": board.side,
            "probability": round(board.sure, 3),
            "stages": board.stages,
            "quad": _quad(city.board_quad),
        },
        "cards": [_card(card) for card in city.cards],
        "pieces": [
            {"kind": one.kind, "value": one.value, "probability": round(one.sure, 3), "quad": _quad(quad)}
            for one, quad in zip(city.rounds, city.round_quads, strict=True)
        ],
    }


def _card(card: Card) -> dict[str, Any]:
    others = [{"card": name, "probability": round(share, 3)} for name, share in card.others]
    return {"card": card.card, "probability": round(card.probability, 3), "quad": _quad(card.quad), "others": others}


def _quad(quad: Points | None) -> list[list[float]] | None:
    return None if quad is None else [[round(float(x), 1), round(float(y), 1)] for x, y in quad]
