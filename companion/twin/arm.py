"""A forearm with a hand at its end, reaching in from a player's side: shaded as round, soft when it moves."""

from collections.abc import Sequence
from functools import cache

import cv2
import numpy as np

from vision.geometry.image import Image

_PX_PER_MM = 1.0
"""Resolution of the drawn arm: a hand close to the lens and in motion is soft."""
_LENGTH, _WIDTH = 1500, 170
_MIDDLE = _WIDTH / 2
_SKINS = (
    (124, 158, 214),
    (104, 142, 204),
    (76, 112, 172),
    (58, 86, 138),
    (140, 172, 224),
    (92, 128, 190),
    (48, 70, 112),
)
_SLEEVES = ((120, 70, 44), (60, 60, 66), (60, 92, 52), (70, 60, 140), (150, 150, 140), (40, 110, 170), (110, 60, 110))
_CUFF = 235.0
_ABOVE = 1.12
"""A hand is nearer to the camera than the table, and so larger."""

# Fingers, palm and forearm as tapering limbs: from (x, y), radius, to (x, y), radius; mm from the fingertips.
_LIMBS = (
    ((-22.0, 22.0), 8.0, (-20.0, 82.0), 10.5),
    ((-5.0, 6.0), 8.5, (-7.0, 80.0), 11.0),
    ((12.0, 9.0), 8.5, (8.0, 80.0), 11.0),
    ((29.0, 28.0), 7.5, (22.0, 86.0), 10.0),
    ((-46.0, 62.0), 9.0, (-22.0, 112.0), 14.0),
    ((-10.0, 92.0), 30.0, (-2.0, 128.0), 34.0),
    ((12.0, 92.0), 26.0, (4.0, 128.0), 32.0),
    ((0.0, 130.0), 31.0, (0.0, 190.0), 27.0),
    ((0.0, 190.0), 27.0, (0.0, 420.0), 40.0),
)
_SLEEVE = (((0.0, _CUFF + 30), 38.0, (0.0, 420.0), 47.0), ((0.0, 420.0), 47.0, (0.0, float(_LENGTH)), 60.0))


@cache
def _arm(seat: int) -> Image:
    """The drawn arm, fingers up: float32 BGRA, colours premultiplied, 0..255."""
    skin = _height(_LIMBS)
    sleeve = _height(_SLEEVE)
    rng = np.random.default_rng(seat + 11)
    out: Image = np.zeros((_LENGTH, _WIDTH, 4), np.float32)
    for height, colour, rough in ((skin, _SKINS[seat % 7], 0.03), (sleeve, _SLEEVES[seat % 7], 0.06)):
        shade = _shade(height)
        grain = cv2.GaussianBlur(rng.standard_normal(height.shape).astype(np.float32), (0, 0), 2.0) * rough * 4
        lit = np.array(colour, np.float32) * (shade * (1 + grain))[..., None]
        alpha = np.clip(height * 0.6, 0, 1)[..., None]
        layer = np.dstack([np.clip(lit, 0, 255), np.full(height.shape, 255, np.float32)]) * alpha
        out = out * (1 - alpha) + layer
    return np.asarray(out, np.float32)


def _height(limbs: Sequence[tuple[tuple[float, float], float, tuple[float, float], float]]) -> Image:
    """How far limbs rise (mm) above the arm's middle plane at each point; 0 outside of them."""
    y, x = np.mgrid[0:_LENGTH, 0:_WIDTH].astype(np.float32)
    x -= _MIDDLE
    height = np.zeros_like(x)
    for (x0, y0), r0, (x1, y1), r1 in limbs:
        dx, dy = x1 - x0, y1 - y0
        along = np.clip(((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy), 0, 1)
        radius = r0 + (r1 - r0) * along
        far = (x - x0 - along * dx) ** 2 + (y - y0 - along * dy) ** 2
        height = np.maximum(height, np.sqrt(np.maximum(radius**2 - far, 0)))
    return np.asarray(height)


def _shade(height: Image) -> Image:
    smooth = cv2.GaussianBlur(height, (0, 0), 3.0)
    slope_x = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, scale=1 / 8)
    slope_y = cv2.Sobel(smooth, cv2.CV_32F, 0, 1, scale=1 / 8)
    facing = (1 + 0.5 * slope_x + 0.62 * slope_y) / np.sqrt(1 + slope_x**2 + slope_y**2)
    return np.asarray(np.clip(0.42 + 0.58 * facing, 0.25, 1.15))


