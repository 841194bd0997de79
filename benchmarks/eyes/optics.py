"""Light on a table and the camera above it: what makes a view hard. Pixels are 0 to 255."""

from typing import NamedTuple

import cv2
import numpy as np

from vision.geometry.image import Image

Rng = np.random.Generator

_GAMMA = 2.2
_FINE = 65535
_LINEAR = ((np.arange(256) / 255) ** _GAMMA).astype(np.float32)
_SEEN = ((np.arange(_FINE + 1) / _FINE) ** (1 / _GAMMA)).astype(np.float32)


Part = tuple[slice, slice]
"""Rows and columns of a square canvas."""


class Light(NamedTuple):
    """One lighting of a canvas: what each pixel is multiplied by, the glare added (both linear), the contrast."""

    factor: Image
    glare: Image
    contrast: float


def lighting(side: int, part: Part, rng: Rng, hard: float) -> Light:
    """Uneven warm light; often a soft shadow's edge, often a glare spot, on a part of a canvas.

    ``side``: the canvas's in pixels. ``hard`` 1: a difficult living room.
    """
    rows, columns = np.mgrid[part].astype(np.float32)
    x, y = columns - side / 2, rows - side / 2
    angle = rng.uniform(0, 2 * np.pi)
    slope = (np.cos(angle) * x + np.sin(angle) * y) / side
    warmth = np.array([rng.uniform(0.55, 1.05), rng.uniform(0.9, 1.05), rng.uniform(0.95, 1.35)], np.float32)
    factor = (1 + hard * rng.uniform(0, 0.7) * slope)[..., None] * warmth * rng.uniform(0.45, 1.5)
    if rng.random() < 0.5 * hard:
        factor = factor * _shadow(x, y, side, rng)[..., None]
    glare = np.zeros((*rows.shape, 1), np.float32)
    if rng.random() < 0.4 * hard:
        glare = _glare(columns, rows, side, rng)[..., None]
    return Light(factor.astype(np.float32), glare.astype(np.float32), rng.uniform(0.8, 1.2))


def _shadow(x: Image, y: Image, side: int, rng: Rng) -> Image:
    angle, offset, softness = rng.uniform(0, 2 * np.pi), rng.uniform(-0.3, 0.3) * side, rng.uniform(2, 25)
    edge = 1 / (1 + np.exp(-np.clip((np.cos(angle) * x + np.sin(angle) * y - offset) / softness, -30, 30)))
    dark = rng.uniform(0.25, 0.65)
    shade: Image = dark + (1 - dark) * edge
    return shade


def _glare(columns: Image, rows: Image, side: int, rng: Rng) -> Image:
    x, y = columns - rng.uniform(0.2, 0.8) * side, rows - rng.uniform(0.2, 0.8) * side
    long, short, turn = rng.uniform(0.05, 0.18) * side, rng.uniform(0.05, 0.18) * side, rng.uniform(0, np.pi)
    along, across = x * np.cos(turn) + y * np.sin(turn), y * np.cos(turn) - x * np.sin(turn)
    spot: Image = rng.uniform(0.5, 2.0) * np.exp(-0.5 * ((along / long) ** 2 + (across / short) ** 2))
    return spot


def lit(image: Image, light: Light, flicker: float = 1.0) -> Image:
    """The image (0..255) under a light that is ``flicker`` times as bright as usual."""
    linear = np.take(_LINEAR, np.clip(image + 0.5, 0, 255).astype(np.uint8)) * light.factor + light.glare
    levels = np.clip(linear * np.float32(flicker * _FINE), 0, _FINE).astype(np.uint16)
    seen = (np.take(_SEEN, levels) - np.float32(0.5)) * np.float32(light.contrast) + np.float32(0.5)
    bright: Image = np.clip(seen, 0, 1) * np.float32(255)
    return bright


def photographed(image: Image, rng: Rng) -> Image:
    """What the camera makes of it: defocus, half the time motion, shot and read noise, JPEG (uint8 BGR)."""
    image = cv2.GaussianBlur(image.astype(np.float32), (0, 0), rng.uniform(0.35, 1.25))
    if rng.random() < 0.5:
        image = cv2.filter2D(image, -1, _streak(rng.uniform(1.5, 6), rng.uniform(0, np.pi)))
    spread = np.sqrt(rng.uniform(0.02, 0.5) * np.clip(image, 0, 255) / 4 + rng.uniform(1, 40))
    image = np.clip(image + rng.standard_normal(image.shape, np.float32) * spread, 0, 255).astype(np.uint8)
    quality = [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(55, 96))]
    return np.asarray(cv2.imdecode(cv2.imencode(".jpg", image, quality)[1], cv2.IMREAD_COLOR))


def _streak(length: float, angle: float) -> Image:
    kernel = np.zeros((15, 15), np.float32)
    reach = np.array([np.cos(angle), np.sin(angle)]) * length / 2
    ends = [(round(float(7 + sign * reach[0])), round(float(7 + sign * reach[1]))) for sign in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], 1, 1)
    soft: Image = cv2.GaussianBlur(kernel, (3, 3), 0)
    streak: Image = soft / soft.sum()
    return streak
