"""Pixels to millimetres, from the printed markers."""

import numpy as np
import pytest

from tests.vision.painting import FRAME, MAT, SHEET, Table
from vision.geometry.image import Image
from vision.geometry.markers import find_markers
from vision.geometry.plane import Planes, fit

POINTS = [(x, y) for x in (20.0, 120.0, 210.0, 300.0, 400.0) for y in (20.0, 150.0, 280.0)]


@pytest.fixture(scope="module")
def table() -> Table:
    return Table()


@pytest.fixture(scope="module")
def frame(table: Table) -> Image:
    return table.frames(1)[0].image


def error_mm(table: Table, to_frame: Image) -> float:
    """The largest error of a point on the mat."""
    back = np.linalg.inv(table.homography())
    worst = 0.0
    for x, y in POINTS:
        seen = to_frame @ (x, y, 1)
        # The painting's pixel k is the centre of pixel k, as OpenCV has it.
        true = back @ (*(seen[:2] / seen[2]), 1)
        worst = max(worst, float(np.hypot(true[0] / true[2] - x, true[1] / true[2] - y)))
    return worst


def test_all_markers_of_a_mat_are_found(frame: Image) -> None:
    assert sorted(find_markers(frame)) == [4, 5, 6, 7]


def test_millimetres_are_right_to_half_a_millimetre(table: Table, frame: Image) -> None:
    plane = fit(MAT, find_markers(frame))
    assert plane is not None
    assert error_mm(table, plane.to_frame) < 0.5


@pytest.mark.parametrize("covered", [4, 5, 6, 7])
def test_three_markers_are_enough(table: Table, frame: Image, covered: int) -> None:
    found = find_markers(frame)
    del found[covered]
    plane = fit(MAT, found)
    assert plane is not None
    assert error_mm(table, plane.to_frame) < 0.8


def test_two_markers_are_too_few(frame: Image) -> None:
    found = find_markers(frame)
    assert fit(MAT, {marker: found[marker] for marker in (4, 6)}) is None


def test_a_mat_that_lies_still_does_not_tremble() -> None:
    table, planes = Table(), Planes()
    frames = table.frames(4)
    assert planes.update(frames[0].image, [MAT], 0.0) == {1}
    first = planes.mats[1].to_frame
    for frame in frames[1:]:
        assert planes.update(frame.image, [MAT], frame.exposed) == frozenset()
    assert np.array_equal(planes.mats[1].to_frame, first)


def test_a_mat_that_was_pushed_is_noticed_and_measured_anew() -> None:
    table, planes = Table(), Planes()
    planes.update(table.frames(1)[0].image, [MAT], 0.0)
    table.corners = tuple((x + 12, y - 9) for x, y in table.corners)
    assert planes.update(table.frames(1)[0].image, [MAT], 9.0) == {1}
    assert error_mm(table, planes.mats[1].to_frame) < 0.5


def test_covered_markers_do_not_lose_the_mat() -> None:
    table, planes = Table(), Planes()
    image = table.frames(1)[0].image
    planes.update(image, [MAT], 0.0)
    covered = image.copy()
    covered[:, : FRAME[0] // 2] = 90
    assert planes.update(covered, [MAT], 9.0) == frozenset()
    assert 1 in planes.mats


def test_a_rectified_mat_has_its_markers_where_they_are_printed(frame: Image) -> None:
    plane = fit(MAT, find_markers(frame))
    assert plane is not None
    sheet = plane.rectify(frame)
    assert sheet.shape[1::-1] == SHEET
    for marker, corners in find_markers(sheet).items():
        assert (corners[0] + 0.5) / 2 == pytest.approx((((5, 5), (385, 5), (385, 262), (5, 262))[marker - 4]), abs=0.4)
