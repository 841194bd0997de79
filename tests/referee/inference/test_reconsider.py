"""The referee's second thoughts: a misread move is put right by a better look, a person's word never is."""

from pathlib import Path
from typing import Any

import pytest

from companion.games.architects import rules as architects
from companion.referee.inference.reconsider import readings, reconsider
from companion.referee.inference.search import infer
from tests.referee.games import Played
from tests.referee.sightless import Sightless
from tests.referee.table import Lying
from vision.sighting import FaceProbability

_MOVES_LATER = (0, 1, 2)


def _surely(name: str) -> tuple[FaceProbability, ...]:
    return (FaceProbability(f"architects/{name}", 0.999),)


def _another(card: str) -> str:
    """Another card that could have been taken just as well: no obligation follows from either."""
    return next(name for name in ("vp3", "vp2_cat", "shield_h0", "coin") if name != card)


def _taken(played: Played) -> tuple[str, Lying]:
    """Somebody takes a plain card of the central deck (nobody has seen its face): its name and the piece."""
    table, seat = played.table, played.table.state.to_move
    card = table.deal.decks[-1][-1]
    table.play(architects.TakeCard(seat=seat, source="central", card=card))
    return card, table.zones[f"seat/{seat}/city"][-1]


def _plain_table(folder: Path) -> Played:
    """A table on whose central deck cards lie on top from which nothing follows."""
    played = Played(folder)
    played.table.deal.decks[-1].sort(key=lambda card: card in ("vp3", "shield_h0"))
    return played


@pytest.mark.parametrize("later", _MOVES_LATER)
def test_a_misread_card_is_put_right_without_a_question(tmp_path: Path, later: int) -> None:
    played = _plain_table(tmp_path)
    card, piece = _taken(played)
    piece.seen = _surely(_another(card))
    played.show()
    assert played.game.fold.played[-1].move.card == _another(card)
    for _ in range(later):
        played.table.follow()
        _taken(played)
        played.show()
        played.wait(2)
    assert len(played.game.fold.played) == later + 1
    assert played.state != played.table.state
    piece.seen = _surely(card)
    played.table.follow()
    played.referee.handle(played.table.everything())
    played.wait(6)
    assert played.state == played.table.state
    view = played.referee.view()
    assert view.question is None
    kinds = [event.draft.kind for event in played.game.journal.events]
    assert kinds.count("correction") == 1
    assert "question" not in kinds


