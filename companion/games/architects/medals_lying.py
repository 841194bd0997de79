"""The medals of an open table: which lie between whom, which in the middle; and the box that they are out of."""

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from companion.errors import Unusable
from companion.games.architects.places import MEDAL
from companion.games.architects.rows import row_of
from companion.games.architects.rules.expansion import MEDAL_FACES
from companion.games.architects.rules.facts import FACTS, Facts
from companion.games.architects.rules.setup import UNREAD, Setup, facts_of
from companion.games.architects.sides import Side, beyond, off_own
from companion.games.frames import Rect, about
from companion.games.open_table import Thing, nearest
from vision.sighting import Point

_FACES = frozenset(MEDAL_FACES.values())
_IN_THE_MIDDLE = 90.0
"""mm beside what lies in the middle within which a medal lies there, too: less than three of them side by side. Between
neighbours one lies beyond the edge of both their sides."""


class Medals(NamedTuple):
    """The medals that are seen, and the box (``facts``) that is played with.

    ``between``: by the seat to whose left they lie, there are ``gaps`` of them; ``centre``: experts', so ``many``.
    """

    facts: Facts
    between: Mapping[int, Thing] = {}
    centre: tuple[Thing, ...] = ()
    gaps: int = 0
    many: int = 0


def medals_of(
    wanted: Mapping[str, Any],
    found: Sequence[Thing],
    sides: Sequence[Side],
    middle: Point,
    central: Sequence[Thing],
    *,
    unnamed: Sequence[Thing],
) -> Medals:
    """The medals of a table, as far as ``wanted`` says that there are any.

    ``sides``: clockwise; ``central``: what lies in the middle. Medals that the box does not know are told by
    ``unnamed``: what is round, shows no face and is no token. Raises ``Unusable`` for a set-up that cannot be.
    """
    setup = _told(wanted, sides)
    if not setup.has_medals:
        return Medals(FACTS)
    facts = facts_of(setup)
    many = facts.table.centre_medals if setup.expert else 0
    medals = [thing for thing in found if thing.face in _FACES]
    centre = [one for one in medals if many and _lies_among(one.at, central)]
    between = [one for one in medals if one not in centre]
    strange = [_unnamed(one.at) for one in unnamed] if len(medals) < setup.gaps + many else []
    inside = [one for one in strange if _lies_among(one.at, central)]
    outside = [one for one in strange if one not in inside]
    begun = any(side.laid for side in sides)
    if begun:
        # What is round may be a token, or a medal, that somebody has won.
        outside = [one for one in outside if min(off_own(one.at, side) for side in sides) > MEDAL[0] / 2]
    # The other medals lie face down in the middle, on one another.
    centre = row_of(centre, inside, many, MEDAL[0]) if many else []
    if begun and not centre:
        # One of them was won: what is left makes no row.
        centre = sorted(inside, key=lambda one: nearest(one, central))[:many]
    known = _between([*between, *outside], sides, middle, setup.gaps)
    return Medals(facts, known, tuple(centre), setup.gaps, many)


def has_medals(wanted: Mapping[str, Any]) -> bool:
    """Whether people play with medals, as far as they have said. Raises ``Unusable``."""
    return _told(wanted, ()).has_medals


def box_of_table(wanted: Mapping[str, Any]) -> Facts:
    """What is in the box, as far as people have said. Raises ``Unusable``."""
    return facts_of(_told(wanted, ()))


def _told(wanted: Mapping[str, Any], sides: Sequence[Side]) -> Setup:
    """What people have said that matters for the medals, as a set-up of those who sit here."""
    said = {name: wanted[name] for name in ("expansions", "expert", "box", "house_rules") if name in wanted}
    try:
        return msgspec.convert({**said, "wonders": [side.wonder for side in sides]}, Setup)
    except msgspec.ValidationError as error:
        raise Unusable(f"the set-up cannot be read: {error}") from error


def _unnamed(at: Point) -> Thing:
    """A medal that nobody has read."""
    x, y = at
    width, height = MEDAL
    return Thing(UNREAD, Rect(x - width / 2, y - height / 2, x + width / 2, y + height / 2).corners(), x, y, 0.0)


def _lies_among(point: Point, central: Sequence[Thing]) -> bool:
    """Whether a point lies in the middle, or hardly beside it."""
    if not central:
        return False
    return beyond(about(corner for thing in central for corner in thing.quad), *point) < _IN_THE_MIDDLE


def _between(medals: Sequence[Thing], sides: Sequence[Side], middle: Point, gaps: int) -> dict[int, Thing]:
    """The medals by the seat to whose left they lie.

    Where there is one for each gap they lie in the order of the players: a medal may lie so near before one of them
    that the direction from the middle alone tells the wrong neighbour.
    """
    if len(medals) == gaps == len(sides):
        order = sorted(medals, key=lambda one: _direction(one.at, middle))
        turns = [[*order[by:], *order[:by]] for by in range(gaps)]
        best = min(turns, key=lambda turn: sum(_off(one.at, k, sides, middle) for k, one in enumerate(turn)))
        return dict(enumerate(best))
    found: dict[int, Thing] = {}
    # A medal has a name, or is the farthest from the middle: what else is round lies there.
    for one in sorted(medals, key=lambda one: (one.face == UNREAD, -math.dist(one.at, middle))):
        found.setdefault(_right_neighbour(one.at, sides, middle), one)
    return {seat: one for seat, one in found.items() if seat < gaps}


def _off(point: Point, seat: int, sides: Sequence[Side], middle: Point) -> float:
    """Degrees by which a point, as seen from the middle, lies beside the gap to the left of a seat."""
    pair = sides[seat], sides[(seat + 1) % len(sides)]
    mine, other = (_direction(side.frame.table(side.stages.middle), middle) for side in pair)
    beyond_mine, gap = (_direction(point, middle) - mine) % 360.0, (other - mine) % 360.0
    return 0.0 if beyond_mine <= gap else min(beyond_mine - gap, 360.0 - beyond_mine)


def _right_neighbour(point: Point, sides: Sequence[Side], middle: Point) -> int:
    """Of the two between whom a point lies as seen from the middle, the one to whose left it is."""
    here = _direction(point, middle)
    angles = [_direction(side.frame.table(side.stages.middle), middle) for side in sides]
    return min(range(len(sides)), key=lambda seat: (here - angles[seat]) % 360.0)


def _direction(point: Point, middle: Point) -> float:
    """Degrees, growing clockwise as the camera sees the table."""
    return math.degrees(math.atan2(point[1] - middle[1], point[0] - middle[0]))
