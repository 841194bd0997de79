"""What lies on a printed spot: at most one visible piece, about where the spot is printed.

``spots`` and ``pile`` are read spot by spot; what they share is here.
"""

from abc import abstractmethod
from collections.abc import Sequence
from typing import NamedTuple

from vision.geometry.alignment import Shift, align, uncovered
from vision.geometry.difference import Area
from vision.geometry.image import Image
from vision.geometry.photometric import burnt_out
from vision.geometry.pose import Pose
from vision.live.comparison import Comparison
from vision.live.pieces import Piece
from vision.live.zones.reader import NewTrack, ZoneReader
from vision.live.zones.turned_tokens import Turned, shows_rim
from vision.recognition.displacements import BEYOND_DOUBT, SURE, Named, Placing, around, name_piece
from vision.recognition.library import Library
from vision.recognition.naming import Ranked, Recogniser
from vision.recognition.paper import is_printed
from vision.sighting import Spot, Zone

OCCUPIED = 0.5
"""Probability from which on a spot is taken to hold one of the candidates: likelier than not."""
SAME_PICTURE = 0.8
"""Correlation (``alignment``) from which on a place still looks as it did; chosen by hand on the twin's scenes."""

_MARGIN_MM = 2.0
"""Around a spot: a piece is not laid more exactly than that."""
_LIKE_TABLE = 0.92
"""Share of a spot with the colours of an open table from which on nothing lies there that has no name."""
_UNLIKE_TABLE = 0.2
"""Share below which something hides a table of which the colours are known, printed or not. Of 167 first looks at spots
seven bare ones had less than 0.92; the least was 0.37, and went on beside (1.0)."""
_BESIDE_MM = 4.0, 10.0
"""From here to there beside a spot nothing of its own piece lies (hands lay it 4 mm off, at most), nor of the next."""
_SEAM_MM = 6.0
"""So much of what is beside a spot, from its top to its bottom, may be the seam of two planks, of other colours (5 mm
of 27, ``duel-a``, cruel light): of a strip under a board a good part, of a card's whole height next to nothing."""
_STRANGE_SHARE = 0.25
"""Share of a spot, and of its middle, that must look otherwise than bare for something unknown to lie there."""
_TINT = 0.03
"""Logarithm of a channel beside lightness that is another tint of a spot's middle: what noise leaves of one pixel
(0.08, ``difference``) is a tenth of it in the mean of a hundred and more."""
_CHANGED_SHARE = 0.4
"""Share of a spot, and of its middle, that must have changed since the last look for what has come there to be told by
its print alone (a back of the twin's wood: 0.52 and 0.66; chosen by hand, below that); half of that where it also has
another tint (a back beside a window, path-traced: 0.30 and 0.25)."""
_MIDDLE = 0.5
"""Share of a spot's width and height about its middle: a piece that is laid there covers all of this (hands lay it 4 mm
off, at most); a neighbour that reaches in over an edge (a stage that sticks out of its wonder) does not."""
_SEEN_BARE = 0.6
"""Share of a spot that must have been seen bare. Of what sticks out from under a piece a strip never was: so close to
that piece the bare table is not learned (3 mm, ``mat_reader``). Of 27 mm that is a tenth, a sixth where it lies askew.
"""
_EMPTY_SHARE = 0.2
"""Faint print trembles in the noise and a neighbour's edge may reach in; a piece changes far more."""
_SMALL_MM = 40.0
"""Pieces smaller than this (tokens, not cards) lie anywhere on their spots."""
_PLAIN, _PLAIN_PILE = 0.7, 0.5
"""Share of the contrast of print (``paper``) below which a spot, or that of a pile, is plainly paper. Our mats' empty
spots, outline and small print included, measured 0.61 at most, those of piles 0.40 (studio, kitchen, cruel, seeds
0-11); the palest back tried 1.03, and it is named down to 0.7 of that."""
_BURNT_SHARE = 0.2
"""Share of a patch that hides what it shows where it is burnt out (chosen by hand; the run is not recorded)."""
_NUDGES_MM, _NUDGES = 1.2, 2
"""A piece on a spot is tried at steps of so many mm, so many each way: Chosen by hand; the rehearsals of
docs/measurements.md hold with it."""
_TURNED_NUDGES_MM, _TURNS = 1.4, (-5.0, -2.5, 0.0, 2.5, 5.0)
"""Then turned (degrees); Chosen by hand; the rehearsals of docs/measurements.md hold with it."""

