"""Points through planes: inverse, composition, and the similarity that made them."""

import numpy as np
import pytest

from vision.geometry.homography import rectangle, rigid, similarity, transform_points

TILTED = np.array([[1.2, 0.1, 30.0], [-0.2, 0.9, 12.0], [2e-4, 5e-4, 1.0]])
OTHER = np.array([[0.8, -0.3, 5.0], [0.3, 0.7, -9.0], [-1e-4, 3e-4, 1.0]])
POINTS = np.random.default_rng(1).uniform(0, 400, (12, 2))


def test_the_inverse_takes_points_back() -> None:
    there = transform_points(TILTED, POINTS)
    assert transform_points(np.linalg.inv(TILTED), there) == pytest.approx(POINTS)


def test_one_after_the_other_is_their_product() -> None:
    assert transform_points(OTHER, transform_points(TILTED, POINTS)) == pytest.approx(
        transform_points(OTHER @ TILTED, POINTS)
    )


def test_points_keep_their_shape_and_none_stay_none() -> None:
    assert transform_points(TILTED, POINTS.reshape(3, 4, 2)).reshape(-1, 2) == pytest.approx(
        transform_points(TILTED, POINTS)
    )
    assert transform_points(TILTED, POINTS[0]) == pytest.approx(transform_points(TILTED, POINTS)[0])
    assert transform_points(TILTED, np.zeros((0, 2))).shape == (0, 2)


@pytest.mark.parametrize("scale", [1.0, 2.5])
def test_the_similarity_that_moved_points_is_found_and_what_weighs_nothing_has_no_say(scale: float) -> None:
    angle = 0.7
    turn = scale * np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    targets = POINTS @ turn.T + (40, -7)
    weights = np.ones(len(POINTS))
    targets[0], weights[0] = (999, 999), 0
    found = similarity(POINTS, targets, weights)
    assert found == pytest.approx(np.column_stack([turn, (40, -7)]))
    assert rigid(POINTS, targets, weights)[:, :2] == pytest.approx(turn / scale)


def test_a_rectangle_begins_at_its_top_left_and_goes_clockwise() -> None:
    assert rectangle((3, 2)).tolist() == [[0, 0], [3, 0], [3, 2], [0, 2]]
