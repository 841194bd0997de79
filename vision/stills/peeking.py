"""Tokens of one kind piled on one another: those below show by what of their outlines sticks out.

A token's own rim says which colour they have, the table about it which they have not; what has the rim's colour beside
the token is explained by as few outlines as do, the one that explains most first (matching pursuit).
"""

from collections import Counter
from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from vision.geometry.homography import rectangle, transform_points
from vision.geometry.image import Image, Points
from vision.recognition.kinds import Size, kind_of
from vision.recognition.library import Face, Library
from vision.sighting import FaceProbability
from vision.stills.covered import open_part
from vision.stills.occupancy import Table
from vision.stills.placing import Shown
from vision.stills.scoring import Found

_PX_PER_MM = 3.0
"""At which outlines are compared: a corner that sticks out 2 mm has 20 pixels."""
_ASIDE = 4.0
"""mm by which a token of a pile lies beside the one on it: more, and it is found by its own print."""
_MARGIN = 10.0
"""mm about the token that are looked at; the outer half of it shows the table."""
_RIM = 2.5
"""mm of a token's border whose colour is the pile's."""
_EDGE = 0.7
"""mm beside an outline that are its own: it is found to half of it, and the light makes a seam there."""
_TURN = 3.0
"""Degrees between turns tried: half of it moves the corners of a square of 24 mm by half a millimetre."""
_APART = 3.0
"""Standard deviations that rim and table must be apart for what sticks out to be told."""
_FULL = 0.8
"""Share of what an outline would show that must have the rim's colour."""
_NEW = 0.01
"""Share of a token's area that it must explain alone: of a square turned by 10 degrees 7 % sticks out."""
_MOST = 6
"""Tokens below one."""
_SAME = 2.0
"""mm between the middles of two places of one token."""
_LIKELY = 0.9
"""Probability of what is told by its outline alone."""


def piled(table: Table, found: Sequence[Found], library: Library, faces: Sequence[str]) -> list[Found]:
    """The tokens below those found, where no other of these faces has their size: what peeks out is of the same."""
    sizes = Counter(library.faces[face].size for face in faces if kind_of(face).group == "token")
    below: list[Found] = []
    for one in found:
        if not one.faces or kind_of(one.faces[0].face).group != "token":
            continue
        face = library.faces[one.faces[0].face]
        if sizes[face.size] > 1:
            continue
        others = [other for other in found if other is not one and other.faces[:1] and other.faces[0].face == face.face]
        below += [
            Found(quad, (FaceProbability(face.face, _LIKELY),))
            for quad in peeking(table.original, one.quad, face.size, _opaque(face), [other.quad for other in others])
            if all(_apart(table, quad, other.quad) > _SAME for other in others)
        ]
    return below


def _apart(table: Table, one: Points, other: Points) -> float:
    """How far apart the middles of two places are, in mm."""
    middles = [table.plane.on_table(quad).mean(0) for quad in (one, other)]
    return float(np.hypot(*(middles[0] - middles[1])))


def _opaque(face: Face) -> Image:
    """What of a face's picture is the piece (0 to 255)."""
    picture = face.image()
    whole = picture.shape[2] == 3
    return np.full(picture.shape[:2], 255, np.uint8) if whole else np.ascontiguousarray(picture[..., 3])


def peeking(picture: Shown, quad: Points, size: Size, outline: Image, others: Sequence[Points] = ()) -> list[Points]:
    """The corners (px, each 4 x 2) of the tokens of the same outline below one.

    ``quad``: its own corners (px), ``size``: in mm; ``outline``: what of its picture is the token (uint8, 0 to 255).
    ``others``: corners (px) of others of them: what peeks out beside these may be of their piles.
    """
    corners = rectangle(size).astype(np.float32)
    matrix = np.asarray(cv2.getPerspectiveTransform(corners, quad.astype(np.float32)), float)
    wide, high = size[0] + 2 * _MARGIN, size[1] + 2 * _MARGIN
    frame = (round(wide * _PX_PER_MM), round(high * _PX_PER_MM))
    around = np.array([[1.0, 0, -_MARGIN], [0, 1, -_MARGIN], [0, 0, 1]])
    shape = _shape(outline, size)
    own = _laid(shape, 0.0, frame) > 0
    alike = _of_the_rim(picture.patch(matrix @ around, (wide, high), frame), own)
    if alike is None:
        return []
    theirs = open_part(matrix @ around, (wide, high), frame, others) == 0
    free = ~(_grown(own > 0, _EDGE) | _grown(theirs, _ASIDE))
    return [transform_points(matrix, about) for about in _explained(alike, free, shape, size)]


