"""The printed mats of Duel: outlines of spots; of the structure, whose cards overlap, only where its rows begin."""

from companion.art.palette import MAT_FAINT, MAT_LINE
from companion.art.pen import DASHED, FAINT, SMALL, WORDS, Pen, ruler
from companion.games.duel.places import CARD, CITY_COLUMNS, PLACES
from companion.games.mats import Place
from vision.sighting import Spot

SHEETS: tuple[str, ...] = ()
"""Every seat's mat is the same."""
_RULERS = ((160.0, 294.0), (240.0, 294.5))
_CORNER = 4.0
"""mm of the corners drawn where a card of the structure lies."""


def draw(pen: Pen, mat: int, sheet: str | None = None) -> None:  # noqa: ARG001 - as every game's
    """Mat 0 (the board and the structure) or ``seat + 1``, without its markers."""
    for place in PLACES:
        if place.mat == mat:
            _place(pen, place)
    if mat:
        for colour, (x, y) in CITY_COLUMNS.items():
            pen.box(x, y, *CARD, DASHED, 3.0)
            pen.words(colour.capitalize(), x + CARD[0] / 2, y + 40, WORDS, MAT_LINE)
    ruler(pen, *_RULERS[min(mat, 1)])


def _place(pen: Pen, place: Place) -> None:
    name = place.name.rpartition("/")[2]
    for spot in place.spots:
        if place.kind == "slot":
            _corners(pen, spot)
        elif place.kind == "track" or spot.width == spot.height:
            pen.disc(spot.x, spot.y, spot.width / 2, DASHED)
        else:
            pen.box(spot.x - spot.width / 2, spot.y - spot.height / 2, spot.width, spot.height, DASHED, 3.0)
            pen.words(name.capitalize(), spot.x, spot.y + SMALL / 3, SMALL, MAT_FAINT)


def _corners(pen: Pen, spot: Spot) -> None:
    """The upper corners of a card: what shows of it when the next row lies on it."""
    left, right = spot.x - spot.width / 2, spot.x + spot.width / 2
    top = spot.y - spot.height / 2
    pen.strip([(left, top + _CORNER), (left, top), (left + _CORNER, top)], FAINT)
    pen.strip([(right - _CORNER, top), (right, top), (right, top + _CORNER)], FAINT)
