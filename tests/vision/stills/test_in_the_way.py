"""What lies over pieces and is none of them is told, whatever it hides and whatever it looks like."""

from types import SimpleNamespace
from typing import cast

import cv2
import numpy as np
import pytest

from companion.games.architects.rules.facts import FACTS
from companion.twin.arm import reach_in
from companion.twin.light import UNIT
from companion.twin.scenes import SCENES
from companion.twin.surfaces import surface
from tests.vision.snapshots import enrolled, photograph
from vision.geometry.homography import rectangle
from vision.geometry.image import Image, Points
from vision.stills.in_the_way import on_cards, reaches_in
from vision.stills.lying import widest_gap
from vision.stills.occupancy import Placed, Table
from vision.stills.photograph import Found, StillReader

CARDS = FACTS.card_face_ids
PX_PER_MM = 1.0
SKIN, CLOTH = (120, 150, 205), (90, 60, 30)


def city(seed: int = 0) -> tuple[Image, list[Points]]:
    """A table of 400 x 300 mm with two columns of cards in its middle, and where the cards lie (px)."""
    picture = surface(SCENES["kitchen"], 400, 300, PX_PER_MM, seed).copy()
    quads = [rectangle((44.0, 68.0)) + np.array(at) for at in ((150.0, 100.0), (150.0, 115.0), (200.0, 120.0))]
    for quad, colour in zip(quads, ((200, 90, 30), (200, 90, 30), (40, 40, 200)), strict=True):
        cv2.fillConvexPoly(picture, np.rint(quad).astype(np.int32), colour)
    return picture, quads


def reached(picture: Image, tip: tuple[float, float], seat: int) -> None:
    light = np.full_like(picture, UNIT)
    reach_in(picture, light, seat, tip=tip, shoulder=(450.0, 750.0), scale=PX_PER_MM, blur=0.0)


@pytest.mark.parametrize("seat", range(7))
def test_an_arm_that_reaches_in_up_to_the_city_is_in_the_way_whatever_its_skin_and_sleeve(seat: int) -> None:
    for tip in ((230.0, 165.0), (200.0, 198.0)):
        picture, quads = city(seat)
        reached(picture, tip, seat)
        assert reaches_in(picture, quads, quads, PX_PER_MM)


def test_where_the_city_s_own_pieces_lie_far_apart_an_arm_that_ends_as_far_from_them_may_hide_one() -> None:
    picture, quads = city()
    reached(picture, (220.0, 188.0 + 45.0), 0)
    assert not reaches_in(picture, quads, quads, PX_PER_MM)
    apart = [quads[0], quads[2] + np.array([40.0, 0.0])]
    assert widest_gap(apart) == pytest.approx(46.0, abs=0.5)
    assert reaches_in(picture, [*quads, *apart], apart, PX_PER_MM)


@pytest.mark.parametrize("seat", range(7))
def test_what_lies_beside_the_city_is_not_in_the_way(seat: int) -> None:
    picture, quads = city(seat)
    assert not reaches_in(picture, quads, quads, PX_PER_MM)
    # A finger is drawn 10 mm further than its tip.
    reached(picture, (220.0, 188.0 + 35.0), seat)
    assert not reaches_in(picture, quads, quads, PX_PER_MM)


def test_a_shade_that_falls_over_the_city_from_the_edge_is_no_thing() -> None:
    picture, quads = city()
    shade = np.ones(picture.shape[:2], np.float32)
    cv2.fillConvexPoly(shade, np.array([[125, 300], [175, 50], [275, 75], [300, 300]], np.int32), 0.45)
    dark = (picture * cv2.GaussianBlur(shade, (0, 0), 5.0)[..., None]).astype(np.uint8)
    assert not reaches_in(dark, quads, quads, PX_PER_MM)


