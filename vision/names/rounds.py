"""Coins and conflict tokens on and about a board, told by size, metal and colour."""

import heapq
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from vision.geometry.image import Image, Points
from vision.names.letters import Letters, cut

DENSITY = 4.0
"""Pixels a mm in which the surroundings of a board are searched."""
_RIM = 0.12
"""Share by which a coin's diameter may differ from its kind's."""
_RIMS, _STEP, _WHOLE = (0.86, 1.0, 1.14), 24.0, 0.8
"""Shares of its radius at which a coin is looked at about its edge, the step in CIE L*a*b* (of 255) that an edge is in
good light, and the share of the circle that has one."""
_WAYS = np.column_stack([part(np.linspace(0, 2 * np.pi, 48, endpoint=False)) for part in (np.cos, np.sin)])
"""The directions in which a circle's edge is looked at."""
_GOOD, _DIMMEST = 150.0, 0.4
"""Lightness (of 255) of good light, and the share of it below which steps are not smaller: they are noise."""
_BESIDE = 0.6
"""Share of two coins' radii that their middles are apart at least: they may lie on each other."""
_INNER = 0.72
"""Share of a golden coin's diameter at which it has a ring, which may be found instead of its edge."""
_ROUND = 48
"""Votes of edges that a circle has at least (two photographs: coins have 50 to 140)."""
_GOLD = 70
"""Saturation from which metal is golden, paper taken as white (silver has 5 to 45)."""
_WOODEN = 115
"""Saturation below which what is golden is wood."""
_GOLDEN = (14, 34)
"""Hues (of 180) of gold."""
_RELIEF, _DULL, _OTHER = (0.12, 0.4), 40, 0.15
"""Share of its brightness by which metal differs in itself (standard deviation; measured: 0.15 to 0.3, in the shade
too), grey level that it has at least; share of it that may be coloured otherwise."""
_ONE_COLOUR = 20.0
"""CIE a*b* by which all but a twentieth of a silver coin has the colour of its middle (measured: at most 14)."""
_CLEAR = 0.95
"""Share of a circle with an edge from which on a silver coin is certain (measured: 0.98 to 1)."""
_REDS = ((5, 190), (6, 150), (8, 110))
"""Hues (of 180) about red and the saturation that a token's red has at least: under a lamp wood is nearly as red."""
_GAPS = (3, 9, 15)
"""Pixels of gaps that are closed in a token's red: laurels cross it."""
_LIT = 30
"""Grey level below which colours are noise."""
_COLOURLESS, _OF_RED, _ROUNDISH = 90, (0.3, 0.75), 0.6
"""Saturation up to which paper is pale; a disc's diameter by that of the red about it; share of a circle it fills."""
_REACH, _TOUCHING, _FEW = 2.6, 1.4, 6
"""Radii of a disc within which its red lies, and within which that begins; pixels that are noise."""
_RED = 0.15
"""Share of what is between a disc and the edge of its red that is red."""
_PALE, _PALER, _TINTED = 0.5, 0.45, 0.4
"""Share of a token's middle that is pale: at least so bright by the red's brightness, and so little coloured."""
_BLACK, _ON_BLACK = 0.4, 0.35
"""Brightness, by the red's, of what is black about a victory token, and the share of it (measured: 0.44 to 0.75)."""
_OCTAGON, _SQUARE = (0.87, 0.05), (0.68, 0.07)
"""Share of its circle that a defeat's octagon and a victory's square fill, and by how much that differs (measured)."""
_UNLIKE = -8.0
"""Log likelihood of size and shape below which this is no token."""
_SUREST = 0.98
"""What is never surer than this."""
_SIZES = 0.08
"""Log by which the size of a token's red differs from its kind's (standard deviation, two photographs)."""


_LOGS = (255 * np.log1p(np.arange(256) / 40) / np.log1p(255 / 40)).astype(np.uint8)
"""The logarithms of grey levels, as grey levels; noise in the dark stays small."""


class Round(NamedTuple):
    """A coin or token: its value (``None``: which cannot be told), middle and radius (px of the picture searched)."""

    kind: str
    value: int | None
    middle: Points
    radius: float
    sure: float


