"""A city whose cards look otherwise where nobody's hand was."""

from collections.abc import Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

from tests.vision.live.zones.test_spread import CITY, FACES, LOWER, TEMPLE, UPPER, WOOD, compared, known, laid, library
from vision.geometry.image import Image
from vision.geometry.pose import Pose
from vision.live.comparison import Comparison
from vision.live.memory import TrackNumbers
from vision.live.pieces import Piece
from vision.live.zones.spread import SpreadReader
from vision.recognition.library import Library
from vision.recognition.naming import LibraryRecogniser, Odds, Recogniser

__all__ = ["library"]

CAT, PAPYRUS = FACES[1], FACES[3]
UNKNOWN = "architects/compass"
BEFORE, NOW = [(TEMPLE, LOWER), (WOOD, UPPER)], [(PAPYRUS, LOWER), (CAT, UPPER)]


def _read(library: Library, *, hand: bool, before: Sequence[Piece] | None = None) -> tuple[Piece, ...]:
    comparison = compared(NOW, BEFORE) if hand else _without_a_hand(NOW, BEFORE)
    pieces = known(BEFORE) if before is None else before
    return SpreadReader(library, LibraryRecogniser(library)).read(CITY, comparison, pieces, TrackNumbers(len(pieces)))


def _without_a_hand(now: Sequence[tuple[str, Pose]], before: Sequence[tuple[str, Pose]]) -> Comparison:
    comparison = compared(now, before)
    comparison.no_hand[:] = True
    return comparison


def test_cards_that_look_like_others_where_no_hand_was_are_the_same_cards_read_anew(library: Library) -> None:
    found = _read(library, hand=False)
    assert [(piece.track, piece.face) for piece in found] == [(1, PAPYRUS), (2, CAT)]


def test_a_card_that_a_hand_laid_exactly_on_another_one_is_a_new_card(library: Library) -> None:
    assert (3, CAT) in [(piece.track, piece.face) for piece in _read(library, hand=True)]


def test_what_shows_of_a_card_beneath_is_remembered_as_it_looks_now_and_the_rest_as_it_lay_open(
    library: Library,
) -> None:
    before = known(BEFORE)
    lower = _read(library, hand=False, before=before)[0]
    apart = np.abs(lower.patch.astype(float) - before[0].patch).mean((1, 2))
    strip = round((UPPER.y - LOWER.y) / LOWER.height * len(apart))
    assert apart[4 : strip - 4].mean() > 10
    assert apart[strip + 4 :].max() == pytest.approx(0)


def test_what_was_taken_for_a_card_on_another_one_is_gone_when_it_looks_like_that_one_again(library: Library) -> None:
    seemed = known([(PAPYRUS, LOWER), (WOOD, LOWER)])
    comparison = _without_a_hand([(PAPYRUS, LOWER)], [(WOOD, LOWER)])
    found = SpreadReader(library, LibraryRecogniser(library)).read(CITY, comparison, seemed, TrackNumbers(2))
    assert [(piece.track, piece.face) for piece in found] == [(1, PAPYRUS)]


def test_two_cards_that_show_others_exactly_where_they_lay_were_not_covered_by_a_hand_that_passed(
    library: Library,
) -> None:
    beside = UPPER.moved(-70.0, 3.0)
    before, now = [(TEMPLE, LOWER), (WOOD, beside)], [(PAPYRUS, LOWER), (CAT, beside)]
    reader = SpreadReader(library, LibraryRecogniser(library))
    found = reader.read(CITY, compared(now, before), known(before), TrackNumbers(len(before)))
    assert [(piece.track, piece.face) for piece in found] == [(1, PAPYRUS), (2, CAT)]


