"""Paints the table as a camera 80 to 100 cm above would see it; what has not changed is not painted again."""

from random import Random

import cv2
import numpy as np

from companion.twin.arm import reach_in
from companion.twin.arrangement import Point
from companion.twin.canvas import PAD, PX_PER_MM, Canvas, MatArt, Rect, overlap
from companion.twin.faceart import FaceArt, Wardrobe
from companion.twin.lens import PX_PER_MM as CAMERA_PX_PER_MM
from companion.twin.lens import Lens, aim
from companion.twin.light import UNIT, Light
from companion.twin.scenes import Look
from companion.twin.sensor import Sensor
from companion.twin.sprites import sprites
from companion.twin.surfaces import surface
from companion.twin.world import World
from vision.geometry.image import Image

_OUTSIDE = 260.0
"""Where arms come from: this far behind a seat's mat (mm)."""


class Artist:
    """Sees a table in a scene. ``show`` paints what lies there now; ``frame`` takes a picture of it.

    Everything follows from the seed and the calls made.
    """

    def __init__(self, world: World, look: Look, seed: int, mat_art: MatArt, art: FaceArt | None = None) -> None:
        cv2.setNumThreads(1)
        table = world.arrangement
        self.lens: Lens = aim(table, Random(f"lens {seed}"), look.eye, look.tilt, look.bend)
        width, height = (round((side + 2 * PAD) * PX_PER_MM) for side in (table.width, table.height))
        ground = surface(look, width, height, PX_PER_MM, seed)
        self._canvas = Canvas(ground, Wardrobe(PX_PER_MM, art), mat_art, look.shadow)
        self._maps = self.lens.maps(PX_PER_MM, PAD)
        self._light = Light(look, self.lens.width, self.lens.height, seed)
        self._sensor = Sensor(self.lens.width, self.lens.height, look.noise, look.jpeg, seed)
        self._defocus = look.defocus
        self._unlit: Image = np.zeros((self.lens.height, self.lens.width, 3), np.uint8)
        self._still = self._unlit.copy()
        self._world = world
        self.show(world)

    def show(self, world: World) -> None:
        """The table lies like this now."""
        self._world = world
        for rect in self._canvas.show(world.arrangement, sprites(world, self.lens)):
            seen = self._in_picture(rect)
            if seen:
                self._unlit_anew(seen)
                self._light_anew(seen)

    def relight(self) -> None:
        """A moment later: in scenes with unsteady light it has changed."""
        if not self._light.steady:
            self._light.change()
            self._light_anew((0, 0, self.lens.width, self.lens.height))

    def still(self) -> Image:
        """The table without hand and noise: uint8 BGR, read-only."""
        view = self._still.view()
        view.flags.writeable = False
        return view

    def frame(self) -> Image:
        """One picture of the table lying still."""
        return self._sensor.expose(self._still)

    def frame_with_hand(self, seat: int, tip: Point, motion: float) -> Image:
        """One picture with this seat's hand above a point of the table (mm); ``motion``: mm during the exposure."""
        image = self._still.copy()
        mat = self._world.arrangement.mats[seat + 1]
        points = np.array([tip, mat.to_table(mat.width * 0.55, mat.height + _OUTSIDE)])
        ends = self.lens.pixels(points, 60.0)
        scale = CAMERA_PX_PER_MM
        reach_in(
            image,
            self._light.gain,
            seat,
            tip=(float(ends[0, 0]), float(ends[0, 1])),
            shoulder=(float(ends[1, 0]), float(ends[1, 1])),
            scale=scale,
            blur=motion * scale,
        )
        return self._sensor.expose(image)

    def _in_picture(self, rect: Rect) -> Rect | None:
        """The part of the picture in which this part of the canvas is seen."""
        steps = np.linspace(0, 1, 5)
        xs, ys = rect[0] + steps * (rect[2] - rect[0]), rect[1] + steps * (rect[3] - rect[1])
        grid = np.stack(np.meshgrid(xs, ys), axis=-1).reshape(-1, 2) / PX_PER_MM - PAD
        seen = self.lens.pixels(grid)
        margin = 4 + self._radius()
        low, high = np.floor(seen.min(axis=0)) - margin, np.ceil(seen.max(axis=0)) + margin + 1
        whole = (0, 0, self.lens.width, self.lens.height)
        return overlap((int(low[0]), int(low[1]), int(high[0]), int(high[1])), whole)

    def _radius(self) -> int:
        return int(np.ceil(self._defocus * 3))

    def _unlit_anew(self, rect: Rect) -> None:
        left, top, right, bottom = rect
        maps = [one[top:bottom, left:right] for one in self._maps]
        self._unlit[top:bottom, left:right] = cv2.remap(
            self._canvas.image, maps[0], maps[1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT_101
        )

    def _light_anew(self, rect: Rect) -> None:
        left, top, right, bottom = rect
        margin = self._radius()
        wide = overlap(
            (left - margin, top - margin, right + margin, bottom + margin), (0, 0, self.lens.width, self.lens.height)
        )
        assert wide is not None
        part = slice(wide[1], wide[3]), slice(wide[0], wide[2])
        lit = cv2.multiply(self._unlit[part], self._light.gain[part], scale=1 / UNIT)
        if self._light.glare is not None:
            lit = cv2.add(lit, self._light.glare[part])
        side = 2 * margin + 1
        soft = cv2.GaussianBlur(lit, (side, side), self._defocus)
        self._still[top:bottom, left:right] = soft[top - wide[1] : bottom - wide[1], left - wide[0] : right - wide[0]]
