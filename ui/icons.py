"""Our icons: white shapes in ``icons/*.svg``, drawn at the size at which they are shown, tinted by who shows them."""

from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import resvg_py
from kivy.core.image import Image as CoreImage

FOLDER: Final = Path(__file__).parent / "icons"

CARD_ICONS: Final = {
    **{name: name for name in ("wood", "clay", "stone", "glass", "papyrus", "coin", "compass", "tablet", "gear")},
    "vp2_cat": "cat",
    "vp3": "laurel",
    "shield_h0": "shield",
    "shield_h1": "horn",
    "shield_h2": "horn",
}
"""The icon of each card face."""

TOKEN_ICONS: Final = {
    "urbanism": "clay",
    "crafts": "papyrus",
    "jewellery": "coin",
    "science": "gear",
    "propaganda": "horn",
    "architecture": "pillar",
    "economy": "deck",
    "engineering": "compass",
    "tactics": "shield",
    "decor": "star",
    "politics": "cat",
    "strategy": "swords",
    "education": "tablet",
    "culture": "laurel",
    "logistics": "grey",
    "domestication": "cat",
    "fortifications": "shield",
}
"""The icon of each progress token."""


@lru_cache(maxsize=512)
def texture(name: str, size: int) -> Any:
    """An icon as a texture of this many pixels square. Raises ``FileNotFoundError`` for one that we do not have."""
    path = FOLDER / f"{name}.svg"
    if not path.is_file():
        raise FileNotFoundError(f"no icon {name}: {path}")
    png = resvg_py.svg_to_bytes(svg_path=str(path), width=size, height=size, skip_system_fonts=True)
    return CoreImage(BytesIO(bytes(png)), ext="png").texture


def picture(name: str, width: int, height: int) -> Any:
    """A whole picture of ours, as wide or as high as this, whichever covers it."""
    png = resvg_py.svg_to_bytes(svg_path=str(FOLDER.parent / "pictures" / f"{name}.svg"), width=width, height=height)
    return CoreImage(BytesIO(bytes(png)), ext="png").texture