def find_coins(seen: Image, coins: Mapping[int, tuple[float, bool]]) -> list[Round]:
    """Coins in a picture from above (``DENSITY`` px a mm)."""
    # By its logarithm: an edge in the shade is an edge.
    grey = cv2.GaussianBlur(cv2.LUT(cv2.cvtColor(seen, cv2.COLOR_BGR2GRAY), _LOGS), (5, 5), 0)
    lab = cv2.cvtColor(cv2.GaussianBlur(seen, (3, 3), 0), cv2.COLOR_BGR2LAB)
    found: list[tuple[float, Round]] = []
    for size, gold in coins.values():
        circles = cv2.HoughCircles(
            grey, cv2.HOUGH_GRADIENT, dp=1.5, minDist=size * DENSITY * 0.4, param1=120, param2=_ROUND,
            minRadius=round(size * DENSITY / 2 * (_INNER if gold else 1 - _RIM)),
            maxRadius=round(size * DENSITY / 2 * (1 + _RIM)),
        )  # fmt: skip
        for x, y, radius in [] if circles is None else circles[0]:
            edged, middle, whole = _centred(lab, np.array([x, y], float), float(radius))
            one = _coin(seen, middle, whole, edged, coins) if edged > _WHOLE else None
            if one is not None:
                found.append((edged, one))
    kept: list[Round] = []
    for _, one in sorted(found, key=lambda item: -item[0]):
        if all(np.hypot(*(one.middle - other.middle)) > _BESIDE * (one.radius + other.radius) for other in kept):
            kept.append(one)
    return kept


def _centred(lab: Image, middle: Points, radius: float) -> tuple[float, Points, float]:
    """The circle near one that was found which shows the most edge, after how much of it does."""
    tries = [
        (middle + np.array([right, low]), radius + wider)
        for right in (-2.0, 0.0, 2.0)
        for low in (-2.0, 0.0, 2.0)
        for wider in (-1.5, 0.0, 1.5)
    ]
    edged = [_edged(lab, *one) for one in tries]
    best = int(np.argmax(edged))
    return edged[best], *tries[best]


def _coin(
    seen: Image, middle: Points, radius: float, edged: float, coins: Mapping[int, tuple[float, bool]]
) -> Round | None:
    """What coin a circle is, of which a share has an edge: golden or not, of a coin's size; ``None``: no metal."""
    inside = _disc(seen, middle, radius * 0.9)
    if inside is None:
        return None
    hue, saturation, value = cv2.cvtColor(inside[None], cv2.COLOR_BGR2HSV)[0].astype(float).T
    golden = float(np.median(saturation)) > _GOLD
    low, high = _GOLDEN
    # Metal has reliefs: neither flat nor dark, and hardly any of it is coloured otherwise.
    other = float(((saturation > _GOLD * 1.6) & ((hue < low - 5) | (hue > high + 5))).mean())
    bright = float(np.median(value))
    if bright < _DULL or not _RELIEF[0] < float(value.std()) / bright < _RELIEF[1] or other > _OTHER:
        return None
    if not golden and not _of_one_colour(inside):
        return None
    if golden and not (low <= float(np.median(hue)) <= high and float(np.median(saturation)) >= _WOODEN):
        return None
    across = 2 * radius / DENSITY
    for worth, (size, gold) in coins.items():
        least = size * (_INNER if gold else 1 - _RIM)
        if gold == golden and least < across < (1 + _RIM) * size:
            # What is painted golden and round is not told from gold for certain.
            return Round("coin", worth, middle, radius, 0.8 if gold or edged < _CLEAR else 0.98)
    return None


def _of_one_colour(inside: Image) -> bool:
    tints = cv2.cvtColor(inside[None], cv2.COLOR_BGR2LAB)[0, :, 1:].astype(float)
    return float(np.percentile(np.hypot(*(tints - np.median(tints, axis=0)).T), 95)) < _ONE_COLOUR


class Tokens(NamedTuple):
    """Conflict tokens: ``victories``: by value how far (mm) the red square of its token reaches from corner to corner.

    ``defeat``: the diameter (mm) of the other one.
    """

    victories: Mapping[int, float]
    defeat: float


def _edged(lab: Image, middle: Points, radius: float) -> float:
    """The share of a circle along which the picture (CIE L*a*b*) differs between just inside and just outside."""
    last = np.array(lab.shape[:2]) - 1
    places = [np.clip((middle + _WAYS * radius * by).round().astype(int)[:, ::-1], 0, last) for by in _RIMS]
    around = [lab[there[:, 0], there[:, 1]].astype(int) for there in places]
    # A circle is found within a pixel or two: the strongest step near it counts.
    steps = [np.linalg.norm(one - other, axis=1) for k, one in enumerate(around) for other in around[k + 1 :]]
    dim = np.clip(float(np.mean([one[:, 0].mean() for one in around])) / _GOOD, _DIMMEST, 1.0)
    return float((np.max(steps, axis=0) > _STEP * dim).mean())


