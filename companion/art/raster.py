"""From vector to pixels, with our own fonts only: the same picture on every machine."""

from typing import cast

import cv2
import numpy as np
import numpy.typing as npt
import resvg_py

from companion.paper.fonts import font_files

Image = npt.NDArray[np.uint8]


def rasterise(svg: str, width: int, height: int) -> Image:
    """A picture of this many pixels: uint8 height x width x 4, BGRA, read-only, alpha not premultiplied."""
    regular, bold = font_files()
    png = resvg_py.svg_to_bytes(
        svg_string=svg, width=width, height=height, dpi=25.4, skip_system_fonts=True, font_files=[regular, bold],
        font_family="DejaVu Sans", sans_serif_family="DejaVu Sans",
    )  # fmt: skip
    image = cv2.imdecode(np.frombuffer(bytes(png), np.uint8), cv2.IMREAD_UNCHANGED)
    if image is None or image.ndim != 3:
        raise ValueError("the vector picture did not become an image with an alpha channel")
    if image.shape[:2] != (height, width):
        image = cv2.resize(image, (width, height), interpolation=cv2.INTER_AREA)
    image.setflags(write=False)
    return cast("Image", image)
