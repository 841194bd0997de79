"""The fair shot from which a card is enrolled: flat, 330 px tall, the least clipped and clearest of five."""

import cv2
import numpy as np

from benchmarks.eyes.boxes import Card
from benchmarks.eyes.optics import lighting, lit, photographed
from benchmarks.eyes.pose import pinhole, upright
from benchmarks.eyes.views import CORNER_ERROR, MARGIN, cropped, laid_on
from vision.enrolment.quality import judge
from vision.geometry.image import Image

Rng = np.random.Generator

_SHOTS = 5
_TALL = 330.0
_LIGHT = 0.15
_TILT = 3.0
_UNCLIPPED = 4


def enrolment_shot(card: Card, ground: Image, rng: Rng) -> Image:
    """The picture (uint8 BGR, upright, filled by the card) that guided enrolment would keep: clear of glare, sharp."""
    shots = [_shot(card, ground, rng) for _ in range(_SHOTS)]
    return min(shots, key=lambda shot: (round(shot[1], 2), -judge(shot[0]).worth))[0]


def _shot(card: Card, ground: Image, rng: Rng) -> tuple[Image, float]:
    """A shot and the share of it that is as bright as this camera can say."""
    side = int(_TALL * 1.6)
    corners = pinhole(card.picture.shape, _TALL, rng, _TILT, any_turn=False) + side / 2
    quad, part = cropped(corners, side, MARGIN * _TALL)
    scene, _ = laid_on(ground, card, quad, part, rng)
    light = lighting(side, part, rng, _LIGHT)
    shot = upright(photographed(lit(scene, light), rng), quad + rng.normal(0, CORNER_ERROR / 4, (4, 2)) * _TALL)
    white = 255 * min(1.0, 0.5 + 0.5 * light.contrast)
    return shot, float((cv2.medianBlur(shot, 5) > white - _UNCLIPPED).any(2).mean())
