from random import Random

import cv2
import numpy as np
import pytest

from companion.twin.arrangement import Arrangement, arrange
from companion.twin.lens import Lens, aim


@pytest.fixture(params=[2, 4, 7])
def view(request: pytest.FixtureRequest) -> tuple[Arrangement, Lens]:
    table = arrange(request.param, Random(3), 1.35)
    return table, aim(table, Random(4), (820.0, 900.0), tilt=4.5, bend=0.06)


def test_there_and_back(view: tuple[Arrangement, Lens]) -> None:
    table, lens = view
    points = np.random.default_rng(1).random((200, 2)) * (table.width, table.height)
    assert np.allclose(lens.table(lens.pixels(points)), points, atol=1e-6)


def test_all_mats_are_in_the_picture_and_fill_it(view: tuple[Arrangement, Lens]) -> None:
    table, lens = view
    seen = lens.pixels(np.array([corner for mat in table.mats for corner in mat.corners()]))
    assert (seen > 0).all()
    assert (seen < (lens.width, lens.height)).all()
    filled = (seen.max(axis=0) - seen.min(axis=0)) / (lens.width, lens.height)
    assert filled.max() > 0.9


def test_a_millimetre_is_about_two_pixels(view: tuple[Arrangement, Lens]) -> None:
    table, lens = view
    for mat in table.mats:
        left, right = lens.pixels(np.array([mat.to_table(180, 150), mat.to_table(240, 150)]))
        assert 1.5 < np.linalg.norm(right - left) / 60 < 2.3


def test_its_maps_say_what_it_says(view: tuple[Arrangement, Lens]) -> None:
    _, lens = view
    whole, fraction = lens.maps(2.0, 40.0)
    places = cv2.convertMaps(whole, fraction, cv2.CV_32FC1)
    rng = np.random.default_rng(2)
    for x, y in zip(rng.integers(0, lens.width, 50), rng.integers(0, lens.height, 50), strict=True):
        wanted = (lens.table(np.array([[x, y]], float))[0] + 40.0) * 2.0 - 0.5
        assert np.allclose([places[0][y, x], places[1][y, x]], wanted, atol=0.06)


def test_what_lies_higher_seems_further_out_and_larger(view: tuple[Arrangement, Lens]) -> None:
    table, lens = view
    x, y, scale = lens.apparent(table.width, table.height, 20.0)
    assert x > table.width
    assert y > table.height
    assert scale > 1
    assert np.allclose(lens.pixels(np.array([[x, y]])), lens.pixels(np.array([[table.width, table.height]]), 20.0))
