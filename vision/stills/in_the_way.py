"""What lies over pieces and is none of them: a hand, a sleeve, a cup.

It is told in two ways: by what of a card that was found neither shows nor lies under another piece; and, as it may
hide pieces whole, by reaching in from the edge of the picture up to them, in colours that the table does not have.
"""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.geometry.homography import shifted
from vision.geometry.image import Image, Points
from vision.recognition.kinds import kind_of
from vision.stills.cell_agreement import seen
from vision.stills.columns import lying_on
from vision.stills.covered import open_part
from vision.stills.lying import widest_gap
from vision.stills.occupancy import Placed, Table
from vision.stills.scoring import Found

_COVERED = 0.08
"""Share of a card in one place, 250 to 550 mm2: less than a finger's end hides. (Of the twin's cards of which a hand
hid a tenth or more all but one had more, of those that nothing lay on none more than 0.04.)"""
_OPEN = 0.9
"""Share of a cell that no other piece covers."""
_FINER = 3
"""Points for each cell, along and across, at which is asked whether another piece covers it."""

_ELSEWHERE = 3.0
"""mm by which another print run puts a part of a card elsewhere, about: on printed cards of the second edition the cost
lies 4 mm from where the publisher's own picture has it, and cells are 8 mm. What a hand hides is not there either."""

_PX_PER_MM = 0.5
"""At which what reaches in is looked for: a finger has 8 pixels."""
_SMOOTH = 3.0
"""mm (standard deviation): the grain of wood is finer."""
_BLACK = 8.0
"""Grey levels added before a logarithm: noise of a black place is no colour."""
_RIM = 6.0
"""mm about a piece that are its own: its shadow, and what its corners are off."""
_AROUND = 120.0
"""mm about the pieces whose colours are the table's: beyond may be its edge, and the floor."""
_ROUNDS, _TABLE = 8, 3.0
"""Times that the table's colours are found, each time from what is within so many of their spreads."""
_USUAL = 1.18
"""Spreads within which half of a table is, were its colours normal in two directions."""
_NOTHING = 1e-6
"""No division by nothing: a painted table has but one colour."""
_OFF = 8.0
"""Spreads from which on a colour is not the table's. (Twin: 98 % of bare wood below 5.4, 98 % of an arm above 10.)"""
_THIN = 14.0
"""mm: a finger is 16 wide; what is left of a piece beside its place is thinner, as are joints between planks."""
_NEAR, _FAR = 20.0, 80.0
"""mm from the city's pieces up to which something may hide one whole: as far as these lie from each other, but so far
at least (a card's place beside a column) and at most (a hand's breadth). What lies further off lies beside the city."""


def on_cards(table: Table, found: Sequence[Found]) -> list[Found]:
    """What was found; of each card whether something lies on it that is none of the pieces."""
    cards = [one for one in table.accepted if kind_of(one.face).group == "card"]
    covered = [table.quad(one) for one in cards if _is_covered(table, one)]
    return [one._replace(covered=any(np.array_equal(one.quad, quad) for quad in covered)) for one in found]


def _is_covered(table: Table, one: Placed) -> bool:
    others = lying_on(table, one, [other for other in table.accepted if other is not one])
    rows, columns = one.odds.shape
    size = table.templates.sizes[one.face]
    free = open_part(one.matrix, size, (columns * _FINER, rows * _FINER), others).astype(np.float32)
    bare = cv2.resize(free, (columns, rows), interpolation=cv2.INTER_AREA) > _OPEN
    # What is not where it is enrolled may be printed a little beside it: another look at those cards only.
    return _in_one_place(bare, one.odds) > _COVERED and _in_one_place(bare, _near_by(table, one)) > _COVERED


def _near_by(table: Table, one: Placed) -> Image:
    """The log odds of a card's cells, each where its print agrees best near by."""
    ways = (-_ELSEWHERE, 0.0, _ELSEWHERE)
    looks = [table.at(one.face, one.matrix @ shifted(x, y)).odds for x in ways for y in ways]
    return np.asarray(np.max(looks, axis=0))


def _in_one_place(bare: Image, odds: Image) -> float:
    """The largest share of a card in one place that is not in sight, though no other piece lies on it (``bare``)."""
    # Beside what is hidden a cell in sight is held to be hidden, too.
    hidden = bare & ~seen(odds) & (odds < 0)
    _, _, boxes, _ = cv2.connectedComponentsWithStats(hidden.astype(np.uint8), connectivity=4)
    return float(boxes[1:, cv2.CC_STAT_AREA].max(initial=0)) / odds.size


def reaches_in(picture: Image, pieces: Sequence[Points], city: Sequence[Points], px_per_mm: float) -> bool:
    """Whether something that is none of the pieces reaches in from the picture's edge to the city.

    ``picture``: uint8 BGR; ``pieces``: all that were found, ``city``: those of the city (corners, px).
    """
    scale = min(1.0, _PX_PER_MM / px_per_mm)
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    away = _away(small, [quad * scale for quad in pieces])
    bare = away > _RIM * _PX_PER_MM
    table = bare & (away < _AROUND * _PX_PER_MM)
    if not city or not table.any():
        return False
    strange = (bare & (_off_table(small, table) > _OFF)).astype(np.uint8)
    thin = round(_THIN * _PX_PER_MM)
    around = cv2.copyMakeBorder(strange, thin, thin, thin, thin, cv2.BORDER_REPLICATE)
    box = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (thin, thin))
    things = cv2.morphologyEx(around, cv2.MORPH_OPEN, box)[thin:-thin, thin:-thin]
    _, labels = cv2.connectedComponents(things)
    rim = np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]])
    reach = min(max(widest_gap(city) / px_per_mm, _NEAR), _FAR)
    near = labels[_away(small, [quad * scale for quad in city]) <= reach * _PX_PER_MM]
    return bool((set(rim.tolist()) & set(near.tolist())) - {0})


def _away(picture: Image, quads: Sequence[Points]) -> Image:
    """How far (pixels) each pixel is from the nearest of these."""
    free = np.ones(picture.shape[:2], np.uint8)
    for quad in quads:
        cv2.fillPoly(free, [np.rint(quad).astype(np.int32)], 0)
    return np.asarray(cv2.distanceTransform(free, cv2.DIST_L2, cv2.DIST_MASK_5))


def _off_table(picture: Image, table: Image) -> Image:
    """How far each pixel's colour is from the table's there, in spreads of these; ``table``: where most is (bool).

    Only red and blue against green count, so that a shade is no thing; what a light's colour changes across the picture
    is taken for a curved surface.
    """
    log = np.log(cv2.GaussianBlur(picture, (0, 0), _SMOOTH * _PX_PER_MM).astype(np.float32) + _BLACK)
    colour = (log[..., ::2] - log[..., 1:2]).reshape(-1, 2)
    y, x = (axis.ravel() - 0.5 for axis in np.indices(table.shape) / np.array(table.shape)[:, None, None])
    surface = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=-1)
    off, used = np.zeros(len(colour)), table.ravel()
    for _ in range(_ROUNDS):
        usual, *_ = np.linalg.lstsq(surface[used], colour[used], rcond=None)
        left = colour - surface @ usual
        spread = np.cov(left[used].T) + 1e-5 * np.eye(2)
        off = np.sqrt(np.einsum("ij,jk,ik->i", left, np.linalg.inv(spread), left))
        off *= _USUAL / (np.median(off[used]) + _NOTHING)
        used = table.ravel() & (off < _TABLE)
    return np.asarray(off.reshape(table.shape))
