"""Wonders of Duel before a camera, without pixels: one that the box lacks, and one whose card nobody sees."""

import math
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.games.catalogue import GAMES
from companion.games.duel.board import side
from companion.games.duel.rules.moves import BuildWonder
from companion.games.duel.table import table as live_table
from companion.twin.dealer import Step
from tests.referee.lacking import Lacking
from tests.referee.sightless import Sightless
from vision.sighting import SeenPiece, Sighting


def _laid_out(folder: Path, seed: int) -> Sightless:
    table = Sightless(folder, "duel", 2, seed)
    while not table.dealer.state.laid:
        table.step()
    return table


def _until_a_wonder_is_built(table: Sightless) -> BuildWonder:
    while (step := table.step()) is not None:
        if isinstance(step.move, BuildWonder):
            return step.move
    raise AssertionError("no wonder was built")


def test_that_a_wonder_is_built_is_seen_also_of_one_that_the_box_lacks(tmp_path: Path) -> None:
    table = _laid_out(tmp_path, 1)
    wonders = {piece.face for seat in (0, 1) for piece in table.dealer.world.at(f"seat/{seat}/wonders")}
    lacking = tuple(sorted(wonders)[:3])

    def unnamed(seen: Sighting) -> Sighting:
        if not seen.zone.endswith("/wonders"):
            return seen
        pieces = (replace(one, faces=()) if one.faces[0].face in lacking else one for one in seen.pieces)
        return replace(seen, pieces=tuple(pieces), unenrolled=lacking)

    table.harm = unnamed
    built = _until_a_wonder_is_built(table)
    assert f"duel/wonder/{built.wonder}" in lacking
    assert (table.wrong, table.missed, table.questions) == ([], [], 0)


class _Lacking(Lacking):
    """The box lacks a third of its wonders and tokens; people answer so many seconds late, or never, and play on."""

    def __init__(self, folder: Path, seed: int, *, answer_after: float, late: int = 0) -> None:
        super().__init__(folder, "duel", 2, seed, answer_after=answer_after, late=late)

    def step(self) -> Step | None:
        step = self.perform()
        for _ in range(3):
            self.rest(1)
        return step


@pytest.mark.parametrize("seed", [3, 4, *(pytest.param(seed, marks=pytest.mark.proof) for seed in (1, 2, 5, 6))])
def test_wonders_that_the_box_lacks_are_drafted_and_built_at_once_and_named_when_somebody_answers(
    tmp_path: Path, seed: int
) -> None:
    # Seed 3 builds one of two such wonders of a player before anybody has answered, seed 4 has four of them.
    table = _Lacking(tmp_path, seed, answer_after=20)
    while len(table.dealer.played) < 60:
        table.step()
        assert (table.wrong, table.missed) == ([], []), "nothing waits for an answer"
    table.rest(90)
    assert (table.wrong, table.missed) == ([], [])
    assert table.state == table.dealer.state
    assert all(move.get("wonder") != "?" for move in table.events)
    assert table.questions <= len(table.lacks)


def _pass(table: Sightless, steps: int, *, looks: int = 3) -> None:
    """So many hands, one each two seconds (a look more or less is half of one)."""
    for _ in range(steps):
        table.perform()
        for _ in range(looks):
            table.pulse()
            table._answer()


@pytest.mark.parametrize(("seed", "steps"), [(2, 7), (222, 7), (219, 8), (220, 7)])
def test_wonders_laid_out_right_after_unread_ones_were_drafted_are_none_of_those_that_lay_there(
    tmp_path: Path, seed: int, steps: int
) -> None:
    # The fourth draft (of seed 222 also the third) takes such a wonder; two seconds later the next four are laid out,
    # and then one is chosen. Of seed 219 somebody is asked meanwhile which wonder was drafted first.
    table = _Lacking(tmp_path, seed, answer_after=math.inf)
    _pass(table, steps)
    table.rest(4)
    assert (table.wrong, table.missed) == ([], [])


def test_the_last_of_four_wonders_that_was_drafted_is_told_while_the_next_four_are_laid_out(tmp_path: Path) -> None:
    # Seed 2024's fifth move drafts one that nobody can read; before that is accepted the next one is laid out.
    table = _Lacking(tmp_path, 2024, answer_after=math.inf)
    _pass(table, 5, looks=2)
    assert len(table.missed) == 1
    following = table.dealer.step()
    assert following is not None
    table.show(following.actions[0].world)
    assert [move for move in table.missed if "offer" not in move] == []


