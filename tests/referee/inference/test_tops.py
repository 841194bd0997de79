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


_CITY = "seat/0/city"


def _grown(
    top: str, lay: tuple[str, ...], lies: tuple[str, ...], laid: Sequence[str] = (), *, by: int = 1, before: str = ""
) -> float:
    """How well a stack that shows this on top looks as if it had grown by what ``lay`` in a city and ``lies`` no more.

    ``laid``: what came to that city meanwhile; ``before``: what the stack showed a moment ago.
    """
    observed = SimpleNamespace(
        blind=frozenset(), taken=lambda _, should: 4 - should, laid=0.0, seen={_PILE: _top(1, top)}
    )
    place = cast("Place", SimpleNamespace(name=_PILE, role="stack"))
    shown = {_PILE: (_top(0, before),)} if before else {}
    told = Tops([place], cast("Observations", observed), {_PILE}, shown, {_PILE: 4, _CITY: lay})
    return told.of_grown({_PILE: 4 + by, _CITY: lies}, [(_CITY, face) for face in laid])


def test_a_stack_that_has_grown_shows_one_of_the_pieces_that_have_gone() -> None:
    # A tablet was read badly, and laid away at once with another one: it was told as a shield that a battle took away.
    assert _grown("tablet", ("tablet", "cat"), ("cat",)) > _LITTLE
    assert _grown("tablet", ("tablet", "cat"), ("tablet", "cat"), ["shield"]) < -3.0
    assert _grown("shield", ("tablet", "cat"), ("tablet", "cat"), ["shield"]) > _LITTLE
    assert _grown("tablet", ("tablet", "cat"), ("cat",), ["tablet"]) > _LITTLE, "two of them"
    assert _grown("shield", ("tablet", "cat"), ("cat",), before="tablet") > _LITTLE, "another move has covered it"


def test_nothing_is_told_of_a_stack_that_nobody_has_laid_anything_on_or_of_what_nobody_has_read() -> None:
    assert _grown("tablet", ("cat",), ("cat",), ["shield"], by=0) == 0.0
    assert _grown("tablet", ("cat", "?"), ("cat",)) == 0.0
    assert _grown("", ("cat",), ()) == 0.0
    assert _grown("tablet", ("cat",), ("cat",)) == 0.0, "what has gone is not known"
