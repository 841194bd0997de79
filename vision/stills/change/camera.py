"""What the pieces found so far say about how the camera sees the table.

Pieces that lie by themselves on the bare table teach it; one that lies on others shows their sides beside its own and
teaches nothing, once anything is known.
"""

from collections import deque
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from vision.geometry.image import Points
from vision.geometry.quads import intersection, sides
from vision.recognition.kinds import Size
from vision.stills.change.view import View, learn, plain, sizes_of

FORESHORTENED = 0.4
"""By how much a piece's proportions may seem changed while nothing is known of the view."""

_SAME_VIEW = 0.03
"""Misfit of a piece (share of its long side) in a view that is believed."""
_OTHER_VIEW = 0.1
"""Misfit in a view that hardly is, above which it is another."""
_ENOUGH = 0.8
"""Trust, in whole clear pieces, from which on a view is believed."""
MOVED = 3
"""So many pieces of no known shape at once: the camera has been moved."""
_REMEMBERED = 24
"""Pieces that a view is learned from."""
_PLENTY = 6.0
"""Trust, in whole clear pieces, from which on more would add little."""
_OTHER_SIZE = 0.3
"""Log of scale by which a piece may seem of another size."""
_LARGER = 0.02
"""Cost of a scale's log: two pieces side by side may look like a large one."""
_AS_GOOD = 0.06
"""Cost a piece by which a scale may be worse and yet be the right one."""
_APART = 0.15
"""Log between two scales that differ."""
_CLEAR = 0.6
"""How well the weakest side is borne out (0..1) in a piece that is trusted whole."""
_LEAST_TRUST = 0.1
"""Trust in one with a side that is not borne out."""


class Measured(NamedTuple):
    """A quadrilateral measured by itself (4 x 2 pixels of the working picture) and how far to trust it (0..1)."""

    quad: Points
    trust: float


class Camera:
    """The view of one camera, learned from pieces of known sizes.

    ``sizes``: width and height in mm of the pieces there may be. ``scale``: pixels in a mm, where that is known.
    ``shape``: rows and columns of the pictures.
    """

    def __init__(self, sizes: Sequence[Size], shape: tuple[int, int], scale: float | None = None) -> None:
        self._sizes = tuple(sizes)
        self._shape = shape
        self._known: deque[tuple[Points, Size, float]] = deque(maxlen=_REMEMBERED)
        self._given = None if scale is None else plain(scale, shape)
        self.view = self._given
        self._other: list[tuple[Points, Size, float]] = []

    @property
    def sure(self) -> bool:
        """Whether more pieces would add little."""
        return sum(trusted for _, _, trusted in self._known) >= _PLENTY

    def learn(self, measured: Sequence[Measured]) -> View | None:
        """The view, with what these pieces say about it; they are remembered."""
        assigned = self._agreeing(measured) if self._known else None
        first = assigned is None and self._given is None
        if assigned is None:
            # The first pieces, or the camera has been moved: what it saw before says nothing any more.
            self._known.clear()
            self.view = self._given
            assigned = self._assigned(measured, self._scales(measured)[0] if first and measured else None)
        if assigned:
            self._known.extend(assigned)
            self.view = learn(self._known, self._shape, self.view)
        if first and measured:
            others = self._scales(measured)[1:]
            self._other = self._assigned(measured, others[0]) if others else []
        return self.view

    def _agreeing(self, measured: Sequence[Measured]) -> list[tuple[Points, Size, float]] | None:
        """Those of the pieces that agree with the view; None where it has become another."""
        assigned = self._assigned(measured, None)
        believed = sum(trusted for _, _, trusted in self._known)
        far = _SAME_VIEW if believed > _ENOUGH else _OTHER_VIEW
        agreeing = [one for one in assigned if self.view is not None and self.view.misfit(*one[:2]) < far]
        return None if len(measured) >= MOVED and 2 * len(agreeing) < len(measured) else agreeing

    @property
    def other_view(self) -> View | None:
        """The view if the pieces seen first were of another size of the same shape, where that may be."""
        return learn(self._other, self._shape) if self._other else None

    def decide(self, *, other: bool) -> None:
        """Believe the one or the other view from now on."""
        if other:
            self._known = deque(self._other, maxlen=_REMEMBERED)
            self.view = self.other_view
        self._other = []

    def _assigned(self, measured: Sequence[Measured], scale: float | None) -> list[tuple[Points, Size, float]]:
        """Each quadrilateral with the size that agrees best with one scale for all, or with the view."""
        assigned = []
        for quad, trusted in measured:
            here = self.view.scale(quad.mean(0)) if scale is None and self.view is not None else scale or 1.0
            fitting = sizes_of(quad, self._sizes, FORESHORTENED)
            if fitting:
                best = min(fitting, key=lambda size: _off(quad, size, here))
                if _off(quad, best, here) < _OTHER_SIZE:
                    assigned.append((quad, best, trusted))
        return assigned

    def _scales(self, measured: Sequence[Measured]) -> list[float]:
        """The scale at which these are pieces, and another where as many are, if there is one."""

        def cost(scale: float) -> float:
            # Two pieces side by side may look like a large one, so the smaller of two scales is believed.
            return sum(
                min([_OTHER_SIZE] + [_off(one.quad, size, scale) for size in self._sizes]) for one in measured
            ) + _LARGER * float(np.log(scale))

        scales = sorted((sides(one.quad).sum() / 2 / sum(size) for one in measured for size in self._sizes), key=cost)
        likely = [scale for scale in scales if cost(scale) < cost(scales[0]) + _AS_GOOD * len(measured)]
        return scales[:1] + [scale for scale in likely if abs(np.log(scale / scales[0])) > _APART][:1]


def trust(support: Points) -> float:
    """How far a quadrilateral teaches anything whose sides are borne out so well (4, each 0..1)."""
    return float(np.clip((support.min() / _CLEAR) ** 3, _LEAST_TRUST, 1))


def apart(quad: Points, others: Sequence[Points]) -> bool:
    """Whether a quadrilateral touches none of the others."""
    return all(intersection(quad, other) <= 0 for other in others)


def _off(quad: Points, size: Size, scale: float) -> float:
    return abs(float(np.log(sides(quad).sum() / 2 / sum(size) / scale)))
