"""A short game as a folder of pictures that ``companion run --camera`` plays, and what was played in it."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import msgspec

from benchmarks.photoreal.changed import parts
from benchmarks.photoreal.scene import Point, Scene
from benchmarks.photoreal.studio import Studio
from companion.box.faces import library_of
from companion.errors import Unusable
from companion.games.watched import watched
from companion.rehearsal.comparison import Wire
from companion.rehearsal.setting_up import set_up
from companion.twin.dealer import Dealer, Table
from companion.twin.faceart import open_art
from companion.twin.laying import Sloppiness
from companion.twin.world import Action
from tests.twin.surveys import read_from
from vision.geometry.image import Image
from vision.recognition.library import Library

_STILL, _MOVING = 14, 3
"""Frames of a table at rest, and with a hand over it."""
_HEADS_KEEP = 5
"""Moves after which heads have moved; between them only what a move changes is rendered."""
_SECONDS_A_FRAME = 0.05
_HAND_SCALE = 0.5
"""Resolution of a picture with a hand, which nobody reads."""


class Wanted(msgspec.Struct, frozen=True):
    """A recording to be made: the game, its light, its box, how well it is painted."""

    game: str
    players: int
    seed: int
    moves: int
    table: Table
    light: str
    sleeved: bool
    samples: int = 8
    scale: float = 1.0
    expansions: tuple[str, ...] = ()


class Blender:
    """The painter's process. ``python``: an interpreter that has ``bpy``, which wants an older numpy than we do."""

    def __init__(self, python: Path, log: Path) -> None:
        command = [str(python), "-m", "benchmarks.photoreal.blender"]
        with log.open("wb") as errors:
            self._process = subprocess.Popen(  # noqa: S603 - the interpreter that was named
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True
            )
        self._log = log

    def paint(self, scene: Scene) -> Path:
        """Render a scene. Raises ``RuntimeError`` where Blender has died; its log says of what."""
        stdin, stdout = self._process.stdin, self._process.stdout
        assert stdin is not None
        assert stdout is not None
        stdin.write(msgspec.json.encode(scene).decode() + "\n")
        stdin.flush()
        for line in stdout:  # Blender says other things, too
            if line.strip() == scene.file:
                return Path(scene.file)
        raise RuntimeError(f"Blender paints no more; see {self._log}")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()


class _Folder:
    """Frames in order of time."""

    def __init__(self, path: Path, studio: Studio) -> None:
        path.mkdir(parents=True, exist_ok=True)
        self._path, self._studio, self._number = path, studio, 0

    def add(self, rendering: Path, frames: int) -> Image:
        """So many frames of what was rendered; the picture without noise."""
        image = self._studio.seen(rendering)
        for _ in range(frames):
            name = f"frame-{self._number:06d}-{self._number * _SECONDS_A_FRAME:.3f}.jpg"
            (self._path / name).write_bytes(self._studio.frame(image))
            self._number += 1
        return image


def record(
    wanted: Wanted, folder: Path, box: Path | None, python: Path, progress: Callable[[int], None]
) -> list[dict[str, Any]]:
    """Render a game into ``folder``: frames, ``table.json`` and ``truth.json``; returns the moves that can be seen.

    ``box``: enrolled; none: our proxies. An open table is read from its first picture, and its people agree.
    """
    art = open_art(box) if box is not None else None
    dealer = Dealer(
        wanted.game,
        wanted.players,
        wanted.seed,
        sloppiness=Sloppiness(),
        table=wanted.table,
        expansions=wanted.expansions,
        art=art,
    )
    studio = Studio(
        dealer.world,
        dealer.mats(),
        folder / "work",
        wanted.seed,
        players=wanted.players,
        light=wanted.light,
        sleeved=wanted.sleeved,
        art=art,
    )
    frames = _Folder(folder, studio)
    with Blender(python, folder / "work" / "blender.log") as blender:
        first = studio.scene(dealer.world, "exposure.png", moment=0, samples=4, scale=0.15)
        studio.expose(blender.paint(first))
        still = studio.scene(dealer.world, "still-000.png", moment=0, samples=wanted.samples, scale=wanted.scale)
        picture = frames.add(blender.paint(still), _STILL)
        setup = dealer.setup_object() | _laid_out(dealer, picture, box)
        (folder / "table.json").write_bytes(msgspec.json.encode({"setup": setup}))
        for move, actions in _moves(dealer, wanted.moves):
            moment = move // _HEADS_KEEP
            for number, action in enumerate(actions):
                hand = studio.scene(
                    action.world,
                    f"hand-{move:03d}-{number}.png",
                    moment=moment,
                    samples=max(2, wanted.samples // 4),
                    scale=wanted.scale * _HAND_SCALE,
                    arm=_arm(action),
                )
                frames.add(_painted(blender, studio, still, hand), _MOVING)
                last = number == len(actions) - 1
                rests = _STILL if last else round(action.settle / _SECONDS_A_FRAME)
                if rests:
                    name = f"still-{move:03d}-{number}.png"
                    scene = studio.scene(action.world, name, moment=moment, samples=wanted.samples, scale=wanted.scale)
                    frames.add(_painted(blender, studio, still, scene), rests)
                    still = scene
            progress(move)
    truth = Wire(watched(dealer.game)).told(dealer.played)
    (folder / "truth.json").write_bytes(msgspec.json.encode({"moves": truth}))
    return truth


def _painted(blender: Blender, studio: Studio, before: Scene, scene: Scene) -> Path:
    """The rendering of ``scene``; of what ``before`` shows the same in the same light only what is new."""
    same_light = scene.heads == before.heads or scene.arm is not None
    if not same_light:
        return blender.paint(scene)
    new = msgspec.structs.replace(scene, parts=parts(before, scene))
    if new.parts:
        blender.paint(new)
    return studio.put_together(new, Path(before.file))


def _laid_out(dealer: Dealer, picture: Image, box: Path | None) -> dict[str, Any]:
    """The layout of an open table as its people agree to it; nothing where mats lie, or where it cannot be read yet."""
    if dealer.table == "mats":
        return {}
    library = Library.load(library_of(box, dealer.game))
    try:
        agreed = set_up(dealer, lambda told: read_from(picture, dealer.game, library, told))
    except Unusable as error:
        sys.stderr.write(f"{error}: recorded without a layout, so whoever plays it reads its first picture\n")
        return {}
    return {"layout": msgspec.to_builtins(agreed.layout)}


def _moves(dealer: Dealer, moves: int) -> Iterator[tuple[int, tuple[Action, ...]]]:
    """The dealer's next moves, numbered from 1, until so many that can be seen were played."""
    seen = Wire(watched(dealer.game)).seen
    played = 0
    while played < moves and (step := dealer.step()) is not None:
        played += seen(step.move)
        yield len(dealer.played), step.actions


def _arm(action: Action) -> tuple[Point, Point]:
    """Fingertips where the hand works, the elbow behind the seat's part of the table."""
    mat = action.world.arrangement.mats[action.seat + 1]
    return action.reach[-1], mat.to_table(0.55 * mat.width, mat.height + 163.0)
