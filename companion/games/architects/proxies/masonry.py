# ruff: noqa: PLR0917 - coordinates come in their usual order
"""What wonders are built of: outlines of stages, courses of stone, columns, arches, steps, plants."""

import math
from collections.abc import Callable

from companion.art.drawing import Point, circle, ellipse, line, path, rect, regular
from companion.games.architects.proxies.palette import Wonder

Outline = Callable[[float, float], list[Point]]
"""A stage's corners (mm), for its width and height."""
Painter = Callable[[float, float, Wonder], str]
"""A stage's picture, for its width, height and colours."""
GRID = tuple((6 + 8.6 * i, 6 + 8.5 * j) for i in range(6) for j in range(9))
"""Where a card back's ornaments stand, 55 x 80 mm."""


def box(width: float, height: float) -> list[Point]:
    """A plain block."""
    return [(0, 0), (width, 0), (width, height), (0, height)]


def slope(inset: float, width: float, height: float) -> list[Point]:
    """A block whose top is narrower by ``inset`` on each side."""
    return [(inset, 0), (width - inset, 0), (width, height), (0, height)]


def crenels(count: int, depth: float, width: float, height: float) -> list[Point]:
    """A block with merlons on its top."""
    step = width / (2 * count - 1)
    top: list[Point] = []
    for k in range(2 * count - 1):
        y = 0.0 if k % 2 == 0 else depth
        top += [(k * step, y), ((k + 1) * step, y)]
    return [*top, (width, height), (0, height)]


def gable(eaves: float, width: float, height: float) -> list[Point]:
    """A house front: the roof's eaves at ``eaves`` from the top."""
    return [(width / 2, 0), (width, eaves), (width, height), (0, height), (0, eaves)]


def terraces(levels: int, top: float, width: float, height: float) -> list[Point]:
    """A stepped pyramid, ``top`` mm wide at its top."""
    left: list[Point] = []
    for k in range(levels):
        x = (width - top) / 2 * (levels - 1 - k) / max(1, levels - 1)
        left += [(x, height * k / levels), (x, height * (k + 1) / levels)]
    right = [(width - x, y) for x, y in reversed(left)]
    return [*left, *right]


def capital(flare: float, thick: float, width: float, height: float) -> list[Point]:
    """A column with capital and base, wider by ``flare`` on each side and ``thick`` high."""
    return [
        (0, 0), (width, 0), (width, thick), (width - flare, thick + 3), (width - flare, height - thick - 3),
        (width, height - thick), (width, height), (0, height), (0, height - thick), (flare, height - thick - 3),
        (flare, thick + 3), (0, thick),
    ]  # fmt: skip


def dome(w: float, h: float) -> list[Point]:
    """A block under a round top."""
    rise = min(w / 2, h * 0.6)
    angles = (math.pi * k / 24 for k in range(25))
    arc = [(w / 2 - w / 2 * math.cos(a), rise - rise * math.sin(a)) for a in angles]
    return [*arc, (w, h), (0, h)]


def courses(width: float, height: float, colours: Wonder, course: float, block: float) -> str:
    """Ashlar: rows of blocks in two near tones."""
    rows = int(height / course) + 1
    joints = "".join(
        rect(
            block * k - (block / 2 if row % 2 else 0) + 0.25,
            course * row + 0.25,
            block - 0.5,
            course - 0.5,
            colours.light if (k * 7 + row * 3) % 4 else colours.mid,
            0.4,
        )
        for row in range(rows)
        for k in range(int(width / block) + 2)
    )
    return rect(0, 0, width, height, colours.mid) + joints


def columns(x: float, y: float, width: float, height: float, count: int, colours: Wonder) -> str:
    """A colonnade of this many columns before a dark hall."""
    step = width / count
    thick = step * 0.5
    hall = rect(x, y, width, height, colours.dark)
    return hall + "".join(
        rect(x + step * (k + 0.5) - thick / 2, y, thick, height, colours.light)
        + rect(x + step * (k + 0.5) + thick * 0.2, y, thick * 0.3, height, colours.mid)
        + rect(x + step * (k + 0.5) - thick * 0.75, y, thick * 1.5, height * 0.06, colours.light)
        + rect(x + step * (k + 0.5) - thick * 0.75, y + height * 0.94, thick * 1.5, height * 0.06, colours.light)
        for k in range(count)
    )


def arches(x: float, y: float, width: float, height: float, count: int, fill: str) -> str:
    """A row of round-headed openings."""
    step = width / count
    half = step * 0.32
    return "".join(
        path(
            f"M{x + step * (k + 0.5) - half},{y + height} V{y + half} a{half},{half} "
            f"0 0 1 {2 * half},0 V{y + height} Z",
            fill,
        )
        for k in range(count)
    )


def steps(width: float, height: float, count: int, colours: Wonder) -> str:
    """Stairs seen from the front, lit treads over shaded risers."""
    tread = height / count
    return rect(0, 0, width, height, colours.mid) + "".join(
        rect(0, tread * k, width, tread * 0.5, colours.light) + rect(0, tread * (k + 1) - 0.5, width, 0.5, colours.dark)
        for k in range(count)
    )


def frieze(x: float, y: float, width: float, height: float, count: int, ink: str, ground: str) -> str:
    """A band of alternating plaques and bars."""
    step = width / count
    return rect(x, y, width, height, ground) + "".join(
        rect(x + step * k + step * 0.12, y + height * 0.18, step * 0.2, height * 0.64, ink)
        + circle(x + step * k + step * 0.66, y + height / 2, min(step * 0.2, height * 0.32), ink)
        for k in range(count)
    )


def hedge(x: float, y: float, width: float, count: int, size: float, colour: str) -> str:
    """Round bushes in a row."""
    step = width / count
    return "".join(
        ellipse(x + step * (k + 0.5), y, step * 0.62, size * (1 if k % 2 else 0.75), colour) for k in range(count)
    )


def palm(x: float, foot: float, height: float, trunk: str, leaf: str) -> str:
    """A palm tree."""
    top = foot - height
    fronds = "".join(
        path(f"M{x},{top} q{dx * 0.5},{-height * 0.28} {dx},{dy} q{-dx * 0.4},{-height * 0.1} {-dx},{-dy} Z", leaf)
        for dx, dy in (
            (height * 0.5, height * 0.16),
            (-height * 0.5, height * 0.16),
            (height * 0.34, -height * 0.1),
            (-height * 0.34, -height * 0.1),
        )
    )
    return line([(x, foot), (x, top)], trunk, max(0.8, height * 0.07)) + fronds


def rays(x: float, y: float, radius: float, count: int, colour: str, width: float) -> str:
    """A crown of short rays."""
    return "".join(
        line(
            [regular(x, y, radius, 1, 360 / count * k)[0], regular(x, y, radius * 1.4, 1, 360 / count * k)[0]],
            colour,
            width,
        )
        for k in range(count)
    )
