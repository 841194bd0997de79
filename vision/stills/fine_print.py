"""What little of a card is in sight, compared finely: which face's print explains it best.

Cells of 8 pixels see a strip of 12 mm as two rows. Here the strip is cut out at some pixels a mm, each face's print
is brought home on it (Gauss and Newton: place, turn, scale; the light's gain and slopes). The one that leaves least
unexplained is compared with each other one where the two differ (``where_they_differ``). After B. D. Lucas and
T. Kanade, "An iterative image registration technique" (1981).
"""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

import cv2
import numpy as np

from vision.geometry.image import Image
from vision.recognition.kinds import Size
from vision.recognition.library import Library
from vision.stills.where_they_differ import log_odds

PX_PER_MM = 2.5
"""Of the cut-out strip: a printed figure of 5 mm has 12 pixels."""
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
_STEPS, _STILL = 6, 0.03
"""Steps of Gauss and Newton at most; pixels below which one is the last."""
_SOFT = 0.9
"""Pixels (standard deviation) by which both are softened while a print is brought home."""
_BLURS = (0.0, 0.8, 1.3)
"""Pixels (standard deviation) by which a photograph may be softer than the enrolled picture, the last at most."""
_SOFTNESS_STEPS = 2
"""How soft the photograph is is asked again where another face turns out to be the best, but no oftener than this."""
_SHARP = 0.2
"""Pixels (standard deviation) of blur below which a kernel leaves its middle pixel all that it has."""
_ALIKE = 12.0
"""So many of a strip's pixels say the same."""
_MOVES = np.array([2.0, 2.0, 1.5, 2.0, 2.0, 1.5])
"""Pixels at the strip's ends, or of all of it, by which a place is usually off (standard deviation)."""
_TINT = 8.0
"""Lab units by which the colour may be off once the light is balanced."""
_GAIN = (0.6, 1.5)
"""Within which contrast may differ from the enrolled picture's."""
_BLOCKS = (5, 10, 20, 40)
"""Pixels: 2 to 16 mm, in which what a print leaves unexplained may be of one cause, from an edge to a shadow."""
_WAVES = 8
"""So many waves along a strip are shades: the shortest is 16 mm long, a figure 5 mm wide."""
_LEAST = 60.0
"""mm2 in sight below which nothing is said."""
_NOISE = 3.0
"""Lab units squared that are left of a print that is explained wholly: the camera's noise."""

Lab = Image
"""float32, three planes."""


class Begins(NamedTuple):
    """An upper left corner (mm from the region's own) at which one of these faces may begin."""

    right: float
    down: float
    faces: tuple[str, ...]


