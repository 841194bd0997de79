"""The proxies as cut sheets: 300 dpi rasters of the vector art, crop marks, backs for double-sided printing."""

from collections.abc import Callable, Iterable
from functools import lru_cache
from pathlib import Path

import numpy as np
from PIL import Image
from reportlab.lib.units import mm
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from companion.art.palette import PAPER
from companion.art.pen import Ink, PdfPen, ruler
from companion.art.proxy_set import Printed, proxies_of, proxies_with
from companion.paper.document import A4, document
from companion.print.packing import MARGIN, Laid, pages

Watcher = Callable[[Iterable[int]], Iterable[int]]
_PX_PER_MM = 300 / 25.4
_BLEED = 1.0
_CROP = Ink(line="#808080", width=0.15)


@lru_cache(maxsize=64)
def _reader(face: str) -> ImageReader:
    """The face on paper colour (cards bleed into their rounded corners) or on white."""
    image = proxies_with(face).picture(face, _PX_PER_MM).astype(np.float32)
    ground = np.array(_ground(face), np.float32)
    alpha = image[..., 3:] / 255
    flat = image[..., 2::-1] * alpha + ground * (1 - alpha)
    return ImageReader(Image.fromarray(np.rint(flat).astype(np.uint8)))


def _is_card(face: str) -> bool:
    return face in proxies_with(face).cards


def _ground(face: str) -> tuple[int, int, int]:
    if not _is_card(face):
        return 255, 255, 255
    return int(PAPER[1:3], 16), int(PAPER[3:5], 16), int(PAPER[5:7], 16)


def _crop_marks(pen: PdfPen, x: float, y: float, width: float, height: float) -> None:
    for corner_x, way_x in ((x, -1), (x + width, 1)):
        for corner_y, way_y in ((y, -1), (y + height, 1)):
            pen.strip([(corner_x + way_x * 1.2, corner_y), (corner_x + way_x * 2.4, corner_y)], _CROP)
            pen.strip([(corner_x, corner_y + way_y * 1.2), (corner_x, corner_y + way_y * 2.4)], _CROP)


def _draw(canvas: Canvas, pen: PdfPen, face: str, x: float, y: float) -> None:
    width, height = proxies_with(face).size_mm(face)
    if _is_card(face):
        pen.box(x - _BLEED, y - _BLEED, width + 2 * _BLEED, height + 2 * _BLEED, Ink(fill=PAPER))
    canvas.drawImage(_reader(face), x * mm, (A4[1] - y - height) * mm, width * mm, height * mm)
    _crop_marks(pen, x, y, width, height)


def _page(canvas: Canvas, laid: list[Laid], *, back: bool, number: str) -> None:
    pen = PdfPen(canvas, A4[1])
    for item in laid:
        face = item.piece.back if back else item.piece.front
        if face is not None:
            # The paper is turned about its long edge, so left and right change places.
            x = A4[0] - item.x - proxies_with(face).size_mm(face)[0] if back else item.x
            _draw(canvas, pen, face, x, item.y)
    ruler(pen, MARGIN, A4[1] - 6)
    pen.words(number, A4[0] - MARGIN, A4[1] - 6, 2.4, "#808080", "end")
    canvas.showPage()


def write_proxies(path: Path, game: str, pieces: Iterable[Printed], watch: Watcher = iter) -> int:
    """Write cut sheets of a game's pieces on A4, each page followed by its backs; returns the number of pages.

    Raises ``Unusable`` if the file cannot be written.
    """
    sheets = pages(pieces)
    with document(path, A4, f"{proxies_of(game).title}: proxy set") as canvas:
        for index in watch(range(len(sheets))):
            number = f"sheet {index + 1} of {len(sheets)}"
            _page(canvas, sheets[index], back=False, number=f"{number}, front")
            _page(canvas, sheets[index], back=True, number=f"{number}, back (flip on the long edge)")
    return 2 * len(sheets)
