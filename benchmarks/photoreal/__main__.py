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
from typing import Any, get_args

from rich import table
from rich.console import Console
from rich.progress import Progress, TaskID

from benchmarks.photoreal.recording import Wanted, record
from benchmarks.photoreal.studio import LAMPS
from companion.errors import Unusable
from companion.games.catalogue import expansions_of
from companion.games.watched import watched
from companion.rehearsal.comparison import Wire, journalled, paired
from companion.twin.dealer import Table, table_of
from companion.twin.theatre import TABLE_FILE
from vision.recognition.library import FILE_NAME

_COMPANION = (sys.executable, "-c", "from companion.cli import main; main()")


def main() -> int:
    """Every combination of what is asked for; 1 where what was seen is not what was played."""
    options = _options()
    box = _enrolled(options.box, options.game) if options.box is not None else None
    if options.check:
        document = [_played(Path(folder), box) for folder in options.check]
        sys.stdout.write(json.dumps(document, indent=1) + "\n")
        return 0 if all(found["exact"] for found in document) else 1
    out = options.out or Path(tempfile.mkdtemp(prefix="photoreal-"))
    found = []
    for light, sleeves in product(options.light.split(","), options.sleeves.split(",")):
        wanted = Wanted(
            options.game,
            options.players,
            options.seed,
            options.moves,
            table_of(options.game, options.table),
            light,
            sleeves == "yes",
            options.samples,
            expansions=expansions_of(options.game, options.expansion, "--expansion"),
        )
        folder = out / "-".join(
            [options.game, str(options.players), str(options.seed), light]
            + ["sleeved"] * wanted.sleeved
            + list(wanted.expansions)
        )
        with Progress(console=Console(stderr=True)) as bar:
            task = bar.add_task(folder.name, total=options.moves)
            record(wanted, folder, box, options.blender, partial(_tell, bar, task))
        found.append(_played(folder, box))
    _show(found)
    return 0 if all(one["exact"] for one in found) else 1


def _tell(bar: Progress, task: TaskID, moves: int) -> None:
    bar.update(task, completed=moves)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.photoreal", description=__doc__)
    parser.add_argument("--game", default="architects")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--expansion", default="", help="expansions to play with, such as medals")
    parser.add_argument("--table", choices=get_args(Table), help="open, or with printed mats; as the game is played")
    parser.add_argument("--moves", type=int, default=20, help="that can be seen")
    parser.add_argument("--light", default="lamp", help=f"of {', '.join(LAMPS)}; several with commas")
    parser.add_argument("--sleeves", default="no", help="no, yes, or both with a comma")
    parser.add_argument("--samples", type=int, default=8, help="a pixel")
    parser.add_argument("--box", type=Path, help="an enrolled box, or the pictures of one; none: our proxies")
    parser.add_argument("--out", type=Path, help="keeps the recordings there")
    parser.add_argument("--blender", type=Path, default=Path(".blender/bin/python"), help="an interpreter that has bpy")
    parser.add_argument("--check", nargs="+", metavar="FOLDER", help="only play these recordings again")
    return parser.parse_args()


def _played(folder: Path, box: Path | None) -> dict[str, Any]:
    """A recording through the whole product: its moves against those that were accepted."""
    game = json.loads((folder / TABLE_FILE).read_text())["setup"]["game"]
    state = Path(tempfile.mkdtemp(prefix="photoreal-state-"))
    words = ["run", "--game", game, "--camera", str(folder), "--screen", "none", "--state", str(state), "--json"]
    if box is not None:
        words += ["--box", str(box)]
    ran = subprocess.run([*_COMPANION, *words], capture_output=True, text=True, check=False)  # noqa: S603 - our own command
    if ran.returncode:
        raise Unusable(ran.stderr.strip())
    wire = Wire(watched(game))
    truth = json.loads((folder / "truth.json").read_text())["moves"]
    seen = wire.told(entry.move for entry in journalled(state)[0].played)
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


def _enrolled(box: Path, game: str) -> Path:
    """The box as ``companion enrol`` learns it, once; itself where it is enrolled."""
    if (box / FILE_NAME).is_file():
        return box
    enrolled = Path(tempfile.gettempdir()) / f"photoreal-{game}-{box.resolve().name}"
    if not enrolled.is_dir():
        learn = [*_COMPANION, "enrol", str(enrolled), "--game", game, "--from", str(box)]
        subprocess.run(learn, check=True, stdout=subprocess.DEVNULL)  # noqa: S603 - our own command
    return enrolled


def _show(found: list[dict[str, Any]]) -> None:
    shown = table.Table(title="path-traced games")
    for column in found[0]:
        shown.add_column(column)
    for one in found:
        shown.add_row(*map(str, one.values()))
    Console().print(shown)


if __name__ == "__main__":
    sys.exit(main())
