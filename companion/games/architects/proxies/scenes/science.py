# ruff: noqa: PLR0917 - coordinates come in their usual order
"""The three sciences: a plan under its dividers, a written stone, cogs."""

import math

from companion.art.drawing import circle, line, path, place, polygon, rect, ring, stroke
from companion.games.architects.proxies.scenes.landscape import HEIGHT, WIDTH, sky


def compass() -> str:
    """A drawn plan: circles within circles under the dividers."""
    grid = "".join(line([(x, 0), (x, 57)], "#2f6f77", 0.35) for x in range(0, 56, 5)) + "".join(
        line([(0, y), (55, y)], "#2f6f77", 0.35) for y in range(0, 58, 5)
    )
    arcs = "".join(ring(27.5, 36, r, "#d9f2ea", 0.9) for r in (5, 11, 17)) + "".join(
        ring(27.5 + 8.5 * math.sin(a), 36 + 8.5 * math.cos(a), 8.5, "#7fc5b8", 0.6)
        for a in (k * math.pi / 3 for k in range(6))
    )
    tool = (
        line([(27.5, 8), (15, 44)], "#f3c65a", 2.6)
        + line([(27.5, 8), (40, 44)], "#f3c65a", 2.6)
        + circle(27.5, 7, 4.2, "#f3c65a")
        + circle(27.5, 7, 1.6, "#174b52")
        + stroke("M21,26 Q27.5,30 34,26", "#f3c65a", 1.6)
    )
    return rect(0, 0, WIDTH, HEIGHT, "#174b52") + grid + arcs + tool


def tablet() -> str:
    """A tall inscribed stone between palms."""
    slab = path("M14,57 V20 A13.5,13.5 0 0 1 41,20 V57 Z", "#c58d57") + path(
        "M17,57 V21 A10.5,10.5 0 0 1 38,21 V57 Z", "#e3b583"
    )
    signs = "".join(
        place(
            polygon([(-1.1, -1.6), (1.1, -1.6), (0, 2)], "#7c4a20") + line([(0, 1), (0, 3)], "#7c4a20", 0.5),
            20.5 + 3.6 * k,
            19 + 6 * row,
            1,
            (0, 90, 0, -45, 90, 0)[(k * 2 + row) % 6],
        )
        for row in range(7)
        for k in range(5)
    )

    def palm(x: float, lean: float) -> str:
        fronds = "".join(
            stroke(f"M{x + lean},16 q{7 * math.cos(a)},{-4} {11 * math.cos(a)},{6 + 3 * math.sin(a)}", "#2b7a3d", 1.8)
            for a in (0, 0.7, 2.4, 3.14, 1.57)
        )
        return stroke(f"M{x},57 Q{x - lean},34 {x + lean},16", "#8a5a2b", 2.2) + fronds

    return (
        sky("#cfeecb", "#f4fbe8")
        + circle(27.5, 10, 24, "#e8f6c8")
        + palm(5, 2)
        + palm(50, -2)
        + slab
        + signs
        + rect(0, 53, 55, 5, "#7a9c46")
    )


def gear() -> str:
    """Three cogs that mesh."""

    def cog(x: float, y: float, radius: float, teeth: int, colour: str, turn: float) -> str:
        rim = "".join(
            place(
                rect(-radius * 0.16, -radius * 1.22, radius * 0.32, radius * 0.4, colour, 0.5),
                x,
                y,
                1,
                turn + 360 / teeth * k,
            )
            for k in range(teeth)
        )
        return (
            rim
            + circle(x, y, radius, colour)
            + circle(x, y, radius * 0.66, "#f5ecd2")
            + circle(x, y, radius * 0.5, colour)
            + circle(x, y, radius * 0.18, "#f5ecd2")
        )

    frame = "".join(line([(-5 + 12 * k, 57), (23 + 12 * k, 0)], "#dccb9c", 2.4) for k in range(-2, 6))
    return (
        rect(0, 0, WIDTH, HEIGHT, "#efe2bd")
        + frame
        + cog(19, 21, 13, 12, "#b5682a", 4)
        + cog(41, 36, 9.5, 9, "#3f7f5c", 10)
        + cog(18, 47, 8, 8, "#52606d", 12)
    )
