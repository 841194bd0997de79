"""What the table is made of: wood, felt or a woven cloth, from nothing but seeded noise."""

import cv2
import numpy as np

from companion.twin.scenes import Look
from vision.geometry.image import Image

_PLANK = 150.0
_FINEST = 1.4
_OAK = ((46, 80, 128), (74, 120, 172), (96, 146, 196))
"""Dark grain, wood, light wood (BGR)."""


def surface(look: Look, width: int, height: int, px_per_mm: float, seed: int) -> Image:
    """The bare table top: uint8 height x width x 3."""
    rng = np.random.default_rng(seed)
    # Coarser than the canvas: no camera at this height sees the fibres.
    fine = min(1.0, _FINEST / px_per_mm)
    small = (round(width * fine), round(height * fine), px_per_mm * fine)
    if look.surface == "wood":
        top = _wood(*small, rng)
    elif look.surface == "felt":
        top = _felt(*small[:2], rng)
    else:
        top = _cloth(*small, rng)
    return np.asarray(cv2.resize(top, (width, height), interpolation=cv2.INTER_CUBIC))


def _noise(rng: np.random.Generator, width: int, height: int, cell_x: float, cell_y: float) -> Image:
    """Smooth noise of about unit strength whose waves are this many pixels long."""
    small = rng.standard_normal((max(2, round(height / cell_y)) + 3, max(2, round(width / cell_x)) + 3))
    return np.asarray(cv2.resize(small.astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC))


def _wood(width: int, height: int, px_per_mm: float, rng: np.random.Generator) -> Image:
    """Planks along the table, each with its own tone, grain and growth rings."""
    plank = max(8, round(_PLANK * px_per_mm))
    out = np.empty((height, width, 3), np.uint8)
    for top in range(0, height, plank):
        rows = min(plank, height - top)
        out[top : top + rows] = _board(width, rows, px_per_mm, rng)
        seam = max(2, round(0.9 * px_per_mm))
        out[top : top + seam] = (out[top : top + seam] * 0.35).astype(np.uint8)
    return np.asarray(cv2.GaussianBlur(out, (3, 3), 0))


def _board(width: int, rows: int, px_per_mm: float, rng: np.random.Generator) -> Image:
    scale = px_per_mm
    warp = _noise(rng, width, rows, 260 * scale, 40 * scale) * 9 + _noise(rng, width, rows, 90 * scale, 14 * scale) * 2
    across = np.arange(rows, dtype=np.float32)[:, None] / scale
    rings = np.sin((across * 0.16 + warp * 0.42 + rng.uniform(0, 6)) * 2.4)
    grain = _noise(rng, width, rows, 42 * scale, 0.7 * scale)
    pores = np.clip(_noise(rng, width, rows, 9 * scale, 0.55 * scale) - 1.1, 0, 2)
    tone = 0.52 + 0.17 * rings + 0.10 * grain - 0.28 * pores + rng.uniform(-0.12, 0.12)
    tone = np.clip(tone, 0, 1)[..., None]
    dark, middle, light = (np.array(colour, np.float32) for colour in _OAK)
    lower, upper = dark + (middle - dark) * tone * 2, middle + (light - middle) * (tone * 2 - 1)
    return np.asarray(np.where(tone < 0.5, lower, upper), np.uint8)


def _felt(width: int, height: int, rng: np.random.Generator) -> Image:
    tone = 1 + 0.035 * _noise(rng, width, height, 2.2, 2.2) + 0.02 * _noise(rng, width, height, 60, 60)
    return np.asarray(np.clip(np.array([98, 92, 80], np.float32) * tone[..., None], 0, 255), np.uint8)


def _cloth(width: int, height: int, px_per_mm: float, rng: np.random.Generator) -> Image:
    """A dark red checked table cloth with a visible weave."""
    x, y = (np.arange(side, dtype=np.float32) / px_per_mm for side in (width, height))
    check = 0.5 * ((x // 60 % 2)[None, :] + (y // 60 % 2)[:, None])
    weave = 0.05 * (np.sin(x * 4.2)[None, :] * np.sin(y * 4.2)[:, None])
    folds = 0.06 * _noise(rng, width, height, 300 * px_per_mm, 90 * px_per_mm)
    tone = (1 + weave + folds + 0.04 * _noise(rng, width, height, 2, 2))[..., None]
    red, pale = np.array([52, 44, 126], np.float32), np.array([150, 160, 186], np.float32)
    colour = red + (pale - red) * check[..., None]
    return np.asarray(np.clip(colour * tone, 0, 255), np.uint8)
