"""The 35 wonder stages, each with a building side (blueprint and scaffold, cost) and a built side."""

from typing import NamedTuple

import cv2
import numpy as np

from companion.art.drawing import Point, circle, clipped, group, line, place, polygon, rect, text
from companion.art.icons import laurel_number
from companion.art.palette import INK, PAPER, TYPE_FIGURE
from companion.games.architects.pictures import OUTLINES, PALETTE, Wonder, picture
from companion.games.architects.places import stage_spots
from companion.games.architects.rules.facts import FACTS, Stage


class _Spot(NamedTuple):
    """Where the cost's plate lies: centre, size, one row or two."""

    x: float
    y: float
    width: float
    height: float
    rows: int


class _Badges(NamedTuple):
    """Where the points, the effect (both discs ``across`` wide) and the cost lie on a stage."""

    across: float
    points: Point
    effect: Point
    cost: _Spot


def size(stage_id: str) -> tuple[float, float]:
    """Width and height of a stage in mm: those of its spot on the seat mat."""
    wonder, _, number = stage_id.rpartition("_")
    spot = stage_spots(wonder)[int(number) - 1]
    return spot.width, spot.height


def _plate(x: float, y: float, width: float, height: float, edge: str) -> str:
    return rect(x - width / 2, y - height / 2, width, height, PAPER, 2, f'stroke="{edge}" stroke-width=".7"')


def _sign(kind: str, x: float, y: float) -> str:
    """Equal or unequal, drawn."""
    bars = "".join(line([(x - 1.9, y + dy), (x + 1.9, y + dy)], INK, 0.9) for dy in (-1.2, 1.2))
    return bars + (line([(x - 1.2, y + 2.9), (x + 1.2, y - 2.9)], INK, 0.9) if kind == "different" else "")


def _cost(stage: Stage, spot: _Spot, edge: str) -> str:
    """How many blocks, all alike or all different; in two rows where the stage is narrow."""
    kinds = [k if stage.kind == "different" else 0 for k in range(stage.count)]
    x, y = spot.x, spot.y
    if spot.rows == 1:
        left = x - spot.width / 2
        blocks = "".join(_block(kind, left + 14.6 + 5.2 * k, y) for k, kind in enumerate(kinds))
        words = text(str(stage.count), left + 4, y + 2.1, TYPE_FIGURE, INK) + _sign(stage.kind, left + 9, y)
    else:
        blocks = "".join(_block(kind, x + 4.6 * (k - (stage.count - 1) / 2), y + 3.6) for k, kind in enumerate(kinds))
        words = text(str(stage.count), x - 2.6, y - 0.8, TYPE_FIGURE, INK) + _sign(stage.kind, x + 3, y - 2.9)
    return _plate(x, y, spot.width, spot.height, edge) + words + blocks


def _block(kind: int, x: float, y: float) -> str:
    """One resource to pay; four kinds that differ in shape and colour."""
    if kind == 0:
        return rect(x - 1.9, y - 1.9, 3.8, 3.8, "#565b63", 0.4)
    if kind == 1:
        return circle(x, y, 2.1, "#b4451f")
    if kind == 2:
        return polygon([(x, y - 2.3), (x + 2.3, y + 1.9), (x - 2.3, y + 1.9)], "#1aa0a8")
    return polygon([(x, y - 2.6), (x + 2.2, y), (x, y + 2.6), (x - 2.2, y)], "#3d7a2b")


def _within(outline: tuple[Point, ...], x: float, y: float, width: float, height: float) -> bool:
    """Whether a plate lies on the stage: its whole edge does."""
    shape = np.array(outline, np.float32)
    around = [(x + width * (k / 8 - 0.5), y + side * height / 2) for k in range(9) for side in (-1, 1)]
    return all(cv2.pointPolygonTest(shape, point, measureDist=True) >= 0.4 for point in around)


def _rightmost(outline: tuple[Point, ...], width: float, y: float, radius: float) -> float:
    """The x furthest to the right where a disc at this height still lies inside the outline."""
    shape = np.array(outline, np.float32)
    for x in np.arange(width - radius - 1, width / 2, -0.5):
        if cv2.pointPolygonTest(shape, (float(x), y), measureDist=True) >= radius + 1.2:
            return float(x)
    return width / 2


