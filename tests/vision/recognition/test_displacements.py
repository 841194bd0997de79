"""Where a piece lies that was named roughly, and whether its print is there."""

from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import cv2
import numpy as np
import pytest

from vision.geometry.image import Image
from vision.geometry.plane import PX_PER_MM
from vision.geometry.pose import Pose
from vision.recognition.displacements import Named, Placing
from vision.sighting import FaceProbability

if TYPE_CHECKING:
    from vision.recognition.library import Library
    from vision.recognition.naming import Recogniser

_DARK, _LIGHT = (40, 40, 90), (110, 120, 175)
_WIDTH, _HEIGHT, _HEAD = 88, 136, 38
"""Pixels of a card, and of the dark head that it has: as high as a check of the cloth reaches over it."""
_POSE = Pose(60.0, 60.0, 0.0, _WIDTH / PX_PER_MM, _HEIGHT / PX_PER_MM)


def _card() -> Image:
    """A dark head with a resource in it, a lighter ground with a few things on it."""
    picture = np.full((_HEIGHT, _WIDTH, 3), _LIGHT, np.uint8)
    picture[:_HEAD] = _DARK
    cv2.circle(picture, (_WIDTH // 2, _HEAD // 2), 10, (150, 150, 150), -1)
    for x, y in ((20, 70), (60, 90), (30, 115), (70, 60), (50, 75)):
        cv2.rectangle(picture, (x, y), (x + 10, y + 6), (150, 160, 200), -1)
    return picture


def _cloth(*, card: bool) -> Image:
    """Where two checks of a cloth meet, in this picture at the height where a card's head would end."""
    sheet = np.full((240, 240, 3), _LIGHT, np.uint8)
    left, top = round(_POSE.x * PX_PER_MM - _WIDTH / 2), round(_POSE.y * PX_PER_MM - _HEIGHT / 2)
    sheet[: top + _HEAD] = _DARK
    if card:
        sheet[top : top + _HEIGHT, left : left + _WIDTH] = _card()
    noise = np.random.default_rng(1).normal(0, 3, sheet.shape)
    return np.asarray(np.clip(cv2.GaussianBlur(sheet, (0, 0), 1.2) + noise, 0, 255), np.uint8)


@pytest.mark.parametrize("card", [False, True])
def test_the_edge_of_a_check_is_not_the_print_of_a_card_with_a_dark_head(*, card: bool) -> None:
    library = cast("Library", SimpleNamespace(faces={"card": SimpleNamespace(image=_card)}))
    placing = Placing(library, cast("Recogniser", None))
    named = Named(_POSE, (FaceProbability("card", 0.999),))
    assert placing.shows_print(_cloth(card=card), named) is card
