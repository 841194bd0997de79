"""Where the printed mats lie on a table of 2 to 7 players.

Table coordinates are millimetres as the camera sees them: x right, y down, angles in degrees clockwise.
The central mat lies in the middle; seats go clockwise as seen from above, each mat's long bottom edge
towards its player.
"""

import math
from itertools import combinations
from random import Random

import cv2
import msgspec

from companion.games.mats import MAT_HEIGHT, MAT_WIDTH

Point = tuple[float, float]

GAP = 20.0
"""Between neighbouring mats, before hands misplace them."""
MARGIN = 16.0
"""Bare table around the mats."""

_SIDES: dict[int, tuple[int, int, int, int]] = {
    2: (0, 1, 0, 1),
    3: (1, 1, 0, 1),
    4: (1, 1, 1, 1),
    5: (2, 1, 2, 0),
    6: (3, 0, 3, 0),
    7: (3, 1, 3, 0),
}
"""Players at the south, west, north and east side: clockwise from above, beginning in the south."""


class Pose(msgspec.Struct, frozen=True):
    """Where a mat's centre lies (mm on the table) and how far it is turned clockwise (degrees)."""

    x: float
    y: float
    angle: float

    def to_table(self, x: float, y: float) -> Point:
        """A point in the mat's own mm (from its top left) as table mm."""
        turn = math.radians(self.angle)
        dx, dy = x - MAT_WIDTH / 2, y - MAT_HEIGHT / 2
        return (
            self.x + dx * math.cos(turn) - dy * math.sin(turn),
            self.y + dx * math.sin(turn) + dy * math.cos(turn),
        )

    def corners(self) -> tuple[Point, Point, Point, Point]:
        """The sheet's corners on the table, clockwise from its own top left."""
        return (
            self.to_table(0, 0),
            self.to_table(MAT_WIDTH, 0),
            self.to_table(MAT_WIDTH, MAT_HEIGHT),
            self.to_table(0, MAT_HEIGHT),
        )


class Arrangement(msgspec.Struct, frozen=True):
    """A table (mm) and the mats on it: mat 0 in the middle, mat ``seat + 1`` a seat's."""

    width: float
    height: float
    mats: tuple[Pose, ...]

    def moved(self, mat: int, pose: Pose) -> "Arrangement":
        """The same table after somebody has pushed one mat."""
        mats = (*self.mats[:mat], pose, *self.mats[mat + 1 :])
        return Arrangement(self.width, self.height, mats)


def arrange(players: int, rng: Random, askew: float = 1.0) -> Arrangement:
    """Lay the mats out, each a little misplaced: up to 8 mm and 2 degrees, times ``askew``; none overlap.

    Raises ``ValueError`` for fewer than 2 or more than 7 players.
    """
    if players not in _SIDES:
        raise ValueError(f"{players} players: a table is for 2 to 7")
    nominal = _nominal(players)
    for _ in range(200):
        mats = tuple(_misplaced(pose, rng, askew) for pose in nominal)
        if not _overlapping(mats):
            return _framed(mats, nominal)
    return _framed(nominal, nominal)


def _nominal(players: int) -> tuple[Pose, ...]:
    south, west, north, east = _SIDES[players]
    step = MAT_WIDTH + GAP
    down = MAT_HEIGHT + GAP
    across = max(MAT_WIDTH, *(row * step - GAP for row in (south, north))) / 2 + GAP + MAT_HEIGHT / 2
    seats = [Pose(((south - 1) / 2 - k) * step, down, 0.0) for k in range(south)]
    seats += [Pose(-across, 0.0, 90.0)] * west
    seats += [Pose((k - (north - 1) / 2) * step, -down, 180.0) for k in range(north)]
    seats += [Pose(across, 0.0, 270.0)] * east
    return (Pose(0.0, 0.0, 0.0), *seats)


def _misplaced(pose: Pose, rng: Random, askew: float) -> Pose:
    dx, dy = (rng.triangular(-8, 8) * askew for _ in range(2))
    return Pose(pose.x + dx, pose.y + dy, pose.angle + rng.triangular(-2, 2) * askew)


def _overlapping(mats: tuple[Pose, ...]) -> bool:
    boxes = [((mat.x, mat.y), (MAT_WIDTH + 2, MAT_HEIGHT + 2), mat.angle) for mat in mats]
    return any(cv2.rotatedRectangleIntersection(one, other)[0] for one, other in combinations(boxes, 2))


def _framed(mats: tuple[Pose, ...], nominal: tuple[Pose, ...]) -> Arrangement:
    """Shift everything so that the table's top left corner is the origin; its size is the players' alone."""
    points = [point for mat in nominal for point in mat.corners()]
    left, right = min(x for x, _ in points) - MARGIN, max(x for x, _ in points) + MARGIN
    top, bottom = min(y for _, y in points) - MARGIN, max(y for _, y in points) + MARGIN
    return Arrangement(right - left, bottom - top, tuple(Pose(mat.x - left, mat.y - top, mat.angle) for mat in mats))
