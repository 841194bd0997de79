"""What ``companion run`` is asked for, checked: which table, seen by what, kept where."""

import contextlib
import os
import re
from pathlib import Path
from typing import Any

import msgspec

from companion.errors import Unusable, one_of
from companion.games.catalogue import game_of, packages, players_of
from companion.games.layout import TAGS
from companion.games.watched import rules_of, watchable
from companion.run.holding import hold
from companion.twin.dealer import Dealer, Table, table_of
from companion.twin.scenes import SCENES
from companion.twin.theatre import TABLE_FILE
from vision.cameras import CameraUnavailable, open_camera
from vision.geometry.markers import find_markers

TWIN = "twin"
NO_CAMERA = "none"
"""Everything by finger."""
LENT = "phone"
"""A telephone lends its camera, over the board."""
_SIZE = re.compile(r"\d{3,5}x\d{3,5}")
NO_BOARD = "none"
"""No phones."""


class Plan(msgspec.Struct, frozen=True):
    """What is to be run: checked, and nothing written yet.

    ``game``: the one asked for. ``camera``: a source as vision knows it. ``setup``: the game to set up at once, for
    which one that is being played is ended; ``None``: the people do it on the screen, or go on with their game.
    ``recorded``: the frames come to an end. ``board``: where phones are served: HOST:PORT, auto or none. ``size``: of
    the touchscreen's window, WxH in pixels; ``None``: as the screen has it. ``table``: how that of the demo, or of a
    recording, is laid out.
    """

    game: str
    camera: str
    screen: bool
    box: Path | None
    state: Path
    setup: dict[str, Any] | None
    players: int
    seed: int
    scene: str
    recorded: bool
    board: str = "auto"
    size: str | None = None
    table: Table = "mats"

    @property
    def twin(self) -> bool:
        """Whether the table is the demo table."""
        return self.camera == TWIN


class Wish(msgspec.Struct, frozen=True):
    """What a person asks for, as ``companion run`` has it; ``None``: whatever suits."""

    game: str = next(iter(packages()))
    players: int | None = None
    camera: str | None = None
    screen: str | None = None
    box: Path | None = None
    state: Path | None = None
    seed: int = 1
    scene: str = "kitchen"
    board: str = "auto"
    size: str | None = None
    table: str | None = None


def make_plan(wish: Wish) -> Plan:
    """Check everything that can be checked. Raises ``Unusable``; nothing is written."""
    rules_of(wish.game)
    players = players_of(wish.game, wish.players)
    one_of("--scene", wish.scene, SCENES)
    screen = _display() if wish.screen is None else one_of("--screen", wish.screen, ("touch", "none")) == "touch"
    if wish.size is not None and not _SIZE.fullmatch(wish.size):
        raise Unusable(f"--size {wish.size!r}: no size of a window; write for example 1024x600")
    source = _source(wish)
    folder = Path(source)
    setup = _recorded_setup(folder if folder.is_dir() else folder.parent) if folder.exists() else None
    table = _recorded_table(source) if setup is not None and wish.table is None else table_of(wish.game, wish.table)
    if source == TWIN:
        setup = Dealer(wish.game, players, wish.seed, table=table).setup_object()
    state = (wish.state or state_folder(demo=source == TWIN)).absolute()
    if state.is_dir():
        # Told now, not after cards have been learned for minutes: somebody else keeps a table here.
        os.close(hold(state))
    return Plan(
        game=wish.game,
        camera=source,
        screen=screen,
        box=wish.box,
        state=state,
        setup=setup,
        players=players,
        seed=wish.seed,
        scene=wish.scene,
        recorded=folder.exists(),
        board=wish.board,
        size=wish.size,
        table=table,
    )


def _source(wish: Wish) -> str:
    """Where the frames come from, or that all is done by finger."""
    if wish.game not in watchable():
        if wish.camera in (None, NO_CAMERA):
            return NO_CAMERA
        told = f"--camera {wish.camera}: a camera cannot see {wish.game} yet, only {', '.join(watchable())}"
        raise Unusable(f"{told}; play it by finger with --camera none")
    if wish.camera is None:
        return _found_camera()
    if wish.camera == LENT and wish.board == NO_BOARD:
        raise Unusable("--camera phone: a telephone lends its camera over the board; leave --board none out")
    if wish.camera not in (TWIN, NO_CAMERA, LENT):
        _try_camera(wish.camera)
    return wish.camera


def _found_camera() -> str:
    for source in ("pi", *(f"usb:{path.name[5:]}" for path in sorted(Path("/dev").glob("video?")))):
        with contextlib.suppress(CameraUnavailable):
            open_camera(source).close()
            return source
    return TWIN


def _try_camera(source: str) -> None:
    try:
        open_camera(source).close()
    except CameraUnavailable as error:
        raise Unusable(str(error)) from error


def _recorded_setup(folder: Path) -> dict[str, Any] | None:
    path = folder / TABLE_FILE
    if not path.is_file():
        return None
    try:
        setup = msgspec.json.decode(path.read_bytes())["setup"]
        rules_of(game_of(setup)).parse_setup({key: value for key, value in setup.items() if key != "layout"})
    except (OSError, msgspec.DecodeError, RecursionError, LookupError, TypeError, AttributeError, ValueError) as error:
        raise Unusable(f'{path}: no set-up can be read from it ({error}); it holds {{"setup": {{…}}}}') from error
    return dict(setup)


def _recorded_table(source: str) -> Table:
    """How the table of a recording is laid out: open where a corner tag shows in its first picture."""
    with contextlib.closing(open_camera(source)) as camera:
        first = next(iter(camera), None)
    return "open" if first is not None and find_markers(first.image).keys() & {*TAGS} else "mats"


def _display() -> bool:
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "KMS"))


def state_folder(*, demo: bool) -> Path:
    """Where games are kept unless somebody says otherwise: those of the demo table apart."""
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "companion" / ("demo" if demo else "table")
