"""Pieces that were all pushed or laid anew a little closer: found again by the strips that show.

A full column is laid anew with narrower strips: every card of it has moved, and of each but the last one
only a strip at its upper edge is seen.
"""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from vision.geometry.difference import Area
from vision.geometry.image import Image
from vision.geometry.plane import PX_PER_MM
from vision.geometry.pose import Pose
from vision.live.pieces import Piece

STRIP_MM = 9.0
"""How much of a card must show at its upper edge."""
STRIP_AREA = 300.0
"""mm² that show of a card: less than a strip's 9 x 55 holds none."""
_STRIP_MIDDLE = STRIP_MM / 2 + 1 / PX_PER_MM
"""The edge itself, one pixel, is left out: it may show what lies beneath."""
_TURNS = (0.0, -2.0, 2.0, -4.0, 4.0)
"""Degrees in which strips are searched, then ever finer: a strip's ends move by 1 mm in 2 degrees."""
_FINE_TURNS, _CLOSE_MM = tuple(0.4 * k for k in range(-4, 5)), 2.5
"""Degrees and mm each way of the finer search: up to the next coarse turn, a strip's ends moving by 0.2 mm a step."""
_LEAST_FIT = 0.62
"""Correlation with a strip below which it is none. Chosen by hand; the rehearsals of docs/measurements.md hold with
it."""
_ONE_PEAK = 10.0, 4.0
"""mm across and down by which two hits at one turn lie apart at least."""
_APART_MM, _ONE_COLUMN_MM = 5.0, 30.0
"""mm along a column: two strips closer than that are one; across it: cards closer than that lie in one."""
NEAR_MM = 14.0
"""mm by which a card that was nudged may lie elsewhere: less than a strip of a column."""
_NUDGE_TURNS = tuple(2.0 * k for k in range(-4, 5))
"""Degrees by which it may have been turned, in steps that the finer search bridges."""
_MOST_PLACES, _OTHER_PLACE_MM = 3, 4.0
"""So many places are tried for one card; two whose strips are closer than that are one."""
_PUSHED_MM = 40.0
"""mm that a card of a column may have been moved; less than from one column of cards to the next."""
_COARSE = 1.0
"""Pixels a mm at which strips are sought; where one is found it is looked at once more, at the sheet's own."""


class Hit(NamedTuple):
    """A place (mm from the searched region's corner, the strip's middle) that looks like a face's upper strip."""

    fit: float
    x: float
    y: float
    turn: float
    face: str | None


def found_again(sheet: Image, area: Area, pieces: Sequence[Piece], others: Sequence[Pose] = ()) -> dict[int, Pose]:
    """Where pieces (by index in ``pieces``, each on those before it) lie now, those that are found.

    Each column keeps its order: of the places where its cards may lie those that fit best together.

    ``sheet``: the rectified mat now. ``area``: where to look, rows and columns in mm. ``others``: where other pieces
    lie, whose strips may look like theirs.
    """
    taken = [_strip(pose) for pose in others]
    hits: list[Hit] = []
    for face in dict.fromkeys(piece.face for piece in pieces):
        alike = [piece for piece in pieces if piece.face == face]
        left, top, region = _about_strips(sheet, area, alike)
        found = _sought(region, alike[-1].patch, face, _TURNS)
        there = (hit._replace(x=hit.x + left, y=hit.y + top) for hit in found)
        hits += _each_once([hit for hit in there if all(math.dist(hit[1:3], at) > _APART_MM for at in taken)])
    placed: dict[int, Hit] = {}
    for column in _columns(pieces):
        placed |= _in_order({index: _near(pieces[index], hits) for index in column})
    return {
        index: _corrected(sheet, pieces[index], pose_from_strip(pieces[index].pose, hit.x, hit.y, hit.turn))
        for index, hit in placed.items()
    }


def _each_once(hits: Sequence[Hit]) -> list[Hit]:
    """Those that fit best of all that are one strip."""
    found = list[Hit]()
    for hit in sorted(hits, reverse=True):
        if not any(_same_place(hit, one) for one in found):
            found.append(hit)
    return found


