"""Which cards of a structure still lie there when a table is joined: the way that explains best what is seen.

Under a card that lies there others lie, so there are a few hundred ways in which an age's structure can be played off.
"""

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import Final, NamedTuple

from companion.games.duel.places import slots
from companion.games.duel.rules.facts import FACTS, places
from companion.games.duel.rules.state import ALL_SLOTS
from companion.games.finished import Lies
from companion.games.vocabulary import UNREAD

AGES: Final = range(1, FACTS.table.ages + 1)
EACH: Final = FACTS.table.cards_per_age

_NAMED, _BACK, _SOMETHING = 4.0, 2.0, 1.0
"""How much speaks for a card in a slot (log-likelihoods, chosen by hand): a card of that age is seen in it, or a back;
something is seen that has no name: as often as not a neighbour's edge."""
_OPEN, _COVERED = 2.0, 0.5
"""How much speaks against one: nothing is seen of it though it lies open, or though cards lie on it."""


class Remaining(NamedTuple):
    """An age, and the slots (a mask) in which its cards still lie."""

    age: int
    standing: int

    @property
    def left(self) -> int:
        """How many cards still lie there."""
        return self.standing.bit_count()


@cache
def ways(age: int) -> tuple[int, ...]:
    """Every way in which cards of an age's structure can be left."""
    covers = FACTS.layouts[age].covered_by
    found, todo = {ALL_SLOTS}, [ALL_SLOTS]
    while todo:
        standing = todo.pop()
        for slot in places(standing):
            after = standing & ~(1 << slot)
            if after and not covers[slot] & standing and after not in found:
                found.add(after)
                todo.append(after)
    return tuple(sorted(found))


def likest(age: int, standing: int) -> int:
    """The way that differs least from this, which people have told: no card can lie on one that is gone.

    Of several it is the one with most cards: one that is covered is missed more easily than one is seen that is gone.
    """
    return min(ways(age), key=lambda way: ((way ^ standing).bit_count(), -way.bit_count()))


def remaining(
    lying: Mapping[str, Sequence[Lies]], elsewhere: Collection[str], lefts: Mapping[int, Collection[int]]
) -> Remaining | None:
    """What is left of the structure; ``None``: nothing of it is seen.

    ``elsewhere``: cards that lie elsewhere. ``lefts``: how many cards can be left of which age.
    """
    there = {name: pieces[0].face for name, pieces in lying.items() if name.startswith("structure/") and pieces}
    if not there:
        return None
    ways = [
        (worth, Remaining(age, standing))
        for age, numbers in lefts.items()
        for standing, worth in _worths(there, elsewhere, age).items()
        if standing.bit_count() in numbers
    ]
    return max(ways, default=(0.0, None), key=lambda way: way[0])[1]


def _worths(there: Mapping[str, str], elsewhere: Collection[str], age: int) -> Mapping[int, float]:
    """How well each way explains what is seen."""
    covers = FACTS.layouts[age].covered_by
    seen = [_speaks(there.get(name), elsewhere, age) for name in slots(age)]
    strange = sum(_NAMED for name in there if name not in slots(age))
    found: dict[int, float] = {}
    for standing in ways(age):
        worth = -strange
        for slot in places(standing):
            unseen = _COVERED if covers[slot] & standing else _OPEN
            worth += -unseen if seen[slot] is None else seen[slot] or 0.0
        found[standing] = worth
    return found


def _speaks(face: str | None, elsewhere: Collection[str], age: int) -> float | None:
    """How much what is seen in a slot speaks for a card there; ``None``: nothing is seen."""
    if face is None:
        return None
    card = face.removeprefix("duel/")
    if face == UNREAD:
        return _BACK
    if card not in FACTS.index:
        return _SOMETHING
    if card in elsewhere:
        # It was misread, or reaches in from where it lies.
        return 0.0
    return _NAMED if FACTS.ages[age] >> FACTS.index[card] & 1 else _SOMETHING
