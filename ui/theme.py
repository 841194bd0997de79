"""How the touchscreen looks, in one place: colours, type scale, spacing, and the scale of this screen.

Night sea, parchment and bronze: dim enough for a lamp-lit table, at least 4.5 : 1 for everything that is read.
Lengths are in steps of the 800 x 480 screen and grow with the real one; 56 of them are 9 mm on a 7-inch panel.
"""

from typing import Final, TypeAlias

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


NIGHT: Final = rgba("#0b1322")
DEEP: Final = rgba("#121d33")
PANEL: Final = rgba("#182742")
RAISED: Final = rgba("#233657")
PRESSED: Final = rgba("#34507d")
LINE: Final = rgba("#3a517c")
PARCHMENT: Final = rgba("#f5ecd7")
MUTED: Final = rgba("#b9b5a6")
BRONZE: Final = rgba("#e3ad4f")
GLOW: Final = rgba("#2f3346")
INK: Final = rgba("#1c1405")
GOOD: Final = rgba("#7fd6a0")
WARN: Final = rgba("#f4b860")
BAD: Final = rgba("#ff8a7a")
BAD_PANEL: Final = rgba("#4a1f26")
CLEAR: Final = rgba("#000000", 0.0)

FAMILIES: Final[dict[str, Rgba]] = {
    "grey": rgba("#c3cad6"),
    "yellow": rgba("#f6c94c"),
    "blue": rgba("#7db4ff"),
    "green": rgba("#6fd696"),
    "red": rgba("#ff8577"),
}
"""Card colours as they are drawn on our panels, by the rules' names."""

WONDERS: Final[dict[str, Rgba]] = {
    "alexandria": rgba("#8fd3f0"),
    "babylon": rgba("#9ad88a"),
    "ephesus": rgba("#f2a7ac"),
    "giza": rgba("#f3bd76"),
    "halicarnassus": rgba("#c9aef2"),
    "olympia": rgba("#f4dc7c"),
    "rhodes": rgba("#f0a283"),
    "rome": rgba("#e8b7d4"),
    "ur": rgba("#d8c08a"),
}
"""One colour a wonder, told apart by its icon all the same."""

READ: Final[tuple[tuple[str, Rgba, Rgba], ...]] = (
    *((f"parchment on {name}", PARCHMENT, ground) for name, ground in (
        ("night", NIGHT), ("deep", DEEP), ("panel", PANEL), ("raised", RAISED), ("pressed", PRESSED), ("glow", GLOW),
        ("bad panel", BAD_PANEL),
    )),
    *((f"{name} on {where}", colour, ground)
      for where, ground in (("night", NIGHT), ("panel", PANEL), ("raised", RAISED), ("glow", GLOW))
      for name, colour in (("muted", MUTED), ("bronze", BRONZE), ("good", GOOD), ("warn", WARN), ("bad", BAD),
                           *FAMILIES.items(), *WONDERS.items())),
    ("ink on bronze", INK, BRONZE),
)  # fmt: skip
"""Every pair of colours of something read and what it stands on: (what, ink, ground)."""


def luminance(colour: Rgba) -> float:
    """Relative luminance, 0..1 (WCAG 2)."""
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Rgba, other: Rgba) -> float:
    """Contrast of two opaque colours, 1..21 (WCAG 2)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


_FIT = {"scale": 1.0}


def fit(width: float, height: float) -> None:
    """Draw for a window of this size in pixels from now on."""
    _FIT["scale"] = min(width / REFERENCE[0], height / REFERENCE[1])


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
