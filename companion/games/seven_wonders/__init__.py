"""7 Wonders, first edition: the rules, as pure functions over immutable states."""

from companion.games.seven_wonders.checks import CHECKS
from companion.games.seven_wonders.deal import PLAYERS, Deal, imagine, play, steps
from companion.games.seven_wonders.describe import describe, describe_seat, wonders
from companion.games.seven_wonders.facts import FACTS
from companion.games.seven_wonders.findings import CATALOGUE
from companion.games.seven_wonders.irregular import irregular
from companion.games.seven_wonders.judge import judge
from companion.games.seven_wonders.legal import legal
from companion.games.seven_wonders.moves import (
    Bought,
    Build,
    BuildStage,
    Decline,
    Discard,
    Free,
    Hand,
    Move,
    Revive,
    Trade,
)
from companion.games.seven_wonders.play import apply
from companion.games.seven_wonders.policy import POLICIES
from companion.games.seven_wonders.position import score_position
from companion.games.seven_wonders.say import obligations
from companion.games.seven_wonders.scoring import CATEGORIES, scores
from companion.games.seven_wonders.setup import HOUSE_RULES, HouseRules, Setup, parse_setup
from companion.games.seven_wonders.state import City, State, begin
from companion.games.seven_wonders.status import status
from companion.games.seven_wonders.tableau import cues, places, tableau
from companion.games.seven_wonders.wire import dump_move, parse_move

NAME = "seven_wonders"
EXPANSIONS: tuple[str, ...] = ()

__all__ = [
    "CATALOGUE",
    "CATEGORIES",
    "CHECKS",
    "EXPANSIONS",
    "FACTS",
    "HOUSE_RULES",
    "NAME",
    "PLAYERS",
    "POLICIES",
    "Bought",
    "Build",
    "BuildStage",
    "City",
    "Deal",
    "Decline",
    "Discard",
    "Free",
    "Hand",
    "HouseRules",
    "Move",
    "Revive",
    "Setup",
    "State",
    "Trade",
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
    "places",
    "play",
    "score_position",
    "scores",
    "status",
    "steps",
    "tableau",
    "wonders",
]
