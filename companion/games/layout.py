"""Where a game's places lie on one table, whatever says so: printed mats, or what was found on an open table.

A place is in mm on a numbered sheet (``Place.mat``): 0 in the middle, ``seat + 1`` before a seat. A printed mat is a
sheet with markers of its own. On an open table a sheet is only thought of: a rectangle before each player and one in
the middle, which share the corner tags. A game whose places stand fast on its sheets (its facet ``places``) needs no
more than where its sheets lie; one whose pieces lie anyhow gives its places anew for each table. Vision and referee
do not know which it was.
"""

import math
from collections.abc import Iterable, Mapping

import msgspec
from msgspec.structs import replace

from companion.games.mats import Place
from vision.sighting import Marker, Mat, Point, Quad

TAGS = (240, 241, 242, 243)
"""Ids of the corner tags (4x4_250); any of them may lie at any corner, any way round."""
TAG_SIDE = 40.0
"""mm of a tag's black border."""
RIM = 12.0
"""mm of table around the places of a sheet: what lies over their edge is still seen."""


class Lie(msgspec.Struct, frozen=True):
    """Where the middle of a sheet lies on the table (mm: x right, y down as the camera sees it), and its turn.

    ``angle``: degrees clockwise; 0: its player sits below.
    """

    x: float
    y: float
    angle: float

    def on_sheet(self, point: Point, size: tuple[float, float]) -> Point:
        """A point of the table in mm from the top left of a sheet of this size, as its player sees it."""
        turn = math.radians(-self.angle)
        dx, dy = point[0] - self.x, point[1] - self.y
        return (
            dx * math.cos(turn) - dy * math.sin(turn) + size[0] / 2,
            dx * math.sin(turn) + dy * math.cos(turn) + size[1] / 2,
        )

    def on_table(self, point: Point, size: tuple[float, float]) -> Point:
        """A point of a sheet of this size as a point of the table."""
        turn = math.radians(self.angle)
        dx, dy = point[0] - size[0] / 2, point[1] - size[1] / 2
        return (
            dx * math.cos(turn) - dy * math.sin(turn) + self.x,
            dx * math.sin(turn) + dy * math.cos(turn) + self.y,
        )


class Beside(msgspec.Struct, frozen=True):
    """A piece that lay before a seat when the table was read, where no place is watched."""

    seat: int
    face: str


class Layout(msgspec.Struct, frozen=True):
    """One table: its sheets, and the places that lie elsewhere than the game's facet ``places`` says.

    ``without``: places (by name) that are not watched on this table, for nobody knows where they are. ``beside``: what
    else lay before people when it was read, for who joins a game.
    """

    mats: tuple[Mat, ...]
    places: tuple[Place, ...] = ()
    without: tuple[str, ...] = ()
    beside: tuple[Beside, ...] = ()

    def placed(self, places: Iterable[Place]) -> tuple[Place, ...]:
        """The game's places as they lie on this table."""
        own = {place.name: place for place in self.places}
        return tuple(own.get(place.name, place) for place in places if place.name not in self.without)

    def redrawn(
        self, name: str, *, left: float = 0.0, top: float = 0.0, right: float = 0.0, bottom: float = 0.0
    ) -> "Layout":
        """The same with a place's borders moved outwards by so much (mm; negative: inwards).

        Its sheet grows with it, for only what is on a sheet is looked at. Raises ``KeyError`` where no place has this
        name.
        """
        by_name = {place.name: place for place in self.places}
        old = by_name[name]
        new = replace(
            old,
            x=old.x - left,
            y=old.y - top,
            width=max(_LEAST, old.width + left + right),
            height=max(_LEAST, old.height + top + bottom),
        )
        mat = next(mat for mat in self.mats if mat.number == old.mat)
        dx, dy = max(0.0, RIM - new.x), max(0.0, RIM - new.y)
        width = max(mat.width + dx, new.x + new.width + dx + RIM)
        height = max(mat.height + dy, new.y + new.height + dy + RIM)
        grown = replace(
            mat,
            width=float(math.ceil(width)),
            height=float(math.ceil(height)),
            markers=tuple(_shifted(marker, dx, dy) for marker in mat.markers),
        )
        places = tuple(
            moved(new if place is old else place, dx, dy) if place.mat == old.mat else place for place in self.places
        )
        return replace(self, mats=tuple(grown if one is mat else one for one in self.mats), places=places)


_LEAST = 60.0
"""mm: the least side of a region, about a card's."""


def moved(place: Place, dx: float, dy: float) -> Place:
    """A place so much further right and down on its sheet, with its spots."""
    spots = tuple(replace(spot, x=spot.x + dx, y=spot.y + dy) for spot in place.spots)
    return replace(place, x=place.x + dx, y=place.y + dy, spots=spots)


def _shifted(marker: Marker, dx: float, dy: float) -> Marker:
    corners = marker.corners
    if corners is not None:
        one, two, three, four = ((x + dx, y + dy) for x, y in corners)
        corners = one, two, three, four
    return replace(marker, x=marker.x + dx, y=marker.y + dy, corners=corners)


def sheet(number: int, lie: Lie, size: tuple[float, float], tags: Mapping[int, Quad]) -> Mat:
    """A sheet that is only thought of. ``tags``: the corners of the tags by id, in mm on the table."""
    markers = tuple(_marker(tag, tags[tag], lie, size) for tag in sorted(tags))
    return Mat(number, *size, markers)


def _marker(tag: int, quad: Quad, lie: Lie, size: tuple[float, float]) -> Marker:
    one, two, three, four = (lie.on_sheet(point, size) for point in quad)
    corners = (one, two, three, four)
    left, top = min(x for x, _ in corners), min(y for _, y in corners)
    side = max(max(x for x, _ in corners) - left, max(y for _, y in corners) - top)
    return Marker(tag, left, top, side, corners)