def _layout(stage: Stage, outline: tuple[Point, ...]) -> _Badges:
    """Points low on the right, the effect low on the left, the cost between them or else above them."""
    width, height = size(stage.id)
    across = min(14.0, max(10.0, height * 0.32))
    y, middle = height - across / 2 - 1.8, width / 2
    right = _rightmost(outline, width, y, across / 2)
    if right - middle < across / 2 and stage.effect:
        right = middle + across / 2 + 0.6
    points, effect = (right, y), (width - right, y)
    long, short = 12.5 + 5.2 * stage.count, 4.6 * stage.count + 1.2
    if long <= 2 * (right - middle) - across - 2 and _within(outline, middle, y, long, 9):
        return _Badges(across, points, effect, _Spot(middle, y, long, 9, 1))
    for plate, tall, rows in ((long, 9.0, 1), (short, 14.0, 2)):
        for up in np.arange(y - across / 2 - tall / 2 - 0.6, tall / 2, -1.0):
            if _within(outline, middle, float(up), plate, tall):
                return _Badges(across, points, effect, _Spot(middle, float(up), plate, tall, rows))
    # A pointed stage is only wide enough at its foot: the cost lies there, the points above it.
    return _Badges(across, (middle, height - 12.2 - across / 2), effect, _Spot(middle, height - 6.6, long, 9, 1))


def _badges(stage: Stage, effect: str, layout: _Badges, edge: str, *, built: bool) -> str:
    """What must be read, at the same places on both sides; the cost on the building side only."""
    across = layout.across
    drawn = _points(stage.vp, *layout.points, across, edge)
    if stage.effect:
        x, y = layout.effect
        plate = rect(
            x - across / 2, y - across / 2, across, across, PAPER, across * 0.2, f'stroke="{edge}" stroke-width=".7"'
        )
        drawn += plate + place(picture(f"effects/{effect}"), x, y, across * 0.0082)
    return drawn if built else drawn + _cost(stage, layout.cost, edge)


def _points(vp: int, x: float, y: float, across: float, edge: str) -> str:
    if not vp:
        return ""
    wreath = place(laurel_number(vp, INK, PAPER), x, y, across * 0.0084)
    return circle(x, y, across / 2, PAPER, f'stroke="{edge}" stroke-width=".7"') + wreath


def _plan(width: float, height: float, colours: Wonder) -> str:
    """Plan paper with a fine grid."""
    grid = "".join(line([(x, 0), (x, height)], colours.mid, 0.25) for x in _steps(width, 5)) + "".join(
        line([(0, y), (width, y)], colours.mid, 0.25) for y in _steps(height, 5)
    )
    return rect(0, 0, width, height, colours.plan) + grid


def _scaffold(width: float, height: float, seed: int) -> str:
    """Poles, decks and braces before the plan; their spacing differs by stage."""
    bay = 9.0 + 2.3 * seed
    decks = "".join(rect(0, y, width, 1, "#b98149") for y in _steps(height, 8 + seed))
    braces = "".join(line([(x, height), (x + bay, height - 8 - seed)], "#b98149", 0.7) for x in _steps(width, 2 * bay))
    return braces + decks + "".join(line([(x, 0), (x, height)], "#8a5a2b", 0.9) for x in _steps(width, bay))


def _steps(length: float, step: float) -> list[float]:
    return [step * k for k in range(1, int(length / step) + 1)]


def stage(stage_id: str, side: str) -> str:
    """The inside of a stage's picture: ``side`` is ``building`` or ``built``."""
    facts = FACTS.stages[stage_id]
    wonder = FACTS.wonders[stage_id.rpartition("_")[0]]
    colours = PALETTE.wonders[wonder.id]
    width, height = size(stage_id)
    points = OUTLINES[stage_id]
    cut = polygon(points, "#fff")
    art = picture(f"stages/{stage_id}")
    built = side == "built"
    if not built:
        art = group(art, 'opacity=".45"') + _scaffold(width, height, int(stage_id[-1]))
        art = _plan(width, height, colours) + art
    border = polygon(
        points,
        "none",
        f'stroke="{colours.dark}" stroke-width="{1.4 if built else 1.8}"'
        + ("" if built else ' stroke-dasharray="4 2"'),
    )
    badges = _badges(facts, wonder.effect, _layout(facts, points), colours.dark, built=built)
    return clipped(art + border + badges, cut, "cut")
