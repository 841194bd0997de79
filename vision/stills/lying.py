"""How the pieces found in a photograph lie beside each other: which face the same way, lie together, lie alone."""

from collections.abc import Sequence

import numpy as np

from vision.geometry.image import Image, Points
from vision.geometry.quads import overlap

_ALONG = np.linspace(0, 1, 8, endpoint=False)
"""Shares of a side at which how far it is from another piece is measured."""
_ALONE = 0.4
"""Share of a card's shorter side up to which two cards lie together: 22 mm of one of 55."""
_SAME = 0.5
"""Share of the smaller of two pieces that makes them one."""
_TURNED = np.deg2rad(60.0)
"""A table's next side is 90 degrees further; a photograph taken from 35 degrees aslant makes 80 or 100 of it, and to a
card put down carelessly 20 are much."""


def facing_alike(quads: Sequence[Points]) -> Image:
    """Which pieces (corners in px, from their own top left) face as most do (bool)."""
    ups = np.array([quad[:2].mean(0) - quad[2:].mean(0) for quad in quads]).reshape(-1, 2)
    ways = np.arctan2(ups[:, 1], ups[:, 0])
    apart = np.abs(np.angle(np.exp(1j * (ways[:, None] - ways[None]))))
    alike = apart < _TURNED
    return np.asarray(alike[int(alike.sum(1).argmax())]) if len(quads) else np.zeros(0, bool)


def touching(one: Points, others: Sequence[Points]) -> bool:
    """Whether a piece and any of the others (corners in px) lie on each other."""
    return any(overlap(one, other) > 0 for other in others)


def twice(quads: Sequence[Points]) -> list[int]:
    """Of pieces that cannot lie on each other (corners in px, the surest first) those that an earlier one is, too."""
    return [k for k, quad in enumerate(quads) if any(overlap(quad, other) > _SAME for other in quads[:k])]


def heaps(quads: Sequence[Points], gap: float) -> list[list[int]]:
    """Pieces (their numbers) by where they lie: those of one heap are linked by gaps (px) of so much at most."""
    left, found = list(range(len(quads))), []
    while left:
        heap = [left.pop(0)]
        for one in heap:
            near = [other for other in left if _between(quads[one], quads[other]) <= gap]
            left = [other for other in left if other not in near]
            heap += near
        found.append(heap)
    return found


def widest_gap(quads: Sequence[Points]) -> float:
    """How far (px) the pieces of a city lie from each other: the widest gap that links them; of one piece 0."""
    left, widest = list(quads[1:]), 0.0
    away = [_between(quads[0], other) for other in left]
    while left:
        nearest = int(np.argmin(away))
        widest = max(widest, away.pop(nearest))
        one = left.pop(nearest)
        away = [min(before, _between(one, other)) for before, other in zip(away, left, strict=True)]
    return widest


def alone(cards: Sequence[Points]) -> list[int]:
    """Which of these cards (corners, px) lie by themselves, no other near them."""
    if not cards:
        return []
    return [heap[0] for heap in heaps(cards, _ALONE * shorter_side(cards)) if len(heap) == 1]


def shorter_side(quads: Sequence[Points]) -> float:
    """The usual length (px) of the shorter side of some pieces."""
    shorter = [min(np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[3] - quad[0])) for quad in quads]
    return float(np.median(shorter))


def _between(one: Points, other: Points) -> float:
    """How far the edges of two pieces are from each other."""
    mine, its = _rim(one), _rim(other)
    return float(np.linalg.norm(mine[:, None] - its[None], axis=2).min())


def _rim(quad: Points) -> Points:
    """Points along a piece's edges."""
    return np.concatenate([
        start + _ALONG[:, None] * (end - start) for start, end in zip(quad, np.roll(quad, -1, axis=0), strict=True)
    ])  # fmt: skip
