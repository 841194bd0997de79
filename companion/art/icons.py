# ruff: noqa: PLR0917 - coordinates come in their usual order
"""Our icons: each a picture of one colour around (0, 0) in a 100 x 100 box (``svg/NAME.svg``).

``ink`` is the icon's colour, ``gap`` the colour behind it (for what is cut out of the icon).
"""

import re
from functools import cache
from importlib.resources import files

from companion.art.drawing import circle, line, place, polygon, rect, text


@cache
def _elements(name: str) -> str:
    """The inside of an icon's file, in which every element begins a line; black is its ink, white its gap."""
    _, *elements, _ = (files(__package__) / "svg" / f"{name}.svg").read_text("utf-8").splitlines()
    return "".join(elements)


def drawn(name: str, ink: str, gap: str) -> str:
    """An icon in these colours; scale it with ``drawing.place``."""
    return re.sub("#000000|#ffffff", lambda colour: ink if colour[0] == "#000000" else gap, _elements(name))


def laurel_number(value: int, ink: str, gap: str) -> str:
    """Points: a number in its wreath."""
    return drawn("laurel", ink, gap) + text(str(value), 0, 16, 46, ink)


def symbol(name: str, ink: str) -> str:
    """The sign of a card colour, for those who cannot tell colours: diamond, circle, bar, triangle, cross."""
    if name == "diamond":
        return polygon([(0, -46), (38, 0), (0, 46), (-38, 0)], ink)
    if name == "circle":
        return circle(0, 0, 40, ink)
    if name == "bar":
        return rect(-40, -20, 80, 40, ink, 4)
    if name == "triangle":
        return polygon([(0, -42), (44, 36), (-44, 36)], ink)
    return line([(-30, -30), (30, 30)], ink, 24) + line([(-30, 30), (30, -30)], ink, 24)


def icon(name: str, x: float, y: float, size: float, ink: str, gap: str) -> str:
    """An icon of this size (mm) centred on (x, y)."""
    return place(drawn(name, ink, gap), x, y, size / 100)
