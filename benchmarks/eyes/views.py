"""Hard views of single cards; the same seed, the same views.

Tilt to 25 degrees, any rotation, 110 to 250 px tall, hidden in part by fingers or another card; uneven warm light,
shadow's edge, glare; defocus, motion, noise, JPEG. The piece's corners are known to 1.2 % of its height.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from benchmarks.eyes.boxes import Card
from benchmarks.eyes.occluders import covered_by_card, covered_by_hand
from benchmarks.eyes.optics import Light, Part, lighting, lit, photographed
from benchmarks.eyes.pose import laid, pinhole, upright
from vision.geometry.image import Image, Points

Rng = np.random.Generator

LEVELS = (0, 25, 50, 70)
"""Per cent of the card hidden."""

CORNER_ERROR = 0.012
"""Standard deviation of a corner's place, along x and along y, as a share of the card's height."""

_TALL = (110.0, 250.0)
_TILT = 25.0
MARGIN = 0.12
"""What is pictured about a card, as a share of its height."""

_FLICKER = 0.03
_STEADY = 0.75


class Setting(NamedTuple):
    """What is about a card: the cards that may lie on it, and the table top (uint8 BGR)."""

    others: Sequence[Card]
    ground: Image


class Staged(NamedTuple):
    """A card on a table under a light, before the camera: the scene (float 0..255), its corners, what is hidden."""

    scene: Image
    quad: Points
    light: Light
    hidden: float
    tall: float


def staged(card: Card, setting: Setting, share: float, rng: Rng, hard: float = 1.0) -> Staged:
    """A card lying in its setting, ``share`` of it under fingers or another card; ``hard`` as in ``lighting``."""
    tall = rng.uniform(*_TALL)
    side = int(tall * 1.9)
    quad, part = cropped(pinhole(card.picture.shape, tall, rng, _TILT) + side / 2, side, MARGIN * tall)
    scene, mask = laid_on(setting.ground, card, quad, part, rng)
    hidden = 0.0
    if share > 0:
        whole = np.zeros_like(mask)
        cv2.fillConvexPoly(whole, quad.astype(np.int32), 255)
        if rng.random() < (0.5 if share <= 0.3 else 0.25):
            cover, opacity = covered_by_hand(whole, quad, share, rng)
        else:
            cover, opacity = covered_by_card(
                whole, quad, share, setting.others[int(rng.integers(len(setting.others)))], rng
            )
        scene = _over(scene, cover, opacity, 4, 0.35)
        hidden = float((opacity[whole > 0] > 127).mean())
    return Staged(scene, quad, lighting(side, part, rng, hard), hidden, tall)


def frames(stage: Staged, count: int, rng: Rng) -> Iterator[Image]:
    """The piece upright (uint8 BGR, filling the picture) on each of so many frames of one scene that lies still.

    Noise, defocus, motion and JPEG are new on each, the light flickers; most of the corners' error stays.
    """
    steady, shaky = np.sqrt(_STEADY), np.sqrt(1 - _STEADY)
    kept = rng.normal(0, 1, (4, 2))
    for _ in range(count):
        frame = photographed(lit(stage.scene, stage.light, rng.normal(1, _FLICKER)), rng)
        error = steady * kept + shaky * rng.normal(0, 1, (4, 2))
        yield upright(frame, stage.quad + error * CORNER_ERROR * stage.tall)


def cropped(quad: Points, side: int, margin: float) -> tuple[Points, Part]:
    """The part of a canvas that holds a quad and a margin about it, and the quad there."""
    low = np.maximum(quad.min(0) - margin, 0).astype(int).tolist()
    high = np.minimum(quad.max(0) + margin + 1, side).astype(int).tolist()
    return quad - low, (slice(low[1], high[1]), slice(low[0], high[0]))


def _sharpness(shot: Image) -> float:
    return float(cv2.Laplacian(cv2.cvtColor(shot, cv2.COLOR_BGR2GRAY), cv2.CV_32F).var())


def laid_on(ground: Image, card: Card, quad: Points, part: Part, rng: Rng) -> tuple[Image, Image]:
    """The scene (float) with the card and its faint shadow, and the card's mask."""
    shape = (part[0].stop - part[0].start, part[1].stop - part[1].start)
    top, left = (int(rng.integers(0, max(1, most - mine))) for most, mine in zip(ground.shape, shape, strict=False))
    base = ground[top : top + shape[0], left : left + shape[1]].astype(np.float32)
    picture, mask = laid(card, quad, shape)
    return _over(base, picture, mask, 3, rng.uniform(0.1, 0.5)), mask


def _over(scene: Image, picture: Image, opacity: Image, offset: int, darkness: float) -> Image:
    """A piece laid over a scene; its soft shadow falls ``offset`` pixels down and right."""
    fallen = cv2.GaussianBlur(np.roll(opacity, (offset, offset), (0, 1)), (0, 0), offset).astype(np.float32)
    share = (opacity.astype(np.float32) / 255)[..., None]
    laid_over: Image = scene * (1 - fallen[..., None] * np.float32(darkness / 255)) * (1 - share) + picture * share
    return laid_over
