"""What is laid on a stack by one move, piece after piece, and what is laid there beside it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.referee.inference.baseline import Expected
from companion.referee.stacks import Stacks
from tests.referee.sightless import Sightless
from vision.sighting import FaceProbability, Scene, SeenPiece, Sighting

PILE, CITY = "central/discard", "seat/0/city"
BEFORE: dict[str, Expected] = {PILE: 0, CITY: ("architects/clay", "architects/clay", "architects/coin")}
AFTER: dict[str, Expected] = {PILE: 3, CITY: ()}


@pytest.fixture
def laid(tmp_path: Path) -> Callable[[str], bool]:
    """Lays a card on the pile as the camera sees it, after three were paid: whether it tells of another move."""
    game = Sightless(tmp_path, "architects", 2, 1).game
    stacks, observed = Stacks(game), game.observed
    stacks.lay((), BEFORE, AFTER, {})
    place = SeenPiece(0, ((0.0, 0.0),) * 4, ())

    def card(face: str) -> bool:
        frame, time_s = observed.frame + 5, observed.exposed + 0.5
        faces = (FaceProbability(f"architects/{face}", 0.99),)
        seen = Sighting(PILE, frame, time_s, (SeenPiece(frame, place.quad, faces),))
        observed.take(Scene(frame, time_s, (seen,)))
        stacks.saw()
        return PILE in observed.changed()

    return card


def test_the_cards_of_a_payment_that_are_laid_one_after_another_tell_of_no_other_move(
    laid: Callable[[str], bool],
) -> None:
    assert [laid("clay"), laid("coin"), laid("clay")] == [False, False, False]


def test_a_card_that_was_not_paid_tells_of_another_move(laid: Callable[[str], bool]) -> None:
    assert [laid("clay"), laid("papyrus")] == [False, True]


def test_a_card_more_of_a_face_than_was_paid_tells_of_another_move(laid: Callable[[str], bool]) -> None:
    assert [laid("coin"), laid("coin")] == [False, True]


def test_no_more_cards_come_than_were_paid(laid: Callable[[str], bool]) -> None:
    assert [laid("clay"), laid("back/central"), laid("clay"), laid("back/central")] == [False, False, False, True]
