"""Fits the logistic of one cell of a photograph (``vision.stills.cell_agreement.WEIGHTS``) on made-up scenes.

    python -m benchmarks.fit_agreement [--box NAME ...] [--seeds 300:304]

Scenes are those of ``benchmarks.stills`` (other seeds). Where a card lies and no later one covers it, its cells are
told from: its covered cells, and those of its print held where it does not lie. Half of the scenes are fitted to, the
other half says how well that foretells cells, beside the weights in use; those come of a run whose script was not kept.
"""

import argparse
from collections.abc import Iterator

import cv2
import numpy as np

from benchmarks.eyes.boxes import PROXIES, boxes, cards, strangers
from benchmarks.eyes.store import library
from benchmarks.stills_scenes import GROUNDS, LAYOUTS, Snapshot, snapshot
from vision.geometry.descent import Prior
from vision.geometry.homography import rectangle, transform_points
from vision.geometry.image import Image
from vision.recognition.calibration import Examples, fit_known
from vision.recognition.library import Library
from vision.stills.cell_agreement import CELL, WEIGHTS, Prints
from vision.stills.placing import shown

_BOXES = (PROXIES, "architects-a", "duel-a", "seven-wonders-a")
_FIRM = Prior(np.zeros(len(WEIGHTS)), np.full(len(WEIGHTS), 0.05))
_TREMBLE_MM = 0.7
"""By how much a place is off when its cells are compared (standard deviation)."""
_ELSEWHERE_MM = (15.0, 60.0)
"""How far from its place a print is held to have cells that are none of its own."""


def main() -> None:
    """Draw scenes, fit, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--box", nargs="*", default=[box for box in _BOXES if box in boxes()])
    parser.add_argument("--seeds", default="300:304")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    first, last = (int(part) for part in options.seeds.split(":"))
    halves: tuple[list[Image], list[Image]] = ([], [])
    for box in options.box:
        prints = Prints(Library.load(library(box).path))
        pictures, others = {card.face: card.picture for card in cards(box)}, [card.picture for card in strangers(box)]
        for seed in range(first, last):
            for number, (layout, ground) in enumerate((layout, ground) for layout in LAYOUTS for ground in GROUNDS):
                scene = snapshot(pictures, others, layout, ground, seed)
                halves[number % 2].extend(_cells(scene, prints, np.random.default_rng([seed, number])))
    learned, asked = (_examples(half) for half in halves)
    fitted = fit_known(learned, _FIRM)
    for name, weights in (("in use", np.array(WEIGHTS)), ("fitted", fitted)):
        odds = asked.features @ weights
        loss = np.logaddexp(0, np.where(asked.known == 1, -1, 1) * odds).mean()
        right = ((odds > 0) == (asked.known == 1)).mean()
        told = tuple(round(float(one), 3) for one in weights)
        print(f"{name}: {told}; of {len(odds)} cells of other scenes {right:.1%} told right, mean log loss {loss:.4f}")


def _cells(scene: Snapshot, prints: Prints, rng: np.random.Generator) -> Iterator[Image]:
    """Features of cells and whether each is in sight (N x 7), piece by piece, half of them from places elsewhere."""
    picture = shown(scene.picture)
    for index, piece in enumerate(scene.pieces):
        if piece.face is None:
            continue
        size = prints.size(piece.face)
        place = cv2.getPerspectiveTransform(rectangle(size).astype(np.float32), piece.quad.astype(np.float32))
        over = [later.quad.astype(np.float32) for later in scene.pieces[index + 1 :]]
        for far in (0.0, float(rng.uniform(*_ELSEWHERE_MM))):
            angle, (right, down) = rng.uniform(0, 2 * np.pi), rng.normal(0, _TREMBLE_MM, 2)
            moved = place @ np.array(
                [[1, 0, right + far * np.cos(angle)], [0, 1, down + far * np.sin(angle)], [0, 0, 1]]
            )
            frame = prints.frame(piece.face)
            features, solid, _ = prints.features(picture.patch(moved, size, frame), [piece.face])
            middles = transform_points(place, _middles(frame) * np.array(size) / frame)
            covered = [
                any(cv2.pointPolygonTest(quad, (float(x), float(y)), False) >= 0 for quad in over) for x, y in middles
            ]
            known = ~np.array(covered) & (far == 0)
            yield np.column_stack([*(one[0] for one in features), known])[solid[0]]


def _middles(frame: tuple[int, int]) -> Image:
    """The middles of a frame's cells (N x 2, its pixels), row by row."""
    x, y = ((np.arange(side // CELL) + 0.5) * CELL for side in frame)
    return np.stack(np.meshgrid(x, y), axis=-1).reshape(-1, 2)


def _examples(cells: list[Image]) -> Examples:
    table = np.concatenate(cells)
    return Examples(table[:, :-1], table[:, -1], np.ones(len(table)))


if __name__ == "__main__":
    main()
