"""What nobody answers is told by what people play on: each answer is followed as if it were right."""

from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.games.architects.rules.moves import TakeMedal
from companion.games.vocabulary import AnyMove
from companion.referee.game import LiveGame
from companion.referee.inference.belief import Belief, Hypothesis
from companion.referee.inference.decide import Choice
from companion.referee.session import Session
from companion.referee.supposed import Supposals
from companion.twin.world import World
from tests.referee.lacking import PacedLacking
from tests.referee.sightless import Sightless, performed
from tests.referee.spoiling import HEALED, NAMED
from tests.referee.spoiling_any import Watched
from vision.sighting import Scene, Sighting


class _Unanswered(Sightless):
    """People who never answer."""

    def ready_to_answer(self, question: int) -> bool:  # noqa: ARG002
        return False


def test_who_was_chosen_to_begin_an_age_is_told_by_who_plays_on_and_no_move_is_lost_meanwhile(tmp_path: Path) -> None:
    # The weaker player has chosen; the first two cards are discarded, which anybody might have done.
    table, asked = _Unanswered(tmp_path, "duel", 2, 19, late=70), set[int]()
    for _ in range(9):
        performed(table)
        table.rest(2)
        question = table.referee.view().question
        asked |= {question.number} if question is not None else set()
    table.rest(3)
    assert len(asked) <= 1
    assert ([move for move in table.missed if "reveal" not in move], table.wrong) == ([], [])
    assert table.state == table.dealer.state
    assert table.referee.view().question is None


