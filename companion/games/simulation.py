"""How games played without a table came out: scores, lengths, and how each wonder did."""

from collections.abc import Iterable, Sequence
from statistics import fmean, quantiles
from typing import Any, NamedTuple

from companion.games.vocabulary import Game, Playthrough, Sheet


class Outcome(NamedTuple):
    """What is kept of a game: how it was scored, how long it was, and the wonders before each seat."""

    sheet: Sheet
    moves: int
    wonders: tuple[tuple[str, ...], ...]

    def share(self, seat: int) -> float:
        """A seat's share of the victory: those who win together share it alike."""
        winners = self.sheet.winners
        return 1 / len(winners) if seat in winners else 0.0


def outcomes(game: Game, played: Iterable[Playthrough[Any, Any, Any]]) -> list[Outcome]:
    """What to keep of games, each forgotten as soon as it is played."""
    return [
        Outcome(
            game.scores(one.final),
            len(one.moves),
            tuple(game.wonders(one.final, seat) for seat in range(one.final.players)),
        )
        for one in played
    ]


def summary(categories: Sequence[str], games: Sequence[Outcome]) -> dict[str, Any]:
    """The figures of these games (at least one), by plain names, points per seat; ``wins``: the share of victories."""
    rows = [row for game in games for row in game.sheet.categories]
    return {
        "score": _spread([total for game in games for total in game.sheet.totals]),
        "winning_score": _spread([game.sheet.totals[game.sheet.winners[0]] for game in games]),
        "moves": _spread([game.moves for game in games]),
        "categories": {name: round(fmean(row[name] for row in rows), 2) for name in categories},
        "shared_victories": sum(len(game.sheet.winners) > 1 for game in games),
        "wonders": _wonders(games),
    }


def _wonders(games: Sequence[Outcome]) -> dict[str, dict[str, float]]:
    """Of each wonder: in how many cities it was, their mean score and their share of victories."""
    cities: dict[str, list[tuple[int, float]]] = {}
    for game in games:
        for seat, wonders in enumerate(game.wonders):
            for wonder in wonders:
                cities.setdefault(wonder, []).append((game.sheet.totals[seat], game.share(seat)))
    return {
        wonder: {
            "games": len(results),
            "mean_score": round(fmean(total for total, _ in results), 2),
            "wins": round(fmean(share for _, share in results), 3),
        }
        for wonder, results in sorted(cities.items())
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
