"""The printed mats of Architects: outlines of zones and spots, colour columns, stages; the facet ``mats``."""

from companion.art.drawing import regular
from companion.art.palette import MAT_FAINT, MAT_LINE
from companion.art.pen import DASHED, FAINT, SMALL, WORDS, Ink, Pen, arc, ruler, symbol
from companion.games.architects.pictures import OUTLINES, PALETTE
from companion.games.architects.places import (
    CARD,
    CENTRE_MEDAL_SPOTS,
    CITY_COLUMNS,
    CITY_STRIP,
    CONFLICT_SPOTS,
    MEDAL_SPOT,
    MILITARY_RECT,
    MILITARY_SUPPLY_RECT,
    STACK_SPOT,
    central_places,
    seat_places,
    stage_spots,
)
from companion.games.architects.rules.facts import FACTS
from companion.games.mats import MAT_WIDTH, Place
from vision.sighting import Spot

SHEETS = tuple(FACTS.wonders)
"""What a seat's mat can be printed for."""
SEATS = FACTS.table.max_players
SEAT_RULER, CENTRAL_RULER = (38.0, 38.6), (230.0, 282.0)
"""Where the left end of the ruler's base line lies on a seat's mat and on the central one."""


def draw(pen: Pen, mat: int, wonder: str | None = None) -> None:
    """Mat 0 (the central one) or ``seat + 1``, without its markers; ``wonder``: with its stages' outlines."""
    if mat == 0:
        _central(pen)
    else:
        _seat(pen, mat - 1, wonder)


def _spot(pen: Pen, spot: Spot, shape: str) -> None:
    left, top = spot.x - spot.width / 2, spot.y - spot.height / 2
    if shape == "round":
        pen.disc(spot.x, spot.y, spot.width / 2, DASHED)
    elif shape == "octagon":
        pen.polygon(regular(spot.x, spot.y, spot.width / 2 * 1.0824, 8, 22.5), DASHED)
    else:
        pen.box(left, top, spot.width, spot.height, DASHED, spot.width / 2 if shape == "oval" else 3.0)


def _cat_sign(pen: Pen, spot: Spot) -> None:
    """A cat's head, faint, where the pawn stands."""
    x, y, r = spot.x, spot.y, 6.0
    ears = [(x - r, y - r * 1.5), (x - r * 0.3, y - r * 0.9), (x + r * 0.3, y - r * 0.9), (x + r, y - r * 1.5)]
    pen.strip([*ears, *arc(x, y, r * 1.05, -30, 210)[1:], ears[0]], Ink(line=MAT_FAINT, width=0.6))


def _medal(pen: Pen, spot: Spot) -> None:
    """Where a medal of the expansion lies, faint: most tables play without."""
    pen.disc(spot.x, spot.y, spot.width / 2, FAINT)
    pen.words("Medal", spot.x, spot.y + 0.9, SMALL, MAT_FAINT)


def _pile(pen: Pen, place: Place, label: str, note: str) -> None:
    _spot(pen, place.spots[0], "card")
    spot = place.spots[0]
    pen.words(label, spot.x, spot.y - 1, WORDS, MAT_LINE)
    pen.words(note, spot.x, spot.y + 4, SMALL, MAT_LINE)


def _city(pen: Pen) -> None:
    """The colour columns: the first card's outline with the colour's sign, a tick for each further header."""
    pen.strip([(183.5, 5), (183.5, 292)], FAINT)
    for colour, (x, y) in CITY_COLUMNS.items():
        family = PALETTE.families[colour]
        pen.box(x, y, *CARD, DASHED, 3.0)
        symbol(pen, family.symbol, x + CARD[0] / 2, y + 30, 14, MAT_FAINT)
        pen.words(colour.capitalize(), x + CARD[0] / 2, y + 46, WORDS, MAT_LINE)
        limit = 140.0 if colour == "yellow" else 258.0 if colour == "red" else 288.0
        line = y + CARD[1] + CITY_STRIP
        while line < limit:
            pen.strip([(x + 20, line), (x + 35, line)], FAINT)
            line += CITY_STRIP


