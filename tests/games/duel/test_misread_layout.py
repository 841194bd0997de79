"""A card of a structure that was misread while it was laid out is put right by a better look."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.duel.places import slots
from companion.games.duel.rules.facts import FACTS, mask, places
from companion.games.mats import Place
from companion.twin.world import World
from tests.referee.sightless import Sightless
from vision.sighting import FaceProbability, Sighting


class _Misread(Sightless):
    """One card of an age looks like these others until the structure has lain there for a while."""

    looks: tuple[FaceProbability, ...] = ()
    slot = ""

    def _sighting(self, place: Place, world: World) -> Sighting:
        seen = super()._sighting(place, world)
        if place.name != self.slot or not self.looks or not seen.pieces:
            return seen
        return replace(seen, pieces=(replace(seen.pieces[0], faces=self.looks),))


def _looks_like(cards: int, sure: float) -> FaceProbability:
    """The first of these cards."""
    return FaceProbability(f"duel/{FACTS.cards[next(iter(places(cards)))].id}", sure)


def _laid_out(folder: Path, seed: int, age: int, row: int) -> _Misread:
    """A table at which the structure of this age has just been laid out, a card in one of its rows misread."""
    table = _Misread(folder, "duel", 2, seed)
    while table.dealer.state.age < age or not table.dealer.state.laid:
        before = table.dealer.state
        if before.age == age:
            rows = FACTS.layouts[age].rows
            table.slot = f"structure/{row % len(rows)}/{rows[row].x[0]}"
            order: Any = table.dealer.order
            others = FACTS.ages[age] & ~mask(order.structures[age]) & ~FACTS.colors["purple"]
            table.looks = (_looks_like(others, 0.97),)
        table.step()
    return table


class _Odd(Sightless):
    """Two cards of a structure surely look like cards of another age, and one that lies face down like nothing."""

    def _sighting(self, place: Place, world: World) -> Sighting:
        seen = super()._sighting(place, world)
        first, second, *_, down = slots(2)[:7]
        if self.dealer.state.age != 2 or place.name not in (first, second, down) or not seen.pieces:
            return seen
        looks = () if place.name == down else (_looks_like(FACTS.ages[1], 1.0),)
        return replace(seen, pieces=(replace(seen.pieces[0], faces=looks),))


@pytest.mark.parametrize(
    ("age", "row", "later"), [(2, -1, 0), *(pytest.param(3, *at, marks=pytest.mark.proof) for at in ((-1, 0), (0, 16)))]
)
def test_a_card_that_was_misread_while_the_structure_was_laid_out_is_put_right_by_a_better_look(
    tmp_path: Path, age: int, row: int, later: int
) -> None:
    table = _laid_out(tmp_path, 2, age, row)
    assert table.wrong, "it was misread"
    for _ in range(later):
        table.step()
    table.looks = ()
    table.show(table.dealer.world)
    table.rest(4)
    for _ in range(6):
        table.step()
    assert (table.wrong, table.missed, table.questions) == ([], [], 0)


def test_a_card_that_hardly_looks_like_any_is_not_read_yet_when_the_structure_is_laid_out(tmp_path: Path) -> None:
    table = _Misread(tmp_path, "duel", 2, 2)
    order: Any = table.dealer.order
    others = FACTS.ages[1] & ~mask(order.structures[1]), FACTS.ages[2]
    table.slot, table.looks = slots(1)[0], tuple(_looks_like(cards, 0.03) for cards in others)
    while not table.dealer.state.laid:
        table.step()
    assert table.wrong == [], "it got no name that it hardly looks like"
    read = next(move["layout"] for move in table.events if "layout" in move)
    assert read[0] is None
    table.looks = ()
    table.show(table.dealer.world)
    table.rest(4)
    for _ in range(6):
        table.step()
    assert (table.wrong, table.missed, table.questions) == ([], [], 0)


def test_a_structure_in_which_a_few_cards_look_like_others_is_accepted_before_anybody_takes_of_it(
    tmp_path: Path,
) -> None:
    # Something else was held to be as likely, until so much had been taken of it that nothing explained the table.
    table = _Odd(tmp_path, "duel", 2, 2)
    while table.dealer.state.age < 2 or not table.dealer.state.laid:
        table.step()
    laid_out = next(move["layout"] for move in table.events if move.get("age") == 2)
    assert laid_out[:2] == [None, None], "these are told later"
    assert sum(card is not None for card in laid_out) > 8
    assert table.questions == 0, "nobody was asked what it might be instead"
