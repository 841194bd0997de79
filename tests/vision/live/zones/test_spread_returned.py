"""Cards of a city that had gone from sight and are back."""

from collections.abc import Sequence

import pytest

from tests.vision.live.zones.test_spread import CITY, FACES, LOWER, TEMPLE, UPPER, WOOD, compared, known, library
from vision.geometry.pose import Pose
from vision.live.memory import TrackNumbers
from vision.live.pieces import Piece
from vision.live.zones.spread import SpreadReader
from vision.recognition.library import Library
from vision.recognition.naming import LibraryRecogniser

__all__ = ["library"]

CAT, PAPYRUS = FACES[1], FACES[3]
LAY = [(TEMPLE, LOWER), (WOOD, UPPER)]
"""Two cards, the second on the first."""


@pytest.fixture
def reader(library: Library) -> SpreadReader:
    return SpreadReader(library, LibraryRecogniser(library))


def _then(
    reader: SpreadReader,
    before: Sequence[Piece],
    lay: Sequence[tuple[str, Pose]],
    lie: Sequence[tuple[str, Pose]],
    *,
    hand: bool = False,
) -> tuple[Piece, ...]:
    """What lies there after what ``lay`` has given way to what now does."""
    comparison = compared(lie, lay)
    comparison.no_hand[:] = not hand
    return reader.read(CITY, comparison, before, TrackNumbers(len(LAY)))


def _told(pieces: Sequence[Piece]) -> list[tuple[int, str | None]]:
    return [(piece.track, piece.face) for piece in pieces]


def test_cards_that_are_back_where_no_hand_was_are_those_that_had_gone(reader: SpreadReader) -> None:
    gone = _then(reader, known(LAY), LAY, [])
    assert gone == ()
    assert _told(_then(reader, gone, [], LAY)) == [(1, TEMPLE), (2, WOOD)]


def test_a_card_of_which_a_new_one_leaves_a_strip_is_back_beneath_it(reader: SpreadReader) -> None:
    gone = _then(reader, known(LAY), LAY, [])
    now = [*LAY, (PAPYRUS, UPPER.moved(0.0, 14.0))]
    assert _told(_then(reader, gone, [], now)) == [(1, TEMPLE), (2, WOOD), (3, PAPYRUS)]


@pytest.mark.parametrize("face", [WOOD, PAPYRUS])
def test_a_card_that_a_hand_lays_where_another_one_lay_is_a_new_one(reader: SpreadReader, face: str) -> None:
    gone = _then(reader, known(LAY), LAY, LAY[:1])
    assert _told(gone) == [(1, TEMPLE)]
    assert _told(_then(reader, gone, LAY[:1], [*LAY[:1], (face, UPPER)], hand=True)) == [(1, TEMPLE), (3, face)]


def test_a_single_card_is_back_only_where_the_whole_of_it_looks_as_it_did(reader: SpreadReader) -> None:
    gone = _then(reader, known(LAY[:1]), LAY[:1], [])
    assert _told(_then(reader, gone, [], [(PAPYRUS, LOWER)])) == [(3, PAPYRUS)]
    assert _told(_then(reader, gone, [], LAY[:1])) == [(1, TEMPLE)]
