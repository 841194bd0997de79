"""Cards fanned in a column: under a card that was found, the header strip of the one beneath shows above it."""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.geometry.homography import rectangle, transform_points
from vision.geometry.image import Image, Points
from vision.recognition.kinds import kind_of
from vision.stills.cell_agreement import strengths
from vision.stills.occupancy import Placed, Table
from vision.stills.scoring import Found, explained
from vision.stills.templates import Alike

_STEPS = np.arange(0.1, 0.34, 0.02)
"""How far above, as a share of the card's height, a card beneath may begin."""
_SIDEWAYS = (-1.6, 1.6)
"""mm that a card of a fan may lie aside."""
_SAME_CARD = 6.0
"""mm between two places of one card."""
_ROUNDS = 5
"""Cards above one another, one found after the other."""
_LOOKS = 3
"""Places kept."""
_UNEXPLAINED = 0.6
"""Share of a strip that no other piece may explain."""
_WORTH = 3.0
"""Log odds of a strip from which on it is looked at closely."""
_ENOUGH = 2.0
"""Log odds of what is seen of a strip that make it a card: it is little, and in a column it is likely."""
_PX_PER_MM = 2.0
"""At which the edges of a strip are looked for."""
_EDGE, _ALL_ALONG = 9.0, 0.75
"""Difference of colour (CIE L*a*b*) that an edge is, and the share of it along which it must be one."""
_BESIDE, _NEAR = 4.0, 1.5
"""mm that are compared on each side of an edge, but for so many next to it: pieces lie a little askew."""
_THIN = 2.0
"""mm above and below an upper edge that are compared, beside ``_BESIDE``: a card's border is narrow."""
_TOP = 1 / 3
"""The share of a card that its strip can be at most."""

_Option = tuple[float, str, Image]
"""How well it fits, the face, the place."""


def siblings(table: Table, alike: Alike) -> list[Found]:
    """The cards that show a strip above one that was found, and above these, and so on."""
    found: list[Found] = []
    tried = 0
    for _ in range(_ROUNDS):
        fresh = table.accepted[tried:]
        tried += len(fresh)
        fanned = [piece for piece in fresh if kind_of(piece.face).group == "card"]
        guessed = [one for piece in fanned for one in _above(table, piece, alike[piece.face])]
        more = explained(table, guessed, alike, _ENOUGH)
        if not more:
            break
        found += more
    return found


def unread(table: Table, alike: Alike) -> list[Found]:
    """Strips above cards that were found which are bounded like a card's and have no name, and strips above these."""
    fanned = [piece for piece in table.accepted if kind_of(piece.face).group == "card" and piece.face in alike]
    looked_at = [(piece.face, piece.matrix) for piece in fanned]
    found: list[Found] = []
    for face, matrix in looked_at:
        size = table.templates.sizes[face]
        step = _strip_above(table, matrix, size)
        if step is None:
            continue
        pose = _moved(matrix, 0.0, -step * size[1])
        quad = transform_points(pose, rectangle(size))
        if _strip_is_free(table, pose, size, step) and not _known(table, table.at(face, pose), quad, found):
            found.append(Found(quad, ()))
            looked_at.append((face, pose))
    return found


def _known(table: Table, here: Placed, quad: Points, found: Sequence[Found]) -> bool:
    """Whether a card was found at this place already."""
    if any(table.on_each_other(here, other) < _SAME_CARD for other in table.accepted):
        return True
    corners = table.plane.on_table(quad)
    return any(np.hypot(*(corners - table.plane.on_table(one.quad)).T).mean() < _SAME_CARD for one in found)


