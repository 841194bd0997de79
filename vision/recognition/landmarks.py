"""Features of a picture that are found again when it is turned, resized or partly covered.

SIFT (Lowe 2004, "Distinctive image features from scale-invariant keypoints"), described by the square root of their
histograms (RootSIFT: Arandjelovic & Zisserman 2012). Those of an enrolled face are found once, at enrolment, and kept
with its picture: of a hundred faces they take 2 s of CPU.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import cv2
import msgspec
import numpy as np

from vision.geometry.image import Image, Points
from vision.recognition.kinds import Size

_TALL = 300
"""Pixels to which an enrolled picture is reduced: about what a photograph shows of a card."""
_MOST = 320
"""Features kept of a face."""
_CONTRAST = 0.02
"""SIFT's contrast threshold, half of Lowe's: prints are soft in photographs."""
_TILE = 56
"""Pixels of a tile, each of which keeps its own share of features."""
_HOW = f"SIFT, {_TALL} px, {_MOST}, {_CONTRAST}"
"""How landmarks that are kept must have been found to be those that are compared."""
_SPOT = np.dtype([("place", "<f4", 2), ("width", "<f4"), ("turn", "<f4"), ("histogram", "u1", 128)])
"""A landmark as it is kept: SIFT's histograms are whole numbers up to 255."""


class Features(NamedTuple):
    """Features of one picture: places (N x 2), widths (N, same unit), turns (N, radians), what they look like."""

    places: Points
    widths: Image
    turns: Image
    looks: Image


class Landmarks(msgspec.Struct, frozen=True):
    """The features of a face as they are kept; ``how``: by what settings they were found."""

    how: str
    spots: bytes


def detect_features(grey: Image, most: int) -> Features:
    """The features of a grey picture, in pixels: about the ``most`` distinct ones, spread over all of it."""
    return _rooted(_detected(grey, most, spread=True))


def landmarks_of(picture: Image, size: Size) -> Landmarks:
    """The features of a face (its enrolled picture, mm), to be kept with it."""
    found = _of_face(picture, size)
    spots = np.zeros(len(found.widths), _SPOT)
    spots["place"], spots["width"], spots["turn"], spots["histogram"] = found
    return Landmarks(_HOW, spots.tobytes())


def features_kept(landmarks: Landmarks | None) -> Features | None:
    """The features of a face, places and widths in mm; ``None``: none were kept, or they were found another way."""
    if landmarks is None or landmarks.how != _HOW or len(landmarks.spots) % _SPOT.itemsize:
        return None
    spots = np.frombuffer(landmarks.spots, _SPOT)
    return _rooted(Features(spots["place"], spots["width"], spots["turn"], spots["histogram"].astype(np.float32)))


def features_found(picture: Image, size: Size) -> Features:
    """The same, found in the face's picture now."""
    return _rooted(_of_face(picture, size))


def _of_face(picture: Image, size: Size) -> Features:
    """A face's features, places and widths in mm, with SIFT's own histograms."""
    scale = min(1.0, _TALL / max(picture.shape[:2]))
    small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else picture
    grey = cv2.cvtColor(np.ascontiguousarray(small[..., :3]), cv2.COLOR_BGR2GRAY)
    features = _detected(grey, _MOST, spread=False)
    per_mm = np.array([grey.shape[1] / size[0], grey.shape[0] / size[1]], np.float32)
    places = (features.places + 0.5) / per_mm
    return Features(places, features.widths / float(np.sqrt(per_mm.prod())), features.turns, features.looks)


def _rooted(features: Features) -> Features:
    """The square roots of the histograms (RootSIFT): their dot product weighs small entries fairly."""
    looks = np.sqrt(features.looks / np.maximum(features.looks.sum(1, keepdims=True), 1e-6))
    return features._replace(looks=np.asarray(looks, np.float32))


def _detected(grey: Image, most: int, *, spread: bool) -> Features:
    sift = cv2.SIFT.create(nfeatures=0 if spread else most, contrastThreshold=_CONTRAST)
    # All are described, for the picture is taken apart into its scales once: that costs more than some to spare.
    found, histograms = sift.detectAndCompute(grey, None)
    if not found:
        return Features(np.zeros((0, 2), np.float32), np.zeros(0), np.zeros(0), np.zeros((0, 128), np.float32))
    kept = sorted(range(len(found)), key=lambda k: -found[k].response)
    if spread:
        kept = _spread(found, kept, most, grey.shape)
    points, looks = [found[k] for k in kept], histograms[kept]
    places = np.array([point.pt for point in points], np.float32)
    widths = np.array([point.size for point in points], np.float32)
    turns = np.deg2rad(np.array([point.angle for point in points], np.float32))
    return Features(places, widths, turns, looks)


def _spread(points: Sequence[cv2.KeyPoint], order: Sequence[int], most: int, shape: tuple[int, ...]) -> list[int]:
    """The first points (numbers, in their order) of every tile: a loud cloth does not drown what lies on it."""
    if len(order) <= most:
        return list(order)
    each = max(1, most * _TILE**2 // (shape[0] * shape[1]))
    tiles: dict[tuple[int, int], list[int]] = defaultdict(list)
    for k in order:
        mine = tiles[int(points[k].pt[0]) // _TILE, int(points[k].pt[1]) // _TILE]
        if len(mine) < each:
            mine.append(k)
    return [k for mine in tiles.values() for k in mine]
