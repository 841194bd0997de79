"""The plane of a picture that shows its table from straight above: nothing but its scale is asked for."""

import numpy as np
import pytest

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
