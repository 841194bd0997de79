"""A place cut out of a photograph, and the prints that are brought home on it."""

from functools import cache

import cv2
import numpy as np
import pytest

from tests.vision.stills.test_fine_print import SIZE, card
from tests.vision.stills.test_stills import CARDS
from vision.geometry.image import Image
from vision.stills import cut_out
from vision.stills.cut_out import CutOut, Lab, softened
from vision.stills.fine_print import frame_of


def lab(picture: Image) -> Lab:
    return np.asarray(cv2.cvtColor(picture.astype(np.float32) / 255, cv2.COLOR_BGR2LAB))


@cache
def prints() -> list[Lab]:
    return [lab(card(CARDS[k])) for k in (0, 2, 6, 8, 11)]


@cache
def softened_prints() -> list[Image]:
    return [softened(np.ascontiguousarray(print_[..., 0])) for print_ in prints()]


def strip(open_: tuple[slice, slice]) -> CutOut:
    """A strip of the third of these cards, 2 pixels off to the right, of which a part is in sight."""
    moved: Image = cv2.warpAffine(prints()[2], np.array([[1, 0, 2], [0, 1, 0]], np.float32), frame_of(SIZE))
    shown = np.zeros((40, frame_of(SIZE)[0]), bool)
    shown[open_] = True
    return CutOut(moved[:40], shown, (0, 0))


@pytest.mark.parametrize("open_", [np.s_[:, :], np.s_[4:30, 20:90]])
@pytest.mark.parametrize("at_once", [1, 10**6])
def test_prints_that_are_brought_home_together_lie_and_explain_as_each_alone(
    monkeypatch: pytest.MonkeyPatch, open_: tuple[slice, slice], at_once: int
) -> None:
    monkeypatch.setattr(cut_out, "_AT_ONCE", at_once)
    there = strip(open_)
    start = there.off_by((0.0, 0.0))
    together = there.brought_home(softened_prints(), [start] * len(prints()))
    alone = [there.brought_home([one], [start])[0] for one in softened_prints()]
    np.testing.assert_allclose(together, alone, atol=1e-3)
    laid = [there.warped(print_, place) for print_, place in zip(prints(), alone, strict=True)]
    assert there.left_by(laid) == pytest.approx([there.left_by([one])[0] for one in laid], rel=1e-4)


def test_a_print_comes_home_and_leaves_least() -> None:
    there = strip(np.s_[:, :])
    places = there.brought_home(softened_prints(), [there.off_by((0.0, 0.0))] * len(prints()))
    assert places[2] @ (60, 20, 1) == pytest.approx((58, 20), abs=0.1)
    left = there.left_by([there.warped(print_, place) for print_, place in zip(prints(), places, strict=True)])
    assert left[2] == min(left)
    assert left[2] < 0.1 * there.whole()
