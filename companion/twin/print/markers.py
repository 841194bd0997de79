"""The mats' ArUco markers, drawn as squares: exact at any resolution."""

from functools import cache

import cv2

from companion.games.architects.places import MARKER, MARKER_CORNERS
from companion.twin.print.pen import Ink, Pen

BLACK = "#000000"
_CELLS = 6


@cache
def _dark_runs(marker: int) -> tuple[tuple[int, int, int], ...]:
    """Horizontal runs of dark cells: (row, first column, how many)."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
    cells = cv2.aruco.generateImageMarker(dictionary, marker, _CELLS)
    runs: list[tuple[int, int, int]] = []
    for row in range(_CELLS):
        column = 0
        while column < _CELLS:
            start = column
            while column < _CELLS and cells[row, column] == 0:
                column += 1
            if column > start:
                runs.append((row, start, column - start))
            column += 1
    return tuple(runs)


def draw_marker(pen: Pen, marker: int, x: float, y: float, size: float = MARKER) -> None:
    """One marker of the 4x4_250 dictionary, its black border's top left corner at (x, y)."""
    cell = size / _CELLS
    ink = Ink(fill=BLACK)
    for row, column, count in _dark_runs(marker):
        # A hair of overlap downwards, so that no renderer shows a white seam between rows.
        overlap = 0.02 if row < _CELLS - 1 and (row + 1, column, count) in _dark_runs(marker) else 0.0
        pen.box(x + column * cell, y + row * cell, count * cell, cell + overlap, ink)


def draw_mat_markers(pen: Pen, mat: int) -> None:
    """The four markers of a mat, clockwise from its top left corner."""
    for k, (x, y) in enumerate(MARKER_CORNERS):
        draw_marker(pen, 4 * mat + k, x, y)
