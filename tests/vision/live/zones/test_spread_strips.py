"""A card's upper strip is found at whatever turn it lies."""

import pytest

from tests.vision.live.zones.test_spread import LOWER, TEMPLE, laid
from vision.geometry.plane import PX_PER_MM
from vision.live.zones.spread_strips import STRIP_MM, strip_hits


@pytest.mark.parametrize("turn", [0.0, 0.8, -2.0, 4.0, 8.0])
def test_a_strip_that_lies_turned_fits_as_well_as_one_that_lies_straight(turn: float) -> None:
    straight, lying = LOWER._replace(turn=0.0), LOWER._replace(turn=turn)
    strip = straight.cut(laid([(TEMPLE, straight)]))[1 : round(STRIP_MM * PX_PER_MM) + 1, 2:-2]
    assert max(strip_hits(laid([(TEMPLE, lying)]), strip, None, turn)).fit > 0.965
