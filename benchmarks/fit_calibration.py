"""Fits the logistic that says whether a piece is any face at all (``vision.recognition.calibration.EXPECTED``).

    python -m benchmarks.fit_calibration [--box NAME ...] [--seeds 1,3] [--count N] [--strangers N]

Every box's cards are enrolled from one fair shot each and seen in hard views (``benchmarks.eyes``): bare, a quarter,
half and 70 % hidden; strangers are other games' cards. The weights of all boxes are printed, and how well those of the
others and those in use foretell each box. Those in use are of six boxes, seeds 1 and 3, about four views a face and
level; that run's own script was not kept, so this is the procedure as ``calibration.calibrate`` has it, with hardly any
prior.
"""

import argparse
from collections.abc import Iterable

import cv2
import numpy as np

from benchmarks.eyes.boxes import boxes
from benchmarks.eyes.store import View, Wanted, library, stored
from vision.geometry.descent import Prior
from vision.geometry.image import Image
from vision.recognition.calibration import EXPECTED, Examples, Judged, examples, fit_known
from vision.recognition.cell_descriptors import CELL_GRIDS, describe_cells
from vision.recognition.cell_likelihood import CellLikelihood
from vision.recognition.library import Library

_LEVELS = (0, 25, 50, 70)
_FIRM = Prior(np.zeros(len(EXPECTED)), np.full(len(EXPECTED), 0.05))
"""How firmly weights are drawn to 0: what a twentieth of a view would do at a distance of 1."""


def main() -> None:
    """Ask about the views, fit, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--box", nargs="*", default=list(boxes()))
    parser.add_argument("--seeds", type=lambda text: [int(word) for word in text.split(",")], default=[1, 3])
    parser.add_argument("--count", type=int, default=4, help="views of each face and level")
    parser.add_argument("--strangers", type=int, default=200, help="views of strangers, a box and seed")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    told = {box: _examples(box, options.seeds, options.count, options.strangers) for box in options.box}
    for box, mine in told.items():
        others = [theirs for name, theirs in told.items() if name != box]
        fitted = f", of the other boxes {_loss(mine, fit_known(_pooled(others), _FIRM)):.4f}" if others else ""
        in_use = f"mean log loss with the weights in use {_loss(mine, EXPECTED):.4f}"
        print(f"{box}: {len(mine.known)} examples; {in_use}{fitted}")
    whole = _pooled(told.values())
    print("in use:", EXPECTED)
    print("fitted:", tuple(round(float(one), 2) for one in fit_known(whole, _FIRM)), f"on {len(whole.known)} examples")


def _examples(box: str, seeds: Iterable[int], count: int, strangers: int) -> Examples:
    learned = Library.load(library(box).path)
    asked, faces = learned.likelihoods["card"], learned.discriminants["card"].faces
    known = [view for seed in seeds for level in _LEVELS for view in stored(Wanted(box, level, count, seed))]
    foreign = [view for seed in seeds for view in stored(Wanted(box, 0, strangers, seed, strange=True))]
    owners = np.array([faces.index(view.face) for view in known if view.face])
    return examples(_judged(asked, known), owners, _judged(asked, foreign))


def _judged(asked: CellLikelihood, views: Iterable[View]) -> Judged:
    """The evidence of each view, the way up that fits better."""
    scores, seen, cells = [], [], 0
    for view in views:
        upright = view.images()[0]
        ways = [describe_cells(way, CELL_GRIDS["card"]) for way in (upright, np.ascontiguousarray(upright[::-1, ::-1]))]
        glances = [asked.glance(way) for way in ways]
        best = int(np.argmax([glance.scores.max() for glance in glances]))
        scores.append(asked.scores(glances[best], np.ones(len(glances[best].scores), bool)))
        seen.append(float(ways[best].seen.sum()))
        cells = len(ways[best].seen)
    return Judged(np.stack(scores), np.array(seen), cells)


def _pooled(some: Iterable[Examples]) -> Examples:
    return Examples(*(np.concatenate(parts) for parts in zip(*some, strict=True)))


def _loss(told: Examples, weights: Image | tuple[float, ...]) -> float:
    """The mean of -log of what was held likely of what is so, each example counting by its weight."""
    signs = np.where(told.known == 1, -1, 1)
    return float(np.average(np.logaddexp(0, signs * (told.features @ np.array(weights))), weights=told.weights))


if __name__ == "__main__":
    main()
