"""7 Wonders Architects: the rules, as pure functions over immutable states."""

from companion.games.architects.rules.battle import peace_tokens, shields
from companion.games.architects.rules.cues import cues
from companion.games.architects.rules.deal import Deal, imagine, play, steps
from companion.games.architects.rules.describe import card_counts, describe, describe_seat, stage_status, wonders
from companion.games.architects.rules.facts import FACTS
from companion.games.architects.rules.findings import CATALOGUE
from companion.games.architects.rules.irregular import irregular
from companion.games.architects.rules.judge import judge
from companion.games.architects.rules.legal import legal
from companion.games.architects.rules.medals import late
from companion.games.architects.rules.moves import (
    BuildStage,
    EndTurn,
    Move,
    RevealMedal,
    RevealProgress,
    TakeCard,
    TakeMedal,
    TakeProgress,
    TurnUp,
)
from companion.games.architects.rules.play import apply
from companion.games.architects.rules.policy import POLICIES
from companion.games.architects.rules.position import score_position
from companion.games.architects.rules.say import obligations
from companion.games.architects.rules.scoring import CATEGORIES, scores, sheet
from companion.games.architects.rules.setup import HOUSE_RULES, HouseRules, Setup, dump_setup, parse_setup
from companion.games.architects.rules.state import City, State, begin, deck_size
from companion.games.architects.rules.status import status
from companion.games.architects.rules.wire import dump_move, parse_move
from companion.games.vocabulary import Check, UnknownMoveError, of_seat

NAME = "architects"
EXPANSIONS: tuple[str, ...] = ("medals",)
PLAYERS = range(FACTS.table.min_players, FACTS.table.max_players + 1)
CHECKS: dict[str, Check[State]] = {"shields": of_seat(shields)}
"""What ``check`` lines can ask beside ``score`` and ``state``."""

PLAYED_ON = "random"
"""The policy by which chances to win are worked out (benchmarks/foresight.py): both foretell alike, and random playouts
are twice as many a second."""

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
    "BuildStage",
    "City",
    "Deal",
    "EndTurn",
    "HouseRules",
    "Move",
    "RevealMedal",
    "RevealProgress",
    "Setup",
    "State",
    "TakeCard",
    "TakeMedal",
    "TakeProgress",
    "TurnUp",
    "UnknownMoveError",
    "apply",
    "begin",
    "card_counts",
    "cues",
    "deck_size",
    "describe",
    "describe_seat",
    "dump_move",
    "dump_setup",
    "imagine",
    "irregular",
    "judge",
    "late",
    "legal",
    "obligations",
    "parse_move",
    "parse_setup",
    "peace_tokens",
    "play",
    "score_position",
    "scores",
    "sheet",
    "shields",
    "stage_status",
    "status",
    "steps",
    "wonders",
]
