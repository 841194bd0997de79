"""What lies before the players of an open table of Architects where no place is watched: military tokens, the Cat.

Both follow by rule in a game that is watched from its beginning; who joins one in its middle is told by them.
"""

import math
from collections.abc import Sequence

from companion.games.architects.places import CAT, MILITARY
from companion.games.architects.sides import Side
from companion.games.layout import Beside
from companion.games.open_table import Thing
from vision.sighting import Point

_TOGETHER = 45.0
"""mm from a military token to the next one of its heap at most: they are 24 mm wide and lie side by side."""


def lying_beside(found: Sequence[Thing], sides: Sequence[Side], middle: Sequence[Thing]) -> tuple[Beside, ...]:
    """The pieces before each seat; none where no game has been begun. ``middle``: what always lies in the middle."""
    if not middle or not any(side.laid for side in sides):
        return ()
    heaps = _heaps([thing for thing in found if thing.face == MILITARY])
    # Of military tokens the heap that is nearest to what lies in the middle is the supply.
    won = sorted(heaps, key=lambda heap: min(_off(thing, middle) for thing in heap))[1:]
    cats = [thing for thing in found if thing.face == CAT]
    owned = [(thing, heap) for heap in won for thing in heap]
    owned += [(cat, [cat]) for cat in cats if not is_in_the_middle(cat, sides, middle)]
    return tuple(Beside(_owner(heap, sides), thing.face) for thing, heap in owned)


def is_in_the_middle(thing: Thing, sides: Sequence[Side], middle: Sequence[Thing]) -> bool:
    """Whether it lies nearer to a piece of the middle than to anything that is a player's."""
    return _off(thing, middle) <= min(_off_side(thing.at, side) for side in sides)


def _heaps(tokens: Sequence[Thing]) -> list[list[Thing]]:
    """Tokens in heaps, each near to another one of its heap."""
    heaps: list[list[Thing]] = []
    for token in tokens:
        near = [heap for heap in heaps if _off(token, heap) < _TOGETHER]
        heaps = [heap for heap in heaps if heap not in near]
        heaps.append([token, *(thing for heap in near for thing in heap)])
    return heaps


def _owner(heap: Sequence[Thing], sides: Sequence[Side]) -> int:
    return min(range(len(sides)), key=lambda seat: min(_off_side(thing.at, sides[seat]) for thing in heap))


def _off(thing: Thing, others: Sequence[Thing]) -> float:
    return min(math.dist(thing.at, other.at) for other in others)


def _off_side(point: Point, side: Side) -> float:
    """How far (mm) a point lies from a player's wonder and deck, or from the middle of a card of his city."""
    x, y = side.frame.own(point)
    taken = side.taken
    off = math.hypot(max(taken.left - x, 0.0, x - taken.right), max(taken.top - y, 0.0, y - taken.bottom))
    return min([off, *(math.dist(point, card.at) for card in side.laid)])
