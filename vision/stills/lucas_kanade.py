"""A face brought to its place in a picture, by its own lines: whatever hides a part of it, or shines on it.

Lucas & Kanade 1981, in the inverse compositional form for homographies (Baker & Matthews 2004, "Lucas-Kanade 20 years
on"), robust: what lies at the guessed place is compared with the enrolled picture, the light taken out of both, in two
steps of fineness; what does not fit counts less (iteratively reweighted), and a place is believed the less the more
the camera would have to be tilted for it (a prior on the last four parameters).
"""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import cv2
import numpy as np

from vision.geometry.descent import Normal, Prior, descend
from vision.geometry.image import Image
from vision.recognition.kinds import Size
from vision.stills.placing import Shown

_SOFTNESS = ((2.0, 4), (0.9, 6))
"""Blur in pixels, and how many steps are taken with it."""
_TILTED = (0.015, 0.015, 0.01, 0.01)
"""How far a piece usually is from undistorted: stretched, sheared, and foreshortened across and along."""
_PRIOR = Prior(np.zeros(8), np.array([1e-3] * 4 + [1 / one**2 for one in _TILTED]))
"""Of the eight ways to move: the first four are free."""
_AROUND = 17
"""Pixels of a face's picture (some hundred tall) beside which lightness is compared: wider than a printed line."""
_LEAST_CONTRAST = 16.0
"""Grey levels squared: below it, contrast is the camera's noise."""
_JUDGED, _MISFIT = 13, 0.8
"""Over so many pixels a part is judged to be hidden; mean squared misfit (contrasts) at which it counts half."""
_NOISE = 0.35
"""Of a part in sight, in units of contrast (standard deviation)."""
_ALIKE = 40.0
"""So many pixels say the same, for a blur of one pixel."""
_STILL = 0.002
"""Half a piece's length: a step below a tenth of a pixel is the last."""
_ALIKE_ENOUGH, _BY_LIKENESS = 0.2, 50.0
"""Correlation of lines from which nothing is held against a face (half hidden and in bad light it is 0.26 in nineteen
of twenty; bare ground has 0.18 at most), and what less costs (log odds)."""


class _Level(NamedTuple):
    """A face without its light, so soft, and how each pixel changes with each of the eight ways to move (N x 8)."""

    softness: float
    steps: int
    look: Image
    slopes: Image


