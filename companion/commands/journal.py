"""``companion journal``: check a game's journal, read it, hand it on."""

import csv
import io
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from companion.commands.sheets import print_sheet, sheet_object
from companion.errors import Unusable
from companion.referee.events import Event
from companion.referee.fold import Fold, fold
from companion.referee.journal import verify as examine
from companion.referee.shelf import games

app = typer.Typer(add_completion=False, help="Check the hash chain; read a game; hand it on.")

_PATH = Annotated[Path, typer.Argument(help="A game's journal (game-0001.sqlite), or a state folder: its last game.")]
_AS_JSON = Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")]


@app.command(help="Check that nothing is missing or changed.\n\nExample: companion journal verify game-0001.sqlite")
def verify(path: _PATH, *, as_json: _AS_JSON = False) -> int:
    """0: every event is as it was written; 1: damaged, with one line saying what is intact."""
    verdict = examine(_journal(path))
    trouble = verdict.trouble or ("" if verdict.events else f"{path}: holds no event")
    if as_json:
        head = verdict.events[-1].seq if verdict.events else 0
        _print({"path": str(path), "intact": not trouble, "events": head, "trouble": trouble})
    elif not trouble:
        print(f"{path}: {len(verdict.events)} events, every one as it was written")
    else:
        sys.stderr.write(f"companion: {trouble}\n")
    return 1 if trouble else 0


@app.command(help="Read a game: every event, then the score.\n\nExample: companion journal show game-0001.sqlite")
def show(path: _PATH, *, as_json: _AS_JSON = False) -> int:
    """Print the intact events in order; 1 where the journal is damaged."""
    events, game, trouble = _game(path)
    if as_json:
        _print(_document(events, game))
    else:
        for event in events:
            print(_line(event, game))
        print_sheet(game.rules.scores(game.state), _names(game))
    if trouble:
        sys.stderr.write(f"companion: {trouble}\n")
    return 1 if trouble else 0


@app.command(
    help="Write a game for another program.\n\nExample: companion journal export game-0001.sqlite --format bgstats"
)
def export(
    path: _PATH, *, form: Annotated[str, typer.Option("--format", help="json, bgstats or csv.")] = "json"
) -> int:
    """On standard output: the moves and the sheet (json), a play for BG Stats, or a line a player (csv)."""
    if form not in ("json", "bgstats", "csv"):
        raise Unusable(f"--format {form!r}: not known; json, bgstats or csv")
    events, game, trouble = _game(path)
    if form == "json":
        _print(_document(events, game))
    elif form == "bgstats":
        _print(_play(events, game))
    else:
        sys.stdout.write(_table(game))
    if trouble:
        sys.stderr.write(f"companion: {trouble}\n")
    return 1 if trouble else 0


def _journal(path: Path) -> Path:
    if not path.is_dir():
        return path
    found = games(path / "games") or games(path)
    if not found:
        raise Unusable(f"{path}: no game was kept here; give a journal such as games/game-0001.sqlite")
    return found[-1]


def _game(path: Path) -> tuple[tuple[Event, ...], Fold, str]:
    verdict = examine(_journal(path))
    if not verdict.events or verdict.events[0].draft.kind != "setup":
        raise Unusable(verdict.trouble or f"{path}: holds no game")
    return verdict.events, fold(verdict.events), verdict.trouble


def _names(game: Fold) -> tuple[str, ...]:
    return tuple(game.state.names or (wonder.capitalize() for wonder in game.state.wonders))


def _when(event: Event) -> datetime:
    return datetime.fromtimestamp(event.wall, UTC)


def _line(event: Event, game: Fold) -> str:
    undone = "  (taken back)" if event.seq in game.undone else ""
    body = msgspec.json.encode(event.draft.body).decode()
    findings = "".join(f"\n       ! {finding.message} ({finding.rule})" for finding in event.draft.findings)
    return f"{event.seq:5} {_when(event):%H:%M:%S} {event.draft.kind:10} {event.draft.by:6} {body}{undone}{findings}"


def _document(events: tuple[Event, ...], game: Fold) -> dict[str, Any]:
    return {
        "setup": game.setup,
        "begun": _when(events[0]).isoformat(),
        "moves": [game.rules.dump_move(entry.move) for entry in game.played],
        "events": [
            {
                "seq": event.seq,
                "kind": event.draft.kind,
                "by": event.draft.by,
                "body": event.draft.body,
                "findings": msgspec.to_builtins(event.draft.findings),
                "undone": event.seq in game.undone,
            }
            for event in events
        ],
        "finished": bool(game.state.finished),
        "sheet": sheet_object(game.rules.scores(game.state)),
    }


def _play(events: tuple[Event, ...], game: Fold) -> dict[str, Any]:
    """A play as the app BG Stats imports it: the game, the players, one play with its scores."""
    sheet = game.rules.scores(game.state)
    names = _names(game)
    begun = _when(events[0])
    return {
        "about": "A play for BG Stats, from companion journal export",
        "games": [{"id": 1, "name": "7 Wonders: Architects", "bggId": 346703}],
        "players": [{"id": seat + 1, "name": name} for seat, name in enumerate(names)],
        "plays": [
            {
                "gameRefId": 1,
                "playDate": f"{begun:%Y-%m-%d %H:%M:%S}",
                "durationMin": round(max(0.0, events[-1].wall - events[0].wall) / 60),
                "playerScores": [
                    {
                        "playerRefId": seat + 1,
                        "score": str(total),
                        "winner": seat in sheet.winners,
                        "seatOrder": seat + 1,
                        "role": game.state.wonders[seat],
                    }
                    for seat, total in enumerate(sheet.totals)
                ],
            }
        ],
    }


def _table(game: Fold) -> str:
    sheet = game.rules.scores(game.state)
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(("seat", "name", "wonder", *sheet.categories[0], "total", "winner"))
    for seat, name in enumerate(_names(game)):
        row = sheet.categories[seat].values()
        writer.writerow((seat, name, game.state.wonders[seat], *row, sheet.totals[seat], int(seat in sheet.winners)))
    return text.getvalue()


def _print(document: dict[str, Any]) -> None:
    sys.stdout.write(msgspec.json.encode(document).decode() + "\n")
