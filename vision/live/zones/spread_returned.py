"""Pieces of a spread that had gone and look again as they did where no hand was: they had only been out of sight.

A reflection, a glass or a cloth may hide a city. When it goes, little is seen of the cards beneath others, too little
to name them anew: but each looks as it did.
"""

from collections.abc import Sequence

import numpy as np

from vision.geometry.difference import changed, difference, look_at
from vision.geometry.image import Image
from vision.live.comparison import Comparison
from vision.live.layers import BARE, owners, stamps_of
from vision.live.pieces import Piece, Stamp
from vision.sighting import Zone

_SHOWS = 300.0
"""mm² of a piece that must look as they did: a third of a strip."""
_NO_HAND = 0.9
"""Share of the place of a piece over which no hand was: whoever lays a card there covers half of it and more."""
_MOST = 24
"""So many that have gone from a zone are remembered: two columns and more."""


class Returned:
    """Remembers what has gone from each zone."""

    def __init__(self) -> None:
        self._gone = dict[str, tuple[Piece, ...]]()

    def note(self, zone: Zone, before: Sequence[Piece], after: Sequence[Piece]) -> None:
        """What lay there before and no longer does has gone."""
        left = {piece.track for piece in after}
        gone = [piece for piece in before if piece.faces and piece.track not in left]
        self._gone[zone.name] = (*self._gone.get(zone.name, ()), *gone)[-_MOST:]

    def __call__(
        self, zone: Zone, comparison: Comparison, pieces: Sequence[Piece]
    ) -> tuple[tuple[Piece, ...], Comparison]:
        """The pieces with those that are back, beneath all others, and the mat as if these had looked so before."""
        gone = self._gone.get(zone.name, ())
        if not gone or not comparison.changed.any():
            return tuple(pieces), comparison
        lying = owners(stamps_of(pieces), comparison.bare_known.shape) != BARE
        owner = np.where(lying, BARE, owners(stamps_of(gone), lying.shape))
        back, settled = list[Piece](), np.zeros_like(lying)
        for index, piece in enumerate(gone):
            mark = piece.stamp.within(lying.shape)
            if float(comparison.no_hand[mark.rows, mark.columns][mark.mask].mean()) < _NO_HAND:
                continue
            as_it_was = (owner == index) & comparison.changed & _looking_so(mark, comparison)
            if as_it_was.sum() >= _SHOWS:
                back.append(piece)
                settled |= as_it_was
        if not back:
            return tuple(pieces), comparison
        self._gone[zone.name] = tuple(piece for piece in gone if piece not in back)
        return (*back, *pieces), comparison.unchanged_at(settled)


def _looking_so(mark: Stamp, comparison: Comparison) -> Image:
    """Where on the mat (bool) it looks like a piece drawn so."""
    so = np.zeros(comparison.bare_known.shape, bool)
    look = look_at(mark.image, np.broadcast_to(comparison.gain(mark), mark.image.shape))
    apart = difference(comparison.now.part(mark.rows, mark.columns), look)
    so[mark.rows, mark.columns] = mark.mask & ~changed(apart)
    return so
