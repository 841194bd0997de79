"""Zones with round tokens anywhere, also touching or partly on one another (coins): each is named, to be counted."""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.geometry.difference import Area, surroundings
from vision.geometry.image import Image
from vision.geometry.photometric import relit
from vision.geometry.plane import PX_PER_MM
from vision.geometry.pose import Pose
from vision.live.comparison import Comparison
from vision.live.pieces import Piece
from vision.live.unenrolled import with_odds
from vision.live.zones.printed_spot import named_at_last
from vision.live.zones.reader import NewTrack, ZoneReader
from vision.recognition.library import Library
from vision.recognition.naming import Recogniser
from vision.sighting import FaceProbability, Zone
from vision.tokens.discs import Disc
from vision.tokens.heap import Heap, find_tokens
from vision.tokens.metal import find_metal, is_of_metal
from vision.tokens.naming import TokenReader

_MARGIN_MM = 4.0
"""Around the zone: a coin may reach over its edge by a fifth of the smallest one's diameter (20 mm)."""
_TRIFLE = 20
"""So few mm² of change are noise: a fifteenth of the smallest coin."""
_OTHERS = 0.5
"""Probability of a count below which coins are told by their metal, however much they look like the box's."""
_STAYED = 0.25
"""Share of a token's width that its centre may seem to have moved for it to be the same one."""


class HeapReader(ZoneReader):
    """Reads a heap from one picture; what is known of the bare mat helps."""

    def __init__(self, library: Library, recogniser: Recogniser) -> None:
        self._tokens = TokenReader(library, recogniser)

    def read(
        self, zone: Zone, comparison: Comparison, before: Sequence[Piece] | None, new_track: NewTrack
    ) -> tuple[Piece, ...]:
        """As ``ZoneReader``. Of coins each face's probability is also that of the whole count being right.

        Coins are counted (``Heap.sure``); what another token shows is as sure beside one that is hardly seen.
        """
        area = comparison.area(zone.x, zone.y, zone.width, zone.height, margin=_MARGIN_MM)
        untouched = comparison.changed[area].sum() < _TRIFLE
        if before is not None and untouched and (not comparison.reread or all(piece.sure for piece in before)):
            return tuple(before)
        metallic = {coin.face for coin in zone.coins}
        strange = set(zone.faces).difference(self._tokens.faces, metallic)
        wanted = zone.faces or self._tokens.faces
        # Each token costs a close look, and somebody waits: all are named anew by the better picture.
        stayed = [] if strange or comparison.reread else _untouched(before or (), comparison)
        if stayed:
            area = _around_the_rest(comparison, area, [piece for piece in before or () if piece not in stayed], zone)
        picture, bare = _cut_out(comparison, area)
        known = [_disc(piece.pose, area) for piece in stayed]
        heap = find_tokens(picture, PX_PER_MM, wanted, self._tokens, bare, lacking=bool(strange), known=known)
        if zone.coins:
            # What is round and of another colour is printed on a board where coins lie.
            heap = heap._replace(strangers=tuple(disc for disc in heap.strangers if is_of_metal(picture, disc)))
        else:
            heap = heap._replace(sure=1.0)
        unknown = zone.coins if _are_others(heap) else [c for c in zone.coins if c.face not in self._tokens.faces]
        coins, sure = find_metal(picture, PX_PER_MM, unknown, bare, known)
        if len(unknown) == len(zone.coins) and len(coins) >= len(heap.tokens) + len(heap.strangers):
            heap = heap._replace(tokens=(), strangers=())
        metal = [(_round(disc, area), (FaceProbability(face, likely * sure),)) for face, disc, likely in coins]
        enrolled = set(zone.faces).intersection(self._tokens.faces)
        named = _found(heap, area, len(strange) / len(enrolled) if enrolled else 0.0)
        by_metal = {coin.face for coin in unknown}
        pieces = [_of_heap(piece, sure if piece.face in by_metal else heap.sure) for piece in stayed]
        left = [piece for piece in before or () if piece not in stayed]
        for pose, faces in [*named, *(one for one in metal if not _among(one[0], named))]:
            face = faces[0].face if faces else None
            there = sorted(left, key=lambda one: one.pose.distance(pose))
            there = [one for one in there if one.pose.distance(pose) < _STAYED * pose.width]
            same = next((one for one in there if one.face == face), None)
            piece = same.with_faces(faces) if same is not None else None
            if piece is None and faces and there and (piece := named_at_last(there[0], pose, faces, comparison)):
                same = there[0]
            if same is not None:
                left.remove(same)
            pieces.append(piece or Piece(new_track(), pose, faces, pose.cut(comparison.sheet)))
        return tuple(sorted(pieces, key=lambda piece: piece.track))


