"""Tokens below others show by their corners; a token alone, and what is of another colour, shows none."""

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from vision.geometry.homography import rectangle, transform_points
from vision.geometry.image import Image, Points
from vision.stills.outlines import Outline
from vision.stills.peeking import peeking
from vision.stills.placing import shown
from vision.stills.tabletop import Tabletop

SIZE = (24.0, 24.0)
SQUARE = Outline(rectangle(SIZE) - 12.0, 90.0)
ASLANT = np.array([[0.95, 0.04, 60], [-0.05, 0.9, 90], [-4e-5, 8e-5, 1.0]])
PX_PER_MM = 5.0
RED, GREEN = (50, 60, 215), (70, 190, 60)
Lain = tuple[float, float, float]


def square(turn: float, x: float, y: float) -> Points:
    """Corners in pixels before the table is seen aslant; ``x``, ``y``: mm from the middle of the picture."""
    angle = np.deg2rad(turn)
    across = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    return np.asarray(PX_PER_MM * ((rectangle(SIZE) - 12.0) @ across + np.array([60.0 + x, 60.0 + y])))


def photograph(below: Sequence[Lain], colour: tuple[int, int, int] = RED) -> tuple[Image, Points]:
    """A mottled table with squares (turn, mm aside) of a colour under a red one; the corners of that."""
    rng = np.random.default_rng(4)
    table = cv2.resize(rng.normal((70, 110, 160), 5, (75, 75, 3)), (600, 600)).astype(np.float32)
    for lying in below:
        cv2.fillConvexPoly(table, np.rint(square(*lying)).astype(np.int32), colour)
    top = square(10.0, 0.0, 0.0)
    cv2.fillConvexPoly(table, np.rint(top).astype(np.int32), RED)
    cv2.circle(table, (300, 300), 40, (235, 235, 235), -1)
    seen = cv2.GaussianBlur(
        cv2.warpPerspective(table, ASLANT, (640, 640), borderMode=cv2.BORDER_REFLECT_101), (0, 0), 1
    )
    return np.clip(seen, 0, 255).astype(np.uint8), transform_points(ASLANT, top)


def found(picture: Image, quad: Points) -> list[Points]:
    return below(picture, [quad])


def below(picture: Image, quads: Sequence[Points]) -> list[Points]:
    plane = Tabletop(np.linalg.inv(ASLANT @ np.diag([PX_PER_MM, PX_PER_MM, 1.0])))
    return list(peeking(shown(picture), plane, quads, SIZE, SQUARE))


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
