"""7 Wonders Architects: the rules, as pure functions over immutable states."""

from companion.games.architects.rules.battle import peace_tokens as peace_tokens
from companion.games.architects.rules.battle import shields as shields
from companion.games.architects.rules.begin import begin as begin
from companion.games.architects.rules.cues import cues as cues
from companion.games.architects.rules.deal import imagine as imagine
from companion.games.architects.rules.deal import play as play
from companion.games.architects.rules.deal import put_on_top as put_on_top
from companion.games.architects.rules.deal import steps as steps
from companion.games.architects.rules.describe import card_counts as card_counts
from companion.games.architects.rules.describe import describe as describe
from companion.games.architects.rules.describe import describe_seat as describe_seat
from companion.games.architects.rules.describe import stage_status as stage_status
from companion.games.architects.rules.describe import wonders as wonders
from companion.games.architects.rules.facts import FACTS as FACTS
from companion.games.architects.rules.findings import CATALOGUE as CATALOGUE
from companion.games.architects.rules.irregular import irregular as irregular
from companion.games.architects.rules.irregular import unread_may_allow as unread_may_allow
from companion.games.architects.rules.judge import judge as judge
from companion.games.architects.rules.legal import legal as legal
from companion.games.architects.rules.legal import reveals as reveals
from companion.games.architects.rules.medals import late as late
from companion.games.architects.rules.moves import BuildStage as BuildStage
from companion.games.architects.rules.moves import EndTurn as EndTurn
from companion.games.architects.rules.moves import Move as Move
from companion.games.architects.rules.moves import RevealMedal as RevealMedal
from companion.games.architects.rules.moves import RevealProgress as RevealProgress
from companion.games.architects.rules.moves import TakeCard as TakeCard
from companion.games.architects.rules.moves import TakeMedal as TakeMedal
from companion.games.architects.rules.moves import TakeProgress as TakeProgress
from companion.games.architects.rules.moves import TurnUp as TurnUp
from companion.games.architects.rules.play import apply as apply
from companion.games.architects.rules.policy import POLICIES as POLICIES
from companion.games.architects.rules.position import score_position as score_position
from companion.games.architects.rules.say import obligations as obligations
from companion.games.architects.rules.scoring import CATEGORIES as CATEGORIES
from companion.games.architects.rules.scoring import scores as scores
from companion.games.architects.rules.setup import HouseRules as HouseRules
from companion.games.architects.rules.setup import Setup as Setup
from companion.games.architects.rules.setup import dump_setup as dump_setup
from companion.games.architects.rules.setup import parse_setup as parse_setup
from companion.games.architects.rules.state import State as State
from companion.games.architects.rules.state import deck_size as deck_size
from companion.games.architects.rules.state import discarded as discarded
from companion.games.architects.rules.status import status as status
from companion.games.architects.rules.wire import dump_move as dump_move
from companion.games.architects.rules.wire import parse_move as parse_move
from companion.games.vocabulary import Check, of_seat

NAME = "architects"
EXPANSIONS: tuple[str, ...] = ("medals",)
PLAYERS = range(FACTS.table.min_players, FACTS.table.max_players + 1)
CHECKS: dict[str, Check[State]] = {"shields": of_seat(shields)}
"""What ``check`` lines can ask beside ``score`` and ``state``."""

PLAYED_ON = "random"
"""The policy by which chances to win are worked out (benchmarks/foresight.py): both foretell alike, and random playouts
are twice as many a second."""
