"""Cards that lie apart from all others: where decks lie beside cities, such a one may be the top of a deck."""

from collections.abc import Sequence

import numpy as np

from vision.geometry.image import Points

_GAP = 0.4
"""Share of a card's shorter side up to which two cards lie together: 22 mm of one of 55."""
_STEPS = np.linspace(0, 1, 8, endpoint=False)


def apart(cards: Sequence[Points]) -> list[int]:
    """Which of these cards (corners, px) lie by themselves, no other near them."""
    if not cards:
        return []
    rims = [_rim(quad) for quad in cards]
    gap = _GAP * float(
        np.median([min(np.linalg.norm(quad[1] - quad[0]), np.linalg.norm(quad[3] - quad[0])) for quad in cards])
    )
    return [
        k for k, rim in enumerate(rims) if all(_distance(rim, other) > gap for j, other in enumerate(rims) if j != k)
    ]


def _rim(quad: Points) -> Points:
    """Points along a card's edges."""
    return np.concatenate([
        start + _STEPS[:, None] * (end - start) for start, end in zip(quad, np.roll(quad, -1, axis=0), strict=True)
    ])  # fmt: skip


def _distance(one: Points, other: Points) -> float:
    return float(np.linalg.norm(one[:, None] - other[None], axis=2).min())
