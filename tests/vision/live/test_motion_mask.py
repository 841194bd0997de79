"""Whether a hand was over a part of a mat since it was read."""

import numpy as np
import pytest

from vision.geometry.image import Image
from vision.geometry.plane import Plane
from vision.live.motion import BLOCK
from vision.live.motion_mask import MotionMask

SQUARES, SIZE = (12, 16), (256, 192)
PLANE = Plane(1, SIZE, np.diag([2.0, 2.0, 1.0]), {})
"""A mat of 256 x 192 mm that fills the picture, two pixels a mm."""
NOWHERE = np.zeros(SQUARES, bool)


def _at(row: int, column: int) -> Image:
    where = NOWHERE.copy()
    where[row, column] = True
    return where


def _watched() -> MotionMask:
    """A mask that has seen a first frame, of which nobody knows what was before."""
    mask = MotionMask()
    mask.add(~NOWHERE)
    assert not mask.no_hand_over(PLANE).any()
    mask.forget([1], NOWHERE)
    assert mask.no_hand_over(PLANE).all()
    return mask


def test_a_light_that_changes_at_once_is_no_hand_and_what_moves_in_two_frames_is_one() -> None:
    mask = _watched()
    mask.add(_at(6, 8))
    assert mask.no_hand_over(PLANE).all()
    mask.add(_at(6, 8))
    no_hand = mask.no_hand_over(PLANE)
    there = round(6.5 * BLOCK / 2), round(8.5 * BLOCK / 2)
    assert not no_hand[there]
    # Its square, and the squares beside it; that is where it is said to have been.
    assert (~no_hand).sum() == pytest.approx((3 * BLOCK / 2) ** 2, rel=0.05)
    assert np.argwhere(~no_hand).mean(0) == pytest.approx(there, abs=1)


def test_over_a_mat_that_was_pushed_or_where_something_moves_without_end_a_hand_may_have_been() -> None:
    mask = _watched()
    mask.forget([1], _at(2, 2))
    assert not mask.no_hand_over(PLANE)[round(2.5 * BLOCK / 2), round(2.5 * BLOCK / 2)]
    mask.add_mats([1])
    assert not mask.no_hand_over(PLANE).any()