class Fit(NamedTuple):
    """A face brought home: ``left``: mean squared difference (Lab) that it leaves; ``matrix``: mm on it to pixels.

    ``explains``: the pixels that are compared (N x Lab), as it explains them.
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
    there: "_There"

    @property
    def explained(self) -> float:
        """The share of what is printed there that the best face explains."""
        return 1 - self.fits[0].left / max(self.whole, 1e-6)

    @property
    def worth(self) -> float:
        """How much the best face explains: of two places the better one's is greater."""
        return self.area * float(np.log((self.whole + _NOISE) / (self.fits[0].left + _NOISE)))

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
        seen, shown = _to_lab(patch)[cut], mask[cut]
        there = _There(seen, shown, (left, top))
        near = self._nearest(there, size, faces)
        laid = [self._brought_home(face, there, there.off_by(at), size) for face, at in near[:_FIRST]]
        best = min(laid, key=lambda one: there.left_by(one.print_, _BLURS[1]))
        if len(near) > _FEW:
            # Whichever of them comes home first: all have one shape and lie where it lies.
            laid += [self._brought_home(face, there, best.moved, size) for face, _ in near]
        # A photograph is as soft for one print as for another: as soft as it is for the one that explains it best.
        for _ in range(_SOFTNESS_STEPS):
            soft, first = there.softness(best.print_), best
            explained = [there.explained(_softer(one.print_, soft)) for one in laid]
            unexplained = [there.unexplained(one) for one in explained]
            best = laid[int(np.argmin(unexplained))]
            if best.face == first.face:
                break
        fits: dict[str, Fit] = {}
        for k in np.argsort(unexplained, kind="stable"):
            one = laid[int(k)]
            place = np.asarray(matrix @ there.to_seen(one.moved))
            fits.setdefault(one.face, Fit(one.face, unexplained[k], place, explained[k]))
        return Reading(tuple(fits.values()), area, there.whole(), there)

    def begins(self, region: Image, size: Size, faces: Sequence[str]) -> list[Begins]:
        """Where in a region (uint8 BGR, ``ROUGH_PX_PER_MM``, upright) upper edges may lie, the likeliest first."""
        seen = _to_lab(region)
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

    def _nearest(self, there: "_There", size: Size, faces: Sequence[str]) -> list[tuple[str, tuple[float, float]]]:
        """The faces that come nearest at a rough look, and by how many pixels each is off."""
        reach = max(1, round(_ASIDE * PX_PER_MM * _ROUGH))
        small, shown = (cv2.resize(part, None, fx=_ROUGH, fy=_ROUGH, interpolation=cv2.INTER_AREA)
                        for part in (there.seen, there.shown.astype(np.float32)))  # fmt: skip
        weight = np.repeat((shown > _WHOLLY)[..., None], 3, axis=2).astype(np.float32)
        high, wide = small.shape[:2]
        x, y = round(there.at[0] * _ROUGH), round(there.at[1] * _ROUGH)
        rough = _There(small, shown > _WHOLLY, (x, y))
        tries: list[tuple[float, str, tuple[float, float]]] = []
        for face in faces:
            whole = cv2.copyMakeBorder(self.rough(face, size), *(2 * reach,) * 4, cv2.BORDER_REPLICATE)
            around = whole[y + reach : y + high + 3 * reach, x + reach : x + wide + 3 * reach]
            if around.shape[0] < high or around.shape[1] < wide:
                continue
            apart = cv2.matchTemplate(np.ascontiguousarray(around), small, cv2.TM_SQDIFF, mask=weight)
            _, _, (dx, dy), _ = cv2.minMaxLoc(apart)
            left = rough.unexplained(rough.explained(np.ascontiguousarray(around[dy : dy + high, dx : dx + wide])))
            tries.append((left, face, ((dx - reach) / _ROUGH, (dy - reach) / _ROUGH)))
        return [(face, at) for _, face, at in sorted(tries)[:_CLOSE]]

    def _brought_home(self, face: str, there: "_There", start: Image, size: Size) -> "_Laid":
        """A face where it lies, from a place near by (as ``_There.warped``)."""
        moved = there.brought_home(self._soft(face, size), start)
        return _Laid(face, moved, there.warped(self._lab(face, size, 1.0), moved))

    def _softened(self, face: str, size: Size) -> Image:
        """The lightness of a print, as soft as what it is brought home on."""
        return cv2.GaussianBlur(np.ascontiguousarray(self._lab(face, size, 1.0)[..., 0]), (0, 0), _SOFT)

    def _of(self, face: str, size: Size, share: float) -> Lab:
        frame = frame_of(size, share)
        return _to_lab(np.ascontiguousarray(
            cv2.resize(self._library.picture(face), frame, interpolation=cv2.INTER_AREA)[..., :3]))  # fmt: skip


class _Laid(NamedTuple):
    """A face where it was brought home (``moved``, as ``_There.off_by``), its print as it lies there."""

    face: str
    moved: Image
    print_: Lab


