"""Fits the logistic that says whether a token is any of the faces (``vision.tokens.naming._KNOWN``), and prints it.

    python -m benchmarks.fit_tokens [--views N] [--seed S]

Half of our own drawings of progress tokens are enrolled, all are seen in hard light at any turn: those enrolled are
known, the others strangers. The weights are drawn a little to 0 (ridge), as scores hardly overlap.
"""

import argparse

import cv2
import numpy as np

from benchmarks.tokens_pieces import drawn, given, proxy, reader
from companion.art.proxy_set import proxies_of
from tests.vision.token_views import single
from vision.geometry.image import Image
from vision.tokens import naming

_GROUNDS = ("mat", "wood", "cloth")
_RIDGE = 0.05
"""How strongly weights are drawn to 0: what a twentieth of a view would do at a distance of 1."""


def main() -> None:
    """Draw views, fit, print the weights beside those in use."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--views", type=int, default=12, help="views a face")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    faces = [
        proxy(face) for game in ("architects", "duel") for face in proxies_of(game).face_ids() if "/progress/" in face
    ]
    known = faces[::2]
    asked = reader(drawn(known))
    rng = np.random.default_rng(options.seed)
    rows, labels = [], []
    for piece in faces:
        for k in range(options.views):
            view = single(piece, rng, rng.uniform(60, 100), _GROUNDS[k % len(_GROUNDS)])
            found = asked.hypotheses(view.picture, given(view.pieces[0], rng), asked.faces)
            said = asked.recognised(view.picture, found, asked.faces)
            rows.append(naming.weigh(found.matches, said).features)
            labels.append(any(piece[0] == one for one, *_ in known))
    fitted = logistic(np.array(rows), np.array(labels, float))
    print("in use:", naming.KNOWN)
    print("fitted:", tuple(round(float(one), 2) for one in fitted), f"on {len(rows)} views")


def logistic(x: Image, y: Image) -> Image:
    """The likeliest weights (Newton's method, ridge)."""
    weights = np.zeros(x.shape[1])
    for _ in range(50):
        chance = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
        bend = (x * (chance * (1 - chance))[:, None]).T @ x + _RIDGE * np.eye(len(weights))
        weights = weights + np.linalg.solve(bend, x.T @ (y - chance) - _RIDGE * weights)
    return np.asarray(weights)


if __name__ == "__main__":
    main()