def _near(piece: Piece, hits: Sequence[Hit]) -> list[Hit]:
    """Where a piece may have been moved to."""
    x, y = _strip(piece.pose)
    return [hit for hit in hits if hit.face == piece.face and abs(hit.x - x) + abs(hit.y - y) < _PUSHED_MM]


def _columns(pieces: Sequence[Piece]) -> list[list[int]]:
    """The pieces (indices) that lie in one column each, the lowest first."""
    columns = list[list[int]]()
    for index, piece in enumerate(pieces):
        x = piece.pose.x
        column = next((one for one in columns if abs(pieces[one[-1]].pose.x - x) < _ONE_COLUMN_MM), None)
        if column is None:
            columns.append([index])
        else:
            column.append(index)
    return columns


def _in_order(hits: Mapping[int, Sequence[Hit]]) -> dict[int, Hit]:
    """Where the cards of a column lie: each further down than those before it, so that all fit best."""
    # How well the cards so far fit, how far down the last of them lies, and where each does.
    ways: list[tuple[float, float, dict[int, Hit]]] = [(0.0, -math.inf, {})]
    for index, mine in hits.items():
        longer = []
        for hit in mine:
            fit, _, before = max((way for way in ways if way[1] < hit.y - _APART_MM), key=_how_well)
            longer.append((fit + hit.fit, hit.y, {**before, index: hit}))
        ways += longer
    return max(ways, key=_how_well)[2]


def _how_well(way: tuple[float, float, dict[int, Hit]]) -> float:
    return way[0]


def _about_strips(sheet: Image, area: Area, pieces: Sequence[Piece]) -> tuple[float, float, Image]:
    """The part of an area (mm) to which the upper strips of pieces may have been moved: left, top (mm), pixels."""
    strips = np.array([_strip(piece.pose) for piece in pieces])
    reach = np.array([max(piece.pose.width for piece in pieces) / 2, STRIP_MM / 2 + 2]) + _PUSHED_MM
    least = np.maximum(strips.min(axis=0) - reach, (area[1].start, area[0].start))
    most = np.minimum(strips.max(axis=0) + reach, (area[1].stop, area[0].stop))
    left, top, right, bottom = (int(side) for side in np.round(np.concatenate([least, most]) * PX_PER_MM))
    return left / PX_PER_MM, top / PX_PER_MM, sheet[top:bottom, left:right]


def places_near(sheet: Image, piece: Piece) -> list[Pose]:
    """Places close by where something like a piece's upper strip is seen, the best first; its own may be among them."""
    left, top, region = _about_strip(sheet, piece.pose, NEAR_MM)
    hits = _sought(region, piece.patch, None, [piece.pose.turn + turn for turn in _NUDGE_TURNS])
    found: dict[Hit, Pose] = {}
    for hit in sorted(hits, key=lambda one: -one.fit):
        pose = pose_from_strip(piece.pose, left + hit.x, top + hit.y, hit.turn)
        if pose.distance(piece.pose) < NEAR_MM and not any(_same_place(hit, one) for one in found):
            found[hit] = pose
    return [_corrected(sheet, piece, pose) for pose in list(found.values())[:_MOST_PLACES]]


def _same_place(one: Hit, other: Hit) -> bool:
    """Whether both are one strip, though perhaps found at two turns."""
    return math.dist((one.x, one.y), (other.x, other.y)) < _OTHER_PLACE_MM


def _about_strip(sheet: Image, pose: Pose, by: float) -> tuple[float, float, Image]:
    """The part of a mat in which the upper strip of a piece is sought, ``by`` mm around it: left, top (mm), pixels."""
    x, y = _strip(pose)
    reach = np.array([pose.width / 2 + by, STRIP_MM / 2 + 2 + by]) * PX_PER_MM
    left, top = np.maximum(np.array([x, y]) * PX_PER_MM - reach, 0).astype(int)
    right, bottom = (np.array([x, y]) * PX_PER_MM + reach).astype(int)
    return left / PX_PER_MM, top / PX_PER_MM, sheet[top:bottom, left:right]


