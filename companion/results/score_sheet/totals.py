"""The score sheet itself: a column a player, a row a category, the winner marked."""

from typing import Any, Final

from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Table, TableStyle

from companion import words
from companion.results.score_sheet import style
from companion.results.score_sheet.said import Said
from companion.words.language import _

_CATEGORY: Final = 38 * mm
_WIDEST: Final = 46 * mm
_PADDING: Final = 0.8 * mm


def totals(said: Said) -> Flowable:
    """The table, as wide as the page."""
    sheet = said.kept.sheet
    seats = range(len(said.names))
    column = min((style.WIDTH - _CATEGORY) / len(seats), _WIDEST)
    # A hair less than there is: a line that just fits is broken.
    room = column - 2 * _PADDING - 0.1 * mm
    names = style.fitted(said.names, style.HEAD, room)
    under = style.fitted([_under(said, seat) for seat in seats], style.UNDER_HEAD, room)
    rows: list[list[Any]] = [["", *([name, below] for name, below in zip(names, under, strict=True))]]
    for category in said.categories:
        numbers = [style.text(words.signed(sheet.categories[seat][category]), style.NUMBER) for seat in seats]
        rows.append([style.text(said.category(category), style.CELL), *numbers])
    sums = [style.text(_total(said, seat), style.NUMBER_BOLD) for seat in seats]
    rows.append([style.text(_("Total"), style.CELL_BOLD), *sums])
    table = Table(rows, colWidths=[_CATEGORY, *[column] * len(seats)], hAlign="LEFT")
    last = len(rows) - 1
    lines = [
        ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
        ("VALIGN", (0, 0), (-1, 0), "BOTTOM"),
        ("LEFTPADDING", (0, 0), (-1, -1), _PADDING),
        ("RIGHTPADDING", (0, 0), (-1, -1), _PADDING),
        ("TOPPADDING", (0, 1), (-1, -1), 1.4 * mm),
        ("BOTTOMPADDING", (0, 1), (-1, -1), 1.6 * mm),
        ("LINEBELOW", (0, 0), (-1, 0), 1.2, style.BLACK),
        ("LINEBELOW", (0, 1), (-1, last - 1), 0.4, style.LINE),
        ("LINEABOVE", (0, last), (-1, last), 1.2, style.BLACK),
        *(("BACKGROUND", (seat + 1, 0), (seat + 1, -1), style.SHADE) for seat in said.winners),
        *(("BOX", (seat + 1, 0), (seat + 1, -1), 1.2, style.BLACK) for seat in said.winners),
    ]
    table.setStyle(TableStyle(lines))
    return table


def _under(said: Said, seat: int) -> str:
    """What stands under a name: the wonders, or what is left to say of the one that the player goes by."""
    return said.wonders(seat).removeprefix(said.names[seat]).strip()


def _total(said: Said, seat: int) -> str:
    points = words.signed(said.kept.sheet.totals[seat])
    return f"★ {points}" if seat in said.winners else points
