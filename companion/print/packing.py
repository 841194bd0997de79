"""Pieces laid out on A4 pages: in rows, with room for crop marks, backs mirrored for double-sided printing."""

from collections.abc import Iterable

import msgspec

from companion.art.proxy_set import Printed, proxies_with
from companion.paper.document import A4

MARGIN, GAP, FOOT = 10.0, 5.0, 8.0


class Laid(msgspec.Struct, frozen=True):
    """A piece on a page, from the page's top left corner (mm)."""

    piece: Printed
    x: float
    y: float


def pages(pieces: Iterable[Printed]) -> list[list[Laid]]:
    """The pieces in rows on A4 pages, each row as high as its highest piece, rows centred."""
    laid: list[list[Laid]] = []
    width, floor = A4[0] - 2 * MARGIN, A4[1] - MARGIN - FOOT
    top = floor + 1.0
    for row in _rows(pieces, width):
        height = max(_size(piece)[1] for piece in row)
        if top + height > floor:
            laid.append([])
            top = MARGIN
        x = (A4[0] - sum(_size(piece)[0] + GAP for piece in row) + GAP) / 2
        for piece in row:
            laid[-1].append(Laid(piece, x, top))
            x += _size(piece)[0] + GAP
        top += height + GAP
    return laid


def _size(piece: Printed) -> tuple[float, float]:
    return proxies_with(piece.front).size_mm(piece.front)


def _rows(pieces: Iterable[Printed], width: float) -> list[list[Printed]]:
    rows: list[list[Printed]] = []
    used = width
    for piece in sorted(pieces, key=lambda piece: (-_size(piece)[1], -_size(piece)[0])):
        across = _size(piece)[0]
        if used + across > width:
            rows.append([])
            used = 0.0
        rows[-1].append(piece)
        used += across + GAP
    return rows
