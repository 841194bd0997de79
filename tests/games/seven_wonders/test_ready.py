"""What lies ready, what is paid, and who played last: what is seen half done tells of no other move (no pixels)."""

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from companion.games.seven_wonders.rules.moves import Bought, Build, BuildStage, Discard, Revive
from companion.games.seven_wonders.seen import places, shows, waits
from companion.referee.inference import search
from companion.twin.dealer import Dealer
from tests.referee.sightless import HERE, Sightless, performed
from tests.referee.spoiling import Mask
from tests.referee.spoiling_any import Watched
from vision.sighting import SeenPiece, Sighting

_MIDWAY = 12
"""Moves after which, at this table, all have played as often."""


def _table(folder: Path, late: int = _MIDWAY) -> Watched:
    return Watched(folder, "seven_wonders", 3, 21, late=late)


def _look_on(table: Watched, seconds: int) -> None:
    """The table lies as it does, and nobody answers anything."""
    for _ in range(seconds):
        table.pulse(1.0)


def _nothing_in(*places: str) -> Callable[[Sighting], Sighting]:
    return lambda seen: replace(seen, pieces=()) if seen.zone in places else seen


def _frozen(table: Watched, place: str) -> None:
    """From now on this place looks as it does now."""
    now = table._said[place]
    table.harm = lambda seen: replace(now, frame=seen.frame, exposed=seen.exposed) if seen.zone == place else seen


def _play_on(table: Watched, moves: int = 1) -> None:
    """People play, and answer nothing."""
    for _ in range(moves):
        performed(table)
        _look_on(table, 2)


def test_a_card_that_is_played_leaves_the_place_where_it_lay_ready() -> None:
    for move in (Build(1, "altar"), BuildStage(1, "?"), Discard(1, "?")):
        assert shows(move).lifts == "seat/1/chosen"


def test_who_thinks_about_the_next_card_when_a_turn_is_over_is_asked_nothing(tmp_path: Path) -> None:
    table = _table(tmp_path, _MIDWAY + 1)
    ready = tuple(f"seat/{seat}/chosen" for seat in range(3))
    while len(waits(table.dealer.state)) < 3:
        last = len(waits(table.dealer.state)) == 1
        if last:
            table.harm = _nothing_in(*ready)
        performed(table)
        _look_on(table, 8 if last else 2)
    assert (table.wrong, table.missed) == ([], [])
    assert table.referee.view().question is None
    assert table.state == table.dealer.state


@pytest.mark.parametrize(("players", "seed", "late"), [(3, 4, 26), (3, 22, 17), (4, 4, 39), (4, 16, 43)])
def test_what_alone_explains_a_stage_is_thought_of_further_however_much_else_may_have_been_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, players: int, seed: int, late: int
) -> None:
    # With it a card out of the discards was built; by then its own place looks as it did, for the next card lies ready.
    monkeypatch.setattr(search, "_BEAM", 1)
    table = Watched(tmp_path, "seven_wonders", players, seed, late=late)
    stage, revived = table.dealer.step(), table.dealer.step()
    assert stage is not None
    assert revived is not None
    assert isinstance(stage.move, BuildStage)
    assert isinstance(revived.move, Revive)
    _frozen(table, f"seat/{stage.move.seat}/chosen")
    table.show(table.dealer.world)
    _look_on(table, 3)
    assert (table.wrong, table.missed) == ([], [])


def test_who_takes_up_the_card_that_lies_ready_is_asked_nothing_before_it_is_played(tmp_path: Path) -> None:
    table = _table(tmp_path)
    table.harm = _nothing_in("seat/0/chosen")
    table.show(table.dealer.world)
    _look_on(table, 8)
    assert table.referee.view().question is None
    assert table.events == table.truth
    assert not table.troubled()


def test_people_who_take_up_their_cards_together_and_play_them_one_after_another_are_asked_nothing(
    tmp_path: Path,
) -> None:
    table = _table(tmp_path)
    table.harm = _nothing_in(*(f"seat/{seat}/chosen" for seat in range(3)))
    table.show(table.dealer.world)
    _look_on(table, 5)
    for _ in range(3):
        _play_on(table)
        assert (table.wrong, table.missed) == ([], [])
        assert table.referee.view().question is None


def test_half_a_payment_is_not_taken_for_another_one_while_coins_are_moved(tmp_path: Path) -> None:
    table = _table(tmp_path)
    table.harm = _nothing_in("seat/2/chosen")
    step = table.dealer.step()
    assert step is not None
    assert step.move.trade.right != Bought(), "somebody is paid"
    for action in step.actions:
        table.show(action.world)
        assert table.wrong == []
    table.rest(2)
    assert table.missed == []


@pytest.mark.parametrize(("players", "seed", "late"), [(2, 735, 27), pytest.param(5, 910, 86, marks=pytest.mark.proof)])
def test_a_payment_is_accepted_with_its_last_coin_and_not_before_whatever_payment_fits_until_then(
    tmp_path: Path, players: int, seed: int, late: int
) -> None:
    dealer = Dealer("seven_wonders", players, seed, table="open")
    table = Sightless(tmp_path, "seven_wonders", players, seed, dealer=dealer, late=late)
    step = table.dealer.step()
    assert step is not None
    assert step.move.trade.left == Bought()
    assert max(msgspec.structs.astuple(step.move.trade.right)) == 2, "one of each neighbour would do, too"
    for action in step.actions:
        assert table.events == table.truth[: len(table.events)]
        table.show(action.world)
        assert not table.game.observed.doubtful, "a purse that is taken up to be changed holds nothing for a while"
    assert table.events == table.truth


