"""What to do in a live game with what the referee believes: ``decide``, told what the game knows."""

from functools import partial

from companion.referee.game import LiveGame
from companion.referee.inference.belief import Belief
from companion.referee.inference.decide import Decision, decide
from companion.referee.inference.expected import heaps
from companion.referee.inference.passed import is_going
from companion.referee.inference.unread import has_no_name, in_common, left_unread, lies_unread
from companion.referee.inference.untaken import may_be_taken_yet
from companion.referee.inference.ways import likeliest_way


def decided(game: LiveGame, belief: Belief, *, moving: bool, standing: float) -> Decision:
    """Decide on what is believed of this game; ``moving`` and ``standing`` (s) as in ``decide``."""
    rules, state, observed = game.rules, game.state, game.observed
    leave = partial(left_unread, rules, state, observed)
    decision = decide(
        belief,
        observed,
        moving=moving,
        # Where all can be read no move is accepted without its piece.
        unread=leave if lies_unread(observed) else lambda _: None,
        common=partial(in_common, rules, state, observed),
        paid=partial(likeliest_way, rules, state),
        standing=standing,
        heaps=heaps(rules.places(state)),
        lacking=has_no_name(observed, belief.changed),
    )
    if decision.do != "accept":
        return decision
    moves = decision.moves
    going = is_going(rules, moves, observed) or may_be_taken_yet(rules, state, moves, observed)
    return Decision("wait") if going else decision
