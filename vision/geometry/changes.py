"""How much two pictures of one table differ, place by place, whatever the light did in between: any camera, any ground.

What is compared is the logarithm of the ratio of the two: a lamp or the exposure adds something smooth to it, a soft
shadow something smooth and grey, a piece brings edges and colour. The smooth part is taken away
(``photometric.quadratic_light``). Pictures are made smaller first: to find out at once whether anything changed (338
pixels), to see where (676), and to measure there (1352).
"""

from typing import NamedTuple

import cv2
import numpy as np

from vision.geometry.image import Image
from vision.geometry.photometric import quadratic_light

_WORK_SIDE = 1352
"""The long side in pixels of the picture in which pieces are measured; larger ones are reduced to it first.

A third of a 12-megapixel camera's 4056, halved once more for where things changed.
"""

_THIN = 338
"""The long side of the first look: a quarter of that."""
_THIN_CHANGED, _THIN_SHARE = 0.9, 0.5
"""Evidence that a place has changed at the first look, and the share of 7 x 7 pixels that must have."""
_OFFSET = 6.0
"""Grey levels added before a logarithm: a camera's noise and black level."""
_LEVELS = np.arange(256, dtype=np.float32)
_LOGARITHM = np.log(_LEVELS + _OFFSET).astype(np.float32)
_SHARE = (_LEVELS / (_LEVELS + _OFFSET)).astype(np.float32)
"""By grey level: its logarithm, and how much of the light's own logarithm shows in that."""
_DOUBT = (2.0 / (_LEVELS + _OFFSET)).astype(np.float32)
"""Two grey levels of noise, as a logarithm."""
_BRIGHT = 248
"""From this grey level on a channel says little."""
_COLOUR = 0.07
"""Difference of colour (log of a channel over green's) that is beyond doubt; chosen by hand, as what follows."""
_CALM, _KEENEST = 0.1, 2.0
"""Median difference of colour, in those units, of calm ground; by how much at most still calmer ground tells sooner."""
_MEAN = np.full((1, 3), 1 / 3, np.float32)


class Pictures(NamedTuple):
    """Both pictures (uint8 BGR) at the working scale and the change between them (float32, half of that scale)."""

    quiet: Image
    now: Image
    change: Image


class _Levels(NamedTuple):
    """What is compared of a coarse picture (float32): its logarithm, how unsure that is, and how steep it is.

    ``share``: how much of the light's logarithm shows in the picture's (the darkest places hardly follow the light).
    """

    level: Image
    share: Image
    doubt: Image
    steep: Image


class Prepared(NamedTuple):
    """The quiet table: the rows and columns of its picture, and smaller pictures of it (uint8 BGR) to compare with."""

    shape: tuple[int, int]
    work: Image
    thin: _Levels
    coarse: _Levels


def prepare(picture: Image) -> Prepared:
    """A picture (uint8 BGR) of the quiet table, made ready for comparing others with it."""
    half = _reduced(picture)
    work = _work(half)
    return Prepared((picture.shape[0], picture.shape[1]), work, _levels(_thin(half)), _levels(_half(work)))


def compared(quiet: Prepared, now: Image) -> Pictures | None:
    """A picture (uint8 BGR, of the quiet one's shape) beside the quiet one; None where nothing has changed."""
    half = _reduced(now)
    if not _stirred(quiet.thin, _levels(_thin(half))):
        return None
    work = _work(half)
    return Pictures(quiet.work, work, _evidence(quiet.coarse, _levels(_half(work))))


def _reduced(picture: Image) -> Image:
    """Halved until less than twice the working size: averaging two by two is what costs least."""
    while max(picture.shape[:2]) > 1.5 * _WORK_SIDE:
        picture = _half(picture)
    return picture


