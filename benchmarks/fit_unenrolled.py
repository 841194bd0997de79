"""How sure the recogniser is of pieces that are enrolled, and of pieces of the same set that are not.

    python -m benchmarks.fit_unenrolled FOLDER [PATTERN]

``FOLDER``: pictures ``<face>.jpg`` (``/`` written ``__``). Twice a third of the faces is left out, 16 hard views of
each are named (``recognition.augment``, seed 5), and a logistic regression tells how much likelier an unenrolled piece
is named with a probability: the two numbers of ``vision/live/unenrolled.py``.
"""

import sys
from pathlib import Path

import numpy as np

from vision.enrolment.learn_box import build_library
from vision.geometry.image import Image, read_picture
from vision.recognition.augment import prepare, view
from vision.recognition.cell_descriptors import CELL_GRIDS
from vision.recognition.kinds import kind_of
from vision.recognition.naming import LibraryRecogniser

_TRIALS, _VIEWS, _LEARNED = 2, 16, 40


def sureness(pictures: dict[str, Image], rng: np.random.Generator) -> tuple[Image, Image]:
    """The best name's probability for each view: of faces that are enrolled, of those that were left out."""
    known: list[float] = []
    lacking: list[float] = []
    names = sorted(pictures)
    for _ in range(_TRIALS):
        out = set(rng.permutation(names)[: max(1, len(names) // 3)])
        candidates = [face for face in names if face not in out]
        library, *_ = build_library({face: (pictures[face], None) for face in candidates}, views=_LEARNED)
        recogniser = LibraryRecogniser(library)
        for face in names:
            kind = kind_of(face)
            source = prepare(pictures[face], kind.size or (30.0, 30.0))
            patches = [view(source, rng, CELL_GRIDS[kind.group]).image for _ in range(_VIEWS)]
            best = [one[0].probability if one else 0.0 for one in recogniser.recognise(patches, candidates)]
            (lacking if face in out else known).extend(best)
    return np.array(known), np.array(lacking)


def fitted(known: Image, lacking: Image) -> tuple[float, float]:
    """Log of how much likelier a left-out piece is named so: at evens, and by each logit."""
    best = np.clip(np.concatenate([known, lacking]), 1e-4, 1 - 1e-6)
    x = np.stack([np.ones(len(best)), np.log(best / (1 - best))], axis=1)
    y = np.repeat([0.0, 1.0], [len(known), len(lacking)])
    weights = np.where(y == 1, 0.5 / len(lacking), 0.5 / len(known))
    w = np.zeros(2)
    for _ in range(50):
        p = 1 / (1 + np.exp(-x @ w))
        w += np.linalg.solve((x * (weights * p * (1 - p))[:, None]).T @ x + 1e-9 * np.eye(2), x.T @ (weights * (y - p)))
    return float(w[0]), float(w[1])


def main() -> None:
    """Print the two numbers for the pictures of a folder."""
    folder, pattern = Path(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "*progress*"
    pictures = {path.stem.replace("__", "/"): read_picture(path) for path in sorted(folder.glob(f"{pattern}.*"))}
    known, lacking = sureness(pictures, np.random.default_rng(5))
    at_evens, per_logit = fitted(known, lacking)
    sys.stdout.write(f"{len(known)} enrolled, {len(lacking)} not: {at_evens:.2f} {per_logit:+.2f} logit(p)\n")


if __name__ == "__main__":
    main()
