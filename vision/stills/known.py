"""Cards that are known before their faces are looked at, as by their printed names: they lie where their edges do."""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from vision.geometry.homography import rectangle, transform_points
from vision.geometry.image import Image, Points
from vision.stills.occupancy import Placed, Table
from vision.stills.scoring import SAME_PIECE
from vision.stills.table_plane import Voted

_ASIDE = 6.0
"""mm by which cards of one column lie beside one another at most: those of the next column are a card's width away."""


class Known(NamedTuple):
    """A card that something else than its face has told.

    ``edge``: its upper edge, from the left end to the right one as it lies (2 x 2, px); ``probability``: that it is it;
    ``sure``: whether no face needs to be looked at; else it is compared with all of them where it lies.
    """

    face: str
    edge: Points
    probability: float
    sure: bool = True


def lying(table: Table, card: Known) -> Placed:
    """The card on the table, as large as its kind is."""
    ends = table.plane.on_table(card.edge)
    along = (ends[1] - ends[0]) / np.linalg.norm(ends[1] - ends[0])
    corner = ends.mean(0) - along * table.templates.sizes[card.face][0] / 2
    on_table = np.array([[along[0], -along[1], corner[0]], [along[1], along[0], corner[1]], [0, 0, 1]])
    return table.at(card.face, np.linalg.inv(table.plane.plane) @ on_table)


def elsewhere(table: Table, ready: Sequence[Voted], cards: Sequence[Placed]) -> list[Voted]:
    """Those guesses that put no piece where one of these cards lies."""
    taken = [table.plane.on_table(table.quad(card)) for card in cards]
    if not taken:
        return list(ready)
    placed = ((one, _put(table, one)) for one in ready)
    return [one for one, place in placed if not any(_one_place(place, quad) for quad in taken)]


def _put(table: Table, one: Voted) -> Points:
    """The corners (mm on the table) of a guess."""
    guess, fitted = one
    matrix = table.plane.laid(fitted, sized=table.templates.sized[guess.face])
    return table.plane.on_table(transform_points(matrix, rectangle(table.templates.sizes[guess.face])))


def _one_place(some: Points, others: Points) -> bool:
    return bool(np.hypot(*(some - others).T).mean() < SAME_PIECE)


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