def test_what_was_recorded_is_weighed_once_however_many_faces_a_piece_may_show(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played = _plain_table(tmp_path)
    _, piece = _taken(played)
    piece.seen = _surely("wood")
    played.show()
    others = ("glass", "stone")
    piece.seen = tuple(FaceProbability(f"architects/{name}", 0.5) for name in others)
    played.referee.handle(played.table.everything())
    weighed: list[object] = []

    def infer_and_tell(rules: Any, state: Any, observed: Any) -> Any:
        weighed.append(state)
        return infer(rules, state, observed)

    monkeypatch.setattr("companion.referee.inference.weighing.infer", infer_and_tell)
    game = played.game
    assert reconsider(game.rules, game.fold.played, game.doubtful, game.observed) is None
    assert len(weighed) > len(others)
    assert weighed.count(game.state) == 1


def test_a_correction_of_the_cameras_own_leaves_what_has_come_since_to_be_explained(tmp_path: Path) -> None:
    played = _plain_table(tmp_path)
    card, piece = _taken(played)
    piece.seen = _surely(_another(card))
    played.show()
    before = played.game.fold.played[-1]
    piece.seen = _surely(card)
    new = played.table.put("seat/0/city", "architects/wood")
    played.referee.handle(played.table.everything())
    played.game.correct(before.seq, architects.TakeCard(seat=0, source="central", card=card), by="camera")
    lying = {seen.track for seen in played.game.observed.baseline["seat/0/city"].seen.pieces}
    assert piece.track in lying
    assert new.track not in lying
    assert "seat/0/city" in played.game.observed.changed()


def test_what_a_person_said_is_never_overruled(tmp_path: Path) -> None:
    played = _plain_table(tmp_path)
    card, piece = _taken(played)
    said = architects.TakeCard(seat=0, source="central", card=_another(card))
    assert played.do("move", architects.dump_move(said)).ok
    played.referee.handle(played.table.everything())
    played.wait(8)
    assert played.game.fold.played[-1].move == said
    assert piece.face == f"architects/{card}"


def test_two_readings_that_explain_the_table_alike_correct_nothing(tmp_path: Path) -> None:
    played = _plain_table(tmp_path)
    _, piece = _taken(played)
    piece.seen = _surely("coin")
    played.show()
    before = played.game.fold.played
    piece.seen = (FaceProbability("architects/vp3", 0.5), FaceProbability("architects/vp2_cat", 0.5))
    played.referee.handle(played.table.everything())
    assert reconsider(played.game.rules, before, played.game.doubtful, played.game.observed) is None


def test_a_correction_of_the_cameras_own_is_played_again_after_a_restart(tmp_path: Path) -> None:
    played = _plain_table(tmp_path)
    card, piece = _taken(played)
    piece.seen = _surely(_another(card))
    played.show()
    piece.seen = _surely(card)
    played.referee.handle(played.table.everything())
    played.wait(6)
    state = played.state
    folder = played.folder
    played.referee.close()
    again = Played.__new__(Played)
    again.folder = folder
    again.referee = type(played.referee)(type(played.referee._files)(folder))
    assert again.state == state == played.table.state


def test_a_card_that_was_read_long_ago_is_not_doubted_because_of_tokens_that_followed_from_it(tmp_path: Path) -> None:
    table, back = Sightless(tmp_path, "architects", 3, 1), 8
    while len(played := table.game.fold.played) < back or "shield_h1" not in str(played[-back].move):
        table.step()
    shield = played[-back]

    def doubted(place: str) -> bool:
        doubtful, suspected = table.game.doubtful, frozenset({place})
        found = readings(table.game.rules, played, doubtful, {}, suspected, widely=True)
        return any(one.seq == shield.seq for one in found)

    assert doubted(f"seat/{shield.move.seat}/city")
    assert not doubted("central/conflict")


def test_a_misread_card_is_put_right_though_the_next_one_has_come_beside_it_and_that_one_is_believed_at_once(
    tmp_path: Path,
) -> None:
    played = _plain_table(tmp_path)
    card, piece = _taken(played)
    piece.seen = _surely(_another(card))
    played.show()
    while played.table.state.to_move != 0:
        _taken(played)
        played.show()
    piece.seen = _surely(card)
    played.referee.handle(played.table.everything())
    played.wait(1)
    _taken(played)
    played.referee.handle(played.table.everything())
    played.wait(2)
    assert played.state == played.table.state
    assert played.referee.view().question is None
    assert "seat/0/city" not in played.game.observed.disbelieved


def _battle(folder: Path, cards: tuple[str, ...], badly: dict[int, tuple[str, float]], seconds: int) -> Played:
    """These cards are taken one after the other, some read badly; what follows from the last is done later."""
    played = Played(folder)
    deck = played.table.deal.decks[-1]
    for card in reversed(cards):
        deck.remove(card)
        deck.append(card)
    for place in range(len(cards)):
        card, piece = _taken(played)
        if place in badly:
            other, share = badly[place]
            looks = {card: 0.95 - share, other: share}.items()
            piece.seen = tuple(FaceProbability(f"architects/{face}", likely) for face, likely in looks)
        played.show()
        played.wait(seconds * (place == len(cards) - 1))
        played.table.follow()
        played.show()
        played.wait(3)
    return played


@pytest.mark.parametrize("surely", [True, False])
def test_a_badly_read_card_that_a_later_one_takes_away_with_it_is_told_by_that(tmp_path: Path, *, surely: bool) -> None:
    # A horn that nobody has read; with two more the battle begins, and all three go before the last is accepted.
    badly = {0: ("stone", 0.28)} | ({} if surely else {3: ("compass", 0.26)})
    played = _battle(tmp_path, ("shield_h1", "vp3", "vp3", "shield_h2"), badly, seconds=0)
    first, *_, last = played.game.fold.played
    assert (first.move.card, last.move.card) == ("shield_h1", "shield_h2")
    assert played.state == played.table.state


def test_a_badly_read_card_that_went_with_a_battle_is_one_of_those_that_do(tmp_path: Path) -> None:
    # Others' horns were enough to begin it, so that nothing was wanting by the record but that one more card has gone.
    cards = ("shield_h1", "shield_h1", "shield_h2")
    played = _battle(tmp_path, cards, {0: ("vp3", 0.42)}, seconds=2)
    assert tuple(entry.move.card for entry in played.game.fold.played) == cards
    assert played.state == played.table.state


def test_a_misread_card_is_put_right_though_another_one_that_nobody_has_read_lies_elsewhere(tmp_path: Path) -> None:
    # What that one is, which lies where nothing is odd, is another question.
    played = _plain_table(tmp_path)
    card, unread = _taken(played)
    unread.seen = tuple(FaceProbability(f"architects/{name}", p) for name, p in ((card, 0.67), ("stone", 0.28)))
    played.show()
    played.wait(3)
    played.table.follow()
    card, piece = _taken(played)
    piece.seen = _surely(_another(card))
    played.show()
    played.wait(1)
    assert [entry.move.card for entry in played.game.fold.played] == ["?", _another(card)]
    piece.seen = _surely(card)
    played.referee.handle(played.table.everything())
    played.wait(6)
    assert [entry.move.card for entry in played.game.fold.played] == ["?", card]
