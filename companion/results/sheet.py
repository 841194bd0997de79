"""A score sheet as the contract's JSON object."""

from typing import Any

from companion.games.vocabulary import Sheet


def sheet_object(sheet: Sheet) -> dict[str, Any]:
    """The contract's JSON object of a score sheet."""
    return {
        "players": [
            {"seat": seat, "categories": row, "total": total}
            for seat, (row, total) in enumerate(zip(sheet.categories, sheet.totals, strict=True))
        ],
        "winners": list(sheet.winners),
        "explain": [
            {
                "seat": line.seat,
                "category": line.category,
                "points": line.points,
                "why": line.why,
                "rule": line.rule,
            }
            for line in sheet.explain
        ],
    }
