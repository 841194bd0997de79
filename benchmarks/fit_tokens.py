"""Fits the logistic that says whether a token is any of the faces (``vision.tokens.naming.KNOWN``), and measures it.

    python -m benchmarks.fit_tokens [--box NAME ...]

Of each box's progress tokens (folders of scans beside the checkout) a third is left out in turn and the rest enrolled;
all are seen in fair and hard light at any turn: those left out are strangers. What is printed is measured with weights
from the boxes of other games only; the weights are those of all boxes. 4 minutes of CPU.
"""

import argparse
from typing import NamedTuple

import cv2
import numpy as np

from benchmarks.tokens_pieces import cut_round, enrolled, given, reader
from tests.vision.token_views import single
from vision.geometry.descent import Prior
from vision.geometry.image import Image
from vision.recognition.calibration import Examples, fit_known
from vision.tokens import naming

_BOXES = ("architects-a", "duel-a", "architects-b", "duel-b")
_GROUNDS, _HARD = ("mat", "wood", "cloth"), (0.5, 1.0)
_SEED, _FOLDS, _STRANGE_VIEWS, _KNOWN_VIEWS = 4, 3, 6, 3
_RIDGE = 0.05
"""How strongly weights are drawn to 0: what a twentieth of a view would do at a distance of 1."""


class Seen(NamedTuple):
    """One view: of which game, whether its face was enrolled, what tells that, how it was named.

    ``right``: by rings and recogniser, whose best face has this ``share``; ``said_right``: by the recogniser alone.
    """

    game: str
    known: bool
    features: tuple[float, ...]
    right: bool
    share: float
    said_right: bool
    said: float


def main() -> None:
    """Draw views, fit, print what is named and the weights beside those in use."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--box", nargs="*", default=list(_BOXES))
    options = parser.parse_args()
    cv2.setNumThreads(1)
    seen = [one for box in options.box for one in _views(box)]
    known = np.array([one.known for one in seen])
    said, said_right = np.array([one.said for one in seen]), np.array([one.said_right for one in seen])
    named, right = np.array([one.share for one in seen]), np.array([one.right for one in seen])
    for game in {one.game for one in seen}:
        mine = np.array([one.game == game for one in seen])
        weights = logistic([one for one in seen if one.game != game])
        named[mine] /= 1 + np.exp(-_features(seen)[mine] @ weights)
    for name, sure, well in (("recogniser alone", said, said_right), ("with its rings", named, right)):
        for least in (0.5, 0.97):
            told = sure >= least
            shares = f"enrolled right {(told & well)[known].mean():.3f}, left out {told[~known].mean():.3f}"
            print(f"{name}, at {least} and more: {shares}")
    print("in use:", naming.KNOWN)
    print("fitted:", tuple(round(float(one), 2) for one in logistic(seen)), f"on {len(seen)} views")


def _views(box: str) -> list[Seen]:
    pictures = enrolled(box, "progress")
    faces = sorted(pictures)
    rng = np.random.default_rng(_SEED)
    seen = []
    for fold in np.array_split(rng.permutation(len(faces)), _FOLDS):
        out = {faces[k] for k in fold}
        asked = reader({face: picture for face, picture in pictures.items() if face not in out})
        for face in faces:
            piece = cut_round(face, pictures[face][0])
            for k in range(_STRANGE_VIEWS if face in out else _KNOWN_VIEWS):
                view = single(piece, rng, rng.uniform(55, 95), _GROUNDS[k % 3], hard=_HARD[k % 2])
                found = asked.hypotheses(view.picture, given(view.pieces[0], rng), asked.faces)
                said = asked.recognised(view.picture, found, asked.faces)
                weighed = naming.weigh(found.matches, said)
                best = found.matches[int(weighed.shares.argmax())].face
                named, sure = (said[0].face, said[0].probability) if said else ("", 0.0)
                game = box.partition("-")[0]
                share = float(weighed.shares.max())
                seen.append(Seen(game, face not in out, weighed.features, best == face, share, named == face, sure))
    return seen


def _features(seen: list[Seen]) -> Image:
    return np.array([one.features for one in seen])


def logistic(seen: list[Seen]) -> Image:
    """The likeliest weights (Newton's method, ridge), from strangers and from those enrolled that were named right."""
    told = [one for one in seen if one.right or not one.known]
    x, y = _features(told), np.array([one.known for one in told], float)
    firm = Prior(np.zeros(x.shape[1]), np.full(x.shape[1], _RIDGE))
    return fit_known(Examples(x, y, np.ones(len(y))), firm)


if __name__ == "__main__":
    main()
