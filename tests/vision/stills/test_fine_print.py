"""The fine print of a strip: which face explains it, where it lies, and when nothing is said."""

import cv2
import numpy as np
import pytest

from tests.vision.snapshots import Laid, camera, photograph, size_of
from tests.vision.stills.test_stills import CARDS, enrolled_cards
from vision.geometry.homography import transform_points
from vision.geometry.image import Image, encode_png
from vision.recognition.library import Face, Library
from vision.stills.columns import closer
from vision.stills.covered import open_part
from vision.stills.fine_print import ROUGH_PX_PER_MM, FinePrint, Reading, frame_of
from vision.stills.occupancy import Table
from vision.stills.placing import shown
from vision.stills.tabletop import Tabletop
from vision.stills.templates import Templates

SIZE = size_of(CARDS[0])
MATRIX = np.eye(3)
"""One pixel of the made-up photograph is a mm of the card."""


def card(face: str, share: float = 1.0) -> Image:
    """A card as it would be cut out of a photograph."""
    picture = enrolled_cards().faces[face].image()[..., :3]
    return np.asarray(cv2.resize(picture, frame_of(SIZE, share), interpolation=cv2.INTER_AREA))


def strip(rows: float = 0.2) -> Image:
    """The uppermost part of a card in sight."""
    free = np.zeros(frame_of(SIZE)[::-1], np.uint8)
    free[: round(rows * len(free))] = 1
    return free


def read(picture: Image, free: Image) -> Reading:
    said = FinePrint(enrolled_cards()).read(picture, free, SIZE, MATRIX, CARDS)
    assert said is not None
    return said


@pytest.mark.parametrize("face", [CARDS[k] for k in (0, 6, 11)])
def test_a_strip_in_other_light_is_explained_best_by_its_own_face(face: str) -> None:
    dim = (0.7 * card(face) + 12).astype(np.uint8)
    said = read(dim, strip())
    assert said.fits[0].face == face
    assert said.explained > 0.85
    assert said.shares[0][1] > 0.99


def test_what_is_covered_says_nothing() -> None:
    picture, below = card(CARDS[0]), round(0.2 * frame_of(SIZE)[1])
    picture[below:] = card(CARDS[9])[below:]
    assert read(picture, strip()).fits[0].face == CARDS[0]
    assert read(picture, 1 - strip()).fits[0].face == CARDS[9]


def test_where_a_strip_lies_is_found_though_it_was_cut_out_a_mm_beside() -> None:
    moved = np.array([[1, 0, 3], [0, 1, 2]], np.float32)
    picture: Image = cv2.warpAffine(card(CARDS[6]), moved, frame_of(SIZE), borderMode=cv2.BORDER_REPLICATE)
    fit = read(picture, strip()).fits[0]
    pixels = frame_of(SIZE)[0] / SIZE[0]
    assert fit.face == CARDS[6]
    assert (fit.matrix @ (SIZE[0] / 2, 8, 1))[:2] == pytest.approx((SIZE[0] / 2 + 3 / pixels, 8 + 2 / pixels), abs=0.3)


def test_where_a_strip_lies_is_told_by_what_is_in_sight_though_its_far_end_looks_out_a_little() -> None:
    wide, high = frame_of(SIZE)
    longer = np.array([[1, 0, 0], [0, 1.03, 0]], np.float32)
    picture: Image = cv2.warpAffine(card(CARDS[6]), longer, (wide, high), borderMode=cv2.BORDER_REPLICATE)
    free = strip()
    free[-14:, :14] = 1
    fit = read(picture, free).fits[0]
    assert fit.face == CARDS[6]
    assert (fit.matrix @ (SIZE[0] / 2, 8, 1))[:2] == pytest.approx((SIZE[0] / 2, 8 * 1.03), abs=0.5)


