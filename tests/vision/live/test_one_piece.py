"""A card that lies where two players' regions overlap."""

from dataclasses import replace

import numpy as np
import pytest

from vision.geometry.plane import Plane
from vision.geometry.pose import Pose
from vision.live.memory import MatMemory
from vision.live.one_piece import Seen, number_as_one
from vision.live.pieces import Piece
from vision.sighting import FaceProbability, Zone

_SIZE, _CARD = (300.0, 200.0), (44.0, 68.0)
_AWAY = 200.0
"""mm by which the second player's sheet lies further right: 100 mm of it lie on the first one's."""


def _sheet(number: int, left: float, *pieces: tuple[int, float]) -> Seen:
    """A sheet that is all city, with cards (track, and how far right its middle lies, mm on the table)."""
    zone = Zone(f"seat/{number}/city", number, "spread", 0.0, 0.0, *_SIZE, _CARD, (), ("wood",))
    memory = MatMemory.blank(_SIZE)
    patch = np.zeros((10, 10, 3), np.uint8)
    faces = (FaceProbability("wood", 0.99),)
    memory.pieces[zone.name] = tuple(
        Piece(track, Pose(x - left, 90.0, 0.0, *_CARD), faces, patch) for track, x in pieces
    )
    plane = Plane(number, _SIZE, np.diag([2.0, 2.0, 1.0]), {})
    to_frame = np.array([[2.0, 0, 2 * left], [0, 2.0, 0], [0, 0, 1]])
    return Seen(replace(plane, to_frame=to_frame), (zone,), memory)


def _tracks(seen: Seen) -> list[int]:
    return [piece.track for pieces in seen.memory.pieces.values() for piece in pieces]


def _numbered(first: int, one: float, other: float) -> tuple[list[int], list[int]]:
    """The tracks on both sheets of a card that each has where it reads it; that of the ``first`` one is 7, then 8."""
    older, newer = (7, 8) if first == 1 else (8, 7)
    lying = {1: _sheet(1, 0.0, (older, one)), 2: _sheet(2, _AWAY, (newer, other))}
    for sheet in lying:
        number_as_one(sheet, lying)
    return _tracks(lying[1]), _tracks(lying[2])


@pytest.mark.parametrize("first", [1, 2])
def test_a_card_that_is_read_in_two_cities_has_the_track_of_the_one_in_which_it_was_read_first(first: int) -> None:
    assert _numbered(first, 250.0, 251.5) == ([7], [7])


def test_the_next_card_of_a_column_is_another_piece_also_where_two_cities_overlap() -> None:
    lying = {1: _sheet(1, 0.0, (7, 250.0)), 2: _sheet(2, _AWAY, (8, 261.0))}
    number_as_one(2, lying)
    assert _tracks(lying[2]) == [8]


def test_what_lies_beside_the_other_city_is_not_looked_for_there() -> None:
    lying = {1: _sheet(1, 0.0, (7, 100.0)), 2: _sheet(2, _AWAY, (8, 450.0))}
    number_as_one(2, lying)
    assert (_tracks(lying[1]), _tracks(lying[2])) == ([7], [8])


@pytest.mark.parametrize("beside", [13.0, 30.0])
def test_a_card_that_one_sheet_shows_in_part_is_the_one_of_its_face_that_lies_close_by(beside: float) -> None:
    """Where it is cut off it is said to lie where it does not; what lies further is another card."""
    lying = {1: _sheet(1, 0.0, (7, 215.0 - beside)), 2: _sheet(2, _AWAY, (8, 215.0))}
    number_as_one(2, lying)
    assert _tracks(lying[2]) == [7 if beside < 25.0 else 8]


@pytest.mark.parametrize("first", [1, 2])
def test_a_whole_card_that_is_made_of_the_part_at_a_sheets_edge_is_the_one_it_lies_on(first: int) -> None:
    """Of the card at 302 the first sheet, which ends at 300, shows 20 mm, and takes it to lie 24 to 28 mm inside."""
    assert _numbered(first, 275.0, 302.0) == ([7], [7])
