"""What is new beside the quiet table, and where its sides run: whatever the light did."""

import cv2
import numpy as np
import pytest

from vision.geometry.changes import compared, prepare
from vision.geometry.homography import rectangle
from vision.geometry.image import Image, Points
from vision.geometry.sides import closely, refine

SHAPE = (480, 640)
CARD = (rectangle((110, 160)) @ np.array([[0.97, 0.24], [-0.24, 0.97]])) + (260, 140)


def table(seed: int, light: float = 1.0, card: Points | None = None) -> Image:
    grain = cv2.GaussianBlur(np.random.default_rng(1).normal(0, 40, (*SHAPE, 3)), (0, 0), 2)
    image = np.array([70, 110, 140]) + grain
    if card is not None:
        large = np.zeros((8 * SHAPE[0], 8 * SHAPE[1]), np.uint8)
        cv2.fillConvexPoly(large, np.round(8 * card - 0.5).astype(np.int32), 255)
        cover = cv2.resize(large, SHAPE[::-1], interpolation=cv2.INTER_AREA)[..., None] / 255
        image = image * (1 - cover) + np.array([200, 190, 60]) * cover
    lamp = light * np.linspace(1.05, 0.9, SHAPE[1])[None, :, None] if light != 1 else 1.0
    noise = np.random.default_rng(seed).normal(0, 2, image.shape)
    return np.asarray(np.clip(cv2.GaussianBlur(image * lamp, (0, 0), 0.7) + noise, 0, 255), np.uint8)


@pytest.mark.parametrize("light", [0.7, 1.0, 1.25])
def test_another_light_alone_is_no_change(light: float) -> None:
    pictures = compared(prepare(table(2)), table(3, light))
    assert pictures is None or float((pictures.change > 1).mean()) < 0.002


@pytest.mark.parametrize("light", [0.8, 1.15])
def test_a_card_is_the_change_in_any_light_and_its_corners_are_found_to_half_a_pixel(light: float) -> None:
    pictures = compared(prepare(table(2)), table(3, light, CARD))
    assert pictures is not None
    inside = np.zeros(pictures.change.shape, np.uint8)
    cv2.fillConvexPoly(inside, np.round(CARD / 2).astype(np.int32), 1)
    assert (pictures.change[inside > 0] > 1).mean() > 0.9
    rough = CARD + np.array([[4, -3], [-3, 4], [4, 3], [-4, -2]])
    found, borne_out = closely(pictures, refine(pictures, rough[None])[0])
    assert np.abs(found[0] - CARD).max() < 0.7
    assert borne_out.min() > 0.5
