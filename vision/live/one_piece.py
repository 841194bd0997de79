"""A card that lies where two players' regions overlap is read in both: it is one piece, and has one track.

Whose it is the rules tell (``companion.referee.inference.whose``), not the camera.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from vision.geometry.image import Points
from vision.geometry.plane import Plane
from vision.geometry.quads import overlap
from vision.live.memory import MatMemory
from vision.live.pieces import Piece
from vision.sighting import Zone

_SAME_MM = 6.0
"""The middles of one piece, read on two sheets; two cards of a column lie at least 10 mm apart."""


_CUT_MM = 25.0
"""The same where one sheet shows a part of it only, so that it is said to lie where it does not: a third of a card's
length. Cards of two players do not lie on each other."""
_PART = 0.35
"""Share of a card that lies on one of the same face of the other sheet where one of both sheets ends within the card: a
whole card is made there of the part that is left on it, up to half a card beside."""


class Seen(NamedTuple):
    """A sheet: where it lies, its zones, and what is remembered of it."""

    plane: Plane
    zones: Sequence[Zone]
    memory: MatMemory


class _There(NamedTuple):
    """A piece of another sheet, which lies as ``plane`` says: its middle (mm on this one).

    ``cut``: it is cut off by the edge of its own sheet.
    """

    x: float
    y: float
    piece: Piece
    plane: Plane
    cut: bool


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
        mine.memory.pieces[zone.name] = tuple(
            _numbered(piece, mine.plane, known) for piece in mine.memory.pieces[zone.name]
        )


def _reaching(other: Seen, mine: Seen, cities: Sequence[Zone]) -> Iterator[_There]:
    """The pieces of another sheet's cities that lie in these, or hardly beyond."""
    pieces = [
        piece for zone in other.zones if zone.kind == "spread" for piece in other.memory.pieces.get(zone.name, ())
    ]
    if not pieces:
        return
    points = mine.plane.millimetres(other.plane.pixels([(piece.pose.x, piece.pose.y) for piece in pieces]))
    for piece, (x, y) in zip(pieces, points.tolist(), strict=True):
        if any(
            zone.x - _CUT_MM <= x <= zone.x + zone.width + _CUT_MM
            and zone.y - _CUT_MM <= y <= zone.y + zone.height + _CUT_MM
            for zone in cities
        ):
            yield _There(x, y, piece, other.plane, _is_cut(piece, other.plane))


def _numbered(piece: Piece, plane: Plane, known: Sequence[_There]) -> Piece:
    cut = _is_cut(piece, plane)
    near = [
        (apart, one.piece.track)
        for one in known
        if (apart := float(np.hypot(one.x - piece.pose.x, one.y - piece.pose.y))) < _SAME_MM
        or (
            one.piece.face == piece.face is not None
            and ((apart < _CUT_MM and (cut or one.cut)) or _is_part(piece, plane, one))
        )
    ]
    track = min(near, default=(0.0, piece.track))[1]
    return replace(piece, track=track) if track < piece.track else piece


def _is_part(piece: Piece, plane: Plane, other: _There) -> bool:
    """Whether one of both lies on the other, and beyond the edge of the other's sheet, which has read a part of it."""
    mine, theirs = piece.pose.quad(), other.piece.pose.quad()
    here = plane.millimetres(other.plane.pixels(theirs))
    ends = _beyond(here, plane) or _beyond(other.plane.millimetres(plane.pixels(mine)), other.plane)
    return ends and overlap(np.array(mine), here) > _PART


def _is_cut(piece: Piece, plane: Plane) -> bool:
    """Whether a piece is said to reach beyond its sheet."""
    return _beyond(np.array(piece.pose.quad()), plane)


def _beyond(corners: Points, plane: Plane) -> bool:
    """Whether some of these points (mm) lie beyond a sheet's edge."""
    width, height = plane.size
    return bool((corners < 0).any() or (corners > (width, height)).any())
