"""What the gallery keeps: the English pictures of the smallest screen whole, all others on one sheet a language.

All of them whole would be 40 MB, which nobody would want to clone; a sheet shows what a size, a theme or a language
does to each page.
"""

from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image

WHOLE = "en", "800x480"
_THUMB = 340, 204
"""The longer and the shorter side, in pixels, of a picture on a sheet."""
_COLOURS = 128
_GAP = 8
_WIDE = 2400
"""About as wide as a sheet is, in pixels."""
Drawn: TypeAlias = NDArray[np.uint8]


class Album:
    """Pictures of one size; ``out``: the folder, whose name begins with the size (``docs/screens/800x480``)."""

    def __init__(self, out: Path) -> None:
        self._out = out
        self._sheet: list[Image.Image] = []

    def add(self, drawn: Drawn, language: str, theme: str, name: str) -> None:
        """One more picture."""
        picture = Image.fromarray(np.ascontiguousarray(drawn[:, :, :3]))
        if (language, self._out.name) != WHOLE:
            picture.thumbnail(_THUMB if picture.width > picture.height else _THUMB[::-1], Image.Resampling.LANCZOS)
            self._sheet.append(picture)
            return
        path = self._folder(theme) / language / f"{name}.webp"
        path.parent.mkdir(parents=True, exist_ok=True)
        # Few colours: half of the bytes, and the eye sees no difference.
        few = picture.quantize(_COLOURS, method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        few.convert("RGB").save(path, lossless=True, method=4, quality=60)

    def close(self, language: str, theme: str) -> None:
        """That was all of this language and theme."""
        pictures, self._sheet = self._sheet, []
        if not pictures:
            return
        width, height = pictures[0].width + _GAP, pictures[0].height + _GAP
        columns = max(1, _WIDE // width)
        sheet = Image.new("RGB", (columns * width, -(-len(pictures) // columns) * height), "#808080")
        for number, picture in enumerate(pictures):
            sheet.paste(picture, ((number % columns) * width, (number // columns) * height))
        path = self._folder(theme) / f"{language}.webp"
        path.parent.mkdir(parents=True, exist_ok=True)
        sheet.save(path, quality=25, method=6)

    def _folder(self, theme: str) -> Path:
        return self._out.with_name(f"{self._out.name}-{theme}")
