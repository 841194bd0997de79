"""Our icons: the white shapes of ``companion/looks``, drawn at the size at which they are shown, in its colour."""

from functools import lru_cache
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import resvg_py
from kivy.core.image import Image as CoreImage

from companion.looks.faces import ICONS

PICTURES: Final = Path(__file__).parent / "pictures"


@lru_cache(maxsize=512)
def texture(name: str, size: int) -> Any:
    """An icon as a texture of this many pixels square. Raises ``FileNotFoundError`` for one that we do not have."""
    path = ICONS / f"{name}.svg"
    if not path.is_file():
        raise FileNotFoundError(f"no icon {name}: {path}")
    png = resvg_py.svg_to_bytes(svg_path=str(path), width=size, height=size, skip_system_fonts=True)
    return CoreImage(BytesIO(bytes(png)), ext="png").texture


@lru_cache(maxsize=2)
def picture(name: str, width: int, height: int) -> Any:
    """A whole picture of ours, as wide or as high as this, whichever covers it. It takes a tenth of a second."""
    png = resvg_py.svg_to_bytes(svg_path=str(PICTURES / f"{name}.svg"), width=width, height=height)
    return CoreImage(BytesIO(bytes(png)), ext="png").texture


@lru_cache(maxsize=32)
def drawing(svg: str, width: int, height: int) -> Any:
    """An SVG document in mm as a texture, as large as fits into so many pixels."""
    png = resvg_py.svg_to_bytes(svg_string=svg, width=width, height=height, dpi=25.4, skip_system_fonts=True)
    return CoreImage(BytesIO(bytes(png)), ext="png").texture
