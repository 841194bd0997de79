"""Strips of fanned cards that nothing has named: by their edges they are said to be there."""

from collections.abc import Iterator, Sequence

import numpy as np

from vision.geometry.channels import cie_lab
from vision.geometry.homography import rectangle, shifted, transform_points
from vision.geometry.image import Image, Points
from vision.recognition.kinds import kind_of
from vision.stills.edges import ALL_ALONG, BESIDE, EDGE, NEAR, PX_PER_MM, upper_edges
from vision.stills.occupancy import Placed, Table
from vision.stills.scoring import SAME_PIECE, Found
from vision.stills.templates import Alike

_STEPS = np.arange(0.1, 0.34, 0.02)
"""How far above, as a share of the card's height, a card beneath may begin."""
_UNEXPLAINED = 0.6
"""Share of a strip that no other piece may explain."""
_HALF = 0.5
"""Share of what lies beside a strip that other pieces explain."""
_OUT = 2.5
"""mm compared beyond ``BESIDE`` from a strip's ends: cards of a column lie up to 4 mm beside one another."""


def unread(table: Table, alike: Alike) -> list[Found]:
    """Strips above cards that were found which are bounded like a card's and have no name, and strips above these."""
    fanned = [piece for piece in table.accepted if kind_of(piece.face).group == "card" and piece.face in alike]
    looked_at = [(piece.face, piece.matrix) for piece in fanned]
    found: list[Found] = []
    for face, matrix in looked_at:
        size = table.templates.sizes[face]
        # The nearest that nothing explains: of two strips above one another the upper one may have a name.
        for step in _strips_above(table, matrix, size):
            pose = matrix @ shifted(0.0, -step * size[1])
            quad = transform_points(pose, rectangle(size))
            if _strip_is_free(table, pose, size, step) and not _known(table, table.at(face, pose), quad, found):
                found.append(Found(quad, ()))
                looked_at.append((face, pose))
                break
    return found


def _known(table: Table, here: Placed, quad: Points, found: Sequence[Found]) -> bool:
    """Whether a card was found at this place already."""
    if any(table.on_each_other(here, other) < SAME_PIECE for other in table.accepted):
        return True
    corners = table.plane.on_table(quad)
    return any(np.hypot(*(corners - table.plane.on_table(one.quad)).T).mean() < SAME_PIECE for one in found)


def _strips_above(table: Table, matrix: Image, size: tuple[float, float]) -> Iterator[float]:
    """How far above a card, as a share of its height, others begin whose edges show, the nearest first."""
    high = float(_STEPS[-1]) * size[1] + BESIDE
    aside = BESIDE + _OUT
    wide = size[0] + 2 * aside
    grid = (round(wide * PX_PER_MM), round(high * PX_PER_MM))
    corner = matrix @ shifted(-aside, -high)
    seen = table.picture.patch(corner, (wide, high), grid)
    lab = cie_lab(seen)
    near, reach = round(NEAR * PX_PER_MM), round(BESIDE * PX_PER_MM)
    ends = round(aside * PX_PER_MM) + reach
    last = grid[1] - round(float(_STEPS[0]) * size[1] * PX_PER_MM)
    # Beside a strip lies the table, or a piece that was found: a card of the next column looks like this one.
    free = table.free_at(corner, (wide, high), grid[::-1])
    for row in upper_edges(lab[:, ends:-ends], (reach, last)):
        rows = np.s_[row + near : -near]
        sides = ((lab[rows], free[rows]), (lab[rows, ::-1], free[rows, ::-1]))
        if min(_bounded(strip[:, :ends], beside) for strip, beside in sides) > ALL_ALONG:
            yield float(grid[1] - row) / PX_PER_MM / size[1]


def _bounded(end: Image, free: Image) -> float:
    """The share of rows at a strip's left end (CIE L*a*b*) that differ from what is beside it, or meet a found piece.

    ``end``: from what is beside it to what is on it.
    """
    out, inside = round(_OUT * PX_PER_MM), round((BESIDE - NEAR) * PX_PER_MM)
    apart = end[:, :out].mean(1) - end[:, -inside:].mean(1)
    ends = (np.linalg.norm(apart, axis=1) > EDGE) | (free[:, :out].mean(1) < _HALF)
    return float(ends.mean())


def _strip_is_free(table: Table, pose: Image, size: tuple[float, float], step: float) -> bool:
    """Whether what would show of the card beneath is not yet explained by another piece."""
    free = table.free_at(pose, size, (16, 8))
    rows = max(1, round(step * 16))
    return bool(free[:rows].mean() > _UNEXPLAINED)
