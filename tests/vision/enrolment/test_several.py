"""Of a picture of several tokens one that lies by itself is taken; a picture of one stays as it is."""

import cv2
import numpy as np
import pytest

from vision.enrolment.learn_box import build_library
from vision.enrolment.several import one_of_several
from vision.geometry.image import Image
from vision.recognition.kinds import kind_of

MILITARY = "architects/token/military"
RED = (40, 50, 210)
PAPER = 255
SIDE = 70


def on_paper(places: list[tuple[float, float, float]], size: tuple[int, int]) -> Image:
    """Red squares (middle in px, turn in degrees) with a white field and a mark, on paper."""
    picture = np.full((*size, 3), PAPER, np.uint8)
    for x, y, turn in places:
        corners = cv2.boxPoints(((x, y), (SIDE, SIDE), turn))
        cv2.fillConvexPoly(picture, np.rint(corners).astype(np.int32), RED, cv2.LINE_AA)
        cv2.circle(picture, (round(x), round(y)), 24, (240, 245, 245), -1, cv2.LINE_AA)
        cv2.line(picture, (round(x), round(y - 12)), (round(x + 6), round(y + 10)), (60, 90, 40), 5, cv2.LINE_AA)
    return picture


SEVERAL = on_paper([(60, 50, 0), (110, 90, 30), (60, 150, 70), (160, 220, 0)], (270, 210))


def test_of_a_picture_of_several_tokens_one_that_lies_by_itself_is_learned_and_said() -> None:
    library, warned = build_library({MILITARY: (SEVERAL, None)}, views=2)
    learned = library.faces[MILITARY].image()
    assert learned.shape[:2] == pytest.approx((SIDE, SIDE), abs=4)
    assert (learned[..., 3] > 127).mean() > 0.95
    assert f"{MILITARY}: several pieces are on it; one that lies by itself is taken" in [one.line for one in warned]


@pytest.mark.parametrize(
    "picture",
    [
        on_paper([(60, 50, 0)], (100, 120)),
        on_paper([(60, 50, 0), (110, 90, 30), (60, 120, 70)], (190, 190)),
    ],
    ids=["one", "a heap"],
)
def test_where_none_of_several_lies_by_itself_the_picture_stays_as_it_is(picture: Image) -> None:
    opacity = np.where(picture.min(2) < PAPER - 5, 255, 0).astype(np.uint8)
    assert one_of_several(np.dstack([picture, opacity]), kind_of(MILITARY)) is None
