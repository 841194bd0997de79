"""``companion simulate``: play without a table; how quick the rules are, how games come out, who is likely to win."""

import time
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Annotated, Any, Literal, NamedTuple, cast

import typer

from companion.commands.given import rules_of
from companion.commands.shown import AsJson, console, counted, print_json
from companion.errors import Unusable
from companion.games.catalogue import GAMES, edition_of, expansions_of, players_of
from companion.games.vocabulary import EditionedGame, ExpandableGame, Game, InvalidSetup, Playthrough

app = typer.Typer()


@app.command()
def simulate(
    game: Annotated[str, typer.Argument(metavar="[GAME]", help=f"{', '.join(GAMES)}. Not with --from.")] = "",
    *,
    players: Annotated[int | None, typer.Option(help="How many play; default 4, or as many as the game has.")] = None,
    games: Annotated[int, typer.Option(help="How many games.")] = 100,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    policy: Annotated[
        Literal["random", "greedy"] | None,
        typer.Option(help="How the players choose; default random, with --from what foretells the game better."),
    ] = None,
    expansions: Annotated[str, typer.Option(help="Expansions to play with, such as medals.")] = "",
    edition: Annotated[int | None, typer.Option(help="The edition of the game; default the first.")] = None,
    origin: Annotated[
        Path | None, typer.Option("--from", metavar="JOURNAL", help="A journal, or moves as companion referee reads.")
    ] = None,
    playouts: Annotated[int, typer.Option(help="With --from: how often the game is played on.")] = 1000,
    as_json: AsJson = False,
) -> None:
    """Play whole games by the rules, without a table; or play a recorded game on, for each seat's chance to win.

    Examples: companion simulate GAME --players 4 --games 100 --seed 1 --json
              companion simulate --from state/games/game-0001.sqlite --playouts 500
    """
    if origin is not None:
        if game or players is not None:
            raise Unusable("--from names a game that is under way: leave out GAME and --players")
        if playouts < 1:
            raise Unusable(f"--playouts {playouts}: the game must be played on at least once")
        # Only asked for here: what plays whole games needs no processes.
        from companion.commands.chances import print_chances  # noqa: PLC0415

        print_chances(origin, policy=policy, seed=seed, playouts=playouts, as_json=as_json)
        return
    if not game:
        raise Unusable(f"say which game ({', '.join(GAMES)}), or --from JOURNAL; see companion simulate --help")
    if games < 1:
        raise Unusable(f"--games {games}: at least 1 game must be played")
    rules = rules_of("simulate", game)
    wanted = expansions_of(game, expansions, "--expansions")
    table = _Table(rules, players_of(game, players), policy or "random", wanted, edition_of(game, edition))
    _play(table, games, seed, as_json=as_json)


class _Table(NamedTuple):
    """What is played, and how."""

    rules: Game
    players: int
    policy: str
    expansions: tuple[str, ...]
    edition: int | None = None

    def games(self, rng: Random, numbers: Iterable[int]) -> Iterator[Playthrough[Any, Any, Any]]:
        """As many whole games as there are numbers."""
        play = self.rules.play
        if self.expansions:
            play = partial(cast("ExpandableGame", self.rules).play, expansions=self.expansions)
        if self.edition is not None:
            play = partial(cast("EditionedGame", self.rules).play, edition=self.edition)
        for _ in numbers:
            yield play(self.players, rng, self.rules.POLICIES[self.policy])


def _play(table: _Table, games: int, seed: int, *, as_json: bool) -> None:
    # Statistics are only loaded where games are counted.
    from companion.games.simulation import outcomes, summary  # noqa: PLC0415

    started = time.perf_counter()
    try:
        played = outcomes(table.rules, table.games(Random(seed), counted("Playing", range(games))))
    except InvalidSetup as error:
        raise Unusable(str(error)) from None
    seconds = time.perf_counter() - started
    result = {
        "game": table.rules.NAME,
        "players": table.players,
        "expansions": table.expansions,
        **({} if table.edition is None else {"edition": table.edition}),
        "games": games,
        "seed": seed,
        "policy": table.policy,
        "seconds": round(seconds, 3),
        "games_per_second": round(games / seconds, 1),
        **summary(table.rules.CATEGORIES, played),
    }
    if as_json:
        print_json(result)
    else:
        _print(result)


def _print(result: dict[str, Any]) -> None:
    printer = console()
    printer.print(
        f"{result['games']} games of {result['players']} {result['policy']} players: "
        f"{result['games_per_second']} games a second"
    )
    for name in ("score", "winning_score", "moves"):
        row = result[name]
        printer.print(f"  {name}: {row['mean']} on average, {row['min']} to {row['max']}")
    points = ", ".join(f"{name} {mean}" for name, mean in result["categories"].items())
    printer.print(f"  points: {points}", soft_wrap=True)
    for wonder, row in result["wonders"].items():
        printer.print(f"  {wonder}: {row['mean_score']} points, {row['wins']:.0%} won")
