"""Round pieces of a photograph: once the table's plane is known, their rims show where they lie."""

from collections.abc import Sequence

import numpy as np

from vision.geometry.homography import transform_points
from vision.geometry.quads import overlap
from vision.recognition.naming import certainty
from vision.stills.occupancy import Table
from vision.stills.scoring import Found
from vision.tokens.heap import find_tokens
from vision.tokens.naming import TokenReader

_PX_PER_MM = 1.8
"""A token of 28 mm has 50 pixels."""
_ABOUT = 120.0
"""mm about the pieces found in which tokens are sought: they lie beside their city."""
_MOST = 900.0
"""mm that are searched at most, along and across."""
_CERTAIN = 0.5
"""Probability of being one of the faces from which on a rim is a token."""
_SAME = 0.4
"""Share of the smaller of two pieces that makes them one."""


def tokens_on(table: Table, found: Sequence[Found], reader: TokenReader, faces: Sequence[str]) -> list[Found]:
    """The tokens that no piece found explains; of pieces without a name that they are, the name."""
    wanted = [face for face in faces if face in reader.faces]
    named = [one for one in found if one.faces]
    if not wanted or not named:
        return []
    shape = table.picture.levels[0].shape
    rim = np.array([[0, 0], [shape[1], 0], [shape[1], shape[0]], [0, shape[0]]], float)
    pieces = np.concatenate([table.plane.on_table(one.quad) for one in named])
    shown = table.plane.on_table(rim)
    low = np.maximum(pieces.min(0) - _ABOUT, shown.min(0))
    size = np.minimum(np.minimum(pieces.max(0) + _ABOUT, shown.max(0)) - low, _MOST)
    to_picture = np.linalg.inv(table.plane.plane) @ np.array([[1, 0, low[0]], [0, 1, low[1]], [0, 0, 1]])
    grid = (round(float(size[0]) * _PX_PER_MM), round(float(size[1]) * _PX_PER_MM))
    seen = table.original.patch(to_picture, (float(size[0]), float(size[1])), grid)
    heap = find_tokens(seen, _PX_PER_MM, wanted, reader)
    more: list[Found] = []
    for token in heap.tokens:
        quad = transform_points(to_picture, token.quad / _PX_PER_MM)
        free = all(overlap(quad, one.quad) < _SAME for one in (*named, *more))
        if free and certainty(token.faces) > _CERTAIN:
            more.append(Found(quad, token.faces))
    return more
