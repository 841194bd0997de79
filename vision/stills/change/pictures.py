"""A camera's picture made smaller: to find out at once whether anything changed, and to measure where it did."""

from typing import NamedTuple

import cv2
import numpy as np

from vision.geometry.image import Image
from vision.stills.change.light import Look, evidence, look_at
from vision.stills.change.strips import Pictures

WORK_SIDE = 1352
"""The long side in pixels of the picture in which pieces are measured; larger ones are reduced to it first."""

_THIN = 338
_THIN_CHANGED = 0.9
_THIN_SHARE = 0.5


class Prepared(NamedTuple):
    """The quiet table: the rows and columns of its picture, and smaller pictures of it (uint8 BGR) to compare with."""

    shape: tuple[int, int]
    work: Image
    thin: Look
    coarse: Look


def prepare(picture: Image) -> Prepared:
    """A picture (uint8 BGR) of the quiet table, made ready for comparing others with it."""
    half = _reduced(picture)
    work = _work(half)
    return Prepared((picture.shape[0], picture.shape[1]), work, look_at(_thin(half)), look_at(_half(work)))


def compared(quiet: Prepared, now: Image) -> Pictures | None:
    """A picture (uint8 BGR, of the quiet one's shape) beside the quiet one; None where nothing has changed."""
    half = _reduced(now)
    if not _stirred(quiet.thin, look_at(_thin(half))):
        return None
    work = _work(half)
    return Pictures(quiet.work, work, evidence(quiet.coarse, look_at(_half(work))))


def _reduced(picture: Image) -> Image:
    """Halved until less than twice the working size: averaging two by two is what costs least."""
    while max(picture.shape[:2]) > 1.5 * WORK_SIDE:
        picture = _half(picture)
    return picture


def _half(picture: Image) -> Image:
    return cv2.resize(picture, (picture.shape[1] // 2, picture.shape[0] // 2), interpolation=cv2.INTER_AREA)


def _work(half: Image) -> Image:
    """At the working scale, both sides even."""
    scale = min(1.0, WORK_SIDE / max(half.shape[:2]))
    size = (2 * round(half.shape[1] * scale / 2), 2 * round(half.shape[0] * scale / 2))
    return half if size == half.shape[1::-1] else cv2.resize(half, size, interpolation=cv2.INTER_LINEAR)


def _thin(half: Image) -> Image:
    """Small enough to look at in a few milliseconds."""
    while max(half.shape[:2]) >= 2 * _THIN:
        half = _half(half)
    scale = min(1.0, _THIN / max(half.shape[:2]))
    return cv2.resize(half, None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR) if scale < 1 else half


def _stirred(quiet: Look, now: Look) -> bool:
    """Whether anything as large as a small piece may have changed."""
    changed = (evidence(quiet, now) > _THIN_CHANGED).astype(np.uint8) * 255
    return float(cv2.blur(changed, (7, 7)).max()) > 255 * _THIN_SHARE
