"""What is laid out before a camera: wonders to choose from, and a structure while somebody is to say who begins."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.duel import rules
from companion.games.duel.places import OFFER
from companion.games.duel.rules.moves import DraftWonder, Offer
from companion.games.duel.seen import awaits, told
from companion.referee import decided, session
from companion.referee.inference import reconsider as reconsidered
from companion.referee.inference.belief import Belief
from companion.referee.inference.decide import Decision
from companion.referee.inference.reconsider import Reading
from companion.referee.inference.search import infer
from companion.twin.world import World
from tests.games.duel.tables import draft_table
from tests.referee.sightless import Sightless
from vision.sighting import FaceProbability, Sighting

_UNREAD = Offer(("?",) * 4)


def test_four_wonders_of_which_nobody_has_read_any_are_laid_out_once() -> None:
    state = draft_table()
    lying = {OFFER: ((), (), (), ())}
    assert told(state, lying) == (_UNREAD,)
    laid = rules.apply(state, _UNREAD)
    assert told(laid, lying) == ()
    assert not awaits(laid)
    left = rules.apply(laid, DraftWonder(laid.to_move, "?"))
    assert not awaits(left)


def test_people_may_choose_of_wonders_that_are_badly_read_a_moment_after_they_were_laid_out(tmp_path: Path) -> None:
    table = Sightless(tmp_path, "duel", 2, 1)
    offer = next(place for place in table.dealer.rules.places(table.dealer.state) if place.name == OFFER)

    def badly(seen: Sighting) -> Sighting:
        if seen.zone != OFFER or not seen.pieces:
            return seen
        first, *others = seen.pieces
        another = next(face for face in offer.faces if face not in {one.faces[0].face for one in seen.pieces})
        faces = (FaceProbability(first.faces[0].face, 0.42), FaceProbability(another, 0.35))
        return replace(seen, pieces=(replace(first, faces=faces), *others))

    table.harm = badly
    table.perform()
    for _ in range(3):
        table.pulse()
    assert table.missed == []


def _before_the_last_card(folder: Path) -> tuple[Sightless, Any, World]:
    """A table with one card of the first age left, the move that takes it, and the first card of the next one.

    The camera saw the slots before the first structure lay there; the moves until then are tapped in. The weaker player
    is to say who begins the second age.
    """
    table = Sightless(folder, "duel", 2, 1, late=10)
    for _ in range(28):
        table.by_finger()
    table.show(table.dealer.world)
    table.rest(4)
    taken = table.dealer.step()
    assert taken is not None
    assert table.dealer.state.choice == "starter"
    while (step := table.dealer.step()) is not None and not step.actions:
        pass
    assert step is not None
    return table, taken.move, step.actions[0].world


def test_the_first_card_of_a_structure_says_nothing_of_the_move_after_which_somebody_is_to_begin(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, taken, world = _before_the_last_card(tmp_path)
    beliefs = list[Belief]()

    def looked(*given: Any) -> Belief:
        beliefs.append(infer(*given))
        return beliefs[-1]

    monkeypatch.setattr(session, "infer", looked)
    table.show(world)
    likeliest = next(one.ranked[0][0] for one in beliefs if one.ranked)
    assert likeliest.moves[0] == taken
    assert likeliest.fits > -1.0


@pytest.mark.parametrize("never_explained", [(), ("structure/0/1",)])
def test_a_reading_of_a_move_by_which_the_next_age_had_begun_is_weighed_where_nothing_was_said_of_its_slots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, never_explained: tuple[str, ...]
) -> None:
    table, taken, world = _before_the_last_card(tmp_path)
    monkeypatch.setattr(decided, "decide", lambda *_given, **_named: Decision("wait"))
    table.show(world)
    for zone in never_explained:
        # A place in which no card of the first age lies, on a table that was joined in that age.
        table.game.observed.distrust(["board/loot"])
        del table.game.observed.baseline[zone]
    played = table.game.fold.played
    begun = Reading(played[-1].seq, played[-1].move, rules.apply(table.state, taken), 0.0)
    monkeypatch.setattr(reconsidered, "readings", lambda *_given, **_named: [begun])
    found = reconsidered.reconsider(table.game.rules, played, frozenset({begun.seq}), table.game.observed)
    assert found is None, "that somebody has just taken the last card explains as much"
