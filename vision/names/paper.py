"""The paper of ribbons: which part of a bar is written on, how bright paper is in this light, and what is of it."""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.geometry import channels
from vision.geometry.image import Image, Points
from vision.names.letters import cut
from vision.names.ribbons import Ribbon

ROLLED = 8
"""Length by height from which a bar is a card's ribbon."""
PAPER = 0.94
"""How bright the ribbons' paper is, of white."""
_NOISE = 5.0
"""Added to brightness (of 255) where it is compared by its logarithm."""
_PARTS = 8
"""Parts of a bar that are looked at by themselves."""
_PLAIN, _BLANK = 0.35, 0.6
"""Log by which paper differs within a bar, and the share of it that is paper at least (ribbons of two photographs have
0.79 to 0.97, meanders at most 0.6)."""
_BURNT = 248
"""Grey level from which a colour may have been brighter than a picture can say."""
_TINT, _SHADE = 0.2, 1.2
"""Log by which a bar's paper may differ from the others' in colour (two photographs: 0.05) and be darker."""


def written(ribbon: Ribbon) -> Points:
    """The part of a bar where letters stand: its ends are rolled up, a plate's are not."""
    if ribbon.length < ROLLED * ribbon.height:
        return ribbon.quad
    end = (ribbon.quad[1] - ribbon.quad[0]) * 0.1
    return np.array([ribbon.quad[0] + end, ribbon.quad[1] - end, ribbon.quad[2] - end, ribbon.quad[3] + end])


def paper_of(picture: Image, ribbons: Sequence[Ribbon]) -> Image:
    """The colour of paper in this light (BGR): its tint by what is not burnt out, where there is any."""
    colours = np.array([np.percentile(cut(picture, one.quad, 16).reshape(-1, 3), 80, axis=0) for one in ribbons])
    bright = colours.mean(axis=1, keepdims=True)
    whole = colours.max(axis=1) < _BURNT
    tints = (colours / np.maximum(bright, 1.0))[whole if whole.any() else slice(None)]
    return np.asarray(np.median(tints, axis=0) * float(np.median(bright)))


def papery(picture: Image, ribbon: Ribbon, paper: Image) -> bool:
    """Whether a bar is of the other ribbons' paper, lit or in the shade, but for its letters.

    Part by part: the edge of a shadow may cross it.
    """
    seen = cut(picture, written(ribbon), 16)[3:13].astype(float) + _NOISE
    lights, alike = [], []
    for part in np.array_split(seen, _PARTS, axis=1):
        mine = np.percentile(part.reshape(-1, 3), 80, axis=0)
        lights.append(np.log(mine / (paper + _NOISE)))
        alike.append(float((channels.most(np.abs(np.log(part / mine))) < _PLAIN).mean()))
    tints = np.ptp(np.array(lights), axis=1)
    return bool(np.mean(alike) > _BLANK and np.percentile(tints, 75) < _TINT and np.mean(lights) > -_SHADE)


def in_good_light(seen: Image, paper: Image) -> Image:
    """A picture of which paper is white, as bright as that can be without burning anything out."""
    # A level of a colour comes to one and the same wherever it is.
    even = np.arange(256)[:, None] * (paper.mean() / np.maximum(paper, 30))
    most = float(np.percentile(channels.most(cv2.LUT(seen, even[None])), 99))
    bright = min(PAPER * 255 / max(float(paper.mean()), 60.0), max(1.0, 250 / most))
    return np.asarray(cv2.LUT(seen, np.clip(even * bright, 0, 255).astype(np.uint8)[None]))