def _strip_above(table: Table, matrix: Image, size: tuple[float, float]) -> float | None:
    """How far above a card, as a share of its height, another begins whose edges show; ``None``: none does."""
    high = float(_STEPS[-1]) * size[1] + _BESIDE
    wide = size[0] + 2 * _BESIDE
    grid = (round(wide * _PX_PER_MM), round(high * _PX_PER_MM))
    seen = table.picture.patch(_moved(matrix, -_BESIDE, -high), (wide, high), grid)
    lab = cv2.cvtColor(seen.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    near, reach = round(_NEAR * _PX_PER_MM), round(_BESIDE * _PX_PER_MM)
    inner, thin = slice(2 * reach, -2 * reach), round(_THIN * _PX_PER_MM)
    best: tuple[float, int] | None = None
    for row in range(reach, grid[1] - round(float(_STEPS[0]) * size[1] * _PX_PER_MM)):
        share = max(_edge_along(lab[:, inner], row, depth) for depth in (thin, reach))
        if share > _ALL_ALONG and (best is None or share > best[0]):
            best = share, row
    if best is None:
        return None
    strip = lab[best[1] + near : -near]
    left = np.linalg.norm(strip[:, : reach - near].mean(1) - strip[:, reach + near : 2 * reach].mean(1), axis=1)
    right = np.linalg.norm(strip[:, near - reach :].mean(1) - strip[:, -2 * reach : -reach - near].mean(1), axis=1)
    if min(float((side > _EDGE).mean()) for side in (left, right)) < _ALL_ALONG:
        return None
    return float(grid[1] - best[1]) / _PX_PER_MM / size[1]


def _edge_along(lab: Image, row: int, depth: int) -> float:
    """The share of a row along which what is above differs from what is below, so many pixels deep."""
    above, below = lab[row - depth : row].mean(0), lab[row : row + depth].mean(0)
    return float((np.linalg.norm(above - below, axis=1) > _EDGE).mean())


def _above(table: Table, piece: Placed, faces: Sequence[str]) -> list[Placed]:
    """The likeliest faces whose strip shows just above a piece."""
    size = table.templates.sizes[piece.face]
    options: list[_Option] = []
    for step in _STEPS:
        pose = _moved(piece.matrix, 0.0, -float(step) * size[1])
        if _strip_is_free(table, pose, size, float(step)):
            options += _looked_at(table, pose, faces)
    options.sort(key=lambda one: -one[0])
    # Only where something was seen at all is it worth looking a little to the side.
    for pose in {id(one[2]): one[2] for one in options[:_LOOKS] if one[0] > _WORTH}.values():
        options += [one for aside in _SIDEWAYS for one in _looked_at(table, _moved(pose, aside, 0.0), faces)]
    options.sort(key=lambda one: -one[0])
    return [table.settled(table.at(face, pose)) for value, face, pose in options[:_LOOKS] if value > _WORTH]


def _looked_at(table: Table, pose: Image, faces: Sequence[str]) -> list[_Option]:
    """The two likeliest faces at a place, by what no other piece explains."""
    rough, size = table.templates.rough, table.templates.sizes[faces[0]]
    width, height = rough.frame(faces[0])
    rows = round(height * _TOP) // rough.cell * rough.cell
    strip = (size[0], size[1] * rows / height)
    patch = table.picture.patch(pose, strip, (width, rows))
    odds = rough.agreement(patch, faces, table.tint)
    values = strengths(odds, table.free_at(pose, strip, odds.shape[1:]))
    return [(float(values[k]), faces[k], pose) for k in np.argsort(values)[-2:]]


def _strip_is_free(table: Table, pose: Image, size: tuple[float, float], step: float) -> bool:
    """Whether what would show of the card beneath is not yet explained by another piece."""
    free = table.free_at(pose, size, (16, 8))
    rows = max(1, round(step * 16))
    return bool(free[:rows].mean() > _UNEXPLAINED)


def _moved(matrix: Image, right: float, down: float) -> Image:
    """The place so many mm beside a place, as the piece itself lies."""
    return np.asarray(matrix @ np.array([[1.0, 0, right], [0, 1.0, down], [0, 0, 1.0]]))
