"""What was turned up and taken before anybody had told it."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from companion.games.duel.places import slots
from companion.games.duel.rules.moves import BuildWonder, LayOut, Reveal
from companion.games.tables import Played
from companion.games.watched import Rules
from companion.referee.fold import played_on
from companion.referee.inference import untold as concluding
from companion.referee.inference.baseline import ANY
from companion.referee.inference.expected import expectations
from companion.referee.inference.observations import Observations
from companion.referee.inference.untold import Untold, read_before, turned_and_taken, untold, with_turned_up
from companion.twin.dealer import Dealer
from tests.games.duel.tables import city, play, table
from tests.referee.sightless import HERE
from vision.sighting import FaceProbability, Scene, SeenPiece, Sighting

RULES = Dealer("duel", 2, 4).rules


def _untold() -> tuple[Reveal, tuple[Played, ...]]:
    """A card is turned up and taken by the next move; the record has the move alone."""
    dealer = Dealer("duel", 2, 4)
    while (step := dealer.step()) is not None:
        reveal = step.move
        if isinstance(reveal, Reveal) and (following := dealer.step()) is not None:
            without: Any = RULES.apply(step.before, following.move, strict=False)
            if getattr(following.move, "card", "") == reveal.card and without == following.after:
                return reveal, (Played(7, following.move, step.before, without, ()),)
    raise AssertionError("no card was taken right after it was turned up")


def _passed(played: Played, reveal: Reveal, probability: float) -> Observations:
    """Where it lay a card was seen that was taken for this one, and is gone."""
    turned = expectations(RULES.tableau(RULES.apply(played.before, reveal, strict=False)))
    face = RULES.shows(reveal).face
    slot = next(zone for zone, lies in turned.items() if not isinstance(lies, int) and face in lies)
    observed = Observations()
    observed.passed[slot] = (SeenPiece(1, HERE, (FaceProbability(face, probability),)),)
    return observed


def test_what_was_read_before_it_was_taken_is_told_with_the_move_that_took_it() -> None:
    reveal, played = _untold()
    assert untold(RULES, played, over=False) is None
    assert untold(RULES, played, {}, {7: reveal}, over=False) == Untold(7, reveal)


def test_what_was_told_once_is_told_again_of_another_piece_like_it() -> None:
    reveal, (played,) = _untold()
    like_it = Played(3, reveal, played.before, played.before, ())
    assert untold(RULES, (like_it, played), {}, {7: reveal}, over=False) == Untold(7, reveal)


def test_only_the_move_that_took_it_is_played_again_to_tell_what_was_turned_up(monkeypatch: pytest.MonkeyPatch) -> None:
    reveal, (played,) = _untold()
    later = [played]
    for seq in range(8, 20):
        before = later[-1].after
        move = next(move for move in RULES.legal(before) if not isinstance(move, Reveal))
        later.append(Played(seq, move, before, RULES.apply(before, move, strict=False), ()))
    again: list[int] = []

    def note(rules: Rules, state: Any, moves: Sequence[Played]) -> Any:
        again.append(len(moves))
        return played_on(rules, state, moves)

    monkeypatch.setattr(concluding, "played_on", note)
    assert untold(RULES, later, {}, {7: reveal}, over=False) == Untold(7, reveal)
    assert again == [1]


def test_only_what_was_surely_read_where_it_lay_is_told_so_soon() -> None:
    reveal, (played,) = _untold()
    taken = tuple(turned_and_taken(RULES, played))
    assert read_before(RULES, taken, _passed(played, reveal, 0.999)) == reveal
    assert read_before(RULES, taken, _passed(played, reveal, 0.6)) is None
    assert read_before(RULES, taken, Observations()) is None


@pytest.mark.parametrize(
    ("read", "by_name"),
    [
        ({14: ("garrison", 0.99)}, True),
        ({14: ("garrison", 0.6)}, False),
        ({14: ("garrison", 0.99), 15: ("stable", 0.99)}, False),
        ({}, False),
    ],
)
def test_what_went_under_a_wonder_was_turned_up_before_where_one_card_was_surely_read_that_is_gone(
    read: Mapping[int, tuple[str, float]], *, by_name: bool
) -> None:
    layout = ("altar", "apothecary", *(None,) * 14, "theater", "tavern", "baths", "palisade")
    state = play(table(city(own="sphinx", coins=20), age=1), LayOut(1, layout))
    observed = Observations()
    for slot, (card, probability) in read.items():
        observed.passed[slots(1)[slot]] = (SeenPiece(slot, HERE, (FaceProbability(f"duel/{card}", probability),)),)
    unread = BuildWonder(0, "?", "sphinx")
    named = Reveal(14, "garrison"), BuildWonder(0, "garrison", "sphinx")
    assert with_turned_up(RULES, state, (unread,), observed) == (named if by_name else (unread,))


@pytest.mark.parametrize(("should", "kept"), [((ANY,), True), ((), False)])
def test_what_was_turned_up_and_is_gone_is_remembered_until_it_should_lie_there_no_more(
    should: tuple[str, ...], *, kept: bool
) -> None:
    slot, observed = "structure/3/8", Observations()
    card = SeenPiece(1, HERE, (FaceProbability("duel/courthouse", 0.99),))
    for frame, pieces in enumerate(((), (card,), ())):
        observed.take(Scene(frame, float(frame), (Sighting(slot, frame, float(frame), pieces),)))
        observed.adopt({slot: ()})
    observed.settle([slot], {slot: should})
    assert observed.passed.get(slot) == ((card,) if kept else None)
