"""What nobody answers is told by what people play on: each answer is followed as if it were right."""

from pathlib import Path

from tests.referee.sightless import Sightless, performed


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
    assert len(asked) == 1
    assert (table.missed, table.wrong) == ([], [])
    assert table.state == table.dealer.state
    assert table.referee.view().question is None
