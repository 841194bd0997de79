"""Tokens below others show by their corners; a token alone, and what is of another colour, shows none."""

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from tests.vision.snapshots import SCALE, Laid, art
from tests.vision.snapshots import photograph as laid_out
from vision.geometry.homography import rectangle, transform_points
from vision.geometry.image import Image, Points, encode_png
from vision.recognition.library import Face, Library
from vision.sighting import FaceProbability
from vision.stills.occupancy import Table
from vision.stills.outlines import Outline
from vision.stills.peeking import peeking, piled
from vision.stills.placing import shown
from vision.stills.scoring import Found
from vision.stills.tabletop import Tabletop
from vision.stills.templates import Templates

SIZE = (24.0, 24.0)
SQUARE = Outline(rectangle(SIZE) - 12.0, 90.0)
ASLANT = np.array([[0.95, 0.04, 60], [-0.05, 0.9, 90], [-4e-5, 8e-5, 1.0]])
PX_PER_MM = 5.0
TO_PICTURE = ASLANT @ np.diag([PX_PER_MM, PX_PER_MM, 1.0])
RED, GREEN = (25, 25, 175), (70, 190, 60)
DIGIT = np.array([[7.0, 9.0], [15.0, 10.0], [16.0, 16.0], [11.0, 12.0]])
"""Corners (mm on a token) of what is printed on it."""
MILITARY = "architects/token/military"
Lain = tuple[float, float, float]
Colour = tuple[int, int, int]


def square(turn: float, x: float, y: float) -> Points:
    """Corners in pixels before the table is seen aslant; ``x``, ``y``: mm from the middle of the picture."""
    angle = np.deg2rad(turn)
    across = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    return np.asarray(PX_PER_MM * ((rectangle(SIZE) - 12.0) @ across + np.array([60.0 + x, 60.0 + y])))


def photograph(
    below: Sequence[Lain],
    colour: Colour = RED,
    outline: Outline = SQUARE,
    pale: tuple[Colour, float] = (RED, 0.0),
    soft: float = 1.0,
) -> tuple[Image, Points]:
    """A mottled table with tokens (turn, mm aside) of a colour under a red one; the corners of that.

    ``pale``: another colour that each has along two sides, for so many mm; ``soft``: pixels (standard deviation).
    """
    rng = np.random.default_rng(4)
    mottled = rng.normal((65, 116, 170), 1.5, (75, 75, 3)) + rng.normal(0, 4, (75, 75, 1))
    table = cv2.resize(mottled, (600, 600)).astype(np.float32)
    top = square(10.0, 0.0, 0.0)
    for lain, its in [*((square(*one), colour) for one in below), (top, RED)]:
        onto = cv2.getPerspectiveTransform(rectangle(SIZE).astype(np.float32), lain.astype(np.float32))
        corners = outline.corners + 12.0
        inner = np.minimum(np.maximum(corners, [pale[1], 0.0]), [24.0, 24.0 - pale[1]])
        for shape, of_it in ((corners, pale[0] if pale[1] else its), (inner, its)):
            cv2.fillConvexPoly(table, np.rint(transform_points(onto, shape)).astype(np.int32), of_it)
    cv2.circle(table, (300, 300), 40, (235, 235, 235), -1)
    cv2.fillConvexPoly(table, np.rint(transform_points(onto, DIGIT)).astype(np.int32), (40, 40, 40))
    seen = cv2.GaussianBlur(
        cv2.warpPerspective(table, ASLANT, (640, 640), borderMode=cv2.BORDER_REFLECT_101), (0, 0), soft
    )
    return np.clip(seen, 0, 255).astype(np.uint8), transform_points(ASLANT, top)


def found(picture: Image, quad: Points) -> list[Points]:
    return below(picture, [quad])


def below(picture: Image, quads: Sequence[Points], outline: Outline = SQUARE, stretched: float = 1.0) -> list[Points]:
    """What is found below these; ``stretched``: so much wider all things seem on the plane."""
    plane = Tabletop(np.diag([stretched, 1.0, 1.0]) @ np.linalg.inv(TO_PICTURE))
    return list(peeking(shown(picture), plane, quads, SIZE, outline))


@pytest.mark.parametrize(
    "below",
    [((40.0, 0.5, -0.5),), ((10.0, 2.5, 1.5),), ((40.0, 0.0, 1.0), (70.0, -1.0, 0.5)), ((25.0, 0, 0), (85.0, 1, -1))],
)
def test_as_many_tokens_are_told_as_peek_out_and_where_they_lie(below: Sequence[Lain]) -> None:
    there = found(*photograph(below))
    middles = sorted(tuple(quad.mean(0)) for quad in there)
    lain = sorted(tuple(transform_points(ASLANT, square(*one)).mean(0)) for one in below)
    assert len(there) == len(below)
    np.testing.assert_allclose(middles, lain, atol=1.5 * PX_PER_MM)


def test_below_a_token_that_lies_alone_there_is_none() -> None:
    assert found(*photograph(())) == []


def test_what_peeks_out_in_another_colour_is_none_of_them() -> None:
    assert found(*photograph(((45.0, 0.0, 0.0),), GREEN)) == []


def test_where_the_table_has_the_colour_of_the_tokens_nothing_is_told() -> None:
    picture, quad = photograph(((45.0, 0.0, 0.0),))
    red = np.full_like(picture, RED)
    red[:] = np.clip(red + np.random.default_rng(1).normal(0, 6, red.shape), 0, 255).astype(np.uint8)
    assert found(red, quad) == []


