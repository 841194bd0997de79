"""``companion run``: one table, all parts, until it is stopped."""

import signal
import sys
from typing import Annotated, Any

import msgspec
import typer
from rich.live import Live

from companion.api.protocol import View
from companion.commands.given import FIRST, BoxFolder, StateFolder, open_library
from companion.commands.shown import AsJson, console, print_json
from companion.commands.terminal import picture, said
from companion.games.catalogue import packages
from companion.run.plan import LENT, NO_CAMERA, Plan, Wish, make_plan
from companion.run.running import Session

app = typer.Typer(add_completion=False)


@app.command(
    help="Run one table with all its parts; without a camera a demo table plays by itself. Games that no camera sees "
    "yet are played by finger.\n\n"
    "Example: companion run --players 4 --screen none"
)
def command(
    *,
    game: Annotated[str, typer.Option("--game", help=f"{', '.join(packages())}.")] = FIRST,
    players: Annotated[int | None, typer.Option("--players", help="At the demo table: how many.")] = None,
    camera: Annotated[
        str | None,
        typer.Option(
            "--camera",
            help="pi, usb:0, http://… (MJPEG), rtsp://…, phone (one lends it), twin, none, a video, a folder.",
        ),
    ] = None,
    screen: Annotated[str | None, typer.Option("--screen", help="touch or none (a table in the terminal).")] = None,
    box: BoxFolder = None,
    state: StateFolder = None,
    seed: Annotated[int, typer.Option("--seed", help="Of the demo table's game.")] = 1,
    scene: Annotated[str, typer.Option("--scene", help="Of the demo table: studio, kitchen or cruel.")] = "kitchen",
    size: Annotated[str | None, typer.Option("--size", help="Of the window, in pixels: 1024x600.")] = None,
    table: Annotated[
        str | None,
        typer.Option("--table", help="Of the demo table: open (corner tags only), or mats. Open, where it can be."),
    ] = None,
    board: Annotated[
        str, typer.Option("--board", help="Where phones find the table: HOST:PORT, auto or none.")
    ] = "auto",
    until_end: Annotated[bool, typer.Option("--until-end", help="Stop when the game is over.")] = False,
    as_json: AsJson = False,
) -> int:
    """Check, start, show, and report; 0 also when stopped by Ctrl+C."""
    plan = make_plan(Wish(game, players, camera, screen, box, state, seed, scene, board, size, table))
    # Where nothing is seen, nobody waits a minute for faces to be learned.
    library = None if box is None and plan.camera == NO_CAMERA else open_library(box, plan.game)
    session = Session(plan, library)
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: session.stop())
    try:
        session.begin()
        if plan.camera == LENT:
            console(stderr=as_json).print(
                f"camera: open this on the phone that is to see: {session.lend()}", soft_wrap=True
            )
        _show(plan, session, until_end=until_end or plan.recorded, quiet=as_json)
    except KeyboardInterrupt:
        later = "" if plan.setup is not None else "; the game goes on with the next companion run"
        sys.stderr.write(f"companion: stopped{later}\n")
    finally:
        session.close()
    if as_json and session.view is not None:
        print_json(summary(session.view, len(session.questions)))
    return 0


def _show(plan: Plan, session: Session, *, until_end: bool, quiet: bool) -> None:
    printer = console(stderr=quiet)
    views = session.views(until_end=until_end)
    if plan.screen or quiet or not printer.is_terminal:
        last = 0
        told = ""
        for view in views:
            if view.board and view.board != told:
                told = view.board
                printer.print(f"phones: {told}", soft_wrap=True)
            for line in said(view, last):
                printer.print(line, soft_wrap=True)
            last = max(last, view.seq)
        return
    with Live(console=printer, auto_refresh=False, transient=False) as live:
        for view in views:
            live.update(picture(view), refresh=True)


def summary(view: View, questions: int) -> dict[str, Any]:
    """How the game stands at the end, as ``--json`` prints it; ``questions``: how many were asked."""
    table = view.table
    if table is None:
        return {"sheet": None, "finished": False, "seq": view.seq, "questions": questions}
    sheet = {
        "players": [{"seat": s.seat, "categories": s.categories, "total": s.score} for s in table.players],
        "winners": list(table.winners),
        "explain": msgspec.to_builtins(view.explain),
    }
    return {"sheet": sheet, "finished": table.finished, "seq": view.seq, "questions": questions}