def test_a_sliver_beside_what_covers_a_card_says_nothing() -> None:
    """It may as well be the table's, where the place is a little off."""
    picture, free = card(CARDS[6]), strip()
    sliver = np.s_[:, -round(3.0 * frame_of(SIZE)[0] / SIZE[0]) :]
    picture[sliver][len(free) // 4 :] = 70
    free[sliver] = 1
    assert read(picture, free).area == pytest.approx(read(picture, strip()).area, rel=0.02)


def test_as_much_of_a_strips_brim_is_left_out_above_as_below_and_left_as_right() -> None:
    free = np.zeros_like(strip())
    free[20:60, 30:110] = 1
    there = read(card(CARDS[0]), free).there
    high, wide = there.shown.shape
    assert (there.at[0] - 30, there.at[1] - 20) == (110 - there.at[0] - wide, 60 - there.at[1] - high)


def test_of_too_little_nothing_is_said() -> None:
    assert FinePrint(enrolled_cards()).read(card(CARDS[0]), strip(0.03), SIZE, MATRIX, CARDS) is None


def test_a_cards_upper_edge_is_found_in_what_lies_above_another() -> None:
    rows, plain = 20, round(12 * ROUGH_PX_PER_MM)
    region = np.full((plain + rows, card(CARDS[6], 0.4).shape[1] + 8, 3), 70, np.uint8)
    region[plain:, 4:-4] = card(CARDS[6], 0.4)[:rows]
    first = FinePrint(enrolled_cards()).begins(region, SIZE, CARDS)[0]
    assert first.faces[0] == CARDS[6]
    assert (first.right, first.down) == pytest.approx((4 / ROUGH_PX_PER_MM, 12.0), abs=1.1)


TIPS = {"one": ((27.2, 27.8),), "eleven": ((26.2, 26.8), (28.2, 28.8))}
"""Of two figures what shows of them above the card on top: the strokes' left and right edges, in mm."""


def plain_but_for(figure: str, px_per_mm: int = 5) -> Image:
    """A card with a dark border, two laurels, and little of a white figure between them."""
    wide, high = (round(side * px_per_mm) for side in SIZE)
    print_ = np.full((high, wide, 3), (140, 90, 50), np.uint8)
    cv2.rectangle(print_, (0, 0), (wide - 1, high - 1), (30, 30, 30), 5 * px_per_mm)
    for middle in (19, 36):
        cv2.circle(print_, (middle * px_per_mm, 16 * px_per_mm), 4 * px_per_mm, (60, 160, 130), px_per_mm)
    for left, right in TIPS[figure]:
        print_[14 * px_per_mm : 15 * px_per_mm, round(left * px_per_mm) : round(right * px_per_mm)] = 235
    return print_


@pytest.mark.parametrize("figure", TIPS)
@pytest.mark.parametrize("blur", [0.95, 1.2])
def test_the_tip_of_a_thin_figure_tells_two_prints_apart_in_a_soft_photograph(figure: str, blur: float) -> None:
    faces = tuple(Face(name, SIZE, (275, 400), encode_png(plain_but_for(name))) for name in TIPS)
    sharp = cv2.resize(plain_but_for(figure), frame_of(SIZE), interpolation=cv2.INTER_AREA)
    grain = np.random.default_rng(3).normal(0, 10, sharp.shape)
    soft = np.clip(cv2.GaussianBlur(sharp, (0, 0), blur) + grain, 0, 255).astype(np.uint8)
    said = FinePrint(Library(faces, ())).read(soft, strip(0.215), SIZE, MATRIX, [*TIPS])
    assert said is not None
    assert said.fits[0].face == figure
    assert said.shares[0][1] > 0.99


def test_what_a_quad_covers_is_not_open() -> None:
    over = np.array([[0, 10], [SIZE[0], 10], [SIZE[0], SIZE[1]], [0, SIZE[1]]], float)
    free = open_part(MATRIX, SIZE, (50, 100), [over])
    edge = round(10 / SIZE[1] * 100)
    assert free[: edge - 1].all()
    assert not free[edge + 1 :].any()


@pytest.mark.parametrize("off", [0.0, 2.5, 4.0])
def test_a_strip_that_lies_beside_where_it_was_looked_for_is_cut_out_anew(off: float) -> None:
    laid: list[Laid] = [(CARDS[4], 200, 110.0, 0.0), (CARDS[1], 200, 121.0, 0.0)]
    picture, quads = photograph(laid, (400, 330), 8.0)
    to_picture = camera(8.0, (200.0, 165.0))
    table = Table(shown(picture), Tabletop(np.linalg.inv(to_picture)), Templates(enrolled_cards()), shown(picture))
    beside = to_picture @ np.array([[1, 0, 200 - 27.5 + off], [0, 1, 110 - 40.0 - 0.6 * off], [0, 0, 1]])
    read = closer(table, beside, CARDS, [quads[1]])
    assert read is not None
    corner = transform_points(read.fits[0].matrix, np.zeros((1, 2)))
    assert read.fits[0].face == CARDS[4]
    assert np.hypot(*(table.plane.on_table(corner) - table.plane.on_table(quads[0][:1])).T)[0] < 0.8
