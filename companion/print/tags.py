"""The corner tags of an open table: four to cut out, on one A4 page that says what to do with them."""

from functools import cache
from pathlib import Path
from typing import cast

import cv2
import numpy as np
import numpy.typing as npt

from companion.art.pen import Ink, PdfPen, Pen, SvgPen, ruler
from companion.art.raster import rasterise
from companion.games.layout import TAG_SIDE, TAGS
from companion.paper.document import A4, document
from companion.print.markers import draw_marker

SHEET = TAG_SIDE * 1.5
"""Side of a cut out tag, its white rim included (mm)."""
_LEFT, _TOP, _STEP = 30.0, 62.0, 90.0
_INK, _CUT = "#222222", Ink(line="#808080", width=0.2)
_LINES = (
    "1. Print at 100 % (no fitting): the line below must measure 100 mm.",
    "2. Cut the four squares out along the grey lines. Leave the white rim.",
    "3. Lay one near each corner of the table, flat, any way round, so that all that is played lies between them.",
    "4. From then on leave them where they are. One may be covered now and then.",
)


def draw_tag(pen: Pen, tag: int, x: float, y: float) -> None:
    """A corner tag with its white rim, its top left corner at (x, y) mm."""
    rim = (SHEET - TAG_SIDE) / 2
    pen.box(x, y, SHEET, SHEET, Ink(fill="#ffffff"))
    draw_marker(pen, tag, x + rim, y + rim, TAG_SIDE)


@cache
def tag_picture(tag: int, px_per_mm: float) -> npt.NDArray[np.uint8]:
    """A corner tag in pixels: uint8, BGR, read-only."""
    pen = SvgPen()
    draw_tag(pen, tag, 0, 0)
    side = round(SHEET * px_per_mm)
    image = cv2.cvtColor(rasterise(pen.document(SHEET, SHEET), side, side), cv2.COLOR_BGRA2BGR).astype(np.uint8)
    image.setflags(write=False)
    return cast("npt.NDArray[np.uint8]", image)


def write_tags(path: Path) -> int:
    """Write the page of corner tags; returns the number of pages. Raises ``Unusable`` if it cannot be written."""
    with document(path, A4, "Corner tags") as canvas:
        pen = PdfPen(canvas, A4[1])
        pen.words("Corner tags for an open table", 20, 22, 6, _INK, "start")
        for k, line in enumerate(_LINES):
            pen.words(line, 20, 31 + 6 * k, 3.4, _INK, "start")
        for k, tag in enumerate(TAGS):
            x, y = _LEFT + k % 2 * _STEP, _TOP + k // 2 * _STEP
            draw_tag(pen, tag, x, y)
            pen.box(x, y, SHEET, SHEET, _CUT)
            pen.words(f"corner tag {k + 1}", x + SHEET / 2, y + SHEET - 3, 2.4, "#9a9a9a")
        ruler(pen, 20, A4[1] - 20)
        canvas.showPage()
    return 1
