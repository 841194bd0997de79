"""7 Wonders Architects: the rules, as pure functions over immutable states."""

from companion.games.architects.battle import peace_tokens, shields
from companion.games.architects.describe import buildable, card_counts, describe, stage_status
from companion.games.architects.facts import FACTS
from companion.games.architects.irregular import irregular
from companion.games.architects.judge import judge
from companion.games.architects.legal import legal
from companion.games.architects.moves import BuildStage, EndTurn, Move, RevealProgress, TakeCard, TakeProgress
from companion.games.architects.play import apply
from companion.games.architects.say import obligations
from companion.games.architects.scoring import scores, sheet
from companion.games.architects.setup import HOUSE_RULES, HouseRules, Setup, parse_setup
from companion.games.architects.state import City, State, begin
from companion.games.architects.status import status
from companion.games.architects.tableau import cues, places, tableau
from companion.games.architects.wire import UnknownMoveError, dump_move, parse_move

NAME = "architects"

__all__ = [
    "FACTS",
    "HOUSE_RULES",
    "NAME",
    "BuildStage",
    "City",
    "EndTurn",
    "HouseRules",
    "Move",
    "RevealProgress",
    "Setup",
    "State",
    "TakeCard",
    "TakeProgress",
    "UnknownMoveError",
    "apply",
    "begin",
    "buildable",
    "card_counts",
    "cues",
    "describe",
    "dump_move",
    "irregular",
    "judge",
    "legal",
    "obligations",
    "parse_move",
    "parse_setup",
    "peace_tokens",
    "places",
    "scores",
    "sheet",
    "shields",
    "stage_status",
    "status",
    "tableau",
]
