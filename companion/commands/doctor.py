"""``companion doctor``: what is installed, connected and healthy, and how to mend what is not."""

from pathlib import Path
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.table import Table

from companion.commands.jsonfiles import print_json
from companion.doctor import Check, Place, examine
from companion.run.plan import state_folder

app = typer.Typer(add_completion=False)

_SIGNS = {"well": "[green]✔[/]", "note": "[yellow]·[/]", "mend": "[red]✘[/]"}


@app.command(help="Look at everything a table needs; each finding with its mend.\n\nExample: companion doctor --json")
def command(
    *,
    state: Annotated[Path | None, typer.Option("--state", help="Where games are kept.")] = None,
    box: Annotated[Path | None, typer.Option("--box", help="An enrolled box.")] = None,
    camera: Annotated[str | None, typer.Option("--camera", help="Look through this camera: pi, usb:0, ...")] = None,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")] = False,
) -> int:
    """0: nothing needs mending; 1: something does."""
    checks = examine(Place(state or state_folder(demo=False), box, camera))
    well = all(check.verdict != "mend" for check in checks)
    if as_json:
        document = {"well": well, "checks": msgspec.to_builtins(checks)}
        print_json(document)
    else:
        Console().print(_table(checks))
    return 0 if well else 1


def _table(checks: tuple[Check, ...]) -> Table:
    table = Table("", "what", "found", "how to mend it", show_edge=False)
    for check in checks:
        table.add_row(_SIGNS[check.verdict], check.name, check.found, check.mend)
    return table
