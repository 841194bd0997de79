"""What pieces are put together from: pictures (SVG files in ``art``), the stages' outlines, colours."""

from functools import cache
from importlib.resources import files

import msgspec

from companion.art.drawing import Point

_HERE = files(__package__)


class Family(msgspec.Struct, frozen=True):
    """A card colour: the band, a darker and a lighter tone, the ink that reads on the band, its symbol."""

    band: str
    dark: str
    light: str
    on_band: str
    symbol: str


class Wonder(msgspec.Struct, frozen=True):
    """A wonder's own colours: stone in three tones, blueprint paper, the ground behind its silhouette."""

    light: str
    mid: str
    dark: str
    plan: str
    ground: str


class Palette(msgspec.Struct, frozen=True):
    """``palette.toml``: card colours, wonders, the cards' titles, rims of progress tokens by kind, their fields."""

    families: dict[str, Family]
    wonders: dict[str, Wonder]
    titles: dict[str, str]
    rims: dict[str, str]
    fields: dict[str, str]


PALETTE = msgspec.toml.decode(_HERE.joinpath("palette.toml").read_bytes(), type=Palette)
OUTLINES = msgspec.toml.decode(_HERE.joinpath("outlines.toml").read_bytes(), type=dict[str, tuple[Point, ...]])
"""Each stage's corners (mm from the top left of its picture), by stage id."""


@cache
def picture(name: str) -> str:
    """The inside of the SVG file ``art/NAME.svg``, in which every element begins a line."""
    _, *elements, _ = _HERE.joinpath("art", f"{name}.svg").read_text("utf-8").splitlines()
    return "".join(elements)
