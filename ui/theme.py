"""How the touchscreen looks, in one place: colours, type scale, spacing, and the scale of this screen.

Two themes, ``night`` and ``day``; at least 4.5 : 1 for everything that is read. A colour is named for what it is for.
Lengths are in steps of the 800 x 480 screen (480 x 800 where it stands upright) and grow with the real one; 56 of them
are 9 mm on a 7-inch panel.
"""

import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from companion.games.catalogue import packages
from companion.looks.faces import looks

Rgba: TypeAlias = tuple[float, float, float, float]
"""Red, green, blue and opacity, 0..1."""

REFERENCE: Final = (800, 480)
"""Width and height, in pixels, of the screen for which lengths are given."""
TOUCH: Final = 56
"""The smallest side of anything that is tapped."""


def rgba(hexadecimal: str, opacity: float = 1.0) -> Rgba:
    """The colour of ``#rrggbb``."""
    red, green, blue = (int(hexadecimal[k : k + 2], 16) / 255 for k in (1, 3, 5))
    return red, green, blue, opacity


class Palette(NamedTuple):
    """One theme's colours, by what they are for; ``families`` by card colour."""

    ground: Rgba
    bar: Rgba
    panel: Rgba
    raised: Rgba
    pressed: Rgba
    line: Rgba
    text: Rgba
    muted: Rgba
    accent: Rgba
    glow: Rgba
    on_accent: Rgba
    good: Rgba
    warn: Rgba
    bad: Rgba
    bad_panel: Rgba
    families: dict[str, Rgba]


CLEAR: Final = rgba("#000000", 0.0)


def _palette(table: dict[str, Any]) -> Palette:
    colours = {name: rgba(colour) for name, colour in table.items() if name != "families"}
    return Palette(**colours, families={name: rgba(colour) for name, colour in table["families"].items()})


PALETTES: Final = {
    name: _palette(table) for name, table in tomllib.loads(Path(__file__).with_suffix(".toml").read_text()).items()
}
"""Every theme by its name (``theme.toml``)."""
NIGHT: Final = PALETTES["night"]

_WORN: dict[str, Any] = {"name": "night", "palette": NIGHT}


def wear(name: str) -> None:
    """Draw in this theme from now on; what is drawn already has to be made anew. Raises ``KeyError``."""
    _WORN.update(name=name, palette=PALETTES[name])


def worn() -> str:
    """The name of the theme worn now."""
    return str(_WORN["name"])


def __getattr__(name: str) -> Any:
    """The colours of the theme worn now: ``theme.GROUND`` is the ground of the palette, and so on."""
    if name == "WONDERS":
        return wonders(worn())
    field = name.lower()
    if name.isupper() and field in Palette._fields:
        return getattr(_WORN["palette"], field)
    raise AttributeError(name)


@cache
def wonders(name: str) -> dict[str, Rgba]:
    """The colour of each wonder of every game in this theme, as the games' looks say (``tints``)."""
    pairs = {wonder: pair for game in reversed(list(packages())) for wonder, pair in looks(game).tints.items()}
    return {wonder: rgba(pair[tuple(PALETTES).index(name)]) for wonder, pair in pairs.items()}


def read(name: str) -> Iterator[tuple[str, Rgba, Rgba]]:
    """Every pair of colours of something read and what it stands on in this theme: (what, ink, ground)."""
    palette = PALETTES[name]
    grounds = ("ground", "bar", "panel", "raised", "pressed", "glow", "bad_panel")
    for where in grounds:
        yield f"text on {where}", palette.text, getattr(palette, where)
    tints = {name: getattr(palette, name) for name in ("muted", "accent", "good", "warn", "bad")}
    for where in ("ground", "bar", "panel", "raised", "glow"):
        for what, colour in (tints | palette.families | wonders(name)).items():
            yield f"{what} on {where}", colour, getattr(palette, where)
    yield "on accent", palette.on_accent, palette.accent


def luminance(colour: Rgba) -> float:
    """Relative luminance, 0..1 (WCAG 2)."""
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Rgba, other: Rgba) -> float:
    """Contrast of two opaque colours, 1..21 (WCAG 2)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


_FIT = {"scale": 1.0, "portrait": False}


def fit(width: float, height: float) -> None:
    """Draw for a window of this size in pixels from now on."""
    _FIT["portrait"] = height > width
    _FIT["scale"] = min(max(width, height) / REFERENCE[0], min(width, height) / REFERENCE[1])


def portrait() -> bool:
    """Whether the screen stands upright: then it is 480 steps wide and 800 high."""
    return bool(_FIT["portrait"])


def dp(length: float) -> float:
    """A length in pixels of this screen, from one of the 800 x 480 one."""
    return round(length * _FIT["scale"])


TINY: Final = 12
SMALL: Final = 14
BODY: Final = 17
LARGE: Final = 21
TITLE: Final = 28
DISPLAY: Final = 40
"""The type scale; what is read at arm's length is BODY or more, labels of icons may be SMALL."""
GAP: Final = 8
"""Space between two things."""
EDGE: Final = 12
"""Space at the screen's edge."""
ROUND: Final = 10
"""Radius of corners."""
