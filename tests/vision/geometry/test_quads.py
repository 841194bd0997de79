"""Quads: measured, overlapped, crossed, straightened, and found in a picture."""

import cv2
import numpy as np
import pytest

from vision.geometry.homography import rectangle
from vision.geometry.quads import (
    area,
    clockwise,
    crossings,
    extent,
    find_quads,
    overlap,
    sides,
    straightened,
)

CARD = rectangle((60, 90)) + np.array([100, 40])
TURN = np.array([[np.cos(0.4), -np.sin(0.4)], [np.sin(0.4), np.cos(0.4)]])


def test_turning_and_moving_change_no_measure() -> None:
    turned = CARD @ TURN.T + (17, 5)
    assert area(turned) == pytest.approx(5400, rel=1e-5)
    assert sides(turned) == pytest.approx([60, 90, 60, 90])
    assert extent(turned) == pytest.approx((60, 90))


def test_overlap_is_one_with_itself_none_beside_and_the_same_both_ways() -> None:
    half = CARD + np.array([30, 0])
    assert overlap(CARD, CARD) == pytest.approx(1)
    assert overlap(CARD, half) == pytest.approx(overlap(half, CARD)) == pytest.approx(0.5)
    assert overlap(CARD, CARD + np.array([200, 0])) == 0


def test_a_small_quad_within_a_large_one_overlaps_whole() -> None:
    assert overlap(CARD, rectangle((10, 10)) + np.array([120, 60])) == pytest.approx(1)


def test_corners_in_any_order_go_clockwise_from_the_top_left() -> None:
    assert clockwise(CARD[[2, 0, 3, 1]]).tolist() == CARD.tolist()


def test_the_sides_of_a_quad_cross_in_its_corners_and_parallels_do_not_run_away() -> None:
    lines = np.stack([CARD, np.roll(CARD, -1, 0)], axis=1)
    assert crossings(np.roll(lines, 1, 0), lines) == pytest.approx(CARD)
    assert np.isfinite(crossings(lines[0], lines[0] + (0, 9))).all()


def test_rounded_corners_become_sharp_and_a_thread_beside_a_side_hardly_counts() -> None:
    mask = np.zeros((260, 260), np.uint8)
    cv2.fillConvexPoly(mask, np.round(CARD).astype(np.int32), 1)
    rounded = cv2.morphologyEx(mask, cv2.MORPH_OPEN, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (13, 13)))
    rounded[80:83, 160:166] = 1
    contour = cv2.findContours(rounded, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)[0][0].reshape(-1, 2)
    rough = CARD + np.array([[3, 2], [-2, 3], [2, -3], [-3, -2]])
    assert np.abs(straightened(rough, contour) - CARD).max() < 0.7


def test_a_card_on_a_plain_ground_is_found_to_a_pixel_and_bare_ground_has_none() -> None:
    picture = np.full((200, 300, 3), 90, np.uint8)
    assert find_quads(picture) == []
    cv2.fillConvexPoly(picture, np.round(CARD).astype(np.int32), (40, 160, 230))
    assert np.abs(find_quads(picture)[0] - CARD).max() < 2.5
