"""Which features of a photograph look like which of a library's faces.

Every face of a library has some hundred (``vision.recognition.landmarks``); the features of a photograph are compared
with all of them at once, on the directions in which a library's own differ most.
"""

from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

import numpy as np

from vision.geometry.image import Image
from vision.recognition.landmarks import Features, features_found, features_kept
from vision.recognition.library import Library

_MANY, _FOREMOST = 3500, 200
"""A photograph with so many features is compared with each face's so many foremost ones only."""
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
_AT_ONCE = 128
"""Rows of the table of distances made at once: 10 MB of a hundred faces, which stay in a cache."""


class Matches(NamedTuple):
    """Which feature of the photograph (N indices) looks like which of the library's (N), and how far off (N)."""

    seen: Image
    known: Image
    distances: Image

    @property
    def weights(self) -> Image:
        """What each counts (N, 0..1)."""
        return np.asarray(np.exp(-self.distances / _MATCH_SPREAD))


class FaceFeatures:
    """The features of a library's faces: places and widths in mm from the face's top left corner."""

    def __init__(self, library: Library) -> None:
        self.faces = tuple(library.faces)
        self._library = library

    @cached_property
    def _all(self) -> tuple[Features, Image]:
        """Every face's features, and for each the number of its face."""
        found = [
            features_kept(face.landmarks) or features_found(self._library.picture(name), face.size)
            for name, face in self._library.faces.items()
        ]
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
        off = looks - mean
        _, vectors = np.linalg.eigh((off.T @ off).astype(float))
        basis = vectors[:, ::-1][:, :_DIMENSIONS].astype(np.float32)
        return mean, basis, off @ basis

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
        # d2 = |a|2 + |b|2 - 2ab
        against = np.vstack([-2 * known.T, (known**2).sum(1)])
        parts = []
        for start in range(0, len(looks), _AT_ONCE):
            part = looks[start : start + _AT_ONCE]
            offset = (part**2).sum(1)
            far = np.column_stack([part, np.ones_like(offset)]) @ against
            limit = np.minimum((far.min(1) + offset) * _BEHIND + 0.02, _FAR) - offset
            rows, places = np.divmod(np.flatnonzero((far < limit[:, None]).ravel()), len(columns))
            parts.append((rows + start, columns[places], far[rows, places] + offset[rows]))
        if not parts:
            return Matches(np.zeros(0, int), np.zeros(0, int), np.zeros(0))
        rows, known_at, distances = (np.concatenate(column) for column in zip(*parts, strict=True))
        order = np.lexsort((distances, rows))
        rows, known_at, distances = rows[order], known_at[order], distances[order]
        rank = np.arange(len(rows)) - np.searchsorted(rows, rows)
        keep = rank < _MOST_MATCHES
        return Matches(rows[keep], known_at[keep], np.maximum(distances[keep], 0))
