"""Where pieces of known size lie on a table whose view is known: to a fraction of a pixel.

The four sides of a piece are sought together: they keep their distances and turn as one. So a side that shows no
edge (it lies where another piece's edge was) goes where the others say, and a stray edge takes none away.
"""

from collections.abc import Sequence

import numpy as np

from vision.geometry.changes import Pictures
from vision.geometry.image import Image, Points
from vision.geometry.sides import BEAT, INSET, MOST_SCORE, POINT, Strips, closer_looks, scores, strips
from vision.stills.change.view import Pose, View

_TURNS = 11
"""Turns tried, within what the reach allows."""
_STIFF = 0.01
"""Share of the diagonal by which the distance of opposite sides may be off."""
_SLACK = 0.004
"""Share of the longest side by which a side may lie off its place: a card's cut."""
_STAYS = 0.3
"""Points that the line believed so far weighs, spread over a side's rows."""


def place(
    pictures: Pictures, view: View, poses: Sequence[Pose], reach: Points, step: float
) -> tuple[list[Pose], Points]:
    """The poses moved to where their sides are seen, at most ``reach`` (n) pixels off, and what bears them out.

    That is n x 4: how well each side is borne out, 0..1.
    """
    rough = view.quads(poses)
    cut = strips(pictures, rough, reach, step)
    slopes = _slopes(view, poses, rough, cut)
    turned = (slopes[:, :, 1, 2] - slopes[:, :, 0, 2]) / 2
    turns = np.linspace(-0.45, 0.45, _TURNS) * (reach / np.abs(turned).max(1))[:, None]
    score = scores(cut, turned[..., None] * turns[:, None], reach)
    turn, offset, support = _together(score, _STIFF * np.linalg.norm(rough[:, 2] - rough[:, 0], axis=1) / step)
    found = _through_points(cut, slopes, turns[np.arange(len(poses)), turn], offset * step)
    moved = [
        pose._replace(x=pose.x + x, y=pose.y + y, turn=pose.turn + t)
        for pose, (x, y, t) in zip(poses, found.tolist(), strict=True)
    ]
    return moved, np.clip(support / MOST_SCORE, 0, 1)


def _slopes(view: View, poses: Sequence[Pose], rough: Points, cut: Strips) -> Image:
    """By how many pixels the marks move outward for a mm along x, along y, and a radian: n x 4 x 2 x 3."""
    found = []
    for x, y, turn in ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 0.01)):
        moves = view.quads([one._replace(x=one.x + x, y=one.y + y, turn=one.turn + turn) for one in poses]) - rough
        ends = np.stack([moves, np.roll(moves, -1, 1)], 2)
        marks = ends * (1 - INSET) + ends[:, :, ::-1] * INSET
        found.append((marks * cut.outward[:, :, None]).sum(3) / max(x, y, turn))
    return np.stack(found, -1)


def _together(score: Image, stiff: Points) -> tuple[Points, Points, Points]:
    """The likeliest turn (n), the sides' offsets in places (n x 4), and their scores there.

    ``stiff``: by how many places the distance of opposite sides may be wrong (n).
    """
    n, _, turns, count = score.shape
    place = np.arange(count) - count // 2
    wider = (place[:, None] + place) / stiff[:, None, None]
    against = (wider**2 / (1 + 0.5 * np.abs(wider)))[:, None].astype(np.float32)
    pairs = [(score[:, k, :, :, None] + score[:, k + 2, :, None] - against).reshape(n, turns, -1) for k in (0, 1)]
    turn = sum(pair.max(2) for pair in pairs).argmax(1)
    each = np.arange(n)
    offset = np.empty((n, 4), np.intp)
    for k, pair in enumerate(pairs):
        offset[:, k], offset[:, k + 2] = np.divmod(pair[each, turn].argmax(1), count)
    return turn, offset - count // 2, score[each[:, None], np.arange(4), turn[:, None], offset]


def _through_points(cut: Strips, slopes: Image, turn: Points, offset: Points) -> Points:
    """The moves (n x 3: mm, mm, radians) that lay the sides through the strongest edge points near by.

    A side may lie a little further out than the size says: that is found with it and left out.
    """
    n, _, rows, across = cut.edges.shape
    offsets = (np.arange(across) - across // 2) * cut.step
    shares = (BEAT[:, None] + 1) / 2
    # What each row's side moves by: three for the piece, one for each side's own slack.
    rowed = slopes[:, :, None, 0] * (1 - shares) + slopes[:, :, None, 1] * shares
    own = np.broadcast_to(np.eye(4)[None, :, None], (n, 4, rows, 4))
    terms = np.concatenate([rowed, own], -1).reshape(n, 4 * rows, 7)
    lean = (slopes[:, :, 1, 2] - slopes[:, :, 0, 2]) / 2 * turn[:, None]
    line = offset[..., None] + lean[..., None] * BEAT
    slack = _SLACK * np.linalg.norm(cut.marks[:, :, 1] - cut.marks[:, :, 0], axis=2).max(1)
    stay = np.zeros((n, 7, 7))
    stay[:, np.arange(3, 7), np.arange(3, 7)] = 1 / slack[:, None] ** 2
    moves = np.zeros((n, 7))
    for width, strength in closer_looks(cut):
        away = offsets - line[..., None]
        weight = strength * np.exp(-1.5 * (away / width) ** 2)
        mass = weight.sum(3)
        counts = mass / (mass + POINT)
        point = line + (weight * away).sum(3) / np.maximum(mass, 1e-9)
        # A row that shows nothing stays, weakly, on the line believed so far.
        trust = (counts + _STAYS / rows).reshape(n, -1, 1)
        wanted = np.where(counts > 0, point, line).reshape(n, -1, 1)
        weighted = np.swapaxes(terms * trust, 1, 2)
        moves = np.linalg.solve(weighted @ terms + stay + 1e-9 * np.eye(7), weighted @ wanted)[..., 0]
        line = (terms @ moves[..., None])[..., 0].reshape(n, 4, rows)
    return moves[:, :3]
