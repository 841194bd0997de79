"""Questions about pieces are shown one at a time, each for as long as people have to answer it."""

from types import SimpleNamespace
from typing import TYPE_CHECKING, cast

from companion.games.architects.rules.moves import TakeCard
from companion.referee.asked import ANSWERED_WITHIN, Asked
from companion.referee.faces import Faces
from companion.referee.inference.decide import Choice
from companion.referee.inference.observations import Observations
from companion.referee.inference.unread import Unread
from companion.referee.messages import Option, Question

if TYPE_CHECKING:
    from companion.referee.game import LiveGame


_RESTED = 60.0
"""Seconds for which all has rested at first."""


class _Table:
    """A table that rests, at which these pieces cannot be read."""

    def __init__(self, *seqs: int) -> None:
        self._observed = Observations()
        game = SimpleNamespace(
            observed=self._observed, over=False, rules=None, doubtful=frozenset(), fold=SimpleNamespace(played=())
        )
        self.faces = Faces(cast("LiveGame", game))
        self._found = [Unread(seq, f"seat/{seq}/city", _choices(seq)) for seq in seqs]

    def after(self, seconds: float) -> int:
        """The event that is asked about at this time."""
        self._observed.exposed = _RESTED + seconds
        self.faces.ask(self._found, _put, moving=False, waits=False)
        shown = self.faces.shown
        return shown.question.seq if shown is not None else 0

    def answer(self) -> None:
        """Somebody answers the question that is shown."""
        shown = self.faces.shown
        assert shown is not None
        self._found = [one for one in self._found if one.seq != shown.question.seq]
        self.faces.answered(shown, nothing=False)


def _choices(seat: int) -> tuple[Choice, ...]:
    return tuple(Choice((TakeCard(seat, "central", card),), 0.5) for card in ("gear", "coin"))


def _put(one: Unread) -> Asked:
    moves = tuple(choice.moves for choice in one.choices)
    question = Question(one.seq, None, tuple(Option((), choice.probability) for choice in one.choices), "face", one.seq)
    return Asked(question, moves, 0.0, {}, {}, frozenset())


def test_where_nobody_answers_another_question_has_its_turn() -> None:
    table = _Table(1, 2)
    assert [table.after(seconds) for seconds in (0.0, ANSWERED_WITHIN - 1, ANSWERED_WITHIN)] == [1, 1, 2]
    assert [table.after(ANSWERED_WITHIN + seconds) for seconds in (1, ANSWERED_WITHIN - 1, ANSWERED_WITHIN)] == [
        2,
        2,
        1,
    ]


def test_what_is_shown_after_an_answer_is_shown_for_as_long_as_any_question() -> None:
    table = _Table(1, 2, 3)
    assert [table.after(seconds) for seconds in (0.0, 20.0)] == [1, 1]
    table.answer()
    assert [table.after(20.5), table.after(ANSWERED_WITHIN + 5), table.after(20.5 + ANSWERED_WITHIN)] == [2, 2, 3]
