"""How the room lights the table: lamps, daylight, vignetting, glare, and shadows that wander."""

import cv2
import numpy as np

from companion.twin.scenes import Look
from vision.geometry.image import Image

UNIT = 128
"""A light of this value leaves the table's colours as they are."""
_COARSE = 16


class Light:
    """The light of a scene, picture-sized; ``change`` makes it another one, as flicker and passers-by do.

    ``gain``: uint8 height x width x 3 in units of ``UNIT``. ``glare``: what shiny spots add, uint8, or None.
    """

    def __init__(self, look: Look, width: int, height: int, seed: int) -> None:
        self._look = look
        self._size = (width, height)
        self._rng = np.random.default_rng(seed)
        self._base = self._lamps()
        self.glare = self._glare() if look.glare else None
        self.gain = self._grown(self._base)

    @property
    def steady(self) -> bool:
        """Whether this light never changes."""
        return not (self._look.flicker or self._look.passing)

    def change(self) -> None:
        """A moment later: a little brighter or darker, and the soft shadow somewhere else."""
        level = 1 + self._look.flicker * self._rng.uniform(-1, 1)
        x, y = self._grid()
        where = self._rng.uniform(-0.1, 1.1, 2)
        far = ((x - where[0]) / 0.35) ** 2 + ((y - where[1]) / 0.5) ** 2
        shade = 1 - self._look.passing * np.exp(-far)
        self.gain = self._grown(self._base * (level * shade[..., None]))

    def _grid(self) -> tuple[Image, Image]:
        width, height = self._size
        x, y = np.linspace(0, 1, width // _COARSE), np.linspace(0, 1, height // _COARSE)
        across, down = np.meshgrid(x.astype(np.float32), y.astype(np.float32))
        return across, down

    def _lamps(self) -> Image:
        look = self._look
        x, y = self._grid()
        light = np.ones((*x.shape, 3), np.float32) * np.array(look.ambient, np.float32)
        ratio = self._size[1] / self._size[0]
        for lamp in look.lamps:
            far = ((x - lamp.x) ** 2 + ((y - lamp.y) * ratio) ** 2) / lamp.reach**2
            light += (lamp.power / (1 + far) ** 1.5)[..., None] * np.array(lamp.tint, np.float32)
        corner = ((x - 0.5) ** 2 + (y - 0.5) ** 2) / 0.5
        return light * (1 - look.vignette * corner**1.3)[..., None]

    def _glare(self) -> Image:
        """Reflections of the lamps: soft spots of light where the table mirrors them."""
        x, y = self._grid()
        ratio = self._size[1] / self._size[0]
        out = np.zeros((*x.shape, 3), np.float32)
        for lamp in self._look.lamps:
            at_x, at_y = (0.5 + 0.55 * (place - 0.5) + self._rng.uniform(-0.04, 0.04) for place in (lamp.x, lamp.y))
            far = ((x - at_x) ** 2 + ((y - at_y) * ratio) ** 2) / 0.09**2
            out += (self._look.glare * np.exp(-far))[..., None] * np.array(lamp.tint, np.float32)
        return self._grown(out / UNIT)

    def _grown(self, light: Image) -> Image:
        whole = cv2.resize(light.astype(np.float32), self._size, interpolation=cv2.INTER_CUBIC)
        return np.asarray(cv2.convertScaleAbs(whole, alpha=UNIT))
