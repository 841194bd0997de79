"""A player's board in a photograph: where it lies, which side is up, which of its stages have a card beneath."""

from typing import NamedTuple

import cv2
import numpy as np

from vision.geometry import channels
from vision.geometry.image import Image, Points
from vision.names.plane import TablePlane
from vision.names.prints import Ground
from vision.names.ribbons import Ribbon

_DENSITY = 4.0
"""Pixels a mm in which boards are looked at."""
_TURNS = np.deg2rad(np.arange(-3.0, 3.01, 0.5))
"""Turns tried about what the plate says: its 30 mm tell a direction to 1 or 2 degrees."""
_SHIFTS = np.arange(-6.0, 6.1, 1.0)
"""Millimetres tried about where the plate says."""
_SIGN = 2.2
"""Radius of the sun and moon, mm."""
_BELOW = (5.0, 24.0)
"""Millimetres below the board between which a card's back is looked for: at least a quarter of it looks out."""
_INSIDE = (0.2, 0.8)
"""Share of a card's width in which its back is looked at: its border is bright."""
_BLACK = 90
"""Grey level below which a pixel can be of a card's back, where the plate's white is 235."""
_COVERED = (0.35, 0.6)
"""Share of black pixels up to which no card lies there, and from which one does."""
_WHITE = 235.0


class Board(NamedTuple):
    """``corner``: the upper left (mm on the table), ``along``: the unit vector of the upper edge.

    ``side`` with its probability; ``stages``: how many have a card beneath, ``None``: that cannot be told.
    """

    name: str
    corner: Points
    along: Points
    side: str
    sure: float
    stages: int | None

    def quad(self, size: tuple[float, float]) -> Points:
        """Its corners, mm."""
        down = np.array([-self.along[1], self.along[0]])
        right, low = self.along * size[0], down * size[1]
        return np.array([self.corner, self.corner + right, self.corner + right + low, self.corner + low])


def read_board(picture: Image, plane: TablePlane, plate: Ribbon, name: str, ground: Ground) -> Board:
    """The board whose plate this is."""
    ends = plane.on_table(np.array([(plate.quad[0] + plate.quad[3]) / 2, (plate.quad[1] + plate.quad[2]) / 2]))
    along = (ends[1] - ends[0]) / np.linalg.norm(ends[1] - ends[0])
    corner, along = _fitted(picture, plane, ends[1], along, ground)
    white = float(
        np.percentile(_looked(picture, plane, ends[0], along, (float(np.linalg.norm(ends[1] - ends[0])), 3.0)), 80)
    )
    side, sure = _side(picture, plane, ends[1], along, ground)
    stages = _stages(picture, plane, (corner, along), ground, (ground.stages[f"{name} {side}"], white))
    return Board(name, corner, along, side, sure, stages)


def _looked(picture: Image, plane: TablePlane, middle_left: Points, along: Points, size: tuple[float, float]) -> Image:
    """A bar of the table, grey, by the left end of its middle line."""
    down = np.array([-along[1], along[0]])
    seen = plane.looked_at(picture, middle_left - down * size[1] / 2, along, size, _DENSITY)
    return np.asarray(cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY))


def _fitted(picture: Image, plane: TablePlane, end: Points, along: Points, ground: Ground) -> tuple[Points, Points]:
    """The board's upper left corner and direction: where its four edges show best, near where the plate says.

    ``end``: the right end of the plate's middle line, mm.
    """
    margin = 20.0
    width, height = ground.size
    down = np.array([-along[1], along[0]])
    corner = end + along * (ground.plate[0] - width) - down * ground.plate[1]
    size = (width + 2 * margin, height + 2 * margin)
    density = 2.0
    seen = plane.looked_at(picture, corner - (along + down) * margin, along, size, density)
    lab = cv2.GaussianBlur(cv2.cvtColor(seen, cv2.COLOR_BGR2LAB), (3, 3), 0).astype(np.float32)
    across = np.abs(cv2.Sobel(lab, cv2.CV_32F, 1, 0)).sum(2)
    upright = np.abs(cv2.Sobel(lab, cv2.CV_32F, 0, 1)).sum(2)
    across, upright = np.minimum(across, np.percentile(across, 97)), np.minimum(upright, np.percentile(upright, 97))
    steps = np.linspace(0.03, 0.97, 120)
    shifts = np.array([[right, low] for right in _SHIFTS for low in _SHIFTS])
    far = 2.0 * (shifts**2).sum(1) / 36
    best = (-np.inf, 0.0, shifts[0])
    pivot = np.array([width, 0.0])
    for turn in _TURNS:
        one, other = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
        start = pivot - one * width + margin
        lines = (
            (upright, start + np.outer(steps * width, one)),
            (upright, start + other * height + np.outer(steps * width, one)),
            (across, start + np.outer(steps * height, other)),
            (across, start + one * width + np.outer(steps * height, other)),
        )
        scores = sum(_means(edges, (places + shifts[:, None]) * density) for edges, places in lines) - far
        at = int(np.argmax(scores))
        if scores[at] > best[0]:
            best = (float(scores[at]), float(turn), shifts[at])
    _, turn, (right, low) = best
    turned = along * np.cos(turn) + down * np.sin(turn)
    end_corner = corner + along * (width + right) + down * low
    return end_corner - turned * width, turned