def find_tokens(seen: Image, tokens: Tokens, letters: Letters) -> list[Round]:
    """Conflict tokens: a pale disc with a number, on red; red all around it is a defeat, black a victory."""
    hue, saturation, value = (part.astype(int) for part in cv2.split(cv2.cvtColor(seen, cv2.COLOR_BGR2HSV)))
    discs = _discs(saturation, value, tokens)
    waiting: list[tuple[float, int, _Shaped | Round]] = []
    for width, least in _REDS:
        red = (((hue < width) | (hue > 180 - width)) & (saturation > least) & (value > _LIT)).astype(np.uint8)
        lit = value, np.where(red, value, -1)
        for outline in (*_outlines(red), *_about(red, discs)):
            token = _token(seen, lit, outline, tokens)
            if token is not None:
                waiting.append((-token.fits, len(waiting), token))
    heapq.heapify(waiting)
    kept: list[Round] = []
    while waiting:
        _, order, one = heapq.heappop(waiting)
        if any(np.hypot(*(one.middle - other.middle)) <= max(one.radius, other.radius) for other in kept):
            continue
        if isinstance(one, Round):
            kept.append(one)
        else:
            # A number makes a token less likely, never more: what lies on a better one is not read.
            fits, read = _numbered(seen, one, letters)
            heapq.heappush(waiting, (-fits, order, read))
    return kept


def _outlines(red: Image) -> Iterator[Points]:
    """What is red in one piece, once the laurels that cross it are closed."""
    for gap in _GAPS:
        closed = cv2.morphologyEx(red, cv2.MORPH_CLOSE, np.ones((gap, gap), np.uint8))
        yield from cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]


