"""A mat beside what is remembered of it: what changed is told, whatever the light does."""

import numpy as np
import pytest

from vision.geometry.image import Image
from vision.geometry.plane import PX_PER_MM
from vision.geometry.pose import Pose
from vision.live.comparison import Comparison
from vision.live.pieces import stamp
from vision.sighting import Marker

SIZE = 160, 220
"""Rows and columns, mm."""
CARD = Pose(110, 80, 0, 44, 68)


def paper(seed: int = 1) -> Image:
    """A bare mat at one pixel a mm: paper with some grain."""
    grain = np.random.default_rng(seed).normal(0, 2, (*SIZE, 3))
    return np.clip(np.array([190, 205, 215]) + grain, 0, 255).astype(np.uint8)


def fine(coarse: Image) -> Image:
    scale = round(PX_PER_MM)
    return coarse.repeat(scale, 0).repeat(scale, 1)


def with_card(coarse: Image) -> Image:
    laid = coarse.copy()
    laid[46:114, 88:132] = (40, 70, 160)
    return laid


def compared(now: Image, before: Image | None, *, known: bool = True) -> Comparison:
    return Comparison(
        fine(now), None if before is None else fine(before), paper(), np.full(SIZE, known), np.zeros(SIZE, bool)
    )


def inside(comparison: Comparison) -> tuple[slice, slice]:
    return comparison.area(CARD.x - 22, CARD.y - 34, 44, 68)


def test_without_history_everything_is_to_be_read() -> None:
    first = compared(paper(), None)
    assert first.reread
    assert not first.has_history
    assert first.changed.all()


@pytest.mark.parametrize("gain", [0.6, 1.0, 1.25])
def test_a_card_that_comes_is_all_that_has_changed_in_any_light(gain: float) -> None:
    now = np.clip(with_card(paper()) * np.array([gain, gain, gain * 0.95]), 0, 255).astype(np.uint8)
    one = compared(now, paper())
    assert one.share_changed(inside(one)) > 0.9
    away = one.changed.copy()
    away[38:122, 80:140] = False
    assert away.mean() < 0.01


def test_what_stays_has_not_changed_and_is_not_bare() -> None:
    one = compared(with_card(paper()), with_card(paper()))
    assert one.share_changed(inside(one)) == 0
    assert one.share_not_bare(inside(one)) > 0.9
    mark = stamp(CARD, CARD.cut(one.sheet))
    assert not one.looks_bare(mark)
    assert compared(paper(), paper()).looks_bare(mark)


def test_what_was_never_seen_without_a_piece_is_not_said_to_be_bare() -> None:
    one = compared(paper(), paper(), known=False)
    assert not one.has_bare(inside(one))
    assert not one.looks_bare(stamp(CARD, CARD.cut(one.sheet)))
    assert not one.not_bare.any()


@pytest.mark.parametrize("gain", [0.7, 1.2])
def test_a_piece_is_remembered_in_one_light_whatever_the_lamp_does(gain: float) -> None:
    lit = np.clip(with_card(paper()) * gain, 0, 255).astype(np.uint8)
    usual, now = compared(with_card(paper()), None), compared(lit, None)
    covered = np.zeros(SIZE, bool)
    covered[46:114, 88:132] = True
    remembered = [
        Comparison(one.sheet, None, paper(), np.ones(SIZE, bool), covered).remembered(CARD) for one in (usual, now)
    ]
    assert np.abs(remembered[0].astype(int) - remembered[1]).mean() < 6


_TAG = Marker(0, 0, 0, 40, ((0, 0), (40, 0), (40, 40), (0, 40)))


def test_a_card_that_was_laid_just_now_is_not_the_table() -> None:
    known, nothing = np.ones(SIZE, bool), np.zeros(SIZE, bool)
    one = Comparison(fine(with_card(paper())), fine(paper()), paper(), known, nothing, markers=(_TAG,))
    assert one.share_of_table(inside(one)) < 0.1


def test_what_looks_like_the_rim_of_a_piece_that_was_taken_for_the_table_is_not_the_table() -> None:
    now, covered = with_card(paper()), np.zeros(SIZE, bool)
    covered[46:114, 88:132] = True
    now[10:14, 10:24] = now[80, 100]
    known = np.ones(SIZE, bool)
    one = Comparison(fine(now), None, now, known, covered, markers=(_TAG,))
    assert one.share_of_table(inside(one)) == 0.0
    assert one.share_of_table(one.area(20, 60, 40, 60)) > 0.95
