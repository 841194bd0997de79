"""Cards fanned in a column: under a card that was found, the header strip of the one beneath shows above it."""

from collections.abc import Sequence

import numpy as np

from vision.geometry.image import Image
from vision.recognition.kinds import kind_of
from vision.stills.cell_agreement import strengths
from vision.stills.occupancy import Placed, Table
from vision.stills.scoring import Found, explained
from vision.stills.templates import Alike

_STEPS = np.arange(0.12, 0.34, 0.02)
"""How far above, as a share of the card's height, a card beneath may begin."""
_SIDEWAYS = (-1.6, 1.6)
"""mm that a card of a fan may lie aside."""
_ROUNDS = 5
"""Cards above one another, one found after the other."""
_LOOKS = 3
"""Places kept."""
_UNEXPLAINED = 0.6
"""Share of a strip that no other piece may explain."""
_WORTH = 3.0
"""Log odds of a strip from which on it is looked at closely."""
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
        more = explained(table, guessed, alike)
        if not more:
            break
        found += more
    return found


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
