"""Sleeve labels and seat badges, as vision reads them: tags for a running table, QR codes for pictures from near.

At the 1.9 pixels a mm of a camera over a whole table, a tag of 20 mm is 38 pixels wide and is read; the QR code of
the same label needs twice that (``benchmarks/codes.py``).
"""

from collections.abc import Callable, Iterable
from pathlib import Path

from reportlab.graphics import renderPDF
from reportlab.graphics.barcode.qr import QrCodeWidget
from reportlab.graphics.shapes import Drawing
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas

from companion.art.pen import Ink, PdfPen, ruler, symbol
from companion.art.proxy_set import Label, proxies_of
from companion.errors import Unusable
from companion.paper.document import A4, document
from vision.codes.payloads import encode_badge, encode_label
from vision.codes.tags import MODULES, draw_tag

Watcher = Callable[[Iterable[int]], Iterable[int]]
LABEL = 25.0
"""Side of a tag and of a QR code (mm), quiet zone included."""
_LABEL_CELL = (60.0, 34.0)
_LABEL_COLUMNS, _LABEL_ROWS = 3, 8
BADGE = (85.0, 50.0)
_BADGE_QR = 36.0
_INK, _GREY = "#222222", "#9a9a9a"
_CUT = Ink(line="#b0b0b0", width=0.2)


def draw_qr(canvas: Canvas, payload: str, x: float, y: float, size: float) -> None:
    """A QR code ``size`` mm wide, its quiet zone (4 modules) included, its top left corner at (x, y) of an A4 page."""
    code = QrCodeWidget(payload, barLevel="M", barBorder=4)
    left, bottom, right, top = code.getBounds()
    drawing = Drawing(
        size * mm, size * mm, transform=[size * mm / (right - left), 0, 0, size * mm / (top - bottom), 0, 0]
    )
    drawing.add(code)
    renderPDF.draw(drawing, canvas, x * mm, (A4[1] - y - size) * mm)


def draw_tag_on(pen: PdfPen, face: str, x: float, y: float) -> None:
    """The tag of a face, as wide as a label's code with its quiet zone, its top left corner at (x, y) of the page."""
    module = LABEL / MODULES
    pen.box(x + module, y + module, LABEL - 2 * module, LABEL - 2 * module, Ink(fill="#000000"))
    pattern = draw_tag(face, 1)[2:-2, 2:-2]
    for row, cells in enumerate(pattern, 2):
        for column, light in enumerate(cells, 2):
            if light:
                pen.box(x + column * module, y + row * module, module, module, Ink(fill="#ffffff"))


def _label(canvas: Canvas, pen: PdfPen, label: Label, x: float, y: float) -> None:
    width, height = _LABEL_CELL
    pen.box(x, y, width, height, _CUT)
    pen.strip([(x + width / 2, y), (x + width / 2, y + height)], _CUT)
    draw_tag_on(pen, label.face, x + (width / 2 - LABEL) / 2, y + 1)
    draw_qr(canvas, encode_label(label.face), x + width / 2 + (width / 2 - LABEL) / 2, y + 1, LABEL)
    for left in (x, x + width / 2):
        symbol(pen, label.symbol, left + 4, y + height - 4.4, 3.6, _INK)
        pen.words(label.title, left + width / 4 + 3, y + height - 3.4, min(2.8, 30 / len(label.title)), _INK)


def write_labels(path: Path, game: str, *, every: bool = False, watch: Watcher = iter) -> int:
    """Write a game's sleeve labels, one for each face or for each card; returns the number of pages.

    A label is a tag and a QR code of 25 mm each, to be cut apart or used together.

    Raises ``Unusable`` if the file cannot be written, or the game has no cards to label.
    """
    proxies = proxies_of(game)
    labels = proxies.labels(every=every)
    if not labels:
        raise Unusable(f"{game}: there are no labels for its cards")
    per_page = _LABEL_COLUMNS * _LABEL_ROWS
    count = -(-len(labels) // per_page)
    with document(path, A4, f"{proxies.title}: sleeve labels") as canvas:
        for page in watch(range(count)):
            pen = PdfPen(canvas, A4[1])
            for place, label in enumerate(labels[page * per_page : (page + 1) * per_page]):
                row, column = divmod(place, _LABEL_COLUMNS)
                _label(canvas, pen, label, 15 + column * _LABEL_CELL[0], 8 + row * _LABEL_CELL[1])
            ruler(pen, 15, A4[1] - 6)
            canvas.showPage()
    return count


def _badge(canvas: Canvas, pen: PdfPen, seat: int, x: float, y: float) -> None:
    width, height = BADGE
    pen.box(x, y, width, height, _CUT, 4.0)
    draw_qr(canvas, encode_badge(seat), x + 4, y + (height - _BADGE_QR) / 2, _BADGE_QR)
    pen.words("Seat", x + 61, y + 17, 6, _GREY)
    pen.words(str(seat + 1), x + 61, y + 37, 22, _INK)
    for k in range(seat + 1):
        pen.disc(x + 61 + (k - seat / 2) * 4.4, y + 44, 1.3, Ink(fill=_INK))


def write_badges(path: Path, game: str, seats: int, watch: Watcher = iter) -> int:
    """Write one badge a seat, 85 x 50 mm, on one A4 page; returns the number of pages.

    Raises ``Unusable`` if the file cannot be written.
    """
    with document(path, A4, f"{proxies_of(game).title}: seat badges") as canvas:
        pen = PdfPen(canvas, A4[1])
        for seat in watch(range(seats)):
            row, column = divmod(seat, 2)
            _badge(canvas, pen, seat, 15 + column * (BADGE[0] + 5), 15 + row * (BADGE[1] + 5))
        ruler(pen, 15, A4[1] - 10)
        canvas.showPage()
    return 1
