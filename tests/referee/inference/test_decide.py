"""What is accepted of what the referee believes."""

from typing import TYPE_CHECKING, Any, cast

from msgspec.structs import replace

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


def _taken(token: str) -> TakeProgress:
    return TakeProgress(0, token, "face_up", ("gear", "gear"))


def _accepted(likely: dict[str, float]) -> tuple[object, ...]:
    """What is accepted of a token of the row that is each of these as likely as said."""
    told = [(_hypothesis(_taken(token)), share) for token, share in likely.items()]
    decision = decide(
        Belief((*told, (_hypothesis(), 0.0)), 0.001, frozenset({_ROW})),
        cast("Observations", _AtRest()),
        moving=False,
        unread=lambda _: _taken("?"),
        common=lambda moves: common(cast("Any", moves)),
        paid=lambda _: None,
        standing=0.0,
        heaps=frozenset(),
    )
    assert decision.do == "accept"
    return decision.moves


def _hypothesis(*moves: TakeProgress) -> Hypothesis:
    return Hypothesis(moves, 0.0, 0.0 if moves else -20.0, 0.0, {}, cast("Any", None), {})


def test_of_tokens_that_nobody_can_read_it_is_accepted_among_which_the_one_that_was_taken_lay() -> None:
    """Not that it was the one of the row of which nothing is known: another one lay there."""
    (move,) = _accepted({"culture": 0.4995, "tactics": 0.4995})
    assert move == replace(_taken("?"), among=("culture", "tactics"))


def test_a_token_that_is_surely_one_of_them_is_named_after_a_while() -> None:
    assert _accepted({"culture": 0.949, "tactics": 0.03}) == (_taken("culture"),)
