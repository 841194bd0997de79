"""7 Wonders Duel: the rules, as pure functions over immutable states."""

from companion.games.common import UnknownMoveError
from companion.games.duel.checks import CHECKS
from companion.games.duel.deal import Deal, imagine, play, steps
from companion.games.duel.describe import describe, describe_seat, quote, wonders
from companion.games.duel.facts import FACTS
from companion.games.duel.findings import CATALOGUE
from companion.games.duel.irregular import irregular
from companion.games.duel.judge import judge
from companion.games.duel.legal import legal
from companion.games.duel.military import shields
from companion.games.duel.moves import (
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
from companion.games.duel.play import apply
from companion.games.duel.policy import POLICIES
from companion.games.duel.position import score_position
from companion.games.duel.price import Price
from companion.games.duel.say import obligations, price_words
from companion.games.duel.scoring import CATEGORIES, scores, sheet
from companion.games.duel.setup import HOUSE_RULES, HouseRules, Setup, parse_setup
from companion.games.duel.state import City, State, begin
from companion.games.duel.status import status
from companion.games.duel.tableau import cues, places, tableau
from companion.games.duel.wire import dump_move, parse_move

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
    "places",
    "play",
    "price_words",
    "quote",
    "score_position",
    "scores",
    "sheet",
    "shields",
    "status",
    "steps",
    "tableau",
    "wonders",
]
