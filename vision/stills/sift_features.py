"""Features of a picture that are found again when it is turned, resized or partly covered.

SIFT (Lowe 2004, "Distinctive image features from scale-invariant keypoints"), compared by the square root of their
histograms (RootSIFT: Arandjelovic & Zisserman 2012), on the directions in which a library's own differ most.

Every face of a library has some hundred; the features of a photograph are compared with all of them at once.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

import cv2
import numpy as np

from vision.geometry.image import Image, Points
from vision.recognition.kinds import Size
from vision.recognition.library import Library

_TALL = 300
"""Pixels to which an enrolled picture is reduced: about what a photograph shows of a card."""
_MOST = 320
"""Features kept of a face."""
_MANY, _FOREMOST = 3500, 200
"""A photograph with so many features is compared with each face's so many foremost ones only."""
_CONTRAST = 0.02
"""SIFT's contrast threshold, half of Lowe's: prints are soft in photographs."""
_TILE = 56
"""Pixels of a tile, each of which keeps its own share of features."""
_DIMENSIONS = 48
"""Of SIFT's 128, by principal components: what a match costs falls with it (chosen by hand)."""
_FAR = 0.26
"""Squared distance of two looks (unit length) above which they are not the same."""
_BEHIND = 1.6
"""Times the nearest's squared distance up to which another face may be meant."""
_MATCH_SPREAD = 0.1
"""Squared distance at which a match counts 1/e."""
_MOST_MATCHES = 8
"""Faces' features that one of the photograph may stand for."""
_AT_ONCE = 512
"""Rows of the table of distances made at once (memory)."""


class Features(NamedTuple):
    """FaceFeatures of one picture: places (N x 2), widths (N, same unit), turns (N, radians), what they look like."""

    places: Points
    widths: Image
    turns: Image
    looks: Image


class Matches(NamedTuple):
    """Which feature of the photograph (N indices) looks like which of the library's (N), and how far off (N)."""

    seen: Image
    known: Image
    distances: Image

    @property
    def weights(self) -> Image:
        """What each counts (N, 0..1)."""
        return np.asarray(np.exp(-self.distances / _MATCH_SPREAD))


def detect_features(grey: Image, most: int, *, spread: bool = True) -> Features:
    """The features of a grey picture, in pixels: about the ``most`` distinct ones, ``spread`` over all of it."""
    sift = cv2.SIFT.create(nfeatures=0 if spread else most, contrastThreshold=_CONTRAST)
    detected = sorted(sift.detect(grey, None), key=lambda one: -one.response)
    points, looks = sift.compute(grey, _spread(detected, most, grey.shape) if spread else detected)
    if not points:
        return Features(np.zeros((0, 2), np.float32), np.zeros(0), np.zeros(0), np.zeros((0, 128), np.float32))
    places = np.array([point.pt for point in points], np.float32)
    widths = np.array([point.size for point in points], np.float32)
    turns = np.deg2rad(np.array([point.angle for point in points], np.float32))
    # The square root of the histogram (RootSIFT): its dot product weighs small entries fairly.
    looks = np.sqrt(looks / np.maximum(looks.sum(1, keepdims=True), 1e-6))
    return Features(places, widths, turns, np.asarray(looks, np.float32))


def _spread(points: Sequence[cv2.KeyPoint], most: int, shape: tuple[int, ...]) -> list[cv2.KeyPoint]:
    """The first points of every tile of the picture: a loud cloth does not drown what lies on it."""
    if len(points) <= most:
        return list(points)
    each = max(1, most * _TILE**2 // (shape[0] * shape[1]))
    tiles: dict[tuple[int, int], list[cv2.KeyPoint]] = defaultdict(list)
    for point in points:
        mine = tiles[int(point.pt[0]) // _TILE, int(point.pt[1]) // _TILE]
        if len(mine) < each:
            mine.append(point)
    return [point for mine in tiles.values() for point in mine]


class FaceFeatures:
    """The features of a library's faces: places and widths in mm from the face's top left corner."""

    def __init__(self, library: Library) -> None:
        self.faces = tuple(library.faces)
        self._library = library

    @cached_property
    def _all(self) -> tuple[Features, Image]:
        """Every face's features, and for each the number of its face."""
        found = [_of_face(self._library.picture(face), self._library.faces[face].size) for face in self.faces]
        owners = np.repeat(np.arange(len(found)), [len(one.widths) for one in found])
        return Features(*(np.concatenate(parts) for parts in zip(*found, strict=True))), owners

    def prepare(self) -> None:
        """Find every face's features now."""
        self._projected  # noqa: B018 - made when first asked for

    @property
    def features(self) -> Features:
        """All of them, face after face."""
        return self._all[0]

    @property
    def owners(self) -> Image:
        """For each, the index in ``faces``."""
        return self._all[1]

    @cached_property
    def _projected(self) -> tuple[Image, Image, Image]:
        """What most features differ in: mean, directions (128 x D), and the library's looks seen so."""
        looks = self.features.looks
        mean = looks.mean(0)
        _, vectors = np.linalg.eigh(np.cov(looks.T) if len(looks) > 1 else np.eye(looks.shape[1]))
        basis = vectors[:, ::-1][:, :_DIMENSIONS].astype(np.float32)
        return mean, basis, (looks - mean) @ basis

    def matches(self, seen: Features, faces: Iterable[str]) -> Matches:
        """Which of these faces' features each seen one may be: the nearest, and those nearly as near."""
        wanted = set(faces)
        allowed = np.array([face in wanted for face in self.faces])[self.owners]
        if len(seen.widths) > _MANY:
            firsts = np.searchsorted(self.owners, self.owners)
            allowed &= np.arange(len(self.owners)) - firsts < _FOREMOST
        columns = np.flatnonzero(allowed)
        mean, basis, known = self._projected
        known = known[columns]
        looks = (seen.looks - mean) @ basis
        squares = (known**2).sum(1)
        parts = []
        for start in range(0, len(looks), _AT_ONCE):
            part = looks[start : start + _AT_ONCE]
            offset = (part**2).sum(1)
            # d2 = |a|2 + |b|2 - 2ab; only what is near is looked at twice.
            far = part @ (-2 * known.T)
            far += squares
            nearest = far.min(1) + offset
            near = np.flatnonzero(nearest < _FAR)
            limit = np.minimum(nearest[near] * _BEHIND + 0.02, _FAR) - offset[near]
            far = far[near]
            rows, places = np.nonzero(far < limit[:, None])
            parts.append((near[rows] + start, columns[places], far[rows, places] + offset[near][rows]))
        if not parts:
            return Matches(np.zeros(0, int), np.zeros(0, int), np.zeros(0))
        rows, known_at, distances = (np.concatenate(column) for column in zip(*parts, strict=True))
        order = np.lexsort((distances, rows))
        rows, known_at, distances = rows[order], known_at[order], distances[order]
        rank = np.arange(len(rows)) - np.searchsorted(rows, rows)
        keep = rank < _MOST_MATCHES
        return Matches(rows[keep], known_at[keep], np.maximum(distances[keep], 0))


def _of_face(picture: Image, size: Size) -> Features:
    scale = min(1.0, _TALL / max(picture.shape[:2]))
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else picture
    grey = cv2.cvtColor(np.ascontiguousarray(small[..., :3]), cv2.COLOR_BGR2GRAY)
    features = detect_features(grey, _MOST, spread=False)
    per_mm = np.array([grey.shape[1] / size[0], grey.shape[0] / size[1]], np.float32)
    places = (features.places + 0.5) / per_mm
    return Features(places, features.widths / float(np.sqrt(per_mm.prod())), features.turns, features.looks)