def _are_others(heap: Heap) -> bool:
    """Whether what lies in a purse shows other pictures than the box's coins, as those of another edition do."""
    return bool(heap.strangers) or heap.sure < _OTHERS


def _cut_out(comparison: Comparison, area: Area) -> tuple[Image, Image | None]:
    """The zone's part of the sheet, and how it looks without pieces (in today's light) where that is known."""
    rows, columns = (slice(round(one.start * PX_PER_MM), round(one.stop * PX_PER_MM)) for one in area)
    picture = np.ascontiguousarray(comparison.sheet[rows, columns])
    if not comparison.has_bare(area):
        return picture, None
    bare = relit(comparison.bare[area], comparison.lamp[area])
    return picture, cv2.resize(bare, picture.shape[1::-1], interpolation=cv2.INTER_CUBIC)


def _found(heap: Heap, area: Area, lacking: float) -> list[tuple[Pose, tuple[FaceProbability, ...]]]:
    """Where the tokens lie and what they show; discs that look like tokens, and show none of the faces, last.

    ``lacking``: how many of the faces are not enrolled for each that is; a token is told as one of these or none of
    them at even odds.
    """
    offset = np.array([area[1].start, area[0].start]) * PX_PER_MM
    named = [
        (
            Pose.of_quad(token.quad + offset),
            tuple(FaceProbability(one.face, one.probability * heap.sure) for one in with_odds(token.faces, lacking)),
        )
        for token in heap.tokens
    ]
    return [*named, *((_round(disc, area), ()) for disc in heap.strangers)]


def _untouched(before: Sequence[Piece], comparison: Comparison) -> list[Piece]:
    """Tokens that were named, from several pictures since, and lie as they lay."""
    untouched = []
    for piece in before:
        across = piece.pose.width
        area = comparison.area(piece.pose.x - across / 2, piece.pose.y - across / 2, across, across)
        if piece.faces and comparison.changed[area].sum() < _TRIFLE:
            untouched.append(piece)
    return untouched


def _around_the_rest(comparison: Comparison, area: Area, rest: Sequence[Piece], zone: Zone) -> Area:
    """The part of an area where something has changed or the ``rest`` lies, and all that may lie across its edge."""
    sought = np.zeros_like(comparison.changed)
    sought[area] = comparison.changed[area]
    for piece in rest:
        mark = piece.stamp.within(sought.shape)
        sought[mark.rows, mark.columns] |= mark.mask
    reach = max([*zone.piece, *(coin.diameter for coin in zone.coins), *(piece.pose.width for piece in rest)])
    around = surroundings(sought, reach)
    return (
        slice(max(area[0].start, around[0].start), min(area[0].stop, around[0].stop)),
        slice(max(area[1].start, around[1].start), min(area[1].stop, around[1].stop)),
    )


def _of_heap(piece: Piece, sure: float) -> Piece:
    """The same piece in a heap whose count is right with this probability."""
    return piece.with_faces(tuple(FaceProbability(one.face, one.probability * sure) for one in piece.faces))


def _disc(pose: Pose, area: Area) -> Disc:
    """A token on the sheet as a disc of an area's picture."""
    x, y = ((at - side.start) * PX_PER_MM - 0.5 for at, side in zip(pose[:2], reversed(area), strict=True))
    return Disc(x, y, pose.width / 2 * PX_PER_MM, pose.height / 2 * PX_PER_MM)


def _round(disc: Disc, area: Area) -> Pose:
    """Where a disc of an area's picture lies on the sheet."""
    x, y = ((at + 0.5) / PX_PER_MM + side.start for at, side in zip(disc[:2], reversed(area), strict=True))
    across = 2 * disc.radius / PX_PER_MM
    return Pose(float(x), float(y), 0.0, across, across)


def _among(pose: Pose, named: Sequence[tuple[Pose, tuple[FaceProbability, ...]]]) -> bool:
    """Whether a token with a name lies there already."""
    return any(faces and pose.distance(other) < pose.width / 2 for other, faces in named)
