"""``companion simulate --from``: each seat's chance to win from where a recorded game stands.

The recorded game is a journal, or a file as ``companion referee`` reads it.
"""

import time
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from companion.chances.playouts import Position
from companion.chances.whatif import Estimate, WhatIf, usual_policy
from companion.commands.given import read_bytes, read_json_lines
from companion.commands.shown import column_heads, console, print_json, progress
from companion.errors import Unusable
from companion.games.catalogue import game_named
from companion.games.replay import ReplayError, replay
from companion.games.vocabulary import Game

_SQLITE = b"SQLite format 3\0"


class Recorded(NamedTuple):
    """A recorded game: its rules, how it stands, and the same as a position that others can be told."""

    game: Game
    state: Any
    position: Position


def print_chances(path: Path, *, policy: str | None, seed: int, playouts: int, as_json: bool) -> None:
    """Play on from a journal's or moves file's last position and print what comes of it. Raises ``Unusable``."""
    started = time.perf_counter()
    with WhatIf(nice=0) as what_if:
        game, state, position = recorded(path)
        what_if.ask(position, policy=policy, seed=seed, playouts=playouts)
        with progress("Playing on") as tell:
            while not (estimate := what_if.estimate(0.2)).done:
                tell(estimate.playouts, playouts)
    seconds = time.perf_counter() - started
    heads = column_heads(game, state)
    if not as_json:
        _print(estimate, heads, seconds)
        return
    print_json(
        {
            "game": game.NAME,
            "players": state.players,
            "moves": len(position.moves),
            "finished": state.finished,
            "seed": seed,
            "policy": policy or usual_policy(game.NAME),
            "playouts": estimate.playouts,
            "seconds": round(seconds, 3),
            "seats": [{"name": heads[one.seat], **msgspec.to_builtins(one)} for one in estimate.chances],
        }
    )


def _print(estimate: Estimate, heads: tuple[str, ...], seconds: float) -> None:
    printer = console()
    if estimate.playouts:
        printer.print(f"Chances to win, from {estimate.playouts} games played on in {seconds:.1f} s:")
    else:
        printer.print("The game is over:")
    for one in estimate.chances:
        between = f" (95 %: {one.low:.0%} to {one.high:.0%})" if estimate.playouts else ""
        printer.print(f"  {heads[one.seat]}: {one.chance:.0%}{between}")


def recorded(path: Path) -> Recorded:
    """Read a recorded game: every move that counts, irregular ones as they happened. Raises ``Unusable``."""
    return _from_journal(path) if read_bytes(path, len(_SQLITE)) == _SQLITE else _from_lines(path)


def _from_journal(path: Path) -> Recorded:
    # A text file needs no database.
    from companion.referee.fold import fold  # noqa: PLC0415
    from companion.referee.journal.journal import verify  # noqa: PLC0415

    verdict = verify(path)
    if verdict.trouble or not verdict.events:
        raise Unusable(f"{verdict.trouble or f'{path}: holds no event'}; see companion journal verify --help")
    game = fold(verdict.events)
    moves = tuple(game.rules.dump_move(entry.move) for entry in game.played)
    rules = game_named(game.rules.NAME)
    return Recorded(rules, game.state, Position(rules.NAME, game.setup, moves))


def _from_lines(path: Path) -> Recorded:
    try:
        report = replay(read_json_lines(path))
    except ReplayError as error:
        raise Unusable(f"{path}: {error}") from None
    return Recorded(report.game, report.state, Position(report.game.NAME, report.setup, report.moves))
