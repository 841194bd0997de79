"""What is accepted: moves, who vouches for them, and what has been seen of others meanwhile."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from companion.games.vocabulary import AnyMove, AnyState
from companion.games.watched import Rules
from companion.referee.events import By
from companion.referee.inference.baseline import Expected
from companion.referee.inference.belief import Belief
from companion.referee.inference.decide import Decision
from companion.referee.inference.pieces import is_unread, may_be


class Acceptance(NamedTuple):
    """Moves to accept, all or none: who vouches for them, by which command, how sure the camera was (0: a person).

    ``again``: zones that changed for another move too; ``then``: what should lie where after what a person has not
    spoken of, that seems to have been done since. ``supposed``: what people played on was explained as if a person had
    said so, and told that it is. ``followed``: zones where another piece has come since, which nobody could lay before
    what was accepted without its piece.
    """

    moves: Sequence[AnyMove]
    by: By
    command: str = ""
    posterior: float = 0.0
    again: Collection[str] = ()
    then: Mapping[str, Expected] = {}
    supposed: bool = False
    followed: Collection[str] = ()

    @property
    def by_word(self) -> bool:
        """Whether what is seen matters less than what was said, or supposed to be."""
        return self.by == "finger" or self.supposed


def by_camera(rules: Rules, state: AnyState, decision: Decision, belief: Belief) -> Acceptance:
    """What is accepted as it was decided on what is believed to have been done since this state."""
    takes, story = (belief.ranked[0][0].takes, belief.ranked[0][0].moves) if belief.ranked else ((), ())
    now = len(decision.moves)
    # A stack from which more was taken meanwhile has moved for that too.
    again = {take.source for take in takes[:now]} & {take.source for take in takes[now:]}
    followed = _followed(rules, state, decision.moves, story)
    return Acceptance(decision.moves, "camera", posterior=decision.posterior, again=again, followed=followed)


def _followed(rules: Rules, state: AnyState, accepted: Sequence[AnyMove], story: Sequence[AnyMove]) -> frozenset[str]:
    """The places where the likeliest story goes on to lay what nobody could lay before a move whose piece is unread."""
    if len(accepted) != 1 or not is_unread(rules, accepted[0]) or not story or not may_be(rules, accepted[0], story[0]):
        return frozenset()
    return frozenset(rules.shows(later).lands for later in story[1:] if rules.judge(state, later)) - {""}
