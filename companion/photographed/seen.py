"""What is seen in one photograph: pieces by their faces, and what could not be read for certain."""

from collections import Counter
from typing import NamedTuple

from vision.stills.photograph import Found

SURE = 0.97
"""A name that is less likely than this is counted, and asked about: probabilities are calibrated (docs/eyes.md)."""


class City(NamedTuple):
    """One player's photograph: its name and the pieces seen in it."""

    image: str
    pieces: tuple[Found, ...]


def questions(city: City) -> list[str]:
    """What could not be read for certain, one line a piece, to be looked at by a person."""
    asked = []
    for piece in city.pieces:
        x, y = (round(float(value)) for value in piece.quad.mean(0))
        where = f"{city.image}: the piece about ({x}, {y})"
        if not piece.faces:
            asked.append(f"{where} is none of the enrolled faces, or cannot be read: it is not counted")
        elif piece.faces[0].probability < SURE:
            likely = " or ".join(f"{one.face} ({one.probability:.0%})" for one in piece.faces[:2])
            asked.append(f"{where}: {likely}? Counted as the first")
    return asked


def seen(city: City, game: str) -> Counter[str]:
    """How many of each face of a game were seen, by the ids after the game's slash."""
    faces = (piece.faces[0].face for piece in city.pieces if piece.faces)
    return Counter(face.removeprefix(f"{game}/") for face in faces)
