"""The printed markers tell of place, light and sharpness; covered ones tell nothing."""

import cv2
import numpy as np
import pytest

from tests.vision.painting import FACES, MAT, Table
from vision.care.marks import Mark, marks
from vision.care.watch import LOOK_SECONDS, Care
from vision.geometry.image import Image
from vision.geometry.plane import Plane, Planes


def planes_of(image: Image) -> dict[int, Plane]:
    planes = Planes()
    planes.update(image, (MAT,), 0.0)
    return planes.mats


def seen(table: Table, blur: float = 0.0) -> dict[int, Mark]:
    image = table.frames(1)[0].image
    planes = planes_of(image)
    soft = cv2.GaussianBlur(image, (0, 0), blur) if blur else image
    return marks(soft, planes.values())


def test_all_four_markers_are_measured_where_they_lie() -> None:
    table = Table()
    found = seen(table)
    assert sorted(found) == [4, 5, 6, 7]
    middle = np.array([[20.0, 20.0]])
    expected = cv2.perspectiveTransform(middle[None], table.homography())[0, 0]
    assert found[4].at == pytest.approx(expected, abs=1.0)


def test_light_and_tint_are_those_of_the_paper() -> None:
    usual, dim = seen(Table(gain=0.8)), seen(Table(gain=0.4))
    for marker, mark in usual.items():
        blue, _, red = mark.white
        assert red / blue == pytest.approx(1.04 / 0.85, rel=0.05)
        assert dim[marker].white[1] / mark.white[1] == pytest.approx(0.5, rel=0.05)


@pytest.mark.parametrize("blur", [1.0, 1.5, 2.5])
def test_blur_is_measured_in_pixels_whatever_the_light(blur: float) -> None:
    sharp, soft, dim = seen(Table()), seen(Table(), blur), seen(Table(gain=0.5), blur)
    for marker, mark in sharp.items():
        assert soft[marker].blur == pytest.approx(np.hypot(mark.blur, blur), rel=0.2)
        assert dim[marker].blur == pytest.approx(soft[marker].blur, rel=0.1)


def test_a_covered_marker_and_one_beyond_the_edge_tell_nothing() -> None:
    table = Table()
    planes = planes_of(table.frames(1)[0].image)
    table.lay(FACES[0], 30, 40)
    image = table.frames(1)[0].image
    assert sorted(marks(image, planes.values())) == [5, 6, 7]
    assert sorted(marks(image[:, :900], planes.values())) == [7]
    assert marks(np.full_like(image, 128), planes.values()) == {}


def test_from_pixels_to_a_line_for_a_person() -> None:
    """Painted frames of one mat through the whole of it: still, bumped, out of focus, in the dark."""
    table, care, now = Table(), Care(), 0.0

    def watch(seconds: float, blur: float = 0.0) -> list[str]:
        nonlocal now
        measured = seen(table, blur)
        for _ in range(round(seconds / LOOK_SECONDS)):
            now += LOOK_SECONDS
            care.check(measured, (1,), now)
        return [str(trouble) for trouble in care.troubles]

    assert watch(10) == []
    table.corners = tuple((x + 12, y - 7) for x, y in table.corners)
    assert watch(1) == ["mat 1 or the camera has been moved: smooth it flat; it is measured anew"]
    assert watch(12) == []
    assert watch(5, blur=2.0) == ["the picture has become less sharp: clean the lens and check its focus"]
    assert watch(3) == []
    table.gain = 0.2
    assert watch(5)[0] == "the table is too dark: switch a lamp on"
    table.gain = 1.0
    assert watch(3) == []
