"""A place cut out of a photograph, and prints that are brought home on it: what each of them explains of its pixels.

Several prints are brought home and compared at once: a strip has some hundred pixels, and what is done to each costs
less than asking for it.
"""

from collections.abc import Sequence
from functools import cached_property

import cv2
import numpy as np

from vision.geometry.image import Image
from vision.stills.where_they_differ import log_odds

PX_PER_MM = 2.5
"""Of the cut-out strip: a printed figure of 5 mm has 12 pixels."""
_AT_ONCE = 16_000
"""Pixels, of all prints together, that are looked at at once: their twelve parts are 0.8 MB, which stay in a cache."""
_STEPS, _STILL = 6, 0.03
"""Steps of Gauss and Newton at most; pixels below which one is the last."""
_SOFT = 0.9
"""Pixels (standard deviation) by which both are softened while a print is brought home."""
BLURS = (0.0, 0.8, 1.3)
"""Pixels (standard deviation) by which a photograph may be softer than the enrolled picture, the last at most."""
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
_PLAIN = 1.0
"""Lab units squared by which a print's colour must vary for its contrast to be told."""
_BLOCKS = (5, 10, 20, 40)
"""Pixels: 2 to 16 mm, in which what a print leaves unexplained may be of one cause, from an edge to a shadow."""
_WAVES = 8
"""So many waves along a strip are shades: the shortest is 16 mm long, a figure 5 mm wide."""
NOISE = 3.0
"""Lab units squared that are left of a print that is explained wholly: the camera's noise."""

Lab = Image
"""float32, three planes."""


