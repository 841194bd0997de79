"""One table, all its parts: what ``companion run`` checks, starts, and waits for."""

import contextlib
import hashlib
import os
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any
from uuid import uuid4

import msgspec

from companion.api.client import Link
from companion.api.protocol import Command, Reply, View
from companion.errors import Unusable
from companion.games.common import InvalidSetup
from companion.referee.games import rules_of
from companion.supervisor import Spec, Supervisor
from companion.twin.dealer import Dealer
from companion.twin.scenes import SCENES
from companion.twin.theatre import TABLE_FILE
from vision.cameras import CameraUnavailable, open_camera
from vision.contents import FILE_NAME

TWIN = "twin"
NO_CAMERA = "none"
"""Everything by finger."""
SEEN = ("architects",)
"""The games that a camera can see."""
ENDED = "the recording has ended"
"""What vision says when a folder's or video's frames are over."""

_PLAYERS = 4
"""Where nobody says how many."""
_LONGEST_SOCKET_PATH = 90
_QUIET = 7.0
"""Seconds without news after which nothing more is to be expected of a recording."""


class Plan(msgspec.Struct, frozen=True):
    """What is to be run: checked, and nothing written yet.

    ``camera``: a source as vision knows it. ``setup``: the game to set up at once; ``None``: the people
    do it on the screen, or go on with the game they were playing. ``afresh``: a game that is being played is ended
    for it. ``recorded``: the frames come to an end. ``board``: where phones are served: HOST:PORT, auto or none.
    """

    camera: str
    screen: bool
    box: Path | None
    state: Path
    setup: dict[str, Any] | None
    players: int
    seed: int
    scene: str
    recorded: bool
    afresh: bool = True
    board: str = "auto"

    @property
    def twin(self) -> bool:
        """Whether the table is the demo table."""
        return self.camera == TWIN


class Wish(msgspec.Struct, frozen=True):
    """What a person asks for, as ``companion run`` has it; ``None``: whatever suits."""

    game: str = "architects"
    players: int | None = None
    camera: str | None = None
    screen: str | None = None
    box: Path | None = None
    state: Path | None = None
    seed: int = 1
    scene: str = "kitchen"
    board: str = "auto"


def make_plan(wish: Wish) -> Plan:
    """Check everything that can be checked. Raises ``Unusable``; nothing is written."""
    players = _players(wish)
    if wish.scene not in SCENES:
        raise Unusable(f"--scene {wish.scene!r}: not known; one of {', '.join(SCENES)}")
    if wish.screen not in (None, "touch", "none"):
        raise Unusable(f"--screen {wish.screen!r}: not known; touch or none")
    screen = _display() if wish.screen is None else wish.screen == "touch"
    source = _source(wish)
    folder = Path(source)
    setup = _recorded_setup(folder if folder.is_dir() else folder.parent) if folder.exists() else None
    if source == TWIN:
        setup = Dealer(players, wish.seed).setup_object()
    elif source == NO_CAMERA and not screen:
        setup = _dealt(wish.game, players, wish.seed)
    return Plan(
        camera=source,
        screen=screen,
        box=wish.box,
        state=(wish.state or state_folder(demo=source == TWIN)).absolute(),
        setup=setup,
        afresh=source != NO_CAMERA,
        players=players,
        seed=wish.seed,
        scene=wish.scene,
        recorded=folder.exists(),
        board=wish.board,
    )


def _players(wish: Wish) -> int:
    possible = rules_of(wish.game).PLAYERS
    players = min(_PLAYERS, possible[-1]) if wish.players is None else wish.players
    if players not in possible:
        many = str(possible[0]) if len(possible) == 1 else f"{possible[0]} to {possible[-1]}"
        raise Unusable(f"--players {players}: {wish.game} is for {many} players")
    return players


def _source(wish: Wish) -> str:
    """Where the frames come from, or that all is done by finger."""
    if wish.game not in SEEN:
        if wish.camera in (None, NO_CAMERA):
            return NO_CAMERA
        told = f"--camera {wish.camera}: a camera cannot see {wish.game} yet, only {', '.join(SEEN)}"
        raise Unusable(f"{told}; play it by finger with --camera none")
    if wish.camera is None:
        return _found_camera()
    if wish.camera not in (TWIN, NO_CAMERA):
        _try_camera(wish.camera)
    return wish.camera


def _dealt(game: str, players: int, seed: int) -> dict[str, Any]:
    """A table to play at by finger where nobody can set one up on a screen."""
    rules = rules_of(game)
    setup = rules.play(players, Random(seed), rules.POLICIES["random"]).setup
    return {**msgspec.to_builtins(setup), "game": game}


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
        rules_of(setup.get("game", "architects")).parse_setup(setup)
    except (OSError, msgspec.DecodeError, KeyError, TypeError, AttributeError, InvalidSetup) as error:
        raise Unusable(f'{path}: no set-up can be read from it ({error}); it holds {{"setup": {{…}}}}') from error
    return dict(setup)


def _display() -> bool:
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER", "KMS"))


def state_folder(*, demo: bool) -> Path:
    """Where games are kept unless somebody says otherwise: those of the demo table apart."""
    base = os.environ.get("XDG_DATA_HOME")
    return (Path(base) if base else Path.home() / ".local" / "share") / "companion" / ("demo" if demo else "table")


def socket_in(folder: Path, name: str) -> Path:
    """A path for a Unix socket: in this folder, or where names are shorter if that one is too long."""
    path = folder / name
    if len(os.fsencode(path)) <= _LONGEST_SOCKET_PATH:
        return path
    digest = hashlib.sha256(os.fsencode(folder)).hexdigest()[:12]
    short = Path(os.environ.get("XDG_RUNTIME_DIR") or tempfile.gettempdir()) / f"companion-{digest}"
    short.mkdir(mode=0o700, exist_ok=True)
    return short / name


