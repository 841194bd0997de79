"""Zones with one stack of pieces, of which only the top one is seen (a deck, a discard pile)."""

from collections.abc import Sequence

from vision.geometry.image import Image
from vision.geometry.pose import Pose
from vision.live.comparison import Comparison
from vision.live.pieces import Piece
from vision.live.zones.printed_spot import (
    OCCUPIED,
    SAME_PICTURE,
    PrintedSpot,
    SpotReader,
    alignment,
    is_another,
    named_or_new,
    renamed,
)
from vision.live.zones.reader import NewTrack
from vision.recognition.displacements import Named, around, name_piece

_UPSIDE_DOWN_MM = 1.6
"""Steps of the displacements in which a card that lies the other way round is tried."""


class PileReader(SpotReader):
    """Reads the top of a pile. A new top is a new track, even if it shows the same face."""

    def read_spot(
        self, spot: PrintedSpot, comparison: Comparison, before: Piece | None, new_track: NewTrack
    ) -> Piece | None:
        """As ``SpotReader``."""
        # Cards with the same back differ by a hair's breadth: always looked at closely.
        if comparison.has_history and before is not None and before.sure and not is_another(before, comparison):
            return before
        if spot.is_empty(comparison, before):
            return None
        sheet, candidates = comparison.sheet, spot.candidates
        named = self.named_again(sheet, before, candidates) or self._name(sheet, spot.pose, candidates)
        if not named.faces and len(candidates) == 1 and spot.outshines(comparison):
            # A deck of pale backs beneath a lamp: it is none of the table, and nothing else may lie there.
            named = name_piece(sheet, [spot.pose], candidates, self.recogniser, no_paper=True)
        if not self.is_named(spot, named, comparison, before):
            return _unnamed(spot, comparison, before, new_track)
        same = None if before is None or is_another(before, comparison) else before
        if same is not None and same.face == named.faces[0].face:
            return renamed(same, named, comparison)
        # Who heard of it without a name would take another one for the next card.
        return named_or_new(spot.number, named, comparison, same, new_track)

    def _name(self, sheet: Image, start: Pose, candidates: Sequence[str]) -> Named:
        if not self.knows_any(candidates):
            return Named(start, ())
        token = self.name_token(sheet, start, candidates)
        if token is not None:
            return token
        named = self.name_nearby(sheet, start, candidates)
        if named.certainty < OCCUPIED:
            turned = around(start._replace(turn=start.turn + 180), _UPSIDE_DOWN_MM)
            other = name_piece(sheet, turned, candidates, self.recogniser)
            named = max(named, other, key=lambda one: one.certainty)
        return named


def _unnamed(spot: PrintedSpot, comparison: Comparison, before: Piece | None, new_track: NewTrack) -> Piece | None:
    """What lies there where nothing can be named: what lay there before, nothing, a stranger."""
    if before is not None and not is_another(before, comparison):
        return before
    shift = alignment(before, comparison) if before is not None else None
    if before is not None and shift is not None and shift.agreement > SAME_PICTURE:
        # The next one of the same look: a veil of light keeps its name from being read, but not its lines.
        pose = before.pose.moved(shift.dx, shift.dy, shift.turn)
        return Piece(new_track(), pose, before.faces, pose.cut(comparison.sheet), spot.number)
    if not spot.is_strange(comparison, before):
        return None
    return Piece(new_track(), spot.pose, (), spot.pose.cut(comparison.sheet), spot.number)
