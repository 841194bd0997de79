"""The structure in the middle of a game, of which only what lies free has a name: no back is enrolled."""

import math
from collections.abc import Iterable, Sequence

import pytest
from msgspec.structs import replace

from companion.games.duel.places import slots
from companion.games.duel.rules.facts import FACTS, places
from companion.games.frames import Rect, about
from companion.games.open_table import proposed
from companion.twin.dealer import Dealer
from tests.referee.joined import played_unseen
from tests.twin.surveys import survey_of
from vision.sighting import Survey, Surveyed

_NEAR = 15.0
"""mm within which a place lies where people lay its card: less than half the distance of two rows."""


def _covered(dealer: Dealer) -> dict[str, bool]:
    """The slots in which a card lies, and whether others lie on it."""
    names = slots(dealer.state.age)
    lying = {name for name in names if dealer.world.at(name)}
    above = {name: places(FACTS.layouts[dealer.state.age].covered_by[k]) for k, name in enumerate(names)}
    return {name: any(names[k] in lying for k in above[name]) for name in names if name in lying}


def _joined(rects: Iterable[Rect]) -> list[Rect]:
    """What touches is seen as one thing, with the rectangle around it."""
    found: list[Rect] = []
    for rect in rects:
        touching = [one for one in found if one.meets(rect)]
        found = [one for one in found if one not in touching]
        found.append(about([corner for one in (rect, *touching) for corner in one.corners()]))
    return found


def _read_where_free(dealer: Dealer) -> Survey:
    """The table as it is read where covered cards, and backs, have no name."""
    survey, covered = survey_of(dealer), _covered(dealer)
    there = {tuple(map(round, dealer.world.point(dealer.world.at(name)[0]))): name for name in covered}
    nameless: list[Rect] = []
    named: list[Surveyed] = []
    for piece in survey.pieces:
        rect = about(piece.quad)
        name = there.get((round(rect.middle[0]), round(rect.middle[1])))
        if name is not None and (covered[name] or "back" in piece.faces[0].face):
            nameless.append(rect)
        else:
            named.append(piece)
    return replace(survey, pieces=(*named, *(Surveyed(rect.corners(), ()) for rect in _joined(nameless))))


def _off(dealer: Dealer, found: Sequence[tuple[float, float]], names: Sequence[str]) -> float:
    """How far (mm) a card lies beside its place, at the most."""
    cards = [dealer.world.point(dealer.world.at(name)[0]) for name in names]
    return max(math.dist(card, at) for card, at in zip(cards, found, strict=True))


@pytest.mark.parametrize(
    ("seed", "late"),
    [(2, 15), (3, 38), (9, 67), (12, 68), (13, 41), (27, 69), (69, 12), (80, 42), (116, 46), (64, 68)],
)
def test_a_structure_of_which_only_the_free_cards_have_a_name_is_proposed_where_it_lies(seed: int, late: int) -> None:
    dealer = Dealer("duel", 2, seed, table="open")
    played_unseen(dealer, late)
    found = proposed("duel", _read_where_free(dealer), {})
    lying = list(_covered(dealer))
    middles = [about(found.outlines[name]).middle for name in lying]
    assert found.doubts == ()
    assert _off(dealer, middles, lying) < _NEAR


@pytest.mark.parametrize(("seed", "late"), [(17, 74), (103, 66)])
def test_two_free_cards_are_no_first_row_where_something_lies_above_them(seed: int, late: int) -> None:
    dealer = Dealer("duel", 2, seed, table="open")
    played_unseen(dealer, late)
    found = proposed("duel", _read_where_free(dealer), {})
    assert [doubt.code for doubt in found.doubts] == ["structure_unseen"]


@pytest.mark.parametrize("seed", [96])
def test_three_cards_of_which_as_many_more_are_missing_are_no_structure(seed: int) -> None:
    dealer = Dealer("duel", 2, seed, table="open")
    played_unseen(dealer, 55)
    found = proposed("duel", _read_where_free(dealer), {})
    assert [doubt.code for doubt in found.doubts] == ["structure_unseen"]
