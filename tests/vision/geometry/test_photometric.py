"""Light taken out of two pictures of one view: smooth changes whole, what was laid not at all."""

import cv2
import numpy as np
import pytest

from vision.geometry.image import Image
from vision.geometry.photometric import brighter, light_between, quadratic_light, relit, unlit

SHAPE = (120, 180)


def ground() -> Image:
    rng = np.random.default_rng(2)
    return np.asarray(np.clip(cv2.GaussianBlur(rng.normal(110, 60, (*SHAPE, 3)), (0, 0), 3), 30, 200), np.uint8)


def lamp() -> Image:
    return np.asarray(np.linspace(0.8, 1.15, SHAPE[1])[None, :, None] * np.array([0.95, 1.0, 1.05]), np.float32)


def lit(image: Image) -> Image:
    return np.asarray(np.clip(image * lamp(), 0, 255), np.uint8)


def test_the_lamp_that_changed_is_found_though_a_card_was_laid_meanwhile() -> None:
    before = ground()
    after = lit(before)
    after[40:80, 60:95] = (30, 200, 240)
    light = light_between(after, before)
    away = np.ones(SHAPE, bool)
    away[30:90, 50:105] = False
    assert np.abs(light / lamp() - 1)[away].max() < 0.08
    assert np.abs(light / lamp() - 1).mean() < 0.03


def test_what_is_relit_and_unlit_again_is_as_it_was() -> None:
    picture = ground()
    light = np.broadcast_to(lamp(), picture.shape).astype(np.float32)
    assert np.abs(unlit(relit(picture, light), light).astype(int) - picture).max() <= 2


def test_the_same_light_is_no_change() -> None:
    grey = ground()[..., 0].astype(np.float32)
    assert brighter(grey, grey) == pytest.approx(np.ones(SHAPE), abs=1e-5)
    assert light_between(ground(), ground()) == pytest.approx(np.ones((*SHAPE, 3)), abs=1e-5)


def test_an_arm_over_a_third_of_a_grey_frame_is_not_taken_for_light() -> None:
    before = ground()[..., 1].astype(np.float32)
    after = before * 1.2
    after[:, :60] = 20
    assert np.median(np.abs(brighter(after, before)[:, 100:] - 1.2)) < 0.03


def test_a_quadratic_surface_is_found_though_most_of_a_corner_changed() -> None:
    v, u = np.mgrid[0:120, 0:180].astype(np.float32)
    smooth = 0.2 + 0.3 * (u / 180 - 0.5) - 0.4 * (v / 120 - 0.5) ** 2
    ratio = np.repeat(smooth[..., None], 3, axis=2)
    ratio[60:, 90:] += np.array([0.9, -0.8, 0.4], np.float32)
    found = quadratic_light(ratio, np.ones_like(ratio))
    assert np.abs(found - smooth[..., None]).max() < 0.06