_STRETCHED = 1.5
"""So many times wider for its height than a face no spot of it is: sizes are known to a few per cent, at least beside
each other. Of a card under a board a strip shows that is at least 2.5 times as wide as the card for its height."""
_LOOKS_IN_VAIN = 3
"""Looks (a second or more apart) with other noise each: what they do not show a fourth does not either."""
UNTOUCHED_SHARE = 0.02
"""Share of a spot: less than that has changed by noise alone (half a mm² of a token's 800)."""

_SHIFT_MM, _TURN_DEGREES = 0.15, 0.12
"""Nobody lays a card on another more exactly than that, and a card that lies still is measured three times as well."""
_ITSELF = 0.96
"""A card that lies still agrees with itself to 0.99. Where it agrees less (correlation), half the shift is enough."""
_REMEASURED = 5.0
"""After the mat was measured anew everything may seem to have moved: so many times the shift is needed."""


class PrintedSpot(NamedTuple):
    """One spot of a zone."""

    zone: Zone
    number: int
    spot: Spot

    def area(self, comparison: Comparison, margin: float = _MARGIN_MM) -> Area:
        """The spot with a margin (mm), at one pixel a mm."""
        x, y, width, height = self.spot.x, self.spot.y, self.spot.width, self.spot.height
        return comparison.area(x - width / 2, y - height / 2, width, height, margin=margin)

    def _middle(self, comparison: Comparison) -> Area:
        x, y, width, height = self.spot.x, self.spot.y, self.spot.width * _MIDDLE, self.spot.height * _MIDDLE
        return comparison.area(x - width / 2, y - height / 2, width, height)

    @property
    def pose(self) -> Pose:
        """A piece that lies exactly on the spot."""
        return Pose(self.spot.x, self.spot.y, 0.0, self.spot.width, self.spot.height)

    @property
    def candidates(self) -> Sequence[str]:
        """The faces that may lie there."""
        return self.spot.faces or self.zone.faces

    @property
    def _plain(self) -> float:
        return _PLAIN_PILE if self.zone.kind == "pile" else _PLAIN

    def is_empty(self, comparison: Comparison, before: Piece | None) -> bool:
        """Whether it is plain paper, or the mat as it is without a piece: that need not be shown to a recogniser.

        What lay there a moment ago has not gone because its picture is pale: it must look otherwise than it did.
        """
        area, here = self.area(comparison), self.pose.cut(comparison.sheet)
        bare = comparison.has_bare(area)
        empty = comparison.share_not_bare(area) < _EMPTY_SHARE if bare else not is_printed(here, self._plain)
        if not empty or self._is_doubtful(comparison, here) or (not bare and self._stands_out(comparison)):
            return False
        if before is None:
            return True
        return is_printed(before.patch) and not is_burnt_out(here) and not looks_as_before(before, comparison)

    def _is_doubtful(self, comparison: Comparison, here: Image) -> bool:
        """Whether what looks bare has print that the bare mat has not; when nobody waits, whether it has any print.

        A piece that once was not recognised may have been taken for the bare mat.
        """
        if not is_printed(here, self._plain):
            return False
        if comparison.idle:
            return True
        return self._has_gained_print(comparison)

    def _has_gained_print(self, comparison: Comparison) -> bool:
        """Whether it has print that the bare mat has not.

        That is remembered at one pixel a mm, where the grain of wood is no print: so is this compared.
        """
        now, bare = (self.pose.cut(image, 1.0) for image in (comparison.image, comparison.bare))
        return is_printed(now, self._plain) and not is_printed(bare, self._plain)

    def _is_newly_printed(self, comparison: Comparison) -> bool:
        """Whether most of it has changed since the last look, and has print that the bare mat has not.

        A brown back has a brown table's colours, and lines that wood has not; what a shadow changes has none.
        """
        if not comparison.has_history:
            return False
        both = self.area(comparison), self._middle(comparison)
        share = min(comparison.share_changed(there) for there in both)
        least = _CHANGED_SHARE / 2 if self._is_tinted(comparison) else _CHANGED_SHARE
        return share > least and self._has_gained_print(comparison)

    def _is_tinted(self, comparison: Comparison) -> bool:
        """Whether its middle has another tint than bare: a lamp may leave hardly more of a piece than its outline."""
        return comparison.tinted(self._middle(comparison), self._sides(comparison), self._others(comparison)) > _TINT

    def shows_table(self, comparison: Comparison) -> bool:
        """Whether it has the colours of an open table, so that nothing without a name lies there.

        Nothing beside the spot counts: another piece may begin at its very edge.
        """
        return comparison.share_of_table(self.area(comparison, margin=0.0)) > _LIKE_TABLE

    def _goes_on(self, comparison: Comparison) -> bool:
        """Whether what it shows goes on to its left and right, as planks and checks do, and no piece does.

        So a table is told that is seen for the first time. Where some of it is known, what is beside must be like it: a
        piece that is laid askew reaches there.
        """
        least = min(_LIKE_TABLE, 1.0 - _SEAM_MM / self.spot.height) if comparison.is_open_table else 0.0
        sides = [side for side in self._sides(comparison) if comparison.share_of_table(side) >= least]
        here = self.area(comparison, margin=0.0)
        return bool(sides) and comparison.share_as_beside(here, sides, self._others(comparison)) > _LIKE_TABLE

    def outshines(self, comparison: Comparison) -> bool:
        """Whether it is burnt out and what is to its left and right is not: a pale piece does so beneath a lamp.

        A reflection on the table fades over centimetres, and paper that is burnt out goes on beside.
        """
        here = self.area(comparison, margin=0.0)
        return comparison.share_burnt_out(here) > _BURNT_SHARE and all(
            comparison.share_burnt_out(side, self._others(comparison)) < _BURNT_SHARE / 2
            for side in self._sides(comparison)
        )

    def _stands_out(self, comparison: Comparison) -> bool:
        """Whether something plainly lies there of which nothing else is to be told."""
        return self.outshines(comparison) or self.shows_rim(comparison) or self._hides_table(comparison)

    def _hides_table(self, comparison: Comparison) -> bool:
        """Whether hardly any of it has colours of an open table or of what is beside it, as beneath a plain back."""
        if not comparison.is_open_table:
            return False
        here, sides, others = self.area(comparison, margin=0.0), self._sides(comparison), self._others(comparison)
        shares = comparison.share_of_table(here), comparison.share_as_beside(here, sides, others)
        return max(shares) < _UNLIKE_TABLE

    def shows_rim(self, comparison: Comparison) -> bool:
        """Whether the rim of a token is seen on an open table, whose colours it may have; mats have circles printed."""
        return comparison.is_open_table and shows_rim(comparison.sheet, self.pose, self.candidates)

    def _others(self, comparison: Comparison) -> Sequence[Area]:
        """The zone's other spots."""
        spots = (PrintedSpot(self.zone, k, spot) for k, spot in enumerate(self.zone.spots) if k != self.number)
        return [other.area(comparison) for other in spots]

    def _sides(self, comparison: Comparison) -> Sequence[Area]:
        """To its left and right, where nothing of its own piece lies."""
        x, y, width, height = self.spot.x, self.spot.y, self.spot.width, self.spot.height
        near, far = _BESIDE_MM
        lefts = (x - width / 2 - far, x + width / 2 + near)
        return [comparison.area(left, y - height / 2, far - near, height) for left in lefts]

    def is_named(self, named: Named, comparison: Comparison, before: Piece | None) -> bool:
        """Whether the piece on it has this name.

        Where an open table shows all over, only what is sure: a checked cloth looks a little like many cards.
        """
        if named.certainty < OCCUPIED:
            return False
        same = before is not None and before.face == named.faces[0].face
        return same or named.certainty >= BEYOND_DOUBT or not self.shows_table(comparison)

    def _was_seen_bare(self, comparison: Comparison) -> bool:
        """Whether it is known how it looks where nothing lies."""
        bare = comparison.has_bare(self.area(comparison))
        return bare or comparison.has_bare(self.area(comparison, margin=0.0), _SEEN_BARE)

    def is_table_after_all(self, comparison: Comparison) -> bool:
        """Whether what had no name was but an open table: it has its colours, and goes on, though it has lines.

        How the whole of a checked cloth looks is known a moment after its first look. Where it was seen bare, that
        tells more.
        """
        return self.shows_table(comparison) and self._goes_on(comparison) and not self._was_seen_bare(comparison)

    def is_strange(self, comparison: Comparison, before: Piece | None) -> bool:
        """Whether something lies there, named or not; where a named piece lay a moment ago, less of it must show."""
        if self._was_seen_bare(comparison):
            both = self.area(comparison), self._middle(comparison)
            all_over, middle = (comparison.share_not_bare(there) > _STRANGE_SHARE for there in both)
            if all_over and (middle or (before is None and self._is_tinted(comparison))):
                return True
            return before is None and self._is_newly_printed(comparison)
        if self.shows_rim(comparison):
            return True
        if self.shows_table(comparison) or (before is None and self._goes_on(comparison)):
            # A printed cloth is no plain paper where a piece was taken away.
            return False
        least = self._plain if before is not None and before.faces else 1.0
        return (
            is_printed(self.pose.cut(comparison.sheet), least)
            or self.outshines(comparison)
            or self._hides_table(comparison)
        )


