"""Which of two faces lies there that are alike but for some figures."""

from functools import cache

import cv2
import numpy as np
import pytest

from companion.games.seven_wonders.proxies import PROXIES
from vision.geometry.image import Image, encode_png
from vision.recognition.library import Face, Library
from vision.sighting import FaceProbability
from vision.stills.occupancy import Table
from vision.stills.placing import shown
from vision.stills.scoring import Found
from vision.stills.tabletop import Tabletop
from vision.stills.templates import Templates
from vision.stills.told_apart import told_apart

SIDES = ("seven_wonders/board/giza/A", "seven_wonders/board/giza/B")
FIGURES = {SIDES[0]: "377", SIDES[1]: "254"}
PX_PER_MM = 3.0
SIZE = (120.0, 50.0)
"""mm: half a board's, for less is to be compared then."""


@cache
def printed(side: str) -> Image:
    """Both sides show the same, but for three figures of 7 mm."""
    frame = (round(SIZE[0] * PX_PER_MM), round(SIZE[1] * PX_PER_MM))
    picture = cv2.resize(PROXIES.picture(SIDES[0], PX_PER_MM)[..., :3], frame, interpolation=cv2.INTER_AREA)
    for place, figure in enumerate(FIGURES[side]):
        at = (round((0.2 + 0.28 * place) * picture.shape[1]), round(0.9 * picture.shape[0]))
        cv2.putText(picture, figure, at, cv2.FONT_HERSHEY_SIMPLEX, 0.9, (240, 240, 240), 2, cv2.LINE_AA)
    return picture


@cache
def templates() -> Templates:
    pictures = {side: printed(side) for side in SIDES}
    faces = (Face(side, SIZE, (one.shape[1], one.shape[0]), encode_png(one)) for side, one in pictures.items())
    return Templates(Library(tuple(faces), ()))


def lying(side: str) -> Table:
    """A photograph of a side, coins lying on it."""
    rng = np.random.default_rng(7)
    board = printed(side).astype(np.float32)
    for k in range(3):
        cv2.circle(board, (70 + 90 * k, 45), 33, (170, 175, 180), -1, cv2.LINE_AA)
    at = np.array([[0.95, 0.03, 60], [-0.02, 0.9, 80], [1e-5, 4e-5, 1.0]])
    to_picture = at @ np.diag([PX_PER_MM, PX_PER_MM, 1.0])
    seen = cv2.GaussianBlur(cv2.warpPerspective(board, at, (500, 320), borderValue=(70, 110, 160)), (0, 0), 0.8)
    picture = shown(np.clip(seen + rng.normal(0, 4, seen.shape), 0, 255).astype(np.uint8))
    table = Table(picture, Tabletop(np.linalg.inv(to_picture)), templates(), picture)
    table.claim(table.at(SIDES[0], to_picture))
    return table


@pytest.mark.parametrize("side", SIDES)
def test_of_two_sides_that_are_alike_but_for_figures_the_one_that_lies_there_is_told(side: str) -> None:
    table = lying(side)
    doubtful = tuple(FaceProbability(face, share) for face, share in zip(SIDES, (0.6, 0.4), strict=True))
    (told,) = told_apart(table, [Found(table.quad(table.accepted[0]), doubtful)], ())
    assert told.faces[0].face == side
    assert told.faces[0].probability > 0.97


def test_what_is_told_already_and_what_has_no_name_stay_as_they_are() -> None:
    table = lying(SIDES[1])
    quad = table.quad(table.accepted[0])
    found = [Found(quad, (FaceProbability(SIDES[0], 0.99), FaceProbability(SIDES[1], 0.01))), Found(quad + 9, ())]
    assert told_apart(table, found, ()) == found


def test_how_likely_it_is_none_of_them_stays_as_it_was() -> None:
    table = lying(SIDES[0])
    doubtful = tuple(FaceProbability(face, share) for face, share in zip(SIDES, (0.3, 0.2), strict=True))
    (told,) = told_apart(table, [Found(table.quad(table.accepted[0]), doubtful)], ())
    assert sum(one.probability for one in told.faces) == pytest.approx(0.5, abs=0.01)


def test_a_side_that_cells_deny_is_told_by_its_figures_if_it_fits_as_well_where_its_own_features_place_it() -> None:
    table = lying(SIDES[1])
    (claimed,) = table.accepted
    sure = Found(table.quad(claimed), (FaceProbability(SIDES[0], 0.9999), FaceProbability(SIDES[1], 0.0001)))
    there = table.at(SIDES[1], claimed.matrix)
    (told,) = told_apart(table, [sure], [claimed, there])
    assert told.faces[0].face == SIDES[1]
    assert told.faces[0].probability > 0.97
    elsewhere = there._replace(matrix=there.matrix @ np.array([[1.0, 0, 30], [0, 1, 0], [0, 0, 1]]))
    worse = there._replace(strength=0.7 * claimed.strength)
    assert told_apart(table, [sure], [claimed, elsewhere, worse]) == [sure]
