"""What little of a card is in sight, compared finely: which face's print explains it best.

Cells of 8 pixels see a strip of 12 mm as two rows. Here the strip is cut out at some pixels a mm, each face's print
is brought home on it (Gauss and Newton: place, turn, scale; the light's gain and slopes). The one that leaves least
unexplained is compared with each other one where the two differ (``where_they_differ``). After B. D. Lucas and
T. Kanade, "An iterative image registration technique" (1981).
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np

from vision.geometry.channels import cie_lab
from vision.geometry.image import Image
from vision.recognition.kinds import Size
from vision.recognition.library import Library
from vision.stills.cut_out import BLURS, NOISE, PX_PER_MM, CutOut, Lab, softened, softer

_ROUGH = 0.4
"""Share of ``PX_PER_MM`` at which all faces are looked at first."""
ROUGH_PX_PER_MM = PX_PER_MM * _ROUGH
_UPPERMOST = 0.085
"""Share of a card's height by which its upper edge is looked for: the least that a fan shows."""
_TIMES, _APART = 2, 3
"""Places tried for each face; rough pixels between two."""
_PROMISING = 0.4
"""Correlation from which on a place is looked at closely."""
_PLACES, _LIKELY = 3, 12
"""Places looked at closely, and faces at each."""
_ASIDE = 2.0
"""mm by which the place may be off."""
_BRIM = 0.8
"""mm inside what is in sight that are left out: shadows of edges, places a little off."""
_SLIVER = 4.0
"""mm wide from which on what looks out beside a cover is a card's: a place may be off by ``_ASIDE`` to either side."""
_CLOSE = 16
"""Faces that are brought home: the true one was once the twelfth at a rough look, as its box's picture is 1 mm off."""
_FIRST = 5
"""Faces that are brought home from where a rough look has them; the place of the best is where all others begin."""
_FEW = 4
"""So many faces are a first look at a place: each is brought home from where a rough look has it, and no more."""
_WHOLLY = 0.9
"""Share of a rough pixel in sight from which on it counts."""
_SOFTNESS_STEPS = 2
"""How soft the photograph is is asked again where another face turns out to be the best, but no oftener than this."""
_LEAST = 60.0
"""mm2 in sight below which nothing is said."""


class Begins(NamedTuple):
    """An upper left corner (mm from the region's own) at which one of these faces may begin."""

    right: float
    down: float
    faces: tuple[str, ...]


class Fit(NamedTuple):
    """A face brought home: ``left``: mean squared difference (Lab) that it leaves; ``matrix``: mm on it to pixels.

    ``explains``: the pixels that are compared (Lab x N), as it explains them.
    """

    face: str
    left: float
    matrix: Image
    explains: Image


class Reading(NamedTuple):
    """The faces, the best first; ``area`` (mm2) compared; ``whole``: what is there to be explained (as ``left``).

    ``there``: what was cut out of the photograph.
    """

    fits: tuple[Fit, ...]
    area: float
    whole: float
    there: CutOut

    @property
    def explained(self) -> float:
        """The share of what is printed there that the best face explains."""
        return 1 - self.fits[0].left / max(self.whole, 1e-6)

    @property
    def worth(self) -> float:
        """How much the best face explains: of two places the better one's is greater."""
        return self.area * float(np.log((self.whole + NOISE) / (self.fits[0].left + NOISE)))

    @property
    def shares(self) -> tuple[tuple[str, float], ...]:
        """Each face with its probability, if it is one of them: by the places where it and the best one differ."""
        weights = np.exp(self.there.likelier([fit.explains for fit in self.fits]))
        return tuple((fit.face, float(share)) for fit, share in zip(self.fits, weights / weights.sum(), strict=True))


