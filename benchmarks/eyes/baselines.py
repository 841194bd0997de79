"""The published ways of telling cards apart, written from their descriptions, behind the recogniser's seam.

Each gets the very patches that ours gets and answers with a confidence: 0.9 at its published gate, more above it.
That confidence is monotone in the method's own score but means no probability.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from vision.geometry.image import Image
from vision.recognition.hog import hog_descriptors
from vision.recognition.naming import Ranked
from vision.sighting import FaceProbability

_GATE = float(np.log(9.0))
"""The logit of 0.9."""

_WORTH_SAYING = 5
_TALL = 330


class PerceptualHash:
    """1024-bit DCT hash after CLAHE; accepted when 4 sigma nearer than the rest of the gallery.

    Source: tmikonen/magic_card_detector on GitHub and its author's description of it: CLAHE on the lightness,
    ``imagehash.phash`` with ``hash_size=32``, Hamming distance to each reference, the statistical gate.
    """

    def __init__(self, gallery: Mapping[str, Image]) -> None:
        self._faces = tuple(gallery)
        self._clahe = cv2.createCLAHE(clipLimit=2.0, tileGridSize=(8, 8))
        self._hashes = np.stack([self._hash(picture) for picture in gallery.values()])

    def recognise(self, patches: Sequence[Image], candidates: Sequence[str]) -> list[Ranked]:  # noqa: ARG002 - the seam
        """As ``vision.recognition.naming.Recogniser``; the whole gallery is always asked."""
        return [self._name(self._hash(patch)) for patch in patches]

    def _hash(self, picture: Image) -> Image:
        lab = cv2.cvtColor(picture, cv2.COLOR_BGR2LAB)
        lab[..., 0] = self._clahe.apply(np.ascontiguousarray(lab[..., 0]))
        grey = cv2.cvtColor(cv2.cvtColor(lab, cv2.COLOR_LAB2BGR), cv2.COLOR_BGR2GRAY)
        low = cv2.dct(cv2.resize(grey, (128, 128), interpolation=cv2.INTER_AREA).astype(np.float32))[:32, :32]
        return np.packbits(low > np.median(low))

    def _name(self, hashed: Image) -> Ranked:
        distances = np.bitwise_count(self._hashes ^ hashed).sum(1).astype(float)
        best = distances.argmin()
        rest = np.delete(distances, best)
        sigmas = (rest.mean() - distances) / (rest.std() + 1e-6)
        return _ranked(self._faces, sigmas - 4.0)


class _Reference(NamedTuple):
    points: Image
    descriptors: Image


class LocalFeatures:
    """Key points matched with every face of the gallery, Lowe's ratio test, homography by RANSAC, inliers counted.

    Accepted at 10 inliers. Source: the feature matching and homography tutorial of OpenCV, as the public ORB and
    SIFT card recognisers have it. Pictures are brought to 330 px.
    RANSAC is run for the ten faces with the most matches.
    """

    def __init__(self, gallery: Mapping[str, Image], *, sift: bool) -> None:
        self._detector = cv2.SIFT.create() if sift else cv2.ORB.create(nfeatures=1000, fastThreshold=5)
        self._matcher = cv2.BFMatcher(cv2.NORM_L2 if sift else cv2.NORM_HAMMING)
        self._faces = tuple(gallery)
        self._references = [self._describe(picture) for picture in gallery.values()]

    def recognise(self, patches: Sequence[Image], candidates: Sequence[str]) -> list[Ranked]:  # noqa: ARG002 - the seam
        """As ``vision.recognition.naming.Recogniser``; the whole gallery is always asked."""
        return [_ranked(self._faces, self._inliers(self._describe(patch)) - 10.0) for patch in patches]

    def _describe(self, picture: Image) -> _Reference:
        scale = _TALL / max(picture.shape[:2])
        grey = cv2.resize(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), None, fx=scale, fy=scale)
        points, descriptors = self._detector.detectAndCompute(grey, None)
        width = self._detector.descriptorSize()
        found = np.zeros((0, width), np.uint8) if descriptors is None else descriptors
        return _Reference(np.array([point.pt for point in points], np.float32).reshape(-1, 2), found)

    def _inliers(self, asked: _Reference) -> Image:
        counts = np.zeros(len(self._faces))
        if len(asked.points) < 2:
            return counts
        matches = [self._matches(asked, reference) for reference in self._references]
        for face in np.argsort([-len(pairs) for pairs in matches])[:10]:
            pairs = matches[face]
            if len(pairs) < 4:
                continue
            here, there = asked.points[pairs[:, 0]], self._references[face].points[pairs[:, 1]]
            agreed = cv2.findHomography(there, here, cv2.RANSAC, 5.0)[1]
            counts[face] = 0 if agreed is None else agreed.sum()
        # A match without a homography still ranks the faces that have no other evidence.
        return counts + 1e-3 * np.array([len(pairs) for pairs in matches])

    def _matches(self, asked: _Reference, reference: _Reference) -> Image:
        if len(reference.points) < 2:
            return np.zeros((0, 2), int)
        pairs = self._matcher.knnMatch(asked.descriptors, reference.descriptors, 2)
        good = [(one.queryIdx, one.trainIdx) for one, other in pairs if one.distance < 0.75 * other.distance]
        return np.array(good, int).reshape(-1, 2)


class NearestView:
    """HOG and Lab colours of the one enrolled picture, nearest by cosine; nothing is learned.

    Source: Dalal and Triggs 2005 for the edges; the common "one template a face" way. Accepted when the cosine stands
    4 sigma above the rest, as the hash's gate.
    """

    def __init__(self, gallery: Mapping[str, Image]) -> None:
        self._faces = tuple(gallery)
        described = hog_descriptors(list(gallery.values()), (48, 72))
        self._mean = described.mean(0)
        self._gallery = _unit(described - self._mean)

    def recognise(self, patches: Sequence[Image], candidates: Sequence[str]) -> list[Ranked]:  # noqa: ARG002 - the seam
        """As ``vision.recognition.naming.Recogniser``; the whole gallery is always asked."""
        cosines = _unit(hog_descriptors(patches, (48, 72)) - self._mean) @ self._gallery.T
        return [_ranked(self._faces, _standing_out(row) - 4.0) for row in cosines]


def _standing_out(scores: Image) -> Image:
    rest = np.delete(scores, scores.argmax())
    sigmas: Image = (scores - rest.mean()) / (rest.std() + 1e-6)
    return sigmas


def _unit(rows: Image) -> Image:
    unit: Image = rows / (np.linalg.norm(rows, axis=1, keepdims=True) + 1e-6)
    return unit


def _ranked(faces: tuple[str, ...], above_gate: Image) -> Ranked:
    """The best faces with a confidence that is 0.9 at the gate."""
    best = np.argsort(-above_gate, kind="stable")[:_WORTH_SAYING]
    logits = np.clip(above_gate[best] + _GATE, -30, 30)
    return tuple(
        FaceProbability(faces[k], float(1 / (1 + np.exp(-logit)))) for k, logit in zip(best, logits, strict=True)
    )
