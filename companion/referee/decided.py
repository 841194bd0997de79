"""What to do in a live game with what the referee believes: ``decide``, told what the game knows."""

from collections.abc import Sequence
from functools import partial

from companion.games.vocabulary import AnyMove
from companion.referee.game import LiveGame
from companion.referee.inference.baseline import split
from companion.referee.inference.belief import Belief
from companion.referee.inference.decide import Decision, decide
from companion.referee.inference.expected import heaps
from companion.referee.inference.observations import ONE_AFTER_ANOTHER
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
    # Whether it was another's piece that left this is seen only once all of it lies there.
    leaving = observed.age(observed.changed()) < ONE_AFTER_ANOTHER and _were_not_seen(game, moves)
    return Decision("wait") if going or leaving else decision


def _were_not_seen(game: LiveGame, moves: Sequence[AnyMove]) -> bool:
    """Whether these moves only explain what was left of them: nothing has come to where they laid their pieces.

    As long as the piece of another event is not known, that one may have left the same.
    """
    seen, baseline = game.observed.seen, game.observed.baseline
    lands = {game.rules.shows(move).lands for move in moves} & seen.keys()
    come = any(split(seen[place], baseline.get(place))[1] for place in lands)
    return bool(lands) and not come and bool(game.unread_events())