@pytest.mark.proof
def test_which_card_lies_under_which_of_several_unread_wonders_is_thought_of_in_all_ways(tmp_path: Path) -> None:
    # Seed 227's 15th move builds one of two such wonders, which gives another turn, and the 16th follows at once.
    table = _Lacking(tmp_path, 227, answer_after=math.inf)
    _pass(table, 17)
    table.rest(4)
    assert (table.wrong, table.missed) == ([], [])


@pytest.mark.parametrize(
    ("seed", "steps", "looks", "answer_after"),
    [
        pytest.param(272, 18, 2, math.inf, marks=pytest.mark.proof),
        (124, 12, 3, math.inf),
        (72, 24, 3, 20),
        pytest.param(111, 24, 3, 20, marks=pytest.mark.proof),
    ],
)
def test_a_card_that_was_discarded_after_another_is_yet_to_be_told_when_that_one_is_accepted(
    tmp_path: Path, seed: int, steps: int, looks: int, answer_after: float
) -> None:
    # Both players begin the second age with a discard: who began is told by a third move, or by somebody who answers.
    table = _Lacking(tmp_path, seed, answer_after=answer_after, late=38)
    _pass(table, steps, looks=looks)
    table.rest(3)
    assert _wrong_or_missed(table) == ([], [])
    assert table.state == table.dealer.state


def _wrong_or_missed(table: Sightless) -> tuple[list[Any], list[Any]]:
    """What nobody played, and what was not accepted but for what is only turned up."""
    return table.wrong, [move for move in table.missed if "reveal" not in move]


def _resume(folder: Path, seed: int, tapped: int) -> _Lacking:
    """Nobody answers. The wonders are drafted before the camera; then somebody taps in so many moves."""
    table = _Lacking(folder, seed, answer_after=math.inf)
    _pass(table, 11, looks=2)
    for _ in range(tapped):
        table.by_finger()
    table.show(table.dealer.world)
    table.rest(2)
    return table


@pytest.mark.proof
def test_what_was_done_after_a_move_that_is_supposed_is_yet_to_be_told(tmp_path: Path) -> None:
    # Seed 1001's third age begins with two discards and an unread wonder, before it is asked who began. It is told by
    # what follows: each answer is supposed to be given.
    table = _resume(tmp_path, 1001, 52)
    _pass(table, 17, looks=2)
    table.rest(4)
    assert _wrong_or_missed(table) == ([], [])


@pytest.mark.proof
def test_what_was_turned_up_while_nobody_knew_who_began_is_named_when_that_is_told(tmp_path: Path) -> None:
    # Seed 1601's third age begins with two discards. Until a wonder tells who began, three cards are turned up, and
    # two of them taken.
    table = _Lacking(tmp_path, 1601, answer_after=math.inf)
    _pass(table, 80)
    table.rest(4)
    assert (table.wrong, table.missed) == ([], [])


@pytest.mark.proof
def test_which_unread_wonder_was_built_may_change_with_each_look_and_that_one_was_is_clear_in_two_seconds(
    tmp_path: Path,
) -> None:
    # Seed 1002 builds two of them one after the other, a hand each 1.5 s.
    table = _resume(tmp_path, 1002, 38)
    _pass(table, 12, looks=2)
    table.rest(4)
    assert _wrong_or_missed(table) == ([], [])


@pytest.mark.proof
def test_a_wonder_that_may_be_one_of_several_is_not_the_only_one_that_could_be_paid_for_if_that_offends(
    tmp_path: Path,
) -> None:
    # Seed 1035's last but one move builds one of three such wonders; what an unread token gave nobody has seen, so that
    # only one of them could be paid for as far as is known, and then the player would have skipped its choice.
    table = _resume(tmp_path, 1035, 79)
    _pass(table, 15, looks=2)
    table.rest(4)
    assert (table.wrong, table.missed) == ([], [])


