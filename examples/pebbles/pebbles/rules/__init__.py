"""The rules of Pebbles, in the shape that every game has (``companion.games.vocabulary.Game``)."""

from typing import Any

from companion.games.vocabulary import Check, IllegalMove, of_seat
from pebbles.rules.judge import CATALOGUE as CATALOGUE
from pebbles.rules.judge import judge as judge
from pebbles.rules.judge import obligations as obligations
from pebbles.rules.judge import status as status
from pebbles.rules.pieces import SEATS
from pebbles.rules.play import POLICIES as POLICIES
from pebbles.rules.play import Deal as Deal
from pebbles.rules.play import cues as cues
from pebbles.rules.play import imagine as imagine
from pebbles.rules.play import irregular as irregular
from pebbles.rules.play import legal as legal
from pebbles.rules.play import play as play
from pebbles.rules.play import played
from pebbles.rules.play import steps as steps
from pebbles.rules.scoring import CATEGORIES as CATEGORIES
from pebbles.rules.scoring import score_position as score_position
from pebbles.rules.scoring import scores as scores
from pebbles.rules.state import Setup as Setup
from pebbles.rules.state import State as State
from pebbles.rules.state import Take as Take
from pebbles.rules.state import begin as begin
from pebbles.rules.state import crabs
from pebbles.rules.wire import describe as describe
from pebbles.rules.wire import describe_seat as describe_seat
from pebbles.rules.wire import dump_move as dump_move
from pebbles.rules.wire import parse_move as parse_move
from pebbles.rules.wire import parse_setup as parse_setup

NAME = "pebbles"
PLAYERS = range(SEATS, SEATS + 1)
EXPANSIONS: tuple[str, ...] = ()
CHECKS: dict[str, Check[Any]] = {"crabs": of_seat(crabs)}


def apply(state: State, move: Take, *, strict: bool = True) -> State:
    """The state after the move. Strict: raises ``IllegalMove``; else it is played as it happened."""
    findings = judge(state, move)
    if strict and findings:
        raise IllegalMove(findings)
    return state if state.finished else played(state, move)


def wonders(state: State, seat: int) -> tuple[str, ...]:  # noqa: ARG001 - as every game's
    """Nobody has a wonder."""
    return ()