class SpotReader(ZoneReader):
    """Reads a zone spot by spot; needs no history, but uses it."""

    def __init__(self, library: Library, recogniser: Recogniser) -> None:
        self.recogniser, self._library = recogniser, library
        self._turned, self._placed = Turned(library, recogniser), Placing(library, recogniser)
        self._in_vain: dict[tuple[int, str, int], tuple[Sequence[str], int]] = {}

    def read(
        self, zone: Zone, comparison: Comparison, before: Sequence[Piece] | None, new_track: NewTrack
    ) -> tuple[Piece, ...]:
        """As ``ZoneReader``; in the order of the spots."""
        lying = {piece.spot: piece for piece in before or ()}
        spots = (PrintedSpot(zone, number, spot) for number, spot in enumerate(zone.spots))
        found = (self._looked_at(spot, comparison, lying.get(spot.number), new_track) for spot in spots)
        return tuple(piece for piece in found if piece is not None)

    def _looked_at(
        self, spot: PrintedSpot, comparison: Comparison, before: Piece | None, new_track: NewTrack
    ) -> Piece | None:
        """The same; an empty spot that nobody waits for is not looked at again and again while nothing changes there.

        The grain of a table is print, and what may lie on it is sought in many places.
        """
        key = spot.zone.mat, spot.zone.name, spot.number
        faces, times = self._in_vain.pop(key, ((), 0))
        same = comparison.share_changed(spot.area(comparison)) < UNTOUCHED_SHARE and faces == spot.candidates
        idle = comparison.idle and before is None
        times = times if idle and same else 0
        piece = self.read_spot(spot, comparison, before, new_track) if times < _LOOKS_IN_VAIN else None
        if idle and piece is None:
            self._in_vain[key] = spot.candidates, times + 1
        return piece

    @abstractmethod
    def read_spot(
        self, spot: PrintedSpot, comparison: Comparison, before: Piece | None, new_track: NewTrack
    ) -> Piece | None:
        """The piece on a spot. ``before``: the same, a moment ago."""

    def is_named(self, spot: PrintedSpot, named: Named, comparison: Comparison, before: Piece | None) -> bool:
        """Whether the piece on a spot has this name.

        Where the table's colours show all over a card of another name than before is told by its print, too, and a
        token by its rim (2.0 votes and more; a cloth has 0.5 at the most), unless it looks as it did. Of a lit cloth a
        recogniser may be as sure as of a card (0.999 at the most), but its lines do not lie as the card's do
        (``Placing.shows_print``).
        """
        if not spot.is_named(named, comparison, before):
            return False
        same = before is not None and before.face == named.faces[0].face
        small = max(spot.spot.width, spot.spot.height) < _SMALL_MM
        if (same and not small) or not spot.shows_table(comparison):
            return True
        if not small:
            return self._placed.shows_print(comparison.sheet, named)
        if before is not None and same and looks_as_before(before, comparison):
            return True
        oblong = spot.spot.width != spot.spot.height
        return (oblong and not same) or spot.shows_rim(comparison)

    def shows_a_part(self, spot: PrintedSpot) -> bool:
        """Whether what lies there sticks out from under something else, so that no enrolled picture looks like it."""
        faces = (self._library.faces[face] for face in spot.candidates if face in self._library.faces)
        wide = [spot.spot.width / spot.spot.height * one.size[1] / one.size[0] for one in faces]
        return bool(wide) and all(not 1 / _STRETCHED < one < _STRETCHED for one in wide)

    def knows_any(self, candidates: Sequence[str]) -> bool:
        """Whether any of these faces is enrolled (none given: any face may lie there): else none need be sought."""
        return not candidates or any(face in self._library.faces for face in candidates)

    def named_again(self, sheet: Image, before: Piece | None, candidates: Sequence[str]) -> Named | None:
        """The piece named anew where it was; None where it is not plainly the same one."""
        if before is None or not before.faces:
            return None
        named = name_piece(sheet, [before.pose], candidates, self.recogniser)
        same = named.faces and named.faces[0].face == before.face and named.certainty >= OCCUPIED
        return named if same else None

    def name_token(self, sheet: Image, start: Pose, candidates: Sequence[str]) -> Named | None:
        """What a round token about this place shows, at any turn; None where a candidate is no round token."""
        poses = self._turned.poses(sheet, start, candidates)
        return name_piece(sheet, poses, candidates, self.recogniser) if poses else None

    def name_nearby(self, sheet: Image, start: Pose, candidates: Sequence[str]) -> Named:
        """What lies exactly on a spot, where that is sure; else the likeliest of a few displacements about it."""
        named = name_piece(sheet, [start], candidates, self.recogniser)
        small = max(start.width, start.height) < _SMALL_MM
        if named.sureness < SURE and not small:
            # A card's picture shows how it was laid, and spares trying many places.
            placed = self._placed(sheet, named, candidates)
            if placed.sureness > SURE:
                return placed
        if named.sureness < SURE or small:
            # Small pieces lie anywhere on their spots, and look like each other out of place.
            named = name_piece(sheet, around(start, _NUDGES_MM, _NUDGES), candidates, self.recogniser)
        if named.sureness < SURE:
            turned = around(named.pose, _TURNED_NUDGES_MM, 1, _TURNS)
            named = name_piece(sheet, turned, candidates, self.recogniser)
        return named


