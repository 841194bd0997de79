"""What stands out from a table: its outline is told in mm, whatever the table looks like, and nothing else is."""

import cv2
import numpy as np
import pytest

from companion.games.layout import TAG_SIDE, TAGS
from companion.twin.artist import Artist
from companion.twin.dealer import Dealer
from companion.twin.scenes import SCENES
from vision.geometry.lens_table import fit_table
from vision.geometry.markers import find_markers
from vision.stills.standing_out import standing_out

_TABLES = {"oak": (92, 140, 190), "cloth": (60, 96, 44), "slate": (70, 66, 62)}


def _table(colour: tuple[int, int, int], seed: int) -> np.ndarray:
    """1200 x 900 mm at 1 px a mm, with grain and a light that falls off."""
    rng = np.random.default_rng(seed)
    grain = cv2.GaussianBlur(rng.normal(0, 14, (900, 1200)).astype(np.float32), (0, 0), 6, sigmaY=1.5)
    light = np.linspace(0.8, 1.1, 1200)[None, :, None]
    return np.clip((np.array(colour, np.float32) + grain[..., None]) * light, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("name", _TABLES)
@pytest.mark.parametrize("angle", [0.0, 17.0, 88.0])
def test_a_thing_is_found_where_it_lies_and_the_table_is_not(name: str, angle: float) -> None:
    view = _table(_TABLES[name], 1)
    corners = cv2.boxPoints(((430.0, 390.0), (168.0, 127.0), angle))
    cv2.fillConvexPoly(view, np.rint(corners).astype(np.int32), (200, 225, 235))
    (quad,) = standing_out(view, [])
    assert np.allclose(quad.mean(0), (430, 390), atol=3)
    sides = sorted(np.linalg.norm(quad[k + 1] - quad[k]) for k in (0, 1))
    assert sides == pytest.approx([127, 168], abs=8)


def test_the_floor_beside_a_table_makes_nothing_of_its_rim() -> None:
    table = _table(_TABLES["oak"], 4)[:500]
    view = cv2.copyMakeBorder(table[:, 60:-60], 12, 12, 60, 60, cv2.BORDER_CONSTANT, value=(150, 160, 165))
    cv2.rectangle(view, (110, 330), (278, 457), (200, 225, 235), -1)
    view = np.clip(view + np.random.default_rng(4).normal(0, 3, view.shape), 0, 255).astype(np.uint8)
    (quad,) = (quad for quad in standing_out(view, []) if 70 < quad.mean(0)[0] < 1130)
    assert np.allclose(quad.mean(0), (194, 393), atol=3)


def test_what_is_known_is_not_told_again() -> None:
    view = _table(_TABLES["oak"], 2)
    known = np.array([[300, 300], [355, 300], [355, 380], [300, 380]], np.float64)
    cv2.fillConvexPoly(view, known.astype(np.int32), (240, 240, 240))
    assert len(standing_out(view, [])) == 1
    assert standing_out(view, [known]) == []


def test_on_a_checked_cloth_a_finely_drawn_thing_of_its_own_tones_is_found() -> None:
    rng = np.random.default_rng(3)
    rows, columns = np.indices((900, 1200)) // 62
    tones = np.array([(40, 40, 140), (90, 100, 170), (150, 180, 205)], np.float32)
    view = tones[rows % 2 + columns % 2] + rng.normal(0, 5, (900, 1200, 1))
    drawn = np.full((127, 168, 3), (150, 180, 205), np.float32)
    drawn[::9], drawn[:, ::11] = (70, 70, 120), (70, 70, 120)
    view[326:453, 346:514] = drawn
    cloth = np.clip(view, 0, 255).astype(np.uint8)
    found = [sorted(np.linalg.norm(quad[k + 1] - quad[k]) for k in (0, 1)) for quad in standing_out(cloth, [])]
    assert any(sides == pytest.approx([127, 168], abs=12) for sides in found)


@pytest.mark.parametrize("angle", [0.0, 83.0])
def test_a_thing_of_known_size_is_told_whole_though_a_cloth_has_the_colours_of_its_ends(angle: float) -> None:
    rng = np.random.default_rng(7)
    rows, columns = np.indices((500, 800)) // 62
    tones = np.array([(40, 40, 140), (90, 100, 170), (150, 180, 205)], np.float32)
    cloth = tones[rows % 2 + columns % 2]
    # 2 mm of its thickness are seen all around it.
    board, sides = np.full((98, 260, 3), (150, 180, 205), np.float32), np.array((60, 80, 95), np.float32)
    board[:, 70:200] = (150, 90, 30)
    board[:2], board[-2:], board[:, :2], board[:, -2:] = sides, sides, sides, sides
    lies = cv2.getRotationMatrix2D((130, 49), angle, 1.0)
    lies[:, 2] += 270, 180
    over = cv2.warpAffine(np.ones((98, 260), np.float32), lies, (800, 500))[..., None]
    view = cloth * (1 - over) + cv2.warpAffine(board, lies, (800, 500)) + rng.normal(0, 5, (500, 800, 1))
    view = np.clip(view * np.linspace(0.5, 1.1, 800)[None, :, None], 0, 255).astype(np.uint8)

    def told(sizes: list[tuple[float, float]]) -> list[np.ndarray]:
        return [quad for quad in standing_out(view, [], sizes) if np.ptp(quad, axis=0).max() > 200]

    assert told([]) == []
    (quad,) = told([(260.0, 98.0)])
    assert np.allclose(quad.mean(0), (400, 229), atol=4)
    assert sorted(np.linalg.norm(quad[k + 1] - quad[k]) for k in (0, 1)) == pytest.approx([98, 260], abs=1)


def test_a_size_makes_nothing_of_a_bare_table_and_nothing_of_pieces_that_are_known() -> None:
    bare = _table(_TABLES["oak"], 8)[200:700, 100:900]
    view = bare.copy()
    for left in (300, 365, 430, 495):
        cv2.rectangle(view, (left, 200), (left + 64, 298), (200, 225, 235), -1)
    cards = [np.array([[x, 200], [x + 65, 200], [x + 65, 298], [x, 298]], np.float64) for x in (300, 365, 430, 495)]
    assert len(standing_out(view, [], [(260.0, 98.0)])) == 1
    assert standing_out(view, cards, [(260.0, 98.0)]) == []
    assert standing_out(bare, [], [(260.0, 98.0)]) == []


def test_a_thing_whose_rims_a_window_makes_hardly_unlike_the_table_is_told_whole() -> None:
    view = _table(_TABLES["oak"], 6).astype(np.float32)
    cv2.rectangle(view, (330, 386), (498, 513), (106, 144, 181), -1)
    cv2.rectangle(view, (342, 405), (486, 494), (117, 153, 186), -1)
    (quad,) = standing_out(view.astype(np.uint8), [])
    sides = sorted(np.linalg.norm(quad[k + 1] - quad[k]) for k in (0, 1))
    assert sides == pytest.approx([127, 168], abs=8)


def test_on_a_checked_cloth_under_a_lamp_boards_that_nobody_has_enrolled_are_found_apart_from_the_cards() -> None:
    dealer = Dealer.in_scene(SCENES["cruel"], "seven_wonders", 3, 21, table="open")
    picture = Artist(dealer.world, SCENES["cruel"], 21, dealer.mats()).frame()
    square = np.array([[0, 0], [TAG_SIDE, 0], [TAG_SIDE, TAG_SIDE], [0, TAG_SIDE]], np.float64)
    tags = [(square, quad.astype(np.float64)) for tag, quad in find_markers(picture).items() if tag in TAGS]
    table = fit_table(tags, picture.shape[1::-1])
    assert table is not None
    found = standing_out(table.rectify(picture, (0.0, 0.0), (1520.0, 860.0), 1.0), [])
    sides = [sorted(np.linalg.norm(quad[k + 1] - quad[k]) for k in (0, 1)) for quad in found]
    assert sum(one == pytest.approx([98, 260], abs=14) for one in sides) == 3
    assert sum(one == pytest.approx([62, 97], abs=8) for one in sides) >= 3


@pytest.mark.parametrize("name", _TABLES)
def test_a_thing_smaller_than_a_card_is_told_only_where_such_a_size_is_looked_for(name: str) -> None:
    view = _table(_TABLES[name], 5)
    for x, y, width, height in ((300, 300, 22, 32), (500, 300, 32, 22), (700, 300, 14, 14)):
        cv2.rectangle(view, (x, y), (x + width - 1, y + height - 1), (200, 225, 235), -1)
    assert standing_out(view, []) == []
    found = sorted(tuple(np.rint(quad.mean(0))) for quad in standing_out(view, [], [(32.0, 22.0)]))
    assert len(found) == 2
    assert np.allclose(found, [(311, 316), (516, 311)], atol=2)
