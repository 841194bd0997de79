"""Numbers brought to where they fit best: Newton's method, or Gauss and Newton's for squared errors, with a prior.

Nocedal & Wright 2006, "Numerical optimization", chapters 3 and 10. The prior is normal: what numbers usually are, and
how firmly (ridge). Weights that depend on the errors (iteratively reweighted least squares) make it robust.
"""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from vision.geometry.image import Image

_NO_STEP = 1e-9
"""A step below it changes nothing."""


class Normal(NamedTuple):
    """At some numbers: which way the error falls (n, minus its gradient), and how that bends (n x n, its Hessian).

    Of half the weighted squares of errors ``e`` with the Jacobian ``J``: ``-J.T @ w e`` and ``J.T @ w J``.
    """

    pull: Image
    bend: Image


class Prior(NamedTuple):
    """What the numbers usually are (n), and one over their variance (n)."""

    usual: Image
    firmness: Image


def descend(
    numbers: Image,
    look: Callable[[Image], Normal],
    prior: Prior,
    steps: int,
    *,
    still: float = 0.0,
    error: Callable[[Image], float] | None = None,
) -> Image:
    """The numbers (n) after so many steps at most; a step below ``still`` is the last.

    ``error``: what ``look`` gives the slope of; with it, a step that overshoots is halved until it does not.
    """

    def whole(at: Image) -> float:
        return (error(at) if error else 0.0) + float((prior.firmness * (at - prior.usual) ** 2).sum()) / 2

    for _ in range(steps):
        pull, bend = look(numbers)
        firm = prior.firmness
        step = np.linalg.solve(bend + np.diag(firm), pull - firm * (numbers - prior.usual))
        if error is not None:
            before = whole(numbers)
            while whole(numbers + step) > before and np.abs(step).max() > _NO_STEP:
                step = step / 2
        numbers = numbers + step
        if np.abs(step).max() < still:
            break
    return numbers