def test_cards_slid_beneath_something_strange_stay_when_that_goes_and_are_remembered_as_printed(
    library: Library,
) -> None:
    strange = (UNKNOWN, LOWER.moved(-5.0, 6.0))
    after = [(TEMPLE, LOWER), (PAPYRUS, UPPER), (WOOD, UPPER.moved(-1.0, 14.0)), (CAT, UPPER.moved(0.0, 29.0))]
    before = [*after, strange]
    temple, papyrus, wood, cat, without_name = known(before)
    slid = [replace(one, track=one.track + 1, patch=one.pose.cut(laid(before))) for one in (wood, cat)]
    lying = (temple, papyrus, replace(without_name, track=3, faces=()), *slid)
    reader = SpreadReader(library, LibraryRecogniser(library))
    found = reader.read(CITY, compared(after, before), lying, TrackNumbers(5))
    assert [(piece.track, piece.face) for piece in found] == [(1, TEMPLE), (2, PAPYRUS), (4, WOOD), (5, CAT)]
    # The wood is beneath the cat: more than its strip has not been seen since the strange card lay on both.
    assert _off(found[2].patch, wood.patch) < _off(slid[0].patch, wood.patch) / 4


def _off(one: Image, other: Image) -> float:
    """By how many grey levels two pictures differ, on average."""
    return float(np.abs(one.astype(float) - other).mean())


def test_a_card_that_looks_again_as_it_did_before_it_was_read_anew_is_what_it_was_though_it_can_hardly_be_read(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader, tracks = SpreadReader(library, LibraryRecogniser(library)), TrackNumbers(2)
    belied = reader.read(CITY, _without_a_hand(NOW, BEFORE), known(BEFORE), tracks)
    assert [piece.face for piece in belied] == [PAPYRUS, CAT]
    monkeypatch.setattr("vision.live.zones.spread_anew.BEYOND_DOUBT", 1.0)
    found = reader.read(CITY, _without_a_hand(BEFORE, NOW), belied, tracks)
    assert [(piece.track, piece.face) for piece in found] == [(1, TEMPLE), (2, WOOD)]


def test_what_had_no_name_and_can_be_read_where_no_hand_was_is_the_same_piece_where_its_print_lies(
    library: Library,
) -> None:
    reader = SpreadReader(library, LibraryRecogniser(library))
    nameless = [replace(one, faces=(), pose=one.pose.moved(1.0, -1.0, -0.5)) for one in known([(UNKNOWN, LOWER)])]
    comparison = _without_a_hand([(TEMPLE, LOWER)], [(UNKNOWN, LOWER)])
    (found,) = reader.read(CITY, comparison, nameless, TrackNumbers(1))
    assert (found.track, found.face) == (1, TEMPLE)
    assert found.pose.distance(LOWER) < 0.5


@pytest.mark.parametrize("faces", [[UNKNOWN], [WOOD], [UNKNOWN, UNKNOWN]])
def test_what_has_gone_where_no_hand_was_is_no_other_card_though_the_table_beneath_looks_like_one(
    library: Library, monkeypatch: pytest.MonkeyPatch, faces: list[str]
) -> None:
    lying = list(zip(faces, (LOWER, UPPER), strict=False))
    pieces = [replace(one, faces=()) if one.face == UNKNOWN else one for one in known(lying)]
    surely = Odds(0, ((TEMPLE, 1e6),))
    monkeypatch.setattr("vision.live.zones.spread_anew.LibraryRecogniser.odds", lambda *_: surely)
    recogniser = cast("Recogniser", SimpleNamespace(best_of=lambda *_: (0, ())))
    assert not SpreadReader(library, recogniser).read(CITY, _without_a_hand([], lying), pieces, TrackNumbers(1))


def test_a_card_of_which_too_little_is_seen_to_change_is_what_it_was_when_the_others_are(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    reader, tracks = SpreadReader(library, LibraryRecogniser(library)), TrackNumbers(2)
    belied = reader.read(CITY, _without_a_hand(NOW, BEFORE), known(BEFORE), tracks)
    # More than a strip, less than a card.
    monkeypatch.setattr("vision.live.zones.spread_anew._CHANGED", 900.0)
    found = reader.read(CITY, _without_a_hand(BEFORE, NOW), belied, tracks)
    assert [(piece.track, piece.face) for piece in found] == [(1, TEMPLE), (2, WOOD)]
