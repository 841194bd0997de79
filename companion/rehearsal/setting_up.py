"""How the people of an open table agree to what the camera proposes: "Looks right", or they drag what is wrong."""

import math
from typing import NamedTuple

from companion.api.protocol import Proposed
from companion.games.layout import TAGS, Layout, Lie
from companion.games.open_table import as_seated
from companion.twin.dealer import Dealer
from vision.sighting import Marker, Mat, Point

_SLACK = 12.0
"""mm by which a region may be smaller than what its player will lay there."""


class Agreed(NamedTuple):
    """The layout that the people confirm, and how often they had to put something right."""

    layout: Layout
    corrections: int


def agree(dealer: Dealer, proposed: Proposed) -> Agreed:
    """Compare a proposal with how these people sit and lay their things; what is wrong they drag."""
    truth = dealer.setup_object()
    wonders, seen = list(truth.get("wonders", ())), list(proposed.setup.get("wonders", ()))
    corrections = 0 if sorted(proposed.setup.get("progress", ())) == sorted(truth.get("progress", ())) else 1
    seated = as_seated(proposed.layout, seen, wonders)
    layout = seated or proposed.layout
    corrections += seated is None
    for name in [place.name for place in layout.places if place.kind == "spread"]:
        out = _out(dealer, layout, name)
        if max(out.values()) > _SLACK:
            layout = layout.redrawn(name, **{side: by + 4 for side, by in out.items() if by > 0})
            corrections += 1
    return Agreed(layout, corrections)


def _out(dealer: Dealer, layout: Layout, name: str) -> dict[str, float]:
    """By how much (mm) the cards that hands will lay in a spread would reach over each of its borders."""
    place = next(place for place in layout.places if place.name == name)
    pose = dealer.world.arrangement.mats[place.mat]
    mat = next(mat for mat in layout.mats if mat.number == place.mat)
    wanted = [_on_sheet(pose.to_table(x, y), mat, dealer) for x, y in dealer.layer.region(name)]
    xs, ys = [x for x, _ in wanted], [y for _, y in wanted]
    return {
        "left": place.x - min(xs),
        "right": max(xs) - place.x - place.width,
        "top": place.y - min(ys),
        "bottom": max(ys) - place.y - place.height,
    }


def _on_sheet(point: Point, mat: Mat, dealer: Dealer) -> Point:
    """A point of the twin's table on a sheet, by the tags, which both know."""
    there = dict(zip(TAGS, dealer.world.arrangement.mats[-len(TAGS) :], strict=True))
    twin = [(there[marker.id].x, there[marker.id].y) for marker in mat.markers]
    return _carried(point, twin, [_middle(marker) for marker in mat.markers])


def _middle(marker: Marker) -> Point:
    assert marker.corners is not None
    return sum(x for x, _ in marker.corners) / 4, sum(y for _, y in marker.corners) / 4


def _carried(point: Point, twin: list[Point], found: list[Point]) -> Point:
    """A point through the rigid motion that takes the tags of the twin's table to those that were found."""
    lie = _motion(twin, found)
    return lie.on_table(point, (0.0, 0.0))


def _motion(twin: list[Point], found: list[Point]) -> Lie:
    (ax, ay), (bx, by) = (tuple(sum(p[k] for p in points) / len(points) for k in (0, 1)) for points in (twin, found))
    cross = sum((x - ax) * (v - by) - (y - ay) * (u - bx) for (x, y), (u, v) in zip(twin, found, strict=True))
    dot = sum((x - ax) * (u - bx) + (y - ay) * (v - by) for (x, y), (u, v) in zip(twin, found, strict=True))
    angle = math.degrees(math.atan2(cross, dot))
    turned = Lie(0.0, 0.0, angle).on_table((ax, ay), (0.0, 0.0))
    return Lie(bx - turned[0], by - turned[1], angle)
