"""A spread zone read with no memory of it: cards that lie open, then the strips that show above them.

What cannot be told from a single picture stays unsaid: a card of which less than a strip is seen.
"""

from collections.abc import Callable, Sequence

import cv2
import numpy as np

from vision.geometry.ground import off_ground
from vision.geometry.image import Image
from vision.geometry.plane import PX_PER_MM
from vision.geometry.pose import Pose
from vision.live.comparison import Comparison
from vision.live.pieces import Piece, stamp
from vision.live.proposals import propose
from vision.live.zones.reader import NewTrack
from vision.live.zones.spread_strips import STRIP_MM, Hit, pose_from_strip, strip_hits
from vision.recognition.displacements import Named
from vision.recognition.library import Library
from vision.sighting import FaceProbability, Zone

_MOST_OPEN = 16
"""Cards that lie open in one city: more do not fit on its 235 x 295 mm without covering each other."""
_PRINTED_LUMA, _PRINTED_TINT = 0.3, 0.10
"""Shares by which print differs from the paper's lightness and tint. Chosen by hand; the rehearsals of
docs/measurements.md hold with it."""
_OFF_TABLE = (3.0, 7.0)
"""Times a table's grain at which nothing lies, and something does beyond doubt."""
_JOINT = 9
"""mm: joints between planks are thinner and no cards."""
_PAPER_REACH = 40.0
"""mm over which the light on bare paper is smoothed: a card's width is bridged."""
_LEAST_WEIGHT = 1e-6
"""Share of paper near a place below which its light is that of all paper."""
_KNOWN = 0.6
"""Probability from which on a place holds a card; without history a little more than ``spread`` asks."""
_STRIP_FIT = 0.66
"""Correlation with a face's strip from which on it is that face; more than ``spread_strips`` asks. Chosen by hand;
the rehearsals of docs/measurements.md hold with it."""
_STRIP_AREA = 300.0
"""mm² of print that is left: less than a strip's 9 x 55 holds no card."""
_USUAL_STRIP = 15.0
"""mm of a card that usually show."""
_APART_MM = 6.0
"""mm along a column: strips are laid wider than that."""


Rows = tuple[float, float]
"""The upper and the lower edge (mm) of a part of a piece, from its own upper edge."""


def lying_there(
    zone: Zone,
    comparison: Comparison,
    library: Library,
    *,
    name: Callable[[Pose, Sequence[str]], Named],
    part: Callable[[Pose, Sequence[str], Rows], Named],
    new_track: NewTrack,
) -> tuple[Piece, ...]:
    """The cards of a zone not seen before, lowest first, and strays.

    ``name``: of a piece about a place, of faces; ``part``: what these rows of it (mm) alone show.
    """
    area = comparison.area(zone.x, zone.y, zone.width, zone.height)
    strength = np.zeros(comparison.image.shape[:2], np.float32)
    paper = all(marker.corners is None for marker in comparison.markers)
    strength[area] = (_printed(comparison) if paper else _off_table(comparison))[area]
    opened: list[Named] = []
    for _ in range(_MOST_OPEN):
        tried = (name(pose, zone.faces) for pose in propose(strength, (0.0, 0.0), zone.piece))
        # Of a covered card the header shows, and the next one's upper half in its place.
        lies_open = (
            one for one in tried if one.certainty > _KNOWN and _alike(one, part(one.pose, zone.faces, _lower(one)))
        )
        named = next(lies_open, None)
        if named is None:
            break
        opened.append(named)
        _take_out(strength, named.pose)
    strips = _strips(zone, comparison, library, strength) if strength.sum() >= _STRIP_AREA else []
    strips = [_read_strip(strip, (*strips, *opened), zone, part) for strip in strips]
    for strip in strips:
        _take_out(strength, strip.pose)
    # After the strips: half a header is as yellow as the Cat.
    for stray in zone.strays:
        tried = (name(pose, (stray.face,)) for pose in propose(strength, (0.0, 0.0), (stray.width, stray.height)))
        if (named := next((one for one in tried if one.certainty > _KNOWN), None)) is not None:
            opened.append(named)
            _take_out(strength, named.pose)
    found = [*sorted(strips, key=lambda one: one.pose.y), *opened]
    return tuple(
        Piece(new_track(), one.pose, one.faces, _look(one, comparison, library, one in opened)) for one in found
    )


def _lower(named: Named) -> Rows:
    """The lower half of a card."""
    return named.pose.height / 2, named.pose.height


def _read_strip(
    strip: Named, others: Sequence[Named], zone: Zone, part: Callable[[Pose, Sequence[str], Rows], Named]
) -> Named:
    """A strip that was found, named by all that shows of its card: headers of a colour are much alike."""
    near = (other.pose for other in others if abs(other.pose.x - strip.pose.x) < strip.pose.width)
    below = min((pose.y - strip.pose.y for pose in near if pose.y > strip.pose.y), default=_USUAL_STRIP)
    named = part(strip.pose, zone.faces, (0.0, max(STRIP_MM, below - 1)))
    return named if named.certainty > _KNOWN else strip


