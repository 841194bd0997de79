"""Where places lie on one table: sheets that are only thought of, and places of a table's own."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.layout import TAGS, Layout, Lie, sheet
from companion.games.mats import Place
from vision.geometry.plane import fit
from vision.sighting import Quad

_MM = st.floats(0, 1500)
_LIES = st.builds(Lie, _MM, _MM, st.floats(-360, 360))
_SIZE = (500.0, 300.0)


def _square(x: float, y: float, turn: float) -> Quad:
    points = [
        (x + 28 * math.cos(math.radians(turn + a)), y + 28 * math.sin(math.radians(turn + a)))
        for a in (225, 315, 45, 135)
    ]
    return points[0], points[1], points[2], points[3]


@given(_LIES, _MM, _MM)
def test_a_point_comes_back_from_the_sheet_to_where_it_was(lie: Lie, x: float, y: float) -> None:
    assert lie.on_table(lie.on_sheet((x, y), _SIZE), _SIZE) == pytest.approx((x, y), abs=1e-6)


@given(_LIES, st.integers(0, 3))
def test_a_sheet_is_found_by_any_three_of_the_tags(lie: Lie, covered: int) -> None:
    spread = ((0.0, 0.0), (1500.0, 20.0), (1480.0, 900.0), (-10.0, 930.0))
    tags = {tag: _square(x, y, 77.0 * k) for k, (tag, (x, y)) in enumerate(zip(TAGS, spread, strict=True))}
    mat = sheet(3, lie, _SIZE, tags)
    seen = {tag: np.array(quad) * 1.9 + 100 for k, (tag, quad) in enumerate(tags.items()) if k != covered}
    plane = fit(mat, seen)
    assert plane is not None
    found = plane.pixels([(10.0, 20.0), (480.0, 290.0)])
    wanted = np.array([lie.on_table(point, _SIZE) for point in ((10.0, 20.0), (480.0, 290.0))]) * 1.9 + 100
    assert np.allclose(found, wanted, atol=0.05)


def test_a_table_of_its_own_moves_and_leaves_out_places() -> None:
    places = tuple(Place(name, 1, "pile", 0, 0, 10, 10, (55, 80)) for name in ("a", "b", "c"))
    moved = Place("b", 2, "pile", 5, 5, 10, 10, (55, 80))
    assert Layout((), (moved,), ("c",)).placed(places) == (places[0], moved)