def _corrected(sheet: Image, piece: Piece, pose: Pose) -> Pose:
    """The place more exactly: the strip once more, close by and at finer turns."""
    left, top, region = _about_strip(sheet, pose, _CLOSE_MM)
    strip = _strip_of(piece.patch)
    hits = [hit for fine in _FINE_TURNS for hit in strip_hits(region, strip, piece.face, pose.turn + fine)]
    if not hits:
        return pose
    best = max(hits)
    return pose_from_strip(pose, left + best.x, top + best.y, best.turn)


def _strip(pose: Pose) -> tuple[float, float]:
    """The middle (mm) of the strip at a piece's upper edge."""
    angle = np.deg2rad(pose.turn)
    up = pose.height / 2 - _STRIP_MIDDLE
    return pose.x + float(np.sin(angle)) * up, pose.y - float(np.cos(angle)) * up


def pose_from_strip(pose: Pose, x: float, y: float, turn: float) -> Pose:
    """The pose of a piece (of ``pose``'s size) whose upper strip has its middle at ``x``, ``y`` (mm)."""
    angle = np.deg2rad(turn)
    up = pose.height / 2 - _STRIP_MIDDLE
    return pose._replace(x=float(x - np.sin(angle) * up), y=float(y + np.cos(angle) * up), turn=turn)


def _sought(region: Image, patch: Image, face: str | None, turns: Sequence[float]) -> list[Hit]:
    """Places in the region that look roughly like a piece's upper strip at one of these turns (degrees).

    None in one that holds no strip: hardly anything has changed where it can have been moved to.
    """
    strip, scale = _strip_of(patch), _COARSE / PX_PER_MM
    if region.shape[0] < strip.shape[0] or region.shape[1] < strip.shape[1]:
        return []
    strip, seen = (cv2.resize(one, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) for one in (strip, region))
    return [hit for turn in turns for hit in strip_hits(seen, strip, face, turn, _COARSE)]


def _strip_of(patch: Image) -> Image:
    """A piece's upper strip, out of its patch."""
    return patch[1 : round(STRIP_MM * PX_PER_MM) + 1, 2:-2]


def strip_hits(region: Image, strip: Image, face: str | None, turn: float, px_per_mm: float = PX_PER_MM) -> list[Hit]:
    """Places in the region that look like a strip at this turn (degrees); both at ``px_per_mm``."""
    height, width = strip.shape[:2]
    reach = int(np.ceil(abs(np.sin(np.deg2rad(turn))) * width / 2)) + 1
    shape = (width, height + 2 * reach)
    matrix = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), -turn, 1.0)
    matrix[1, 2] += reach
    # Beyond its edge a turned strip looks as it does there: mixed with black an edge would fit nothing.
    template = cv2.warpAffine(strip, matrix, shape, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    mask = cv2.warpAffine(np.full((height, width), 255, np.uint8), matrix, shape, flags=cv2.INTER_NEAREST)
    if region.shape[0] <= shape[1] or region.shape[1] <= shape[0]:
        return []
    # OpenCV may answer nan or infinity where the region is plain.
    fits = cv2.matchTemplate(region, template, cv2.TM_CCOEFF_NORMED, mask=mask)
    fits = np.where(np.isfinite(fits) & (fits <= 1.001), fits, -1.0).astype(np.float32)
    across, down = (round(side * px_per_mm) for side in _ONE_PEAK)
    hits = []
    for _ in range(24):
        _, best, _, (x, y) = cv2.minMaxLoc(fits)
        if best < _LEAST_FIT:
            break
        hits.append(Hit(float(best), (x + shape[0] / 2) / px_per_mm, (y + shape[1] / 2) / px_per_mm, turn, face))
        cv2.rectangle(fits, (x - across, y - down), (x + across, y + down), -1.0, -1)
    return hits