def _alike(whole: Named, lower: Named) -> bool:
    """Whether the lower half of a card does not speak for another one."""
    return lower.certainty < _KNOWN or lower.faces[0].face == whole.faces[0].face


def _look(named: Named, comparison: Comparison, library: Library, uncovered: object) -> Image:
    """How a card looks: as seen where it lies open, else as enrolled."""
    if uncovered:
        return comparison.remembered(named.pose)
    enrolled, seen = _enrolled(library, named.faces[0].face, named.pose), comparison.remembered(named.pose)
    # Only its upper strip is seen: the rest lies in the same light.
    rows = round(STRIP_MM * PX_PER_MM)
    gain = (seen[:rows].mean((0, 1)) + 1) / (enrolled[:rows].mean((0, 1)) + 1)
    return np.asarray(np.clip(enrolled * gain, 0, 255), np.uint8)


def _enrolled(library: Library, face: str, pose: Pose) -> Image:
    size = (round(pose.width * PX_PER_MM), round(pose.height * PX_PER_MM))
    picture = np.ascontiguousarray(library.faces[face].image()[..., :3])
    return cv2.resize(picture, size, interpolation=cv2.INTER_AREA)


def _printed(comparison: Comparison) -> Image:
    """How surely each mm is more than bare paper (float32 0..1)."""
    colours = comparison.image.astype(np.float32)
    luma = colours.mean(2)
    tint = (colours - luma[..., None]) / (luma[..., None] + 16)
    pale = (luma >= 0.72 * np.percentile(luma, 95)).astype(np.float32)
    usual, bright = np.median(tint[pale > 0], axis=0), max(1.0, float(np.median(luma[pale > 0])))
    pale *= (np.abs(tint - usual).max(2) < 0.06).astype(np.float32)
    weight = cv2.GaussianBlur(pale, (0, 0), _PAPER_REACH) + _LEAST_WEIGHT
    paper = (cv2.GaussianBlur(luma * pale, (0, 0), _PAPER_REACH) + _LEAST_WEIGHT * bright) / weight
    strange = np.abs(luma / paper - 1) / _PRINTED_LUMA + np.abs(tint - usual).max(2) / _PRINTED_TINT
    strength = np.clip(strange - 0.4, 0, 1).astype(np.float32)
    for marker in comparison.markers:
        strength[comparison.area(marker.x, marker.y, marker.side, marker.side, margin=2.0)] = 0
    # Printed hairlines are no cards.
    return cv2.morphologyEx(strength, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))


def _off_table(comparison: Comparison) -> Image:
    """How surely something lies at each mm of a bare table (float32 0..1), which has a look and a grain of its own."""
    height, width = comparison.image.shape[:2]
    off = cv2.resize(off_ground(comparison.image, 1.0), (width, height), interpolation=cv2.INTER_LINEAR)
    least, most = _OFF_TABLE
    strength = np.clip((off - least) / (most - least), 0, 1).astype(np.float32)
    return cv2.morphologyEx(strength, cv2.MORPH_OPEN, np.ones((_JOINT, _JOINT), np.uint8))


def _take_out(strength: Image, pose: Pose) -> None:
    mark = stamp(pose, np.zeros((4, 4, 3), np.uint8)).within(strength.shape)
    grown = cv2.dilate(mark.mask.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    strength[mark.rows, mark.columns][grown] = 0


def _strips(zone: Zone, comparison: Comparison, library: Library, strength: Image) -> list[Named]:
    """Cards of which the upper strip shows, by the enrolled pictures of the zone's faces."""
    rows, columns = np.flatnonzero(strength.max(1) > 0.5), np.flatnonzero(strength.max(0) > 0.5)
    if not len(rows):
        return []
    top, left = max(0, int(rows[0]) - 4), max(0, int(columns[0]) - 8)
    bottom, right = int(rows[-1]) + 8, int(columns[-1]) + 8
    scale = round(PX_PER_MM)
    region = comparison.sheet[top * scale : bottom * scale, left * scale : right * scale]
    hits: list[Hit] = []
    for face in zone.faces:
        if face in library.faces:
            patch = _enrolled(library, face, Pose(0, 0, 0, *zone.piece))
            for turn in (0.0, -2.5, 2.5):
                hits += strip_hits(region, patch, face, turn)
    found: list[Named] = []
    for hit in sorted(hits, key=lambda one: -one.fit):
        x, y = left + hit.x / PX_PER_MM, top + hit.y / PX_PER_MM
        patch = strength[comparison.area(x - zone.piece[0] / 2 + 4, y - STRIP_MM / 2, zone.piece[0] - 8, STRIP_MM)]
        pose = pose_from_strip(Pose(x, y, hit.turn, *zone.piece), x, y, hit.turn)
        apart = all(abs(pose.y - one.pose.y) > _APART_MM or abs(pose.x - one.pose.x) > 30 for one in found)
        if hit.fit > _STRIP_FIT and hit.face and apart and float((patch > 0.2).mean()) > 0.4:
            found.append(Named(pose, (FaceProbability(hit.face, round(min(0.95, hit.fit), 3)),)))
    return found
