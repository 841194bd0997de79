"""Boards and stages whose features put them beside where they lie: their whole print is looked for about that place.

Of a row of equal columns each feature looks like that of the next column too, and those that agree on a place may all
be one or two columns off. Stages of which features tell no place at all are looked for beside others (``alongside``),
cards along their columns (``columns``), tokens by their rims (``rims``).
"""

from collections.abc import Iterable, Iterator
from typing import Final

import cv2
import numpy as np

from vision.geometry.channels import cie_lab
from vision.geometry.homography import shifted
from vision.geometry.image import Image
from vision.recognition.kinds import Group, Size, kind_of
from vision.stills.fine_print import ROUGH_PX_PER_MM
from vision.stills.occupancy import Placed, Table
from vision.stills.placing import match_parts
from vision.stills.scoring import Found, explained
from vision.stills.templates import Alike

_SOUGHT: Final[frozenset[Group]] = frozenset({"board", "stage"})
_REACH: Final = 0.3
"""Share of the longer side within which a print is looked for: the columns of a stage of 123 mm are 14 mm apart, and
its features were once two of them off."""
_HIGHER: Final = (1.0, 0.83, 0.69, 1.2, 1.44)
"""Times that a piece may be as high as its picture says, where that was cut out by hand: 0.69 to 1.4 in three boxes."""
_PROMISING: Final = 0.35
"""Correlation of a whole print from which on a place is looked at closely: the twin's stages had 0.37 to 0.62 where
they lay, others 0.31 at most."""
_TRIES: Final = 3
"""Heights looked at closely: another than the true one may look a little more like it at 1 px/mm."""
_TIMES: Final = 3
"""Times that a place is brought to the pixel: the first look is at 1 px/mm, and a guess may be turned 3 degrees."""
_PIXELS: Final = 4
"""Pixels of a face's frame within which its parts are sought then."""
_FEWEST: Final = 8
"""Parts that tell how high and how wide a piece is."""
_TOLERANCES: Final = (3.0, 1.5)
"""mm on the table within which they agree, round by round."""
LIES_THERE: Final = 40.0
"""Log odds of its cells that make it a piece: of all places about, the best one was chosen. (Of the twin's stages those
that lay there had 46 to 99, others 33 at most.)"""


def sought(table: Table, put: Iterable[tuple[str, Image]], alike: Alike) -> list[Found]:
    """Of boards and stages of which none was found those that lie near where their features put them.

    ``put``: faces, each with a place (homography, mm on it to px).
    """
    known = {one.face for one in table.accepted}
    near = (
        near_by(table, face, matrix) for face, matrix in put if face not in known and kind_of(face).group in _SOUGHT
    )
    return explained(table, [one for one in near if one is not None and one.strength > LIES_THERE], alike)


def near_by(table: Table, face: str, matrix: Image) -> Placed | None:
    """Where the whole print fits best near a place; ``None``: nowhere well."""
    return likeliest(table, face, _fits(table, face, matrix))


def likeliest(table: Table, face: str, fits: Iterable[tuple[float, Image]]) -> Placed | None:
    """The best of some places, each brought home; how well the whole print fits there (-1..1) comes with them."""
    tries = sorted((clear, n, place) for n, (clear, place) in enumerate(fits))[-_TRIES:]
    near = [table.at(face, place) for clear, _, place in tries if clear > _PROMISING]
    for _ in range(_TIMES):
        near = [_brought_home(table, one) for one in near]
    return max(near, key=_strength, default=None)


def _fits(table: Table, face: str, matrix: Image) -> Iterator[tuple[float, Image]]:
    """How well the print fits near a place, and where, at each height that the piece may have."""
    size = table.templates.sizes[face]
    reach = _REACH * max(size)
    corner = matrix @ shifted(-reach, -reach)
    lab = roughly(table, corner, (size[0] + 2 * reach, size[1] + 2 * reach))
    print_ = table.templates.fine.rough(face, size)
    for higher in _HIGHER[:1] if table.templates.sized[face] else _HIGHER:
        frame = (print_.shape[1], round(print_.shape[0] * higher))
        fits = cv2.matchTemplate(lab, cv2.resize(print_, frame, interpolation=cv2.INTER_AREA), cv2.TM_CCOEFF_NORMED)
        _, clear, _, (right, down) = cv2.minMaxLoc(fits)
        yield clear, corner @ shifted(right / ROUGH_PX_PER_MM, down / ROUGH_PX_PER_MM) @ np.diag([1.0, higher, 1.0])


def roughly(table: Table, corner: Image, size: Size) -> Image:
    """A place (homography from mm, size in mm) as prints are looked for in it: CIE L*a*b*, ``ROUGH_PX_PER_MM``."""
    seen = table.evened(corner, size, (round(size[0] * ROUGH_PX_PER_MM), round(size[1] * ROUGH_PX_PER_MM)))
    return cie_lab(seen)


def _brought_home(table: Table, one: Placed) -> Placed:
    """A piece where its parts are: true to its shape, or, where that may be wrong, as wide and high as they say."""
    settled = table.settled(one)
    return settled if table.templates.sized[one.face] else max(settled, _stretched(table, one), key=_strength)


def _strength(one: Placed) -> float:
    return one.strength


def _stretched(table: Table, one: Placed) -> Placed:
    """A piece as wide and high as its parts say."""
    near = match_parts(table.picture, one.matrix, table.templates.usual, one.face, _PIXELS)
    aims, places = table.plane.on_table(near.targets), np.column_stack([near.places, np.ones(len(near.places))])
    weights, matrix = near.weights, one.matrix
    for tolerance in _TOLERANCES:
        if (weights > 0).sum() < _FEWEST:
            return one
        root = np.sqrt(weights)[:, None]
        across = np.linalg.lstsq(places * root, aims * root, rcond=None)[0].T
        matrix = np.linalg.inv(table.plane.plane) @ np.vstack([across, [0, 0, 1]])
        weights = np.where(np.hypot(*(places @ across.T - aims).T) < tolerance, near.weights, 0.0)
    return max(one, table.at(one.face, matrix), key=_strength)
