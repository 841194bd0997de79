"""Coins of which no box holds a picture are told by their metal, alone and on one another, also in warm light."""

from collections import Counter

import cv2
import numpy as np
import pytest

from companion.art.proxy_set import proxies_with
from tests.vision.token_views import Piece, heap
from vision.geometry.image import Image
from vision.geometry.plane import PX_PER_MM
from vision.sighting import Coin
from vision.tokens.metal import find_metal

SILVER, GOLD, RED = "seven_wonders/coin/1", "seven_wonders/coin/3", "seven_wonders/token/conflict_5"
GREY = "seven_wonders/token/conflict_minus_1"
COINS = (Coin(SILVER, 22.0, golden=False), Coin(GOLD, 27.0, golden=True))
WARM = (0.69, 0.85, 1.0)
LIGHTS = ((1.0, 1.0, 1.0), WARM)
"""By blue, green and red: white light, and that of a warm lamp."""


def piece(face: str) -> Piece:
    return face, proxies_with(face).picture(face, 6.0), proxies_with(face).size_mm(face)[0]


@pytest.mark.parametrize("light", LIGHTS)
@pytest.mark.parametrize("seed", range(3))
def test_coins_are_counted_by_their_metal_and_a_red_token_is_none(light: tuple[float, ...], seed: int) -> None:
    there = (SILVER, GOLD, SILVER, RED, GOLD, SILVER)
    view = heap([piece(face) for face in there], np.random.default_rng(seed), PX_PER_MM, "mat", None, hard=0.1)
    picture = np.clip(view.picture * np.array(light), 0, 255).astype(np.uint8)
    found = find_metal(picture, PX_PER_MM, COINS)
    assert Counter(face for face, _, _ in found.coins) == Counter(face for face in there if face != RED)
    for face, disc, _ in found.coins:
        assert min(np.hypot(disc.x - one.x, disc.y - one.y) for one in view.pieces if one.face == face) < 3


