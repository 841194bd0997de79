"""What nobody had read, and has gone since from where it lay: what took it away tells what it was."""

from collections.abc import Iterable, Mapping

from companion.games.vocabulary import AnyMove
from companion.games.watched import Rules
from companion.referee.inference.baseline import Expected
from companion.referee.inference.decide import SECOND_THOUGHTS
from companion.referee.inference.observations import Observations
from vision.sighting import Sighting


def gone_unread(observed: Observations) -> frozenset[str]:
    """The places from which such a piece has been gone for a while, and nothing has explained it."""
    return observed.parted.lasting(observed.exposed, SECOND_THOUGHTS, observed.baseline)


def before_it_went(rules: Rules, moves: Iterable[AnyMove], observed: Observations) -> Mapping[str, Sighting]:
    """How those of these places looked, when they were explained last, where these moves laid a piece.

    Told by now, it lay there then; that it has gone is yet to be explained.
    """
    gone = gone_unread(observed) & {rules.shows(move).lands for move in moves}
    return {zone: observed.baseline[zone].seen for zone in gone}


def misses_one(observed: Observations, zone: str, expected: Mapping[str, Expected]) -> bool:
    """Whether more should lie in a place than does; of none (empty) nothing is said."""
    should = expected.get(zone, 0)
    return not isinstance(should, int) and len(should) > len(observed.seen[zone].pieces)
