"""Enrolling from a flatbed scanner's pages: the pieces in reading order are the faces in the order given."""

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from companion.enrolment.checklist import Item
from companion.errors import Unusable
from vision.enrolment.cutting import fits, size_of
from vision.enrolment.resolution import stated_dpi
from vision.enrolment.scans import Found, cut_piece, pieces_on, true_size
from vision.geometry.image import BadPicture, Image, read_picture
from vision.recognition.kinds import Size, kind_of

_FAR_OFF, _MARGIN_LOST = 0.25, 0.04
"""Log by which a size tells of a wrong resolution; share that a piece lacks whose white edge was lost (chosen by
hand; the run is not recorded)."""


class Scanned(NamedTuple):
    """The faces found on scans: picture and size in mm, by face; and what the owner should know."""

    pictures: dict[str, tuple[Image, Size | None]]
    notes: tuple[str, ...]


class _Page(NamedTuple):
    path: Path
    image: Image
    dpi: float | None
    pieces: tuple[Found, ...]


def enrol_from_scans(paths: Sequence[Path], items: Sequence[Item], dpi: float | None) -> Scanned:
    """Cut the pieces out of the pages and name them in order. ``dpi``: in place of what the files state.

    Raises ``Unusable`` where a page cannot be read or there are more or fewer pieces than names.
    """
    pages = [_read(path, dpi) for path in paths]
    found = [(page, piece) for page in pages for piece in page.pieces]
    if not found:
        raise Unusable(f"{', '.join(map(str, paths))}: no piece found; lay the cards apart on a lid of another colour")
    if len(found) != len(items):
        raise Unusable(f"{_places(pages)}; but {len(items)} names were given: {_ends(items)}")
    pictures: dict[str, tuple[Image, Size | None]] = {}
    notes: list[str] = []
    for item, (page, piece) in zip(items, found, strict=True):
        kind = kind_of(item.face)
        cut = cut_piece(page.image, piece, kind)
        size = true_size(cut, page.dpi) if page.dpi else None
        across, down = piece.place
        where = f"{item.face} ({page.path.name}, {across:.0%} across, {down:.0%} down)"
        if not fits(cut, kind):
            notes.append(f"{where}: not of its shape; are the names in the pieces' order?")
        elif size and kind.size:
            size, note = _believed(size, kind.size)
            notes += [f"{where}: {note}"] if note else []
        pictures[item.face] = (cut.picture, size or size_of(cut, kind, (), None))
    return Scanned(pictures, tuple(notes))


def _believed(size: Size, usual: Size) -> tuple[Size | None, str]:
    """The size of a piece by its page's resolution if that can be, and what is strange about it."""
    ratio = np.array(size) / usual
    if np.abs(np.log(ratio)).max() > _FAR_OFF:
        return None, f"{_mm(size)} by the page's resolution; {_mm(usual)} taken instead (--dpi sets it right)"
    if (ratio < 1 - _MARGIN_LOST).all():
        return size, f"{_mm(size)}, usually {_mm(usual)}; was a white edge lost on a white lid?"
    return size, ""


def _read(path: Path, dpi: float | None) -> _Page:
    try:
        image = read_picture(path)
    except BadPicture as error:
        raise Unusable(str(error)) from error
    dots = dpi or stated_dpi(path)
    return _Page(path, image, dots, pieces_on(image, dots))


def _places(pages: Sequence[_Page]) -> str:
    """How many pieces each page has, row by row."""
    return "; ".join(f"{page.path}: {len(page.pieces)} pieces found{_rows(page.pieces)}" for page in pages)


def _rows(pieces: Sequence[Found]) -> str:
    rows: list[int] = []
    before = None
    for piece in pieces:
        # In reading order a new row begins where the next piece lies further left.
        if before is None or piece.place[0] <= before:
            rows.append(0)
        rows[-1] += 1
        before = piece.place[0]
    return f" ({', '.join(map(str, rows))} in its {len(rows)} rows)" if len(rows) > 1 else ""


def _ends(items: Sequence[Item]) -> str:
    faces = [item.face for item in items]
    return ", ".join(faces) if len(faces) <= 2 else f"{faces[0]} ... {faces[-1]}"


def _mm(size: Size) -> str:
    return f"{size[0]:.0f} x {size[1]:.0f} mm"
