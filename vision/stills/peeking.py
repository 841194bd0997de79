"""Tokens of one kind piled on one another: those below show by what of their outlines sticks out.

A token's own rim says which colour they have, the table about it which they have not; the edge of what has the rim's
colour is made up of the outlines of the tokens (``outlines``).
"""

from collections import Counter
from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from vision.geometry.channels import cie_lab
from vision.geometry.homography import rectangle, shifted, transform_points
from vision.geometry.image import Image, Points
from vision.recognition.kinds import Size, kind_of
from vision.recognition.library import Face, Library
from vision.sighting import FaceProbability
from vision.stills.lying import heaps
from vision.stills.occupancy import Table
from vision.stills.outlines import PX_PER_MM, Edge, Known, Outline, making_up, turned
from vision.stills.placing import Shown
from vision.stills.scoring import Found
from vision.stills.tabletop import Tabletop

_ASIDE = 5.0
"""mm by which a token of a pile lies beside the one on it: put down carelessly 2 mm, and of a photograph taken aslant
each layer, 2 mm thick, is a mm further on."""
_HOME = 3.0
"""mm that a corner of a token may be off where it was found: an eighth of one."""
_MARGIN = 10.0
"""mm about the tokens that are looked at; the outer half of it shows the table."""
_RIM = 2.5
"""mm of a token's border whose colour is the pile's."""
_SOME = 0.05
"""Share of a rim that counts as a colour of its own: a fifth of one of the four sides."""
_ROUNDS, _STILL = 20, 0.5
"""Times that a rim's two colours are found at most; Lab units by which they move in the last."""
_EDGE = 0.7
"""mm beside an outline that are its own: it is found to half of it, and the light makes a seam there."""
_APART = 3.0
"""Standard deviations that rim and table must be apart for what sticks out to be told."""
_SEAM, _GRAIN = 0.75, 0.5
"""mm: shadows between tokens, and dots beside them, that are no wider are taken for what is about them."""
_LEAST = 2.0
"""mm of the pile's edge that a token must explain alone. (90 piles of two boxes, 228 tokens of which 2 % or more is in
sight, `benchmarks.photographs --seeds 9501:9518`: 8 missed and 3 too many; with 3.5 mm 11 and 1.)"""
_SAME_TURNED = 0.5
"""mm by which an outline may differ once it is turned and still look as before: its corners are cut out unlike."""
_SQUARE = 0.03
"""Share by which a square's sides may differ."""
_LIKELY = 0.9
"""Probability of what is told by its outline alone."""


def piled(table: Table, found: Sequence[Found], library: Library, faces: Sequence[str]) -> list[Found]:
    """The tokens below those found, where no other of these faces has their size: what peeks out is of the same."""
    sizes = Counter(library.faces[face].size for face in faces if kind_of(face).group == "token")
    lying = {one.faces[0].face for one in found if one.faces}
    below: list[Found] = []
    for face in (library.faces[name] for name in sorted(lying) if kind_of(name).group == "token"):
        if sizes[face.size] > 1:
            continue
        quads = [_settled(table, face, one.quad) for one in found if one.faces and one.faces[0].face == face.face]
        outline = _outline(_opaque(face), face.size)
        px_per_mm = float(np.hypot(*(quads[0][1] - quads[0][0]))) / face.size[0]
        for heap in heaps(quads, 2 * _ASIDE * px_per_mm):
            there = peeking(table.original, table.plane, [quads[k] for k in heap], face.size, outline)
            below += [Found(quad, (FaceProbability(face.face, _LIKELY),)) for quad in there]
    return below


def peeking(picture: Shown, plane: Tabletop, quads: Sequence[Points], size: Size, outline: Outline) -> Iterator[Points]:
    """The corners (px, each 4 x 2) of the tokens of the same outline below some that lie near each other.

    ``quads``: their own corners (px), ``size``: in mm.
    """
    plane = _where_they_lie(plane, quads, size)
    places = [plane.on_table(quad) for quad in quads]
    low = np.min(places, axis=(0, 1)) - _MARGIN
    wide, high = np.max(places, axis=(0, 1)) + _MARGIN - low
    frame = (round(wide * PX_PER_MM), round(high * PX_PER_MM))
    to_picture = np.linalg.inv(plane.plane) @ shifted(*low)
    middle = np.array(size) / 2
    upon = [_upon(size, place - low) for place in places]
    corners = outline.corners + middle
    tokens = [Known(transform_points(one, middle[None])[0], transform_points(one, corners)) for one in upon]
    own = np.zeros(frame[::-1], np.uint8)
    for token in tokens:
        cv2.fillPoly(own, [np.rint(token.corners * PX_PER_MM - 0.5).astype(np.int32)], 1)
    alike = _of_the_rim(picture.patch(to_picture, (float(wide), float(high)), frame), own > 0)
    if alike is None:
        return
    for pose in making_up(Edge(_pile(alike, own)), outline, tokens, _ASIDE, _LEAST):
        lain = turned(rectangle(size) - middle, pose.turn) + np.array([pose.x, pose.y])
        yield transform_points(to_picture, lain)


def _settled(table: Table, face: Face, quad: Points) -> Points:
    """The corners (px) of a token brought home by its own print: on the table's plane it may be up to a mm off."""
    matrix = cv2.getPerspectiveTransform(rectangle(face.size).astype(np.float32), quad.astype(np.float32))
    home = table.templates.aligner(face.face).aligned(table.original, np.asarray(matrix, float))
    settled = transform_points(home, rectangle(face.size))
    moved = np.hypot(*(table.plane.on_table(settled) - table.plane.on_table(quad)).T)
    return settled if moved.max() < _HOME else quad


