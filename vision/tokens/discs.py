"""Find discs: round tokens and coins, alone, touching or partly under one another, seen from a little aslant.

Every edge votes for the centres that it could be the rim of; where many agree, an ellipse is fitted to the
rim's points. The inner rings of a token agree on its centre too, so of discs around one centre the largest
that is well supported is kept.
"""

import math
from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

import cv2
import numpy as np

from vision.geometry import channels
from vision.geometry.image import Image, Points

_TOLERANCE = 0.11
"""A disc's radius may differ by this share from what is expected: the camera leans, the scale is not exact."""
_RAYS, _DEPTHS = 72, 21
"""Where a rim is sought: directions (one every 5 degrees) and radii in each (chosen by hand; the run is not
recorded)."""
_NOISE, _CHANGED = 5.0, 14.0
"""Lab units: a camera's noise, and by how much a pixel differs from the bare mat where something lies (chosen by
hand; the run is not recorded)."""
_EDGE, _PEAK = 0.38, 0.20
"""Shares: of the strongest edge nearby from which on one votes, of its rim that votes for a centre (chosen by hand;
the run is not recorded)."""
_WORK_RADIUS = 20.0
"""Pixels to which the smallest disc's radius is brought before edges vote (chosen by hand; the run is not recorded)."""
_MOST = 60
"""Centres looked at: a box's coins (chosen by hand; the run is not recorded)."""
_UNIT = np.stack([turned(np.arange(_RAYS) * 2 * np.pi / _RAYS) for turned in (np.cos, np.sin)])
"""Where the rays end on the unit circle (2 x ``_RAYS``)."""
_MOST_SQUEEZED = 0.8
"""An ellipse further from a circle than that (1: a parabola) is no disc (chosen by hand; the run is not recorded)."""
_PULL = np.diag([0.0, 0.0, 0.0, 0.6, 0.6])
"""What draws a fitted ellipse towards a circle: see ``_conic`` (chosen by hand; the run is not recorded)."""


class Disc(NamedTuple):
    """An ellipse: centre, half axes (px), direction of the long one (degrees clockwise from the x axis).

    ``support``: the share of its rim at which there is an edge along it.
    """

    x: float
    y: float
    long: float
    short: float
    tilt: float = 0.0
    support: float = 1.0

    @property
    def radius(self) -> float:
        """Of the circle with the same area."""
        return float(np.sqrt(self.long * self.short))

    def frame(self) -> Image:
        """The matrix (2 x 2) from the unit disc to picture pixels; it does not turn what is not squeezed."""
        return _stretch(self.tilt, self.long, self.short)

    def to_unit(self) -> Image:
        """The inverse of ``frame``."""
        return _stretch(self.tilt, 1 / self.long, 1 / self.short)

    def distance(self, other: "Disc") -> float:
        """From centre to centre (px)."""
        return float(np.hypot(self.x - other.x, self.y - other.y))

    def grown(self, factor: float) -> "Disc":
        """The same, larger or smaller."""
        return self._replace(long=self.long * factor, short=self.short * factor)

    def fill(self, picture: Image, value: float) -> None:
        """Draw it, whole, into a picture of one channel."""
        cv2.ellipse(picture, ((self.x, self.y), (2 * self.long, 2 * self.short), self.tilt), value, -1)


def _stretch(tilt: float, along: float, across: float) -> Image:
    """The matrix (2 x 2) that stretches by ``along`` in one direction (degrees) and by ``across`` in the other.

    Written out: numpy's products of small matrices take ten times as long, and a heap of coins is fitted a hundred
    times.
    """
    angle = math.radians(tilt)
    cos, sin = math.cos(angle), math.sin(angle)
    both = (along - across) * cos * sin
    return np.array([[along * cos * cos + across * sin * sin, both], [both, along * sin * sin + across * cos * cos]])


class Edges(NamedTuple):
    """How the picture changes at each pixel: gradient across and down, as shares of the strongest nearby.

    ``laid``: 1 where something has come to the bare mat (and a little around), else 0; none where that was not seen.
    """

    across: Image
    down: Image
    strength: Image
    laid: Image | None = None


