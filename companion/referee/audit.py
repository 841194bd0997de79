"""Table compared with state: where what lies there is not what should."""

from collections import Counter
from collections.abc import Mapping

from companion.referee.inference.baseline import Expected, best
from companion.referee.inference.observations import Sight
from companion.referee.messages import Audit

SETTLED = 5.0
"""Seconds (of frame time) that people have to do what follows before it is pointed out."""


def audit(sight: Sight, expected: Mapping[str, Expected]) -> tuple[Audit, ...]:
    """Every zone where recognised pieces differ from what should lie there; piles are not counted.

    What a person has already said to be right is not said again.
    """
    if sight.exposed - sight.since < SETTLED:
        return ()
    found = []
    for zone, should in sorted(expected.items()):
        if isinstance(should, int) or zone not in sight.seen:
            continue
        lies = Counter(best(piece) or "?" for piece in sight.seen[zone].pieces)
        wants = Counter(should)
        if not _agree(lies, wants) and not _waived(sight, zone, wants):
            found.append(Audit(zone, tuple((lies - wants).elements()), tuple((wants - lies).elements())))
    return tuple(found)


def _agree(lies: Counter[str], wants: Counter[str]) -> bool:
    extra, missing = lies - wants, wants - lies
    # An unread piece may well be the one that is missing, and the other way round.
    return extra.total() == missing.total() and extra.total() <= max(extra["?"], missing["?"])


def _waived(sight: Sight, zone: str, wants: Counter[str]) -> bool:
    ground = sight.ground.get(zone)
    if ground is None or not ground.free or isinstance(ground.expected, int):
        return False
    same = {best(piece) for piece in ground.seen.pieces} == {best(piece) for piece in sight.seen[zone].pieces}
    return same and Counter(ground.expected) == wants
