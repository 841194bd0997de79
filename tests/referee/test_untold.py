"""What nobody could read when it was turned up is told where it belongs, once what was taken since tells it."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.games.duel.rules.moves import Build, Reveal
from companion.referee.fold import fold
from tests.referee.sightless import Sightless
from vision.sighting import Sighting

_ONE, _TWO = (1, ("theater",)), (6, ("pharmacist", "guard_tower"))
"""Seeds, and cards that are turned up one after the other; the first of them is built before the other is taken."""


class _InTheShade(Sightless):
    """Some cards cannot be read where they are turned up; nobody says what they are.

    ``clears``: until the first of them is built.
    """

    def __init__(self, folder: Path, shaded: tuple[str, ...], seed: int, *, clears: bool = True) -> None:
        self.shaded, self._clears = shaded, clears
        super().__init__(folder, "duel", 2, seed)
        self.harm = self._shaded

    def _shaded(self, seen: Sighting) -> Sighting:
        dark = {f"duel/{card}" for card in self.shaded}
        if not seen.zone.startswith("structure/") or (self._clears and self.is_built(self.shaded[0])):
            return seen
        pieces = (replace(one, faces=()) if one.faces and one.faces[0].face in dark else one for one in seen.pieces)
        return replace(seen, pieces=tuple(pieces))

    def is_built(self, card: str) -> bool:
        """Whether somebody has built this card."""
        return any(isinstance(move, Build) and move.card == card for move in self.dealer.played)

    def ready_to_answer(self, question: int) -> bool:  # noqa: ARG002 - they play on
        return False

    def play(self, moves: int) -> None:
        """So many moves are made in all."""
        while len(self.dealer.played) < moves:
            self.step()

    @property
    def told_late(self) -> list[int]:
        """The events that tell of what was before another."""
        events = self.game.journal.events
        return [event.seq for event in events if event.draft.kind == "correction" and "before" in event.draft.body]


@pytest.mark.parametrize(("seed", "shaded"), [_ONE, _TWO])
def test_a_card_that_is_built_before_anybody_could_read_it_is_told_as_if_it_had_been_read_in_time(
    tmp_path: Path, seed: int, shaded: tuple[str, ...]
) -> None:
    table = _InTheShade(tmp_path, shaded, seed)
    table.play(38)
    assert (table.wrong, table.missed) == ([], [])
    told = [entry.move for entry in table.game.fold.played]
    place = next(k for k, move in enumerate(told) if isinstance(move, Build) and move.card == shaded[0])
    assert any(isinstance(move, Reveal) and move.card == shaded[0] for move in told[:place])
    assert table.state == table.dealer.state
    assert not any(entry.findings for entry in table.game.fold.played)
    before = table.game.fold.played
    table.again()
    assert table.game.fold.played == before


def test_of_two_that_nobody_could_read_the_one_is_told_of_which_it_was_seen_that_it_had_gone(tmp_path: Path) -> None:
    seed, shaded = _TWO
    table = _InTheShade(tmp_path, shaded, seed, clears=False)
    table.play(50)
    assert (table.wrong, table.missed) == ([], [])
    assert table.state == table.dealer.state


def test_what_was_told_late_goes_with_the_move_that_told_it_and_comes_back_with_it(tmp_path: Path) -> None:
    table = _InTheShade(tmp_path, _ONE[1], _ONE[0])
    table.play(38)
    (late,) = table.told_late
    before = table.game.fold.played
    target = table.game.journal.events[late - 1].draft.body["before"]
    assert table.do("undo").ok
    assert late not in table.game.fold.undone, "what is taken back without a number is the last move"
    undo = table.game.seq
    assert table.do("undo", {"seq": target}).ok
    assert late in table.game.fold.undone
    assert table.do("undo", {"seq": table.game.seq}).ok
    assert table.do("undo", {"seq": undo}).ok
    assert table.game.fold.played == before


def test_a_move_that_was_another_tells_nothing_of_what_was_turned_up(tmp_path: Path) -> None:
    table = _InTheShade(tmp_path, _ONE[1], _ONE[0])
    table.play(38)
    (late,) = table.told_late
    target = table.game.journal.events[late - 1].draft.body["before"]
    entry = next(entry for entry in table.game.fold.played if entry.seq == target)
    body = {**table.game.rules.dump_move(entry.move), "card": "altar"}
    assert table.do("correct", {"seq": target, "move": body}).ok
    assert {late, target} <= table.game.fold.undone
    assert fold(table.game.journal.events) == table.game.fold


def test_what_somebody_takes_back_is_not_concluded_again(tmp_path: Path) -> None:
    table = _InTheShade(tmp_path, _ONE[1], _ONE[0])
    table.play(38)
    (late,) = table.told_late
    assert table.do("undo", {"seq": late}).ok
    table.play(40)
    assert table.told_late == [late]


def test_what_another_did_since_is_yet_to_be_told_when_somebody_taps_in_the_move_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = Sightless(tmp_path, "duel", 2, 1003, late=11)
    first, second = table.dealer.step(), table.dealer.step()
    assert first is not None
    assert second is not None
    city = f"seat/{second.move.seat}/city"
    lay = {piece.track for piece in table._said[city].pieces}

    def unnamed(seen: Sighting) -> Sighting:
        pieces = (one if seen.zone != city or one.track in lay else replace(one, faces=()) for one in seen.pieces)
        return replace(seen, pieces=tuple(pieces))

    table.harm = unnamed
    with monkeypatch.context() as nobody_looks:
        nobody_looks.setattr(table.referee._session, "look", lambda: None)
        table.show(second.actions[-1].world)
    assert table.do("move", table.dealer.rules.dump_move(first.move)).ok
    table.rest(3)
    assert (table.wrong, table.missed, table.questions) == ([], [], 0)
