"""The printed mats of a table: which sheet lies in front of whom."""

from typing import Any

from companion.games.watched import watched
from companion.print.mats import mat_picture, sheets_of
from companion.twin.canvas import MatArt
from vision.geometry.image import Image

_PX_PER_MM = 3.0
"""Finer than the canvas, so that turning a sheet keeps its lines."""


def printed_mats(game: str, state: Any) -> MatArt:
    """The mats that companion prints, each seat's for its own wonder where the game has such sheets."""
    known, sheets = watched(game), sheets_of(game)
    places = () if sheets else known.places(state)

    def mat_art(mat: int) -> Image:
        own = known.wonders(state, mat - 1) if mat else ()
        return mat_picture(game, mat, _PX_PER_MM, next((name for name in own if name in sheets), None), places)

    return mat_art
