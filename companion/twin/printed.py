"""What is printed on a table: the mats, which sheet lies in front of whom; or the corner tags alone."""

from typing import Any

from companion.games.layout import TAGS
from companion.games.watched import watched
from companion.print.mats import mat_picture, sheets_of
from companion.print.tags import tag_picture
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


def corner_tags(mats: int) -> MatArt:
    """Nothing but the corner tags, the last of so many; the parts of the table are bare (``arrange_open``)."""
    first = mats - len(TAGS)

    def mat_art(mat: int) -> Image | None:
        return tag_picture(TAGS[mat - first], _PX_PER_MM) if mat >= first else None

    return mat_art
