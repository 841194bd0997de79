"""What a discard pile has shown tells which cards were laid there, also those that others cover by now."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

import pytest

from companion.games.vocabulary import Shown
from companion.referee.inference.baseline import Baseline, Expected
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
    seen, known = {_PILE: tops[-1]}, dict[str, object](baseline={}, came={})
    observed = SimpleNamespace(blind=frozenset(), taken=lambda *_: -before, laid=0.0, seen=seen, **known)
    place = cast("Place", SimpleNamespace(name=_PILE, role="discards"))
    told = Tops([place], cast("Observations", observed), {_PILE}, {_PILE: tops}, {}, is_back=lambda _: False)
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


@pytest.mark.parametrize(
    ("shows", "left", "laid", "tells"),
    [
        ("compass", ("shield_h1",), {"shield_h2"}, True),
        ("compass", ("compass", "gear"), set[str](), False),
        ("compass", ("gear",), {"compass"}, False),
        ("compass", ("?",), set[str](), False),
        ("back", ("shield_h1",), set[str](), False),
        ("", ("shield_h1",), set[str](), False),
    ],
)
def test_what_has_come_to_lie_on_a_pile_is_one_of_the_cards_that_left_their_places(
    shows: str, left: tuple[str, ...], laid: set[str], *, tells: bool
) -> None:
    now: dict[str, Expected] = {_PILE: 3, "city": left}
    after: dict[str, Expected] = {_PILE: 3 + len(left), "city": ()}
    assert (_laid_away(shows, now, after, laid) < -3.0) is tells


def test_what_came_late_to_lie_on_a_pile_tells_nothing_of_what_is_done_next() -> None:
    # People lay there what they have paid a moment after others have seen to what comes next.
    now: dict[str, Expected] = {_PILE: 3, "city": ("shield_h1",)}
    after: dict[str, Expected] = {_PILE: 4, "city": ()}
    assert _laid_away("compass", now, after, set(), held=2) == 0.0
    assert _laid_away("compass", now, after, set(), since=4.0) == 0.0


def _laid_away(
    shows: str, now: dict[str, Expected], after: dict[str, Expected], laid: set[str], *, held: int = 3, since: float = 0
) -> float:
    """How badly a pile that shows this since 5 s looks as if it had come to be as it is ``after``, from ``now``.

    ``held``: what lay there when it was last explained; ``since``: when the last move laid anything.
    """
    known = {"baseline": {_PILE: Baseline(_top(1, "wood"), held)}, "came": {_PILE: {5: 5.0}}}
    seen = {_PILE: _top(5, shows)}
    observed = SimpleNamespace(blind=frozenset(), taken=lambda *_: 0, laid=since, seen=seen, **known)
    told = Tops([], cast("Observations", observed), {_PILE}, {}, now, is_back="back".__eq__)
    return told.of_laid_away(after, laid)
