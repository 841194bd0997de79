"""``companion referee``: replay recorded moves; findings, checkpoints, the final sheet."""

from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from companion.commands.given import read_json_lines
from companion.commands.shown import AsJson, column_heads, console, print_json, print_sheet
from companion.errors import Unusable
from companion.games.replay import ReplayError, Report, replay
from companion.games.vocabulary import Game, let_go
from companion.results.sheet import sheet_object
from companion.words import English

app = typer.Typer()


@app.command()
def referee(
    file: Annotated[Path, typer.Argument(metavar="FILE.jsonl", help="The set-up, then one move or check a line.")],
    *,
    as_json: AsJson = False,
) -> None:
    """Replay recorded moves and say what was irregular. Exit code 1: a check failed.

    Example: companion referee game.jsonl --json
    """
    try:
        report = replay(read_json_lines(file), _in_english)
    except ReplayError as error:
        raise Unusable(f"{file}: {error}") from None
    if as_json:
        print_json(report_object(report))
    else:
        _print(report)
    if not all(check.ok for check in report.checks):
        raise typer.Exit(1)


def report_object(report: Report) -> dict[str, Any]:
    """The JSON object of a replayed game."""
    english = English.at(report.game.NAME, report.state)
    return {
        "findings": [{"line": noted.line, **english.finding(noted.finding)} for noted in report.findings],
        "checks": [msgspec.to_builtins(check) for check in report.checks],
        "sheet": sheet_object(report.game.scores(report.state), report.game.NAME),
        "finished": let_go(report.game, report.state).finished,
    }


def _in_english(game: Game, state: Any, described: Any) -> Any:
    return English.at(game.NAME, state).told(described)


def _print(report: Report) -> None:
    printer = console()
    english = English.at(report.game.NAME, report.state)
    for noted in report.findings:
        found = noted.finding
        printer.print(f"line {noted.line}: {found.code}: {english.line(found.line)} ({found.rule})")
    for check in report.checks:
        verdict = "as expected" if check.ok else f"expected {check.expected}, found {check.actual}"
        printer.print(f"line {check.line}: check: {verdict}")
    print_sheet(report.game.scores(report.state), report.game.NAME, column_heads(report.game, report.state))
    if not let_go(report.game, report.state).finished:
        printer.print("The game is not over.")
