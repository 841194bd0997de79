"""Whether what is taken for a piece of a spread is the table beneath."""

from collections.abc import Callable

import cv2
import numpy as np

from vision.geometry.image import Image
from vision.live.comparison import Comparison
from vision.live.layers import BARE, Layers
from vision.live.pieces import Piece, Stamp, stamp
from vision.recognition.displacements import Named

_MOSTLY_BARE = 0.35
"""Share of a new piece of no sure name that must look otherwise than the table beneath; of real ones 0.7 and more."""
_NOTHING_BUT_TABLE = 0.97
"""Share of a piece with the table's colours from which on it is none, whatever its name: cards have rims, and print of
several colours (a cloth of red and white squares is taken for one; of real cards on it 0.1 to 0.7 look so)."""
_RIM = 2
"""mm beside a card that are neither the card nor the table: its soft edge, and what rounding to one mm leaves of it."""
_STRANGER_CHANGES = 0.5
"""Share of its place that a piece without a name must change: what came looks otherwise than what lay there."""


def is_table(piece: Piece, comparison: Comparison, *, new: bool) -> bool:
    """Whether a piece never was there: nobody could name it, or hardly, and the bare table shows."""
    if not piece.faces:
        # What was taken for table before it left (half of a pawn that stood on the edge) leaves a table of its colours.
        return shows_table(piece.stamp, comparison)
    return new and not piece.sure and comparison.looks_bare(piece.stamp, _MOSTLY_BARE)


def came_nothing(
    named: Named, layers: Layers, comparison: Comparison, shows_print: Callable[[Image, Named], bool]
) -> bool:
    """Whether nothing has come there: of what has a name, the table alone is seen; of what has none, hardly more.

    ``shows_print``: whether a piece's lines are seen on a sheet (``Placing.shows_print``). What was taken for bare
    table may have been something that lay beside all places: where it has gone wood is taken for a card, without them.
    """
    mark = stamp(named.pose, named.pose.cut(comparison.sheet))
    if not named.faces:
        return _is_nothing(mark, comparison)
    mark = _without_known(mark, layers, comparison)
    if not comparison.looks_like_table(mark, _NOTHING_BUT_TABLE):
        return False
    return _is_as_bare(mark, comparison) or not shows_print(comparison.sheet, named)


def is_nothing_but_table(mark: Stamp, comparison: Comparison) -> bool:
    """Whether all of a named piece has the colours of an open table, so that it is none.

    A board that lies there has many colours, too: where the bare table is known it must also look as it does there.
    """
    return comparison.looks_like_table(mark, _NOTHING_BUT_TABLE) and _is_as_bare(mark, comparison)


def _is_as_bare(mark: Stamp, comparison: Comparison) -> bool:
    """Whether it looks there as the bare table does, as far as that is known."""
    unlike = comparison.unlike_bare(mark)
    return unlike is None or unlike < _MOSTLY_BARE


def shows_table(mark: Stamp, comparison: Comparison) -> bool:
    """Whether the table is seen at a place: as it is known there, or by its colours."""
    return comparison.looks_bare(mark) or comparison.looks_like_table(mark)


def _without_known(mark: Stamp, layers: Layers, comparison: Comparison) -> Stamp:
    """What is seen of a new piece alone: where one that lay there looks as it did, nothing new lies on it."""
    mark = mark.within(layers.on_mat.shape)
    kept = (layers.on_mat[mark.rows, mark.columns] != BARE) & ~comparison.changed[mark.rows, mark.columns]
    with_rim = cv2.dilate(kept.astype(np.uint8), np.ones((2 * _RIM + 1, 2 * _RIM + 1), np.uint8)) > 0
    return mark._replace(mask=mark.mask & ~with_rim)


def _is_nothing(mark: Stamp, comparison: Comparison) -> bool:
    """Whether what has no name is no piece that came: the table is seen, or most of its place has not changed."""
    mark = mark.within(comparison.bare_known.shape)
    changed = comparison.changed[mark.rows, mark.columns][mark.mask]
    return shows_table(mark, comparison) or not changed.any() or float(changed.mean()) < _STRANGER_CHANGES
