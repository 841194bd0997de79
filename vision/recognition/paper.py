"""Plain paper and what is printed on it."""

import numpy as np

from vision.geometry import channels
from vision.geometry.image import Image

_CONTRAST, _TINT = 0.09, 0.04
"""By how much (standard deviation, relative) lightness and colour vary over a picture with more than an outline on it.

Every face of the boxes tried, blurred, varies by at least 1.3 times that.
"""


def is_printed(patch: Image, share: float = 1.0) -> bool:
    """Whether a patch (uint8 BGR) has more to show than paper with a faint outline on it.

    ``share``: of the usual contrast; less of it is enough where reflections may have washed out what is printed.
    """
    height, width = patch.shape[:2]
    inner = patch[height // 6 : height - height // 6, width // 6 : width - width // 6].astype(np.float32)
    luma = channels.mean(inner)
    if _levelled(luma).std() > share * _CONTRAST * (luma.mean() + 16):
        return True
    tints = (_levelled((inner[..., k] - luma) / (luma + 16)).std() for k in range(3))
    return bool(max(tints) > share * _TINT)


def _levelled(values: Image) -> Image:
    """Without the slope that a lamp nearby or a reflection gives them."""
    x, y = (np.linspace(-1, 1, side, dtype=np.float32) for side in values.shape[::-1])
    across = (values * x[None, :]).mean() / (x**2).mean()
    down = (values * y[:, None]).mean() / (y**2).mean()
    return np.asarray(values - across * x[None, :] - down * y[:, None])
