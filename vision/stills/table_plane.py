"""The table of a photograph: its plane and its light, from the pieces that are surest to lie on it."""

from collections.abc import Sequence
from typing import NamedTuple

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
_ROUNDS = 2
"""Planes fitted, the second without what does not lie on the first."""
_MOST = 0.5
"""Share of a guess's features that agree on one place where it lies on the plane."""
_LEFT_TINT = 7.0
"""Lab units by which the light's colour may be off once it is balanced."""

Voted = tuple[Guess, Fitted]
"""A guess and its features."""


def level(
    picture: Shown,
    original: Shown,
    ready: Sequence[Voted],
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
    # From straight above only the scale is asked for, and false guesses of a piece are about as large as it.
    first = ready[:_MOST_STRONG] if upright else _one_a_place(ready[:_MOST_STRONG])
    strong = [one for one in first if one[0].support >= least]
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
    if not upright:
        # Beside a card near the lens those far from it have few votes and another scale.
        voted = [one for one in first if one[0].support >= _STRONG]
        apart = _agreed(voted, shape, templates)
        if apart is not None and _borne_out(apart.plane, voted, templates) > _borne_out(plane, voted, templates):
            strong, plane = apart.strong, apart.plane
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


class _Agreed(NamedTuple):
    """Guesses and the plane on which they lie."""

    strong: list[Voted]
    plane: Tabletop


def _one_a_place(voted: Sequence[Voted]) -> list[Voted]:
    """Without guesses (the strongest first) that lie where a stronger one does: false ones bear out a false plane."""
    kept: list[Voted] = []
    for one in voted:
        if not any(_upon(there, one) for there in kept):
            kept.append(one)
    return kept


def _upon(stronger: Voted, other: Voted) -> bool:
    """Whether a guess's features lie among those of a stronger one."""
    middle, among = other[1].targets.mean(0), stronger[1].targets
    if bool((among.min(0) <= middle).all() and (middle <= among.max(0)).all()):
        return True
    spread = max(float(one[1].targets.std(0).mean()) for one in (stronger, other))
    return float(np.hypot(*(middle - among.mean(0)))) <= spread


def _agreed(voted: list[Voted], shape: tuple[int, ...], templates: Templates) -> _Agreed | None:
    """The plane of most of these: of all, then again of those that lie on it."""
    plane = None
    for _ in range(_ROUNDS):
        if not voted:
            break
        sized = [templates.sized[guess.face] for guess, _ in voted]
        plane = find_tabletop([fitted for _, fitted in voted], shape, sized)
        lying = [one for one in voted if _share(plane, one, templates) > _MOST]
        if len(lying) == len(voted):
            break
        voted = lying
    return _Agreed(voted, plane) if plane is not None and voted else None


def _borne_out(plane: Tabletop, voted: Sequence[Voted], templates: Templates) -> float:
    """The votes of these guesses, each by the share of its features that agree on one place on a plane."""
    return sum(one[0].support * _share(plane, one, templates) for one in voted)


def _share(plane: Tabletop, one: Voted, templates: Templates) -> float:
    """The share of a guess's features that agree on one place on the plane."""
    guess, fitted = one
    agreeing = _agreeing(plane, fitted, templates.sized[guess.face])
    return float(agreeing.weights.sum() / (fitted.weights.sum() + 1e-9))


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
