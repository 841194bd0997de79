"""Doubt of what a place shows: how long nothing must have explained it; and which piece is taken for which face."""

from itertools import permutations
from random import Random

from companion.referee.inference.assignment import pairing
from companion.referee.inference.observations import Observations
from vision.sighting import Scene, SeenPiece, Sighting

_CITY = "seat/0/city"
_CORNERS = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
_EXPECTED = {_CITY: ("a/card",)}


def _doubted(*unexplained: bool) -> bool:
    """Whether a place is believed no more when each half second says whether anything explains what has come there."""
    observed = Observations()
    observed.take(Scene(0, 0.0, (Sighting(_CITY, 0, 0.0, ()),)))
    observed.adopt(_EXPECTED)
    piece = SeenPiece(1, _CORNERS, ())
    for k, unknown in enumerate(unexplained):
        observed.take(Scene(k + 1, k / 2, (Sighting(_CITY, k + 1, k / 2, (piece,), ("a/card",)),)))
        observed.doubt((_CITY,) if unknown else (), _EXPECTED)
    return _CITY in observed.disbelieved


def test_a_place_is_believed_no_more_when_nothing_has_explained_it_for_a_second() -> None:
    assert not _doubted(True, True)
    assert _doubted(True, True, True)


def test_what_is_explained_a_moment_later_is_not_doubted_the_longer_for_it() -> None:
    assert not any(_doubted(True, *(False,) * k) for k in range(1, 8))
    assert _doubted(True, False, True), "it flickers"
    assert _doubted(True, True, True, False), "what was doubted is so until it has been explained for a while"


def test_of_rows_and_more_columns_the_cheapest_pairs_are_found() -> None:
    rng = Random(1)
    for rows, columns in [(0, 0), (1, 4), (3, 3), (3, 5), (4, 6)] * 8:
        table = [[rng.choice((0.0, -1.0, rng.uniform(-9, 0))) for _ in range(columns)] for _ in range(rows)]
        chosen = pairing(table)
        ways = permutations(range(columns), rows)
        cheapest = min(sum(table[row][column] for row, column in enumerate(way)) for way in ways)
        assert len(set(chosen)) == rows
        assert abs(sum(table[row][column] for row, column in enumerate(chosen)) - cheapest) < 1e-9
