"""What vision only remembers beneath what it took for other cards, and what is read as what it is not."""

import pytest

from companion.referee.inference.baseline import Baseline, baseline_of, has_come_beside
from companion.referee.inference.beneath import Beneath
from tests.referee.sightless import here
from vision.sighting import FaceProbability, Quad, SeenPiece, Sighting

CITY = "seat/0/city"
LIE = ("architects/tablet", "architects/wood")


def _piece(track: int, face: str, at: Quad | None = None) -> SeenPiece:
    return SeenPiece(track, at or here(track), (FaceProbability(f"architects/{face}", 0.99),) if face else ())


def _seen(*pieces: SeenPiece) -> Sighting:
    return Sighting(CITY, 1, 1.0, pieces)


@pytest.fixture
def baseline() -> Baseline:
    """A tablet (track 1) and wood (track 2)."""
    return baseline_of(_seen(_piece(1, "tablet"), _piece(2, "wood")), LIE, None)


def _shown(beneath: Beneath, seen: Sighting, baseline: Baseline, *, aside: bool) -> list[int]:
    (one,) = beneath.without((seen,), {CITY} if aside else (), {CITY: baseline})
    return [piece.track for piece in one.pieces]


def test_what_nothing_explained_is_left_out_while_a_card_lies_exactly_on_it(baseline: Baseline) -> None:
    beneath = Beneath()
    gear, on_it = _piece(3, "gear"), _piece(4, "clay", here(3))
    lying = _seen(_piece(1, "tablet"), _piece(2, "wood"), gear, on_it)
    assert _shown(beneath, lying, baseline, aside=False) == [1, 2, 3, 4]
    assert _shown(beneath, lying, baseline, aside=True) == [1, 2, 4]
    # It is the same when the place is well again.
    assert _shown(beneath, lying, baseline, aside=False) == [1, 2, 4]
    assert _shown(beneath, _seen(*lying.pieces[:3]), baseline, aside=False) == [1, 2, 3]


def test_a_card_that_nobody_has_read_is_left_out_where_one_with_a_name_lies_exactly_on_it() -> None:
    unread = baseline_of(_seen(_piece(1, "tablet"), _piece(2, "")), ("?", LIE[0]), None)
    lying = _seen(_piece(1, "tablet"), _piece(2, ""), _piece(3, "clay", here(2)))
    assert _shown(Beneath(), lying, unread, aside=True) == [1, 3]


def test_a_card_that_is_known_and_one_on_which_something_strange_stands_are_not_left_out(baseline: Baseline) -> None:
    on_the_tablet = _seen(_piece(1, "tablet"), _piece(2, "wood"), _piece(3, "clay", here(1)))
    assert _shown(Beneath(), on_the_tablet, baseline, aside=True) == [1, 2, 3]
    a_cup = _seen(_piece(1, "tablet"), _piece(2, "wood"), _piece(3, "clay"), _piece(4, "", here(3)))
    assert _shown(Beneath(), a_cup, baseline, aside=True) == [1, 2, 3, 4]


def test_what_comes_beside_one_card_that_should_not_lie_there_is_seen_as_ever(baseline: Baseline) -> None:
    before = baseline._replace(seen=_seen(_piece(1, "tablet"), _piece(2, "wood"), _piece(3, "gear")))
    assert has_come_beside(_seen(*before.seen.pieces, _piece(5, "glass")), before)


def test_what_comes_beside_several_cards_that_should_not_lie_there_may_be_misread_as_they_are(
    baseline: Baseline,
) -> None:
    strange = _piece(3, "gear"), _piece(4, "clay")
    before = baseline._replace(seen=_seen(_piece(1, "tablet"), _piece(2, "wood"), *strange))
    assert not has_come_beside(_seen(*before.seen.pieces, _piece(5, "glass")), before)


def test_what_comes_beside_a_card_that_lies_exactly_on_a_known_one_may_be_misread_as_that_is(
    baseline: Baseline,
) -> None:
    before = baseline._replace(seen=_seen(_piece(1, "tablet"), _piece(2, "wood"), _piece(3, "gear", here(2))))
    assert not has_come_beside(_seen(*before.seen.pieces, _piece(5, "glass")), before)
