"""Coins and conflict tokens on and about a board, told by size, metal and colour."""

from collections.abc import Mapping
from typing import NamedTuple

import cv2
import numpy as np

from vision.geometry.image import Image, Points
from vision.names.letters import Letters, cut

DENSITY = 4.0
"""Pixels a mm in which the surroundings of a board are searched."""
_RIM = 0.12
"""Share by which a coin's diameter may differ from its kind's."""
_RIMS, _STEP, _WHOLE = (0.86, 1.0, 1.14), 24.0, 0.8
"""Shares of its radius at which a coin is looked at about its edge, the step in CIE L*a*b* (of 255) that an edge is,
and the share of the circle that has one."""
_BESIDE = 0.6
"""Share of two coins' radii that their middles are apart at least: they may lie on each other."""
_INNER = 0.72
"""Share of a golden coin's diameter at which it has a ring, which may be found instead of its edge."""
_ROUND = 48
"""Votes of edges that a circle has at least (two photographs: coins have 50 to 140)."""
_GOLD = 70
"""Saturation from which metal is golden, paper taken as white (silver has 5 to 45)."""
_WOODEN = 115
"""Saturation below which what is golden is wood."""
_GOLDEN = (14, 34)
"""Hues (of 180) of gold."""
_RELIEF, _DULL, _OTHER = 14, 70, 0.15
"""Grey levels by which metal differs in itself (standard deviation) and that it has at least; share of it that may be
coloured otherwise."""
_REDS = ((5, 190), (6, 150), (8, 110))
"""Hues (of 180) about red and the saturation that a token's red has at least: under a lamp wood is nearly as red."""
_GAPS = (3, 9, 15)
"""Pixels of gaps that are closed in a token's red: laurels cross it."""
_PALE = 0.5
"""Share of pale pixels in the middle of a token: its number is written there."""
_BLACK = 75
"""Grey level of what is black about a victory token."""
_SIZES = 0.08
"""Log by which the size of a token's red differs from its kind's (standard deviation, two photographs)."""


class Round(NamedTuple):
    """A coin or token: its value (``None``: which cannot be told), middle and radius (px of the picture searched)."""

    kind: str
    value: int | None
    middle: Points
    radius: float
    sure: float


def find_coins(seen: Image, coins: Mapping[int, tuple[float, bool]]) -> list[Round]:
    """Coins in a picture from above (``DENSITY`` px a mm)."""
    grey = cv2.GaussianBlur(cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY), (5, 5), 0)
    found: list[tuple[float, Round]] = []
    for size, gold in coins.values():
        circles = cv2.HoughCircles(
            grey, cv2.HOUGH_GRADIENT, dp=1.5, minDist=size * DENSITY * 0.4, param1=120, param2=_ROUND,
            minRadius=round(size * DENSITY / 2 * (_INNER if gold else 1 - _RIM)),
            maxRadius=round(size * DENSITY / 2 * (1 + _RIM)),
        )  # fmt: skip
        for x, y, radius in [] if circles is None else circles[0]:
            edged, middle, whole = _centred(seen, np.array([x, y], float), float(radius))
            one = _coin(seen, middle, whole, coins) if edged > _WHOLE else None
            if one is not None:
                found.append((edged, one))
    kept: list[Round] = []
    for _, one in sorted(found, key=lambda item: -item[0]):
        if all(np.hypot(*(one.middle - other.middle)) > _BESIDE * (one.radius + other.radius) for other in kept):
            kept.append(one)
    return kept


def _centred(seen: Image, middle: Points, radius: float) -> tuple[float, Points, float]:
    """The circle near one that was found which shows the most edge, after how much of it does."""
    tries = [
        (middle + np.array([right, low]), radius + wider)
        for right in (-2.0, 0.0, 2.0)
        for low in (-2.0, 0.0, 2.0)
        for wider in (-1.5, 0.0, 1.5)
    ]
    edged = [_edged(seen, *one) for one in tries]
    best = int(np.argmax(edged))
    return edged[best], *tries[best]


def _coin(seen: Image, middle: Points, radius: float, coins: Mapping[int, tuple[float, bool]]) -> Round | None:
    """What coin a circle is: golden or not, and of a coin's size; ``None``: no metal."""
    inside = _disc(seen, middle, radius * 0.9)
    if inside is None:
        return None
    hue, saturation, value = cv2.cvtColor(inside[None], cv2.COLOR_BGR2HSV)[0].astype(float).T
    golden = float(np.median(saturation)) > _GOLD
    low, high = _GOLDEN
    # Metal has reliefs: neither flat nor dark, and hardly any of it is coloured otherwise.
    other = float(((saturation > _GOLD * 1.6) & ((hue < low - 5) | (hue > high + 5))).mean())
    if float(value.std()) < _RELIEF or float(np.median(value)) < _DULL or other > _OTHER:
        return None
    if golden and not (low <= float(np.median(hue)) <= high and float(np.median(saturation)) >= _WOODEN):
        return None
    across = 2 * radius / DENSITY
    for worth, (size, gold) in coins.items():
        least = size * (_INNER if gold else 1 - _RIM)
        if gold == golden and least < across < (1 + _RIM) * size:
            # What is painted golden and round is not told from gold for certain.
            return Round("coin", worth, middle, radius, 0.8 if gold else 0.98)
    return None


