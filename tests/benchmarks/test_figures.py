"""Shares, thresholds and calibration say what they claim to."""

import random

import pytest

from benchmarks.eyes.figures import calibration, cell, pooled_calibration, share, threshold
from benchmarks.eyes.measure import Answer


def strangers(*confidences: float) -> list[Answer]:
    return [Answer(None, "a", confidence, 1.0) for confidence in confidences]


def test_an_interval_holds_its_share_and_narrows_with_the_number_of_views() -> None:
    few, many = share(9, 10), share(900, 1000)
    assert few.low < many.low < 0.9 < many.high < few.high <= 1
    assert share(10, 10).low == pytest.approx(0.72, abs=0.01)


def test_no_more_than_half_a_per_cent_of_strangers_exceed_the_threshold_of_recall() -> None:
    some = strangers(*(number / 1000 for number in range(1000)))
    assert sum(one.probability > threshold(some) for one in some) == 5


def test_strangers_that_are_as_sure_as_the_known_leave_no_recall() -> None:
    assert (found := cell([Answer("a", "a", 0.99, 1.0)], strangers(*[0.99] * 100)).recall) is not None
    assert found.hits == 0


def test_a_wrong_name_is_accepted_only_where_it_is_sure() -> None:
    answers = [Answer("a", "b", 0.98, 1.0), Answer("a", "b", 0.5, 1.0), Answer("a", "a", 0.98, 1.0)]
    found = cell(answers, [])
    assert (found.wrong.hits, found.accepted.hits, found.top1.hits, found.recall) == (1, 1, 1, None)


def test_an_honest_confidence_has_no_calibration_error_and_a_boastful_one_has() -> None:
    rng = random.Random(1)
    honest = [Answer("a", "a" if rng.random() < p else "b", p, 1.0) for p in (rng.random() for _ in range(20000))]
    assert calibration(honest).error < 0.015
    boastful = [Answer(one.truth, one.named, min(1.0, one.probability + 0.2), 1.0) for one in honest]
    assert calibration(boastful).error > 0.15


def test_runs_pooled_are_as_one_run() -> None:
    rng = random.Random(2)
    answers = [Answer("a", "a" if rng.random() < p * p else "b", p, 1.0) for p in (rng.random() for _ in range(3000))]
    halves = [calibration(answers[:1000]), calibration(answers[1000:])]
    assert pooled_calibration(halves).error == pytest.approx(calibration(answers).error)