def test_the_tokens_of_piles_that_lie_beside_each_other_are_told_once_each() -> None:
    beside = ((20.0, 27.0, 0.0), (60.0, 27.5, 0.5), (0.0, 27.0, 0.0))
    picture, quad = photograph(beside)
    there = below(picture, [quad, transform_points(ASLANT, square(*beside[-1]))])
    lain = sorted(tuple(transform_points(ASLANT, square(*one)).mean(0)) for one in beside[:-1])
    np.testing.assert_allclose(sorted(tuple(one.mean(0)) for one in there), lain, atol=1.5 * PX_PER_MM)


@pytest.mark.parametrize("seed", range(6))
def test_what_two_tokens_show_is_not_held_for_one_between_them(seed: int) -> None:
    """Three tokens thrown on one another, of each of which some corners show."""
    rng = np.random.default_rng(seed)
    thrown = [(float(10 + 90 / 4 * (k + 1) + rng.uniform(-6, 6)), *rng.uniform(-2, 2, 2)) for k in range(3)]
    there = found(*photograph(thrown))
    lain = [transform_points(ASLANT, square(*one)).mean(0) for one in thrown]
    assert len(there) == len(lain)
    assert all(min(np.hypot(*(one.mean(0) - at)) for one in there) < 1.5 * PX_PER_MM for at in lain)


@pytest.mark.parametrize("stretched", [0.92, 1.08])
@pytest.mark.parametrize("below_it", [(), ((40.0, 0.5, -0.5),), ((40.0, 0.0, 1.0), (70.0, -1.0, 0.5))])
def test_tokens_below_others_are_told_where_the_table_s_plane_is_off_beneath_them(
    stretched: float, below_it: Sequence[Lain]
) -> None:
    picture, quad = photograph(below_it)
    assert len(below(picture, [quad], stretched=stretched)) == len(below_it)


def test_a_token_is_sought_about_the_middle_of_the_one_on_it_however_many_corners_its_outline_has_on_one_side() -> None:
    more = np.linspace(SQUARE.corners[0], SQUARE.corners[1], 30, endpoint=False)[1:]
    uneven = Outline(np.insert(SQUARE.corners, 1, more, axis=0), 360.0)
    picture, quad = photograph(((10.0, -1.0, 4.5),))
    assert len(below(picture, [quad], uneven)) == 1


@pytest.mark.parametrize("wide", [0.8, 1.0])
@pytest.mark.parametrize("aside", [(-1.16, 0.81), (-0.98, -0.17)])
def test_a_token_of_which_pale_sides_alone_show_is_told_in_a_soft_photograph(
    wide: float, aside: tuple[float, float]
) -> None:
    pale = ((150, 175, 200), wide)
    assert len(found(*photograph(((10.0, *aside),), pale=pale, soft=2.6))) == 1
    assert found(*photograph((), pale=pale, soft=2.6)) == []


@pytest.mark.parametrize("by", [45.0, 135.0, 225.0, 315.0])
def test_a_token_below_is_told_whichever_way_up_it_lies_though_but_one_of_its_corners_is_sharp(by: float) -> None:
    cut = np.array([[3.5, 0], [20.5, 0], [24, 3.5], [24, 24], [3.5, 24], [0, 20.5], [0, 3.5]]) - 12.0
    picture, quad = photograph(((10.0 + by, 0.5, -0.5),), outline=Outline(cut, 360.0))
    token = np.zeros((96, 96, 4), np.uint8)
    cv2.fillConvexPoly(token, np.rint((cut + 12.0) * 4).astype(np.int32), (*RED, 255))
    cv2.circle(token, (48, 48), 32, (235, 235, 235, 255), -1)
    cv2.fillConvexPoly(token, np.rint(DIGIT * 4).astype(np.int32), (40, 40, 40, 255))
    there = piled(*named(picture, quad, token, TO_PICTURE), [MILITARY])
    lain = transform_points(ASLANT, square(10.0 + by, 0.5, -0.5)).mean(0)
    np.testing.assert_allclose([one.quad.mean(0) for one in there], [lain], atol=PX_PER_MM)


@pytest.mark.parametrize(("wider", "higher"), [(0.9, 0.9), (1.12, 0.9)])
@pytest.mark.parametrize("below_it", [[], [(MILITARY, 60.5, 59.2, 50.0)]])
def test_tokens_below_one_that_was_found_a_mm_off_at_its_sides_are_told(
    wider: float, higher: float, below_it: list[Laid]
) -> None:
    picture, quads = laid_out([*below_it, (MILITARY, 60.0, 60.0, 20.0)], (120, 120))
    found_so = quads[-1].mean(0) + (quads[-1] - quads[-1].mean(0)) * np.array([wider, higher])
    there = piled(*named(picture, found_so, art(MILITARY), np.diag([SCALE, SCALE, 1.0])), [MILITARY])
    assert len(there) == len(below_it)


def named(picture: Image, quad: Points, token: Image, to_picture: Image) -> tuple[Table, list[Found], Library]:
    """A picture in which one token was found, by a library that has it only."""
    library = Library((Face(MILITARY, SIZE, (token.shape[1], token.shape[0]), encode_png(token)),), ())
    seen = shown(picture)
    table = Table(seen, Tabletop(np.linalg.inv(to_picture)), Templates(library), seen)
    return table, [Found(quad, (FaceProbability(MILITARY, 1.0),))], library
