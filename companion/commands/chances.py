"""``companion simulate --from``: each seat's chance to win from where a recorded game stands."""

import time
from pathlib import Path
from typing import Any

import msgspec
from rich.console import Console
from rich.progress import Progress

from companion.chances.whatif import Estimate, WhatIf, usual_policy
from companion.commands.jsonfiles import print_json
from companion.commands.recorded import recorded
from companion.commands.sheets import column_heads


def print_chances(path: Path, *, policy: str | None, seed: int, playouts: int, as_json: bool) -> None:
    """Play on from a journal's or moves file's last position and print what comes of it. Raises ``Unusable``."""
    started = time.perf_counter()
    with WhatIf(nice=0) as what_if:
        game, state, position = recorded(path)
        what_if.ask(position, policy=policy, seed=seed, playouts=playouts)
        estimate = _watch(what_if, playouts)
    seconds = time.perf_counter() - started
    heads = column_heads(game, state)
    if not as_json:
        _print(estimate, heads, seconds)
        return
    seats = [{"name": heads[one.seat], **msgspec.to_builtins(one)} for one in estimate.chances]
    result: dict[str, Any] = {
        "game": game.NAME,
        "players": state.players,
        "moves": len(position.moves),
        "finished": state.finished,
        "seed": seed,
        "policy": policy or usual_policy(game.NAME),
        "playouts": estimate.playouts,
        "seconds": round(seconds, 3),
        "seats": seats,
    }
    print_json(result)


def _watch(what_if: WhatIf, playouts: int) -> Estimate:
    """The estimate once all is played, with a bar where a person looks on."""
    console = Console(stderr=True)
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        bar = progress.add_task("Playing on", total=playouts)
        while not (estimate := what_if.estimate(0.2)).done:
            progress.update(bar, completed=estimate.playouts)
    return estimate


def _print(estimate: Estimate, heads: tuple[str, ...], seconds: float) -> None:
    console = Console(highlight=False)
    if estimate.playouts:
        console.print(f"Chances to win, from {estimate.playouts} games played on in {seconds:.1f} s:")
    else:
        console.print("The game is over:")
    for one in estimate.chances:
        between = f" (95 %: {one.low:.0%} to {one.high:.0%})" if estimate.playouts else ""
        console.print(f"  {heads[one.seat]}: {one.chance:.0%}{between}", markup=False)
