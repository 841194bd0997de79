"""A card's upper strip is found at whatever turn it lies."""

import pytest

from tests.vision.live.zones.test_spread import LOWER, TEMPLE, laid
from vision.geometry.plane import PX_PER_MM
from vision.live.pieces import Piece
from vision.live.zones.spread_strips import STRIP_MM, found_again, strip_hits
from vision.sighting import FaceProbability


@pytest.mark.parametrize("turn", [0.0, 0.8, -2.0, 4.0, 8.0])
def test_a_strip_that_lies_turned_fits_as_well_as_one_that_lies_straight(turn: float) -> None:
    straight, lying = LOWER._replace(turn=0.0), LOWER._replace(turn=turn)
    strip = straight.cut(laid([(TEMPLE, straight)]))[1 : round(STRIP_MM * PX_PER_MM) + 1, 2:-2]
    assert max(strip_hits(laid([(TEMPLE, lying)]), strip, None, turn)).fit > 0.965


def test_a_card_of_which_nothing_can_have_been_moved_to_where_something_changed_is_not_found_again() -> None:
    sheet = laid([(TEMPLE, LOWER)])
    lying = Piece(1, LOWER, (FaceProbability(TEMPLE, 1.0),), LOWER.cut(sheet))
    corner = (slice(0, 5), slice(0, 5))
    everywhere = tuple(slice(0, round(side / PX_PER_MM)) for side in sheet.shape[:2])
    assert found_again(sheet, corner, [lying]) == {}
    assert list(found_again(sheet, (everywhere[0], everywhere[1]), [lying])) == [0]
