"""An error while one zone is read stops nothing else: that zone is set aside, said, and looked at anew."""

import logging
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.reading_errors import READER
from tests.vision.live.test_watcher import LEFT, STONE, WOOD, Seen
from tests.vision.painting import BACK, CITY, DECK, HOLDER, Table
from vision.live.comparison import Comparison
from vision.live.memory import Memory
from vision.live.pieces import Piece
from vision.live.zones.reader import NewTrack
from vision.live.zones.spread import SpreadReader
from vision.recognition.library import Library
from vision.sighting import Zone


class _Failing:
    """The reading of cities, which ends in an error for as long as ``failing``; ``asked``: how often it did."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.failing, self.asked = False, 0
        failing, read = self, SpreadReader.read

        def fails(
            self: SpreadReader, zone: Zone, comparison: Comparison, before: Sequence[Piece] | None, new_track: NewTrack
        ) -> tuple[Piece, ...]:
            if failing.failing:
                failing.asked += 1
                raise ValueError("an empty picture")
            return read(self, zone, comparison, before, new_track)

        patch.setattr(SpreadReader, "read", fails)
        patch.setattr(logging.getLogger(READER), "filters", [])


@pytest.fixture
def city(monkeypatch: pytest.MonkeyPatch) -> _Failing:
    return _Failing(monkeypatch)


@pytest.fixture
def seen(library: Library, city: _Failing) -> Seen:  # noqa: ARG001 - the table is watched with it
    table = Table()
    table.lay(WOOD, 67.2, 252.4, 0.6)
    table.lay(BACK, 137.5, 251.5, -0.5)
    table.lay(STONE, LEFT, 100)
    seen = Seen(library, table)
    seen.settle()
    return seen


def test_other_zones_are_read_while_one_ends_in_an_error_and_that_one_is_said_to_be_unreadable(
    seen: Seen, city: _Failing, caplog: pytest.LogCaptureFixture
) -> None:
    (stone,) = seen.pieces(CITY.name)
    city.failing = True
    seen.table.lay(WOOD, LEFT + 60, 100)
    seen.table.lay(STONE, 67.9, 251.8)
    seen.settle(12)
    assert seen.said[CITY.name].unreadable
    assert [piece.track for piece in seen.pieces(CITY.name)] == [stone.track]
    assert seen.faces(HOLDER.name) == [STONE]
    assert not seen.said[HOLDER.name].unreadable
    assert city.asked > 1
    assert [record.getMessage().split()[0] for record in caplog.records] == [CITY.name]
    assert "an empty picture" in caplog.text


def test_what_came_while_a_zone_was_set_aside_is_seen_once_it_can_be_read_and_what_stayed_keeps_its_track(
    seen: Seen, city: _Failing
) -> None:
    (stone,) = seen.pieces(CITY.name)
    city.failing = True
    seen.table.lay(WOOD, LEFT + 60, 100)
    seen.settle()
    assert seen.said[CITY.name].unreadable
    city.failing = False
    seen.settle(12)
    assert not seen.said[CITY.name].unreadable
    assert seen.faces(CITY.name) == sorted([STONE, WOOD])
    assert stone.track in {piece.track for piece in seen.pieces(CITY.name)}


def test_a_zone_that_is_set_aside_when_the_process_ends_is_read_anew_by_the_next(
    library: Library, city: _Failing, tmp_path: Path
) -> None:
    table = Table()
    table.lay(BACK, 137.5, 251.5, -0.5)
    first = Seen(library, table, tmp_path)
    first.settle()
    city.failing = True
    table.lay(WOOD, LEFT, 100)
    first.settle()
    assert {CITY.name, DECK.name} - Memory(tmp_path).mats[CITY.mat].pieces.keys() == {CITY.name}
    city.failing = False
    second = Seen(library, table, tmp_path)
    second.settle()
    assert second.faces(CITY.name) == [WOOD]
    assert second.pieces(DECK.name)[0].track == first.pieces(DECK.name)[0].track


def test_an_error_while_learning_how_a_zone_looks_sets_it_aside_too(
    seen: Seen, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> tuple[Piece, ...]:
        raise ValueError("an empty picture")

    with monkeypatch.context() as patch:
        patch.setattr(SpreadReader, "renew", fails)
        seen.table.lay(WOOD, LEFT + 60, 100)
        seen.settle(12)
        assert seen.said[CITY.name].unreadable
    seen.settle(12)
    assert seen.faces(CITY.name) == sorted([STONE, WOOD])
    assert not seen.said[CITY.name].unreadable
