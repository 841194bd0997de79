"""Measuring text before it is drawn: the largest size at which it fits its box without breaking a word."""

from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from kivy.core.text import Label as CoreLabel
from kivy.core.text import LabelBase

FONT: Final = "Sans"
"""Our one typeface: it has Cyrillic, Hungarian and the symbols ◆ ■ ● ✖ ▲."""
_FONTS = Path(__file__).parent / "fonts"


def register() -> None:
    """Make our font known to Kivy, also as its default."""
    regular, bold = (str(_FONTS / name) for name in ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf"))
    for name in (FONT, "Roboto"):
        LabelBase.register(name=name, fn_regular=regular, fn_bold=bold, fn_italic=regular, fn_bolditalic=bold)


@lru_cache(maxsize=4096)
def measure(text: str, size: int, width: int, *, bold: bool) -> tuple[int, int]:
    """Width of the longest word and height of the text set this wide, in pixels, at a font size in pixels."""
    label: Any = CoreLabel(text=text, font_size=size, font_name=FONT, bold=bold, text_size=(width, None))
    label.resolve_font_name()
    height = label.render()[1]
    words = text.split() or [""]
    return max(label.get_extents(word)[0] for word in words), height


@lru_cache(maxsize=1024)
def natural(text: str, size: int, *, bold: bool) -> int:
    """Width in pixels of a text in one line at a font size in pixels."""
    label: Any = CoreLabel(text=text, font_size=size, font_name=FONT, bold=bold)
    label.resolve_font_name()
    return int(label.get_extents(text)[0]) + 2


@lru_cache(maxsize=4096)
def largest(text: str, box: tuple[int, int], ceiling: int, floor: int, *, bold: bool) -> tuple[int, bool]:
    """The largest font size between floor and ceiling at which a text fits a box, and whether it does fit then."""
    width, height = box
    for size in range(ceiling, floor - 1, -1):
        longest, high = measure(text, size, width, bold=bold)
        if longest <= width and high <= height:
            return size, True
    return floor, False
