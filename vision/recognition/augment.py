"""Views of a piece as a camera might see it, made from its one picture: what recognition learns from.

Each view is painted at the camera's own resolution (light first, then lens, then sensor, then JPEG) and only then
cut out and brought to a grid, as a real piece is.
"""

from dataclasses import dataclass
from functools import cache, cached_property
from math import cos, floor, log2, pi, sin
from typing import Final, NamedTuple

import cv2
import numpy as np

from vision.geometry.homography import rectangle
from vision.geometry.image import Image, Points
from vision.recognition.kinds import Size

Rng = np.random.Generator

BLURS: Final = 6
"""Kinds of blur: sharp, soft, and moved along the piece's width, a diagonal, its height, the other diagonal."""

# The ranges below, and those that views draw from, were chosen by hand to be wider than what our cameras show; the runs
# are not recorded. docs/eyes.md says how views learned so do on others that nobody had looked at.
_TALLEST = 260
"""Pixels of a source's longer side: a large card's (100 mm) at 2.6 a mm, amid ``_PX_PER_MM``; half and quarter are
kept."""
_PX_PER_MM = (1.15, 3.6)
"""Pixels a mm: 1.5 m of table in 1,700 pixels, and 1.1 m in a 12-megapixel camera's 4,056."""
_SHORTEST = 40.0
"""Pixels of a view's longer side at least: a token of 28 mm at 1.4 pixels a mm."""
_MARGIN = 0.12
"""Table painted around a piece, as a share of its longer side: eight times what corners are off by (``_misplaced``)."""
_SMALL_MM, _SMALL_SHIFT_MM, _SMALL_TURN = 40.0, 0.7, 0.06
"""mm of a longer side below which a piece lies anyhow on its spot: by how much (standard deviation), turned by how many
radians."""
GAMMA = 2.2
"""Of a picture's values over light, as sRGB has it about."""
_BLACK = 1e-6
"""Linear light (0..1) below half a grey level: its logarithm is a number."""
_MOVED, _SOFT = 0.022, 0.006
"""A smear's length and a blur's standard deviation, shares of the longer side, from which on they are a kind of blur of
their own: 3.2 and 0.9 of a card's 144 pixels in cells."""
_SKIN = ((150, 180, 225), (120, 150, 205), (90, 120, 180), (60, 85, 140), (45, 60, 100))
"""Colours of hands (BGR, 0..255), light to dark."""


@dataclass(frozen=True)
class Source:
    """A face's picture at a workable size: linear light (float32 BGR 0..1), opacity (float32 0..1), its size in mm."""

    light: Image
    opacity: Image
    size: Size

    @cached_property
    def layers(self) -> tuple[Image, ...]:
        """Light times opacity, and opacity, at full size, half and a quarter (float32, 4 channels)."""
        full = np.dstack([self.light * self.opacity[..., None], self.opacity])
        half = cv2.pyrDown(full)
        return full, half, cv2.pyrDown(half)


class View(NamedTuple):
    """A view (uint8 BGR, as large as was asked for) and which of the ``BLURS`` it has."""

    image: Image
    blur: int


class Cover(NamedTuple):
    """What hides a part of a piece: how much (share of the piece), and with what (None: fingers)."""

    share: float
    by: Source | None


def prepare(picture: Image, size: Size) -> Source:
    """A picture (BGR or BGRA uint8) of a piece of this size (mm), brought to the size at which views are painted."""
    scale = _TALLEST / max(size)
    shape = (max(8, round(size[0] * scale)), max(8, round(size[1] * scale)))
    small = cv2.resize(picture, shape, interpolation=cv2.INTER_AREA)
    opacity = small[..., 3].astype(np.float32) / 255 if small.shape[2] == 4 else np.ones(small.shape[:2], np.float32)
    return Source(cv2.pow(small[..., :3].astype(np.float32) / 255, GAMMA), opacity, size)


def view(source: Source, rng: Rng, grid: tuple[int, int], cover: Cover | None = None) -> View:
    """One view: a little out of place, lit, blurred, noisy; brought to ``grid`` (width, height in pixels)."""
    longest = max(source.size)
    tall = max(_SHORTEST, longest * float(np.exp(rng.uniform(*np.log(_PX_PER_MM)))))
    scale = tall / max(source.opacity.shape)
    margin = _MARGIN * tall
    height, width = (round(side * scale + 2 * margin) for side in source.opacity.shape)
    lit = _placed(source, scale, margin, (width, height), rng)
    corners = _corners(source, scale, margin)
    if cover is not None:
        lit = _covered(lit, corners, cover, rng)
    seen, blur = _through_the_lens(_lit(lit, tall, rng), tall, rng)
    photons, dark = rng.uniform(0.02, 0.5) / 4, rng.uniform(1, 40)
    # Blurring leaves values between 0 and 255.
    spread = seen * np.float32(photons)
    spread += np.float32(dark)
    noise = cv2.sqrt(spread, spread)
    noise *= _noise(seen.shape, rng)
    noise += seen
    image = _compressed(noise, rng)
    return View(cut_out(image, _misplaced(corners, source.size, tall, rng), grid), blur)


