"""What tells the faces of one group apart: learned once, at enrolment, from views of one picture each.

Descriptors are projected on their principal directions and whitened by their scatter *within* a face:
what light, blur and misplacement change counts little, what differs between faces counts much. The
distance to a face's mean is then a statement of probability, calibrated on faces that were left out.
"""

import msgspec
import numpy as np

from vision.image import Image

_DIMENSIONS = 160
_SHRINK = 0.15
_NEIGHBOURS = 4


class Discriminant(msgspec.Struct, frozen=True):
    """A group's learned numbers; arrays are float32 bytes.

    ``mean`` (D), ``basis`` (D x K) whitens; ``centres`` (F x K) one a face, in the order of ``faces``.
    ``known``: weights of the logistic that says whether a piece is any of the faces at all.
    ``sharpness``: what turns a difference of squared distances into a ratio of probabilities.
    """

    group: str
    faces: tuple[str, ...]
    mean: bytes
    basis: bytes
    centres: bytes
    known: tuple[float, float, float]
    sharpness: float


class Ready:
    """A discriminant unpacked for use."""

    def __init__(self, learned: Discriminant) -> None:
        self.faces = learned.faces
        self.mean = np.frombuffer(learned.mean, np.float32)
        self.basis = np.frombuffer(learned.basis, np.float32).reshape(len(self.mean), -1)
        self.centres = np.frombuffer(learned.centres, np.float32).reshape(len(self.faces), -1)
        self._known = learned.known
        self._sharpness = learned.sharpness

    def distances(self, described: Image) -> Image:
        """Mean squared whitened distance of each descriptor (N x D) to each face (N x F)."""
        whitened: Image = (described - self.mean) @ self.basis
        return _distances(whitened, self.centres)

    def probabilities(self, described: Image, allowed: Image) -> Image:
        """N x F; rows sum to the probability that the piece is one of the allowed faces (F bools)."""
        distances = self.distances(described)
        return calibrated(distances, allowed, self._known, self._sharpness, self.centres.shape[1])


def calibrated(
    distances: Image, allowed: Image, known: tuple[float, float, float], sharpness: float, dimensions: int
) -> Image:
    """Distances as probabilities; faces that are not allowed still help to see that a piece is a stranger."""
    mine = np.where(allowed[None, :], distances, np.inf)
    exponents = -0.5 * sharpness * dimensions * (mine - mine.min(1, keepdims=True))
    shares = np.exp(np.maximum(exponents, -60.0)) * allowed[None, :]
    shares /= shares.sum(1, keepdims=True)
    features = _features(distances, mine.argmin(1))
    certain = 1 / (1 + np.exp(-np.clip(features @ np.array(known), -30, 30)))
    probabilities: Image = shares * certain[:, None]
    return probabilities


def learn(group: str, faces: tuple[str, ...], described: Image, owners: Image, strangers: Image) -> Discriminant:
    """Learn from descriptors (N x D) of views, the index of each view's face (N), and of strangers (M x D)."""
    training = np.arange(len(owners)) % 4 != 3
    mean, basis, centres = _whiten(described[training], owners[training], len(faces))
    held = (described[~training] - mean) @ basis
    held_distances, held_owners = _distances(held, centres), owners[~training]
    stranger_distances = _distances((strangers - mean) @ basis, centres)
    known = _fit_known(held_distances, held_owners, stranger_distances)
    sharpness = _fit_sharpness(held_distances, held_owners, basis.shape[1])
    return Discriminant(
        group,
        faces,
        mean.astype(np.float32).tobytes(),
        basis.astype(np.float32).tobytes(),
        centres.astype(np.float32).tobytes(),
        known,
        sharpness,
    )


def _whiten(described: Image, owners: Image, count: int) -> tuple[Image, Image, Image]:
    mean = described.mean(0)
    centred = (described - mean).astype(np.float64)
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


def _features(distances: Image, chosen: Image) -> Image:
    """What tells a known face from a stranger: how near the chosen one is, alone and beside its rivals."""
    rows = np.arange(len(distances))
    near = np.log(distances[rows, chosen] + 1e-3)
    rivals = distances.copy()
    rivals[rows, chosen] = np.inf
    ranked = np.sort(rivals, axis=1)[:, : min(_NEIGHBOURS, distances.shape[1] - 1)]
    # With one face in the group there is no rival to stand out from.
    standing_out = np.log(ranked.mean(1) + 1e-3) - near if ranked.shape[1] else np.zeros(len(near))
    return np.stack([np.ones(len(near)), near, standing_out], axis=1)


def _fit_known(held: Image, owners: Image, strangers: Image) -> tuple[float, float, float]:
    """Logistic regression: right faces against strangers and against faces that were left out."""
    right = _features(held, owners)
    wrong = [_features(strangers, strangers.argmin(1))] if len(strangers) else []
    if held.shape[1] > 2:
        others = np.arange(held.shape[1])[None, :] != owners[:, None]
        masked = held[others].reshape(len(held), -1)
        wrong.append(_features(masked, masked.argmin(1)))
    x = np.concatenate([right, *wrong])
    y = np.concatenate([np.ones(len(right)), *(np.zeros(len(part)) for part in wrong)])
    weight = np.where(y == 1, 0.5 / y.mean(), 0.5 / (1 - y.mean()))
    w = np.zeros(3)
    for _ in range(30):
        p = 1 / (1 + np.exp(-np.clip(x @ w, -30, 30)))
        slope = x.T @ (weight * (y - p)) - 0.5 * w
        bend = (x * (weight * p * (1 - p))[:, None]).T @ x + 0.5 * np.eye(3)
        w = w + np.linalg.solve(bend, slope)
    return float(w[0]), float(w[1]), float(w[2])


def _fit_sharpness(held: Image, owners: Image, dimensions: int) -> float:
    """The sharpness under which the held-out views' own faces are likeliest."""
    best, chosen = -np.inf, 0.1
    for sharpness in (0.02, 0.04, 0.07, 0.1, 0.15, 0.2, 0.3, 0.45):
        scores = -0.5 * sharpness * dimensions * held
        scores = scores - scores.max(1, keepdims=True)
        likelihood = float((scores[np.arange(len(owners)), owners] - np.log(np.exp(scores).sum(1))).mean())
        if likelihood > best:
            best, chosen = likelihood, sharpness
    # Synthetic views are easier than a real table: stay on the careful side.
    return min(chosen, 0.2) * 0.7
