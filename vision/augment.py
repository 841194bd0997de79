"""Views of a piece as a camera might see it, made from its one picture: what a discriminant learns from."""

from dataclasses import dataclass
from functools import cache

import cv2
import numpy as np

from vision.image import Image, decode
from vision.kinds import Size

Rng = np.random.Generator

_OVERSAMPLING = 2
_PX_PER_MM = (1.1, 3.2)
_GAMMA = 2.2


@dataclass(frozen=True, slots=True)
class Source:
    """A face's picture brought to a workable size: colours (float32 BGR), opacity (float32 0..1), its size in mm."""

    colours: Image
    opacity: Image
    size: Size


def prepare(picture: Image, size: Size, grid: tuple[int, int]) -> Source:
    """Shrink a picture (BGR or BGRA uint8) to twice the descriptor's grid."""
    shape = (grid[0] * _OVERSAMPLING, grid[1] * _OVERSAMPLING)
    small = cv2.resize(picture, shape, interpolation=cv2.INTER_AREA).astype(np.float32)
    opacity = small[..., 3] / 255 if small.shape[2] == 4 else np.ones(small.shape[:2], np.float32)
    return Source(small[..., :3], opacity, size)


def view(source: Source, rng: Rng) -> Image:
    """One view (uint8 BGR, the source's pixel size): a little out of place, lit, blurred, noisy."""
    height, width = source.opacity.shape
    matrix = _misplacement(width, height, source.size, rng)
    surroundings = rng.uniform(20, 240, 3) if rng.random() < 0.6 else rng.uniform(150, 240) * np.ones(3)
    layers = np.dstack([source.colours * source.opacity[..., None], source.opacity])
    moved = cv2.warpPerspective(layers, matrix, (width, height), flags=cv2.INTER_LINEAR)
    image = moved[..., :3] + (1 - moved[..., 3:]) * surroundings.astype(np.float32)
    if rng.random() < 0.15:
        image = _covered(image, rng)
    image = _lit(image, rng)
    return _photographed(image, source.size, rng)


def _misplacement(width: int, height: int, size: Size, rng: Rng) -> Image:
    """The errors of finding a piece: about 1 mm, 2 degrees, 2 per cent."""
    per_mm = np.array([width / size[0], height / size[1]])
    corners = np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]], np.float64)
    centre = corners.mean(0)
    turn = rng.normal(0, 0.025)
    turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    shift = rng.normal(0, 0.9, 2)
    away = (corners - centre) @ turned.T * rng.normal(1, 0.015, 2) + centre + shift + rng.normal(0, 0.35, (4, 2))
    return cv2.getPerspectiveTransform((corners * per_mm).astype(np.float32), (away * per_mm).astype(np.float32))


def _covered(image: Image, rng: Rng) -> Image:
    """Something lies over an edge of the piece."""
    height, width = image.shape[:2]
    depth = rng.uniform(0.05, 0.22)
    image = image.copy()
    colour = rng.uniform(20, 230, 3)
    side = rng.integers(4)
    rows, columns = round(height * depth), round(width * depth)
    region = (
        np.s_[:rows, :],
        np.s_[height - rows :, :],
        np.s_[:, :columns],
        np.s_[:, width - columns :],
    )[side]
    image[region] = colour + rng.normal(0, 12, image[region].shape)
    return image


@cache
def _grid(height: int, width: int) -> tuple[Image, Image]:
    """Rows and columns as fractions about the middle."""
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    return y / height - 0.5, x / width - 0.5


def _lit(image: Image, rng: Rng) -> Image:
    """Uneven, tinted light; sometimes the edge of a shadow, sometimes a shine."""
    height, width = image.shape[:2]
    y, x = _grid(height, width)
    angle = rng.uniform(0, 2 * np.pi)
    along = np.float32(np.cos(angle)) * x + np.float32(np.sin(angle)) * y
    gain = 1 + np.float32(rng.uniform(0, 0.3)) * along
    if rng.random() < 0.3:
        steepness, place = np.float32(1 / rng.uniform(0.02, 0.15)), np.float32(rng.uniform(-0.4, 0.4))
        edge = 1 / (1 + np.exp(-np.clip((along - place) * steepness, -30, 30)))
        deep = np.float32(rng.uniform(0.5, 0.9))
        gain = gain * (deep + (1 - deep) * edge)
    tint = np.array([rng.uniform(0.65, 1.08), rng.uniform(0.92, 1.05), rng.uniform(0.95, 1.2)])
    # Light multiplies; what multiplies light multiplies a camera's values by its 1/2.2th power.
    exposure = (tint * rng.uniform(0.4, 1.25)) ** (1 / _GAMMA) * rng.uniform(0.85, 1.12)
    lit = image * (gain ** np.float32(1 / _GAMMA))[..., None] * exposure.astype(np.float32)
    if rng.random() < 0.2:
        sx, sy = rng.uniform(0.06, 0.2, 2)
        shine = np.exp(-((x - rng.uniform(-0.5, 0.5)) ** 2 / sx**2 + (y - rng.uniform(-0.5, 0.5)) ** 2 / sy**2))
        lit = lit + (np.float32(rng.uniform(20, 120)) * shine)[..., None]
    return np.asarray(lit, np.float32) + np.float32(rng.uniform(-10, 18))


def _photographed(image: Image, size: Size, rng: Rng) -> Image:
    """Seen at the camera's resolution, defocused, with noise and JPEG's blocks."""
    height, width = image.shape[:2]
    per_mm = np.exp(rng.uniform(*np.log(_PX_PER_MM)))
    shape = (max(8, round(size[0] * per_mm)), max(8, round(size[1] * per_mm)))
    seen = cv2.resize(image, shape, interpolation=cv2.INTER_AREA)
    seen = cv2.GaussianBlur(seen, (0, 0), rng.uniform(0.3, 1.3))
    seen = seen + rng.standard_normal(seen.shape, np.float32) * np.float32(rng.uniform(0.5, 7))
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(60, 96))]
    data = cv2.imencode(".jpg", np.clip(seen, 0, 255).astype(np.uint8), quality)[1].tobytes()
    return cv2.resize(decode(data, "view"), (width, height), interpolation=cv2.INTER_LINEAR)
