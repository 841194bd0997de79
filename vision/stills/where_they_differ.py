"""Of two prints that are alike but for a figure or a symbol, the one that a photograph shows.

A photograph lies somewhere on the line between the two: at 1 where it shows the one, at -1 where it shows the other.
Where it lies is a mean over all pixels, weighed by how much the two differ there: what both share says nothing. How
far that may be off is told by what the better one leaves unexplained there: by how much, or by how it lies in blocks
if that is more (H. White, "A heteroskedasticity-consistent covariance matrix estimator", 1980).
"""

from collections.abc import Sequence

import numpy as np

from vision.geometry.image import Image

_NOISE = 1.0
"""Lab units squared of each plane that are left of a print that is explained wholly: the camera's noise."""
_UNLIKE = 0.2
"""Share of what two prints differ by, by which the right one may be off: ink, sleeves, the enrolled picture."""
_NO_DIFFERENCE = 1e-6
"""Lab units squared up to which two prints are equal."""


def log_odds(seen: Image, mine: Image, other: Image, blocks: Sequence[Image], alike: float) -> float:
    """How much likelier (log) pixels show one print than another that explains them no better.

    ``seen``, ``mine``, ``other``: pixels x planes, as seen and as each print explains them; ``blocks``: for
    each size of blocks the number of the one that each pixel is in, those of one being off together, if by little;
    ``alike``: so many neighbours say the same.
    """
    rest, apart = seen - mine, mine - other
    differ = (apart**2).sum(1)
    if float(differ.max()) < _NO_DIFFERENCE:
        return 0.0
    # Each plane counts as much as it is explained well there.
    weights = 1 / (np.average(rest**2, axis=0, weights=differ) + _NOISE)
    energy = (weights * apart**2).sum(1)
    total = float(energy.sum())
    along = (weights * rest * apart).sum(1)
    shift = float(along.sum()) / total
    evenly = 4 * alike / total
    rest_along = along - shift * energy
    unevenly = 4 * max(float((np.bincount(each, rest_along) ** 2).sum()) for each in blocks) / total**2
    return 2 * (1 + 2 * shift) / (max(evenly, unevenly) + _UNLIKE**2)
