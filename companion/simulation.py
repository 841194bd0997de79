"""How games played without a table came out: scores, lengths, and how each wonder did."""

from collections.abc import Sequence
from statistics import fmean, quantiles
from typing import Any

from companion.games.common import Game, Playthrough, Sheet


def summary(game: Game, played: Sequence[Playthrough[Any, Any, Any]]) -> dict[str, Any]:
    """The figures of these games (at least one), by plain names, points per seat.

    A wonder's ``wins`` is its share of victories: those who win together share one alike.
    """
    sheets = [game.scores(playthrough.final) for playthrough in played]
    rows = [row for sheet in sheets for row in sheet.categories]
    return {
        "score": _spread([total for sheet in sheets for total in sheet.totals]),
        "winning_score": _spread([_winning(sheet) for sheet in sheets]),
        "moves": _spread([len(playthrough.moves) for playthrough in played]),
        "categories": {name: round(fmean(row[name] for row in rows), 2) for name in game.CATEGORIES},
        "shared_victories": sum(len(sheet.winners) > 1 for sheet in sheets),
        "wonders": _wonders(game, played, sheets),
    }


def _winning(sheet: Sheet) -> int:
    return max(sheet.totals[seat] for seat in sheet.winners)


def _wonders(
    game: Game, played: Sequence[Playthrough[Any, Any, Any]], sheets: Sequence[Sheet]
) -> dict[str, dict[str, float]]:
    """Of each wonder: in how many cities it was, their mean score and their share of victories."""
    results: dict[str, list[tuple[int, float]]] = {}
    for playthrough, sheet in zip(played, sheets, strict=True):
        for seat, total in enumerate(sheet.totals):
            share = 1 / len(sheet.winners) if seat in sheet.winners else 0.0
            for wonder in game.wonders(playthrough.final, seat):
                results.setdefault(wonder, []).append((total, share))
    return {
        wonder: {
            "games": len(cities),
            "mean_score": round(fmean(total for total, _ in cities), 2),
            "wins": round(fmean(share for _, share in cities), 3),
        }
        for wonder, cities in sorted(results.items())
    }


def _spread(values: Sequence[int]) -> dict[str, float]:
    """Mean, extremes and the 10th, 50th and 90th percentile."""
    cuts = quantiles(values, n=10, method="inclusive") if len(values) > 1 else [float(values[0])] * 9
    return {
        "mean": round(fmean(values), 2),
        "min": min(values),
        "p10": cuts[0],
        "p50": cuts[4],
        "p90": cuts[8],
        "max": max(values),
    }