class _There:
    """A cut-out of the photograph: what is seen, what of it counts, its corner on the piece (px)."""

    def __init__(self, seen: Lab, shown: Image, at: tuple[int, int]) -> None:
        self.seen, self.shown, self.at = seen, shown, at
        self._soft = cv2.GaussianBlur(seen[..., 0], (0, 0), _SOFT)
        high, wide = shown.shape
        rows, columns = np.nonzero(shown)
        self._here = np.flatnonzero(shown)
        self._middle = np.array([columns.mean(), rows.mean(), 1.0])
        self._light = np.stack([np.ones(len(rows)), (columns - wide / 2) / wide, (rows - high / 2) / wide]).astype(
            np.float32
        )
        self._pixels = self._those(seen)
        self._blocks = [rows // side * wide + columns // side for side in _BLOCKS]

    def whole(self) -> float:
        """The mean squared difference (Lab) that a plain piece would leave."""
        planes = (self._pixels[:, plane] for plane in range(3))
        return sum(float(((wanted - _fitted(self._light, wanted) @ self._light) ** 2).mean()) for wanted in planes)

    def warped(self, print_: Lab, moved: Image) -> Lab:
        """The print as it lies under the cut-out."""
        return np.asarray(cv2.warpAffine(print_, moved.astype(np.float32), self.shown.shape[::-1],
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderMode=cv2.BORDER_REPLICATE))  # fmt: skip

    def to_seen(self, moved: Image) -> Image:
        """From mm on the print at its place to mm on the piece as it was cut out.

        A strip is wide and low: how it is turned and where it lies it says well, what it is stretched by badly. It lies
        where the middle of what is in sight does: beside what covers a card a little of its far end may look out.
        """
        seen_at, known_at = (self._middle[:2] + self.at) / PX_PER_MM, (moved @ self._middle) / PX_PER_MM
        c, s = np.cos(-moved[1, 0]), np.sin(-moved[1, 0])
        turned = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1.0]])
        return np.asarray(_shift(seen_at) @ turned @ _shift(-known_at))

    def off_by(self, at: tuple[float, float]) -> Image:
        """The place (2 x 3, from the cut-out to the print) so many pixels off the one that was cut out."""
        return np.array([[1, 0, self.at[0] + at[0]], [0, 1, self.at[1] + at[1]]], float)

    def brought_home(self, soft: Image, start: Image) -> Image:
        """The place (as ``off_by``) at which lightness fits best, from one near by."""
        moved = start.copy()
        wanted = self._those(self._soft)
        high, wide = self.shown.shape
        # Six ways to move, then the light's gain and its slopes, then what it adds.
        parts = np.empty((12, len(wanted)), np.float32)
        light, parts[9:] = parts[6:], self._light
        for _ in range(_STEPS):
            laid = self.warped(soft, moved)
            parts[6:9] = self._light * self._those(laid)
            gains = _fitted(light, wanted)
            rest = wanted - gains @ light
            for row, (right, down) in zip((0, 3), ((1, 0), (0, 1)), strict=True):
                slope = cv2.Sobel(laid, cv2.CV_32F, right, down, ksize=1, scale=0.5)
                parts[row : row + 3] = self._light[[1, 2, 0]] * (gains[0] * self._those(slope))
            sure = 1 / (max(float(rest.var()), _NOISE) * _ALIKE)
            normal = (parts @ parts.T).astype(float) * sure
            normal[np.arange(6), np.arange(6)] += 1 / _MOVES**2
            normal[np.arange(6, 12), np.arange(6, 12)] += 1e-9
            step = np.linalg.solve(normal, (parts @ rest) * sure)[:6]
            across, along = step[:3], step[3:]
            for row, way in enumerate((across, along)):
                moved[row] += (way[0] / wide, way[1] / wide, way[2] - way[0] / 2 - way[1] * high / wide / 2)
            if np.abs(step).max() < _STILL:
                break
        return moved

    def explained(self, laid: Lab) -> Image:
        """What the pixels that count (pixels x Lab) are by a print, once the light's gain and colour are put on it."""
        mine = self._those(laid)
        lightness = np.concatenate([self._light * mine[:, 0], self._light])
        explained = np.empty_like(mine)
        explained[:, 0] = _fitted(lightness, self._pixels[:, 0]) @ lightness
        for plane in (1, 2):
            had, wanted = mine[:, plane], self._pixels[:, plane]
            spread = float(had.var())
            gain = float(((had - had.mean()) * (wanted - wanted.mean())).mean()) / spread if spread > 1 else 1.0
            gain = float(np.clip(gain, *_GAIN))
            tint = float(np.clip((wanted - gain * had).mean(), -_TINT, _TINT))
            explained[:, plane] = gain * had + tint
        return explained

    def softness(self, laid: Lab) -> float:
        """By how many pixels (standard deviation) the photograph is softer than a print, if it shows this one.

        The lowest of a parabola over the variance of the blur, if what it leaves is less than at each that was tried.
        """
        left = [self.left_by(laid, blur) for blur in _BLURS]
        bend, slope, _ = np.polyfit(np.square(_BLURS), left, 2)
        between = float(np.sqrt(np.clip(-slope / (2 * bend), 0, _BLURS[-1] ** 2))) if bend > 0 else 0.0
        tried = {**dict(zip(_BLURS, left, strict=True)), between: self.left_by(laid, between)}
        return min(tried, key=tried.__getitem__)

    def left_by(self, laid: Lab, blur: float) -> float:
        """What a print leaves unexplained, softened by so many pixels."""
        return self.unexplained(self.explained(_softer(laid, blur)))

    def unexplained(self, explained: Image) -> float:
        """The mean squared difference (Lab) that is left."""
        return float(((self._pixels - explained) ** 2).sum()) / len(self._pixels)

    def likelier(self, explained: Sequence[Image]) -> list[float]:
        """How much likelier (log) each print is than the first, by what they explain: never more.

        What moves or shades a print says nothing, for each was brought home a little off; nor does what only shows
        when that is taken out. How soft the photograph is is known: a thin stroke is little else than what blurring
        changes, and says which print it is.
        """
        best, mine, seen = explained[0], self._settled(explained[0]), self._settled(self._pixels)
        logs = [0.0]
        for other in explained[1:]:
            plain = log_odds(self._pixels, best, other, self._blocks, _ALIKE)
            settled = log_odds(seen, mine, self._settled(other), self._blocks, _ALIKE)
            logs.append(-max(0.0, min(plain, settled)))
        return logs

    def _settled(self, pixels: Image) -> Image:
        return np.column_stack([
            pixels[:, plane] - (found @ pixels[:, plane]) @ parts
            for plane, (parts, found) in enumerate(zip(self._nuisances, self._found, strict=True))
        ])  # fmt: skip

    @cached_property
    def _found(self) -> list[Image]:
        """Of each plane what finds how much of each nuisance is in it."""
        return [np.asarray(np.linalg.solve(_normal(parts), parts), np.float32) for parts in self._nuisances]

    @cached_property
    def _nuisances(self) -> list[Image]:
        """Of each plane what a print's pixels change by that is moved, or lies in a shade."""
        along = np.cos(np.pi * np.arange(_WAVES)[:, None] * (self._light[1] + 0.5))
        shades = np.concatenate([along, along * self._light[2]])
        found = []
        for plane in range(3):
            soft = cv2.GaussianBlur(np.ascontiguousarray(self.seen[..., plane]), (0, 0), _SOFT)
            slopes = [self._those(cv2.Sobel(soft, cv2.CV_32F, *way, ksize=1, scale=0.5)) for way in ((1, 0), (0, 1))]
            moved = [slope * self._light for slope in slopes]
            found.append(np.concatenate([shades, *moved]).astype(np.float32))
        return found

    def _those(self, picture: Image) -> Image:
        """Of a picture the pixels that count."""
        return picture.reshape(-1, *picture.shape[2:])[self._here]


