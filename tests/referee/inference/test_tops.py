"""What a discard pile has shown tells which cards were laid there, also those that others cover by now."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from companion.games.vocabulary import Shown
from companion.referee.inference.tops import Tops
from vision.sighting import FaceProbability, Quad, SeenPiece, Sighting

if TYPE_CHECKING:
    from companion.games.mats import Place
    from companion.referee.inference.observations import Observations

_PILE = "discard"
_HERE: Quad = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
_LITTLE = -0.1


def _top(track: int, card: str) -> Sighting:
    piece = SeenPiece(track, _HERE, (FaceProbability(card, 0.99),) if card else ())
    return Sighting(_PILE, track, float(track), (piece,))


def _weight(shown: Sequence[str], laid: Sequence[str], *, before: int = 0) -> float:
    """How well the discard pile, which has shown these one after another, looks as if these had been laid there.

    ``before``: how many of what it has shown came by moves that were accepted by then.
    """
    tops = tuple(_top(track, card) for track, card in enumerate(shown))
    observed = SimpleNamespace(blind=frozenset(), taken=lambda *_: -before, laid=0.0, seen={_PILE: tops[-1]})
    place = cast("Place", SimpleNamespace(name=_PILE, role="discards"))
    told = Tops([place], cast("Observations", observed), {_PILE}, {_PILE: tops}, {})
    return told.of_discards([Shown(discards=card) for card in laid])


def test_a_card_that_was_laid_first_is_told_although_another_covers_it_by_now() -> None:
    shown = ("guild", "palace")
    assert _weight(shown, ["guild", "palace"]) > _LITTLE
    assert _weight(shown, ["academy", "palace"]) < _weight(shown, ["guild", "palace"]) - 3
    assert _weight(shown, ["palace", "guild"]) < _weight(shown, ["guild", "palace"]) - 3


@pytest.mark.parametrize("laid", ["guild", "palace"])
def test_one_of_two_cards_that_the_pile_has_shown_may_be_the_beginning_and_another_may_not(laid: str) -> None:
    shown = ("guild", "palace")
    assert _weight(shown, [laid]) > _weight(shown, ["academy"]) + 3
    assert _weight(shown, [laid]) < _weight(shown, ["guild", "palace"]) - 1


@pytest.mark.parametrize("shown", [("guild", "guild"), ("", "guild")])
def test_a_card_that_is_counted_as_another_one_is_none(shown: Sequence[str]) -> None:
    assert _weight(shown, ["guild"]) > _LITTLE


def test_of_a_pile_whose_top_cannot_be_told_nothing_is() -> None:
    assert _weight(("guild", ""), ["academy"]) == 0.0


def test_a_card_that_was_covered_at_once_need_not_have_been_seen() -> None:
    assert _weight(("palace",), ["academy", "palace"]) > _LITTLE


def test_what_came_by_a_move_that_was_accepted_by_then_is_not_what_was_laid_since() -> None:
    assert _weight(("guild", "palace"), ["palace"], before=1) > _LITTLE
    assert _weight(("guild", "palace"), ["guild"], before=1) < -3
