"""Single photographs with no history: every piece is found and named, wherever and however it lies."""

from functools import cache

import cv2
import numpy as np
import pytest

from companion.games.architects.facts import FACTS
from tests.vision.snapshots import STRANGER, Laid, enrolled, photograph
from vision.image import Image, Points
from vision.stills import Found, StillReader

CARDS = FACTS.card_face_ids


@cache
def reader() -> StillReader:
    return StillReader(enrolled([*CARDS, "architects/back/giza", "architects/back/rhodes"]))


def worst_corner(found: Found, quad: Points) -> float:
    """The worst corner's distance as a share of the piece's height."""
    return float(np.hypot(*(found.quad - quad).T).max() / np.hypot(*(quad[3] - quad[0])))


def missing(found: tuple[Found, ...], laid: list[Laid], quads: list[Points], tolerance: float = 0.04) -> list[str]:
    """The faces of the pieces that were not found under their name and in their place."""
    return [
        piece[0]
        for piece, quad in zip(laid, quads, strict=True)
        if not any(one.faces and one.faces[0].face == piece[0] and worst_corner(one, quad) < tolerance for one in found)
    ]


@pytest.mark.parametrize("tilt", [0.0, 25.0])
def test_pieces_that_lie_apart_are_all_found_whichever_way_they_are_turned(tilt: float) -> None:
    laid = [(CARDS[k], 80 + 95.0 * (k % 4), 80 + 105.0 * (k // 4), 47.0 * k) for k in range(8)]
    picture, quads = photograph(laid, (450, 270), tilt)
    found = reader().read(picture)
    assert missing(found, laid, quads, 0.02) == []
    assert len(found) == len(laid)


def test_a_piece_and_the_one_that_half_covers_it_are_both_found() -> None:
    laid = [
        (CARDS[0], 90.0, 90.0, 10.0),
        (CARDS[4], 118.0, 96.0, 16.0),
        (CARDS[7], 230.0, 90.0, 200.0),
        (CARDS[9], 228.0, 128.0, 195.0),
    ]
    picture, quads = photograph(laid, (320, 220), 12.0)
    assert missing(reader().read(picture), laid, quads) == []


def test_fanned_cards_are_found_by_their_header_strips() -> None:
    faces = [CARDS[k] for k in (0, 6, 8, 2, 11)]
    laid = [(face, 80.0, 60.0 + 17.0 * k, 1.5 * (-1) ** k) for k, face in enumerate(faces)]
    picture, quads = photograph(laid, (160, 200), 8.0)
    assert missing(reader().read(picture), laid, quads, 0.12) == []


def test_what_is_not_enrolled_is_a_piece_without_a_name() -> None:
    laid = [(CARDS[0], 60.0, 70.0, 5.0), (STRANGER, 160.0, 70.0, -8.0), (CARDS[3], 255.0, 70.0, 90.0)]
    picture, quads = photograph(laid, (320, 150))
    found = reader().read(picture)
    assert sorted(one.faces[0].face for one in found if one.faces) == sorted((CARDS[0], CARDS[3]))
    nameless = [one for one in found if not one.faces]
    assert len(nameless) == 1
    assert nameless[0].quad.mean(0) == pytest.approx(quads[1].mean(0), abs=6)


def test_a_bare_table_holds_no_piece() -> None:
    picture, _ = photograph([], (300, 200))
    assert reader().read(picture) == ()


@pytest.mark.parametrize("turn", [0.0, 33.0, 180.0, 290.0])
def test_a_picture_of_one_piece_with_a_little_of_the_table_around_it(turn: float) -> None:
    laid = [(CARDS[5], 70.0, 70.0, turn)]
    picture, quads = photograph(laid, (140, 140), 15.0)
    low, high = (quads[0].min(0) - 14).astype(int), (quads[0].max(0) + 14).astype(int)
    crop = picture[max(low[1], 0) : high[1], max(low[0], 0) : high[0]]
    (found,) = reader().read(crop)
    assert found.faces[0].face == CARDS[5]
    assert worst_corner(found, quads[0] - np.maximum(low, 0)) < 0.03


def test_a_piece_that_fills_the_picture() -> None:
    picture, quads = photograph([(CARDS[10], 60.0, 60.0, 0.0)], (120, 120))
    (left, top), (right, bottom) = quads[0].min(0).astype(int), quads[0].max(0).astype(int)
    (found,) = reader().read(picture[top:bottom, left:right])
    assert found.faces[0].face == CARDS[10]


def test_expected_faces_are_the_only_ones_named() -> None:
    laid = [(CARDS[0], 60.0, 70.0, 5.0), (CARDS[3], 160.0, 70.0, 90.0)]
    found = reader().read(photograph(laid, (220, 150))[0], [CARDS[3], CARDS[4]])
    assert [one.faces[0].face for one in found if one.faces] == [CARDS[3]]


@pytest.mark.parametrize("factor", [0.7, 2.2])
def test_corners_are_said_in_the_pictures_own_pixels(factor: float) -> None:
    laid = [(CARDS[k], 80 + 95.0 * k, 80.0, 20.0 * k) for k in range(3)]
    picture, quads = photograph(laid, (400, 160))
    resized: Image = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    assert missing(reader().read(resized), laid, [quad * factor for quad in quads]) == []
