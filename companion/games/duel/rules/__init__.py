"""7 Wonders Duel: the rules, as pure functions over immutable states."""

from companion.games.duel.rules.checks import CHECKS
from companion.games.duel.rules.cues import cues
from companion.games.duel.rules.deal import imagine, play, steps
from companion.games.duel.rules.describe import describe, describe_seat, wonders
from companion.games.duel.rules.findings import CATALOGUE
from companion.games.duel.rules.irregular import irregular
from companion.games.duel.rules.judge import judge
from companion.games.duel.rules.legal import legal
from companion.games.duel.rules.moves import Move
from companion.games.duel.rules.play import apply
from companion.games.duel.rules.policy import POLICIES
from companion.games.duel.rules.position import score_position
from companion.games.duel.rules.say import obligations
from companion.games.duel.rules.scoring import CATEGORIES, scores
from companion.games.duel.rules.setup import HOUSE_RULES, HouseRules, Setup, parse_setup
from companion.games.duel.rules.state import State, begin
from companion.games.duel.rules.status import status
from companion.games.duel.rules.wire import dump_move, parse_move

NAME = "duel"
EXPANSIONS: tuple[str, ...] = ()
PLAYERS = range(2, 3)

PLAYED_ON = "greedy"
"""The policy by which chances to win are worked out (benchmarks/foresight.py): Brier score 0.07 against 0.15 of random
playouts where people play greedily themselves; else alike."""

__all__ = [
    "CATALOGUE",
    "CATEGORIES",
    "CHECKS",
    "EXPANSIONS",
    "HOUSE_RULES",
    "NAME",
    "PLAYERS",
    "POLICIES",
    "HouseRules",
    "Move",
    "Setup",
    "State",
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