def _stages(pen: Pen, wonder: str) -> None:
    for number, spot in enumerate(stage_spots(wonder), 1):
        left, top = spot.x - spot.width / 2, spot.y - spot.height / 2
        pen.polygon([(left + x, top + y) for x, y in OUTLINES[f"{wonder}_{number}"]], DASHED)
        pen.words(str(number), spot.x, spot.y + 2.2, 6, MAT_FAINT)


def _seat(pen: Pen, seat: int, wonder: str | None) -> None:
    places = {place.name.rpartition("/")[2]: place for place in seat_places(seat, wonder or next(iter(FACTS.wonders)))}
    area = places["wonder"]
    if wonder is None:
        pen.box(area.x + 3, area.y + 2, area.width - 6, area.height - 2, DASHED, 4.0)
        pen.words("Wonder", area.x + area.width / 2, area.y + area.height / 2, 6, MAT_LINE)
        pen.words("lay its five stages here, the first at the bottom", area.x + area.width / 2, 132, WORDS, MAT_LINE)
    else:
        _stages(pen, wonder)
    pen.words(f"Seat {seat + 1}", 4 if wonder else 8, 48.5, WORDS * 1.2, MAT_LINE, "start")
    if wonder is not None:
        pen.words(wonder.capitalize(), 4, 53.5, SMALL, MAT_LINE, "start")
    for spot in places["progress"].spots:
        _spot(pen, spot, "round")
        pen.words("Progress", spot.x, spot.y + 0.9, SMALL, MAT_FAINT)
    holder = next(
        place for place in seat_places(seat, wonder or next(iter(FACTS.wonders))) if place.name == f"holder/{seat}"
    )
    _pile(pen, holder, "Deck", "face up")
    cat = places["cat"].spots[0]
    _spot(pen, cat, "oval")
    _cat_sign(pen, cat)
    _medal(pen, MEDAL_SPOT)
    x, y, width, height = MILITARY_RECT
    pen.box(x, y, width, height, DASHED, 3.0)
    pen.words("Military victories", x + width / 2, y + height / 2 + 1, SMALL * 1.15, MAT_LINE)
    _city(pen)
    ruler(pen, *SEAT_RULER)


def _central(pen: Pen) -> None:
    places = {place.name: place for place in central_places(len(CONFLICT_SPOTS))}
    pen.words("7 Wonders Architects", MAT_WIDTH / 2, 34, 7, MAT_LINE)
    pen.words("middle of the table", MAT_WIDTH / 2, 41, WORDS, MAT_LINE)
    pen.strip([(60, 52), (360, 52)], FAINT)
    _pile(pen, places["central/deck"], "Central deck", "face down")
    _pile(pen, places["central/discard"], "Discard", "face up")
    _spot(pen, STACK_SPOT, "round")
    pen.words("stack", STACK_SPOT.x, STACK_SPOT.y + 1, SMALL, MAT_LINE)
    for spot in places["central/progress"].spots:
        _spot(pen, spot, "round")
    pen.words("Progress tokens", 263, 89, WORDS, MAT_LINE)
    for number, spot in enumerate(CONFLICT_SPOTS, 1):
        _spot(pen, spot, "octagon")
        pen.words(str(number), spot.x, spot.y + 2.2, 6, MAT_FAINT)
    pen.words("Conflict tokens", 294.5, 168, WORDS, MAT_LINE)
    for spot in CENTRE_MEDAL_SPOTS:
        _medal(pen, spot)
    cat = places["central/cat"].spots[0]
    _spot(pen, cat, "oval")
    _cat_sign(pen, cat)
    x, y, width, height = MILITARY_SUPPLY_RECT
    pen.box(x, y, width, height, DASHED, 4.0)
    pen.words("Military tokens", x + width / 2, y + height / 2 + 1, WORDS, MAT_LINE)
    ruler(pen, *CENTRAL_RULER)
