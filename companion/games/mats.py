"""The sheets of paper that every game's mats are printed on, and the places on them.

A mat is an A3 sheet lying with its long side to the player, with four ArUco markers (4x4_250) in its corners. Mat 0
lies in the middle of the table, mat ``seat + 1`` before a seat. Millimetres from the sheet's top left corner, x right,
y down (towards the player).
"""

from typing import Literal

from vision.sighting import Marker, Mat, Spot, Zone, ZoneKind

MAT_WIDTH, MAT_HEIGHT = 420.0, 297.0
MARKER = 30.0
"""Side of a marker's black border."""
MARKER_CORNERS = ((5.0, 5.0), (385.0, 5.0), (385.0, 262.0), (5.0, 262.0))
"""Top left corners of a mat's four markers, clockwise; ids are ``4 * mat + k``."""


Role = Literal["laid", "printed", "follows", "ready", "stack", "discards", "heap", "track"]
"""How pieces come to lie in a place.

``laid``: moves put cards there. ``printed``: moves turn a piece, or put one, on a printed spot. ``follows``: which
piece lies there, or which side of it up, follows by rule from a move elsewhere. ``ready``: what is played next lies
here face down, once its player has made up his mind. ``stack``: only its top is seen. ``discards``: a stack that some
people keep elsewhere, so that nothing need be seen to come. ``heap``: pieces all alike, counted. ``track``: one piece
that steps.
"""


class Place(Zone, frozen=True):
    """A zone of a mat as the rules know it (mm, from the mat's top left as its player sees it).

    ``role``: how pieces come to lie there. ``seat``: whose side of the table it is; ``None``: the middle, or a deck.
    ``under``: what lies on a spot here lies under the piece on the same spot of that place, and sticks out above it: it
    is told as that piece's face with ``vocabulary.COVERS`` (a wonder that is built). ``piece`` is the whole piece then,
    the spot what is seen of it. ``tally``: the pieces that lie here are told together, as this face and their number
    (``vocabulary.standing``), whatever each shows; of a heap (coins) as the sum of the numbers at the ends of their
    faces.
    """

    piece: tuple[float, float] = (55.0, 80.0)
    role: Role = "laid"
    seat: int | None = None
    under: str = ""
    tally: str = ""


def around(
    name: str,
    mat: int,
    spots: tuple[Spot, ...],
    faces: tuple[str, ...],
    role: Role,
    *,
    kind: ZoneKind = "spots",
    seat: int | None = None,
    piece: tuple[float, float] | None = None,
    under: str = "",
    tally: str = "",
) -> Place:
    """A place of printed spots: the rectangle around them."""
    left, right = min(spot.x - spot.width / 2 for spot in spots), max(spot.x + spot.width / 2 for spot in spots)
    top, bottom = min(spot.y - spot.height / 2 for spot in spots), max(spot.y + spot.height / 2 for spot in spots)
    size = piece or (spots[0].width, spots[0].height)
    return Place(name, mat, kind, left, top, right - left, bottom - top, size, spots, faces, role, seat, under, tally)


def sheets(count: int) -> tuple[Mat, ...]:
    """So many mats with their markers, the central one first."""
    return tuple(
        Mat(mat, MAT_WIDTH, MAT_HEIGHT, tuple(Marker(4 * mat + k, *at, MARKER) for k, at in enumerate(MARKER_CORNERS)))
        for mat in range(count)
    )