def edges_of(picture: Image, bare: Image | None = None) -> Edges:
    """The edges (float32 0..1) of a picture (uint8 BGR); with ``bare``, only where the two differ."""
    lab = cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2LAB), (0, 0), 1.0).astype(np.float32)
    dx, dy, size = _slopes(lab[..., 0])
    # Of the three planes the one that changes most.
    for plane in (1, 2):
        across, down, its = _slopes(lab[..., plane])
        more = its > size
        for mine, other in ((dx, across), (dy, down), (size, its)):
            np.copyto(mine, other, where=more)
    strength = np.sqrt(size)
    around = np.sqrt(cv2.blur(strength**2, (31, 31))) * 1.5 + _NOISE
    share = np.minimum(strength / around, 1.0)
    laid = None if bare is None else _changed(picture, bare)
    if laid is not None:
        share = share * laid
    with_length = np.maximum(strength, 1e-3)
    return Edges(dx / with_length * share, dy / with_length * share, share, laid)


def _slopes(plane: Image) -> tuple[Image, Image, Image]:
    """How a plane changes across and down at each pixel, and the square of both together."""
    plane = np.ascontiguousarray(plane)
    across, down = (cv2.Scharr(plane, cv2.CV_32F, *way) / 16 for way in ((1, 0), (0, 1)))
    return across, down, across**2 + down**2


def _changed(picture: Image, bare: Image) -> Image:
    """1 where something lies that did not lie there before (and a little around), else 0."""
    now, then = (cv2.GaussianBlur(one, (0, 0), 1.5).astype(np.float32) for one in (picture, bare))
    gain = np.median(now.reshape(-1, 3) / np.maximum(then.reshape(-1, 3), 8), axis=0)
    apart = channels.most(np.abs(now - then * gain))
    return np.asarray(cv2.dilate((apart > _CHANGED).astype(np.float32), np.ones((7, 7))))


Ring = tuple[float, float]
"""A circle printed on a token: its share of the radius, and how strong its edge is (the rim's own: 1)."""

RIM: tuple[Ring, ...] = ((1.0, 1.0),)


def find_centres(edges: Edges, radius: float, rings: Sequence[Ring] = RIM) -> list[tuple[float, float, float]]:
    """Where the votes of the edges for a disc of this radius (px) agree: x, y and how well, the best first."""
    shrink = min(1.0, _WORK_RADIUS / radius)
    radius = radius * shrink
    small = [cv2.resize(one, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA) for one in edges[:2]]
    strength = np.sqrt(small[0] ** 2 + small[1] ** 2)
    height, width = strength.shape
    rows, columns = np.nonzero(strength > _EDGE)
    weight = strength[rows, columns]
    nx, ny = small[0][rows, columns] / weight, small[1][rows, columns] / weight
    votes, whole, soft = np.zeros(height * width), 0.0, max(1.2, 0.05 * radius)
    for share, strong in rings:
        at = share * radius
        steps = np.arange(at * (1 - _TOLERANCE), at * (1 + _TOLERANCE) + 0.1, max(1.0, 0.03 * radius))
        for step in (*steps, *-steps):
            x, y = np.rint(columns + nx * step).astype(int), np.rint(rows + ny * step).astype(int)
            inside = (x >= 0) & (x < width) & (y >= 0) & (y < height)
            votes += strong * np.bincount(y[inside] * width + x[inside], weight[inside], height * width)
        # What a whole ring of edges a pixel and a half wide would give, spread over the blur's area.
        whole += strong * at * 0.6 / soft**2
    votes = (cv2.GaussianBlur(votes.reshape(height, width), (0, 0), soft) / whole).astype(np.float32)
    reach = 2 * round(0.2 * radius) + 1
    peaks = (votes == cv2.dilate(votes, np.ones((reach, reach), np.uint8))) & (votes > _PEAK)
    ys, xs = np.nonzero(peaks)
    order = np.argsort(-votes[ys, xs])[:_MOST]
    grow = 1 / shrink
    return [
        (float((xs[k] + 0.5) * grow - 0.5), float((ys[k] + 0.5) * grow - 0.5), float(votes[ys[k], xs[k]]))
        for k in order
    ]


def rings_of(picture: Image, disc: Disc) -> tuple[Ring, ...]:
    """The circles printed on a token (its picture uint8 BGR, its disc there), the rim first."""
    edges = edges_of(cv2.copyMakeBorder(picture, 8, 8, 8, 8, cv2.BORDER_REPLICATE))
    depths = np.arange(0.4, 0.95, 0.02)
    x, y = (
        (centre + 8 + disc.radius * depths[:, None] * ray).astype(np.float32)
        for centre, ray in zip(disc[:2], _UNIT, strict=True)
    )
    across, down = (cv2.remap(one, x, y, cv2.INTER_LINEAR) for one in (edges.across, edges.down))
    # One direction all round: outwards lighter or outwards darker.
    strength = np.abs((across * _UNIT[0] + down * _UNIT[1]).mean(1))
    found = [
        (float(depths[k]), float(strength[k]))
        for k in range(1, len(depths) - 1)
        if strength[k] == strength[k - 1 : k + 2].max()
    ]
    return RIM + tuple(sorted((ring for ring in found if ring[1] > 0.3), key=lambda ring: -ring[1])[:2])


