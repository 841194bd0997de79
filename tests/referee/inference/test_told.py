"""What is said of a piece that lies unread names it, whatever comes beside it while somebody says it."""

import pytest

from companion.referee.inference.baseline import ANY, baseline_of
from companion.referee.inference.guessed import lying_is_told
from vision.sighting import FaceProbability, SeenPiece, Sighting

_CORNERS = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
_ROW = "central/progress"


def _piece(track: int, *faces: tuple[str, float]) -> SeenPiece:
    return SeenPiece(track, _CORNERS, tuple(FaceProbability(face, share) for face, share in faces))


@pytest.mark.parametrize(
    ("newcomer", "named"),
    [
        (_piece(3, ("propaganda", 0.99)), True),
        (_piece(3, ("propaganda", 0.6)), False),
        (_piece(3, ("engineering", 0.99)), False),
        (_piece(3), False),
    ],
    ids=["another for sure", "another perhaps", "what was told", "unread"],
)
def test_what_is_told_is_the_unread_token_where_what_has_come_meanwhile_is_surely_another(
    newcomer: SeenPiece, *, named: bool
) -> None:
    lying = _piece(1, ("economy", 0.99)), _piece(2)
    before = baseline_of(Sighting(_ROW, 1, 0.0, lying), (ANY, ANY, "economy"), None)
    now = Sighting(_ROW, 2, 1.0, (*lying, newcomer))
    assert lying_is_told(now, before, (ANY, "economy", "engineering")) is named


def test_of_what_was_told_before_nothing_is_named_anew() -> None:
    lying = _piece(1, ("economy", 0.99)), _piece(2)
    before = baseline_of(Sighting(_ROW, 1, 0.0, lying), (ANY, "economy"), None)
    assert not lying_is_told(Sighting(_ROW, 2, 1.0, lying), before, (ANY, "economy"))
    assert lying_is_told(Sighting(_ROW, 2, 1.0, lying), before, ("economy", "engineering"))