def frame_of(size: Size, share: float = 1.0) -> tuple[int, int]:
    """Width and height in pixels of a piece cut out to be compared finely."""
    return round(size[0] * PX_PER_MM * share), round(size[1] * PX_PER_MM * share)


def _softer(picture: Lab, blur: float) -> Lab:
    """A picture softened by so many pixels (standard deviation)."""
    return cv2.GaussianBlur(picture, (0, 0), blur) if blur > _SHARP else picture


def _shift(by: Image) -> Image:
    return np.array([[1, 0, by[0]], [0, 1, by[1]], [0, 0, 1.0]])


def _inside(free: Image, frame: tuple[int, int]) -> Image:
    """What is in sight, but for its brim and for slivers: rows x columns, bool."""
    large = (cv2.resize(free.astype(np.float32), frame, interpolation=cv2.INTER_LINEAR) > 0.5).astype(np.uint8)
    brim = round(2 * _BRIM * PX_PER_MM) | 1
    kept = cv2.erode(large, np.ones((brim, brim), np.uint8), borderType=cv2.BORDER_CONSTANT, borderValue=0)
    # Of an even number of pixels, opening would move all that is kept by one.
    sliver = (round((_SLIVER - 2 * _BRIM) * PX_PER_MM) - 1) | 1
    return np.asarray(cv2.morphologyEx(kept, cv2.MORPH_OPEN, np.ones((sliver, sliver), np.uint8)) > 0)


def _to_lab(picture: Image) -> Lab:
    return np.asarray(cv2.cvtColor(picture.astype(np.float32) / 255, cv2.COLOR_BGR2LAB))


def _fitted(parts: Image, wanted: Image) -> Image:
    """How much of each part (rows) makes up best what is wanted."""
    return np.asarray(np.linalg.solve(_normal(parts), parts @ wanted), np.float32)


def _normal(parts: Image) -> Image:
    normal = (parts @ parts.T).astype(float)
    normal.flat[:: len(normal) + 1] += 1e-3 * parts.shape[1]
    return normal
