"""Render short games with Blender, play each through ``companion run``, print what was seen against what was played.

make photoreal ARGS='--moves 20 --light lamp,window --sleeves no,yes --box shared/cards/architects-b'
"""

import argparse
import json
import subprocess
import sys
import tempfile
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import Progress, TaskID
from rich.table import Table

from benchmarks.photoreal.recording import Wanted, record
from benchmarks.photoreal.studio import LAMPS
from companion.errors import Unusable
from companion.games.watched import watched
from companion.rehearsal.comparison import Wire, journalled, paired
from companion.twin.faceart import open_art


def main() -> int:
    """Every combination of what is asked for; 1 where what was seen is not what was played."""
    options = _options()
    if options.check:
        document = [_played(Path(folder), options.box, options.game) for folder in options.check]
        sys.stdout.write(json.dumps(document, indent=1) + "\n")
        return 0 if all(found["exact"] for found in document) else 1
    out = options.out or Path(tempfile.mkdtemp(prefix="photoreal-"))
    found = []
    for light, sleeves in product(options.light.split(","), options.sleeves.split(",")):
        wanted = Wanted(
            options.game, options.players, options.seed, options.moves, light, sleeves == "yes", options.samples
        )
        folder = out / f"{options.game}-{options.players}-{options.seed}-{light}{'-sleeved' if wanted.sleeved else ''}"
        with Progress(console=Console(stderr=True)) as bar:
            task = bar.add_task(folder.name, total=options.moves)
            art = open_art(options.box) if options.box else None
            tell = partial(_tell, bar, task)
            record(wanted, folder, art, options.blender, tell)
        found.append(_played(folder, options.box, options.game))
    _show(found)
    return 0 if all(one["exact"] for one in found) else 1


def _tell(bar: Progress, task: TaskID, moves: int) -> None:
    bar.update(task, completed=moves)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.photoreal", description=__doc__)
    parser.add_argument("--game", default="architects")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--moves", type=int, default=20, help="that can be seen")
    parser.add_argument("--light", default="lamp", help=f"of {', '.join(LAMPS)}; several with commas")
    parser.add_argument("--sleeves", default="no", help="no, yes, or both with a comma")
    parser.add_argument("--samples", type=int, default=8, help="a pixel")
    parser.add_argument("--box", type=Path, help="pictures of a box; none: our proxies")
    parser.add_argument("--out", type=Path, help="keeps the recordings there")
    parser.add_argument("--blender", type=Path, default=Path(".blender/bin/python"), help="an interpreter that has bpy")
    parser.add_argument("--check", nargs="+", metavar="FOLDER", help="only play these recordings again")
    return parser.parse_args()


def _played(folder: Path, box: Path | None, game: str) -> dict[str, Any]:
    """A recording through the whole product: its moves against those that were accepted."""
    state = Path(tempfile.mkdtemp(prefix="photoreal-state-"))
    companion = [sys.executable, "-c", "from companion.cli import main; main()"]
    words = ["run", "--camera", str(folder), "--screen", "none", "--state", str(state), "--json"]
    if box is not None:
        words += ["--box", str(_enrolled(companion, box, game))]
    ran = subprocess.run([*companion, *words], capture_output=True, text=True, check=False)  # noqa: S603 - our own command
    if ran.returncode:
        raise Unusable(ran.stderr.strip())
    wire = Wire(watched(game))
    truth = json.loads((folder / "truth.json").read_text())["moves"]
    seen = wire.told(entry.move for entry in journalled(state).played)
    same = len(paired(truth, seen))
    return {
        "recording": folder.name,
        "played": len(truth),
        "accepted": same,
        "wrong": len(seen) - same,
        "missed": len(truth) - same,
        "questions": json.loads(ran.stdout)["questions"],
        "exact": seen == truth,
        "state": str(state),
    }


def _enrolled(companion: list[str], box: Path, game: str) -> Path:
    """The box as ``companion enrol`` learns it, beside the recordings of this run; once."""
    enrolled = Path(tempfile.gettempdir()) / f"photoreal-{game}-{box.resolve().name}"
    if not enrolled.is_dir():
        learn = [*companion, "enrol", str(enrolled), "--game", game, "--from", str(box)]
        subprocess.run(learn, check=True, stdout=subprocess.DEVNULL)  # noqa: S603 - our own command
    return enrolled


def _show(found: list[dict[str, Any]]) -> None:
    table = Table(title="path-traced games")
    for column in found[0]:
        table.add_column(column)
    for one in found:
        table.add_row(*map(str, one.values()))
    Console().print(table)


if __name__ == "__main__":
    sys.exit(main())
