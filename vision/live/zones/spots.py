"""Zones of printed spots: at most one piece on each (stages, tokens)."""

from dataclasses import replace

from vision.live.comparison import Comparison
from vision.live.pieces import Piece
from vision.live.zones.printed_spot import (
    OCCUPIED,
    UNTOUCHED_SHARE,
    PrintedSpot,
    SpotReader,
    is_burnt_out,
    looks_as_before,
    named_or_new,
    renamed,
)
from vision.live.zones.reader import NewTrack
from vision.recognition.displacements import SURE, Named

_COVERED_SHARE = 0.4
"""Less than that of a spot has changed: a neighbour reaches in, the piece itself has not gone."""


class SpotsReader(SpotReader):
    """Reads what lies on each spot."""

    def read_spot(
        self, spot: PrintedSpot, comparison: Comparison, before: Piece | None, new_track: NewTrack
    ) -> Piece | None:
        """As ``SpotReader``."""
        untouched = comparison.has_history and comparison.share_changed(spot.area(comparison)) < UNTOUCHED_SHARE
        known = before is not None and before.sure and not before.hidden
        doubtful = before is None or before.hidden
        if untouched and (known or not (comparison.reread or (comparison.idle and doubtful))):
            return before
        if spot.is_empty(comparison, before):
            return None
        named = self.named_again(comparison.sheet, before, spot.candidates) or self._name(spot, comparison)
        if not self.is_named(spot, named, comparison, before):
            return _unnamed(spot, comparison, before, new_track, named)
        if before is not None and _doubted(named, before, comparison):
            return before
        if before is None or before.face != named.faces[0].face:
            return named_or_new(spot.number, named, comparison, before, new_track)
        return renamed(before, named, comparison)

    def _name(self, spot: PrintedSpot, comparison: Comparison) -> Named:
        sheet, start, candidates = comparison.sheet, spot.pose, spot.candidates
        if self.shows_a_part(spot) or not self.knows_any(candidates):
            return Named(start, ())
        token = self.name_token(sheet, start, candidates)
        if token is not None:
            return token
        return self.name_nearby(sheet, start, candidates)


def _unnamed(
    spot: PrintedSpot, comparison: Comparison, before: Piece | None, new_track: NewTrack, named: Named
) -> Piece | None:
    """What lies on a spot where nothing can be named: what lay there before, a stranger, nothing."""
    area, patch = spot.area(comparison), spot.pose.cut(comparison.sheet)
    little = comparison.share_changed(area) < _COVERED_SHARE and not spot.shows_table(comparison)
    if before is not None and before.faces and little:
        # Most of it looks as before: a neighbour covers its edge. Nor does much change where a brown card goes from a
        # brown table, but then the table's colours show all over.
        return before
    if before is not None and looks_as_before(before, comparison):
        never = not before.faces and comparison.reread and spot.is_table_after_all(comparison)
        return None if never else before
    if before is not None and is_burnt_out(patch):
        # A reflection hides it: it lies there until it is seen to have gone.
        return replace(before, hidden=True)
    if not spot.is_strange(comparison, before):
        return None
    faint = named.faces if named.certainty < OCCUPIED else ()
    return Piece(new_track(), spot.pose, (), patch, spot.number, faint=faint)


def _doubted(named: Named, before: Piece, comparison: Comparison) -> bool:
    """Whether another name is given without conviction to what still looks as it did."""
    if not before.faces or not named.faces or named.faces[0].face == before.face:
        return False
    if named.faces[0].probability >= SURE:
        return False
    return looks_as_before(before, comparison)