def _where_they_lie(plane: Tabletop, quads: Sequence[Points], size: Size) -> Tabletop:
    """The plane, stretched so that these pieces have their size on it.

    It was found from all pieces, and may be off by a twelfth at a pile beside them.
    """
    middle = rectangle(size) - np.array(size) / 2
    lain = [np.linalg.lstsq(middle, place - place.mean(0), rcond=None)[0].T for place in map(plane.on_table, quads)]
    values, ways = np.linalg.eigh(np.mean([one @ one.T for one in lain], axis=0))
    true = np.eye(3)
    true[:2, :2] = ways @ np.diag(values**-0.5) @ ways.T
    return Tabletop(true @ plane.plane)


def _upon(size: Size, place: Points) -> Image:
    """From mm on a token to mm on the table."""
    return np.asarray(cv2.getPerspectiveTransform(rectangle(size).astype(np.float32), place.astype(np.float32)), float)


def _pile(alike: Image, own: Image) -> Image:
    """What of the picture the tokens and what has their colour cover, without gaps (uint8, 0 or 1)."""
    closed = cv2.morphologyEx(np.maximum(alike, own), cv2.MORPH_CLOSE, _disc(_SEAM))
    solid = np.asarray(cv2.morphologyEx(closed, cv2.MORPH_OPEN, _disc(_GRAIN))) | own
    _, parts = cv2.connectedComponents(solid, connectivity=4)
    whole = np.isin(parts, np.unique(parts[own > 0])).astype(np.uint8)
    pile = np.zeros_like(own)
    cv2.drawContours(pile, cv2.findContours(whole, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0], -1, 1, -1)
    return pile


def _disc(radius: float) -> Image:
    side = 2 * round(radius * PX_PER_MM) + 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side)))


def _of_the_rim(seen: Image, own: Image) -> Image | None:
    """Which pixels (0 or 1) have a colour of the rim, by Fisher's discriminants; ``None``: the table is nearly so."""
    lab = cie_lab(seen)
    away = cv2.distanceTransform((~own).astype(np.uint8), cv2.DIST_L2, 5)
    within = cv2.distanceTransform(own.astype(np.uint8), cv2.DIST_L2, 5)
    rim = lab[(within > _EDGE * PX_PER_MM) & (within < _RIM * PX_PER_MM)]
    table = _usual(lab[away > _MARGIN / 2 * PX_PER_MM])
    alike = [_likelier(lab, one, table) for one in _by_colour(rim)]
    told = [one for one in alike if one is not None]
    return np.max(told, axis=0) if told else None


def _likelier(lab: Image, some: Image, others: Image) -> Image | None:
    """Which pixels (0 or 1) are likelier of some colours than of others (N x 3); ``None``: these are nearly alike."""
    middles = np.median(some, axis=0), np.median(others, axis=0)
    spread = np.cov(some.T) + np.cov(others.T) + np.eye(3)
    ray = np.linalg.solve(spread, middles[0] - middles[1])
    if float(ray @ (middles[0] - middles[1])) < _APART**2:
        return None
    return np.asarray(((lab - (middles[0] + middles[1]) / 2) @ ray > 0).astype(np.uint8))


def _by_colour(rim: Image) -> list[Image]:
    """Colours (N x 3) in two groups, for a rim may be pale on one side; one that has few of them is left out."""
    off = rim - rim.mean(0)
    group = (off @ np.linalg.eigh(np.cov(off.T))[1][:, -1] > 0).astype(np.int32)[:, None]
    ends = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_MAX_ITER, _ROUNDS, _STILL)
    _, group, _ = cv2.kmeans(rim, 2, group, ends, 1, cv2.KMEANS_USE_INITIAL_LABELS)
    groups = (rim[group.ravel() == number] for number in (0, 1))
    return [each for each in groups if len(each) > _SOME * len(rim)]


def _usual(colours: Image) -> Image:
    """The half of colours (N x 3) that are nearest to their middle: another pile may lie beside this one."""
    apart = np.linalg.norm(colours - np.median(colours, axis=0), axis=1)
    return np.asarray(colours[apart <= np.median(apart)])


def _opaque(face: Face) -> Image:
    """What of a face's picture is the piece (0 to 255)."""
    picture = face.image()
    whole = picture.shape[2] == 3
    return np.full(picture.shape[:2], 255, np.uint8) if whole else np.ascontiguousarray(picture[..., 3])


def _outline(opaque: Image, size: Size) -> Outline:
    """The outline of a piece whose picture is opaque there (uint8, 0 to 255)."""
    wide, high = (round(side * 2 * PX_PER_MM) for side in size)
    inside = (cv2.resize(opaque, (wide, high), interpolation=cv2.INTER_AREA) > 127).astype(np.uint8)
    contours = cv2.findContours(inside, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0]
    corners = cv2.approxPolyDP(max(contours, key=cv2.contourArea), 1.5, closed=True)[:, 0].astype(float)
    # A contour is of the middles of pixels.
    middle = np.array([wide - 1, high - 1]) / 2
    about = (corners - middle) / middle * np.array(size) / 2
    quarter, half = (_same(inside, cv2.resize(np.rot90(inside, by), (wide, high))) for by in (1, 2))
    square = abs(size[0] / size[1] - 1) < _SQUARE
    turns = 90.0 if square and quarter and half else 180.0 if half else 360.0
    return Outline(about, turns)


def _same(one: Image, other: Image) -> bool:
    """Whether two regions (uint8, 0 or 1) differ by no more than an outline is found to."""
    side = round(_SAME_TURNED * 2 * PX_PER_MM)
    return not cv2.erode(cv2.bitwise_xor(one, other), np.ones((side, side), np.uint8)).any()
