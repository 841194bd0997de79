"""Face tags: square markers whose pattern is a face's own, read at half the size that a QR code needs.

A tag carries no text: its 36 bits follow from the face id alone, and a reader compares what it sees with the
tags of the faces that exist. Another size than the mats' markers, so the two are never taken for each other.
"""

import hashlib
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

import cv2
import numpy as np

from vision.geometry.image import Image
from vision.sighting import Quad

_BITS = 6
MODULES = _BITS + 4
"""Squares across a printed tag: the pattern, its black border, its white quiet zone."""
CERTAIN = 0.999
"""Probability of the face that a label names: a tag's 36 bits, of which 35 must agree, or a code's check characters."""
_WRONG_BITS = 1
"""Of 36: two tags of a game's faces differ by far more, and a shadow's edge costs one."""
_LEAST_SELF_DISTANCE = 10
"""Bits by which a tag differs from itself turned, so that which way up it lies is never in doubt."""
_DARK, _LIGHT = 12, 24
"""White bits, between a third and two thirds of 36: a nearly plain square is found on any table."""
_LARGEST_SIDE = 2400
"""Pixels to which larger pictures are reduced: a tag of 14 mm on a table 1.5 m wide then has 22; chosen by hand."""


class Tag(NamedTuple):
    """A tag in a picture: the face that it names, its corners (pixels, clockwise from the tag's own top left)."""

    face: str
    quad: Quad


def draw_tag(face: str, module: int) -> Image:
    """The tag of a face with its quiet zone: ``MODULES * module`` pixels a side (uint8 grey)."""
    tag = np.zeros((_BITS + 2, _BITS + 2), np.uint8)
    tag[1:-1, 1:-1] = 255 * tag_bits(face)
    return np.kron(np.pad(tag, 1, constant_values=255), np.ones((module, module), np.uint8))


@lru_cache(maxsize=1024)
def tag_bits(face: str) -> Image:
    """The pattern of a face (6 x 6, 1 is white), no two turns of it alike; it follows from the face id alone."""
    attempt = 0
    while True:
        digest = hashlib.sha256(f"tag {attempt} {face}".encode()).digest()
        bits: Image = np.unpackbits(np.frombuffer(digest, np.uint8))[: _BITS * _BITS].reshape(_BITS, _BITS)
        turns = min(int((bits != np.rot90(bits, turn)).sum()) for turn in (1, 2))
        if turns >= _LEAST_SELF_DISTANCE and _DARK <= bits.sum() <= _LIGHT:
            return bits
        attempt += 1


def read_tags(image: Image, faces: Iterable[str]) -> tuple[Tag, ...]:
    """The tags of these faces in a picture (uint8, BGR or grey), in no order; a face may be there several times.

    A tag needs about 45 pixels a side, its quiet zone not counted. One wrong bit of 36 is forgiven.
    """
    names = tuple(sorted(set(faces)))
    if not names:
        return ()
    grey = image if image.ndim == 2 else cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    shrink = min(1.0, _LARGEST_SIDE / max(grey.shape))
    if shrink < 1:
        grey = cv2.resize(grey, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    corners, ids, _ = _detector(names, max(grey.shape)).detectMarkers(np.ascontiguousarray(grey))
    # With nothing found, ids is None, whatever OpenCV's annotations say.
    found = zip(np.ravel(ids), corners, strict=True) if len(corners) else ()
    return tuple(Tag(names[int(name)], _quad(quad, shrink)) for name, quad in found)


@lru_cache(maxsize=8)
def _detector(names: tuple[str, ...], side: int) -> cv2.aruco.ArucoDetector:
    patterns = [cv2.aruco.Dictionary.getByteListFromBits(np.ascontiguousarray(tag_bits(name))) for name in names]
    dictionary = cv2.aruco.Dictionary(np.concatenate(patterns), _BITS, _WRONG_BITS)
    parameters = cv2.aruco.DetectorParameters()
    parameters.adaptiveThreshWinSizeMin = 5
    parameters.adaptiveThreshWinSizeMax = 29
    parameters.adaptiveThreshWinSizeStep = 8
    parameters.minMarkerPerimeterRate = 80 / side
    parameters.errorCorrectionRate = 1.0
    parameters.perspectiveRemovePixelPerCell = 8
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    parameters.cornerRefinementWinSize = 3
    return cv2.aruco.ArucoDetector(dictionary, parameters)


def _quad(corners: Image, shrink: float) -> Quad:
    points = (np.asarray(corners, float).reshape(4, 2) + 0.5) / shrink - 0.5
    a, b, c, d = ((float(x), float(y)) for x, y in points)
    return a, b, c, d
