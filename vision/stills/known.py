"""Cards that are known before their faces are looked at, as by their printed names: they lie where their edges do."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from vision.geometry.homography import transform_points
from vision.geometry.image import Image, Points
from vision.stills.occupancy import Placed, Table

_ASIDE = 6.0
"""mm by which cards of one column lie beside one another at most: those of the next column are a card's width away."""


class Known(NamedTuple):
    """A card that something else than its face has told.

    ``edge``: its upper edge, from the left end to the right one as it lies (2 x 2, px); ``probability``: that it is it.
    """

    face: str
    edge: Points
    probability: float


def lying(table: Table, card: Known) -> Placed:
    """The card on the table, as large as its kind is."""
    ends = table.plane.on_table(card.edge)
    along = (ends[1] - ends[0]) / np.linalg.norm(ends[1] - ends[0])
    corner = ends.mean(0) - along * table.templates.sizes[card.face][0] / 2
    on_table = np.array([[along[0], -along[1], corner[0]], [along[1], along[0], corner[1]], [0, 0, 1]])
    return table.at(card.face, np.linalg.inv(table.plane.plane) @ on_table)


def next_above(table: Table, card: Placed, known: Sequence[Placed], steps: tuple[float, float]) -> Placed | None:
    """Of these the one that shows just above a card of its column; ``steps``: shares of its height, least and most."""
    wide, high = table.templates.sizes[card.face]
    above: list[tuple[float, Placed]] = []
    for one in known:
        right, down = _middle(np.linalg.inv(card.matrix) @ one.matrix, wide)
        if steps[0] * high < -down < steps[1] * high and abs(right - wide / 2) < _ASIDE:
            above.append((-down, one))
    return min(above, key=lambda each: each[0], default=(0.0, None))[1]


def _middle(matrix: Image, wide: float) -> Points:
    """Where the middle of an upper edge lies on another card (mm)."""
    return np.asarray(transform_points(matrix, np.array([[wide / 2, 0.0]]))[0])
