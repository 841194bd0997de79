"""Cards fanned in a column: under a card that was found, the header strip of the one beneath shows above it."""

from collections.abc import Sequence

import numpy as np

from vision.agreement import strength
from vision.album import Alike
from vision.arranging import Placed, Table
from vision.image import Image
from vision.judging import Found, explained

_STEPS = np.arange(0.12, 0.34, 0.02)
"""How far above, as a share of the card's height, a card beneath may begin."""
_SIDEWAYS = (-1.6, 0.0, 1.6)
_ROUNDS = 5
_LOOKS = 3
_UNEXPLAINED = 0.6
_WORTH = 3.0


def siblings(table: Table, alike: Alike) -> list[Found]:
    """The cards that show a strip above one that was found, and above these, and so on."""
    found: list[Found] = []
    tried = 0
    for _ in range(_ROUNDS):
        fresh = table.accepted[tried:]
        tried += len(fresh)
        guessed = [one for piece in fresh for one in _above(table, piece, alike[piece.face])]
        more = explained(table, guessed, alike)
        if not more:
            break
        found += more
    return found


def _above(table: Table, piece: Placed, faces: Sequence[str]) -> list[Placed]:
    """The likeliest faces whose strip shows just above a piece."""
    rough, size = table.album.rough, table.album.sizes[piece.face]
    frame = rough.frame(piece.face)
    options: list[tuple[float, str, Image]] = []
    for step in _STEPS:
        if not _strip_is_free(table, _moved(piece.matrix, 0.0, -float(step) * size[1]), size, float(step)):
            continue
        for aside in _SIDEWAYS:
            pose = _moved(piece.matrix, aside, -float(step) * size[1])
            odds, _ = rough.agreement(table.picture.patch(pose, size, frame), faces, table.tint)
            free = table.free_at(pose, size, odds.shape[1:])
            values = [strength(one, free) for one in odds]
            options += [(values[k], faces[k], pose) for k in np.argsort(values)[-2:]]
    options.sort(key=lambda one: -one[0])
    return [table.settled(table.at(face, pose)) for value, face, pose in options[:_LOOKS] if value > _WORTH]


def _strip_is_free(table: Table, pose: Image, size: tuple[float, float], step: float) -> bool:
    """Whether what would show of the card beneath is not yet explained by another piece."""
    free = table.free_at(pose, size, (16, 8))
    rows = max(1, round(step * 16))
    return bool(free[:rows].mean() > _UNEXPLAINED)


def _moved(matrix: Image, right: float, down: float) -> Image:
    """The place so many mm beside a place, as the piece itself lies."""
    return np.asarray(matrix @ np.array([[1.0, 0, right], [0, 1.0, down], [0, 0, 1.0]]))