class Tokens(NamedTuple):
    """Conflict tokens: ``victories``: by value how far (mm) the red square of its token reaches from corner to corner.

    ``defeat``: the diameter (mm) of the other one.
    """

    victories: Mapping[int, float]
    defeat: float


def _edged(seen: Image, middle: Points, radius: float) -> float:
    """The share of a circle along which the picture differs between just inside and just outside."""
    angles = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    ways = np.column_stack([np.cos(angles), np.sin(angles)])
    reach = radius * _RIMS[-1] + 4
    low, high = np.maximum(0, (middle - reach).astype(int)), (middle + reach).astype(int) + 1
    seen, middle = seen[low[1] : high[1], low[0] : high[0]], middle - low
    lab = cv2.cvtColor(cv2.GaussianBlur(seen, (3, 3), 0), cv2.COLOR_BGR2LAB).astype(int)
    rows_columns = [
        np.clip((middle + ways * radius * by).round().astype(int)[:, ::-1], 0, np.array(seen.shape[:2]) - 1)
        for by in _RIMS
    ]
    around = [lab[places[:, 0], places[:, 1]] for places in rows_columns]
    # A circle is found within a pixel or two: the strongest step near it counts.
    steps = [np.linalg.norm(one - other, axis=1) for k, one in enumerate(around) for other in around[k + 1 :]]
    return float((np.max(steps, axis=0) > _STEP).mean())


def find_tokens(seen: Image, tokens: Tokens, letters: Letters) -> list[Round]:
    """Conflict tokens: a pale disc with a number, on red; red all around it is a defeat, black a victory."""
    hue, saturation, value = (part.astype(int) for part in cv2.split(cv2.cvtColor(seen, cv2.COLOR_BGR2HSV)))
    found: list[tuple[float, Round]] = []
    for width, least in _REDS:
        red = (((hue < width) | (hue > 180 - width)) & (saturation > least) & (value > 70)).astype(np.uint8)
        for gap in _GAPS:
            closed = cv2.morphologyEx(red, cv2.MORPH_CLOSE, np.ones((gap, gap), np.uint8))
            outlines, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
            for outline in outlines:
                token = _token(seen, value, outline, tokens, letters)
                if token is not None:
                    found.append(token)
    kept: list[Round] = []
    for _, one in sorted(found, key=lambda item: -item[0]):
        if all(np.hypot(*(one.middle - other.middle)) > max(one.radius, other.radius) for other in kept):
            kept.append(one)
    return kept


def _token(seen: Image, value: Image, outline: Points, tokens: Tokens, letters: Letters) -> tuple[float, Round] | None:
    """A token with how round it is; ``None``: this is none."""
    (x, y), radius = cv2.minEnclosingCircle(outline)
    across = 2 * radius / DENSITY
    middle = np.array([x, y])
    if not 0.75 * min(tokens.victories.values()) < across < 1.25 * max(tokens.defeat, *tokens.victories.values()):
        return None
    whole = cv2.contourArea(cv2.convexHull(outline)) / (np.pi * radius * radius)
    pale, ring = _disc(seen, middle, radius * 0.42), _ring(value, middle, radius * 1.08, radius * 1.3)
    if pale is None or ring is None:
        return None
    bright = pale.astype(int)
    share = float(((bright.min(axis=1) > 95) & (bright.max(axis=1) - bright.min(axis=1) < 75)).mean())
    if share < _PALE:
        return None
    dark = float((ring < _BLACK).mean())
    if whole > 0.8 and abs(np.log(across / tokens.defeat)) < 0.14 and dark < 0.6:
        return whole + 1, Round("token", -1, middle, radius, 0.98)
    if whole < 0.5 or dark < 0.5:
        return None
    worth, sure = _victory(seen, middle, radius, tokens.victories, letters)
    return whole, Round("token", worth, middle, radius, sure)


def _victory(
    seen: Image, middle: Points, radius: float, victories: Mapping[int, float], letters: Letters
) -> tuple[int, float]:
    """Which victory it is, and how probable that is: by its size and by the number on it, whichever way it lies."""
    across = 2 * radius / DENSITY
    logs = {worth: -0.5 * (np.log(across / size) / _SIZES) ** 2 for worth, size in victories.items()}
    half = radius * 0.5
    corners = middle + half * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    lines = letters.read([cut(seen, np.roll(corners, turn, axis=0)) for turn in range(4)])
    for worth in logs:
        logs[worth] += max(line.seen(str(worth)) for line in lines)
    best = max(logs, key=lambda worth: logs[worth])
    return best, float(1 / sum(np.exp(log - logs[best]) for log in logs.values()))


def _disc(seen: Image, middle: Points, radius: float) -> Image | None:
    """The pixels of a disc (N x 3); ``None``: it does not lie within the picture."""
    mask = np.zeros(seen.shape[:2], np.uint8)
    cv2.circle(mask, (round(middle[0]), round(middle[1])), max(1, round(radius)), 1, -1)
    inside = seen[mask.astype(bool)]
    return inside if len(inside) > 0.8 * np.pi * radius * radius else None


def _ring(grey: Image, middle: Points, inner: float, outer: float) -> Image | None:
    mask = np.zeros(grey.shape[:2], np.uint8)
    cv2.circle(mask, (round(middle[0]), round(middle[1])), round(outer), 1, -1)
    cv2.circle(mask, (round(middle[0]), round(middle[1])), round(inner), 0, -1)
    inside = grey[mask.astype(bool)]
    return inside if len(inside) else None
