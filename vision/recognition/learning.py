"""What is learned about a group of faces at enrolment, from views made of one picture each."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import cv2
import msgspec
import numpy as np

from vision.geometry.image import Image
from vision.recognition.augment import Cover, Rng, Source, View, view
from vision.recognition.calibration import Calibration, Judged, calibrate
from vision.recognition.cell_descriptors import CELL_GRIDS, Cells, cell_shares, describe_cells
from vision.recognition.cell_likelihood import CellLikelihood, LearnedCells
from vision.recognition.hog import hog_descriptors
from vision.recognition.kinds import GRIDS, Group
from vision.recognition.lda import LearnedLda, learn_lda
from vision.recognition.learn_cells import Drawn, Sample, learn_cells
from vision.recognition.nuisance_model import cell_slopes, corner_shares

_STRANGERS, _HELD_OUT = (96, 240), (72, 360)
"""Views, at least and at most; in between, a quarter and half of those that are learned from. Chosen by hand, for a
small box's calibration and a large one's time; the runs are not recorded."""
_LEFT = 3
"""Of four views in turn the one that a quick look can do without."""
_GRAINY = 0.6
"""Share of bare grounds that have grain: a camera that smooths, or a shine, leaves none at all."""
_HIDDEN = (0.0, 0.0, 0.25, 0.5, 0.5, 0.7)
"""Shares hidden of views held out, in turn: those that the benchmark asks about (docs/eyes.md), half of it most."""


class LearnedGroup(msgspec.Struct, frozen=True):
    """Everything learned about a group: for a quick look (``discriminant``), a close look (``cells``), and how sure."""

    discriminant: LearnedLda
    cells: LearnedCells
    calibration: Calibration


class Learner(NamedTuple):
    """One group being learned: its faces' sources, those of all other groups, and chance."""

    group: Group
    mine: Mapping[str, Source]
    others: Sequence[Source]
    rng: Rng


def learn_group(learner: Learner, views: int, done: Callable[[], None]) -> LearnedGroup:
    """Learn from so many views a face; ``done`` is called after each face."""
    group, mine, _, rng = learner
    grid = CELL_GRIDS[group]
    made: list[View] = []
    for source in mine.values():
        made += [view(source, rng, grid) for _ in range(views)]
        done()
    owners = np.repeat(np.arange(len(mine)), views)
    strange = [_stranger(learner, k) for k in range(_between(len(made) // 4, _STRANGERS))]
    some = np.flatnonzero(np.arange(len(made)) % 4 != _LEFT)
    quick = hog_descriptors([made[k].image for k in some], GRIDS[group])
    discriminant = learn_lda(group, tuple(mine), quick, owners[some])
    seen = [describe_cells(one.image, grid) for one in made]
    sample = Sample(
        np.stack([one.values for one in seen]),
        np.stack([one.light for one in seen]),
        owners,
        np.array([one.blur for one in made]),
    )
    drawn = Drawn(
        np.stack([cell_shares(source.opacity, grid) for source in mine.values()]),
        np.stack([cell_slopes(source, grid) for source in mine.values()]),
        corner_shares(grid),
    )
    # Half of them show what else may lie in a cell, the other half whether that was understood.
    foreign = [describe_cells(patch, grid) for patch in strange]
    cells = learn_cells(sample, drawn, foreign[::2], rng)
    return LearnedGroup(discriminant, cells, _calibration(learner, CellLikelihood(cells), foreign[1::2], len(made)))


def _calibration(learner: Learner, evidence: CellLikelihood, foreign: Sequence[Cells], count: int) -> Calibration:
    """From views that were not learned from, many of them partly hidden, and from strangers."""
    group, mine, others, rng = learner
    grid = CELL_GRIDS[group]
    sources = list(mine.values())
    covers = [*sources, *others]
    owners = rng.integers(0, len(sources), _between(count // 2, _HELD_OUT))
    held = []
    for k, owner in enumerate(owners):
        hidden = _HIDDEN[k % len(_HIDDEN)]
        by = covers[int(rng.integers(len(covers)))] if rng.random() < 0.6 else None
        cover = Cover(hidden, by) if hidden else None
        held.append(describe_cells(view(sources[owner], rng, grid, cover).image, grid))
    return calibrate(_judged(evidence, held), owners, _judged(evidence, foreign))


def _between(wanted: int, limits: tuple[int, int]) -> int:
    return min(max(wanted, limits[0]), limits[1])


def _judged(evidence: CellLikelihood, seen: Sequence[Cells]) -> Judged:
    glances = [evidence.glance(one) for one in seen]
    everything = np.ones(len(glances[0].scores), bool)
    scores = np.stack([evidence.scores(glance, everything) for glance in glances])
    return Judged(scores, np.array([one.seen.sum() for one in seen]), len(seen[0].seen))


def _stranger(learner: Learner, k: int) -> Image:
    """What is not a piece of this group: another piece, one far out of place, bare paper or cloth."""
    group, mine, others, rng = learner
    grid = CELL_GRIDS[group]
    if others and k % 3 == 0:
        return view(others[int(rng.integers(len(others)))], rng, grid).image
    if k % 3 == 1:
        source = list(mine.values())[int(rng.integers(len(mine)))]
        far = rng.uniform(0.25, 0.75, 2) * source.light.shape[:2]
        rolled = np.roll(source.light, tuple(np.round(far).astype(int).tolist()), axis=(0, 1))
        return view(Source(rolled, source.opacity, source.size), rng, grid).image
    return _bare(grid[1], grid[0], rng)


def _bare(height: int, width: int, rng: Rng) -> Image:
    """Paper with a printed frame or line, wood, cloth: smooth ground, some grain, a few lines."""
    coarse = rng.normal(0, rng.uniform(0, 12), (6, 4, 3)).astype(np.float32)
    image = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC) + rng.uniform(30, 245)
    image = image + rng.normal(0, 6, 3).astype(np.float32)
    for _ in range(rng.integers(0, 4)):
        ends = rng.uniform(0, 1, (2, 2)) * (width, height)
        cv2.line(
            image,
            tuple(ends[0].astype(int).tolist()),
            tuple(ends[1].astype(int).tolist()),
            rng.uniform(20, 240, 3).tolist(),
            int(rng.integers(1, 5)),
        )
    if rng.random() < 0.5:
        inset = int(rng.integers(0, 8))
        far = (width - 1 - inset, height - 1 - inset)
        cv2.rectangle(image, (inset, inset), far, rng.uniform(60, 220, 3).tolist(), 2)
    # A camera that smooths, or a shine, leaves no grain at all.
    grain = rng.uniform(1, 6) * (rng.random() < _GRAINY)
    return np.clip(image + rng.normal(0, grain, image.shape), 0, 255).astype(np.uint8)