def reach_in(
    image: Image,
    light: Image,
    seat: int,
    *,
    tip: tuple[float, float],
    shoulder: tuple[float, float],
    scale: float,
    blur: float,
) -> None:
    """Draw the arm into the picture (uint8, changed in place), lit by a ``Light.gain``.

    ``tip``: where the fingertips are, ``shoulder``: where the arm comes from (both pixels); ``scale``: pixels a mm;
    ``blur``: how far it moves during the exposure (pixels), along its own direction.
    """
    way = np.array(tip) - shoulder
    length = float(np.linalg.norm(way))
    if length < 1:
        return
    way /= length
    size = scale * _ABOVE / _PX_PER_MM
    arm = _arm(seat % 7)[: int(min(_LENGTH, length / size + 250))]
    # The picture is drawn at half size: nothing of it is sharp, and it is four times as quick.
    turn = np.array([[-way[1], -way[0], 0.0], [way[0], -way[1], 0.0]]) * size
    turn[:, 2] = np.array(tip) - turn[:, :2] @ (_MIDDLE, 6.0)
    corners = np.array([[0, 0], [_WIDTH, 0], [_WIDTH, len(arm)], [0, len(arm)]]) @ turn[:, :2].T + turn[:, 2]
    drop = 26.0 * scale
    low = np.floor((corners.min(axis=0) - blur) / 2).astype(int)
    high = np.ceil((corners.max(axis=0) + blur + drop) / 2).astype(int) + 1
    low, high = np.maximum(low, 0), np.minimum(high, (image.shape[1] // 2, image.shape[0] // 2))
    if (high <= low).any():
        return
    box = (int(high[0] - low[0]), int(high[1] - low[1]))
    offsets = np.linspace(-0.5, 0.5, 3) * blur if blur > 3 else np.zeros(1)
    layers = [_warp(arm, turn, way * offset, low, box) for offset in offsets]
    layer = np.mean(layers, axis=0) if len(layers) > 1 else layers[0]
    side = max(1, round(blur / 5))
    layer = cv2.blur(layer, (side, side))
    _compose(image, layer, (int(low[0]) * 2, int(low[1]) * 2), light, drop)


def _warp(arm: Image, turn: Image, offset: Image, low: Image, box: tuple[int, int]) -> Image:
    moved = turn / 2
    moved[:, 2] += offset / 2 - low
    return np.asarray(cv2.warpAffine(arm, moved, box, flags=cv2.INTER_LINEAR))


def _compose(image: Image, layer: Image, corner: tuple[int, int], light: Image, drop: float) -> None:
    """Shadow first, then the arm, both lit as the table is there."""
    height, width = layer.shape[:2]
    alpha = layer[..., 3] / 255
    shift = np.array([[1, 0, drop * 0.30], [0, 1, drop * 0.38]], np.float64)
    shadow = cv2.GaussianBlur(cv2.warpAffine(alpha, shift, (width, height)), (0, 0), max(1.0, drop * 0.16))
    keep = (1 - alpha) * (1 - 0.42 * shadow) * 255
    left, top = corner
    here = image[top : top + 2 * height, left : left + 2 * width]
    gain = light[top : top + 2 * height, left : left + 2 * width]
    size = (here.shape[1], here.shape[0])
    keep_full = cv2.resize(cv2.merge([np.rint(keep).astype(np.uint8)] * 3), size, interpolation=cv2.INTER_LINEAR)
    arm_full = cv2.resize(np.clip(layer[..., :3], 0, 255).astype(np.uint8), size, interpolation=cv2.INTER_LINEAR)
    cv2.add(cv2.multiply(here, keep_full, scale=1 / 255), cv2.multiply(arm_full, gain, scale=1 / 128), dst=here)
