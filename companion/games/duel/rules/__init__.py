"""7 Wonders Duel: the rules, as pure functions over immutable states."""

from companion.games.duel.rules.begin import begin as begin
from companion.games.duel.rules.checks import CHECKS as CHECKS
from companion.games.duel.rules.cues import cues as cues
from companion.games.duel.rules.deal import imagine as imagine
from companion.games.duel.rules.deal import play as play
from companion.games.duel.rules.deal import steps as steps
from companion.games.duel.rules.describe import describe as describe
from companion.games.duel.rules.describe import describe_seat as describe_seat
from companion.games.duel.rules.describe import wonders as wonders
from companion.games.duel.rules.findings import CATALOGUE as CATALOGUE
from companion.games.duel.rules.irregular import irregular as irregular
from companion.games.duel.rules.judge import judge as judge
from companion.games.duel.rules.legal import legal as legal
from companion.games.duel.rules.legal import reveals as reveals
from companion.games.duel.rules.moves import Move as Move
from companion.games.duel.rules.play import apply as apply
from companion.games.duel.rules.policy import POLICIES as POLICIES
from companion.games.duel.rules.position import score_position as score_position
from companion.games.duel.rules.say import obligations as obligations
from companion.games.duel.rules.scoring import CATEGORIES as CATEGORIES
from companion.games.duel.rules.scoring import scores as scores
from companion.games.duel.rules.setup import HouseRules as HouseRules
from companion.games.duel.rules.setup import Setup as Setup
from companion.games.duel.rules.setup import dump_setup as dump_setup
from companion.games.duel.rules.setup import parse_setup as parse_setup
from companion.games.duel.rules.state import State as State
from companion.games.duel.rules.status import status as status
from companion.games.duel.rules.wire import dump_move as dump_move
from companion.games.duel.rules.wire import parse_move as parse_move

NAME = "duel"
EXPANSIONS: tuple[str, ...] = ()
PLAYERS = range(2, 3)

PLAYED_ON = "greedy"
"""The policy by which chances to win are worked out (benchmarks/foresight.py): Brier score 0.07 against 0.15 of random
playouts where people play greedily themselves; else alike."""