def lying(*tokens: tuple[str, int], ground: Image | None = None) -> Image:
    """Tokens on brown wood or another ground, each this far (px) from the left, on those before it."""
    picture = np.full((200, 400, 3), (70, 110, 160), np.uint8) if ground is None else ground
    for face, x in tokens:
        _, look, across = piece(face)
        side = round(across * PX_PER_MM)
        small = cv2.resize(look, (side, side), interpolation=cv2.INTER_AREA)
        there = picture[100 - side // 2 :, x - side // 2 :][:side, :side]
        seen = small[..., 3:] / 255
        there[:] = (there * (1 - seen) + small[..., :3] * seen).astype(np.uint8)
    return cv2.GaussianBlur(picture, (0, 0), 0.8)


@pytest.mark.parametrize("x", [200, 225, 250])
def test_a_grey_token_beside_a_coin_or_partly_under_it_is_none(x: int) -> None:
    found = find_metal(lying((GREY, x), (SILVER, 80), (GOLD, 290)), PX_PER_MM, COINS)
    assert Counter(face for face, _, _ in found.coins) == Counter((SILVER, GOLD))


@pytest.mark.parametrize(
    ("paint", "beside", "across", "shade"),
    [
        ((120, 150, 160), 1, 26, 30),
        ((120, 150, 160), 5, 26, 30),
        ((150, 160, 160), 1, 25, 60),
        ((150, 160, 160), 3, 24, 80),
    ],
)
def test_a_coin_with_a_shadow_that_is_as_round_and_larger_is_a_coin(
    paint: tuple[int, int, int], beside: int, across: int, shade: int
) -> None:
    """On the pale paint of a board, in one hard light; the shadow may be as clear as the coin's rim."""
    board = np.full((200, 400, 3), paint, np.uint8)
    cv2.circle(board, (200 + beside, 101), across, tuple(colour - shade for colour in paint), -1, cv2.LINE_AA)
    found = find_metal(lying((SILVER, 200), ground=board), PX_PER_MM, COINS)
    assert [face for face, _, _ in found.coins] == [SILVER]


@pytest.mark.parametrize("scale", [1.0, 1.01, 1.02])
def test_a_golden_coin_with_a_shadow_on_a_red_sky_is_one_also_where_the_scale_is_not_exact(scale: float) -> None:
    sky = np.full((200, 400, 3), (150, 175, 230), np.uint8)
    board = sky.copy()
    cv2.circle(board, (200, 97), 31, (50, 80, 120), -1, cv2.LINE_AA)
    picture = cv2.resize(lying((GOLD, 200), ground=board), None, fx=scale, fy=scale)
    found = find_metal(picture, PX_PER_MM, COINS, cv2.resize(sky, picture.shape[1::-1]))
    assert [face for face, _, _ in found.coins] == [GOLD]


@pytest.mark.parametrize("brighter", [2.0, 3.0])
def test_coins_beside_a_window_are_told_by_their_metal_where_the_picture_is_burnt_out(brighter: float) -> None:
    seen = np.clip(lying((SILVER, 80), (GOLD, 200)) * (brighter * np.array((0.85, 0.95, 1.0))), 0, 255)
    found = find_metal(seen.astype(np.uint8), PX_PER_MM, COINS)
    assert Counter(face for face, _, _ in found.coins) == Counter((SILVER, GOLD))


def test_a_coin_that_lies_in_the_middle_of_a_larger_one_is_counted() -> None:
    found = find_metal(lying((GOLD, 200), (SILVER, 200)), PX_PER_MM, COINS)
    assert [face for face, _, _ in found.coins] == [SILVER]


def test_a_golden_dome_printed_on_a_board_is_no_coin() -> None:
    """Its outline is round and as large, but no clearer than what else is printed there."""
    picture = np.full((200, 400, 3), (45, 88, 100), np.uint8)
    cv2.circle(picture, (200, 100), 23, (45, 150, 190), -1, cv2.LINE_AA)
    for angle in np.pi * np.arange(6) / 6:
        x, y = int(60 * np.cos(angle)), int(60 * np.sin(angle))
        cv2.line(picture, (200 - x, 100 - y), (200 + x, 100 + y), (20, 70, 90), 1, cv2.LINE_AA)
    assert find_metal(cv2.GaussianBlur(picture, (0, 0), 0.8), PX_PER_MM, COINS).coins == ()


@pytest.mark.parametrize("face", ["seven_wonders/back/age_1", "seven_wonders/back/age_2", "seven_wonders/back/age_3"])
def test_a_pale_disc_printed_on_the_back_of_a_card_is_no_golden_coin(face: str) -> None:
    """Under a warm lamp; in white light it has hardly any colour, and looks as a silver coin does."""
    proxies = proxies_with(face)
    width, height = (round(side * PX_PER_MM) for side in proxies.size_mm(face))
    picture = np.full((height + 60, width + 60, 3), (70, 110, 160), np.uint8)
    back = cv2.resize(proxies.picture(face, 6.0), (width, height), interpolation=cv2.INTER_AREA)
    picture[30:-30, 30:-30] = back[..., :3]
    seen = cv2.GaussianBlur(picture, (0, 0), 0.8) * np.array(WARM)
    assert find_metal(seen.astype(np.uint8), PX_PER_MM, COINS).coins == ()


def test_a_wreath_printed_in_greens_and_greys_is_no_coin() -> None:
    picture = np.full((200, 400, 3), (40, 56, 42), np.uint8)
    for radius, colour in ((19, (62, 100, 84)), (13, (52, 56, 56))):
        cv2.circle(picture, (200, 100), radius, colour, -1, cv2.LINE_AA)
    cv2.putText(picture, "3", (194, 108), cv2.FONT_HERSHEY_SIMPLEX, 0.7, (120, 128, 128), 2, cv2.LINE_AA)
    assert find_metal(cv2.GaussianBlur(picture, (0, 0), 0.8), PX_PER_MM, COINS).coins == ()


def test_where_nothing_but_a_printed_pattern_lies_there_is_no_coin() -> None:
    rng = np.random.default_rng(4)
    picture = cv2.GaussianBlur(rng.integers(0, 255, (300, 500, 3), dtype=np.uint8), (0, 0), 6)
    picture = cv2.normalize(picture, picture.copy(), 30, 220, cv2.NORM_MINMAX)
    assert find_metal(picture, PX_PER_MM, COINS).coins == ()