class LucasKanade:
    """One face, ready to be aligned; ``picture`` (uint8 BGR, about a hundred pixels tall), ``size`` in mm.

    ``solid``: rows x columns of cells, 1 where the picture is the piece's own (none given: everywhere).
    """

    def __init__(self, picture: Image, size: Size, solid: Image | None = None) -> None:
        self._size = size
        own = np.ones((1, 1)) if solid is None else solid
        self._own = cv2.resize(own.astype(np.float32), picture.shape[1::-1], interpolation=cv2.INTER_NEAREST)
        self._frame = (picture.shape[1], picture.shape[0])
        half = max(size) / 2
        self._unit = np.array([[1 / half, 0, -size[0] / 2 / half], [0, 1 / half, -size[1] / 2 / half], [0, 0, 1]])
        self._back = np.linalg.inv(self._unit)
        grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        self._levels = [self._level(grey, softness, steps) for softness, steps in _SOFTNESS]

    def aligned(self, picture: Shown, matrix: Image) -> Image:
        """The place (homography, mm on the piece to pixels) near ``matrix`` at which the face fits best."""
        moved, place = np.zeros(8), matrix

        def brought(to: Image) -> Image:
            """The place after these moves in all: inversely composed, the latest step undone on the face's own side."""
            nonlocal moved, place
            moved, place = to, np.asarray(place @ self._back @ np.linalg.inv(_motion(moved - to)) @ self._unit)
            return place

        for level in self._levels:
            look = partial(self._normal, level, picture, brought)
            brought(descend(moved, look, _PRIOR, level.steps, still=_STILL))
        return np.asarray(place / place[2, 2])

    def _normal(self, level: _Level, picture: Shown, brought: Callable[[Image], Image], moved: Image) -> Normal:
        """What lies at the place after these moves says which way to go on, what does not fit hardly counting."""
        patch = picture.patch(brought(moved), self._size, self._frame)
        left = _unlit(cv2.cvtColor(patch, cv2.COLOR_BGR2GRAY), level.softness) - level.look
        misfit = cv2.blur(left**2, (_JUDGED, _JUDGED), borderType=cv2.BORDER_REFLECT)
        sure = 1 / (_NOISE**2 * _ALIKE * level.softness)
        weights = (sure / (1 + (misfit / _MISFIT) ** 3)).ravel()
        weighted = level.slopes * weights[:, None]
        return Normal(-level.slopes.T @ (weights * left.ravel()), weighted.T @ level.slopes)

    def odds_by_lines(self, picture: Shown, matrix: Image, free: Image | None = None) -> float:
        """How much likelier the face lies there than bare ground, by its lines alone: odds, at most 1.

        Bare ground has a piece's colours now and then, and cells that say nothing speak for what is as plain; but no
        lines. ``free``: rows x columns, 0..1, how much of the place no other piece covers.
        """
        softness, _, look, _ = self._levels[0]
        there = _unlit(cv2.cvtColor(picture.patch(matrix, self._size, self._frame), cv2.COLOR_BGR2GRAY), softness)
        # Lines of what shows through a piece, or beside it, are not its own.
        shown = self._own if free is None else self._own * cv2.resize(free.astype(np.float32), self._frame)
        if not shown.any():
            return 1.0
        both = (shown * there**2).sum() * (shown * look**2).sum()
        likeness = float((shown * there * look).sum() / np.sqrt(both + 1e-9))
        return float(np.exp(min(0.0, _BY_LIKENESS * (likeness - _ALIKE_ENOUGH))))

    def _level(self, grey: Image, softness: float, steps: int) -> _Level:
        look = _unlit(grey, softness)
        wide, high = (np.array(self._size) / max(self._size)) * 2
        x, y = (np.arange(length) + 0.5 for length in self._frame)
        u, v = np.meshgrid((x / self._frame[0] - 0.5) * wide, (y / self._frame[1] - 0.5) * high)
        across = cv2.Sobel(look, cv2.CV_32F, 1, 0, ksize=3) / 8 * self._frame[0] / wide
        along = cv2.Sobel(look, cv2.CV_32F, 0, 1, ksize=3) / 8 * self._frame[1] / high
        one, none = np.ones_like(u), np.zeros_like(u)
        # Aside, down, turned, nearer; stretched, sheared; tilted across, tilted along.
        ways = [(one, none), (none, one), (-v, u), (u, v), (u, -v), (v, u), (u * u, u * v), (u * v, v * v)]
        slopes = np.stack([across * right + along * down for right, down in ways], axis=-1).reshape(-1, 8)
        return _Level(softness, steps, look, slopes.astype(np.float32))


def _motion(step: Image) -> Image:
    """The homography of a small step in each of the eight ways."""
    aside, down, turned, nearer, stretched, sheared, across, along = step
    return np.array(
        [
            [1 + nearer + stretched, sheared - turned, aside],
            [sheared + turned, 1 + nearer - stretched, down],
            [-across, -along, 1],
        ]
    )


def _unlit(grey: Image, softness: float) -> Image:
    """Lightness beside its surroundings, in units of their contrast (float32)."""
    soft = cv2.GaussianBlur(grey.astype(np.float32), (0, 0), softness)
    area = (_AROUND, _AROUND)
    apart = soft - cv2.blur(soft, area, borderType=cv2.BORDER_REFLECT)
    contrast = cv2.sqrt(cv2.blur(apart * apart, area, borderType=cv2.BORDER_REFLECT) + _LEAST_CONTRAST)
    return np.asarray(apart / contrast)