def renamed(before: Piece, faces: Named, comparison: Comparison) -> Piece:
    """The same piece as before, named anew.

    It keeps the place and picture that it was first seen with: were they renewed each time, a slow drift could hide a
    change.
    """
    if comparison.remeasured:
        return Piece(before.track, before.pose, faces.faces, before.pose.cut(comparison.sheet), before.spot)
    return before.with_faces(faces.faces)


def named_at_last(before: Piece, pose: Pose, faces: Ranked, comparison: Comparison) -> Piece | None:
    """The same piece, which had no name, now that it has one where it lies; None: it is another one.

    Who heard of it without a name hears what it is, and not that another piece has come.
    """
    if before.faces or not looks_as_before(before, comparison):
        return None
    return Piece(before.track, pose, faces, pose.cut(comparison.sheet), before.spot)


def named_or_new(number: int, named: Named, comparison: Comparison, before: Piece | None, new_track: NewTrack) -> Piece:
    """What lay on this spot without a name (``before``; None: nothing did), now that it has one; or a new piece."""
    at_last = named_at_last(before, named.pose, named.faces, comparison) if before is not None else None
    return at_last or Piece(new_track(), named.pose, named.faces, named.pose.cut(comparison.sheet), number)


def alignment(before: Piece, comparison: Comparison) -> Shift | None:
    """How a piece's place looks beside how it looked; None: of another size, so that they cannot be compared."""
    if before.track not in comparison.alignments:
        now = before.pose.cut(comparison.sheet)
        fits = now.shape == before.patch.shape
        shift = align(before.patch, now, uncovered(before.patch, now)) if fits else None
        comparison.alignments[before.track] = shift
    return comparison.alignments[before.track]


def looks_as_before(before: Piece, comparison: Comparison) -> bool:
    """Whether a piece's place still looks as it did, but for a shift."""
    shift = alignment(before, comparison)
    return shift is not None and shift.agreement > SAME_PICTURE


def is_another(before: Piece, comparison: Comparison) -> bool:
    """Whether another card lies there, perhaps of the same face: cards are never laid exactly on each other.

    None is laid between two looks at the same still table; what is burnt out hardly agrees with itself then.
    """
    if comparison.reread and comparison.has_history:
        return False
    shift = alignment(before, comparison)
    if shift is None:
        return True
    doubt = 1.0 if shift.agreement > _ITSELF else 0.5
    if comparison.remeasured:
        doubt = _REMEASURED
    return (
        shift.agreement < SAME_PICTURE or shift.distance > _SHIFT_MM * doubt or abs(shift.turn) > _TURN_DEGREES * doubt
    )


def is_burnt_out(patch: Image) -> bool:
    """Whether a reflection may hide what a patch shows."""
    return bool(burnt_out(patch).mean() > _BURNT_SHARE)
