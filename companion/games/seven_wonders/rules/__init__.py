"""7 Wonders, first edition: the rules, as pure functions over immutable states."""

from companion.games.seven_wonders.rules.checks import CHECKS
from companion.games.seven_wonders.rules.cues import cues
from companion.games.seven_wonders.rules.deal import PLAYERS, imagine, play, steps
from companion.games.seven_wonders.rules.describe import describe, describe_seat, wonders
from companion.games.seven_wonders.rules.findings import CATALOGUE
from companion.games.seven_wonders.rules.irregular import irregular
from companion.games.seven_wonders.rules.judge import judge
from companion.games.seven_wonders.rules.legal import legal
from companion.games.seven_wonders.rules.moves import Move
from companion.games.seven_wonders.rules.play import apply
from companion.games.seven_wonders.rules.policy import POLICIES
from companion.games.seven_wonders.rules.position import score_position
from companion.games.seven_wonders.rules.say import obligations
from companion.games.seven_wonders.rules.scoring import CATEGORIES, scores
from companion.games.seven_wonders.rules.setup import HOUSE_RULES, HouseRules, Setup, parse_setup
from companion.games.seven_wonders.rules.state import State, begin
from companion.games.seven_wonders.rules.status import status
from companion.games.seven_wonders.rules.wire import dump_move, parse_move

NAME = "seven_wonders"
EXPANSIONS: tuple[str, ...] = ()

PLAYED_ON = "greedy"
"""The policy by which chances to win are worked out (benchmarks/foresight.py): Brier score 0.16 against 0.19 of random
playouts, over four kinds of position and 28 games."""
BATTLE_ENDS_AGE = True
"""Every age ends with its battle: a time line marks the battle alone."""

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
