"""What is accepted of what the referee believes."""

from typing import TYPE_CHECKING, Any, cast

from companion.games.architects.rules.moves import TakeProgress
from companion.games.architects.seen import common
from companion.referee.inference.belief import Belief, Hypothesis
from companion.referee.inference.decide import decide

if TYPE_CHECKING:
    from companion.referee.inference.observations import Observations

_ROW = "central/progress"


class _AtRest:
    """A table that has looked the same for so long that whatever is clear is accepted."""

    def __init__(self) -> None:
        self.seen: dict[str, Any] = {}
        self.aside: frozenset[str] = frozenset()

    @staticmethod
    def age(_: object) -> float:
        return 2.5


def _taken(token: str) -> Hypothesis:
    move = TakeProgress(0, token, "face_up", ("gear", "gear"))
    return Hypothesis((move,), 0.0, 0.0, 0.0, {}, cast("Any", None), {})


def test_of_tokens_that_nobody_can_read_it_is_accepted_among_which_the_one_that_was_taken_lay() -> None:
    """Not that it was the one of the row of which nothing is known: another one lay there."""
    nothing = Hypothesis((), 0.0, -20.0, -20.0, {}, cast("Any", None), {})
    likely = ((_taken("culture"), 0.4995), (_taken("tactics"), 0.4995), (nothing, 0.0))
    decision = decide(
        Belief(likely, 0.001, frozenset({_ROW})),
        cast("Observations", _AtRest()),
        moving=False,
        unread=lambda _: TakeProgress(0, "?", "face_up", ("gear", "gear")),
        common=lambda moves: common(cast("Any", moves)),
        paid=lambda _: None,
        standing=0.0,
        heaps=frozenset(),
    )
    assert decision.do == "accept"
    assert decision.moves == (TakeProgress(0, "?", "face_up", ("gear", "gear"), ("culture", "tactics")),)
