"""The mats' ArUco markers, drawn as squares: exact at any resolution."""

from functools import cache

import cv2

from companion.art.pen import Ink, Pen
from companion.games.mats import MARKER, MARKER_CORNERS

_CELLS = 6
_BLACK, _WHITE = Ink(fill="#000000"), Ink(fill="#ffffff")
_SEAM = 0.1


@cache
def _white_cells(marker: int) -> frozenset[tuple[int, int]]:
    """Rows and columns of the marker's white cells, its black border counted."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
    cells = cv2.aruco.generateImageMarker(dictionary, marker, _CELLS)
    return frozenset((row, column) for row in range(_CELLS) for column in range(_CELLS) if cells[row, column])


def draw_marker(pen: Pen, marker: int, x: float, y: float, size: float = MARKER) -> None:
    """One marker of the 4x4_250 dictionary, its black border's top left corner at (x, y)."""
    cell = size / _CELLS
    white = _white_cells(marker)
    pen.box(x, y, size, size, _BLACK)
    for row, column in sorted(white):
        left, top = x + column * cell, y + row * cell
        pen.box(left, top, cell, cell, _WHITE)
        # Neighbours are bridged: a renderer that smooths edges would show a grey seam between them.
        if (row, column + 1) in white:
            pen.box(left + cell - _SEAM, top, 2 * _SEAM, cell, _WHITE)
        if (row + 1, column) in white:
            pen.box(left, top + cell - _SEAM, cell, 2 * _SEAM, _WHITE)


def draw_mat_markers(pen: Pen, mat: int) -> None:
    """The four markers of a mat, clockwise from its top left corner."""
    for k, (x, y) in enumerate(MARKER_CORNERS):
        draw_marker(pen, 4 * mat + k, x, y)
