"""From answers to figures: shares with their intervals, rates at thresholds, how honest a confidence is."""

from collections import defaultdict
from collections.abc import Sequence

import msgspec
import numpy as np

from benchmarks.eyes.measure import Answer
from vision.geometry.image import Image

ACCEPT = 0.97
"""The default threshold: a face named with this probability or more is accepted without a question, rules or no rules.

At 0.9, which it was before probabilities were as sure as they are right, one in six hundred would be wrong.
"""

FALSE_ACCEPTS = 0.005
"""The share of strangers that may pass where recall is said."""

_BINS = 15
_Z = 1.96


class Share(msgspec.Struct, frozen=True):
    """``hits`` of ``n`` with its 95 % interval (Wilson's)."""

    hits: int
    n: int
    value: float
    low: float
    high: float


class Cell(msgspec.Struct, frozen=True):
    """One row of views.

    ``top1``: named right. ``recall``: named right, more surely than all but 0.5 % of strangers. ``accepted`` and
    ``wrong``: named right and wrong at the default threshold. ``auroc``: of the confidence, against strangers.
    """

    top1: Share
    recall: Share | None
    accepted: Share
    wrong: Share
    auroc: float | None


class Bin(msgspec.Struct, frozen=True):
    """Answers of like confidence: how many, their mean confidence, the share that was right."""

    n: int
    confidence: float
    right: float


class Calibration(msgspec.Struct, frozen=True):
    """Expected calibration error (mean gap between confidence and being right) and the curve, 15 bins."""

    error: float
    curve: tuple[Bin, ...]


def share(hits: int, n: int) -> Share:
    """A share with Wilson's interval."""
    if n == 0:
        return Share(0, 0, 0.0, 0.0, 1.0)
    p = hits / n
    middle, reach = p + _Z**2 / (2 * n), _Z * np.sqrt(p * (1 - p) / n + _Z**2 / (4 * n * n))
    scale = 1 + _Z**2 / n
    return Share(hits, n, p, max(0.0, float((middle - reach) / scale)), min(1.0, float((middle + reach) / scale)))


def threshold(strangers: Sequence[Answer]) -> float:
    """The confidence that at most 0.5 % of strangers exceed."""
    ranked = sorted((answer.probability for answer in strangers), reverse=True)
    return ranked[int(FALSE_ACCEPTS * len(ranked))]


def cell(answers: Sequence[Answer], strangers: Sequence[Answer]) -> Cell:
    """The figures of one row of views; without strangers, those that need none."""
    n = len(answers)
    above = threshold(strangers) if strangers else None
    recall = None if above is None else share(sum(one.right and one.probability > above for one in answers), n)
    return Cell(
        share(sum(one.right for one in answers), n),
        recall,
        share(sum(one.right and one.probability >= ACCEPT for one in answers), n),
        share(sum(not one.right and one.probability >= ACCEPT for one in answers), n),
        _auroc(_confidences(answers), _confidences(strangers)) if strangers else None,
    )


def accepted(answers: Sequence[Answer]) -> Share:
    """The share at or above the default threshold, right or wrong."""
    return share(sum(one.probability >= ACCEPT for one in answers), len(answers))


def calibration(answers: Sequence[Answer]) -> Calibration:
    """How far confidence is from being right; a stranger that is named is never right."""
    confidences, right = _confidences(answers), np.array([one.right for one in answers], float)
    bins = np.minimum((confidences * _BINS).astype(int), _BINS - 1)
    curve, error = [], 0.0
    for k in range(_BINS):
        mine = bins == k
        count = int(mine.sum())
        if count:
            curve.append(Bin(count, float(confidences[mine].mean()), float(right[mine].mean())))
            error += abs(curve[-1].confidence - curve[-1].right) * count / len(answers)
    return Calibration(error, tuple(curve))


def pooled_calibration(several: Sequence[Calibration]) -> Calibration:
    """The calibration of all the answers of several runs as one heap."""
    heaps: defaultdict[int, list[Bin]] = defaultdict(list)
    for one in (one for calibrated in several for one in calibrated.curve):
        heaps[min(int(one.confidence * _BINS), _BINS - 1)].append(one)
    curve = [_heaped(heaps[k]) for k in sorted(heaps)]
    total = sum(one.n for one in curve)
    return Calibration(sum(one.n * abs(one.confidence - one.right) for one in curve) / max(1, total), tuple(curve))


def _heaped(bins: Sequence[Bin]) -> Bin:
    n = sum(one.n for one in bins)
    return Bin(n, sum(one.n * one.confidence for one in bins) / n, sum(one.n * one.right for one in bins) / n)


def _confidences(answers: Sequence[Answer]) -> Image:
    return np.array([one.probability for one in answers], float)


def _auroc(known: Image, strange: Image) -> float:
    """The chance that a known piece is surer than a stranger; ties count half."""
    ordered = np.sort(strange)
    below, upto = np.searchsorted(ordered, known, "left"), np.searchsorted(ordered, known, "right")
    return float((below + upto).mean() / (2 * len(strange)))
