"""Where a new piece may lie: where it changed a place of its size, whichever way it is turned."""

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.geometry.image import Image
from vision.geometry.pose import Pose
from vision.live import proposals
from vision.live.proposals import propose

CARD = (44.0, 68.0)
SHAPE = 200, 300


def changed(*poses: Pose, shape: tuple[int, int] = SHAPE) -> Image:
    """A mat of which only these places have changed."""
    strength: Image = np.zeros(shape, np.float32)
    for pose in poses:
        cv2.fillConvexPoly(strength, np.round(np.array(pose.quad()) * 16).astype(np.int32), 1.0, shift=4)
    return strength


@settings(max_examples=15, deadline=None)
@given(st.floats(60, 240), st.floats(60, 140), st.sampled_from([-10.0, -3.0, 0.0, 3.0, 6.0]))
def test_a_place_that_changed_is_proposed_to_a_grain_of_the_search(x: float, y: float, turn: float) -> None:
    found = propose(changed(Pose(x, y, turn, *CARD)), (0.0, 0.0), CARD)
    assert np.hypot(found[0].x - x, found[0].y - y) < 3.0
    assert abs(found[0].turn - turn) <= 4.0


def test_nothing_is_sought_where_too_little_has_changed_for_any_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cv2, "dft", lambda *_args, **_how: pytest.fail("a piece was sought"))
    strip = Pose(100, 90, 20, CARD[0], 0.2 * CARD[1])
    assert propose(changed(strip, Pose(220, 90, 0, *strip[3:])), (0.0, 0.0), CARD) == []


@pytest.mark.parametrize("shape", [(5, 7), (33, 120), (100, 80)])
@pytest.mark.parametrize("size", [(20.0, 20.0), CARD, (65.0, 100.0)])
def test_how_well_a_piece_fits_is_its_kernels_sum_there_also_in_a_picture_smaller_than_the_kernel(
    shape: tuple[int, int], size: tuple[float, float]
) -> None:
    strength = np.random.default_rng(1).random(shape, np.float32)
    turns = (0.0, -10.0, 36.0)
    for turn, fits in zip(turns, proposals._scores(strength, size, turns), strict=True):
        kernel = proposals._kernel(size, turn)
        assert fits == pytest.approx(
            cv2.filter2D(strength, cv2.CV_32F, kernel, borderType=cv2.BORDER_CONSTANT), abs=1e-4
        )


def test_an_offset_moves_every_proposal_with_it() -> None:
    strength = changed(Pose(100, 90, 0, *CARD))
    here, there = propose(strength, (0.0, 0.0), CARD), propose(strength, (30.0, -20.0), CARD)
    assert [(one.x + 30, one.y - 20) for one in here] == [(one.x, one.y) for one in there]


@settings(max_examples=6, deadline=None)
@given(st.sampled_from([-60.0, -42.0, 36.0, 60.0, 84.0]))
def test_a_long_piece_is_found_at_any_turn(turn: float) -> None:
    long = Pose(150, 100, turn, 20.0, 90.0)
    best = propose(changed(long), (0.0, 0.0), (20.0, 90.0))[0]
    assert best.distance(long) < 4.0
    assert abs(best.turn - turn) <= 6.0


def test_two_cards_are_both_proposed_and_the_surer_one_first() -> None:
    sure, pale = Pose(70, 90, 0, *CARD), Pose(200, 90, 0, *CARD)
    found = propose(np.maximum(changed(sure), 0.6 * changed(pale)), (0.0, 0.0), CARD, most=4)
    assert found[0].distance(sure) < 3.0
    assert min(one.distance(pale) for one in found) < 3.0


@pytest.mark.parametrize("strength", [np.zeros(SHAPE, np.float32), changed(Pose(150, 100, 0, 8, 8))])
def test_where_nothing_of_that_size_changed_nothing_is_proposed(strength: Image) -> None:
    assert propose(strength, (0.0, 0.0), CARD) == []
