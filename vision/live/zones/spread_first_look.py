"""A spread zone read with no memory of it: as a photograph is, for a covered card is told by the strip that it shows.

What cannot be told from a single picture stays unsaid: a card of which less than a strip is seen.
"""

from collections.abc import Callable, Sequence

import cv2
import numpy as np

from vision.geometry import channels
from vision.geometry.ground import off_ground
from vision.geometry.image import Image
from vision.geometry.plane import PX_PER_MM
from vision.geometry.pose import Pose
from vision.live.comparison import Comparison
from vision.live.pieces import Piece, stamp
from vision.live.proposals import propose
from vision.live.zones.reader import NewTrack
from vision.live.zones.spread_strips import STRIP_AREA, STRIP_MM
from vision.live.zones.spread_table import is_nothing_but_table
from vision.recognition.displacements import BEYOND_DOUBT, Named
from vision.recognition.library import Library
from vision.sighting import Zone
from vision.stills.photograph import StillReader

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
"""Probability from which on a place holds a stray; without history a little more than ``spread`` asks."""
_THERE, _MOSTLY = 0.2, 0.4
"""How surely something lies at a mm for it to count, and in what share of the strip that each card shows, or of all of
it. Chosen by hand; the rehearsals of docs/measurements.md hold with it."""
_AROUND = 8.0
"""mm around a zone that are read with it: cards reach over its edge."""


def lying_there(
    zone: Zone,
    comparison: Comparison,
    library: Library,
    still: StillReader,
    *,
    name: Callable[[Pose, Sequence[str]], Named],
    new_track: NewTrack,
) -> tuple[Piece, ...]:
    """The cards of a zone not seen before, lowest first, and strays.

    ``still``: reads it as a photograph; ``name``: of a piece about a place, of faces.
    """
    area = comparison.area(zone.x, zone.y, zone.width, zone.height)
    strength = np.zeros(comparison.image.shape[:2], np.float32)
    paper = all(marker.corners is None for marker in comparison.markers)
    strength[area] = (_printed(comparison) if paper else _off_table(comparison))[area]
    strength[comparison.elsewhere] = 0
    if strength.sum() < STRIP_AREA:
        return ()
    # In a column what begins further down lies on what begins above it.
    read = (one for one in _read(zone, comparison, still) if _lies(one, strength, comparison))
    cards = sorted(read, key=lambda one: one.pose.y)
    for card in cards:
        _take_out(strength, card.pose)
    # After the cards: half a header is as yellow as the Cat.
    strays = []
    for stray in zone.strays:
        tried = (name(pose, (stray.face,)) for pose in propose(strength, (0.0, 0.0), (stray.width, stray.height)))
        if (named := next((one for one in tried if one.certainty > _KNOWN), None)) is not None:
            strays.append(named)
            _take_out(strength, named.pose)
    looks = [_look(one, cards[k + 1 :], comparison, library) for k, one in enumerate(cards)]
    looks += [comparison.remembered(one.pose) for one in strays]
    return tuple(
        Piece(new_track(), one.pose, one.faces, look) for one, look in zip([*cards, *strays], looks, strict=True)
    )


def _read(zone: Zone, comparison: Comparison, still: StillReader) -> list[Named]:
    """The cards whose middle lies in the zone and on no pile, as they are read like a photograph."""
    area = comparison.area(zone.x, zone.y, zone.width, zone.height, margin=_AROUND)
    rows, columns = (slice(round(one.start * PX_PER_MM), round(one.stop * PX_PER_MM)) for one in area)
    picture = np.ascontiguousarray(comparison.sheet[rows, columns])
    corner = np.array([columns.start, rows.start])
    found = []
    for one in still.read(picture, zone.faces):
        pose = Pose.of_quad(one.quad + corner)
        inside = zone.x <= pose.x <= zone.x + zone.width and zone.y <= pose.y <= zone.y + zone.height
        if inside and not comparison.is_of_pile(pose):
            width, height = zone.piece
            found.append(Named(pose._replace(width=width, height=height), one.faces))
    return found


def _lies(named: Named, strength: Image, comparison: Comparison) -> bool:
    """Whether anything lies there: of a bare sheet in bad light a reader of photographs may name a part, too.

    On an open table a name without doubt is enough where not all has its colours: on a cloth of brown and white checks
    a brown card hardly stands out.
    """
    pose = named.pose
    if comparison.is_open_table and named.certainty >= BEYOND_DOUBT:
        return not is_nothing_but_table(stamp(pose, pose.cut(comparison.sheet)), comparison)
    left, top = pose.x - pose.width / 2, pose.y - pose.height / 2
    areas = (comparison.area(left, top, pose.width, height) for height in (STRIP_MM, pose.height))
    return any(float((strength[area] > _THERE).mean()) > _MOSTLY for area in areas)


def _look(named: Named, upon: Sequence[Named], comparison: Comparison, library: Library) -> Image:
    """How a card looks: as seen where nothing (``upon``) lies on it, else as enrolled."""
    seen = comparison.remembered(named.pose)
    mine = named.pose
    covered = any(
        abs(other.pose.x - mine.x) < mine.width and abs(other.pose.y - mine.y) < mine.height for other in upon
    )
    if not covered or not named.faces:
        return seen
    enrolled = _enrolled(library, named.faces[0].face, named.pose)
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
    luma = channels.mean(colours)
    tint = (colours - luma[..., None]) / (luma[..., None] + 16)
    pale = (luma >= 0.72 * np.percentile(luma, 95)).astype(np.float32)
    usual, bright = np.median(tint[pale > 0], axis=0), max(1.0, float(np.median(luma[pale > 0])))
    pale *= (channels.most(np.abs(tint - usual)) < 0.06).astype(np.float32)
    weight = cv2.GaussianBlur(pale, (0, 0), _PAPER_REACH) + _LEAST_WEIGHT
    paper = (cv2.GaussianBlur(luma * pale, (0, 0), _PAPER_REACH) + _LEAST_WEIGHT * bright) / weight
    strange = np.abs(luma / paper - 1) / _PRINTED_LUMA + channels.most(np.abs(tint - usual)) / _PRINTED_TINT
    strength = np.clip(strange - 0.4, 0, 1).astype(np.float32)
    for marker in comparison.markers:
        strength[comparison.area(marker.x, marker.y, marker.side, marker.side, margin=2.0)] = 0
    # Printed hairlines are no cards.
    return cv2.morphologyEx(strength, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))


def _off_table(comparison: Comparison) -> Image:
    """How surely something lies at each mm of a bare table (float32 0..1), which has a look and a grain of its own."""
    height, width = comparison.image.shape[:2]
    off = cv2.resize(off_ground(comparison.image), (width, height), interpolation=cv2.INTER_LINEAR)
    least, most = _OFF_TABLE
    strength = np.clip((off - least) / (most - least), 0, 1).astype(np.float32)
    return cv2.morphologyEx(strength, cv2.MORPH_OPEN, np.ones((_JOINT, _JOINT), np.uint8))


def _take_out(strength: Image, pose: Pose) -> None:
    mark = stamp(pose, np.zeros((4, 4, 3), np.uint8)).within(strength.shape)
    grown = cv2.dilate(mark.mask.astype(np.uint8), np.ones((3, 3), np.uint8)) > 0
    strength[mark.rows, mark.columns][grown] = 0
