"""The sheets of paper that every game's mats are printed on.

A mat is an A3 sheet lying with its long side to the player, with four ArUco markers (4x4_250) in its corners. Mat 0
lies in the middle of the table, mat ``seat + 1`` before a seat. Millimetres from the sheet's top left corner, x right,
y down (towards the player).
"""

from companion.games.vocabulary import Marker, Mat

MAT_WIDTH, MAT_HEIGHT = 420.0, 297.0
MARKER = 30.0
"""Side of a marker's black border."""
MARKER_CORNERS = ((5.0, 5.0), (385.0, 5.0), (385.0, 262.0), (5.0, 262.0))
"""Top left corners of a mat's four markers, clockwise; ids are ``4 * mat + k``."""


def sheets(count: int) -> tuple[Mat, ...]:
    """So many mats with their markers, the central one first."""
    return tuple(
        Mat(mat, MAT_WIDTH, MAT_HEIGHT, tuple(Marker(4 * mat + k, *at, MARKER) for k, at in enumerate(MARKER_CORNERS)))
        for mat in range(count)
    )
