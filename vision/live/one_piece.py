"""A card that lies where two players' regions overlap is read in both: it is one piece, and has one track.

Whose it is the rules tell (``companion.referee.inference.whose``), not the camera.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from vision.geometry.plane import Plane
from vision.live.memory import MatMemory
from vision.live.pieces import Piece
from vision.sighting import Zone

_SAME_MM = 6.0
"""The middles of one piece, read on two sheets; two cards of a column lie at least 10 mm apart."""


class Seen(NamedTuple):
    """A sheet: where it lies, its zones, and what is remembered of it."""

    plane: Plane
    zones: Sequence[Zone]
    memory: MatMemory


def number_as_one(sheet: int, lying: Mapping[int, Seen]) -> None:
    """Give each piece of this sheet's cities that lies in another one's, too, the older of both tracks.

    ``lying``: every sheet, by its number.
    """
    mine, others = lying[sheet], [one for number, one in lying.items() if number != sheet]
    cities = [zone for zone in mine.zones if zone.kind == "spread" and mine.memory.pieces.get(zone.name)]
    if not cities:
        return
    known = [there for other in others for there in _reaching(other, mine, cities)]
    if not known:
        return
    for zone in cities:
        mine.memory.pieces[zone.name] = tuple(_numbered(piece, known) for piece in mine.memory.pieces[zone.name])


def _reaching(other: Seen, mine: Seen, cities: Sequence[Zone]) -> Iterator[tuple[float, float, int]]:
    """The pieces of another sheet's cities that lie in these: their middles (mm on this sheet) and tracks."""
    pieces = [
        piece for zone in other.zones if zone.kind == "spread" for piece in other.memory.pieces.get(zone.name, ())
    ]
    if not pieces:
        return
    points = mine.plane.millimetres(other.plane.pixels([(piece.pose.x, piece.pose.y) for piece in pieces]))
    for piece, (x, y) in zip(pieces, points.tolist(), strict=True):
        if any(zone.x <= x <= zone.x + zone.width and zone.y <= y <= zone.y + zone.height for zone in cities):
            yield x, y, piece.track


def _numbered(piece: Piece, known: Sequence[tuple[float, float, int]]) -> Piece:
    apart = np.hypot(*(np.array([one[:2] for one in known]) - (piece.pose.x, piece.pose.y)).T)
    nearest = int(apart.argmin())
    older = apart[nearest] < _SAME_MM and known[nearest][2] < piece.track
    return replace(piece, track=known[nearest][2]) if older else piece