def _misplaced(corners: Points, size: Size, tall: float, rng: Rng) -> Points:
    """The corners as they are found: off by a hundredth of a piece; small ones by more, and turned (radians)."""
    astray = corners + rng.normal(0, 0.013 * tall, (4, 2)) + rng.normal(0, 0.006 * tall, 2)
    if max(size) < _SMALL_MM:
        turn = rng.normal(0, _SMALL_TURN)
        middle = astray.mean(0)
        astray = (astray - middle) @ np.array([[cos(turn), sin(turn)], [-sin(turn), cos(turn)]]) + middle
        astray = astray + rng.normal(0, _SMALL_SHIFT_MM * tall / max(size), 2)
    return astray.astype(np.float32)


def cut_out(image: Image, corners: Points, grid: tuple[int, int]) -> Image:
    """The piece with these corners (4 x 2, clockwise from its top left), brought to ``grid`` (width, height)."""
    width, height = grid
    goal = rectangle((width, height)).astype(np.float32) - 0.5
    across = max(float(np.linalg.norm(corners[0] - corners[1])), float(np.linalg.norm(corners[3] - corners[2])))
    down = max(float(np.linalg.norm(corners[0] - corners[3])), float(np.linalg.norm(corners[1] - corners[2])))
    shrink = max(width / max(across, 1.0), height / max(down, 1.0))
    # Without it, what is finer than the grid would turn into a pattern of its own.
    smooth = cv2.GaussianBlur(image, (0, 0), 0.42 / shrink) if shrink < 0.7 else image
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), goal)
    return cv2.warpPerspective(smooth, matrix, grid, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)


def _placed(source: Source, scale: float, margin: float, shape: tuple[int, int], rng: Rng) -> Image:
    """The piece on a table of one colour, in linear light."""
    level = min(2, max(0, floor(log2(1 / scale) + 0.2)))
    step = scale * 2**level
    matrix = np.array([[step, 0, margin], [0, step, margin]], np.float32)
    moved = cv2.warpAffine(source.layers[level], matrix, shape, flags=cv2.INTER_LINEAR)
    table = (rng.uniform(15, 235, 3) if rng.random() < 0.7 else rng.uniform(120, 240) * np.ones(3)) / 255
    *colours, opaque = cv2.split(moved)
    bare = 1 - opaque
    shades = (table**GAMMA).astype(np.float32)
    return np.asarray(cv2.merge([colour + bare * shade for colour, shade in zip(colours, shades, strict=True)]))


def _corners(source: Source, scale: float, margin: float) -> Points:
    height, width = source.opacity.shape
    return rectangle((width, height)) * scale + margin - 0.5


