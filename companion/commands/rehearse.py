"""``companion rehearse``: a dealer plays in front of the twin's camera, through the whole product."""

import sys
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.table import Table

from companion.commands.given import BoxFolder, open_library
from companion.commands.shown import AsJson, console, print_json, progress
from companion.errors import Unusable, one_of
from companion.games.catalogue import edition_of, expansions_of, players_of
from companion.games.watched import watched
from companion.rehearsal.rehearsal import rehearse
from companion.rehearsal.report import Plan, Report
from companion.twin.dealer import table_of
from companion.twin.scenes import SCENES

app = typer.Typer(add_completion=False)

_COUNTED = ("moves", "recognised", "questions", "wrong", "missed", "score_exact", "state_exact")


@app.command(
    help="Play legal games in front of the twin's camera and compare what was seen with what was played.\n\n"
    "Example: companion rehearse GAME --players 4 --seed 1 --games 5 --json"
)
def command(
    *,
    game: Annotated[str, typer.Argument(help="A game that a camera can watch.")],
    players: Annotated[int | None, typer.Option("--players", help="How many; 4, or as many as the game has.")] = None,
    edition: Annotated[int | None, typer.Option("--edition", help="The edition of the game.")] = None,
    table: Annotated[
        str | None,
        typer.Option("--table", help="open: corner tags only; or mats. Open, where the camera can set the game up so."),
    ] = None,
    expansion: Annotated[str, typer.Option("--expansion", help="Expansions to play with, such as medals.")] = "",
    seed: Annotated[int, typer.Option("--seed", help="The first game's; each next one is one higher.")] = 1,
    games: Annotated[int, typer.Option("--games", help="How many games.")] = 1,
    box: BoxFolder = None,
    scene: Annotated[str, typer.Option("--scene", help="studio, kitchen or cruel.")] = "kitchen",
    mistakes: Annotated[float, typer.Option("--mistakes", help="People's mistakes a move, 0 to 1.")] = 0.0,
    pace: Annotated[
        float | None, typer.Option("--pace", help="Play on so many seconds after the table came to rest.")
    ] = None,
    answer_after: Annotated[
        str, typer.Option("--answer-after", help="Answer questions so many seconds late, or never.")
    ] = "0",
    lacking: Annotated[
        float, typer.Option("--lacking", help="Share of tokens and stages that the box lacks, 0 to 1.")
    ] = 0.0,
    record: Annotated[Path | None, typer.Option("--record", help="Write every frame to this folder.")] = None,
    as_json: AsJson = False,
) -> int:
    """Play, compare, report; 1 where a game did not end exactly as it was played."""
    watched(game)
    edition_of(game, edition)
    added = expansions_of(game, expansion, "--expansion")
    many = players_of(game, players)
    if games < 1:
        raise Unusable(f"--games {games}: at least one")
    one_of("--scene", scene, SCENES)
    _check_share("--mistakes", mistakes)
    _check_share("--lacking", lacking)
    _check_new(record)
    late = _seconds(answer_after, pace)
    library = open_library(box, game)
    first = Plan(
        game,
        many,
        seed,
        library,
        box is not None,
        scene,
        mistakes,
        record,
        pace=pace,
        answer_after=late,
        lacking=lacking,
        table=table_of(game, table),
        edition=edition,
        expansions=added,
    )
    plans = [first] if games == 1 else [_next(first, k) for k in range(games)]
    return _told([_play(plan) for plan in plans], as_json=as_json)


def _told(reports: list[Report], *, as_json: bool) -> int:
    """Say what came of the games; 1 where one did not end exactly as it was played."""
    for report in reports:
        if report.journal:
            sys.stderr.write(f"seed {report.seed}: not exact; its journal is kept: {report.journal}\n")
    if as_json:
        print_json({"games": [msgspec.to_builtins(report) for report in reports], "total": _total(reports)})
    else:
        _show(reports)
    exact = all(report.score_exact and report.state_exact and not report.wrong for report in reports)
    return 0 if exact else 1


def _check_share(option: str, share: float) -> None:
    if not 0 <= share <= 1:
        raise Unusable(f"{option} {share}: a share from 0 to 1")


def _check_new(record: Path | None) -> None:
    if record is not None and record.exists() and any(record.iterdir()):
        raise Unusable(f"{record}: there is something in it already; give a new folder")


def _seconds(answer_after: str, pace: float | None) -> float | None:
    """How late questions are answered; ``None``: never. Raises ``Unusable``."""
    if pace is not None and pace < 0:
        raise Unusable(f"--pace {pace}: seconds, 0 or more")
    try:
        late = None if answer_after == "never" else float(answer_after)
    except ValueError:
        late = -1.0
    if late is not None and not 0 <= late < float("inf"):
        raise Unusable(f"--answer-after {answer_after}: seconds, or never")
    if pace is None and late != 0:
        raise Unusable("--answer-after: only with --pace, for a dealer who waits waits for the answer too")
    return late


def _next(first: Plan, k: int) -> Plan:
    """The plan of the k-th of several games: its own seed, its own folder."""
    record = first.record and first.record / f"game-{k + 1}"
    return msgspec.structs.replace(first, seed=first.seed + k, record=record)


def _play(plan: Plan) -> Report:
    with progress(f"game {plan.seed}: moves") as tell:
        return rehearse(plan, lambda moves, _: tell(moves, None))


def _total(reports: list[Report]) -> dict[str, Any]:
    return {"games": len(reports), **{name: sum(int(getattr(r, name)) for r in reports) for name in _COUNTED}}


def _show(reports: list[Report]) -> None:
    table = Table("seed", *_COUNTED, "p50 ms", "p95 ms")
    for report in reports:
        row = [str(getattr(report, name)) for name in ("seed", *_COUNTED)]
        table.add_row(*row, str(report.latency_ms.p50), str(report.latency_ms.p95))
    console().print(table)
