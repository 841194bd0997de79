"""When pieces came, against when moves say that they did."""

from companion.referee.inference.observations import Observations
from companion.referee.inference.timing import Timing
from tests.referee.sightless import HERE
from vision.sighting import FaceProbability, SeenPiece, Sighting

CITY = "seat/0/city"


def test_of_two_cards_in_one_city_the_one_that_was_seen_first_was_laid_first() -> None:
    observed = Observations()
    pieces = (
        SeenPiece(4, HERE, (FaceProbability("ore_vein", 1.0),)),
        SeenPiece(3, HERE, (FaceProbability("altar", 1.0),)),
    )
    observed.seen[CITY] = Sighting(CITY, 1, 0.1, pieces)
    timing = Timing((), observed, frozenset(), {})
    assert timing.of_laid(CITY, "ore_vein", [(CITY, "altar")]) == 0.0
    assert timing.of_laid(CITY, "altar", [(CITY, "ore_vein")]) < -3.0
    assert timing.of_laid(CITY, "altar", [("seat/1/city", "ore_vein")]) == 0.0
