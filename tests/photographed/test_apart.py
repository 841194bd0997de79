"""The tops of decks that lie beside a city are not its cards, whatever shows beside them."""

import numpy as np
import pytest

from companion.photographed.apart import without_decks
from companion.photographed.marks import Guess, Mark, corners
from tests.vision.stills.test_stacked import SIZE, photograph
from vision.geometry.image import Points
from vision.stills.placing import shown

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
    assert len(without_decks(guesses, shown(picture), {"shield": SIZE}, as_found)) == kept


@pytest.mark.parametrize(("side", "counted"), [(0.0, ["shield"]), (0.8, [""]), (1.6, [])])
def test_a_card_that_lies_apart_is_told_from_a_low_deck_where_it_is_brought_home_though_it_was_found_askew(
    side: float, counted: list[str]
) -> None:
    picture, quad = photograph(side)
    found = quad + 0.6 * (quad.mean(0) - quad) / np.linalg.norm(quad.mean(0) - quad, axis=1, keepdims=True) * 5.0
    guess = Guess(Mark(corners(found), "cards", "shield", sure=True), (("shield", 0.99), ("", 0.01)))
    told = without_decks([guess], shown(picture), {"shield": SIZE}, lambda _card, _found: quad)
    assert [one.mark.piece for one in told] == counted


def as_found(_card: str, quad: Points) -> Points:
    return quad
