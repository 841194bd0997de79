"""The processes of a table: what each is started with."""

import hashlib
import os
import sys
import tempfile
from pathlib import Path

from companion.durable import only_read, private_folder
from companion.errors import Unusable
from companion.run.plan import LENT, NO_BOARD, NO_CAMERA, TWIN, Plan
from companion.run.supervisor import Patience, Spec
from vision.recognition.contents import FILE_NAME

_EYES = Patience(silent=2.5, hung=10.0)
"""Of a camera that stands still people are told within 3 s."""
_OTHERS = Patience(silent=5.0, hung=15.0)
"""Longer than the disk's slowest write, and than any page or question takes on a Pi."""
_IDLE = Patience(silent=20.0, hung=60.0)
"""Of a process that has only what nobody else wants of the processor."""


PICTURES = "pictures"
"""The folder of what vision saw, beside the games, for the uplink to hand on when an arbiter asks."""
HUB, HOME = "hub.json", "home.json"
"""The files of a table that belongs to a hub (``companion.uplink.paired``), or tells a broker (``companion.home``)."""


def passing(state: Path) -> Path:
    """A folder for what need not outlive the session of this table alone: it stays writable when the card dies.

    Names are short there too, as a socket's must be. Raises ``Unusable``.
    """
    digest = hashlib.sha256(os.fsencode(state)).hexdigest()[:12]
    around = Path(os.environ.get("XDG_RUNTIME_DIR") or tempfile.gettempdir())
    try:
        return private_folder(around / f"companion-{digest}")
    except OSError as error:
        raise Unusable(f"{error}; or choose another --state") from error


def parts_of(plan: Plan, library: Path | None, socket: Path) -> tuple[Spec, ...]:
    """The processes of this table. The folder of the state exists; without a library nothing is seen."""
    specs: list[Spec] = []

    def part(name: str, module: str, *options: str, ends_all: bool = False, patience: Patience = _OTHERS) -> None:
        command = (sys.executable, "-m", module, "--link", str(socket), *options)
        specs.append(Spec(name, command, ends_all=ends_all, patience=patience))

    state = ("--state", str(plan.state))
    box = () if plan.box is None else ("--box", str(_box_folder(plan.box)))
    # A box of one's own may come to be while the table runs; until then it is read with the practice cards.
    own = plan.state / "box" if plan.box is None else _box_folder(plan.box)
    lent = passing(plan.state) / "lent.sock"
    shown = plan.camera not in (TWIN, NO_CAMERA) and not plan.recorded
    libraries = ("--library", *([str(own / FILE_NAME)] if shown and plan.box is None else []), str(library))
    part("referee", "companion.api", *state, *box, *(() if library is None else libraries))
    if plan.board != NO_BOARD:
        lend = ("--lend", str(lent)) if plan.camera == LENT else ()
        part("board", "companion.board", *state, "--box", str(own), "--listen", plan.board, *lend)
    camera = f"{LENT}:{lent}" if plan.camera == LENT else plan.camera
    if plan.twin:
        frames = passing(plan.state) / "frames.sock"
        camera = f"twin:{frames}"
        table = ["--game", plan.game, "--players", str(plan.players), "--seed", str(plan.seed), "--scene", plan.scene]
        # Whose table has yet to be read leaves it alone until then.
        table += ["--table", plan.table, *(["--when-told"] if plan.table == "open" else [])]
        if plan.box is not None:
            table += ["--box", str(plan.box.absolute())]
        command = (sys.executable, "-m", "companion.twin", "--socket", str(frames), *table)
        # A dealer that died would begin another game: the table stays as it is.
        specs.append(Spec("twin", command, again=False))
    if camera != NO_CAMERA:
        # Evidence for an arbiter: a table at home keeps no pictures.
        pictures = ("--pictures", str(plan.state / PICTURES)) if (plan.state / HUB).is_file() else ()
        memory = ("--memory", str(_memory(plan)))
        part("vision", "vision", "--camera", camera, *libraries, *memory, *pictures, patience=_EYES)
    if shown:
        part("enrolment", "companion.enrolment", "--camera", camera, "--box", str(own))
    if plan.screen:
        size = () if plan.size is None else ("--size", plan.size)
        part("ui", "ui", "--settings", str(plan.state / "screen.json"), *size, ends_all=True)
    part("hw", "hw")
    if (plan.state / HUB).is_file():
        part("uplink", "companion.uplink", *state, patience=_IDLE)
    if (plan.state / HOME).is_file():
        part("home", "companion.home", *state, patience=_IDLE)
    # It sleeps until somebody wants to see the chances.
    part("chances", "companion.chances", *state, patience=_IDLE)
    return tuple(specs)


def _box_folder(box: Path) -> Path:
    """The folder that a box lies in: itself, or where its library's file is."""
    return (box if box.is_dir() else box.parent).absolute()


def _memory(plan: Plan) -> Path:
    """Where vision remembers the table; another table than the last time is not to be remembered as that one."""
    place = passing(plan.state) if only_read(plan.state) else plan.state
    if plan.setup is None:
        return place / "memory"
    return Path(tempfile.mkdtemp(prefix="memory-", dir=place))
