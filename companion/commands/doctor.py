"""``companion doctor``: what is installed, connected and healthy, and how to mend what is not."""

from typing import Annotated

import msgspec
import typer
from rich.table import Table
from rich.text import Text

from companion.commands.given import BoxFolder, StateFolder
from companion.commands.shown import AsJson, console, print_json
from companion.doctor import Check, Place
from companion.doctor.checks import examine
from companion.run.plan import state_folder

app = typer.Typer(add_completion=False)

_SIGNS = {"well": Text("✔", "green"), "note": Text("·", "yellow"), "mend": Text("✘", "red")}


@app.command(help="Look at everything a table needs; each finding with its mend.\n\nExample: companion doctor --json")
def command(
    *,
    state: StateFolder = None,
    box: BoxFolder = None,
    camera: Annotated[str | None, typer.Option("--camera", help="Look through this camera: pi, usb:0, ...")] = None,
    as_json: AsJson = False,
) -> int:
    """0: nothing needs mending; 1: something does."""
    checks = examine(Place(state or state_folder(demo=False), box, camera))
    well = all(check.verdict != "mend" for check in checks)
    if as_json:
        print_json({"well": well, "checks": msgspec.to_builtins(checks)})
    else:
        console().print(_table(checks))
    return 0 if well else 1


def _table(checks: tuple[Check, ...]) -> Table:
    table = Table("", "what", "found", "how to mend it", show_edge=False)
    for check in checks:
        table.add_row(_SIGNS[check.verdict], check.name, check.found, check.mend)
    return table