def _means(edges: Image, places: Points) -> Image:
    """The mean of what is at each row of places (N x M x 2)."""
    columns = np.clip(places[..., 0].round().astype(int), 0, edges.shape[1] - 1)
    rows = np.clip(places[..., 1].round().astype(int), 0, edges.shape[0] - 1)
    return np.asarray(edges[rows, columns].mean(1))


def _side(picture: Image, plane: TablePlane, end: Points, along: Points, ground: Ground) -> tuple[str, float]:
    """Which of sun and moon stands beside the plate, and how probable that is."""
    down = np.array([-along[1], along[0]])
    middle = end + along * (ground.plate[0] - ground.sign[0]) + down * (ground.sign[1] - ground.plate[1])
    reach = 5.5
    density = 8.0
    seen = plane.looked_at(picture, middle - (along + down) * reach, along, (2 * reach, 2 * reach), density)
    grey = cv2.GaussianBlur(cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY), (5, 5), 0)
    fits = [max(_correlation(grey, drawn) for drawn in _drawn(kind, density)) for kind in ("day", "night")]
    # One is surely it where its picture fits better by a tenth.
    odds = float(np.exp(np.clip((fits[0] - fits[1]) * 40, -12, 12)))
    day = odds / (1 + odds)
    return (ground.day, day) if day > 0.5 else (ground.night, 1 - day)


def _drawn(kind: str, density: float) -> list[Image]:
    """Our own sun and moon, a little smaller and larger."""
    found = []
    for radius in (0.75 * _SIGN, _SIGN, 1.2 * _SIGN):
        half = round(1.5 * radius * density)
        picture = np.zeros((2 * half + 1, 2 * half + 1), np.float32)
        whole = round(radius * density)
        if kind == "day":
            cv2.circle(picture, (half, half), round(whole * 0.72), 1.0, -1, cv2.LINE_AA)
        else:
            cv2.circle(picture, (half, half), whole, 1.0, -1, cv2.LINE_AA)
            cv2.circle(
                picture,
                (half + round(whole * 0.45), half - round(whole * 0.25)),
                round(whole * 0.85),
                0.0,
                -1,
                cv2.LINE_AA,
            )
        found.append(picture)
    return found


def _correlation(grey: Image, drawn: Image) -> float:
    """How well a drawing fits anywhere in the picture (-1 to 1)."""
    if grey.shape[0] < drawn.shape[0]:
        return -1.0
    return float(cv2.matchTemplate(grey.astype(np.float32), drawn, cv2.TM_CCOEFF_NORMED).max())


def _stages(
    picture: Image,
    plane: TablePlane,
    laid: tuple[Points, Points],
    ground: Ground,
    printed: tuple[tuple[float, ...], float],
) -> int | None:
    """How many of the first stages have a card beneath; ``None``: what shows there is none of the two.

    ``laid``: the board's upper left corner and direction; ``printed``: where its stages are, how bright paper is.
    """
    (corner, along), (lefts, white) = laid, printed
    down = np.array([-along[1], along[0]])
    width, height = ground.size
    covered: list[bool | None] = []
    level = _BLACK * white / _WHITE
    card = width * 0.24
    for left in lefts:
        start = corner + along * (left * width + card * _INSIDE[0]) + down * (height + _BELOW[0])
        seen = plane.looked_at(
            picture, start, along, (card * (_INSIDE[1] - _INSIDE[0]), _BELOW[1] - _BELOW[0]), _DENSITY
        )
        black = float((channels.most(seen) < level).mean())
        covered.append(True if black > _COVERED[1] else False if black < _COVERED[0] else None)
    first = covered.index(False) if False in covered else len(covered)
    if None in covered or True in covered[first:]:
        return None
    return None if first and _on_black(picture, plane, laid, ground, level) else first


def _on_black(picture: Image, plane: TablePlane, laid: tuple[Points, Points], ground: Ground, level: float) -> bool:
    """Whether the table about the board is itself as black as a card's back, as far as the picture shows it."""
    corner, along = laid
    down = np.array([-along[1], along[0]])
    width, height = ground.size
    shares = []
    for start, size in (
        (corner + down * (height + 70.0), (width, 30.0)),
        (corner - along * 40.0 + down * height * 0.5, (35.0, height)),
        (corner + along * (width + 5.0) + down * height * 0.5, (35.0, height)),
    ):
        seen = plane.looked_at(picture, start, along, size, 1.0)
        shares.append(float((channels.most(seen) < level).mean()))
    return min(shares) > _COVERED[1]
