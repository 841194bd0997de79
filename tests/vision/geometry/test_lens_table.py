"""The plane of a whole table behind a lens that bends, from tags at unknown places."""

import math
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.layout import TAG_SIDE, TAGS, Lie, sheet
from companion.twin.arrangement import arrange_open
from companion.twin.lens import Lens, aim
from vision.geometry.homography import rigid
from vision.geometry.image import Points
from vision.geometry.lens_table import LensTable, bend, fit_table, lies, straighten
from vision.geometry.plane import fit
from vision.sighting import Bend, Quad

_SQUARE = np.array([[0, 0], [TAG_SIDE, 0], [TAG_SIDE, TAG_SIDE], [0, TAG_SIDE]], np.float64)


def _table(players: int, seed: int, barrel: float, noise: float) -> tuple[Lens, dict[int, Points], LensTable]:
    """A table seen by the twin's camera: the lens, the tags in pixels, what is made of them."""
    table = arrange_open(players, Random(seed), (500.0, 300.0))
    lens = aim(table, Random(seed), (860.0, 960.0), 3.0, barrel)
    rng, seen = np.random.default_rng(seed), {}
    for tag, pose in zip(TAGS, table.mats[players + 1 :], strict=True):
        rim = (pose.width - TAG_SIDE) / 2
        corners = np.array([pose.to_table(x + rim, y + rim) for x, y in _SQUARE])
        seen[tag] = lens.pixels(corners) + rng.normal(0, noise, (4, 2))
    fitted = fit_table([(_SQUARE, quad) for quad in seen.values()], (lens.width, lens.height))
    assert fitted is not None
    return lens, seen, fitted


@settings(max_examples=25, deadline=None)
@given(st.integers(2, 7), st.integers(0, 50), st.floats(0.0, 0.06))
def test_four_tags_tell_millimetres_all_over_the_table(players: int, seed: int, barrel: float) -> None:
    lens, _, fitted = _table(players, seed, barrel, 0.03)
    points = np.stack(np.meshgrid(np.linspace(100, 1300, 6), np.linspace(100, 500, 4)), axis=-1).reshape(-1, 2)
    found = fitted.on_table(lens.pixels(points))
    turn = rigid(points, found, np.ones(len(points)))
    assert np.abs(found - (points @ turn[:, :2].T + turn[:, 2])).max() < 15.0
    # What counts for reading: near any point, a card has its size to two hundredths.
    for x, y in points[::5]:
        card = fitted.on_table(lens.pixels(np.array([[x, y], [x + 55, y], [x, y + 80]])))
        assert math.dist(card[0], card[1]) == pytest.approx(55, rel=0.02)
        assert math.dist(card[0], card[2]) == pytest.approx(80, rel=0.02)


@given(st.floats(-0.03, 0.08), st.floats(0, 2000), st.floats(0, 1000))
def test_what_is_straightened_bends_back_to_where_it_was(barrel: float, x: float, y: float) -> None:
    lens = Bend(barrel, 2000, 1000)
    assert np.allclose(bend(straighten(np.array([[x, y]]), lens), lens), [[x, y]], atol=1e-6)


@pytest.mark.parametrize("covered", [None, *TAGS])
def test_a_part_of_the_table_is_found_through_the_lens_also_with_a_tag_covered(covered: int | None) -> None:
    lens, seen, fitted = _table(4, 3, 0.045, 0.0)
    tags: dict[int, Quad] = {}
    for tag, points in lies(fitted, seen, TAG_SIDE).items():
        one, two, three, four = ((float(x), float(y)) for x, y in points)
        tags[tag] = one, two, three, four
    mat = sheet(1, Lie(700, 800, 5), (500, 300), tags)
    mat = type(mat)(mat.number, mat.width, mat.height, mat.markers, Bend(fitted.bend, lens.width, lens.height))
    plane = fit(mat, {tag: quad for tag, quad in seen.items() if tag != covered})
    assert plane is not None
    corners = [(30.0, 30.0), (470.0, 30.0), (250.0, 150.0), (30.0, 270.0)]
    wanted = fitted.pixels(np.array([Lie(700, 800, 5).on_table(corner, (500, 300)) for corner in corners]))
    # With three tags the fourth corner hangs in the air a little.
    assert np.abs(plane.pixels(corners) - wanted).max() < (2.5 if covered is None else 8.0)


def test_no_tag_is_no_table() -> None:
    assert fit_table([], (100, 100)) is None