def _discs(saturation: Image, value: Image, tokens: Tokens) -> list[tuple[Points, float]]:
    """Middles and radii (px) of what is pale, round and as large as the discs on which numbers stand."""
    paper = ((saturation < _COLOURLESS) & (value > _LIT)).astype(np.uint8)
    pale = cv2.morphologyEx(paper, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    least, most = _OF_RED[0] * min(tokens.victories.values()), _OF_RED[1] * tokens.defeat
    found = []
    for outline in cv2.findContours(pale, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)[0]:
        (x, y), radius = cv2.minEnclosingCircle(outline)
        area = cv2.contourArea(cv2.convexHull(outline))
        if least < 2 * radius / DENSITY < most and area > _ROUNDISH * np.pi * radius * radius:
            found.append((np.array([x, y]), radius))
    return found


def _about(red: Image, discs: Sequence[tuple[Points, float]]) -> Iterator[Points]:
    """All that is red and touches a disc: the disc parts it in two, and it need not close by itself."""
    for middle, radius in discs:
        reach = radius * _REACH
        low, high = np.maximum(0, (middle - reach).astype(int)), (middle + reach).astype(int) + 1
        part = cv2.morphologyEx(red[low[1] : high[1], low[0] : high[0]], cv2.MORPH_OPEN, np.ones((2, 2), np.uint8))
        count, labels = cv2.connectedComponents(part)
        rows, columns = np.indices(part.shape)
        far = np.hypot(columns + low[0] - middle[0], rows + low[1] - middle[1]) / radius
        touching = np.bincount(labels[(far > 0.9) & (far < _TOUCHING)], minlength=count) > _FEW
        touching[0] = False
        its = np.argwhere(touching[labels])
        if len(its) > _FEW:
            yield cv2.convexHull(its[:, ::-1].astype(np.int32)) + low


class _Shaped(NamedTuple):
    """What has a token's shape and colours: how likely (log) each value is by these; ``pale``: how much of it is."""

    logs: dict[int, float]
    pale: float
    middle: Points
    radius: float

    @property
    def fits(self) -> float:
        """How well it fits (log), its number aside."""
        return max(self.logs.values()) + self.pale


def _token(seen: Image, lit: tuple[Image, Image], outline: Points, tokens: Tokens) -> _Shaped | None:
    """A token; ``None``: this is none. ``lit``: how bright each pixel is, and each that is red (others -1).

    What is pale and what is black is judged by how bright this token's red is: it may lie in the shade.
    """
    least, most = 0.75 * min(tokens.victories.values()), 1.25 * max(tokens.defeat, *tokens.victories.values())
    # Most outlines are specks: no circle is needed to say so.
    _, _, wide, high = cv2.boundingRect(outline)
    if np.hypot(wide, high) < least * DENSITY:
        return None
    (x, y), radius = cv2.minEnclosingCircle(outline)
    across, middle = 2 * radius / DENSITY, np.array([x, y])
    if not least < across < most:
        return None
    value, of_red = lit
    pale, around = _disc(seen, middle, radius * 0.42), _ring(value, middle, radius * 1.08, radius * 1.3)
    beside = _ring(of_red, middle, radius * 0.42, radius)
    if pale is None or around is None or beside is None or float((beside >= 0).mean()) < _RED:
        return None
    level = float(np.median(beside[beside >= 0]))
    bright = pale.astype(int)
    tinted = bright.max(axis=1) - bright.min(axis=1)
    share = float(((bright.min(axis=1) > _PALER * level) & (tinted < _TINTED * bright.max(axis=1))).mean())
    if share < _PALE:
        return None
    black = float((around < _BLACK * level).mean())
    filled = cv2.contourArea(cv2.convexHull(outline)) / (np.pi * radius * radius)
    octagon, square = ((filled - usual) / off for usual, off in (_OCTAGON, _SQUARE))
    logs = {-1: -0.5 * (np.log(across / tokens.defeat) / _SIZES) ** 2 - 0.5 * octagon**2}
    if black > _ON_BLACK:
        for worth, size in tokens.victories.items():
            logs[worth] = -0.5 * (np.log(across / size) / _SIZES) ** 2 - 0.5 * square**2
    if max(logs.values()) < _UNLIKE:
        return None
    return _Shaped(logs, share, middle, radius)


def _numbered(seen: Image, one: _Shaped, letters: Letters) -> tuple[float, Round]:
    """The token by its number too, after how well it fits (log)."""
    said = _numbers(seen, one.middle, one.radius, one.logs, letters)
    logs = {worth: log + said[worth] for worth, log in one.logs.items()}
    best = max(logs, key=lambda worth: logs[worth])
    sure = float(1 / sum(np.exp(log - logs[best]) for log in logs.values()))
    return logs[best] + one.pale, Round("token", best, one.middle, one.radius, min(sure, _SUREST))


def _numbers(seen: Image, middle: Points, radius: float, worths: Iterable[int], letters: Letters) -> dict[int, float]:
    """How likely (log) each number is to stand there, whichever way it lies."""
    half = radius * 0.5
    corners = middle + half * np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    lines = letters.read([cut(seen, np.roll(corners, turn, axis=0)) for turn in range(4)])
    return {worth: max(line.seen(str(abs(worth))) for line in lines) for worth in worths}


def _disc(seen: Image, middle: Points, radius: float) -> Image | None:
    """The pixels of a disc (N x 3); ``None``: it does not lie within the picture."""
    around = _around(seen, middle, radius)
    mask = np.zeros(around.seen.shape[:2], np.uint8)
    cv2.circle(mask, around.middle, max(1, round(radius)), 1, -1)
    inside = around.seen[mask.astype(bool)]
    return inside if len(inside) > 0.8 * np.pi * radius * radius else None


def _ring(grey: Image, middle: Points, inner: float, outer: float) -> Image | None:
    around = _around(grey, middle, outer)
    mask = np.zeros(around.seen.shape[:2], np.uint8)
    cv2.circle(mask, around.middle, round(outer), 1, -1)
    cv2.circle(mask, around.middle, round(inner), 0, -1)
    inside = around.seen[mask.astype(bool)]
    return inside if len(inside) else None


class _Around(NamedTuple):
    """The part of a picture that a circle lies in, and where in it (px) the circle's middle is."""

    seen: Image
    middle: tuple[int, int]


def _around(picture: Image, middle: Points, radius: float) -> _Around:
    x, y, reach = round(middle[0]), round(middle[1]), max(1, round(radius)) + 1
    left, top = max(0, x - reach), max(0, y - reach)
    return _Around(picture[top : max(0, y + reach + 1), left : max(0, x + reach + 1)], (x - left, y - top))
