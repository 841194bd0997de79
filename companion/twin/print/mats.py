# ruff: noqa: PLR0917 - coordinates come in their usual order
"""The printed mats: zone and spot outlines, colour columns, markers, a ruler to check the print's scale.

Light in ink: matte grey lines on white. The same drawing serves the printer and the twin's camera.
"""

from functools import cache
from typing import cast

import cv2
import numpy as np
import numpy.typing as npt

from companion.art.drawing import regular
from companion.art.palette import FAMILIES, MAT_FAINT, MAT_LINE
from companion.art.raster import rasterise
from companion.games.architects.places import (
    CARD,
    CITY_COLUMNS,
    CITY_STRIP,
    CONFLICT_SPOTS,
    MAT_HEIGHT,
    MAT_WIDTH,
    MILITARY_RECT,
    MILITARY_SUPPLY_RECT,
    STACK_SPOT,
    central_places,
    seat_places,
    stage_spots,
)
from companion.games.architects.proxies.wonders import STAGES
from companion.games.architects.rules.facts import FACTS
from companion.games.vocabulary import Place, Spot
from companion.twin.print.markers import draw_mat_markers
from companion.twin.print.pen import Ink, Pen, SvgPen, arc

_LINE = Ink(line=MAT_LINE, width=0.35)
_DASHED = Ink(line=MAT_LINE, width=0.35, dash=(2.0, 1.6))
_FAINT = Ink(line=MAT_FAINT, width=0.3)
_WORDS, _SMALL = 3.4, 2.6
RULER = 100.0
SEAT_RULER, CENTRAL_RULER = (38.0, 38.6), (230.0, 282.0)
"""Where the left end of the ruler's base line lies on a seat's mat and on the central one."""


def draw_symbol(pen: Pen, name: str, x: float, y: float, size: float, colour: str) -> None:
    """A card colour's sign around (x, y): diamond, circle, bar, triangle or cross."""
    half = size / 2
    ink = Ink(fill=colour)
    if name == "diamond":
        pen.polygon([(x, y - half), (x + half * 0.8, y), (x, y + half), (x - half * 0.8, y)], ink)
    elif name == "circle":
        pen.disc(x, y, half * 0.85, ink)
    elif name == "bar":
        pen.box(x - half * 0.9, y - half * 0.4, size * 0.9, half * 0.8, ink)
    elif name == "triangle":
        pen.polygon([(x, y - half * 0.85), (x + half, y + half * 0.75), (x - half, y + half * 0.75)], ink)
    else:
        for sign in (-1, 1):
            a, b = half * 0.85, half * 0.85 - size * 0.18
            pen.polygon(
                [(x - sign * a, y - b), (x - sign * b, y - a), (x + sign * a, y + b), (x + sign * b, y + a)], ink
            )


def draw_ruler(pen: Pen, x: float, y: float) -> None:
    """A ruler of 100 mm from (x, y) to the right: measure it to see whether the print is to scale."""
    ink = Ink(line="#606060", width=0.25)
    pen.strip([(x, y), (x + RULER, y)], ink)
    for k in range(11):
        pen.strip([(x + 10 * k, y), (x + 10 * k, y - (2.0 if k % 5 == 0 else 1.2))], ink)
    pen.words("100 mm", x + RULER + 1.5, y, 2.2, "#606060", "start")


def _spot(pen: Pen, spot: Spot, shape: str) -> None:
    left, top = spot.x - spot.width / 2, spot.y - spot.height / 2
    if shape == "round":
        pen.disc(spot.x, spot.y, spot.width / 2, _DASHED)
    elif shape == "octagon":
        pen.polygon(regular(spot.x, spot.y, spot.width / 2 * 1.0824, 8, 22.5), _DASHED)
    else:
        pen.box(left, top, spot.width, spot.height, _DASHED, spot.width / 2 if shape == "oval" else 3.0)


def _cat_sign(pen: Pen, spot: Spot) -> None:
    """A cat's head, faint, where the pawn stands."""
    x, y, r = spot.x, spot.y, 6.0
    ears = [(x - r, y - r * 1.5), (x - r * 0.3, y - r * 0.9), (x + r * 0.3, y - r * 0.9), (x + r, y - r * 1.5)]
    pen.strip([*ears, *arc(x, y, r * 1.05, -30, 210)[1:], ears[0]], Ink(line=MAT_FAINT, width=0.6))


def _pile(pen: Pen, place: Place, label: str, note: str) -> None:
    _spot(pen, place.spots[0], "card")
    spot = place.spots[0]
    pen.words(label, spot.x, spot.y - 1, _WORDS, MAT_LINE)
    pen.words(note, spot.x, spot.y + 4, _SMALL, MAT_LINE)


def _city(pen: Pen) -> None:
    """The colour columns: the first card's outline with the colour's sign, a tick for each further header."""
    pen.strip([(183.5, 5), (183.5, 292)], _FAINT)
    for colour, (x, y) in CITY_COLUMNS.items():
        family = FAMILIES[colour]
        pen.box(x, y, *CARD, _DASHED, 3.0)
        draw_symbol(pen, family.symbol, x + CARD[0] / 2, y + 30, 14, MAT_FAINT)
        pen.words(colour.capitalize(), x + CARD[0] / 2, y + 46, _WORDS, MAT_LINE)
        limit = 140.0 if colour == "yellow" else 258.0 if colour == "red" else 288.0
        line = y + CARD[1] + CITY_STRIP
        while line < limit:
            pen.strip([(x + 20, line), (x + 35, line)], _FAINT)
            line += CITY_STRIP


