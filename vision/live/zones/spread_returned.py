"""Pieces of a spread that had gone and look again as they did where no hand was: they had only been out of sight.

A reflection, a glass or a cloth may hide a city. When it goes, little is seen of the cards beneath others, too little
to name them anew: but each looks as it did.
"""

from collections.abc import Sequence

import numpy as np

from vision.geometry.difference import changed
from vision.geometry.image import Image
from vision.live.comparison import Comparison
from vision.live.layers import BARE, owners, stamps_of
from vision.live.pieces import Piece, Stamp
from vision.sighting import Zone

_SHOWS = 300.0
"""mm² of a piece that must look as they did: a third of a strip."""
_FREE = 0.9
"""Share of its place where nothing lies and over which no hand was: whoever lays a card there covers half of it."""
_WHOLE, _SEVERAL = 0.9, 2
"""Share of what would be seen of a piece that must look so, of one at least; or so many of those that went together."""
_MOST = 8
"""So many times that something went from a zone are remembered."""


class Returned:
    """Remembers what has gone from each zone, and what of it went together."""

    def __init__(self) -> None:
        self._gone = dict[str, tuple[tuple[Piece, ...], ...]]()

    def note(self, zone: Zone, before: Sequence[Piece], after: Sequence[Piece]) -> None:
        """What lay there before and no longer does has gone."""
        left = {piece.track for piece in after}
        if gone := tuple(piece for piece in before if piece.faces and piece.track not in left):
            self._gone[zone.name] = (*self._gone.get(zone.name, ()), gone)[-_MOST:]

    def __call__(
        self, zone: Zone, comparison: Comparison, pieces: Sequence[Piece]
    ) -> tuple[tuple[Piece, ...], Comparison]:
        """The pieces with those that are back, beneath all others, and the mat as if these had looked so before."""
        lying, gone = tuple(pieces), self._gone.get(zone.name, ())
        if not gone or not comparison.changed.any():
            return lying, comparison
        left = list[tuple[Piece, ...]]()
        for together in gone:
            back, comparison = _that_are_back(together, comparison, lying)
            lying, tracks = (*back, *lying), {piece.track for piece in back}
            if rest := tuple(piece for piece in together if piece.track not in tracks):
                left.append(rest)
        self._gone[zone.name] = tuple(left)
        return lying, comparison


def _that_are_back(
    together: Sequence[Piece], comparison: Comparison, lying: Sequence[Piece]
) -> tuple[tuple[Piece, ...], Comparison]:
    """Those of some that went together that lie there again, and the mat as if they had looked so before."""
    marks = [piece.stamp.within(comparison.no_hand.shape) for piece in together]
    unhindered = [_is_all(comparison.no_hand, mark) and _changes(comparison, mark) for mark in marks]
    if not any(unhindered):
        return (), comparison
    free = owners(stamps_of(lying), comparison.no_hand.shape) == BARE
    owner = owners(stamps_of(together), free.shape)
    back, whole, settled = list[Piece](), False, np.zeros_like(free)
    for index, (piece, mark) in enumerate(zip(together, marks, strict=True)):
        if not unhindered[index] or not _is_all(free, mark):
            continue
        mine = owner == index
        as_it_was = mine & _looking_so(mark, comparison)
        if (as_it_was & comparison.changed).sum() >= _SHOWS:
            back.append(piece)
            whole |= bool(as_it_was.sum() > _WHOLE * mine.sum())
            settled |= as_it_was
    if not whole and len(back) < _SEVERAL:
        return (), comparison
    return tuple(back), comparison.unchanged_at(settled)


def _is_all(there: Image, mark: Stamp) -> bool:
    """Whether as good as all that a piece drawn so covers is among these places (bool)."""
    return float(there[mark.rows, mark.columns][mark.mask].mean()) >= _FREE


def _changes(comparison: Comparison, mark: Stamp) -> bool:
    """Whether enough has changed where a piece drawn so lies."""
    return bool(comparison.changed[mark.rows, mark.columns][mark.mask].sum() >= _SHOWS)


def _looking_so(mark: Stamp, comparison: Comparison) -> Image:
    """Where on the mat (bool) it looks like a piece drawn so."""
    so = np.zeros(comparison.bare_known.shape, bool)
    so[mark.rows, mark.columns] = mark.mask & ~changed(comparison.apart_from(mark))
    return so
