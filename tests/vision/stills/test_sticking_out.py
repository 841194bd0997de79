"""A card under a larger piece shows by its edges, whatever is printed on it."""

import cv2
import numpy as np
import pytest

from vision.geometry.homography import rectangle, transform_points
from vision.geometry.image import Image, Points
from vision.stills.placing import shown
from vision.stills.sticking_out import sticks_out

PIECE, CARD = (100.0, 65.0), (44.0, 68.0)
CORNER = (80.0, 90.0)
"""mm from the picture's to the piece's."""


def photograph(*rectangles: tuple[float, float, float, float]) -> tuple[Image, Points]:
    """A mottled table, aslant, these (left, top, width, height in mm on the piece) under the piece; its corners."""
    rng = np.random.default_rng(3)
    table = cv2.resize(rng.normal(110, 6, (90, 120, 3)), (1200, 900)).astype(np.float32)
    for left, top, width, height in rectangles:
        card = np.array([[left, top], [left + width, top], [left + width, top + height], [left, top + height]])
        cv2.fillConvexPoly(table, np.rint(4 * (card + CORNER)).astype(np.int32), (150, 120, 60))
    corners = 4 * (rectangle(PIECE) + CORNER)
    cv2.fillConvexPoly(table, np.rint(corners).astype(np.int32), (60, 90, 170))
    aslant = np.array([[0.9, 0.05, 40], [-0.06, 0.85, 90], [-5e-5, 1e-4, 1.0]])
    seen = cv2.GaussianBlur(
        cv2.warpPerspective(table, aslant, (1200, 900), borderMode=cv2.BORDER_REFLECT_101), (0, 0), 1
    )
    return np.clip(seen, 0, 255).astype(np.uint8), transform_points(aslant, corners)


@pytest.mark.parametrize("card", [(28.0, -27.0), (20.0, 24.0), (34.0, -12.0)])
def test_a_card_that_sticks_out_above_or_below_shows_its_edges(card: tuple[float, float]) -> None:
    picture, quad = photograph((*card, *CARD))
    assert sticks_out(shown(picture), quad, PIECE, CARD, ()).edges > 0.9


@pytest.mark.parametrize(
    "beside",
    [
        # Nothing; a card that lies near, but apart; something wider than a card.
        (),
        ((28.0, -90.0, *CARD),),
        ((10.0, -30.0, 80.0, 60.0),),
    ],
)
def test_what_only_lies_beside_a_piece_does_not_stick_out(
    beside: tuple[tuple[float, float, float, float], ...],
) -> None:
    picture, quad = photograph(*beside)
    assert sticks_out(shown(picture), quad, PIECE, CARD, ()).edges < 0.6


def test_the_edges_of_a_piece_that_was_found_are_its_own() -> None:
    picture, quad = photograph((28.0, -27.0, *CARD))
    to_picture = cv2.getPerspectiveTransform(rectangle(PIECE).astype(np.float32), quad.astype(np.float32))
    other = transform_points(to_picture, rectangle((CARD[0], 29.0)) + np.array([28.0, -29.0]))
    assert sticks_out(shown(picture), quad, PIECE, CARD, (other,)).edges < 0.2


def test_a_card_under_another_piece_that_ends_just_before_this_one_is_not_under_this() -> None:
    picture, quad = photograph((28.0, -40.0, 44.0, 37.0))
    assert sticks_out(shown(picture), quad, PIECE, CARD, ()).edges < 0.5
