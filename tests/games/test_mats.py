"""The mats: nothing lies outside its place, on another spot or off the sheet, and printed sheets go on fitting."""

from itertools import combinations

import pytest

from companion.games.architects.places import central_places, seat_places
from companion.games.architects.rules.facts import FACTS
from companion.games.mats import MARKER, MARKER_CORNERS, MAT_HEIGHT, MAT_WIDTH, Place
from tests.games.golden_mats import PATH, render
from vision.sighting import Spot

MATS = {
    "central": central_places(6),
    **{wonder: seat_places(seat, wonder) for seat, wonder in enumerate(FACTS.wonders)},
}
SLACK = 1.0
"""mm: a spot's outline may touch its place's."""

Box = tuple[float, float, float, float]


def box_of(spot: Spot) -> Box:
    return (spot.x - spot.width / 2, spot.y - spot.height / 2, spot.x + spot.width / 2, spot.y + spot.height / 2)


def within(inner: Box, outer: Box) -> bool:
    return all(a >= b - SLACK for a, b in zip(inner[:2], outer[:2], strict=True)) and all(
        a <= b + SLACK for a, b in zip(inner[2:], outer[2:], strict=True)
    )


def overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def area(place: Place) -> Box:
    return (place.x, place.y, place.x + place.width, place.y + place.height)


def test_printed_mats_go_on_fitting() -> None:
    """If the mats were drawn anew on purpose: python -m tests.games.golden_mats."""
    assert PATH.read_text(encoding="utf-8").splitlines() == render().splitlines()


@pytest.mark.parametrize("mat", list(MATS))
def test_every_place_lies_on_the_sheet_and_holds_its_spots(mat: str) -> None:
    for place in MATS[mat]:
        assert within(area(place), (0.0, 0.0, MAT_WIDTH, MAT_HEIGHT)), place.name
        for spot in place.spots:
            assert within(box_of(spot), area(place)), place.name


@pytest.mark.parametrize("mat", list(MATS))
def test_no_two_spots_lie_on_each_other_or_on_a_marker(mat: str) -> None:
    spots = [box_of(spot) for place in MATS[mat] for spot in place.spots]
    assert not [pair for pair in combinations(spots, 2) if overlap(*pair)]
    markers = [(x, y, x + MARKER, y + MARKER) for x, y in MARKER_CORNERS]
    assert not [(spot, marker) for spot in spots for marker in markers if overlap(spot, marker)]


def test_each_place_says_which_faces_may_lie_there() -> None:
    for mat in MATS.values():
        assert all(place.faces for place in mat)
        for place in mat:
            assert all(set(spot.faces) <= set(place.faces) for spot in place.spots)
