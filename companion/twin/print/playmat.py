"""The playmats as a PDF: A3 sheets, or two A4 halves each with marks that must meet."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Literal

from companion.art.palette import MAT_LINE
from companion.games.architects.places import MAT_HEIGHT, MAT_WIDTH
from companion.paper.document import A3_LANDSCAPE, A4, document
from companion.twin.print.mats import draw_mat
from companion.twin.print.pen import Ink, PdfPen, Pen

Watcher = Callable[[Iterable[int]], Iterable[int]]
"""Wraps the pages' numbers to show how far it is (``rich.progress.track``)."""
_SEAM = MAT_WIDTH / 2
_MARKS = (20.0, 152.5, 272.5)


def _glue_marks(pen: Pen) -> None:
    """Diamonds across the seam: half of each on either page; whole again when the halves are glued right."""
    for y in _MARKS:
        pen.polygon([(_SEAM - 4, y), (_SEAM, y - 4), (_SEAM + 4, y), (_SEAM, y + 4)], Ink(line=MAT_LINE, width=0.4))
        pen.strip([(_SEAM - 8, y), (_SEAM + 8, y)], Ink(line=MAT_LINE, width=0.2))


def write_playmat(
    path: Path,
    seats: int = 7,
    wonders: tuple[str, ...] = (),
    paper: Literal["a3", "a4"] = "a3",
    watch: Watcher = iter,
) -> int:
    """Write the central mat and ``seats`` seat mats; returns the number of pages.

    ``wonders``: the stages' outlines for the first seats, in order; the others get an open area.
    Raises ``Unusable`` if the file cannot be written.
    """
    lefts = (0.0,) if paper == "a3" else (0.0, _SEAM)
    with document(path, A3_LANDSCAPE if paper == "a3" else A4, "7 Wonders Architects: playmats") as canvas:
        for mat in watch(range(seats + 1)):
            wonder = wonders[mat - 1] if 0 < mat <= len(wonders) else None
            for left in lefts:
                pen = PdfPen(canvas, MAT_HEIGHT, left)
                draw_mat(pen, mat, wonder)
                if paper == "a4":
                    _glue_marks(pen)
                canvas.showPage()
    return (seats + 1) * len(lefts)
