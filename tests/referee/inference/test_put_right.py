"""What a person says in answer: what of it was recorded with another piece is put right, no mistake is made of it."""

from pathlib import Path
from typing import Any

from companion.games.architects import rules as architects
from companion.referee.inference.observations import Observations
from companion.referee.inference.put_right import put_right
from tests.referee.games import Played
from tests.referee.sightless import here
from vision.sighting import SeenPiece, Sighting


def _takes(seat: int, card: str) -> Any:
    return architects.TakeCard(seat=seat, source="central", card=card)


def _recorded(folder: Path) -> Played:
    """The first player is said to have taken a coin, the others something else."""
    table = Played(folder, camera=False)
    first = table.state.to_move
    cards = ("coin", "vp3", "shield_h0")
    for turn, card in enumerate(cards):
        table.do("move", architects.dump_move(_takes((first + turn) % 3, card)))
    return table


def _put_right(table: Played, told: list[Any], observed: Observations, *, by_camera: bool = True) -> tuple[Any, Any]:
    played = table.game.fold.played
    doubtful = frozenset(entry.seq for entry in played) if by_camera else frozenset[int]()
    return put_right(table.game.rules, played, doubtful, observed, told)


def _city(seat: int, pieces: int) -> Observations:
    observed = Observations()
    lying = tuple(SeenPiece(track, here(track), ()) for track in range(pieces))
    observed.seen[f"seat/{seat}/city"] = Sighting(f"seat/{seat}/city", 1, 0.1, lying)
    return observed


def test_a_card_that_was_misread_and_is_said_beside_the_next_one_is_put_right(tmp_path: Path) -> None:
    table = _recorded(tmp_path)
    first = table.state.to_move
    told = [_takes(first, "papyrus"), _takes(first, "wood")]
    thought, rest = _put_right(table, told, _city(first, 2))
    assert thought is not None
    assert (thought.seq, thought.move) == (table.game.fold.played[0].seq, told[0])
    assert rest == (told[1],)


def test_where_nothing_can_be_believed_what_is_said_puts_nothing_right(tmp_path: Path) -> None:
    table = _recorded(tmp_path)
    first = table.state.to_move
    told, observed = [_takes(first, "papyrus"), _takes(first, "wood")], _city(first, 2)
    observed.distrust([f"seat/{first}/city"])
    assert _put_right(table, told, observed) == (None, tuple(told))


def test_two_cards_that_lie_there_besides_were_both_taken(tmp_path: Path) -> None:
    table = _recorded(tmp_path)
    first = table.state.to_move
    told = [_takes(first, "papyrus"), _takes(first, "wood")]
    assert _put_right(table, told, _city(first, 3)) == (None, tuple(told))


def test_what_a_person_has_said_and_a_move_that_offends_nothing_are_left_alone(tmp_path: Path) -> None:
    table = _recorded(tmp_path)
    first = table.state.to_move
    two, one = [_takes(first, "papyrus"), _takes(first, "wood")], [_takes(first, "wood")]
    assert _put_right(table, two, _city(first, 2), by_camera=False) == (None, tuple(two))
    assert _put_right(table, one, _city(first, 2)) == (None, tuple(one))
