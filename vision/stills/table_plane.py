"""The table of a photograph: its plane and its light, from the pieces that are surest to lie on it."""

from collections.abc import Sequence

import numpy as np

from vision.geometry.homography import transform_points
from vision.stills.occupancy import Table
from vision.stills.placing import Shown, balanced, match_parts
from vision.stills.pose_voting import Guess
from vision.stills.tabletop import Fitted, Tabletop, find_tabletop, weighted_median
from vision.stills.templates import Templates

_STRONG, _OF_BEST, _MOST_STRONG = 5.0, 0.2, 24
"""Votes, and share of the best guess's, that make a guess one to go by; how many."""
_ZOOM = 0.4
"""Log of scale off the usual one: a piece in another plane, or a false guess."""
_ENOUGH = 8
"""Parts of a piece found at the pixel that make it one to go by."""
_LEFT_TINT = 7.0
"""Lab units by which the light's colour may be off once it is balanced."""


def level(
    picture: Shown,
    original: Shown,
    ready: Sequence[tuple[Guess, Fitted]],
    templates: Templates,
    *,
    upright: bool = False,
) -> Table:
    """The plane from the strongest guesses, then again from what is seen of them at the pixel.

    ``original``: the picture as it was taken. ``upright``: from straight above.
    """
    if not ready:
        return Table(picture, Tabletop(np.eye(3)), templates, original)
    least = min(max(_STRONG, _OF_BEST * ready[0][0].support), ready[0][0].support)
    strong = [one for one in ready[:_MOST_STRONG] if one[0].support >= least]
    zooms = np.log([np.hypot(guess.matrix[0, 0], guess.matrix[1, 0]) for guess, _ in strong])
    sized = np.array([templates.sized[guess.face] for guess, _ in strong])
    # What is one of a kind has no usual size: scans of two copies gave wonders twice the scale of their cards.
    telling = sized if sized.any() else np.ones(len(strong), bool)
    supports = np.array([guess.support for guess, _ in strong])
    usual = weighted_median(zooms[telling], supports[telling])
    keep = (np.abs(zooms - usual) < _ZOOM) | ~telling
    strong = [one for one, kept in zip(strong, keep, strict=True) if kept]
    shape = picture.levels[0].shape
    plane = find_tabletop([fitted for _, fitted in strong], shape, sized[keep].tolist(), upright=upright)
    near, gains, of_size = [], [], []
    for guess, fitted in strong:
        size, true = templates.sizes[guess.face], templates.sized[guess.face]
        laid = plane.laid(fitted, sized=true)
        close = _agreeing(plane, match_parts(picture, laid, templates.usual, guess.face, 6), true)
        if len(close.weights) >= _ENOUGH:
            near.append(close)
            of_size.append(true)
            patch = picture.patch(plane.laid(close, sized=true), size, templates.usual.frame(guess.face))
            gains.append(templates.usual.gains(patch, guess.face))
    if not near:
        return Table(picture, plane, templates, original)
    light = np.median(gains, axis=0)
    evened = Shown(tuple(balanced(level, light) for level in picture.levels))
    plane = find_tabletop(near, shape, of_size, upright=upright)
    return Table(evened, plane, templates, original, _LEFT_TINT, light)


def _agreeing(plane: Tabletop, near: Fitted, sized: bool) -> Fitted:  # noqa: FBT001 - as ``Tabletop.laid`` names it
    """Only those features that agree on one place to about a millimetre and a half."""
    keep = near.weights > 0
    if not keep.any():
        return near
    for tolerance in (3.0, 1.5):
        matrix = plane.laid(near._replace(weights=np.where(keep, near.weights, 1e-9)), sized=sized)
        at = transform_points(matrix, near.places)
        keep = np.hypot(*(plane.on_table(at) - plane.on_table(near.targets)).T) < tolerance
        if not keep.any():
            break
    return Fitted(*(part[keep] for part in near))
