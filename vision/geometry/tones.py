"""The colours of a surface that has several: which colours are often among them."""

import numpy as np

from vision.geometry.image import Image


class Tones:
    """Some colours (uint8, n x 3), and all that ``often`` of them are near: by less than ``reach`` in each coordinate.

    For each value of a coordinate one bit a colour says which are near; a pixel asks for those near in all three. A
    KD-tree takes five times as long for thousands of pixels, and to import it half of the time that vision starts in.
    """

    def __init__(self, colours: Image, reach: int, often: int) -> None:
        self._often = often
        values = np.arange(256, dtype=np.int16)[:, None, None]
        near = np.abs(values - colours.astype(np.int16)) < reach
        bits = np.packbits(near, axis=1)
        words = np.pad(bits, ((0, 0), (0, -bits.shape[1] % 8), (0, 0)))
        self._near = tuple(np.ascontiguousarray(words[..., k]).view(np.uint64) for k in range(3))

    def among(self, picture: Image) -> Image:
        """Which pixels (uint8, ... x 3) have such colours (bool)."""
        first, second, third = (near[picture[..., k]] for k, near in enumerate(self._near))
        first &= second
        first &= third
        return np.asarray(np.bitwise_count(first).sum(-1) >= self._often)