def test_an_arm_over_somebody_elses_piece_hides_nothing_of_this_city() -> None:
    picture, quads = city()
    theirs = rectangle((44.0, 68.0)) + np.array([330.0, 150.0])
    cv2.fillConvexPoly(picture, np.rint(theirs).astype(np.int32), (60, 160, 60))
    reached(picture, (350.0, 190.0), 1)
    assert reaches_in(picture, [*quads, theirs], [theirs], PX_PER_MM)
    assert not reaches_in(picture, [*quads, theirs], quads, PX_PER_MM)


def test_the_floor_beyond_the_table_is_not_in_the_way_of_a_city_that_lies_some_way_from_it() -> None:
    picture, quads = city()
    picture[230:] = CLOTH
    assert not reaches_in(picture, quads, quads, PX_PER_MM)


@pytest.mark.parametrize(
    ("hidden", "covered"),
    [((0, 0), False), ((2, 2), False), ((4, 3), True)],
)
def test_a_card_of_which_something_hides_a_part_is_covered_and_one_under_another_card_is_not(
    hidden: tuple[int, int],
    covered: bool,  # noqa: FBT001 - a case of one test
) -> None:
    """Of the lower of two cards so much is hidden."""
    assert two_of_a_column(hidden, elsewhere=0.0) == [False, covered]


def test_what_is_printed_a_little_beside_where_it_is_enrolled_is_covered_by_nothing() -> None:
    assert two_of_a_column((2, 8), elsewhere=3.0) == [False, False]
    assert two_of_a_column((2, 8), elsewhere=9.0) == [False, True]


def two_of_a_column(hidden: tuple[int, int], *, elsewhere: float) -> list[bool]:
    """Whether something lies on either of two cards of 8 x 12 cells of a column: of the upper one a strip shows.

    Of the lower one so many columns and rows of cells look otherwise; where that is but print, they agree so many mm
    further down (0: nowhere).
    """
    odds = [np.ones((12, 8), np.float32) for _ in range(2)]
    odds[0][3:] = -3.0
    odds[1][: hidden[1], : hidden[0]] = -3.0
    places = [np.array([[1.0, 0, 0], [0, 1.0, down], [0, 0, 1.0]]) for down in (0.0, 17.0)]
    quads = [rectangle((44.0, 68.0)) + np.array([0.0, down]) for down in (0.0, 17.0)]
    cards = [Placed(face, place, cells, 9.0) for face, place, cells in zip(CARDS, places, odds, strict=False)]

    def at(face: str, matrix: Image) -> Placed:
        mine = cards[[one.face for one in cards].index(face)]
        agrees = elsewhere and matrix[1, 2] - mine.matrix[1, 2] == elsewhere
        return mine._replace(matrix=matrix, odds=np.ones_like(mine.odds) if agrees else mine.odds)

    table = SimpleNamespace(
        accepted=cards,
        templates=SimpleNamespace(sizes=dict.fromkeys(CARDS, (44.0, 68.0))),
        quad=lambda card: quads[[one.face for one in cards].index(card.face)],
        in_sight=lambda _upper: rectangle((44.0, 17.0)),
        at=at,
    )
    return [one.covered for one in on_cards(cast("Table", table), [Found(quad, ()) for quad in quads])]


@pytest.mark.proof
def test_a_card_under_a_hand_is_covered_and_the_cards_of_a_column_are_not() -> None:
    laid = [(CARDS[0], 70.0, 80.0, 4.0), (CARDS[6], 71.0, 97.0, 4.0), (CARDS[8], 190.0, 90.0, 0.0)]
    picture, quads = photograph(laid, (280, 190), 10.0)
    corner = quads[2][1] + 0.5 * (quads[2][3] - quads[2][1])
    cv2.ellipse(picture, np.rint(corner).astype(int).tolist(), (26, 34), 20, 0, 360, SKIN, -1)
    found = StillReader(enrolled([CARDS[0], CARDS[6], CARDS[8]])).read(picture)
    covered = {one.faces[0].face: one.covered for one in found if one.faces}
    assert covered == {CARDS[0]: False, CARDS[6]: False, CARDS[8]: True}