@pytest.mark.proof
def test_of_unread_wonders_that_nobody_could_pay_for_as_far_as_is_known_each_is_thought_of_when_people_play_on(
    tmp_path: Path,
) -> None:
    # Seed 1049's 52nd move builds one of four; one gives another turn, and one a token from the box, which is one more
    # move before the opponent's.
    table = _resume(tmp_path, 1049, 34)
    _pass(table, 10, looks=2)
    table.rest(4)
    assert _wrong_or_missed(table) == ([], [])


def test_whose_discard_it_was_is_told_by_what_gave_another_turn_once_that_has_a_name(tmp_path: Path) -> None:
    # Seed 1027's 60th move takes a token that gives another turn with each wonder; a wonder and a discard follow, which
    # might have been the opponent's, before anybody says which token that was.
    table = _Lacking(tmp_path, 1027, answer_after=20, late=58)
    _pass(table, 14, looks=2)
    table.rest(25)
    assert _wrong_or_missed(table) == ([], [])


def test_a_token_that_the_box_lacks_is_taken_at_once_and_named_when_somebody_answers(tmp_path: Path) -> None:
    # Seed 5's 52nd move takes one of two such tokens.
    table = _Lacking(tmp_path, 5, answer_after=20, late=46)
    for _ in range(9):
        table.step()
        assert (table.wrong, table.missed) == ([], [])
    assert "?" in [move.get("token") for move in table.events]
    table.rest(30)
    assert table.state == table.dealer.state


def test_a_draft_of_wonders_that_the_box_lacks_goes_on_where_nobody_ever_answers(tmp_path: Path) -> None:
    table = _Lacking(tmp_path, 4, answer_after=math.inf)
    while len(table.dealer.played) < 20:
        table.step()
        assert (table.wrong, table.missed) == ([], [])
    assert sum(table.state.unnamed) == sum(move.get("wonder") == "?" for move in table.events) > 1
    shown = live_table(table.state, GAMES["duel"].scores(table.state), over=False)
    told = [wonder for player in shown.players for wonder, _built in player.own]
    assert len(told) == sum(move.get("move") == "draft" for move in table.events), (
        "a wonder that nobody read is shown, too"
    )
    assert [len(side(player).more[0].chips) for player in shown.players] == [len(one.own) for one in shown.players]


@pytest.mark.parametrize(
    ("seed", "until"),
    [(2, 50), *(pytest.param(seed, 200, marks=pytest.mark.proof) for seed in (1, 2, 3, 4))],
)
def test_where_nobody_ever_answers_who_plays_next_tells_what_an_unread_wonder_gave(
    tmp_path: Path, seed: int, until: int
) -> None:
    # Seed 2's 37th move builds a wonder that may give another turn, or move the pawn, and its 47th one more.
    table = _Lacking(tmp_path, seed, answer_after=math.inf)
    while len(table.dealer.played) < until and table.step() is not None:
        pass
    table.rest(10)
    assert (table.wrong, table.missed) == ([], [])
    assert table.state.cities[0].cards == table.dealer.state.cities[0].cards
    assert table.state.cities[1].cards == table.dealer.state.cities[1].cards


class _Untold(Sightless):
    """Once a card has been discarded nobody sees what is tucked under a wonder, nor answers."""

    def ready_to_answer(self, question: int) -> bool:  # noqa: ARG002 - as any table's
        return False

    def freeze(self) -> None:
        kept = dict[str, tuple[SeenPiece, ...]]()

        def frozen(seen: Sighting) -> Sighting:
            if not seen.zone.endswith("/tucked"):
                return seen
            if not self.dealer.state.discard:
                kept[seen.zone] = seen.pieces
            return replace(seen, pieces=kept.get(seen.zone, ()))

        self.harm = frozen


def test_a_card_that_does_not_come_to_lie_on_the_discards_is_asked_about_not_taken_for_one(tmp_path: Path) -> None:
    table = _Untold(tmp_path, "duel", 2, 5)
    while not table.dealer.state.laid:
        table.step()
    table.freeze()
    while not table.state.discard:
        table.step()
    _until_a_wonder_is_built(table)
    assert table.wrong == []
    table.rest(10)
    question = table.referee.view().question
    assert question is not None, "people take some seconds to answer"
    assert table.do("answer", {"question": question.number, "moves": table.missed}).ok
    assert (table.wrong, table.missed) == ([], [])
    assert table.state == table.dealer.state
