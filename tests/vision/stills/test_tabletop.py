"""The plane of a picture: pieces true to size, whatever one false guess says."""

import numpy as np
import pytest

from tests.vision.snapshots import camera
from vision.geometry.homography import transform_points
from vision.stills.tabletop import Fitted, find_tabletop

_PX_PER_MM = 1.2
_SHAPE = (1380, 1380, 3)


def _piece(rng: np.random.Generator, at: tuple[float, float], size: float = 1.0, weight: float = 1.0) -> Fitted:
    """Features of a board of 260 x 100 mm, found to about a millimetre; ``size``: as large as it seems."""
    places = rng.uniform((0, 0), (260, 100), (30, 2))
    targets = (np.array(at) + places * size + rng.normal(0, 0.8, places.shape)) * _PX_PER_MM
    return Fitted(places, targets, np.full(30, weight))


@pytest.mark.parametrize("seed", range(5))
def test_boards_at_a_table_s_edge_are_true_to_size_whatever_one_false_guess_says(seed: int) -> None:
    rng = np.random.default_rng(seed)
    pieces = [_piece(rng, (80, 60)), _piece(rng, (750, 60)), _piece(rng, (400, 500), 0.85, 0.5)]
    plane = find_tabletop(pieces, _SHAPE, upright=True)
    board = np.array([[750, 60], [1010, 60], [1010, 160], [750, 160]], np.float64) * _PX_PER_MM
    across, down = transform_points(plane.plane, board)[[1, 3]] - transform_points(plane.plane, board)[0]
    assert np.hypot(*across) == pytest.approx(260, rel=0.006)
    assert np.hypot(*down) == pytest.approx(100, rel=0.006)
    assert across @ down == pytest.approx(0, abs=1)


@pytest.mark.parametrize("seed", range(3))
def test_a_false_guess_two_and_a_half_times_too_large_does_not_bend_a_tilted_table(seed: int) -> None:
    rng, to_picture = np.random.default_rng(seed), camera(33.0, (200.0, 150.0))

    def seen(at: tuple[float, float], count: int, size: tuple[float, float], by: float = 1.0) -> Fitted:
        places = rng.uniform((0, 0), size, (count, 2))
        targets = transform_points(to_picture, places * by + at) + rng.normal(0, 0.5, (count, 2))
        return Fitted(places, targets, np.full(count, 0.5))

    card, corners = (55.0, 80.0), [(60.0, 0.0), (170.0, 40.0), (280.0, 80.0)]
    cards = [seen(at, count, card) for at, count in zip(corners, (60, 45, 30), strict=True)]
    plane = find_tabletop([*cards, seen((80.0, 90.0), 16, (24.0, 24.0), 2.5)], (420, 560))
    for at in corners:
        on_table = plane.on_table(transform_points(to_picture, np.array([[0, 0], [55, 0], [55, 80], [0, 80.0]]) + at))
        sides = np.hypot(*(np.roll(on_table, -1, axis=0) - on_table).T)
        assert sides == pytest.approx([55, 80, 55, 80], rel=0.02)
