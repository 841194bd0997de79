"""What a piece that nobody has read may have been, by which of those has gone that could not be told apart."""

from companion.games.vocabulary import AMONG, AnyMove, AnyState, UnknownMoveError
from companion.games.watched import Rules
from companion.referee.inference.baseline import ANY, Baseline
from companion.referee.inference.observations import Observations
from companion.referee.inference.pieces import is_unread, may_be
from vision.sighting import Sighting


def taken_among(rules: Rules, state: AnyState, move: AnyMove, observed: Observations) -> AnyMove:
    """A move of which a piece is not known, with the faces that it may have by the piece that has gone.

    Of two that nobody could tell apart one is taken, and the other one later: which one it is follows once the first
    is told. The same move where what has gone may be anything.
    """
    zone, said = rules.shows(move).comes, rules.dump_move(move)
    keys = [key for key in rules.READ_KEYS if said.get(key) == ANY]
    if not is_unread(rules, move) or said.get(AMONG) or len(keys) != 1 or zone not in observed.baseline:
        return move
    faces = _gone_among(observed.baseline[zone], observed.seen[zone]) if zone in observed.seen else frozenset[str]()
    moves = [one for one in rules.legal(state) if may_be(rules, move, one)] if faces else []
    fitting = [one for one in moves if rules.shows(one).face in faces]
    if not 1 < len(fitting) < len(moves):
        return move
    try:
        told: AnyMove = rules.parse_move({**said, AMONG: sorted(rules.dump_move(one)[keys[0]] for one in fitting)})
    except UnknownMoveError:
        return move
    return move if rules.judge(state, told) else told


def _gone_among(baseline: Baseline, seen: Sighting) -> frozenset[str]:
    """The faces that the piece which has gone may have, as it was guessed which of these is which; empty: any."""
    gone = baseline.known.keys() - {piece.track for piece in seen.pieces}
    told = len(gone) == 1 and gone <= baseline.guessed and ANY not in baseline.absent
    return baseline.among if told else frozenset()
