"""7 Wonders, first and second edition: the rules, as pure functions over immutable states."""

from companion.games.seven_wonders.rules.begin import begin as begin
from companion.games.seven_wonders.rules.checks import CHECKS as CHECKS
from companion.games.seven_wonders.rules.cues import cues as cues
from companion.games.seven_wonders.rules.deal import PLAYERS as PLAYERS
from companion.games.seven_wonders.rules.deal import imagine as imagine
from companion.games.seven_wonders.rules.deal import play as play
from companion.games.seven_wonders.rules.deal import steps as steps
from companion.games.seven_wonders.rules.describe import describe as describe
from companion.games.seven_wonders.rules.describe import describe_seat as describe_seat
from companion.games.seven_wonders.rules.describe import wonders as wonders
from companion.games.seven_wonders.rules.facts import EDITIONS as _BOXES
from companion.games.seven_wonders.rules.findings import CATALOGUE as CATALOGUE
from companion.games.seven_wonders.rules.irregular import irregular as irregular
from companion.games.seven_wonders.rules.judge import judge as judge
from companion.games.seven_wonders.rules.legal import legal as legal
from companion.games.seven_wonders.rules.moves import Move as Move
from companion.games.seven_wonders.rules.play import apply as apply
from companion.games.seven_wonders.rules.policy import POLICIES as POLICIES
from companion.games.seven_wonders.rules.position import score_position as score_position
from companion.games.seven_wonders.rules.say import obligations as obligations
from companion.games.seven_wonders.rules.scoring import CATEGORIES as CATEGORIES
from companion.games.seven_wonders.rules.scoring import scores as scores
from companion.games.seven_wonders.rules.setup import DECIDED_LATER as DECIDED_LATER
from companion.games.seven_wonders.rules.setup import HouseRules as HouseRules
from companion.games.seven_wonders.rules.setup import Setup as Setup
from companion.games.seven_wonders.rules.setup import dump_setup as dump_setup
from companion.games.seven_wonders.rules.setup import parse_setup as parse_setup
from companion.games.seven_wonders.rules.state import State as State
from companion.games.seven_wonders.rules.status import status as status
from companion.games.seven_wonders.rules.turns import without_offers as without_offers
from companion.games.seven_wonders.rules.wire import dump_move as dump_move
from companion.games.seven_wonders.rules.wire import parse_move as parse_move

NAME = "seven_wonders"
EXPANSIONS: tuple[str, ...] = ()
EDITIONS = tuple(_BOXES)
"""The first (2010) is played where nobody says which; the second is of 2020."""

PLAYED_ON = "greedy"
"""The policy by which chances to win are worked out (benchmarks/foresight.py): Brier score 0.16 against 0.19 of random
playouts, over four kinds of position and 28 games."""
BATTLE_ENDS_AGE = True
"""Every age ends with its battle: a time line marks the battle alone."""