class FinePrint:
    """The prints of a library's faces, ready to be compared finely."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._lab = lru_cache(maxsize=None)(self._of)
        self._soft = lru_cache(maxsize=None)(self._softened)

    def read(self, patch: Image, free: Image, size: Size, matrix: Image, faces: Sequence[str]) -> Reading | None:
        """Which of the faces (all of one size) a patch shows; ``None``: too little of it is in sight.

        ``patch``: uint8 BGR, light balanced, the piece filling it at ``PX_PER_MM``; ``free`` (its rows and columns, or
        fewer): 1 where nothing else lies; ``matrix``: from mm on the piece to pixels of the photograph.
        """
        height, width = patch.shape[:2]
        mask = _inside(free, (width, height))
        rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
        area = float(mask.sum()) / PX_PER_MM**2
        if area < _LEAST:
            return None
        top, left = int(rows[0]), int(columns[0])
        cut = np.s_[top : int(rows[-1]) + 1, left : int(columns[-1]) + 1]
        seen, shown = cie_lab(patch)[cut], mask[cut]
        there = CutOut(seen, shown, (left, top))
        near = self._nearest(there, size, faces)
        first = [face for face, _ in near[:_FIRST]]
        laid = self._brought_home(first, there, [there.off_by(at) for _, at in near[:_FIRST]], size)
        best = laid[int(np.argmin(there.left_by([softer(one.print_, BLURS[1]) for one in laid])))]
        if len(near) > _FEW:
            # Whichever of them comes home first: all have one shape and lie where it lies.
            laid += self._brought_home([face for face, _ in near], there, [best.moved] * len(near), size)
        # A photograph is as soft for one print as for another: as soft as it is for the one that explains it best.
        for _ in range(_SOFTNESS_STEPS):
            soft, before = there.softness(best.print_), best
            explained = there.explained([softer(one.print_, soft) for one in laid])
            unexplained = [there.unexplained(one) for one in explained]
            best = laid[int(np.argmin(unexplained))]
            if best.face == before.face:
                break
        fits: dict[str, Fit] = {}
        for k in np.argsort(unexplained, kind="stable"):
            one = laid[int(k)]
            place = np.asarray(matrix @ there.to_seen(one.moved))
            fits.setdefault(one.face, Fit(one.face, unexplained[k], place, explained[k]))
        return Reading(tuple(fits.values()), area, there.whole(), there)

    def begins(self, region: Image, size: Size, faces: Sequence[str]) -> list[Begins]:
        """Where in a region (uint8 BGR, ``ROUGH_PX_PER_MM``, upright) upper edges may lie, the likeliest first."""
        seen = cie_lab(region)
        depth, inset = max(4, round(_UPPERMOST * size[1] * ROUGH_PX_PER_MM)), 1
        found: list[tuple[float, str, tuple[int, int]]] = []
        for face in faces:
            strip = np.ascontiguousarray(self.rough(face, size)[:depth, inset:-inset])
            if strip.shape[0] > seen.shape[0] or strip.shape[1] > seen.shape[1]:
                return []
            fits = cv2.matchTemplate(seen, strip, cv2.TM_CCOEFF_NORMED)
            for _ in range(_TIMES):
                _, best, _, (x, y) = cv2.minMaxLoc(fits)
                found.append((best, face, (x - inset, y)))
                fits[max(0, y - _APART) : y + _APART + 1] = -1
        places: list[tuple[tuple[int, int], list[str]]] = []
        for best, face, (x, y) in sorted(found, reverse=True):
            if best < _PROMISING:
                break
            near = next((names for (_, there), names in places if abs(there - y) < _APART), None)
            if near is None and len(places) < _PLACES:
                places.append(((x, y), [face]))
            elif near is not None and len(near) < _LIKELY and face not in near:
                near.append(face)
        return [Begins(x / ROUGH_PX_PER_MM, y / ROUGH_PX_PER_MM, tuple(names)) for (x, y), names in places]

    def rough(self, face: str, size: Size) -> Lab:
        """A face's print at ``ROUGH_PX_PER_MM``; not to be written into."""
        return self._lab(face, size, _ROUGH)

    def _nearest(self, there: CutOut, size: Size, faces: Sequence[str]) -> list[tuple[str, tuple[float, float]]]:
        """The faces that come nearest at a rough look, and by how many pixels each is off."""
        reach = max(1, round(_ASIDE * PX_PER_MM * _ROUGH))
        small, shown = (cv2.resize(part, None, fx=_ROUGH, fy=_ROUGH, interpolation=cv2.INTER_AREA)
                        for part in (there.seen, there.shown.astype(np.float32)))  # fmt: skip
        weight = np.repeat((shown > _WHOLLY)[..., None], 3, axis=2).astype(np.float32)
        high, wide = small.shape[:2]
        x, y = round(there.at[0] * _ROUGH), round(there.at[1] * _ROUGH)
        rough = CutOut(small, shown > _WHOLLY, (x, y))
        around = [
            cv2.copyMakeBorder(self.rough(face, size), *(2 * reach,) * 4, cv2.BORDER_REPLICATE)[
                y + reach : y + high + 3 * reach, x + reach : x + wide + 3 * reach
            ]
            for face in faces
        ]
        # All of them above one another: what is done to each costs less than asking for it.
        apart = cv2.matchTemplate(np.concatenate(around), small, cv2.TM_SQDIFF, mask=weight)
        each, ways = len(around[0]), 2 * reach + 1
        places = [cv2.minMaxLoc(apart[k * each : k * each + ways])[2] for k in range(len(faces))]
        laid = [here[dy : dy + high, dx : dx + wide] for here, (dx, dy) in zip(around, places, strict=True)]
        order = sorted(zip(rough.left_by(laid), faces, places, strict=True))[:_CLOSE]
        return [(face, ((dx - reach) / _ROUGH, (dy - reach) / _ROUGH)) for _, face, (dx, dy) in order]

    def _brought_home(self, faces: Sequence[str], there: CutOut, starts: Sequence[Image], size: Size) -> list["_Laid"]:
        """Faces where they lie, each from a place near by (as ``CutOut.off_by``)."""
        places = there.brought_home([self._soft(face, size) for face in faces], starts)
        return [
            _Laid(face, moved, there.warped(self._lab(face, size, 1.0), moved))
            for face, moved in zip(faces, places, strict=True)
        ]

    def _softened(self, face: str, size: Size) -> Image:
        return softened(np.ascontiguousarray(self._lab(face, size, 1.0)[..., 0]))

    def _of(self, face: str, size: Size, share: float) -> Lab:
        frame = frame_of(size, share)
        return cie_lab(np.ascontiguousarray(
            cv2.resize(self._library.picture(face), frame, interpolation=cv2.INTER_AREA)[..., :3]))  # fmt: skip


class _Laid(NamedTuple):
    """A face where it was brought home (``moved``, as ``CutOut.off_by``), its print as it lies there."""

    face: str
    moved: Image
    print_: Lab


def frame_of(size: Size, share: float = 1.0) -> tuple[int, int]:
    """Width and height in pixels of a piece cut out to be compared finely."""
    return round(size[0] * PX_PER_MM * share), round(size[1] * PX_PER_MM * share)


def _inside(free: Image, frame: tuple[int, int]) -> Image:
    """What is in sight, but for its brim and for slivers: rows x columns, bool."""
    large = (cv2.resize(free.astype(np.float32), frame, interpolation=cv2.INTER_LINEAR) > 0.5).astype(np.uint8)
    brim = round(2 * _BRIM * PX_PER_MM) | 1
    kept = cv2.erode(large, np.ones((brim, brim), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=0)
    # Of an even number of pixels, opening would move all that is kept by one.
    sliver = (round((_SLIVER - 2 * _BRIM) * PX_PER_MM) - 1) | 1
    return np.asarray(cv2.morphologyEx(kept, cv2.MORPH_OPEN, np.ones((sliver, sliver), np.uint8)) > 0)
