"""Boards and stages whose features put them beside where they lie: their whole print is looked for about that place.

Of a row of equal columns each feature looks like that of the next column too, and those that agree on a place may all
be one or two columns off. Cards are looked for along their columns (``columns``), tokens by their rims (``rims``).
"""

from collections.abc import Iterable
from typing import Final

import cv2
import numpy as np

from vision.geometry.image import Image
from vision.recognition.kinds import Group, kind_of
from vision.stills.fine_print import ROUGH_PX_PER_MM
from vision.stills.occupancy import Placed, Table
from vision.stills.scoring import Found, explained
from vision.stills.templates import Alike

_SOUGHT: Final[frozenset[Group]] = frozenset({"board", "stage"})
_REACH: Final = 0.3
"""Share of the longer side within which a print is looked for: the columns of a stage of 123 mm are 14 mm apart, and
its features were once two of them off."""
_TIMES: Final = 2
"""Times that a place is brought to the pixel: the first look is at 1 px/mm, and a guess may be turned 3 degrees."""
_ACCEPTED: Final = 25.0
"""Log odds of its cells that make it a piece, as of an outline: of all places about, the best one was chosen."""


def sought(table: Table, put: Iterable[tuple[str, Image]], alike: Alike) -> list[Found]:
    """Of boards and stages of which none was found those that lie near where their features put them.

    ``put``: faces, each with a place (homography, mm on it to px).
    """
    known = {one.face for one in table.accepted}
    near = [_near(table, face, matrix) for face, matrix in put if face not in known and kind_of(face).group in _SOUGHT]
    return explained(table, [one for one in near if one.strength > _ACCEPTED], alike)


def _near(table: Table, face: str, matrix: Image) -> Placed:
    """Where the whole print fits best near a place."""
    size = table.templates.sizes[face]
    reach = _REACH * max(size)
    wide, high = size[0] + 2 * reach, size[1] + 2 * reach
    seen = table.evened(
        matrix @ _at(-reach, -reach), (wide, high), (round(wide * ROUGH_PX_PER_MM), round(high * ROUGH_PX_PER_MM))
    )
    lab = cv2.cvtColor(seen.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    fits = cv2.matchTemplate(lab, table.templates.fine.rough(face, size), cv2.TM_CCOEFF_NORMED)
    right, down = cv2.minMaxLoc(fits)[3]
    near = table.at(face, matrix @ _at(right / ROUGH_PX_PER_MM - reach, down / ROUGH_PX_PER_MM - reach))
    for _ in range(_TIMES):
        near = table.settled(near)
    return near


def _at(right: float, down: float) -> Image:
    return np.array([[1.0, 0, right], [0, 1.0, down], [0, 0, 1.0]])
