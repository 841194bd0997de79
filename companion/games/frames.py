"""Rectangles, points and directions on a table (mm, degrees), and the view that a player has of it."""

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from companion.games.layout import Lie
from companion.games.mats import Place
from vision.sighting import Point, Spot


class Rect(NamedTuple):
    """An upright rectangle in some frame (mm)."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """Its width."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """Its height."""
        return self.bottom - self.top

    @property
    def middle(self) -> Point:
        """Its middle."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    def corners(self) -> tuple[Point, Point, Point, Point]:
        """Clockwise from the top left."""
        return (
            (self.left, self.top),
            (self.right, self.top),
            (self.right, self.bottom),
            (self.left, self.bottom),
        )

    def grown(self, by: float) -> "Rect":
        """So much larger on every side."""
        return Rect(self.left - by, self.top - by, self.right + by, self.bottom + by)

    def holds(self, point: Point) -> bool:
        """Whether a point lies in it."""
        return self.left <= point[0] <= self.right and self.top <= point[1] <= self.bottom

    def meets(self, other: "Rect") -> bool:
        """Whether the two have an area in common."""
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )


def about(points: Iterable[Point]) -> Rect:
    """The smallest upright rectangle around points; there is at least one."""
    xs, ys = zip(*points, strict=True)
    return Rect(min(xs), min(ys), max(xs), max(ys))


def mean(points: Sequence[Point]) -> Point:
    """The mean of points; there is at least one."""
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def mean_turn(turns: Sequence[float]) -> float:
    """The mean of directions (degrees)."""
    return math.degrees(
        math.atan2(sum(math.sin(math.radians(t)) for t in turns), sum(math.cos(math.radians(t)) for t in turns))
    )


def clockwise(points: Sequence[Point], middle: Point) -> list[int]:
    """The order of points around a middle, clockwise as seen from above, beginning below it."""

    def angle(k: int) -> float:
        # y points down: atan2 grows clockwise; straight below is 90 degrees.
        return (math.degrees(math.atan2(points[k][1] - middle[1], points[k][0] - middle[0])) - 90) % 360

    return sorted(range(len(points)), key=lambda k: (round(angle(k), 6) % 360, k))


def overlapping(one: Sequence[Point], other: Sequence[Point]) -> float:
    """The area (mm²) that two convex outlines, both clockwise, have in common (Sutherland and Hodgman 1974)."""
    inside = list(one)
    for (x0, y0), (x1, y1) in zip(other, (*other[1:], other[0]), strict=True):

        def off(point: Point, x0: float = x0, y0: float = y0, dx: float = x1 - x0, dy: float = y1 - y0) -> float:
            return dx * (point[1] - y0) - dy * (point[0] - x0)

        kept: list[Point] = []
        for here, after in zip(inside, (*inside[1:], *inside[:1]), strict=True):
            now, then = off(here), off(after)
            if now >= 0:
                kept.append(here)
            if (now >= 0) != (then >= 0):
                share = now / (now - then)
                kept.append((here[0] + share * (after[0] - here[0]), here[1] + share * (after[1] - here[1])))
        inside = kept
    return (
        abs(sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(inside, (*inside[1:], *inside[:1]), strict=True))) / 2
    )


def of_spot(spot: Spot) -> Rect:
    """What a spot takes."""
    return Rect(spot.x - spot.width / 2, spot.y - spot.height / 2, spot.x + spot.width / 2, spot.y + spot.height / 2)


def about_spots(spots: Iterable[Spot]) -> Rect:
    """The smallest upright rectangle around what spots take; there is at least one."""
    return about(point for spot in spots for point in of_spot(spot).corners())


def of_place(place: Place) -> Rect:
    """What a place takes."""
    return Rect(place.x, place.y, place.x + place.width, place.y + place.height)


class Frame(NamedTuple):
    """A player's own view: the origin on the table, turned so that he sits below. Millimetres."""

    x: float
    y: float
    angle: float

    def own(self, point: Point) -> Point:
        """A point of the table as he sees it."""
        return Lie(self.x, self.y, self.angle).on_sheet(point, (0.0, 0.0))

    def table(self, point: Point) -> Point:
        """The way back."""
        return Lie(self.x, self.y, self.angle).on_table(point, (0.0, 0.0))


def rigid(known: Sequence[Point], found: Sequence[Point]) -> Frame:
    """The frame in which points lie nearest (least squares) to where each was found on the table."""
    (ax, ay), (bx, by) = mean(known), mean(found)
    cross = sum((x - ax) * (v - by) - (y - ay) * (u - bx) for (x, y), (u, v) in zip(known, found, strict=True))
    dot = sum((x - ax) * (u - bx) + (y - ay) * (v - by) for (x, y), (u, v) in zip(known, found, strict=True))
    turned = Frame(0.0, 0.0, math.degrees(math.atan2(cross, dot)))
    dx, dy = turned.table((ax, ay))
    return Frame(bx - dx, by - dy, turned.angle)
