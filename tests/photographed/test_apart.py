"""The tops of decks that lie beside a city are not its cards, whatever shows beside them."""

import numpy as np
import pytest

from companion.photographed.apart import without_decks
from companion.photographed.marks import Guess, Mark, corners
from tests.vision.stills.test_stacked import SIZE, photograph

ABOVE = 9.0
"""mm above the card at which its side and its shade were taken for a strip."""


@pytest.mark.parametrize(("side", "kept"), [(2.5, 0), (0.0, 2)])
def test_what_shows_above_the_top_of_a_deck_makes_it_no_card_of_the_city(side: float, kept: int) -> None:
    picture, quad = photograph(side)
    up = (quad[:2] - quad[[3, 2]]) * ABOVE / SIZE[1]
    strip = quad + np.vstack([up, up[::-1]])
    guesses = [
        Guess(Mark(corners(quad), "cards", "shield", sure=True), (("shield", 0.99), ("", 0.01))),
        Guess(Mark(corners(strip), "cards", "", sure=False)),
    ]
    assert len(without_decks(guesses, picture, {"shield": SIZE})) == kept