def _stages(pen: Pen, wonder: str) -> None:
    for number, spot in enumerate(stage_spots(wonder), 1):
        outline, _ = STAGES[f"{wonder}_{number}"]
        left, top = spot.x - spot.width / 2, spot.y - spot.height / 2
        points = [(left + x, top + y) for x, y in outline(spot.width, spot.height)]
        pen.polygon(points, _DASHED)
        pen.words(str(number), spot.x, spot.y + 2.2, 6, MAT_FAINT)


def _seat(pen: Pen, seat: int, wonder: str | None) -> None:
    places = {place.name.rpartition("/")[2]: place for place in seat_places(seat, wonder or next(iter(FACTS.wonders)))}
    area = places["wonder"]
    if wonder is None:
        pen.box(area.x + 3, area.y + 2, area.width - 6, area.height - 2, _DASHED, 4.0)
        pen.words("Wonder", area.x + area.width / 2, area.y + area.height / 2, 6, MAT_LINE)
        pen.words("lay its five stages here, the first at the bottom", area.x + area.width / 2, 132, _WORDS, MAT_LINE)
    else:
        _stages(pen, wonder)
    pen.words(f"Seat {seat + 1}", 4 if wonder else 8, 48.5, _WORDS * 1.2, MAT_LINE, "start")
    if wonder is not None:
        pen.words(wonder.capitalize(), 4, 53.5, _SMALL, MAT_LINE, "start")
    for spot in places["progress"].spots:
        _spot(pen, spot, "round")
        pen.words("Progress", spot.x, spot.y + 0.9, _SMALL, MAT_FAINT)
    holder = next(
        place for place in seat_places(seat, wonder or next(iter(FACTS.wonders))) if place.name == f"holder/{seat}"
    )
    _pile(pen, holder, "Deck", "face up")
    cat = places["cat"].spots[0]
    _spot(pen, cat, "oval")
    _cat_sign(pen, cat)
    x, y, width, height = MILITARY_RECT
    pen.box(x, y, width, height, _DASHED, 3.0)
    pen.words("Military victories", x + width / 2, y + height / 2 + 1, _SMALL * 1.15, MAT_LINE)
    _city(pen)
    draw_ruler(pen, *SEAT_RULER)


def _central(pen: Pen) -> None:
    places = {place.name: place for place in central_places(len(CONFLICT_SPOTS))}
    pen.words("7 Wonders Architects", MAT_WIDTH / 2, 34, 7, MAT_LINE)
    pen.words("middle of the table", MAT_WIDTH / 2, 41, _WORDS, MAT_LINE)
    pen.strip([(60, 52), (360, 52)], _FAINT)
    _pile(pen, places["central/deck"], "Central deck", "face down")
    _pile(pen, places["central/discard"], "Discard", "face up")
    _spot(pen, STACK_SPOT, "round")
    pen.words("stack", STACK_SPOT.x, STACK_SPOT.y + 1, _SMALL, MAT_LINE)
    for spot in places["central/progress"].spots:
        _spot(pen, spot, "round")
    pen.words("Progress tokens", 263, 89, _WORDS, MAT_LINE)
    for number, spot in enumerate(CONFLICT_SPOTS, 1):
        _spot(pen, spot, "octagon")
        pen.words(str(number), spot.x, spot.y + 2.2, 6, MAT_FAINT)
    pen.words("Conflict tokens", 294.5, 168, _WORDS, MAT_LINE)
    cat = places["central/cat"].spots[0]
    _spot(pen, cat, "oval")
    _cat_sign(pen, cat)
    x, y, width, height = MILITARY_SUPPLY_RECT
    pen.box(x, y, width, height, _DASHED, 4.0)
    pen.words("Military tokens", x + width / 2, y + height / 2 + 1, _WORDS, MAT_LINE)
    draw_ruler(pen, *CENTRAL_RULER)


def draw_mat(pen: Pen, mat: int, wonder: str | None = None) -> None:
    """Draw mat 0 (the central one) or ``seat + 1`` with a pen; ``wonder``: with its stages' outlines."""
    if mat == 0:
        _central(pen)
    else:
        _seat(pen, mat - 1, wonder)
    draw_mat_markers(pen, mat)


def mat_svg(mat: int, wonder: str | None = None) -> str:
    """The mat as an SVG document, one unit a millimetre."""
    pen = SvgPen()
    draw_mat(pen, mat, wonder)
    return pen.document(MAT_WIDTH, MAT_HEIGHT)


@cache
def mat_picture(mat: int, px_per_mm: float, wonder: str | None = None) -> npt.NDArray[np.uint8]:
    """The mat in pixels: uint8 height x width x 3, BGR, read-only (297 x 420 mm)."""
    width, height = round(MAT_WIDTH * px_per_mm), round(MAT_HEIGHT * px_per_mm)
    image = cv2.cvtColor(rasterise(mat_svg(mat, wonder), width, height), cv2.COLOR_BGRA2BGR).astype(np.uint8)
    image.setflags(write=False)
    return cast("npt.NDArray[np.uint8]", image)
