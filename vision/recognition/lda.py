"""What tells the faces of one group apart at a quick look: linear discriminant analysis over HOG.

Fisher 1936; over HOG as in Hariharan, Malik & Ramanan 2012, "Discriminative decorrelation for clustering and
classification". Learned at enrolment, from views of one picture each.

Descriptors are projected on their principal directions and whitened by their scatter *within* a face:
what light, blur and misplacement change counts little, what differs between faces counts much. The nearer
to a face's mean, the likelier it is that face; how likely, a close look says (``vision.recognition.cell_likelihood``).
"""

import msgspec
import numpy as np

from vision.geometry.image import Image

_DIMENSIONS = 160
"""Principal directions kept at most."""
_SHRINK = 0.15
"""Share of the within-face scatter that is taken as equal in all directions (Friedman 1989): there are few views."""


class LearnedLda(msgspec.Struct, frozen=True):
    """A group's learned numbers; arrays are float32 bytes.

    ``mean`` (D), ``basis`` (D x K) whitens; ``centres`` (F x K) one a face, in the order of ``faces``.
    """

    group: str
    faces: tuple[str, ...]
    mean: bytes
    basis: bytes
    centres: bytes


class Lda:
    """A learned discriminant unpacked for use."""

    def __init__(self, learned: LearnedLda) -> None:
        self.faces = learned.faces
        self.mean = np.frombuffer(learned.mean, np.float32)
        self.basis = np.frombuffer(learned.basis, np.float32).reshape(len(self.mean), -1)
        self.centres = np.frombuffer(learned.centres, np.float32).reshape(len(self.faces), -1)

    def distances(self, described: Image) -> Image:
        """Mean squared whitened distance of each descriptor (N x D) to each face (N x F)."""
        whitened: Image = (described - self.mean) @ self.basis
        return _distances(whitened, self.centres)


def learn_lda(group: str, faces: tuple[str, ...], described: Image, owners: Image) -> LearnedLda:
    """Learn from descriptors (N x D) of views and the index of each view's face (N)."""
    mean, basis, centres = _whiten(described, owners, len(faces))
    return LearnedLda(
        group,
        faces,
        mean.astype(np.float32).tobytes(),
        basis.astype(np.float32).tobytes(),
        centres.astype(np.float32).tobytes(),
    )


def _whiten(described: Image, owners: Image, count: int) -> tuple[Image, Image, Image]:
    mean = described.mean(0)
    centred = described - mean
    # Halved by float32; the directions kept have variances far above its rounding.
    values, vectors = np.linalg.eigh(centred.T @ centred / len(centred))
    keep = min(_DIMENSIONS, len(values), max(2, len(centred) // 2))
    principal = vectors[:, ::-1][:, :keep]
    projected = centred @ principal
    means = np.stack([projected[owners == face].mean(0) for face in range(count)])
    within = projected - means[owners]
    scatter = within.T @ within / max(1, len(within) - count)
    scatter = (1 - _SHRINK) * scatter + _SHRINK * np.trace(scatter) / keep * np.eye(keep)
    values, vectors = np.linalg.eigh(scatter)
    whitening = vectors / np.sqrt(np.maximum(values, 1e-9))
    return mean, principal @ whitening, means @ whitening


def _distances(whitened: Image, centres: Image) -> Image:
    squares = (whitened**2).sum(1)[:, None] - 2 * whitened @ centres.T + (centres**2).sum(1)[None, :]
    distances: Image = np.maximum(squares, 0) / centres.shape[1]
    return distances
