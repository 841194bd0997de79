"""The camera's chip and its JPEG encoder: noise from a bank made once, and the artefacts of compression.

Noise of constant strength in gamma-encoded grey levels is what shot noise looks like in a photograph.
"""

import cv2
import numpy as np

from vision.geometry.image import Image

_TILE = 768
_SPARE = 128


class Sensor:
    """Takes pictures of a fixed size; the same seed and the same number of pictures give the same noise."""

    def __init__(self, width: int, height: int, noise: float, jpeg: int, seed: int) -> None:
        self._rng = np.random.default_rng(seed)
        self._size = (height, width)
        self._jpeg = [cv2.IMWRITE_JPEG_QUALITY, jpeg]
        tile = np.abs(self._rng.standard_normal((_TILE, _TILE, 3), np.float32))
        # Neighbouring pixels share noise: a chip has one colour a pixel, the others are interpolated.
        smooth = cv2.GaussianBlur(tile, (0, 0), 0.5) * (noise * 1.35)
        bank = np.rint(np.clip(smooth, 0, 255)).astype(np.uint8)
        repeats = (-(-(height + _SPARE) // _TILE), -(-(width + _SPARE) // _TILE), 1)
        self._bank = np.tile(bank, repeats)

    def expose(self, image: Image) -> Image:
        """The picture with this frame's noise, as it comes out of the JPEG decoder: uint8 BGR."""
        noisy = cv2.subtract(cv2.add(image, self._grain()), self._grain())
        return np.asarray(cv2.imdecode(cv2.imencode(".jpg", noisy, self._jpeg)[1], cv2.IMREAD_COLOR))

    def _grain(self) -> Image:
        top, left = (int(start) for start in self._rng.integers(0, _SPARE, 2))
        height, width = self._size
        return self._bank[top : top + height, left : left + width]
