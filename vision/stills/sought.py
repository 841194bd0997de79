"""Boards and stages whose features put them beside where they lie: their whole print is looked for about that place.

Of a row of equal columns each feature looks like that of the next column too, and those that agree on a place may all
be one or two columns off. Where features agree on a round symbol only, they tell no turn: a stage lies beside others,
the same way round, and is looked for there as well. Cards are looked for along their columns (``columns``), tokens by
their rims (``rims``).
"""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

import cv2
import numpy as np

from vision.geometry.homography import rectangle, shifted, transform_points
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
_BESIDE: Final = 1.5
"""Share of the longer side of a stage within which others of its wonder lie: they touch, five in one or two rows."""
_OPEN: Final = 0.7
"""Share of a piece that no other one explains, where it lies beside them: they touch, and a token may lie on it."""
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
_ACCEPTED: Final = 40.0
"""Log odds of its cells that make it a piece: of all places about, the best one was chosen. (Of the twin's stages those
that lay there had 46 to 99, others 33 at most.)"""


def sought(table: Table, put: Iterable[tuple[str, Image]], alike: Alike) -> list[Found]:
    """Of boards and stages of which none was found those that lie near where their features put them.

    ``put``: faces, each with a place (homography, mm on it to px).
    """
    known = {one.face for one in table.accepted}
    missing = [(face, matrix) for face, matrix in put if face not in known and kind_of(face).group in _SOUGHT]
    near = (near_by(table, face, matrix) for face, matrix in missing)
    found = explained(table, [one for one in near if one is not None and one.strength > _ACCEPTED], alike)
    known = {one.face for one in table.accepted}
    first = {face: matrix for face, matrix in reversed(missing) if face not in known}
    beside = (_beside_others(table, face, matrix) for face, matrix in first.items() if kind_of(face).group == "stage")
    return found + explained(table, [one for one in beside if one is not None and one.strength > _ACCEPTED], alike)


def near_by(table: Table, face: str, matrix: Image) -> Placed | None:
    """Where the whole print fits best near a place; ``None``: nowhere well."""
    reach = _REACH * max(table.templates.sizes[face])
    return _best(table, face, _fits(table, face, _about(matrix, table.templates.sizes[face], reach)))


def _beside_others(table: Table, face: str, matrix: Image) -> Placed | None:
    """Where a stage fits best beside the one that is nearest to a place, as large and the same way round as it."""
    others = [one for one in table.accepted if kind_of(one.face).group == kind_of(face).group]
    if not others:
        return None
    sizes = table.templates.sizes
    middle = transform_points(matrix, rectangle(sizes[face])).mean(0)
    nearest = min(others, key=lambda one: float(np.hypot(*(table.quad(one).mean(0) - middle))))
    reach = _BESIDE * max(*sizes[face], *sizes[nearest.face])
    return _best(table, face, _fits(table, face, _about(nearest.matrix, sizes[nearest.face], reach), beside=True))


class _Region(NamedTuple):
    """A part of the table that is searched: homography from mm on it to px, its size in mm."""

    corner: Image
    size: Size


def _about(matrix: Image, size: Size, reach: float) -> _Region:
    """A place (homography from mm, size in mm) and what is within so many mm of it."""
    return _Region(matrix @ shifted(-reach, -reach), (size[0] + 2 * reach, size[1] + 2 * reach))


def _best(table: Table, face: str, fits: Iterable[tuple[float, Image]]) -> Placed | None:
    tries = sorted((clear, n, place) for n, (clear, place) in enumerate(fits))[-_TRIES:]
    near = [table.at(face, place) for clear, _, place in tries if clear > _PROMISING]
    for _ in range(_TIMES):
        near = [_brought_home(table, one) for one in near]
    return max(near, key=_strength, default=None)


def _fits(table: Table, face: str, region: _Region, *, beside: bool = False) -> Iterator[tuple[float, Image]]:
    """How well the print fits best in a region, and where, at each height that the piece may have.

    ``beside``: where no other piece lies, and as high as its picture says: it was cut out as those beside it were.
    """
    size = table.templates.sizes[face]
    frame = (round(region.size[0] * ROUGH_PX_PER_MM), round(region.size[1] * ROUGH_PX_PER_MM))
    seen = table.evened(region.corner, region.size, frame)
    lab = cv2.cvtColor(seen.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    print_ = table.templates.fine.rough(face, size)
    for higher in _HIGHER[:1] if beside or table.templates.sized[face] else _HIGHER:
        look = cv2.resize(print_, (print_.shape[1], round(print_.shape[0] * higher)), interpolation=cv2.INTER_AREA)
        fits = cv2.matchTemplate(lab, look, cv2.TM_CCOEFF_NORMED)
        if beside:
            high, wide = look.shape[:2]
            free = table.free_at(region.corner, region.size, frame[::-1]).astype(np.float32)
            open_ = cv2.boxFilter(free, -1, (wide, high), anchor=(0, 0), borderType=cv2.BORDER_REPLICATE)
            fits = np.where(open_[: fits.shape[0], : fits.shape[1]] > _OPEN, fits, -1.0)
        _, clear, _, (right, down) = cv2.minMaxLoc(fits)
        place = region.corner @ shifted(right / ROUGH_PX_PER_MM, down / ROUGH_PX_PER_MM) @ np.diag([1.0, higher, 1.0])
        yield clear, place


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
