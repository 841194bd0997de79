"""The printed mats of any game: light in ink, matte grey lines on white, markers, a ruler to check the print's scale.

The same drawing serves the printer and the twin's camera. A game with a facet ``mats`` draws its own sheets; of any
other the places' outlines are drawn, with their names.
"""

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any, cast

import cv2
import numpy as np
import numpy.typing as npt

from companion.art.palette import MAT_LINE
from companion.art.pen import DASHED, SMALL, Pen, SvgPen, ruler
from companion.art.raster import rasterise
from companion.games.catalogue import facet
from companion.games.mats import MAT_HEIGHT, MAT_WIDTH, Place
from companion.games.watched import watched
from companion.print.markers import draw_mat_markers
from vision.sighting import Spot

_RULER = (160.0, 290.0)
"""Where the left end of the ruler's base line lies on a mat of outlines: between the two lower markers."""


def sheets_of(game: str) -> tuple[str, ...]:
    """What a seat's mat can be printed for (a wonder), where a game draws such sheets."""
    drawn = cast("Any", facet(game, "mats"))
    return () if drawn is None else tuple(drawn.SHEETS)


def nominal_places(game: str, seats: int) -> tuple[Place, ...]:
    """Where pieces lie at a table with at least so many seats. Raises ``Unusable`` where no camera watches it."""
    known = watched(game)
    players = min((count for count in known.PLAYERS if count >= seats), default=known.PLAYERS[-1])
    return known.places(known.begin(known.TWIN.deal(players, Random(0)).setup))


def draw_mat(pen: Pen, game: str, mat: int, sheet: str | None, places: Sequence[Place]) -> None:
    """Draw mat 0 (the central one) or ``seat + 1`` with a pen; ``sheet``: one of ``sheets_of``.

    ``places``: where pieces lie, for a game that draws no mats of its own.
    """
    own = cast("Any", facet(game, "mats"))
    if own is not None:
        own.draw(pen, mat, sheet)
    else:
        _outlines(pen, [place for place in places if place.mat == mat])
    draw_mat_markers(pen, mat)


def _outlines(pen: Pen, places: Sequence[Place]) -> None:
    for place in places:
        name = place.name.rpartition("/")[2]
        if place.kind == "spread":
            pen.box(place.x, place.y, place.width, place.height, DASHED, 3.0)
            pen.words(name, place.x + place.width / 2, place.y + place.height / 2, SMALL, MAT_LINE)
        for spot in place.spots:
            _spot(pen, spot)
            pen.words(name, spot.x, spot.y + SMALL / 3, SMALL, MAT_LINE)
    ruler(pen, *_RULER)


def _spot(pen: Pen, spot: Spot) -> None:
    if spot.width == spot.height:
        pen.disc(spot.x, spot.y, spot.width / 2, DASHED)
    else:
        pen.box(spot.x - spot.width / 2, spot.y - spot.height / 2, spot.width, spot.height, DASHED, 3.0)


@cache
def mat_picture(
    game: str, mat: int, px_per_mm: float, sheet: str | None = None, places: tuple[Place, ...] = ()
) -> npt.NDArray[np.uint8]:
    """The mat in pixels: uint8 height x width x 3, BGR, read-only (297 x 420 mm)."""
    pen = SvgPen()
    draw_mat(pen, game, mat, sheet, places)
    width, height = round(MAT_WIDTH * px_per_mm), round(MAT_HEIGHT * px_per_mm)
    svg = pen.document(MAT_WIDTH, MAT_HEIGHT)
    image = cv2.cvtColor(rasterise(svg, width, height), cv2.COLOR_BGRA2BGR).astype(np.uint8)
    image.setflags(write=False)
    return cast("npt.NDArray[np.uint8]", image)
