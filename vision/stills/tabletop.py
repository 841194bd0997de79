"""The plane that all pieces of a photograph lie on: from pixels to millimetres, found from the pieces themselves.

A tilted camera makes near pieces larger and askew; on the plane every piece has its true size, so a place
needs only a point and a turn, which even a few features on a visible strip can give.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from vision.geometry.descent import Normal, Prior, descend
from vision.geometry.homography import centred, rigid, similarity, slanted, transform_points
from vision.geometry.image import Image, Points

_STEPS, _STILL = 6, 1e-5
"""Steps of Gauss and Newton at most; change of a slope below which one is the last: of a metre of table 0.01 mm."""
_NUDGE = 1e-4
"""By which a number is changed to see what changes with it."""
_UPRIGHT = (0.35, 0.35, 0.25, 0.25)
"""How far the plane's slopes and shears usually are from none (ridge)."""
_TRUST = 0.03
"""Share of a piece's extent by which its features are off (standard deviation)."""
_ALIKE = 0.012
"""Log by which pieces' scales differ (standard deviation): half a mm of a card."""
_FALSE = 0.3
"""Log off the usual scale beyond which a guess is false and pulls no harder: under a camera tilted to 35 degrees pieces
at both ends of a city are up to 0.25 off it."""
_OTHER_SCALE = 0.1
"""Log by which a piece of no usual size must differ from the library's to be taken as of another: a card's thickness
under a low camera is 0.01, pictures of one box at different scales were 0.3 to 0.6 off."""


class Fitted(NamedTuple):
    """FaceFeatures of one piece: places on it in mm (N x 2), the same in pixels, weights (N)."""

    places: Points
    targets: Points
    weights: Image


class Tabletop(NamedTuple):
    """``plane``: homography from pixels to mm on the table."""

    plane: Image

    def on_table(self, pixels: Points) -> Points:
        """Pixels (N x 2) to mm."""
        return transform_points(self.plane, pixels)

    def laid(self, fitted: Fitted, *, sized: bool = True) -> Image:
        """A piece's homography, mm on it to pixels, from its features: true to size, so a shift and a turn.

        ``sized``: its size is that of its kind; else the library's may be wrong, and a scale is fitted where it is.
        """
        aims = self.on_table(fitted.targets)
        turn = rigid(fitted.places, aims, fitted.weights)
        if not sized:
            free = similarity(fitted.places, aims, fitted.weights)
            if abs(np.log(np.hypot(free[0, 0], free[1, 0]) + 1e-9)) > _OTHER_SCALE:
                turn = free
        return np.asarray(np.linalg.inv(self.plane) @ np.vstack([turn, [0, 0, 1]]))


def find_tabletop(
    pieces: Sequence[Fitted], shape: tuple[int, ...], sized: Sequence[bool] = (), *, upright: bool = False
) -> Tabletop:
    """The plane under which these pieces keep their shape and size best; shape: the picture's.

    ``sized``: whose size is known, all where it is none's; the others' shape alone counts. ``upright``: the picture
    shows it from straight above, so that only its scale is asked for: a few pieces at its edge would tilt it.
    """
    known = np.array(sized if any(sized) else [True] * len(pieces))
    height, width = shape[:2]
    normal = centred(width, height)
    pieces = [piece._replace(targets=transform_points(normal, piece.targets)) for piece in pieces]

    def look(numbers: Image) -> Normal:
        now = _errors(pieces, numbers, known)
        slope = np.column_stack([(_errors(pieces, numbers + _NUDGE * e, known) - now) / _NUDGE for e in np.eye(4)])
        return Normal(-slope.T @ now / _TRUST**2, slope.T @ slope / _TRUST**2)

    def error(numbers: Image) -> float:
        return float((_errors(pieces, numbers, known) ** 2).sum()) / (2 * _TRUST**2)

    usual = Prior(np.zeros(4), 1 / np.array(_UPRIGHT) ** 2)
    numbers = usual.usual if upright else descend(usual.usual, look, usual, _STEPS, still=_STILL, error=error)
    weights = np.array([piece.weights.sum() for piece in pieces])
    # Where nothing else is fitted one false guess among a few pieces would make all of them smaller.
    usual_of = weighted_median if upright else _usual
    scale = np.exp(usual_of(_log_sizes(pieces, numbers)[known], weights[known]))
    return Tabletop(np.diag([1 / scale, 1 / scale, 1.0]) @ slanted(numbers) @ normal)


def weighted_median(values: Image, weights: Image) -> float:
    """The value (of N) below which half of the weight (N) lies."""
    order = np.argsort(values)
    sums = weights[order].cumsum()
    return float(values[order][int(np.searchsorted(sums, sums[-1] / 2))])


def _usual(logs: Image, weights: Image) -> float:
    """The mean of all scales but those of false guesses."""
    true = np.abs(logs - weighted_median(logs, weights)) < _FALSE
    return float(np.average(logs[true], weights=weights[true]))


def _similar(piece: Fitted, targets: Points) -> tuple[Points, float]:
    """The remaining errors after a turn, shift and scale, and the scale."""
    fitted = similarity(piece.places, targets, piece.weights)
    left = targets - (piece.places @ fitted[:, :2].T + fitted[:, 2])
    return left, float(np.hypot(fitted[0, 0], fitted[1, 0]))


def _log_sizes(pieces: Sequence[Fitted], numbers: Image) -> Image:
    plane = slanted(numbers)
    return np.log([_similar(piece, transform_points(plane, piece.targets))[1] for piece in pieces])


def _errors(pieces: Sequence[Fitted], numbers: Image, known: Image) -> Image:
    """What does not fit, relative to the pieces' extent: within each piece, and their sizes among each other."""
    plane = slanted(numbers)
    parts, sizes, weights = [], [], []
    for piece in pieces:
        left, size = _similar(piece, transform_points(plane, piece.targets))
        extent = size * float(np.sqrt(((piece.places - piece.places.mean(0)) ** 2).sum(1).mean())) + 1e-9
        total = float(piece.weights.sum())
        root = np.sqrt(np.minimum(piece.weights, 1.0))[:, None]
        relative = left / extent
        # A match far from the rest is a wrong one: it pulls no harder than a moderate one.
        relative = relative / np.maximum(1.0, np.abs(relative) / (3 * _TRUST))
        parts.append((relative * root).ravel())
        sizes.append(np.log(size))
        weights.append(np.sqrt(min(total, 25.0)))
    if known.sum() > 1:
        share, logs = np.array(weights)[known], np.array(sizes)[known]
        off = logs - _usual(logs, share**2)
        parts.append(np.clip(off, -_FALSE, _FALSE) * share * (_TRUST / _ALIKE))
    return np.concatenate(parts)
