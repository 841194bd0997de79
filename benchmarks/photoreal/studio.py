"""Lamps, heads and the camera round a table, and what the camera's lens and sensor make of a rendering."""

import math
from collections.abc import Sequence
from pathlib import Path
from random import Random

import cv2
import numpy as np

from benchmarks.photoreal.heap import Pictures, solids
from benchmarks.photoreal.scene import Camera, Lamp, Point, Scene, Sheet
from companion.twin.arrangement import Arrangement, Pose
from companion.twin.canvas import MatArt
from companion.twin.faceart import FaceArt
from companion.twin.lens import Lens, aim
from companion.twin.scenes import SCENES
from companion.twin.surfaces import surface
from companion.twin.world import World
from vision.geometry.image import Image

LAMPS = ("lamp", "window")
"""A warm lamp over one corner of the table; a window beside it by day."""
_OVERSCAN = 1.09
"""A rendering is so much larger than the picture, for the lens bends its corners inwards."""
_NOISE, _JPEG = 2.6, 88
"""Grey levels (sigma) and quality, as of the kitchen scene."""
_BRIGHT = 150.0
"""Grey level that a camera's exposure brings the mean of this table to."""


class Studio:
    """One game's table with its light, mats or corner tags. ``art``: the box's pictures, none: our proxies."""

    def __init__(
        self,
        world: World,
        mats: MatArt,
        folder: Path,
        seed: int,
        *,
        players: int,
        light: str,
        sleeved: bool,
        art: FaceArt | None,
    ) -> None:
        self._folder, self._seed, self._sleeved = folder, seed, sleeved
        folder.mkdir(parents=True, exist_ok=True)
        table = world.arrangement
        self.lens: Lens = aim(
            table, Random(f"lens {seed}"), SCENES["kitchen"].eye, SCENES["kitchen"].tilt, SCENES["kitchen"].bend
        )
        self._pictures = Pictures(folder, art)
        self._surface = str(folder / "surface.png")
        cv2.imwrite(
            self._surface, surface(SCENES["kitchen"], round(table.width * 2), round(table.height * 2), 2.0, seed)
        )
        self._players = players
        printed = ((mat, mats(mat)) for mat in range(len(table.mats)))
        self._sheets = {mat: self._kept(mat, picture) for mat, picture in printed if picture is not None}
        self._lamps = _lamps(light, table)
        self._sky = 0.10 if light == "lamp" else 0.25
        self._noise = np.random.default_rng(seed)
        self.gain = 0.0

    def scene(
        self,
        world: World,
        file: str,
        *,
        moment: int,
        samples: int,
        scale: float,
        arm: tuple[Point, Point] | None = None,
    ) -> Scene:
        """The table as it lies now. ``moment``: heads move from one to the next."""
        size = tuple(round(side * _OVERSCAN) for side in (self.lens.width, self.lens.height))
        shift = (size[0] - self.lens.width) / 2, (size[1] - self.lens.height) / 2
        centre = self.lens.centre[0] + shift[0], self.lens.centre[1] + shift[1]
        turn = tuple(float(value) for value in np.asarray(self.lens.turn).ravel())
        table = world.arrangement
        return Scene(
            camera=Camera(self.lens.eye, turn, self.lens.focal, centre, (size[0], size[1])),
            table=(table.width, table.height),
            surface=self._surface,
            sheets=tuple(Sheet(file, table.mats[mat].corners()) for mat, file in self._sheets.items()),
            solids=solids(world, self._pictures, sleeved=self._sleeved),
            lamps=self._lamps,
            heads=_heads(table.mats[1 : 1 + self._players], Random(f"heads {self._seed} {moment}")),
            sky=self._sky,
            gain=self.gain,
            samples=samples,
            scale=scale,
            file=str(self._folder / file),
            arm=arm,
        )

    def expose(self, rendering: Path) -> None:
        """Set the exposure by a rendering made with the present one, as a camera does before the game."""
        mean = float(_read(rendering).mean())
        self.gain += 2.2 * float(np.log2(_BRIGHT / max(1.0, mean)))  # a picture's grey levels are powers of 1/2.2

    def put_together(self, scene: Scene, before: Path) -> Path:
        """The rendering of ``scene`` where its parts are all that is new since the rendering ``before``."""
        parts = [(part, _read(Path(file))) for part, file in zip(scene.parts, scene.files(), strict=True)]
        whole = _read(before)
        if parts and parts[0][1].shape != whole.shape:
            height, width = parts[0][1].shape[:2]
            whole = np.asarray(cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA))
        height, width = whole.shape[:2]
        for (left, top, right, bottom), picture in parts:
            # Blender rounds a part's sides to pixels: its outermost are left out.
            rows = slice(math.ceil(top * height) + 1, math.floor(bottom * height) - 1)
            columns = slice(math.ceil(left * width) + 1, math.floor(right * width) - 1)
            whole[rows, columns] = picture[rows, columns]
        cv2.imwrite(scene.file, whole)
        for file in scene.files():
            Path(file).unlink()
        return Path(scene.file)

    def seen(self, rendering: Path) -> Image:
        """What the lens makes of a rendering: uint8 BGR of the camera's size."""
        whole = _read(rendering)
        width, height = (round(side * _OVERSCAN) for side in (self.lens.width, self.lens.height))
        if whole.shape[1] != width:
            whole = np.asarray(cv2.resize(whole, (width, height), interpolation=cv2.INTER_CUBIC))
        reach = float(np.hypot(self.lens.width, self.lens.height)) / 2
        pixels = np.stack(np.meshgrid(np.arange(self.lens.width), np.arange(self.lens.height)), axis=-1)
        bent = (pixels - np.array(self.lens.centre)) / reach
        flat = bent * (1 + self.lens.bend * (bent**2).sum(-1, keepdims=True)) * reach + np.array(self.lens.centre)
        flat += np.array([width - self.lens.width, height - self.lens.height]) / 2
        return np.asarray(cv2.remap(whole, flat.astype(np.float32), None, cv2.INTER_CUBIC))  # type: ignore[call-overload]

    def frame(self, image: Image) -> bytes:
        """One exposure of it by the sensor, as a JPEG."""
        noisy = image + self._noise.normal(0, _NOISE, image.shape)
        jpeg = cv2.imencode(".jpg", np.clip(noisy, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, _JPEG])[1]
        return bytes(jpeg.data)

    def _kept(self, mat: int, picture: Image) -> str:
        path = self._folder / f"mat-{mat}.png"
        cv2.imwrite(str(path), picture)
        return str(path)


def _read(path: Path) -> Image:
    image = cv2.imread(str(path))
    assert image is not None, path
    return image


def _lamps(light: str, table: Arrangement) -> tuple[Lamp, ...]:
    """Where light comes from: ``LAMPS``."""
    width, height = table.width, table.height
    if light == "lamp":
        return (Lamp((0.3 * width, 0.25 * height, 1250.0), 90.0, 22.0, (1.0, 0.82, 0.62)),)
    return (Lamp((-900.0, 0.4 * height, 900.0), 450.0, 60.0, (0.86, 0.93, 1.0)),)


def _heads(seats: Sequence[Pose], rng: Random) -> tuple[tuple[float, float, float], ...]:
    """A head behind each seat's part of the table, leaning in more or less."""
    found = []
    for mat in seats:
        x, y = mat.to_table(mat.width / 2 + rng.uniform(-60, 60), mat.height + rng.uniform(60, 160))
        found.append((x, y, rng.uniform(330.0, 460.0)))
    return tuple(found)
