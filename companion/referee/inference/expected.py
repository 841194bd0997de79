"""What should lie where: the zones of a tableau, what lies there on the way to it, and what of it need be seen.

Also what may be turned up there.
"""

from collections.abc import Iterable, Mapping
from collections.abc import Set as AbstractSet
from functools import lru_cache

from companion.games.mats import Place
from companion.games.vocabulary import AnyState, Shown, Tableau
from companion.games.watched import Rules
from companion.referee.inference.baseline import ANY, Expected
from vision.sighting import Sighting


def expectations(tableau: Tableau) -> dict[str, Expected]:
    """What should lie in each zone, stacks first. On which spot a piece lies does not matter: no face fits two."""
    found: dict[str, Expected] = dict(tableau.piles)
    found |= {zone: faces and _sorted(faces) for zone, faces in tableau.spread.items()}
    found |= {zone: _sorted(spots) for zone, spots in tableau.spots.items()}
    return found


@lru_cache(maxsize=1 << 12)
def _sorted(faces: tuple[str | None, ...]) -> tuple[str, ...]:
    return tuple(sorted(face for face in faces if face is not None))


def heaps(places: Iterable[Place]) -> frozenset[str]:
    """Of these places those where coins lie."""
    return frozenset(place.name for place in places if place.role == "heap")


def taken_from(places: Iterable[Place]) -> frozenset[str]:
    """Of these places those in the middle of the table from which moves take a piece that was laid out."""
    return frozenset(place.name for place in places if place.seat is None and place.role == "printed")


def same_to_see(one: Mapping[str, Expected], other: Mapping[str, Expected], seen: AbstractSet[str]) -> bool:
    """Whether by both the same should lie in all zones that are ``seen``."""
    return one == other or seen.isdisjoint(zone for zone, should in one.items() if other.get(zone) != should)


def on_the_way(shown: Shown, before: Mapping[str, Expected]) -> Mapping[str, Expected]:
    """What lies where when the move is made but nothing that follows from it: its piece where it was put down.

    It may leave at once by rule; people put it down first. Where it lay ready nothing lies until the next is laid.
    """
    there = before.get(shown.lands)
    found: dict[str, Expected] = {shown.lifts: ()} if shown.lifts in before else {}
    return found | ({shown.lands: tuple(sorted((*there, shown.face)))} if isinstance(there, tuple) else {})


def bared(places: Iterable[Place], should: Mapping[str, Expected], seen: Mapping[str, Sighting]) -> set[str]:
    """The printed slots in which something should lie and nothing does."""
    slots = (place.name for place in places if place.role == "printed" and place.kind == "slot")
    return {slot for slot in slots if should.get(slot) and slot in seen and not seen[slot].pieces}


def seen_by_now(should: Expected, seen: Sighting) -> Expected:
    """What should lie there, without what nobody has read where less is seen."""
    if isinstance(should, int) or len(seen.pieces) >= len(should):
        return should
    return tuple(face for face in should if face != ANY)


def turned_up(rules: Rules, state: AnyState) -> tuple[str, ...]:
    """The faces that what lies on the table and nobody has read may have, where naming it is nobody's move."""
    return tuple({face: None for move in rules.reveals(state) if (face := rules.shows(move).face)})