class _UnansweredAndWatched(Watched):
    """People who never answer, and the camera looks on. ``named``: the places that health has named."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, "duel", 2, 19, late=70)
        self.named = set[str]()
        self.looked = self._look

    def _look(self) -> None:
        self.named |= self.troubled()

    def ready_to_answer(self, question: int) -> bool:  # noqa: ARG002
        return False

    def play_on_unanswered(self) -> None:
        """Who begins the age is asked, and the next card is discarded, which anybody might have done."""
        while self.referee.view().question is None:
            performed(self)
            self.rest(31)
        # What lies beneath is turned up, and discarded.
        for _ in range(2):
            performed(self)
        self.named.clear()


@pytest.mark.proof
def test_what_an_answer_explains_of_that_people_play_on_is_no_trouble_of_any_place(tmp_path: Path) -> None:
    table = _UnansweredAndWatched(tmp_path)
    table.play_on_unanswered()
    table.rest(8)
    assert table.referee.view().question is not None
    assert table.named == set()
    assert table.referee.view().audits == ()


def test_a_place_that_is_spoilt_while_an_answer_explains_all_is_named_and_well_again_when_it_can_be_seen(
    tmp_path: Path,
) -> None:
    table, slot = _UnansweredAndWatched(tmp_path), "structure/3/4"
    table.play_on_unanswered()
    table.harm = lambda seen: replace(seen, pieces=()) if seen.zone == slot else seen
    table.rest(NAMED)
    assert table.troubled() == {slot}
    table.harm = lambda seen: seen
    table.rest(HEALED)
    assert table.troubled() == set()
    assert table.referee.view().question is not None


_MEDAL = "seat/0/medal"


class _Followed(Sightless):
    """A table of Medals at which what comes is seen with each answer to a question."""

    supposals: Supposals | None = None

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, "architects", 3, 6, expansions=("medals",), late=8)

    @property
    def clock(self) -> float:
        """Seconds since the beginning."""
        return self.frame / 10

    def suppose(self, *choices: Choice) -> Supposals:
        """Somebody is asked, and may give these answers."""
        follow = partial(Session, beside=(), supposes=False)
        self.supposals = Supposals(self.game, choices, follow, moving=False)
        return self.supposals

    def show(self, world: World, seconds: float = 0.5) -> None:
        super().show(world, seconds)
        if self.supposals is not None:
            self.supposals.saw(Scene(self.frame, self.frame / 10, tuple(self._said.values())))


def _without_a_medal(seen: Sighting) -> Sighting:
    return replace(seen, pieces=()) if seen.zone == _MEDAL else seen


def test_what_nobody_says_stays_unknown_where_that_nothing_was_done_explains_as_well_what_comes(tmp_path: Path) -> None:
    table = _Followed(tmp_path)
    gone = table._said[_MEDAL].pieces[0].faces[0].face
    medal = TakeMedal(0, gone.rpartition("/")[2], "left")
    table.harm = _without_a_medal
    table.show(table.dealer.world)
    answers = table.suppose(Choice((medal,), 0.92), Choice((), 0.07))
    assert answers.unanswered(table.clock) is None, "nobody has played on"
    for _ in range(3):
        table.perform()
    told = answers.unanswered(table.clock)
    assert told is not None
    assert told[0] == ()


def _asked_and_seen(table: _Followed, nothing: float = 0.45) -> tuple[AnyMove, Supposals]:
    """It is asked whether the next move was made, or ``nothing`` (its probability); then it is seen."""
    move = table.dealer.step()
    assert move is not None
    answers = table.suppose(Choice((move.move,), 0.5), Choice((), nothing))
    for action in move.actions:
        table.show(action.world)
    return move.move, answers


@pytest.mark.parametrize("nothing", [0.45, 0.05])
def test_what_nobody_says_is_what_alone_explains_what_comes_also_where_much_is_not_offered(
    tmp_path: Path, nothing: float
) -> None:
    table = _Followed(tmp_path)
    move, answers = _asked_and_seen(table, nothing)
    for _ in range(2):
        table.perform()
    told = answers.unanswered(table.clock)
    assert told is not None
    assert told[0] == (move,)


def test_an_answer_that_explained_what_comes_does_so_yet_while_the_next_move_is_half_done(tmp_path: Path) -> None:
    table = _Followed(tmp_path)
    _, answers = _asked_and_seen(table)
    table.perform()
    followed = answers.explains
    assert followed is not None
    # Somebody holds all cards of his city in his hand.
    table.harm = lambda seen: replace(seen, pieces=()) if seen.zone == "seat/0/city" else seen
    table.show(table.dealer.world)
    now = table.frame / 10
    answers.look(now + 3.0, moving=True)
    assert answers.explains is followed
    answers.look(now + 7.0, moving=True)
    assert answers.explains is None


def test_a_less_likely_answer_is_not_gone_on_with_while_a_move_is_half_done_by_a_likelier_one(tmp_path: Path) -> None:
    # A stage was built as the time for an answer was over: a medal was given to somebody who had hardly taken it.
    table = _Followed(tmp_path)
    move, answers = _asked_and_seen(table)
    table.perform()
    told, nothing = answers._found
    assert told.explains
    assert isinstance(nothing.session, Session)
    half_done = Hypothesis((), 0.0, -5.0, -5.0, {}, table.state, {})
    nothing.session.belief, nothing.explained_at = Belief(((half_done, 1.0),), 0.0, frozenset()), table.clock
    told.session.explained -= 12.0
    nothing.session.explained = 0.0
    assert (nothing.explains, nothing.weight > told.weight) == (False, True)
    assert answers.unanswered(table.clock + 2.0) is None
    later = answers.unanswered(table.clock + 7.0)
    assert later is not None, "it was no move"
    assert later[0] == (move,)


def test_that_an_earlier_move_is_put_right_is_nothing_that_people_have_played_on(tmp_path: Path) -> None:
    # An answer by which a card was told that had been unread kept everything else waiting for thirty seconds.
    table = _Followed(tmp_path)
    move = table.dealer.step()
    assert move is not None
    for one in table.suppose(Choice((move.move,), 0.5), Choice((), 0.45))._found:
        game = one.session.game
        entry = game.fold.played[0]
        game.correct(entry.seq, entry.move, by="camera")
        assert not one.explains


def test_what_is_left_open_is_written_down_as_such_and_tells_of_no_move_any_more(tmp_path: Path) -> None:
    table = _Followed(tmp_path)
    table.harm = _without_a_medal
    table.show(table.dealer.world)
    assert _MEDAL in table.game.observed.changed()
    table.game.leave(1)
    assert table.game.observed.changed() == frozenset()
    last = table.game.journal.events[-1].draft
    assert (last.kind, last.by, last.body) == ("ruling", "camera", {"question": 1})


@pytest.mark.proof
def test_of_a_game_that_is_only_supposed_no_piece_is_asked_about(tmp_path: Path) -> None:
    # It was thought of with every look what could be asked there: most of the processor where nobody answered.
    table = PacedLacking(tmp_path, "architects", 2, 2313)
    while table.referee.view().question is None:
        table.step()
    game = table.referee._game
    assert game is not None
    asked = _questions(game)
    Session(game, (), supposes=False).look(closely=True)
    assert _questions(game) == asked
    Session(game, ()).look(closely=True)
    assert _questions(game) > asked


def _questions(game: LiveGame) -> int:
    return sum(event.draft.kind == "question" for event in game.journal.events)
