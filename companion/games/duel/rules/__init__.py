"""7 Wonders Duel: the rules, as pure functions over immutable states."""

from companion.games.duel.rules.checks import CHECKS
from companion.games.duel.rules.cues import cues
from companion.games.duel.rules.deal import Deal, imagine, play, steps
from companion.games.duel.rules.describe import describe, describe_seat, quote, wonders
from companion.games.duel.rules.facts import FACTS
from companion.games.duel.rules.findings import CATALOGUE
from companion.games.duel.rules.irregular import irregular
from companion.games.duel.rules.judge import judge
from companion.games.duel.rules.legal import legal
from companion.games.duel.rules.military import shields
from companion.games.duel.rules.moves import (
    Build,
    BuildWonder,
    ChooseStarter,
    Destroy,
    Discard,
    DraftWonder,
    LayOut,
    Move,
    Offer,
    Reveal,
    Revive,
    TakeProgress,
)
from companion.games.duel.rules.play import apply
from companion.games.duel.rules.policy import POLICIES
from companion.games.duel.rules.position import score_position
from companion.games.duel.rules.price import Price
from companion.games.duel.rules.say import obligations, price_line
from companion.games.duel.rules.scoring import CATEGORIES, scores, sheet
from companion.games.duel.rules.setup import HOUSE_RULES, HouseRules, Setup, parse_setup
from companion.games.duel.rules.state import City, State, begin
from companion.games.duel.rules.status import status
from companion.games.duel.rules.wire import dump_move, parse_move
from companion.games.vocabulary import UnknownMoveError

NAME = "duel"
EXPANSIONS: tuple[str, ...] = ()
PLAYERS = range(2, 3)

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
    "Build",
    "BuildWonder",
    "ChooseStarter",
    "City",
    "Deal",
    "Destroy",
    "Discard",
    "DraftWonder",
    "HouseRules",
    "LayOut",
    "Move",
    "Offer",
    "Price",
    "Reveal",
    "Revive",
    "Setup",
    "State",
    "TakeProgress",
    "UnknownMoveError",
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
    "price_line",
    "quote",
    "score_position",
    "scores",
    "sheet",
    "shields",
    "status",
    "steps",
    "wonders",
]
