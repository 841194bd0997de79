"""``companion simulate``: play without a table; how quick the rules are, how games come out."""

import sys
import time
from collections.abc import Sequence
from enum import StrEnum
from random import Random
from statistics import fmean, quantiles
from typing import Annotated, Any

import msgspec
import typer
from rich.console import Console
from rich.progress import track

from companion.commands.jsonfiles import rules_of
from companion.errors import Unusable
from companion.games.common import Game, Playthrough

app = typer.Typer()


class _PolicyName(StrEnum):
    """The policies that can be asked for."""

    RANDOM = "random"
    GREEDY = "greedy"


@app.command()
def simulate(
    game: Annotated[str, typer.Argument(metavar="GAME", help="architects")],
    *,
    players: Annotated[int, typer.Option(help="2 to 7.")] = 4,
    games: Annotated[int, typer.Option(help="How many games.")] = 100,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    policy: Annotated[_PolicyName, typer.Option(help="How the players choose.")] = _PolicyName.RANDOM,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Play whole games by the rules, without a table.

    Example: companion simulate architects --players 4 --games 100 --seed 1 --json
    """
    rules = rules_of("simulate", game)
    if players not in rules.PLAYERS:
        least, most = min(rules.PLAYERS), max(rules.PLAYERS)
        raise Unusable(f"{players} players: {game} is for {least} to {most} players")
    if games < 1:
        raise Unusable(f"--games {games}: at least 1 game must be played")
    rng = Random(seed)
    console = Console(stderr=True)
    started = time.perf_counter()
    played = [
        rules.play(players, rng, rules.POLICIES[policy])
        for _ in track(range(games), "Playing", console=console, disable=not console.is_terminal, transient=True)
    ]
    seconds = time.perf_counter() - started
    result = {
        "game": game,
        "players": players,
        "games": games,
        "seed": seed,
        "policy": str(policy),
        "seconds": round(seconds, 3),
        "games_per_second": round(games / seconds, 1),
        **summary(rules, played),
    }
    if json:
        sys.stdout.write(msgspec.json.encode(result).decode() + "\n")
    else:
        _print(result)


def summary(rules: Game, played: Sequence[Playthrough[Any, Any, Any]]) -> dict[str, Any]:
    """How games came out: scores, the winners' scores, lengths, and how each wonder did."""
    sheets = [rules.scores(game.final) for game in played]
    wonders: dict[str, list[tuple[int, float]]] = {}
    for game, sheet in zip(played, sheets, strict=True):
        for seat, total in enumerate(sheet.totals):
            share = 1 / len(sheet.winners) if seat in sheet.winners else 0.0
            for wonder in rules.wonders(game.final, seat):
                wonders.setdefault(wonder, []).append((total, share))
    return {
        "score": _spread([total for sheet in sheets for total in sheet.totals]),
        "winning_score": _spread([max(sheet.totals) for sheet in sheets]),
        "moves": _spread([len(game.moves) for game in played]),
        "shared_victories": sum(len(sheet.winners) > 1 for sheet in sheets),
        "wonders": {
            wonder: {
                "games": len(results),
                "mean_score": round(fmean(total for total, _ in results), 2),
                "wins": round(fmean(share for _, share in results), 3),
            }
            for wonder, results in sorted(wonders.items())
        },
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


def _print(result: dict[str, Any]) -> None:
    console = Console(highlight=False)
    console.print(
        f"{result['games']} games of {result['players']} {result['policy']} players: "
        f"{result['games_per_second']} games a second"
    )
    for name in ("score", "winning_score", "moves"):
        row = result[name]
        console.print(f"  {name}: {row['mean']} on average, {row['min']} to {row['max']}")
    for wonder, row in result["wonders"].items():
        console.print(f"  {wonder}: {row['mean_score']} points, {row['wins']:.0%} won")
