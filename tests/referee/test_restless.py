"""People do not wait, and not everything can be read: what could be seen is accepted, what could not is asked once."""

from pathlib import Path
from random import Random

import pytest

from companion.games.architects import rules as architects
from companion.referee.game import LiveGame
from tests.referee.restless import Restless
from vision.sighting import FaceProbability

_IN_TIME = 3.0


def third(seed: int) -> tuple[str, ...]:
    """A third of the tokens and of the stages' sides, which a box lacks."""
    rng = Random(seed)
    tokens = [f"architects/progress/{token}" for token in architects.FACTS.progress_tokens]
    sides = [f"architects/stage/{stage}/{side}" for stage in architects.FACTS.stages for side in ("built", "building")]
    return (*rng.sample(tokens, len(tokens) // 3), *rng.sample(sides, len(sides) // 3))


def played_out(table: Restless, moves: int = 1000) -> None:
    while not table.table.state.finished and len(table.truth) < moves:
        table.go_on()
    table.rest(12 + (table.answer_after or 0))


def test_a_dealer_who_does_not_wait_needs_no_answer_where_all_can_be_read(tmp_path: Path) -> None:
    table = Restless(tmp_path, 3, 1, answer_after=None)
    played_out(table, 60)
    assert table.events() == table.truth
    assert not table.late(_IN_TIME)
    assert not table.asked


def test_e7_unknown_tokens_are_accepted_as_such_asked_about_once_and_filled_in(tmp_path: Path) -> None:
    table = Restless(tmp_path, 2, 2, unenrolled=third(2), answer_after=20)
    played_out(table)
    assert table.state == table.table.state
    pairs = table.pairs()
    assert len(pairs) == len(table.events()), "nothing wrong was accepted"
    missed = [move for place, move in enumerate(table.truth) if place not in pairs.values()]
    assert all(move["move"] == "reveal" for move in missed), "told with the move that took it"
    late = [table.truth[place] for place in table.late(_IN_TIME)]
    assert all(move["move"] == "reveal" for move in late)
    unread = [move for move in table.truth if f"architects/progress/{move.get('token')}" in third(2)]
    assert 0 < len(table.asked) <= len(unread)


@pytest.mark.parametrize(("players", "seed"), [(2, 1), pytest.param(4, 3, marks=pytest.mark.proof)])
def test_e7_without_answers_all_but_the_unknown_is_accepted_in_time(tmp_path: Path, players: int, seed: int) -> None:
    table = Restless(tmp_path, players, seed, unenrolled=third(3), answer_after=None)
    played_out(table)
    pairs = table.pairs()
    assert len(pairs) == len(table.events())
    missed = [move for place, move in enumerate(table.truth) if place not in pairs.values()]
    assert all(move["move"] == "reveal" for move in missed)
    assert all(table.truth[place]["move"] == "reveal" for place in table.late(_IN_TIME))
    assert sum("?" in event.values() for event in table.events()) == 2


@pytest.mark.parametrize("answer_after", [pytest.param(None, marks=pytest.mark.proof), 20])
def test_of_several_open_tokens_that_look_alike_what_was_taken_is_told_by_what_lies_there_yet(
    tmp_path: Path, answer_after: int | None
) -> None:
    # Two such tokens are taken one after the other: when the second is told, by an answer or by what it allows, so is
    # the first, and none is said to have come off the stack, or to have been turned up in between.
    table = Restless(tmp_path, 2, 190, unenrolled=third(190), answer_after=answer_after)
    played_out(table)
    assert table.events() == table.truth
    assert table.state == table.table.state
    assert not table.late(_IN_TIME)


@pytest.mark.proof
def test_a_card_that_only_an_unread_token_allows_tells_what_that_token_is(tmp_path: Path) -> None:
    table = Restless(tmp_path, 2, 3, unenrolled=third(3), answer_after=None)
    played_out(table)
    assert len(table.pairs()) == len(table.events()) == len(table.truth), "all is accepted, and nothing else"
    told = [event for event, move in zip(table.events(), table.truth, strict=True) if move.get("token") == "science"]
    assert [event["token"] for event in told] == ["science"]
    # Of the two open ones that look alike nobody has said which was taken first.
    alike = [move["token"] for event, move in zip(table.events(), table.truth, strict=True) if "?" in event.values()]
    assert alike == ["decor", "tactics"]


@pytest.mark.proof
@pytest.mark.parametrize(("players", "seed", "noise"), [(4, 61, 0.0), (7, 51, 0.0), (4, 72, 0.1)])
def test_what_only_an_unread_token_allows_is_accepted_and_each_unread_piece_is_asked_about_once(
    tmp_path: Path, players: int, seed: int, noise: float
) -> None:
    table = Restless(tmp_path, players, seed, unenrolled=third(seed), noise=noise, answer_after=20)
    played_out(table)
    pairs = table.pairs()
    assert len(pairs) == len(table.events()), "nothing wrong was accepted"
    missed = [move for place, move in enumerate(table.truth) if place not in pairs.values()]
    assert len(missed) <= 1
    assert all(move["move"] == "reveal" for move in missed)
    unread = [move for move in table.truth if f"architects/progress/{move.get('token')}" in third(seed)]
    assert len(table.asked) <= len(unread)


@pytest.mark.proof
@pytest.mark.parametrize(("players", "seed", "noise"), [(2, 87, 0.0), (7, 105, 0.0), (2, 111, 0.1), (2, 115, 0.1)])
def test_what_a_person_names_is_that_piece_and_no_other_even_if_it_has_been_spent_when_the_answer_comes(
    tmp_path: Path, players: int, seed: int, noise: float
) -> None:
    table = Restless(tmp_path, players, seed, unenrolled=third(seed), noise=noise, answer_after=20)
    played_out(table)
    assert len(table.pairs()) == len(table.events()), "nothing wrong was accepted"
    assert table.state == table.table.state


@pytest.mark.proof
def test_what_was_paid_with_a_card_that_nobody_has_read_and_known_ones_together_is_said_so(tmp_path: Path) -> None:
    table = Restless(tmp_path, 2, 113, unenrolled=third(113), noise=0.1, answer_after=None)
    played_out(table)
    assert len(table.pairs()) == len(table.events()), "nothing wrong was accepted"
    assert len(table.pairs()) == len(table.truth)
    build = next(move for move in table.events() if move.get("stage") == "olympia_4")
    assert build in table.truth, "the glass that would have done as well lies there yet"


@pytest.mark.proof
def test_an_unread_card_that_has_gone_need_not_have_been_paid_with(tmp_path: Path) -> None:
    # It was a shield with a horn, which leaves after the battle.
    table = Restless(tmp_path, 4, 122, unenrolled=third(122), noise=0.1, answer_after=None)
    played_out(table)
    assert len(table.pairs()) == len(table.events()), "nothing wrong was accepted"
    assert len(table.truth) - len(table.pairs()) <= 2


@pytest.mark.parametrize("place", ["holder/1", "seat/1/wonder", "central/progress"])
def test_e2_a_place_that_cannot_be_read_is_named_and_heals_by_itself(tmp_path: Path, place: str) -> None:
    table = Restless(tmp_path, 3, 1, answer_after=None)
    for _ in range(6):
        table.go_on()
    hidden = table.table.zones[place][:0]

    def hide() -> None:
        lying = table.table.zones[place]
        hidden.extend(lying)
        lying.clear()

    table.harm = hide
    table.rest(7)
    assert place in [one.place for one in table.referee.view().health]
    table.harm = lambda: None
    table.table.zones[place] = hidden
    table.rest(3)
    assert table.referee.view().health == ()
    for _ in range(6):
        table.go_on()
    table.rest(3)
    assert table.events() == table.truth


def test_who_starts_anew_knows_as_much_of_tokens_that_look_alike_as_before(tmp_path: Path) -> None:
    """Also that it was guessed which of two was taken: what lies there yet is one of them, and none turned up later."""
    table, guessed = Restless(tmp_path, 2, 7, unenrolled=third(7), answer_after=20), 0
    while len(table.truth) < 22:
        table.go_on()
        before = table.game.observed.baseline["central/progress"]
        again = LiveGame(table.game.journal).observed.baseline["central/progress"]
        assert (again.known, again.guessed) == (before.known, before.guessed)
        guessed += bool(before.guessed)
    assert guessed


@pytest.mark.proof
def test_an_open_token_that_may_be_one_that_the_box_lacks_is_the_one_that_goes_when_it_is_taken(
    tmp_path: Path,
) -> None:
    """It was named, but not surely, and another one that is unread lies beside it: neither came off the stack."""
    lacked = tuple(f"architects/progress/{token}" for token in ("urbanism", "decor", "tactics"))
    table = Restless(tmp_path, 2, 7, unenrolled=lacked, answer_after=None)
    table.harm = lambda: _read_at(table, "architects/progress/engineering", 0.9)
    played_out(table, 39)
    pairs = table.pairs()
    taken = [place for place, move in enumerate(table.truth) if move.get("token") == "engineering"][1]
    assert [table.events()[k]["from"] for k, place in pairs.items() if place == taken] == ["face_up"]
    assert len(pairs) == len(table.events()), "nothing wrong was accepted"


def _read_at(table: Restless, face: str, sure: float) -> None:
    """This token is named less surely than those are that the box knows beyond doubt."""
    for piece in (piece for zone in table.table.zones.values() for piece in zone if piece.face == face):
        piece.seen = (FaceProbability(face, sure),)


@pytest.mark.proof
@pytest.mark.parametrize(("players", "seed"), [(4, 206), (7, 200)])
def test_a_card_that_an_unread_token_gives_is_no_mistake_and_what_gave_it_stays_unknown(
    tmp_path: Path, players: int, seed: int
) -> None:
    table = Restless(tmp_path, players, seed, unenrolled=third(seed), answer_after=None)
    played_out(table)
    given = [entry for entry in table.game.fold.played if getattr(entry.move, "because", None) == "?"]
    assert given
    assert not any(entry.findings for entry in table.game.fold.played)
    assert len(table.pairs()) == len(table.events()), "nothing wrong was accepted"
