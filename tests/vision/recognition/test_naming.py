"""Which face a patch shows, where light has left little of it."""

import numpy as np
import pytest

from tests.vision.painting import FACES, art
from vision.geometry.image import Image
from vision.geometry.photometric import share_without_print
from vision.recognition.library import Library
from vision.recognition.naming import LibraryRecogniser, Odds, tempered


def _under_a_warm_lamp(picture: Image, gain: float) -> Image:
    """Red and green burn out before blue does."""
    light = gain * np.array([0.35, 0.9, 1.0])
    return np.asarray(np.clip(picture * light, 0, 255), np.uint8)


def test_of_a_card_on_which_only_one_channel_is_left_it_is_not_sure_which_it_is(library: Library) -> None:
    """Untempered it is this one by 0.935, which is what another card got that it was not."""
    recogniser = LibraryRecogniser(library)
    plain = art(FACES[1])
    washed = _under_a_warm_lamp(np.clip(plain.astype(int) + 80, 0, 255), 2.5)
    assert share_without_print(plain) < 0.1
    assert share_without_print(washed) > 0.9
    assert recogniser.best_of([plain], FACES)[1][0].probability > 0.99
    assert all(face.probability < 0.9 for face in recogniser.best_of([washed], FACES)[1])


@pytest.mark.parametrize("burnt_out", [0.0, 0.5, 0.7])
def test_a_card_of_which_a_third_is_left_is_as_sure_as_ever(burnt_out: float) -> None:
    odds = (("stone", 30.0), ("wood", 0.3))
    assert tempered(odds, burnt_out) == odds


def test_what_hardly_shows_print_is_as_surely_a_card_but_less_surely_which() -> None:
    before = Odds(0, (("stone", 30.0), ("wood", 0.3)))
    after = Odds(0, tempered(before.faces, 0.9))
    assert sum(odds for _, odds in after.faces) == pytest.approx(30.3)
    assert after.ranked()[0].probability < before.ranked()[0].probability
    assert after.faces[0][0] == "stone"