def _is_asked_about_a_building(table: Watched) -> None:
    """Nothing that nobody made is accepted, and a building is among what is asked about."""
    assert table.wrong == []
    question = table.referee.view().question
    assert question is not None
    assert any(move["move"] == "build" for option in question.options for move in option.moves)


def _build_unseen(table: Watched) -> None:
    """Somebody plays the last card of a turn where nobody sees it, and the next cards are laid ready."""
    step = table.dealer.step()
    assert step is not None
    assert isinstance(step.move, Build)
    assert len(waits(table.dealer.state)) == 3, "it was the last card of the turn"
    _frozen(table, f"seat/{step.move.seat}/city")
    for action in step.actions:
        table.show(action.world)
    _look_on(table, 5)


def test_a_building_that_nobody_has_seen_is_not_taken_for_a_discard_when_the_next_cards_lie_ready(
    tmp_path: Path,
) -> None:
    table = _table(tmp_path, _MIDWAY + 2)
    _build_unseen(table)
    _is_asked_about_a_building(table)


def test_who_answers_that_no_move_was_made_is_not_asked_the_same_again(tmp_path: Path) -> None:
    table = _table(tmp_path, _MIDWAY + 2)
    _build_unseen(table)
    asked = table.referee.view().question
    assert asked is not None
    assert table.do("answer", {"question": asked.number, "moves": []}).ok
    _look_on(table, 2)
    assert table.referee.view().question is None


@pytest.mark.parametrize("place", ["coins", "chosen"])
def test_coins_and_a_card_that_lie_as_before_although_they_were_paid_and_played_are_named(
    tmp_path: Path, place: str
) -> None:
    table = _table(tmp_path)
    _frozen(table, f"seat/1/{place}")
    assert performed(table).move.seat == 1
    _look_on(table, 8)
    assert table.troubled() == {f"seat/1/{place}"}
    assert (table.wrong, table.missed) == ([], [])


@pytest.mark.proof
def test_tokens_that_came_to_a_player_do_not_tell_that_no_building_did(tmp_path: Path) -> None:
    table = _table(tmp_path, _MIDWAY + 3)
    _frozen(table, "seat/1/city")
    _play_on(table, 3)
    assert table.dealer.played[-3].seat == 1, "nobody sees what it builds"
    assert table.dealer.state.age == 2, "each player has got tokens, and the discard pile has grown"
    _look_on(table, 4)
    _is_asked_about_a_building(table)


def test_where_a_card_taken_up_alone_may_lie_unseen_is_named_within_ten_seconds(tmp_path: Path) -> None:
    table = _table(tmp_path, _MIDWAY + 3)
    _frozen(table, "seat/1/city")
    begun = table.clock
    _play_on(table, 2)
    assert not table.troubled()
    while table.clock < begun + 10 and not table.troubled():
        _look_on(table, 1)
    assert "seat/1/city" in table.troubled()
    assert table.clock <= begun + 10
    table.harm = lambda seen: seen
    table.show(table.dealer.world)
    assert not table.troubled()
    assert table.state == table.dealer.state


def test_where_the_next_cards_lie_ready_what_was_played_unseen_is_named_before_anybody_is_asked(tmp_path: Path) -> None:
    table = _table(tmp_path, _MIDWAY + 2)
    step = table.dealer.step()
    assert step is not None
    _frozen(table, f"seat/{step.move.seat}/city")
    for action in step.actions:
        table.show(action.world)
    assert len(waits(table.dealer.state)) == 3
    _look_on(table, 1)
    assert f"seat/{step.move.seat}/city" in table.troubled()
    assert table.referee.view().question is None


def test_cards_that_were_taken_up_together_are_held_for_as_long_as_others_play(tmp_path: Path) -> None:
    table = _table(tmp_path)
    table.harm = _nothing_in(*(f"seat/{seat}/chosen" for seat in range(3)))
    table.show(table.dealer.world)
    _look_on(table, 5)
    _play_on(table, 2)
    _look_on(table, 5)
    assert not table.troubled()
    assert table.referee.view().question is None


def test_a_city_that_was_misread_is_believed_when_all_of_it_looks_right_and_with_it_what_came_meanwhile(
    tmp_path: Path,
) -> None:
    table = _table(tmp_path, _MIDWAY + 1)
    city = next(place for place in places(table.dealer.state) if place.name == "seat/0/city")
    others = Mask(city, "wrong", table._said[city.name])
    table.harm = lambda seen: others(seen, table.frame) if seen.zone == city.name else seen
    table.show(table.dealer.world)
    _look_on(table, 8)
    assert table.troubled() == {city.name}
    _play_on(table)
    assert table.dealer.played[-1].seat == 0
    assert table.missed, "what it is cannot be told"
    table.harm = lambda seen: seen
    table.show(table.dealer.world)
    _look_on(table, 3)
    assert table.state == table.dealer.state
    assert not table.troubled()


def test_something_on_the_strip_of_who_has_yet_to_take_up_a_card_is_no_stage_and_is_named_within_ten_seconds(
    tmp_path: Path,
) -> None:
    table, seat = _table(tmp_path, _MIDWAY + 3), 2
    strip = f"seat/{seat}/stages"
    legal = table.dealer.rules.by_sight(table.state)
    assert any(isinstance(move, BuildStage) and move.seat == seat for move in legal), "that stage can be built"
    cup = SeenPiece(9000, HERE, ())
    table.harm = lambda seen: replace(seen, pieces=(*seen.pieces, cup)) if seen.zone == strip else seen
    begun = table.clock
    _play_on(table, 2)
    assert table.dealer.state.chosen[seat] is None, "its card lies ready yet"
    while table.clock < begun + 10 and not table.troubled():
        _look_on(table, 1)
    assert (table.wrong, table.missed) == ([], [])
    assert table.troubled() == {strip}
    assert table.referee.view().question is None
