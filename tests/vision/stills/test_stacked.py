"""A card on others shows the side of the stack beside its print; one that lies alone does not."""

import cv2
import numpy as np
import pytest

from vision.geometry.homography import rectangle, transform_points
from vision.geometry.image import Image, Points
from vision.stills.placing import shown
from vision.stills.stacked import beyond_print, casts_shade

SIZE = (55.0, 80.0)
PX_PER_MM = 5.0
ASLANT = np.array([[0.95, 0.04, 30], [-0.05, 0.9, 60], [-4e-5, 8e-5, 1.0]])


def photograph(side: float, paper: int = 225, side_light: float = 0.9, askew: float = 1) -> tuple[Image, Points]:
    """A card on a mottled table, on a stack that shows so many mm below and right of it; where its print lies.

    ``side_light``: how bright that side is beside the card; ``askew``: how much of it shows on the right.
    """
    rng = np.random.default_rng(6)
    table = cv2.resize(rng.normal((70, 110, 160), 5, (120, 90, 3)), (500, 650)).astype(np.float32)
    corners = PX_PER_MM * (rectangle(SIZE) + 20.0)
    shadow = np.rint(corners + PX_PER_MM * (side + 1.5)).astype(np.int32)
    cv2.fillConvexPoly(table, shadow, (50, 85, 125))
    cv2.fillConvexPoly(
        table, np.rint(corners + PX_PER_MM * side * np.array([askew, 1])).astype(np.int32), (paper * side_light,) * 3
    )
    cv2.fillConvexPoly(table, np.rint(corners).astype(np.int32), (paper,) * 3)
    cv2.fillConvexPoly(table, np.rint(PX_PER_MM * (rectangle((47, 72)) + 24.0)).astype(np.int32), (60, 60, 180))
    seen = cv2.GaussianBlur(
        cv2.warpPerspective(table, ASLANT, (560, 660), borderMode=cv2.BORDER_REFLECT_101), (0, 0), 1
    )
    return np.clip(seen, 0, 255).astype(np.uint8), transform_points(ASLANT, corners)


@pytest.mark.parametrize("side", [0.0, 1.5, 3.0])
def test_the_side_of_a_stack_is_measured_to_a_third_of_a_mm(side: float) -> None:
    picture, quad = photograph(side)
    assert beyond_print(shown(picture), quad, SIZE) == pytest.approx(side, abs=0.35)


@pytest.mark.parametrize("side", [0.0, 1.5])
def test_where_the_place_found_is_aside_the_stack_is_measured_as_well(side: float) -> None:
    picture, quad = photograph(side)
    assert beyond_print(shown(picture), quad - 0.7 * PX_PER_MM, SIZE) == pytest.approx(side, abs=0.5)


def test_a_lone_card_that_was_found_too_small_is_no_stack() -> None:
    picture, quad = photograph(0.0)
    middle = quad.mean(0)
    beyond = beyond_print(shown(picture), middle + 0.985 * (quad - middle), SIZE)
    assert beyond is not None
    assert beyond < 1.0


def test_a_card_that_looks_like_its_table_tells_nothing() -> None:
    picture, quad = photograph(0.0)
    pale = np.full_like(picture, 222)
    assert beyond_print(shown(pale), quad, SIZE) is None


@pytest.mark.parametrize(("side", "askew", "stack"), [(0.0, 1, False), (1.5, 1, True), (3.0, 1, True), (3.0, 0, False)])
def test_a_stack_whose_side_lies_in_the_shade_shades_two_edges_next_to_each_other(
    side: float, askew: float, *, stack: bool
) -> None:
    picture, quad = photograph(side, side_light=0.15, askew=askew)
    assert casts_shade(shown(picture), quad, SIZE) is stack
