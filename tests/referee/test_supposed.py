"""What nobody answers is told by what people play on: each answer is followed as if it were right."""

from pathlib import Path

from msgspec.structs import replace

from tests.referee.sightless import Sightless, performed
from tests.referee.spoiling import HEALED, NAMED
from tests.referee.spoiling_any import Watched


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