def parts_of(plan: Plan, library: Path, socket: Path) -> tuple[Spec, ...]:
    """The processes of this table. The folder of the state exists."""
    python, link = (sys.executable, "-m"), ("--link", str(socket))
    box = () if plan.box is None else ("--box", str(_box_folder(plan.box)))
    # A box of one's own may come to be while the table runs; until then it is read with the practice cards.
    own = plan.state / "box" if plan.box is None else _box_folder(plan.box)
    shown = plan.camera not in (TWIN, NO_CAMERA) and not plan.recorded
    libraries = ("--library", *([str(own / FILE_NAME)] if shown and plan.box is None else []), str(library))
    served = ("--state", str(plan.state), "--board", plan.board)
    specs = [Spec("referee", (*python, "companion.api", *link, *served, *box, *libraries))]
    camera = plan.camera
    if plan.twin:
        frames = socket_in(plan.state, "frames.sock")
        camera = f"twin:{frames}"
        table = ["--players", str(plan.players), "--seed", str(plan.seed), "--scene", plan.scene]
        if plan.box is not None:
            table += ["--box", str(plan.box.absolute())]
        # A dealer that died would begin another game: the table stays as it is.
        specs.append(Spec("twin", (*python, "companion.twin", "--socket", str(frames), *table), again=False))
    if camera != NO_CAMERA:
        seen = ("--camera", camera, *libraries, "--memory", str(_memory(plan)))
        specs.append(Spec("vision", (*python, "vision", *link, *seen), beats=True))
    if shown:
        specs.append(Spec("enrolment", (*python, "companion.enrolment", *link, "--camera", camera, "--box", str(own))))
    if plan.screen:
        specs.append(Spec("ui", (*python, "ui", *link, "--settings", str(plan.state / "screen.json")), ends_all=True))
    specs.append(Spec("hw", (*python, "hw", *link)))
    # It sleeps until somebody wants to see the chances.
    specs.append(Spec("chances", (*python, "companion.chances", *link, "--state", str(plan.state))))
    return tuple(specs)


def _box_folder(box: Path) -> Path:
    """The folder that a box lies in: itself, or where its library's file is."""
    return (box if box.is_dir() else box.parent).absolute()


def _memory(plan: Plan) -> Path:
    """Where vision remembers the table; another table than the last time is not to be remembered as that one."""
    if plan.setup is None:
        return plan.state / "memory"
    return Path(tempfile.mkdtemp(prefix="memory-", dir=plan.state))


class Session:
    """A running table: iterate ``views`` until it is over or stopped.

    ``view``: the newest picture. ``questions``: the numbers of those that were asked.
    """

    def __init__(self, plan: Plan, library: Path) -> None:
        try:
            plan.state.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Unusable(f"{plan.state}: cannot be used ({error.strerror}); choose another --state") from error
        socket = socket_in(plan.state, "link.sock")
        self._plan = plan
        self._link = Link(socket, "screen")
        self._supervisor = Supervisor(parts_of(plan, library, socket), plan.state / "logs", socket)
        self._lock = threading.Condition()
        self._news = time.monotonic()
        self._changed = False
        self._replies: dict[str, Reply] = {}
        self.questions: set[int] = set()
        self.view: View | None = None
        self._reader = threading.Thread(target=self._read, name="session", daemon=True)
        self._reader.start()

    def begin(self) -> None:
        """Wait for the referee, and set up the game if the plan has one. Raises ``Unusable``."""
        self._until(lambda: self.view is not None)
        if self._plan.setup is None:
            return
        if self.view is not None and self.view.table is not None and not self.view.table.finished:
            if not self._plan.afresh:
                return
            self._do("end", {})
        reply = self._do("setup", self._plan.setup)
        if not reply.ok:
            raise Unusable(reply.error)

    def views(self, *, until_end: bool) -> Iterator[View]:
        """Each new picture; ends with the game (if so wanted), with a recording, or when the screen is closed."""
        while not self._supervisor.finished:
            self._supervisor.tend()
            with self._lock:
                self._lock.wait(0.1)
                view, changed, self._changed = self.view, self._changed, False
            if view is None:
                continue
            if changed:
                yield view
            if until_end and self._over(view):
                return

    def close(self) -> None:
        """Stop all parts."""
        self._link.close()
        self._supervisor.close()
        self._reader.join(5)

    def _over(self, view: View) -> bool:
        finished = view.table is not None and view.table.finished
        if not self._plan.recorded:
            return finished
        quiet = time.monotonic() - self._news
        return view.camera == ENDED and (finished or quiet > _QUIET)

    def _do(self, do: Any, body: dict[str, Any]) -> Reply:
        command = Command(uuid4().hex, do, body)
        self._link.send(command)
        self._until(lambda: command.id in self._replies)
        return self._replies[command.id]

    def _until(self, done: Any) -> None:
        started = time.monotonic()
        while not done():
            self._supervisor.tend()
            with self._lock:
                self._lock.wait(0.05)
            if time.monotonic() - started > 20:
                broken = next((part for part in self._supervisor.parts() if part.name == "referee"), None)
                raise Unusable(f"the referee does not start: {broken.trouble if broken else 'it says nothing'}")

    def _read(self) -> None:
        for message in self._link.messages():
            with self._lock:
                if isinstance(message, Reply):
                    self._replies[message.id] = message
                elif isinstance(message, View):
                    if self.view is None or (message.seq, message.camera) != (self.view.seq, self.view.camera):
                        self._news = time.monotonic()
                    self.view, self._changed = message, True
                    if message.question is not None:
                        self.questions.add(message.question.number)
                self._lock.notify_all()
