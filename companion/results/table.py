"""A game's scores as CSV: a line a player, a column a category."""

import csv
import io

from companion.results.kept import Kept


def table(kept: Kept) -> str:
    """A head, then each seat: its number, name, wonders, points by category, total, and whether it won (1 or 0)."""
    sheet = kept.sheet
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("seat", "name", "wonder", *sheet.categories[0], "total", "winner"))
    for seat, name in enumerate(kept.names):
        points = sheet.categories[seat].values()
        wonders = " + ".join(kept.wonders(seat))
        writer.writerow((seat, name, wonders, *points, sheet.totals[seat], int(seat in sheet.winners)))
    return text.getvalue()
