"""What hides part of a card: a hand's fingers, or another card on top of it, to an exact share."""

from collections.abc import Callable

import cv2
import numpy as np

from benchmarks.eyes.boxes import Card
from benchmarks.eyes.pose import laid, pinhole
from vision.geometry.image import Image, Points

Rng = np.random.Generator

_SKINS = ((150, 180, 225), (120, 150, 205), (90, 120, 180), (60, 85, 140), (45, 60, 100))
_STEPS = 16
_MOST_FINGERS = 9


def covered_by_card(mask: Image, quad: Points, share: float, other: Card, rng: Rng) -> tuple[Image, Image]:
    """Another card, any way round, pushed over the one in ``mask`` until ``share`` of it is hidden.

    Returns the occluder's picture (uint8 BGR) and opacity (uint8) on the same canvas.
    """
    tall, centre = _tallness(quad), quad.mean(0)
    corners = pinhole(other.picture.shape, tall * rng.uniform(0.95, 1.05), rng, 8)
    while _hidden_under(corners + centre, mask) < share:
        # Crossed, it cannot hide as much as that.
        corners = pinhole(other.picture.shape, tall * rng.uniform(0.95, 1.05), rng, 8)
    angle = rng.uniform(0, 2 * np.pi)
    towards = np.array([np.cos(angle), np.sin(angle)]) * tall
    distance = _solve(lambda away: _hidden_under(corners + centre + towards * away, mask), 2.2, 0.0, share)
    return laid(other, corners + centre + towards * distance, mask.shape)


def _hidden_under(corners: Points, mask: Image) -> float:
    cover = np.zeros_like(mask)
    cv2.fillConvexPoly(cover, corners.astype(np.int32), 255)
    return _share(cover, mask)


def covered_by_hand(mask: Image, quad: Points, share: float, rng: Rng) -> tuple[Image, Image]:
    """Fingers pushed over the card from one side until ``share`` of it is hidden; as ``covered_by_card``."""
    angle, tall = rng.uniform(0, 2 * np.pi), _tallness(quad)
    skin = np.array(_SKINS[rng.integers(len(_SKINS))], np.float32)
    fingers: list[tuple[float, float, float, float]] = []
    for _ in range(_MOST_FINGERS):
        fingers.append(
            (angle + rng.normal(0, 0.3), rng.uniform(-0.45, 0.45), rng.uniform(-0.1, 0.15), rng.uniform(0.085, 0.13))
        )
        if len(fingers) >= 1 + round(4 * share) and _share(_hand(mask, quad, fingers, 0.75), mask) >= share:
            break

    def hidden(depth: float) -> float:
        return _share(_hand(mask, quad, fingers, depth), mask)

    hand = _hand(mask, quad, fingers, _solve(hidden, -0.8, 0.75, share))
    round_ = np.clip(cv2.distanceTransform(hand, cv2.DIST_L2, 3) / (0.1 * tall), 0, 1)
    return np.clip(skin * (0.62 + 0.45 * round_)[..., None], 0, 255).astype(np.uint8), hand


def _hand(mask: Image, quad: Points, fingers: list[tuple[float, float, float, float]], depth: float) -> Image:
    """Fingers (direction, sideways, ahead, radius; in card heights) whose tips reach ``depth`` past the middle."""
    hand, tall, centre = np.zeros_like(mask), _tallness(quad), quad.mean(0)
    for angle, sideways, ahead, radius in fingers:
        back = np.array([np.cos(angle), np.sin(angle)])
        tip = centre + tall * (sideways * np.array([-back[1], back[0]]) - (depth + ahead) * back)
        thick = max(1, round(radius * tall))
        start = (round(float(tip[0])), round(float(tip[1])))
        end = tip + back * tall * 2.6
        cv2.line(hand, start, (round(float(end[0])), round(float(end[1]))), 255, 2 * thick)
        cv2.circle(hand, start, thick, 255, -1)
    return hand


def _solve(hidden: Callable[[float], float], nothing: float, everything: float, share: float) -> float:
    """The place between those that hide nothing and everything where ``share`` is hidden, by halving."""
    for _ in range(_STEPS):
        middle = (nothing + everything) / 2
        if hidden(middle) > share:
            everything = middle
        else:
            nothing = middle
    return everything


def _share(cover: Image, mask: Image) -> float:
    return float(np.count_nonzero(cv2.bitwise_and(cover, mask))) / max(1.0, float(np.count_nonzero(mask)))


def _tallness(quad: Points) -> float:
    return float(max(np.linalg.norm(quad[0] - quad[3]), np.linalg.norm(quad[0] - quad[1])))
