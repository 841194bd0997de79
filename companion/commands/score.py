"""``companion score``: a described final position, scored category by category."""

import sys
from pathlib import Path
from typing import Annotated

import msgspec
import typer

from companion.commands.jsonfiles import read_json, require_architects
from companion.commands.sheets import print_sheet, sheet_object
from companion.errors import Unusable
from companion.games.architects.position import PositionError, score_position

app = typer.Typer()


@app.command()
def score(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A described position: see docs/moves.md.")],
    *,
    json: Annotated[bool, typer.Option("--json", help="Print one JSON document.")] = False,
) -> None:
    """Score a described final position, with every point explained.

    Example: companion score position.json --json
    """
    position = read_json(file)
    if not isinstance(position, dict):
        raise Unusable(f"{file}: a position is a JSON object with game and players")
    require_architects(str(file), position.get("game"))
    try:
        sheet = score_position(position)
    except PositionError as error:
        raise Unusable(f"{file}: {error}") from None
    if json:
        sys.stdout.write(msgspec.json.encode(sheet_object(sheet)).decode() + "\n")
    else:
        print_sheet(sheet, tuple(player["wonder"] for player in position["players"]))
