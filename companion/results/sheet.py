"""A score sheet as the contract's JSON object."""

from typing import Any

from companion.games.vocabulary import Sheet
from companion.words import English


def sheet_object(sheet: Sheet, game: str) -> dict[str, Any]:
    """The contract's JSON object of a score sheet."""
    english = English(game)
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
                "why": english.line(line.why),
                "rule": line.rule,
            }
            for line in sheet.explain
        ],
    }