def fit_rim(edges: Edges, guess: Disc, tolerance: float = _TOLERANCE) -> Disc | None:
    """The ellipse through the rim's edges near a guess; None where there is none to speak of."""
    disc = guess
    for reach in (tolerance + 0.04, 0.08, 0.05):
        points, strength = _rim_points(edges, disc, reach)
        good = strength > 0.3
        if good.sum() < _RAYS * 0.28:
            return None
        fitted = _ellipse(points[good], strength[good], guess.radius, tolerance)
        if fitted is None:
            return None
        disc = fitted
    points, strength = _rim_points(edges, disc, 0.05)
    return disc._replace(support=float((strength > 0.3).mean()))


def _rim_points(edges: Edges, disc: Disc, reach: float) -> tuple[Points, Image]:
    """On each ray from the centre the strongest edge along the rim, and how strong it is."""
    depths = np.linspace(1 - reach, 1 + reach, _DEPTHS)
    rays = disc.frame() @ _UNIT
    x = (disc.x + rays[0][:, None] * depths).astype(np.float32)
    y = (disc.y + rays[1][:, None] * depths).astype(np.float32)
    normals = disc.to_unit() @ _UNIT
    normals /= np.hypot(*normals)
    across = cv2.remap(edges.across, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    down = cv2.remap(edges.down, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT)
    along = np.abs(across * normals[0][:, None] + down * normals[1][:, None])
    # The outer rim rather than a ring just inside it.
    best = (along * (1 + 0.6 * (depths - 1))).argmax(1)
    rows = np.arange(_RAYS)
    return np.stack([x[rows, best], y[rows, best]], axis=1), along[rows, best]


def _ellipse(points: Points, weights: Image, radius: float, tolerance: float) -> Disc | None:
    """Fit by least squares, leave out what lies off it, fit again; None where it is no disc of this size."""
    keep = np.ones(len(points), bool)
    fitted = None
    for _ in range(3):
        if keep.sum() < 12:
            return None
        fitted = _conic(points[keep], weights[keep], radius)
        if fitted is None:
            return None
        local = fitted.to_unit() @ (points - (fitted.x, fitted.y)).T
        off = np.abs(np.hypot(*local) - 1)
        keep = off < max(0.025, 1.5 * median(off.tolist()))
    if fitted is None or fitted.short < 0.84 * fitted.long:
        return None
    if abs(fitted.radius / radius - 1) > tolerance:
        return None
    return fitted


def _conic(points: Points, weights: Image, radius: float) -> Disc | None:
    """A circle's equation with a little ellipse in it: the squeeze is held small unless the points ask for it."""
    centre = points.mean(0)
    x, y = ((points - centre) / radius).T
    # x² + y² + p (x² - y²) + 2 q x y = a x + b y + c, with p and q drawn towards 0.
    columns = np.stack([x, y, np.ones_like(x), -(x**2 - y**2), -2 * x * y], axis=1)
    weighted = columns * weights[:, None]
    try:
        solved = np.linalg.solve(columns.T @ weighted + _PULL, weighted.T @ (x**2 + y**2))
    except np.linalg.LinAlgError:
        return None
    a, b, c, p, q = solved.tolist()
    # The squeeze as a matrix is [[1 + p, q], [q, 1 - p]]: what it squeezes most and least by, and where its middle is.
    squeeze = math.hypot(p, q)
    if squeeze >= _MOST_SQUEEZED:
        return None
    across = ((1 - p) * a - q * b) / (2 * (1 - squeeze**2))
    down = ((1 + p) * b - q * a) / (2 * (1 - squeeze**2))
    level = c + (1 + p) * across**2 + 2 * q * across * down + (1 - p) * down**2
    if level <= 0:
        return None
    tilt = 90 + math.degrees(math.atan2(q, p)) / 2
    long, short = (math.sqrt(level / by) * radius for by in (1 - squeeze, 1 + squeeze))
    return Disc(float(centre[0]) + across * radius, float(centre[1]) + down * radius, long, short, tilt)
