"""A game's scores as CSV: a line a player, a column a category."""

import csv
import io

from companion.results.kept import Result

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What a cell begins with that a spreadsheet takes for a formula (OWASP, CSV injection)."""


def table(kept: Result) -> str:
    """A head, then each seat: its number, name, wonders, points by category, total, and whether it won (1 or 0)."""
    sheet = kept.sheet
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("seat", "name", "wonder", *sheet.categories[0], "total", "winner"))
    for seat, name in enumerate(map(as_text, kept.names)):
        points = sheet.categories[seat].values()
        wonders = " + ".join(kept.wonders(seat))
        writer.writerow((seat, name, wonders, *points, sheet.totals[seat], int(seat in sheet.winners)))
    return text.getvalue()


def as_text(name: str) -> str:
    """A name that no spreadsheet reckons with: an apostrophe in front says that it is text."""
    return f"'{name}" if name.lstrip(" ").startswith(_FORMULA) else name
