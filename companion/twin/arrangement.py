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

from companion.games.layout import TAG_SIDE
from companion.games.mats import MAT_HEIGHT, MAT_WIDTH

Point = tuple[float, float]

GAP = 20.0
"""Between neighbouring mats, before hands misplace them."""
MARGIN = 16.0
"""Bare table around the mats, where nothing lies beside them."""
TAG_SHEET = TAG_SIDE * 1.5
"""A cut out tag with its white rim (mm)."""

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
    """Where a mat's centre lies (mm on the table), how far it is turned clockwise (degrees), its size in mm."""

    x: float
    y: float
    angle: float
    width: float = MAT_WIDTH
    height: float = MAT_HEIGHT

    def to_table(self, x: float, y: float) -> Point:
        """A point in the mat's own mm (from its top left) as table mm."""
        turn = math.radians(self.angle)
        dx, dy = x - self.width / 2, y - self.height / 2
        return (
            self.x + dx * math.cos(turn) - dy * math.sin(turn),
            self.y + dx * math.sin(turn) + dy * math.cos(turn),
        )

    def corners(self) -> tuple[Point, Point, Point, Point]:
        """The sheet's corners on the table, clockwise from its own top left."""
        return (
            self.to_table(0, 0),
            self.to_table(self.width, 0),
            self.to_table(self.width, self.height),
            self.to_table(0, self.height),
        )


class Arrangement(msgspec.Struct, frozen=True):
    """A table (mm) and the mats on it: mat 0 in the middle, mat ``seat + 1`` a seat's.

    On an open table they are the parts of it that people use so, and after them come the corner tags.
    """

    width: float
    height: float
    mats: tuple[Pose, ...]

    def moved(self, mat: int, pose: Pose) -> "Arrangement":
        """The same table after somebody has pushed one mat."""
        mats = (*self.mats[:mat], pose, *self.mats[mat + 1 :])
        return Arrangement(self.width, self.height, mats)


def arrange(
    players: int,
    rng: Random,
    askew: float = 1.0,
    size: tuple[float, float] = (MAT_WIDTH, MAT_HEIGHT),
    margin: float = MARGIN,
) -> Arrangement:
    """Lay the mats out, each a little misplaced: up to 8 mm and 2 degrees, times ``askew``; none overlap.

    Raises ``ValueError`` for fewer than 2 or more than 7 players.
    """
    if players not in _SIDES:
        raise ValueError(f"{players} players: a table is for 2 to 7")
    nominal = _nominal(players, *size)
    mats = next((mats for mats in (_scattered(nominal, rng, askew) for _ in range(200)) if mats), nominal)
    return _framed(mats, nominal, margin)


def arrange_open(
    players: int, rng: Random, size: tuple[float, float], askew: float = 1.0, *, facing: bool = False
) -> Arrangement:
    """An open table: parts of this size (mm) before the players and in the middle, and four tags at its corners.

    ``facing``: the middle lies as seat 0 sees it, between two who face each other.
    """
    nominal = _nominal(players, *size, facing=facing)
    mats = next((mats for mats in (_scattered(nominal, rng, askew) for _ in range(200)) if mats), nominal)
    xs = [x for pose in nominal for x, _ in pose.corners()]
    ys = [y for pose in nominal for _, y in pose.corners()]
    corners = ((min(xs), min(ys)), (max(xs), min(ys)), (max(xs), max(ys)), (min(xs), max(ys)))
    tags = tuple(_tag(corner, rng) for corner in corners)
    return _framed((*mats, *tags), (*nominal, *tags))


def _tag(corner: Point, rng: Random) -> Pose:
    """A tag beside a corner of what is played on, on its left or right, any way round."""
    beside = TAG_SHEET * 0.75 + 16 + rng.uniform(0, 15)
    x = corner[0] + math.copysign(beside, corner[0])
    y = corner[1] - math.copysign(TAG_SHEET * 0.7 + rng.uniform(0, 20), corner[1])
    return Pose(x, y, rng.uniform(0, 360), TAG_SHEET, TAG_SHEET)


def _scattered(nominal: tuple[Pose, ...], rng: Random, askew: float) -> tuple[Pose, ...]:
    """The mats as hands lay them; none where two would overlap."""
    mats = tuple(_misplaced(pose, rng, askew) for pose in nominal)
    return () if _overlapping(mats) else mats


def _nominal(players: int, width: float, height: float, *, facing: bool = False) -> tuple[Pose, ...]:
    south, west, north, east = _SIDES[players]
    step = width + GAP
    down = height + GAP
    across = max(height if facing else width, *(row * step - GAP for row in (south, north))) / 2 + GAP + height / 2

    def lie(x: float, y: float, angle: float) -> Pose:
        return Pose(x, y, angle, width, height)

    seats = [lie(((south - 1) / 2 - k) * step, down, 0.0) for k in range(south)]
    seats += [lie(-across, 0.0, 90.0)] * west
    seats += [lie((k - (north - 1) / 2) * step, -down, 180.0) for k in range(north)]
    seats += [lie(across, 0.0, 270.0)] * east
    return (lie(0.0, 0.0, seats[0].angle if facing else 0.0), *seats)


def _misplaced(pose: Pose, rng: Random, askew: float) -> Pose:
    dx, dy = (rng.triangular(-8, 8) * askew for _ in range(2))
    angle = pose.angle + rng.triangular(-2, 2) * askew
    return msgspec.structs.replace(pose, x=pose.x + dx, y=pose.y + dy, angle=angle)


def _overlapping(mats: tuple[Pose, ...]) -> bool:
    boxes = [((mat.x, mat.y), (mat.width + 2, mat.height + 2), mat.angle) for mat in mats]
    return any(cv2.rotatedRectangleIntersection(one, other)[0] for one, other in combinations(boxes, 2))


def _framed(mats: tuple[Pose, ...], nominal: tuple[Pose, ...], margin: float = MARGIN) -> Arrangement:
    """Shift everything so that the table's top left corner is the origin; its size is the players' alone."""
    points = [point for mat in nominal for point in mat.corners()]
    left, right = min(x for x, _ in points) - margin, max(x for x, _ in points) + margin
    top, bottom = min(y for _, y in points) - margin, max(y for _, y in points) + margin
    placed = tuple(msgspec.structs.replace(mat, x=mat.x - left, y=mat.y - top) for mat in mats)
    return Arrangement(right - left, bottom - top, placed)
