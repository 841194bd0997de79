"""The pale bars on which the names of cards stand, wherever and however they lie in a photograph.

A ribbon is brighter than what is around it in every colour channel (the band behind it is coloured), much longer than
it is high, and filled but for its letters.
"""

from typing import NamedTuple

import cv2
import numpy as np

from vision.geometry import channels
from vision.geometry.image import Image, Points

WORK_SIDE = 2000
"""Pixels of the long side at which ribbons are looked for: a card of a whole city is then about 250 wide."""
_AROUND = 61
"""Pixels of the square whose mean a ribbon is compared with: three times its height."""
_BRIGHTER = (16, 26, 40, 60)
"""Grey levels by which a ribbon is brighter than its surroundings, each tried: sun and lamp differ threefold."""
_LENGTH = (40, 620)
"""Pixels that a ribbon is long, from a city at the far end of a table to one card alone."""
_HEIGHT = 7
"""Pixels that a ribbon is high at least: smaller letters cannot be read."""
_SHAPE = (3.6, 17.0)
"""Length by height. Names of one edition stand on bars of 9 to 1, board names on 4 to 1; a tilt of 35 degrees adds a
quarter."""
_FILLED = 0.6
"""Share of its rectangle that a ribbon fills at least; its ends are rolled up."""
_PLATE, _WHOLE = 8.0, 0.8
"""Length by height up to which a bar is a board's plate, and the share of its rectangle that a plate fills."""
_SAME = 0.5
"""Two finds are of one ribbon where they overlap by so much of the smaller one."""


class Ribbon(NamedTuple):
    """A bar: its corners (4 x 2, px), clockwise, the first edge being a long one; which way up is not known."""

    quad: Points

    @property
    def length(self) -> float:
        """Its longer side, px."""
        return float(np.linalg.norm(self.quad[1] - self.quad[0]))

    @property
    def height(self) -> float:
        """Its shorter side, px."""
        return float(np.linalg.norm(self.quad[2] - self.quad[1]))

    @property
    def middle(self) -> Points:
        """Its centre, px."""
        return np.asarray(self.quad.mean(0))

    @property
    def along(self) -> Points:
        """The unit vector from its left to its right end."""
        return np.asarray((self.quad[1] - self.quad[0]) / self.length)

    @property
    def turned(self) -> "Ribbon":
        """The same bar, the other way up."""
        return Ribbon(np.roll(self.quad, 2, axis=0))


def find_ribbons(picture: Image) -> list[Ribbon]:
    """All bars that names can stand on in a photograph (uint8 BGR), the fullest first; corners in its pixels."""
    scale = min(1.0, WORK_SIDE / max(picture.shape[:2]))
    work = picture if scale == 1 else cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    pale = channels.least(work)
    brighter = cv2.subtract(pale, cv2.boxFilter(pale, -1, (_AROUND, _AROUND)))
    found: list[tuple[float, Ribbon]] = []
    for level in _BRIGHTER:
        found += _bars((brighter > level).astype(np.uint8))
    return _once(found, scale)


def find_plates(picture: Image) -> list[Ribbon]:
    """Bars of a plate's shape that are brighter than what is around them, if not paler.

    A bright sky in a lamp's light is as pale as the plate on it; for those whom ``find_ribbons`` finds no plate.
    """
    scale = min(1.0, WORK_SIDE / max(picture.shape[:2]))
    work = picture if scale == 1 else cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    grey = cv2.cvtColor(work, cv2.COLOR_BGR2GRAY)
    brighter = cv2.subtract(grey, cv2.boxFilter(grey, -1, (_AROUND, _AROUND)))
    found = [bar for level in _BRIGHTER for bar in _bars((brighter > level).astype(np.uint8))]
    return _once([(share, bar) for share, bar in found if bar.length < _PLATE * bar.height and share > _WHOLE], scale)


def _once(found: list[tuple[float, Ribbon]], scale: float) -> list[Ribbon]:
    """Each bar once, the fullest first, in pixels of the whole picture."""
    kept: list[Ribbon] = []
    for _, ribbon in sorted(found, key=lambda item: -item[0]):
        if not any(_same(ribbon, other) for other in kept):
            kept.append(ribbon)
    return [Ribbon(ribbon.quad / scale) for ribbon in kept]


def _bars(mask: Image) -> list[tuple[float, Ribbon]]:
    """The bars of a mask, each with the share of its rectangle that it fills."""
    closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    opened = cv2.morphologyEx(closed, cv2.MORPH_OPEN, np.ones((7, 7), np.uint8))
    outlines, _ = cv2.findContours(opened, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    bars = []
    for outline in outlines:
        (x, y), (width, height), angle = cv2.minAreaRect(outline)
        if width < height:
            width, height, angle = height, width, angle + 90
        if not (_LENGTH[0] < width < _LENGTH[1] and height > _HEIGHT and _SHAPE[0] < width / height < _SHAPE[1]):
            continue
        filled = cv2.contourArea(outline) / (width * height)
        if filled > _FILLED:
            # Most photographs are taken the right way up: the left end comes first.
            angle = (angle + 90) % 180 - 90
            bars.append((filled, Ribbon(_corners(x, y, width, height, np.deg2rad(angle)))))
    return bars


def _corners(x: float, y: float, width: float, height: float, angle: float) -> Points:
    along = np.array([np.cos(angle), np.sin(angle)]) * width / 2
    down = np.array([-np.sin(angle), np.cos(angle)]) * height / 2
    middle = np.array([x, y])
    return np.array([middle - along - down, middle + along - down, middle + along + down, middle - along + down])


def _same(one: Ribbon, other: Ribbon) -> bool:
    """Whether two finds are of one bar."""
    apart = other.middle - one.middle
    if float(np.hypot(*apart)) > (one.length + other.length) / 2:
        return False
    shared, _ = cv2.intersectConvexConvex(one.quad.astype(np.float32), other.quad.astype(np.float32))
    return shared > _SAME * min(one.length * one.height, other.length * other.height)
