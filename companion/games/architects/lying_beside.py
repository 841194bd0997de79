"""What lies before the players of an open table of Architects where no place is watched: military tokens, Cat, medals.

All follow by rule in a game that is watched from its beginning; who joins one in its middle is told by them.
"""

from collections.abc import Sequence

from companion.games.architects.middle import Middle
from companion.games.architects.places import MEDAL_BACK, MILITARY
from companion.games.architects.sides import Side, off_own
from companion.games.layout import Beside
from companion.games.open_table import Thing, nearest

_TOGETHER = 45.0
"""mm from a military token to the next one of its heap at most: they are 24 mm wide and lie side by side."""


def lying_beside(found: Sequence[Thing], sides: Sequence[Side], middle: Middle) -> tuple[Beside, ...]:
    """The pieces before each seat; none where no game has been begun."""
    if not middle.lying or not any(side.laid for side in sides):
        return ()
    heaps = _heaps([thing for thing in found if thing.face == MILITARY])
    # Of military tokens the heap that is nearest to what lies in the middle is the supply.
    won = sorted(heaps, key=lambda heap: min(nearest(thing, middle.lying) for thing in heap))[1:]
    owned = [(thing, heap) for heap in won for thing in heap]
    owned += [(cat, [cat]) for cat in middle.cats_taken]
    for back in (thing for thing in found if thing.face == MEDAL_BACK):
        if nearest(back, middle.lying) > 2 * min(off_own(back.at, side) for side in sides):
            owned.append((back, [back]))
    return tuple(Beside(_owner(heap, sides), thing.face) for thing, heap in owned)


def _heaps(tokens: Sequence[Thing]) -> list[list[Thing]]:
    """Tokens in heaps, each near to another one of its heap."""
    heaps: list[list[Thing]] = []
    for token in tokens:
        near = [heap for heap in heaps if nearest(token, heap) < _TOGETHER]
        heaps = [heap for heap in heaps if heap not in near]
        heaps.append([token, *(thing for heap in near for thing in heap)])
    return heaps


def _owner(heap: Sequence[Thing], sides: Sequence[Side]) -> int:
    return min(range(len(sides)), key=lambda seat: min(off_own(thing.at, sides[seat]) for thing in heap))
