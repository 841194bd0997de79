"""The 35 wonder stages, each with a building side (blueprint and scaffold, cost) and a built side."""

from typing import NamedTuple

import cv2
import numpy as np

from companion.art.drawing import Point, circle, clipped, group, line, place, polygon, rect, ring, star, text
from companion.art.icons import icon, laurel_number
from companion.art.palette import GOLD, INK, NIGHT, PAPER, TYPE_FIGURE
from companion.games.architects.places import stage_spots
from companion.games.architects.proxies.palette import WONDERS, Wonder
from companion.games.architects.proxies.wonders import STAGES
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


def _effect(effect: str) -> str:
    """A wonder's effect as an icon around (0, 0), 100 x 100."""
    if effect == "take_top_any_deck":
        fan = "".join(
            place(rect(-20, -38, 40, 58, fill, 5, f'stroke="{INK}" stroke-width="5"'), 0, 6, 1, turn)
            for turn, fill in ((-24, "#9fc3d8"), (24, "#9fc3d8"), (0, "#fff"))
        )
        return fan + polygon(star(0, -3, 15, 6, 5), INK)
    if effect == "take_progress_token":
        return circle(0, 0, 42, NIGHT) + ring(0, 0, 34, GOLD, 6) + polygon(star(0, 0, 24, 10, 8), GOLD)
    if effect == "take_top_central":
        return rect(-30, -44, 60, 88, NIGHT, 8) + place(icon("question", 0, 0, 58, GOLD, NIGHT), 0, 0)
    if effect == "look_5_keep_1":
        fan = "".join(
            place(rect(-13, -70, 26, 46, "#fff", 4, f'stroke="{INK}" stroke-width="5"'), 0, 44, 1, turn)
            for turn in (-52, 52, -26, 26, 0)
        )
        return fan + circle(0, -3, 8, GOLD) + text("5", 0, 44, 34, INK)
    if effect == "take_top_left_and_right":
        cards = "".join(rect(x - 17, -30, 34, 50, "#fff", 5, f'stroke="{INK}" stroke-width="5"') for x in (-27, 27))
        arrows = (
            polygon([(-40, 42), (-12, 30), (-12, 54)], INK)
            + polygon([(40, 42), (12, 30), (12, 54)], INK)
            + rect(-14, 37, 28, 9, INK)
        )
        return cards + arrows
    return icon("shield", -10, 0, 84, "#7b1620", "#fff") + text("+1", 34, 40, 34, INK)


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


def _within(outline: list[Point], x: float, y: float, width: float, height: float) -> bool:
    """Whether a plate lies on the stage: its whole edge does."""
    shape = np.array(outline, np.float32)
    around = [(x + width * (k / 8 - 0.5), y + side * height / 2) for k in range(9) for side in (-1, 1)]
    return all(cv2.pointPolygonTest(shape, point, measureDist=True) >= 0.4 for point in around)


def _rightmost(outline: list[Point], width: float, y: float, radius: float) -> float:
    """The x furthest to the right where a disc at this height still lies inside the outline."""
    shape = np.array(outline, np.float32)
    for x in np.arange(width - radius - 1, width / 2, -0.5):
        if cv2.pointPolygonTest(shape, (float(x), y), measureDist=True) >= radius + 1.2:
            return float(x)
    return width / 2


def _layout(stage: Stage, outline: list[Point]) -> _Badges:
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
        drawn += plate + place(_effect(effect), x, y, across * 0.0082)
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
    colours = WONDERS[wonder.id]
    width, height = size(stage_id)
    outline, draw = STAGES[stage_id]
    points = outline(width, height)
    cut = polygon(points, "#fff")
    art = draw(width, height, colours)
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
