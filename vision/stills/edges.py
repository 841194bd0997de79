"""Edges of cards, by colour (CIE L*a*b*): at which rows of a picture a card may begin."""

from collections.abc import Iterator

import numpy as np

from vision.geometry.image import Image

PX_PER_MM = 2.0
"""At which the edges of a strip are looked for."""
EDGE, ALL_ALONG = 9.0, 0.75
"""Difference of colour (CIE L*a*b*) that an edge is, and the share of it along which it must be one."""
BESIDE, NEAR = 4.0, 1.5
"""mm that are compared on each side of an edge, but for so many next to it: pieces lie a little askew."""
_THIN = 2.0
"""mm above and below an upper edge that are compared, beside ``BESIDE``: a card's border is narrow."""
_ONE_CARD = 6.0
"""mm between the edge of a card and where its border ends, at most."""


def upper_edges(lab: Image, rows: tuple[int, int]) -> Iterator[int]:
    """The rows (of those from one to the other) at which cards above another may begin, the nearest first.

    Below the edge of a card its border ends, as clearly: of rows so near one another the upper one is meant.
    """
    clear = (np.flatnonzero(crossed(lab, rows) > ALL_ALONG) + rows[0]).tolist()
    while clear:
        meant = min(row for row in clear if row > clear[-1] - _ONE_CARD * PX_PER_MM)
        yield meant
        clear = [row for row in clear if row < meant]


def crossed(lab: Image, rows: tuple[int, int], free: Image | None = None) -> Image:
    """Of each of these rows the share along which an edge is, be it of a card or of its narrow border.

    ``free``: 1 where edges count, as many rows and columns.
    """
    depths = round(_THIN * PX_PER_MM), round(BESIDE * PX_PER_MM)
    counted = 1 if free is None else free[slice(*rows)]
    return np.asarray(np.max([(_edges(lab, rows, depth) * counted).mean(1) for depth in depths], axis=0))


def _edges(lab: Image, rows: tuple[int, int], depth: int) -> Image:
    """Of each of these rows where what is above differs from what is below, so many pixels deep."""
    sums = np.concatenate([np.zeros((1, *lab.shape[1:])), lab.cumsum(0, dtype=float)])
    at = np.arange(*rows)
    above, below = sums[at] - sums[at - depth], sums[np.minimum(at + depth, len(lab))] - sums[at]
    deep = np.minimum(depth, len(lab) - at)[:, None, None]
    return np.asarray(np.linalg.norm(above / depth - below / deep, axis=2) > EDGE)