def _half(picture: Image) -> Image:
    return cv2.resize(picture, (picture.shape[1] // 2, picture.shape[0] // 2), interpolation=cv2.INTER_AREA)


def _work(half: Image) -> Image:
    """At the working scale, both sides even."""
    scale = min(1.0, _WORK_SIDE / max(half.shape[:2]))
    size = (2 * round(half.shape[1] * scale / 2), 2 * round(half.shape[0] * scale / 2))
    return half if size == half.shape[1::-1] else cv2.resize(half, size, interpolation=cv2.INTER_LINEAR)


def _thin(half: Image) -> Image:
    """Small enough to look at in a few milliseconds."""
    while max(half.shape[:2]) >= 2 * _THIN:
        half = _half(half)
    scale = min(1.0, _THIN / max(half.shape[:2]))
    return cv2.resize(half, None, fx=scale, fy=scale, interpolation=cv2.INTER_LINEAR) if scale < 1 else half


def _stirred(quiet: _Levels, now: _Levels) -> bool:
    """Whether anything as large as a small piece may have changed."""
    changed = (_evidence(quiet, now) > _THIN_CHANGED).astype(np.uint8) * 255
    return float(cv2.blur(changed, (7, 7)).max()) > 255 * _THIN_SHARE


def _levels(coarse: Image) -> _Levels:
    """Prepare a coarse picture (uint8 BGR)."""
    soft = cv2.GaussianBlur(coarse, (3, 3), 0.8)
    level = cv2.LUT(soft, _LOGARITHM)
    grey = cv2.cvtColor(soft, cv2.COLOR_BGR2GRAY)
    # Dark places are noisy in the logarithm; burnt-out ones say little.
    doubt: Image = cv2.LUT(cv2.min(cv2.min(soft[..., 0], soft[..., 1]), soft[..., 2]), _DOUBT)
    burnt = cv2.threshold(cv2.max(cv2.max(soft[..., 0], soft[..., 1]), soft[..., 2]), _BRIGHT, 1, cv2.THRESH_BINARY)[1]
    doubt += 0.2 * burnt.astype(np.float32)
    log = cv2.LUT(grey, _LOGARITHM)
    steep = cv2.magnitude(cv2.Sobel(log, cv2.CV_32F, 1, 0, scale=0.125), cv2.Sobel(log, cv2.CV_32F, 0, 1, scale=0.125))
    return _Levels(level, cv2.LUT(soft, _SHARE), doubt, steep)


def _evidence(quiet: _Levels, now: _Levels) -> Image:
    """How surely each place has changed (float32): below 0 unchanged, 1 beyond doubt."""
    ratio: Image = cv2.subtract(now.level, quiet.level)
    light = quadratic_light(ratio, quiet.share)
    ratio -= cv2.multiply(light, quiet.share)
    blue, green, red = cv2.split(ratio)
    slack = cv2.addWeighted(cv2.max(quiet.doubt, now.doubt), 1.5, cv2.min(quiet.steep, now.steep), 0.375, 0)
    grey = cv2.transform(ratio, _MEAN)
    colour = cv2.max(cv2.absdiff(blue, green), cv2.absdiff(red, green))
    across, down = (cv2.Sobel(grey, cv2.CV_32F, x, 1 - x, scale=0.125) for x in (1, 0))
    # On calm ground fainter colours and lights tell.
    restless = float(np.median(colour[::4, ::4] / (slack[::4, ::4] + np.float32(_COLOUR))))
    calm = float(np.clip(_CALM / max(restless, 1e-3), 1, _KEENEST))
    strength = cv2.divide(colour, slack + np.float32(_COLOUR / calm))
    # A shadow is darker and smooth: what is lighter, or has structure, counts sooner.
    shapes = ((cv2.magnitude(across, down), 0.08, 0.47), (grey, 0.22 / calm, 1.0), (-grey, 0.8, 1.0))
    for part, unit, share in shapes:
        strength = cv2.max(strength, cv2.divide(part, cv2.addWeighted(slack, share, slack, 0, unit)))
    return strength