def _covered(image: Image, corners: Points, cover: Cover, rng: Rng) -> Image:
    """Part of the piece hidden by fingers, or by another piece from one side."""
    mask = np.zeros(image.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), 1)
    if cover.by is None:
        return _under_fingers(image, mask, corners, cover.share, rng)
    y, x = np.nonzero(mask)
    angle = rng.uniform(0, 2 * pi)
    along = cos(angle) * np.arange(image.shape[1])[None, :] + sin(angle) * np.arange(image.shape[0])[:, None]
    hidden = along < np.quantile(along[y, x], cover.share)
    other = cover.by.light
    turn: Image = cv2.getRotationMatrix2D(
        (other.shape[1] / 2, other.shape[0] / 2), rng.uniform(0, 360), rng.uniform(0.5, 1)
    )
    turn[:, 2] += rng.uniform(-0.3, 0.3, 2) * image.shape[1::-1]
    over = cv2.warpAffine(other, turn, image.shape[1::-1], flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    return np.where(hidden[..., None], over, image)


def _under_fingers(image: Image, piece: Image, corners: Points, share: float, rng: Rng) -> Image:
    skin = np.array(_SKIN[rng.integers(len(_SKIN))]) / 255
    middle, reach = corners.mean(0), float(np.ptp(corners, axis=0).max())
    angle = rng.uniform(0, 2 * pi)
    hidden = np.zeros(image.shape[:2], np.uint8)
    whole = np.count_nonzero(piece)
    image = image.copy()
    for _ in range(14):
        if np.count_nonzero(hidden & piece) >= share * whole:
            break
        bearing = angle + rng.normal(0, 0.5)
        ahead = np.array([cos(bearing), sin(bearing)])
        tip = middle + rng.normal(0, 0.2, 2) * reach + ahead * rng.uniform(-0.05, 0.35) * reach
        radius = max(2, round(rng.uniform(0.085, 0.13) * reach))
        one = np.zeros_like(hidden)
        ends = [tuple(np.round(end).astype(int).tolist()) for end in (tip, tip + ahead * reach * 1.3)]
        cv2.line(one, ends[0], ends[1], 255, 2 * radius)
        cv2.circle(one, ends[0], radius, 255, -1)
        finger = one > 0
        round_off = 0.62 + 0.45 * np.minimum(cv2.distanceTransform(one, cv2.DIST_L2, 3)[finger] / radius, 1)
        image[finger] = (round_off**GAMMA)[:, None] * skin.astype(np.float32) ** GAMMA
        hidden[finger] = 1
    return image


def _lit(image: Image, tall: float, rng: Rng) -> Image:
    """Uneven, tinted light; sometimes the edge of a shadow, sometimes a shine. Returns camera values 0..255."""
    height, width = image.shape[:2]
    y = np.arange(height, dtype=np.float32)[:, None] - height / 2
    x = np.arange(width, dtype=np.float32)[None, :] - width / 2
    angle = rng.uniform(0, 2 * pi)
    gain = 1 + rng.uniform(0, 0.7) * (cos(angle) * x / width + sin(angle) * y / height)
    if rng.random() < 0.5:
        angle, place = rng.uniform(0, 2 * pi), rng.uniform(-0.5, 0.5) * tall
        depth, deep = rng.uniform(2, 25), rng.uniform(0.22, 0.65)
        edge = 1 / (1 + cv2.exp(((place / depth) - (cos(angle) / depth) * x) - (sin(angle) / depth) * y))
        gain = gain * (deep + (1 - deep) * edge)
    tint = np.array([rng.uniform(0.5, 1.1), rng.uniform(0.88, 1.07), rng.uniform(0.93, 1.4)]) * rng.uniform(0.4, 1.6)
    lit = cv2.merge([gain * one for one in tint.astype(np.float32)])
    lit *= image
    if rng.random() < 0.5:
        lit += cv2.cvtColor(_shine(x, y, tall, rng), cv2.COLOR_GRAY2BGR)
    # As cv2.pow, which takes three times as long.
    seen = cv2.log(np.clip(lit, _BLACK, 1, out=lit), lit)
    seen *= np.float32(1 / GAMMA)
    seen = cv2.exp(seen, seen)
    contrast = 255 * rng.uniform(0.75, 1.25)
    seen *= np.float32(contrast)
    seen += np.float32(127.5 - contrast / 2)
    return np.asarray(np.clip(seen, 0, 255, out=seen))


def _shine(x: Image, y: Image, tall: float, rng: Rng) -> Image:
    angle = rng.uniform(0, pi)
    long, wide = rng.uniform(0.08, 0.36) * tall, rng.uniform(0.08, 0.36) * tall
    dx, dy = rng.uniform(-0.7, 0.7) * x.shape[1], rng.uniform(-0.7, 0.7) * y.shape[0]
    u = ((x - dx) * cos(angle) + (y - dy) * sin(angle)) / long
    v = ((y - dy) * cos(angle) - (x - dx) * sin(angle)) / wide
    return np.asarray(np.float32(rng.uniform(0.4, 2.0)) * cv2.exp(-0.5 * (u * u + v * v)))


def _through_the_lens(image: Image, tall: float, rng: Rng) -> tuple[Image, int]:
    """Defocused and, half the time, moved; also which kind of blur that made."""
    sigma = rng.uniform(0.35, 1.3)
    seen = cv2.GaussianBlur(image, (0, 0), sigma)
    if rng.random() < 0.5:
        return seen, int(sigma / tall > _SOFT)
    length, angle = rng.uniform(1.5, 6), rng.uniform(0, pi)
    kernel: Image = np.zeros((9, 9), np.float32)
    step = np.array([cos(angle), sin(angle)]) * length / 2
    ends = [tuple(np.round(4 + sign * step).astype(int).tolist()) for sign in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1)
    kernel = cv2.GaussianBlur(kernel, (3, 3), 0)
    moved = cv2.filter2D(seen, -1, kernel / kernel.sum())
    if length / tall > _MOVED:
        return moved, 2 + int(((angle + pi / 8) % pi) // (pi / 4))
    return moved, int(np.hypot(sigma, 0.3 * length) / tall > _SOFT)


@cache
def _noise_pool() -> Image:
    return np.random.default_rng(11).standard_normal(1 << 20, np.float32)


def _noise(shape: tuple[int, ...], rng: Rng) -> Image:
    """Normal noise out of a pool: making it anew each time would take a quarter of a view's time."""
    pool, count = _noise_pool(), int(np.prod(shape))
    start = int(rng.integers(0, len(pool) - count)) if count < len(pool) else 0
    return np.resize(pool, shape) if count >= len(pool) else pool[start : start + count].reshape(shape)


def _compressed(image: Image, rng: Rng) -> Image:
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(55, 96))]
    values = np.clip(image, 0, 255, out=image).astype(np.uint8)
    return np.asarray(cv2.imdecode(cv2.imencode(".jpg", values, quality)[1], cv2.IMREAD_COLOR))