class CutOut:
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
        self._pixels = self._planes(seen)
        self._blocks = [rows // side * wide + columns // side for side in _BLOCKS]
        self._few = max(1, _AT_ONCE // len(rows))

    def whole(self) -> float:
        """The mean squared difference (Lab) that a plain piece would leave."""
        return sum(
            float(((wanted - _fitted(self._light, wanted) @ self._light) ** 2).mean()) for wanted in self._pixels
        )

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

    def brought_home(self, softs: Sequence[Image], starts: Sequence[Image]) -> list[Image]:
        """For each print (softened lightness) the place (as ``off_by``) at which it fits best, from one near by."""
        found: list[Image] = []
        for first in range(0, len(softs), self._few):
            few = np.s_[first : first + self._few]
            found += self._few_brought_home(softs[few], starts[few])
        return found

    def _few_brought_home(self, softs: Sequence[Image], starts: Sequence[Image]) -> list[Image]:
        moved = np.array(starts, float)
        wanted = self._those(self._soft)
        high, wide = self.shown.shape
        # Six ways to move, then the light's gain and its slopes, then what it adds.
        all_parts = np.empty((len(softs), 12, len(wanted)), np.float32)
        all_parts[:, 9:], to_move = self._light, self._light[[1, 2, 0]]
        all_looks = np.empty((len(softs), 3, len(wanted)), np.float32)
        moving = list(range(len(softs)))
        for _ in range(_STEPS):
            parts, looks = all_parts[: len(moving)], all_looks[: len(moving)]
            for mine, k in zip(looks, moving, strict=True):
                laid = self.warped(softs[k], moved[k])
                mine[0] = self._those(laid)
                mine[1] = self._those(cv2.Sobel(laid, cv2.CV_32F, 1, 0, ksize=1, scale=0.5))
                mine[2] = self._those(cv2.Sobel(laid, cv2.CV_32F, 0, 1, ksize=1, scale=0.5))
            np.multiply(looks[:, 1:2], to_move, out=parts[:, :3])
            np.multiply(looks[:, 2:], to_move, out=parts[:, 3:6])
            np.multiply(looks[:, :1], self._light, out=parts[:, 6:9])
            together = (parts @ parts.transpose(0, 2, 1)).astype(float)
            gains = _solved(together[:, 6:, 6:], parts[:, 6:] @ wanted, len(wanted))
            rest = wanted - (gains[:, None] @ parts[:, 6:])[:, 0]
            # How the light changes contrast changes what a move does.
            contrast = np.ones((len(moving), 12))
            contrast[:, :6] = gains[:, :1]
            sure = 1 / (np.maximum(rest.var(1), NOISE) * _ALIKE)
            normal = together * contrast[:, :, None] * contrast[:, None] * sure[:, None, None]
            normal[:, np.arange(6), np.arange(6)] += 1 / _MOVES**2
            normal[:, np.arange(6, 12), np.arange(6, 12)] += 1e-9
            pull = (parts @ rest[..., None])[..., 0] * contrast * sure[:, None]
            steps = np.linalg.solve(normal, pull[..., None])[:, :6, 0]
            for row, way in enumerate((steps[:, :3], steps[:, 3:])):
                shift = way[:, 2] - way[:, 0] / 2 - way[:, 1] * high / wide / 2
                moved[moving, row] += np.column_stack([way[:, 0] / wide, way[:, 1] / wide, shift])
            moving = [k for k, step in zip(moving, steps, strict=True) if np.abs(step).max() >= _STILL]
            if not moving:
                break
        return list(moved)

    def explained(self, laid: Sequence[Lab]) -> list[Image]:
        """What the pixels that count are by each print (3 x N), once the light's gain and colour are put on it."""
        found: list[Image] = []
        for first in range(0, len(laid), self._few):
            found += self._few_explained(laid[first : first + self._few])
        return found

    def _few_explained(self, laid: Sequence[Lab]) -> list[Image]:
        mine = np.stack([self._planes(one) for one in laid])
        lightness = np.empty((len(laid), 6, mine.shape[2]), np.float32)
        lightness[:, :3], lightness[:, 3:] = self._light * mine[:, :1], self._light
        explained = np.empty_like(mine)
        explained[:, 0] = (_fitted(lightness, self._pixels[0])[:, None] @ lightness)[:, 0]
        for plane in (1, 2):
            had, wanted = mine[:, plane], self._pixels[plane]
            middle, usual = had.mean(1), wanted.mean()
            off = had - middle[:, None]
            spread, along = (off**2).mean(1), (off * (wanted - usual)).mean(1)
            gain = np.where(spread > _PLAIN, along / np.maximum(spread, _PLAIN), 1.0).clip(*_GAIN)
            tint = (usual - gain * middle).clip(-_TINT, _TINT)
            explained[:, plane] = gain[:, None] * had + tint[:, None]
        return list(explained)

    def softness(self, laid: Lab) -> float:
        """By how many pixels (standard deviation) the photograph is softer than a print, if it shows this one.

        The lowest of a parabola over the variance of the blur, if what it leaves is less than at each that was tried.
        """
        left = self.left_by([softer(laid, blur) for blur in BLURS])
        bend, slope, _ = np.polyfit(np.square(BLURS), left, 2)
        between = float(np.sqrt(np.clip(-slope / (2 * bend), 0, BLURS[-1] ** 2))) if bend > 0 else 0.0
        tried = {**dict(zip(BLURS, left, strict=True)), between: self.left_by([softer(laid, between)])[0]}
        return min(tried, key=tried.__getitem__)

    def left_by(self, laid: Sequence[Lab]) -> list[float]:
        """What each print leaves unexplained."""
        return [self.unexplained(one) for one in self.explained(laid)]

    def unexplained(self, explained: Image) -> float:
        """The mean squared difference (Lab) that is left of what a print explains (3 x N)."""
        return float(((self._pixels - explained) ** 2).sum()) / len(self._here)

    def likelier(self, explained: Sequence[Image]) -> list[float]:
        """How much likelier (log) each print is than the first, by what they explain: never more.

        What moves or shades a print says nothing, for each was brought home a little off; nor does what only shows
        when that is taken out. How soft the photograph is is known: a thin stroke is little else than what blurring
        changes, and says which print it is.
        """
        best, mine, seen = explained[0], self._settled(explained[0]), self._settled(self._pixels)
        logs = [0.0]
        for other in explained[1:]:
            plain = log_odds(self._pixels.T, best.T, other.T, self._blocks, _ALIKE)
            settled = log_odds(seen.T, mine.T, self._settled(other).T, self._blocks, _ALIKE)
            logs.append(-max(0.0, min(plain, settled)))
        return logs

    def _settled(self, planes: Image) -> Image:
        return np.stack([
            plane - (found @ plane) @ parts
            for plane, parts, found in zip(planes, self._nuisances, self._found, strict=True)
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
            slopes = [cv2.Sobel(soft, cv2.CV_32F, *way, ksize=1, scale=0.5) for way in ((1, 0), (0, 1))]
            moved = [self._those(slope) * self._light for slope in slopes]
            found.append(np.concatenate([shades, *moved]).astype(np.float32))
        return found

    def _those(self, picture: Image) -> Image:
        """Of a picture the pixels that count (N, or N x 3)."""
        flat = picture.reshape(-1, *picture.shape[2:])
        return flat if len(flat) == len(self._here) else flat.take(self._here, axis=0)

    def _planes(self, picture: Lab) -> Image:
        """The same plane by plane (3 x N)."""
        return np.ascontiguousarray(self._those(picture).T)


def softened(lightness: Image) -> Image:
    """The lightness of a print, as soft as what it is brought home on."""
    return np.asarray(cv2.GaussianBlur(lightness, (0, 0), _SOFT))


def softer(picture: Lab, blur: float) -> Lab:
    """A picture softened by so many pixels (standard deviation)."""
    return cv2.GaussianBlur(picture, (0, 0), blur) if blur > _SHARP else picture


def _shift(by: Image) -> Image:
    return np.array([[1, 0, by[0]], [0, 1, by[1]], [0, 0, 1.0]])


def _fitted(parts: Image, wanted: Image) -> Image:
    """How much of each part (rows; of one print or of each of several) makes up best what is wanted."""
    return _solved(parts @ parts.swapaxes(-1, -2), parts @ wanted, parts.shape[-1])


def _solved(normal: Image, pull: Image, pixels: int) -> Image:
    """How much of each part it is, by what parts have in common with one another and with what is wanted."""
    return np.asarray(np.linalg.solve(_held(normal, pixels), pull[..., None])[..., 0], np.float32)


def _normal(parts: Image) -> Image:
    return _held(parts @ parts.T, parts.shape[1])


def _held(normal: Image, pixels: int) -> Image:
    """Parts that are alike share what is wanted between them."""
    return normal.astype(float) + 1e-3 * pixels * np.eye(normal.shape[-1])
