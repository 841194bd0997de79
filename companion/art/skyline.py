"""Cards and boards of cities: a header of the colour's own with a frieze, a skyline below, the name at the foot.

Every card's frieze, sky and skyline follow from its own name, so that no two are alike and a strip of the header is
enough to tell it. Sizes in mm.
"""

from random import Random
from typing import NamedTuple

from companion.art.drawing import circle, clipped, place, polygon, rect, ring, star, stroke, text, wave
from companion.art.icons import symbol
from companion.art.palette import INK, PAPER

HEADER_SHARE, _FOOT = 0.2, 7.0
"""Of a card's height; mm."""
_SKIES = ("#bfe0f5", "#fbe3b0", "#f6c9c0", "#d8cdf0", "#c8ead0", "#35507a", "#f2a65e", "#2f6f73")
_WALLS = ("#8c5a2b", "#f4ead2", "#5b6470", "#b33a2b", "#d9a441", "#26324a", "#7b9b5a", "#e9e4f2", "#9c4f77")
_HILLS = ("#6f8f4e", "#c99a4b", "#4a6c8c", "#8d4d3a", "#3d7a6a")


class Colours(NamedTuple):
    """A card colour: the band, a darker tone, the ink on the band, the sign for those who cannot tell colours."""

    band: str
    dark: str
    ink: str
    symbol: str


def card(size: tuple[float, float], colours: Colours, title: str, worth: str) -> str:
    """The inside of a card's picture; ``worth``: a word or two of what it costs or gives."""
    width, height = size
    rng, header = Random(title), HEADER_SHARE * height
    scene = clipped(
        _skyline(rng, 0, header, width, height - header), rect(0, header, width, height - header, "#fff"), "scene"
    )
    band = rect(0, 0, width, header, colours.band) + place(
        symbol(colours.symbol, colours.ink), header * 0.45, header * 0.5, header / 170
    )
    words = text(worth, header * 0.9, header * 0.66, header * 0.42, colours.ink, "start")
    frieze = _frieze(rng, width * 0.52, 0, width * 0.48, header)
    return scene + band + words + frieze + rect(0, header - 0.8, width, 0.8, colours.dark) + _foot(size, title)


def board(size: tuple[float, float], title: str) -> str:
    """The inside of a wonder's picture: a skyline all over, a sun of its own, the name at the foot."""
    width, height = size
    rng = Random(f"board {title}")
    x, y, radius = rng.uniform(0.2, 0.8) * width, rng.uniform(0.2, 0.4) * height, rng.uniform(0.1, 0.2) * height
    rays = rng.randint(5, 14)
    sun = polygon(star(x, y, 1.6 * radius, radius, rays, rng.uniform(0, 90)), "#f7c33c") + circle(
        x, y, radius, rng.choice(_WALLS)
    )
    sky = rect(0, 0, width, height, rng.choice(_SKIES))
    return sky + sun + _skyline(rng, 0, 0, width, height, sky=False) + _foot(size, title) + _frame(size)


def back(size: tuple[float, float], ground: str, light: str, sign: str) -> str:
    """A card's back: rings about its sign on its own ground."""
    width, height = size
    x, y = width / 2, height / 2
    rings = "".join(ring(x, y, radius, light, 1.1) for radius in range(14, int(height), 7))
    middle = circle(x, y, 11, light) + text(sign, x, y + 3.6, 10, ground)
    return rect(0, 0, width, height, ground) + rings + middle + _frame(size)


def _frame(size: tuple[float, float]) -> str:
    return rect(0.6, 0.6, size[0] - 1.2, size[1] - 1.2, "none", 2, f'stroke="{PAPER}" stroke-width="1.2"')


def _foot(size: tuple[float, float], title: str) -> str:
    width, height = size
    letters = min(3.8, 1.35 * width / max(1, len(title)))
    ground = rect(0, height - _FOOT, width, _FOOT, PAPER) + rect(0, height - _FOOT, width, 0.6, INK)
    return ground + text(title, width / 2, height - _FOOT / 2 + letters * 0.38, letters, INK)


def _frieze(rng: Random, x: float, y: float, width: float, height: float) -> str:
    """Fields in two rows, each of its own tone and sign."""
    columns = 4
    side, tall = width / columns, height / 2
    drawn = ""
    for row in range(2):
        for column in range(columns):
            left, top = x + column * side, y + row * tall
            tone, ink = rng.sample(_WALLS, 2)
            drawn += rect(left, top, side, tall, tone) + _sign(rng.randrange(5), left + side / 2, top + tall / 2, ink)
    return drawn


def _sign(kind: int, x: float, y: float, ink: str) -> str:
    if kind == 0:
        return circle(x, y, 2.0, ink)
    if kind == 1:
        return polygon([(x, y - 2.4), (x + 2.2, y + 2), (x - 2.2, y + 2)], ink)
    if kind == 2:
        return rect(x - 2.2, y - 1, 4.4, 2, ink)
    if kind == 3:
        return rect(x - 1, y - 2.6, 2, 5.2, ink)
    return ""


def _skyline(rng: Random, x: float, y: float, width: float, height: float, *, sky: bool = True) -> str:
    ground = rect(x, y, width, height, rng.choice(_SKIES)) if sky else ""
    disc = circle(x + rng.uniform(0.1, 0.9) * width, y + rng.uniform(0.12, 0.4) * height, rng.uniform(3, 7), "#fff4c2")
    hill = y + height * rng.uniform(0.55, 0.75)
    hills = polygon(
        [
            (x, y + height),
            (x, hill + rng.uniform(-8, 8)),
            (x + width * rng.uniform(0.3, 0.7), hill - rng.uniform(2, 14)),
            (x + width, hill + rng.uniform(-8, 8)),
            (x + width, y + height),
        ],
        rng.choice(_HILLS),
    )
    towers = "".join(_tower(rng, x, y, width, height) for _ in range(rng.randint(4, 7)))
    sea = "".join(
        stroke(wave(x, x + width, y + height - _FOOT - 2 - 3 * k, 1.2, rng.uniform(4, 9)), "#ffffff", 0.6)
        for k in range(rng.randint(0, 3))
    )
    return ground + (disc if sky else "") + hills + towers + sea


def _tower(rng: Random, x: float, y: float, width: float, height: float) -> str:
    """A building: its walls, its roof, its windows."""
    wide, tall = width * rng.uniform(0.12, 0.32), height * rng.uniform(0.3, 0.85)
    left, top = x + rng.uniform(0, width - wide), y + height - tall
    wall, roof, light = rng.sample(_WALLS, 3)
    edge = f'stroke="{INK}" stroke-width=".4"'
    kind = rng.randrange(4)
    if kind == 0:
        cap = polygon([(left - 1, top), (left + wide / 2, top - wide * 0.6), (left + wide + 1, top)], roof, edge)
    elif kind == 1:
        cap = circle(left + wide / 2, top, wide / 2, roof, edge)
    elif kind == 2:
        teeth = (rect(left + k * wide / 5, top - wide / 5, wide / 5, wide / 5, roof, 0, edge) for k in (0, 2, 4))
        cap = "".join(teeth)
    else:
        cap = rect(left - 1.2, top - 2, wide + 2.4, 2.4, roof, 0, edge)
    rows, columns = rng.randint(2, 5), rng.randint(1, 3)
    windows = "".join(
        rect(left + wide * (k + 0.3) / columns, top + tall * (row + 0.3) / 6, wide * 0.4 / columns, tall / 14, light)
        for row in range(rows)
        for k in range(columns)
    )
    return cap + rect(left, top, wide, tall, wall, 0, edge) + windows
