"""Which guesses stand: each part of a photograph is explained by one piece, the surest first."""

from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from vision.geometry.homography import rectangle, transform_points
from vision.geometry.image import Image, Points
from vision.recognition.kinds import Size
from vision.stills.cell_agreement import ANY_TINT, seen, strength
from vision.stills.placing import Shown, balanced, match_parts
from vision.stills.tabletop import Fitted, Tabletop
from vision.stills.templates import Templates

_GRAIN = 2
"""Pixels of the photograph to one of the claims' map."""
_TOLERANCES = (2.4, 1.2, 0.9)
"""mm on the table within which parts of a face agree, round by round."""
_REACH = 5
"""Pixels of a face's frame (64 x 96) in which its parts are sought."""
_FINER = 3
"""Points of the claims' map looked up for each cell, along and across."""


class Placed(NamedTuple):
    """A face at a place.

    ``matrix``: homography from mm on the face to pixels; ``odds``: log odds of its cells, ``strength``: of those
    in sight together; ``support``: what features say for it.
    """

    face: str
    matrix: Image
    odds: Image
    strength: float
    support: float = 0.0


class Table:
    """A photograph with its plane, in which faces are placed and compared.

    ``picture``: of a workable size, its light evened out by ``gains`` (blue, green, red); ``original``: as it was
    taken.
    """

    def __init__(  # noqa: PLR0917 - what the docstring says, in its order
        self,
        picture: Shown,
        plane: Tabletop,
        templates: Templates,
        original: Shown,
        tint: float = ANY_TINT,
        gains: Image | None = None,
    ) -> None:
        self.picture = picture
        self.gains = gains
        self.original = original
        self.plane = plane
        self.templates = templates
        self._prints = templates.usual
        self._sizes = templates.sizes
        self.tint = tint
        self.accepted: list[Placed] = []
        height, width = picture.levels[0].shape[:2]
        self._claims = np.zeros((height // _GRAIN + 1, width // _GRAIN + 1), np.uint8)

    def placed(self, face: str, features: Fitted, reach: int = _REACH) -> Placed | None:
        """The face at the place that its features give, brought to the pixel; None: too few of them."""
        matrix = self.plane.laid(features, sized=self.templates.sized[face])
        near = match_parts(self.picture, matrix, self._prints, face, reach)
        both = Fitted(*(np.concatenate(parts) for parts in zip(features, near, strict=True)))
        settled = self._settled(face, both, matrix)
        return None if settled is None else self.at(face, settled)

    def settled(self, placed: Placed) -> Placed:
        """The same face, moved to where its parts fit best; as it was where too few are found."""
        near = match_parts(self.picture, placed.matrix, self._prints, placed.face, 3)
        if not len(near.weights):
            return placed
        matrix = self._settled(placed.face, near, placed.matrix)
        if matrix is None:
            return placed
        moved = self.at(placed.face, matrix)
        return moved._replace(support=placed.support) if moved.strength > placed.strength else placed

    def at(self, face: str, matrix: Image) -> Placed:
        """The face at exactly this place."""
        return self.compared([face], matrix)[0]

    def compared(self, faces: Sequence[str], matrix: Image) -> list[Placed]:
        """Each of these faces (all of one size) at this place, without regard to claims."""
        patch = self.picture.patch(matrix, self._sizes[faces[0]], self._prints.frame(faces[0]))
        odds = self._prints.agreement(patch, faces, self.tint)
        return [Placed(face, matrix, mine, strength(mine)) for face, mine in zip(faces, odds, strict=True)]

    def evened(self, matrix: Image, size: Size, frame: tuple[int, int]) -> Image:
        """A place cut out of the picture as it was taken, at its full sharpness, its light evened out."""
        patch = self.original.patch(matrix, size, frame)
        return patch if self.gains is None else balanced(patch, self.gains)

    def quad(self, placed: Placed) -> Points:
        """Corners in pixels, clockwise from the piece's own top left."""
        return transform_points(placed.matrix, rectangle(self._sizes[placed.face]))

    def in_sight(self, placed: Placed) -> Points:
        """The hull (px) of what is in sight of a piece; of one of which too little is, all of it."""
        cells = cv2.morphologyEx(seen(placed.odds).astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        rows, columns = np.nonzero(cells)
        if not len(rows):
            return self.quad(placed)
        corners = np.concatenate([np.column_stack([columns + x, rows + y]) for x in (0, 1) for y in (0, 1)])
        hull = cv2.convexHull(corners.astype(np.float32))[:, 0] * self._sizes[placed.face] / cells.shape[::-1]
        return transform_points(placed.matrix, hull)

    def apart(self, one: Placed, other: Placed) -> float:
        """How far two places are from each other: the mean of their corners' distances, in mm."""
        corners = self.plane.on_table(self.quad(one)) - self.plane.on_table(self.quad(other))
        return float(np.hypot(*corners.T).mean())

    def on_each_other(self, one: Placed, other: Placed) -> float:
        """As ``apart``, whichever way up: where this is little, one piece would hide the other whole."""
        mine, its = (self.plane.on_table(self.quad(each)) for each in (one, other))
        return min(float(np.hypot(*(mine - turned).T).mean()) for turned in (its, its[[2, 3, 0, 1]]))

    def free(self, placed: Placed) -> Image:
        """For each cell the share (0..1) that no accepted piece explains."""
        return self.free_at(placed.matrix, self._sizes[placed.face], placed.odds.shape)

    def free_at(self, matrix: Image, size: Size, cells: tuple[int, ...]) -> Image:
        """As ``free``, for any place: homography from mm, size in mm, rows and columns of cells."""
        rows, columns = cells
        shape = (columns * _FINER, rows * _FINER)
        how = cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP
        grid = _grid(matrix, size, shape)
        claimed = cv2.warpPerspective(self._claims, grid, shape, flags=how, borderMode=cv2.BORDER_CONSTANT)
        taken = cv2.resize((claimed > 0).astype(np.float32), (columns, rows), interpolation=cv2.INTER_AREA)
        return np.asarray(1 - taken)

    def claim(self, placed: Placed) -> None:
        """What is in sight of this piece explains its part of the photograph."""
        self.accepted.append(placed)
        rows, columns = placed.odds.shape
        shape = (self._claims.shape[1], self._claims.shape[0])
        cells = cv2.copyMakeBorder(seen(placed.odds).astype(np.uint8), 1, 1, 1, 1, cv2.BORDER_REPLICATE)
        # A cell alone among those in sight is covered by nothing: noise.
        cells = cv2.morphologyEx(cells, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
        cells = np.ascontiguousarray(cells[1:-1, 1:-1])
        grid = _grid(placed.matrix, self._sizes[placed.face], (columns, rows))
        self._claims |= cv2.warpPerspective(cells, grid, shape, flags=cv2.INTER_NEAREST)

    def _settled(self, face: str, features: Fitted, matrix: Image) -> Image | None:
        """The place on which most features agree to about a millimetre."""
        aims = self.plane.on_table(features.targets)
        for tolerance in _TOLERANCES:
            at = self.plane.on_table(transform_points(matrix, features.places))
            weights = np.where(np.hypot(*(at - aims).T) < tolerance, features.weights, 0.0)
            if (weights > 0).sum() < 3:
                return None
            matrix = self.plane.laid(features._replace(weights=weights), sized=self.templates.sized[face])
        return matrix


def _grid(matrix: Image, size: Size, cells: tuple[int, int]) -> Image:
    """From cells (columns, rows of a piece) to the claims' map."""
    wide, high = size[0] / cells[0], size[1] / cells[1]
    to_mm = np.array([[wide, 0, 0.5 * wide], [0, high, 0.5 * high], [0, 0, 1]])
    return np.asarray(np.diag([1 / _GRAIN, 1 / _GRAIN, 1.0]) @ matrix @ to_mm)
