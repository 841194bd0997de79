"""The playmats as a PDF: A3 sheets, or two A4 halves each with marks that must meet."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Literal

from companion.art.palette import MAT_LINE
from companion.art.pen import Ink, PdfPen, Pen
from companion.art.proxy_set import proxies_of
from companion.games.mats import MAT_HEIGHT, MAT_WIDTH
from companion.paper.document import A3_LANDSCAPE, A4, document
from companion.print.mats import draw_mat, nominal_places

Watcher = Callable[[Iterable[int]], Iterable[int]]
"""Wraps the pages' numbers to show how far it is (a bar in the terminal)."""
_SEAM = MAT_WIDTH / 2
_MARKS = (20.0, 152.5, 272.5)


def _glue_marks(pen: Pen) -> None:
    """Diamonds across the seam: half of each on either page; whole again when the halves are glued right."""
    for y in _MARKS:
        pen.polygon([(_SEAM - 4, y), (_SEAM, y - 4), (_SEAM + 4, y), (_SEAM, y + 4)], Ink(line=MAT_LINE, width=0.4))
        pen.strip([(_SEAM - 8, y), (_SEAM + 8, y)], Ink(line=MAT_LINE, width=0.2))


def write_playmat(
    path: Path,
    game: str,
    seats: int,
    sheets: tuple[str, ...] = (),
    *,
    paper: Literal["a3", "a4"] = "a3",
    watch: Watcher = iter,
) -> int:
    """Write the central mat and ``seats`` seat mats; returns the number of pages.

    ``sheets``: what the first seats' mats are printed for (see ``sheets_of``), in order; the others get an open area.
    Raises ``Unusable`` if the file cannot be written, or the game has no mats.
    """
    lefts = (0.0,) if paper == "a3" else (0.0, _SEAM)
    places = nominal_places(game, seats)
    with document(path, A3_LANDSCAPE if paper == "a3" else A4, f"{proxies_of(game).title}: playmats") as canvas:
        for mat in watch(range(seats + 1)):
            sheet = sheets[mat - 1] if 0 < mat <= len(sheets) else None
            for left in lefts:
                pen = PdfPen(canvas, MAT_HEIGHT, left)
                draw_mat(pen, game, mat, sheet, places)
                if paper == "a4":
                    _glue_marks(pen)
                canvas.showPage()
    return (seats + 1) * len(lefts)
