"""Coins and conflict tokens of our own drawing are told in bright light and in the shade, whichever way they lie."""

from collections.abc import Sequence

import cv2
import numpy as np
import pytest

from tests.vision.names.painted import PRINTS
from vision.geometry.image import Image
from vision.names.letters import Letters, Line
from vision.names.rounds import DENSITY, Tokens, find_coins, find_tokens

TOKENS = Tokens(PRINTS.victories, PRINTS.defeat)
LETTERS = Letters("0123456789")
RED, PALE, BLACK = (40, 40, 215), (232, 238, 240), (22, 20, 18)
LIT = (1.0, 0.35)
"""In good light, and in the shade of a hand."""


def table(light: float, shaded_from: int = 0) -> Image:
    """A board's sky at dusk, 90 x 45 mm."""
    picture = np.full((round(45 * DENSITY), round(90 * DENSITY), 3), (120, 70, 50), np.float64)
    return lit(picture, light, shaded_from)


def lit(picture: Image, light: float, shaded_from: int = 0) -> Image:
    """The picture with the light on its right part, and the grain of a camera's chip."""
    picture = picture.astype(np.float64)
    picture[:, shaded_from:] *= light
    picture += np.random.default_rng(3).normal(0, 2, picture.shape)
    return np.clip(picture, 0, 255).astype(np.uint8)


def token(picture: Image, worth: int, middle: tuple[float, float]) -> None:
    """A defeat's octagon or a victory's red square on black, each with its number on a pale disc."""
    across = PRINTS.defeat if worth < 0 else PRINTS.victories[worth]
    radius, centre = across / 2 * DENSITY, np.array(middle) * DENSITY
    corners = 8 if worth < 0 else 4
    angles = (np.arange(corners) + 0.5) * 2 * np.pi / corners
    outline = centre + radius * np.column_stack([np.cos(angles), np.sin(angles)])
    if worth > 0:
        x, y = (centre - 1.15 * radius).round().astype(int).tolist()
        cv2.rectangle(
            picture, (x, y - round(radius / 2)), (x + round(2.3 * radius), y + round(2.3 * radius)), BLACK, -1
        )
    cv2.fillPoly(picture, [outline.round().astype(np.int32)], RED, cv2.LINE_AA)
    at = (round(centre[0]), round(centre[1]))
    cv2.circle(picture, at, round(radius * (0.6 if worth < 0 else 0.5)), PALE, -1, cv2.LINE_AA)
    colour, said = (RED if worth < 0 else BLACK), str(worth)
    scale = radius / 45
    width, height = cv2.getTextSize(said, cv2.FONT_HERSHEY_SIMPLEX, scale, 3)[0]
    cv2.putText(picture, said, (at[0] - width // 2, at[1] + height // 2), 0, scale, colour, 3, cv2.LINE_AA)


@pytest.mark.parametrize("light", LIT)
def test_conflict_tokens_are_told_in_any_light(light: float) -> None:
    picture = table(1.0)
    for place, worth in enumerate((-1, 5, 3, -1)):
        token(picture, worth, (12.0 + 22.0 * place, 22.0))
    # Two of them lie in the shade.
    found = find_tokens(lit(picture, light, picture.shape[1] // 2), TOKENS, LETTERS)
    assert sorted(one.value or 0 for one in found) == [-1, -1, 3, 5]
    assert min(one.sure for one in found) > 0.9


class Counted(Letters):
    """Counts the numbers that are read."""

    read_in_all = 0

    def read(self, lines: Sequence[Image]) -> list[Line]:
        self.read_in_all += 1
        return super().read(lines)


def test_no_number_is_read_of_what_lies_on_a_token_that_fits_better() -> None:
    picture = table(1.0)
    for place, worth in enumerate((-1, 5, 3)):
        token(picture, worth, (12.0 + 22.0 * place, 22.0))
    letters = Counted("0123456789")
    assert sorted(one.value or 0 for one in find_tokens(picture, TOKENS, letters)) == [-1, 3, 5]
    assert letters.read_in_all <= 24, "these three are found 36 times, by other reds and gaps"


@pytest.mark.parametrize("light", LIT)
def test_silver_coins_are_found_in_any_light_and_roofs_are_none(light: float) -> None:
    picture = table(1.0)
    rng = np.random.default_rng(5)
    for middle in ((15.0, 22.0), (45.0, 22.0)):
        at, radius = (round(middle[0] * DENSITY), round(middle[1] * DENSITY)), PRINTS.coins[1][0] / 2 * DENSITY
        relief = cv2.GaussianBlur(rng.normal(0, 1, picture.shape[:2]), (0, 0), 4)
        metal = np.clip(175 + 38 * relief / relief.std(), 0, 255)
        mask = np.zeros(picture.shape[:2], np.uint8)
        cv2.circle(mask, at, round(radius), 1, -1)
        picture[mask > 0] = metal[mask > 0][:, None]
    # As large and as round, in red and white.
    checked = np.indices(picture.shape[:2]).sum(0) // 9 % 2
    mask = np.zeros(picture.shape[:2], np.uint8)
    cv2.circle(mask, (round(75 * DENSITY), round(22 * DENSITY)), round(radius), 1, -1)
    picture[mask > 0] = np.where(checked[..., None], (60, 70, 190), (215, 220, 225))[mask > 0]
    found = find_coins(lit(picture, light), PRINTS.coins)
    assert sorted(round(float(one.middle[0]) / DENSITY / 15) for one in found) == [1, 3]
    assert all(one.value == 1 for one in found)
