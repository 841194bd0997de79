"""The rules of Pebbles, in the shape that every game has (``companion.games.vocabulary.Game``)."""

from typing import Any

from companion.games.vocabulary import Check, IllegalMove, of_seat
from pebbles.rules.judge import CATALOGUE, judge, obligations, status
from pebbles.rules.pieces import SEATS
from pebbles.rules.play import POLICIES, Deal, cues, imagine, irregular, legal, play, played, steps
from pebbles.rules.scoring import CATEGORIES, score_position, scores
from pebbles.rules.state import Setup, State, Take, begin, crabs
from pebbles.rules.wire import describe, describe_seat, dump_move, parse_move, parse_setup

NAME = "pebbles"
PLAYERS = range(SEATS, SEATS + 1)
EXPANSIONS: tuple[str, ...] = ()
HOUSE_RULES: dict[str, str] = {}
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


__all__ = [
    "CATALOGUE",
    "CATEGORIES",
    "CHECKS",
    "EXPANSIONS",
    "HOUSE_RULES",
    "NAME",
    "PLAYERS",
    "POLICIES",
    "Deal",
    "Setup",
    "State",
    "Take",
    "apply",
    "begin",
    "cues",
    "describe",
    "describe_seat",
    "dump_move",
    "imagine",
    "irregular",
    "judge",
    "legal",
    "obligations",
    "parse_move",
    "parse_setup",
    "play",
    "score_position",
    "scores",
    "status",
    "steps",
    "wonders",
]
