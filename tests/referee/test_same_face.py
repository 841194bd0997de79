"""A piece that is replaced by another one with the same face: on the table nothing has changed, or a card was taken."""

from pathlib import Path

import pytest

from companion.games.architects import rules as architects
from companion.games.architects import seen
from tests.referee.games import Played


def _table(folder: Path) -> Played:
    """A table on which a card may be taken from the left."""
    played = Played(folder, 3, 1)
    for _ in range(6):
        played.move()
    while not _from_the_left(played):
        played.move()
    return played


def _from_the_left(played: Played) -> list[architects.TakeCard]:
    choices = played.table.deal.choices(played.table.state)
    return [move for move in choices if isinstance(move, architects.TakeCard) and move.source == "left"]


def test_a_card_changed_for_one_like_it_is_no_move_and_nobody_is_asked(tmp_path: Path) -> None:
    played = _table(tmp_path)
    before = played.state
    city = next(zone for zone, lying in played.table.zones.items() if zone.endswith("city") and lying)
    piece = played.table.zones[city].pop()
    played.table.put(city, piece.face)
    played.show()
    played.wait(10)
    assert played.state == before
    assert played.referee.view().question is None
    assert played.referee.view().health == ()


@pytest.mark.parametrize("noticed", [True, False])
def test_a_card_taken_from_one_like_it_is_taken_or_asked_about(tmp_path: Path, noticed: bool) -> None:  # noqa: FBT001 - pytest's
    played = _table(tmp_path)
    move = _from_the_left(played)[0]
    after = architects.apply(played.state, move, strict=False)
    piles = seen.tableau(after).piles
    holder = next(zone for zone, height in seen.tableau(played.state).piles.items() if height > piles[zone])
    deck = played.table.deal.decks[int(holder.removeprefix("holder/"))]
    deck[-2] = deck[-1]
    top = played.table.zones[holder][-1]
    played.table.play(move)
    if not noticed:
        # The next card lies exactly where the last one lay: for the camera it is the same.
        played.table.zones[holder] = [top]
    played.show()
    played.table.follow()
    played.show()
    played.wait(5)
    question = played.referee.view().question
    if noticed:
        assert question is None
        assert played.state == played.table.state
    else:
        assert question is not None
        offered = [dict(step) for option in question.options for step in option.moves]
        assert architects.dump_move(move) in offered