def _explained(alike: Image, open_: Image, shape: Image, size: Size) -> Iterator[Points]:
    """The corners (mm on the token) of the outlines that explain what sticks out, the one that explains most first."""
    free = open_.astype(np.float32)
    there = alike * free
    new = there.copy()
    frame = (free.shape[1], free.shape[0])
    turned = [(turn, _laid(shape, turn, frame)) for turn in np.arange(0.0, 360.0, _TURN)]
    for _ in range(_MOST):
        tries = [(*_best(cover, there, free, new), turn, cover) for turn, cover in turned]
        gain, (dx, dy), turn, cover = max(tries, key=lambda one: one[0])
        if gain < _NEW * shape.sum():
            return
        moved = cv2.warpAffine(cover, np.array([[1, 0, dx], [0, 1, dy]], np.float32), frame)
        new[_grown(moved > 0, _EDGE)] = 0
        yield _corners(size, turn) + np.array([dx, dy]) / _PX_PER_MM


def _best(cover: Image, there: Image, free: Image, new: Image) -> tuple[float, tuple[int, int]]:
    """How many pixels an outline newly explains where it lies best, and how far (px) that is aside."""
    reach = round(_ASIDE * _PX_PER_MM)
    inner = np.ascontiguousarray(cover[reach:-reach, reach:-reach])
    hit, shown, gain = (cv2.matchTemplate(one, inner, cv2.TM_CCORR) for one in (there, free, new))
    gain = np.where(hit > _FULL * shown, gain, 0.0)
    row, column = np.unravel_index(int(gain.argmax()), gain.shape)
    return float(gain[row, column]), (int(column) - reach, int(row) - reach)


def _of_the_rim(seen: Image, own: Image) -> Image | None:
    """Which pixels have the rim's colour rather than the table's, by Fisher's discriminant; ``None``: it cannot say."""
    lab = cv2.cvtColor(seen.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    away = cv2.distanceTransform((~own).astype(np.uint8), cv2.DIST_L2, 5)
    within = cv2.distanceTransform(own.astype(np.uint8), cv2.DIST_L2, 5)
    rim = lab[(within > _EDGE * _PX_PER_MM) & (within < _RIM * _PX_PER_MM)]
    table = _usual(lab[away > _MARGIN / 2 * _PX_PER_MM])
    middles = np.median(rim, axis=0), np.median(table, axis=0)
    spread = np.cov(rim.T) + np.cov(table.T) + np.eye(3)
    ray = np.linalg.solve(spread, middles[0] - middles[1])
    if float(ray @ (middles[0] - middles[1])) < _APART**2:
        return None
    return np.asarray(((lab - (middles[0] + middles[1]) / 2) @ ray > 0).astype(np.float32))


def _usual(colours: Image) -> Image:
    """The half of colours (N x 3) that are nearest to their middle: another pile may lie beside this one."""
    apart = np.linalg.norm(colours - np.median(colours, axis=0), axis=1)
    return np.asarray(colours[apart <= np.median(apart)])


def _shape(outline: Image, size: Size) -> Image:
    """The outline (0 or 1, float32) so many pixels a mm."""
    wide, high = (round(side * _PX_PER_MM) for side in size)
    small = cv2.resize(outline.astype(np.float32) / 255, (wide, high), interpolation=cv2.INTER_AREA)
    return np.asarray((small > 0.5).astype(np.float32))


def _laid(shape: Image, turn: float, frame: tuple[int, int]) -> Image:
    """An outline in the middle of a frame, turned (degrees clockwise)."""
    matrix: Image = cv2.getRotationMatrix2D((shape.shape[1] / 2 - 0.5, shape.shape[0] / 2 - 0.5), -turn, 1.0)
    matrix[:, 2] += (np.array(frame) - shape.shape[::-1]) / 2
    return np.asarray((cv2.warpAffine(shape, matrix, frame) > 0.5).astype(np.float32))


def _grown(inside: Image, by: float) -> Image:
    """What lies within so many mm of something."""
    side = 2 * round(by * _PX_PER_MM) + 1
    return np.asarray(cv2.dilate(inside.astype(np.uint8), np.ones((side, side), np.uint8)) > 0)


def _corners(size: Size, turn: float) -> Points:
    """The corners (mm) of a token turned (degrees clockwise) about its middle."""
    angle = np.deg2rad(turn)
    across = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    middle = np.array(size) / 2
    return np.asarray((rectangle(size) - middle) @ across + middle)
