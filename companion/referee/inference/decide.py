"""Accept, ask or wait: what to do with what the referee believes."""

from typing import Literal, NamedTuple

from companion.games.vocabulary import AnyMove
from companion.referee.inference.observations import Observations
from companion.referee.inference.search import Belief, Hypothesis

SURE, SURE_ENOUGH = 0.99, 0.95
"""Posteriors from which the referee does not ask: at once, and after a second thought."""
SECOND_THOUGHTS = 1.0
"""Seconds (of frame time) that the table must have looked the same for a second thought."""
ASK_AFTER = 3.0
"""Seconds (of frame time) that it must have looked the same before somebody is asked."""
_WORTH_ASKING = -3.5
"""Nobody is asked while "nothing happened" fits at least as well as this (log). Chosen by hand."""
_PROBABLY_NOTHING = 0.8
"""Nor while its posterior is at least this."""
_WORTH_OFFERING = 0.02
"""The posterior from which something is offered as an answer."""
_OPTIONS = 3
"""So many answers at most: buttons that are read at a glance."""


class Choice(NamedTuple):
    """One thing that may have happened (no moves: nothing did), and the belief in it."""

    moves: tuple[AnyMove, ...]
    probability: float


class Decision(NamedTuple):
    """What to do now.

    ``accept``: ``moves`` happened, with this ``posterior``. ``ask``: a person chooses of ``choices``.
    ``wait``: time may tell. ``nothing``: nothing happened that the state does not explain.
    ``doubt``: the table has contradicted the state for a while, so something may have been misread before.
    """

    do: Literal["accept", "ask", "wait", "nothing"]
    moves: tuple[AnyMove, ...] = ()
    posterior: float = 0.0
    choices: tuple[Choice, ...] = ()
    reason: Literal["ambiguous", "unknown"] = "ambiguous"
    doubt: bool = False


def decide(belief: Belief, observed: Observations, *, moving: bool) -> Decision:
    """Decide on a belief; ``moving``: a hand is over the table, so nobody is asked yet."""
    if not belief.changed:
        return Decision("nothing")
    age = observed.exposed - observed.since
    moves, posterior = belief.first_moves(SURE_ENOUGH if age >= SECOND_THOUGHTS else SURE)
    if moves:
        return Decision("accept", moves, posterior)
    nothing, share = next(pair for pair in belief.ranked if not pair[0].moves)
    if nothing.fits > _WORTH_ASKING:
        return Decision("nothing")
    waiting = moving or age < ASK_AFTER
    if share >= _PROBABLY_NOTHING:
        return Decision("nothing", doubt=not waiting)
    if waiting:
        return Decision("wait")
    return _ask(belief, nothing, share)


def _ask(belief: Belief, nothing: Hypothesis, share: float) -> Decision:
    reason: Literal["ambiguous", "unknown"] = "unknown" if belief.unknown > 0.5 else "ambiguous"
    likely = [(h, p) for h, p in belief.ranked if h.moves]
    # Where nothing fits well the best guesses are offered all the same: a tap is quicker than a search.
    offered = [(h, p) for h, p in likely if p >= _WORTH_OFFERING] or likely
    choices = [Choice(h.moves, p) for h, p in offered[:_OPTIONS]]
    if reason == "unknown" or share >= _WORTH_OFFERING or not choices:
        choices = [*choices[: _OPTIONS - 1], Choice(nothing.moves, share)]
    return Decision("ask", choices=tuple(choices), reason=reason, doubt=True)
