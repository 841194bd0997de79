"""What lies in the middle of an open table of Architects: the central deck, two rows of tokens, the Cat, medals.

A row whose tokens are not all named (the box need not know them) is made whole by what is round and lies in it.
"""

import math
from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

from msgspec.structs import replace

from companion.games.architects.medals_lying import Medals
from companion.games.architects.places import (
    BATTLE,
    CARD,
    CAT,
    CAT_PAWN,
    CONFLICT_TOKEN,
    MEDAL,
    PEACE,
    PROGRESS,
    PROGRESS_TOKEN,
    central_places,
    medal_places,
)
from companion.games.architects.rules.facts import FACTS
from companion.games.architects.sides import CENTRAL_BACK, Side, beyond
from companion.games.mats import Place
from companion.games.open_table import Frame, Part, Thing, about, with_spots
from companion.games.vocabulary import Line
from vision.sighting import Point, Spot, Survey

RIM = 4.0
"""mm around spots that are theirs."""
_CONFLICT = (PEACE, BATTLE)
_IN_THE_MIDDLE = 260.0
"""mm from the middle within which its decks and tokens lie."""
_APART = 0.9, 2.0
"""Of a token's width: how near and how far the next one of a row is, middle to middle. None lies on another."""
_ABOUT = 0.35
"""Share of a token's width by which what has no name may be larger or smaller than it."""
_WORTH_TRYING = 8
"""Round things without a name that are tried in a row, the nearest to it: with six tokens wanted, 28 ways at most."""


class Middle(NamedTuple):
    """The pieces of the middle, as far as they were found; of the rows those too that have no name.

    ``at``: the middle itself; ``many``: conflict tokens that should lie there.
    """

    at: Point
    deck: Thing | None
    conflict: Sequence[Thing]
    progress: Sequence[Thing]
    cats: Sequence[Thing]
    many: int

    def part(self, medals: Medals) -> tuple[Part, list[Line]]:
        """The part of the table in the middle, and what of it was not seen."""
        frame = Frame(*self.at, self.deck.turn if self.deck is not None else 0.0)
        given = {p.name: p for p in (*central_places(self.many, medals.facts), *medal_places(0, medals.many))}
        groups: dict[str, tuple[Sequence[Thing], int, tuple[float, float]]] = {
            "central/deck": ([self.deck] if self.deck is not None else [], 1, CARD),
            "central/conflict": (self.conflict, self.many, CONFLICT_TOKEN),
            "central/progress": (self.progress, FACTS.table.face_up, PROGRESS_TOKEN),
            "central/cat": (self.cats, 1, CAT_PAWN),
            "central/medals": (medals.centre, medals.many, MEDAL),
        }
        places, doubts = [], []
        for name, (seen, many, size) in groups.items():
            if len(seen) != many:
                doubts.append(Line("middle_unseen", {"place": name, "seen": len(seen), "should": many}))
            if seen:
                spots = tuple(replace(_faces_of(given[name]), x=x, y=y, width=size[0], height=size[1])
                              for x, y in (frame.own(thing.at) for thing in seen))  # fmt: skip
                places.append(with_spots(given[name], spots, RIM))
        return Part(0, frame, tuple(places)), doubts


def middle_of_table(survey: Survey, found: Sequence[Thing], middle: Point, sides: Sequence[Side]) -> Middle:
    """What lies about the middle of a table at which these players sit; ``found``: the survey's pieces."""
    many = FACTS.table.conflict_tokens[len(sides)]
    strange = [*_nameless(found), *(Thing("", (), *point, 0.0) for point in survey.rounds)]
    strange = [thing for thing in strange if math.dist(thing.at, middle) < _IN_THE_MIDDLE]
    named = [thing for thing in found if thing.face in _CONFLICT]
    conflict = _row(named, strange, many, CONFLICT_TOKEN[0]) if named else []
    strange = [thing for thing in strange if thing not in conflict]
    progress = _row(_face_up(found, middle, sides), strange, FACTS.table.face_up, PROGRESS_TOKEN[0])
    deck = next((thing for thing in found if thing.face == CENTRAL_BACK), None)
    return Middle(middle, deck, conflict, progress, [thing for thing in found if thing.face == CAT], many)


def of_middle(found: Sequence[Thing]) -> list[Thing]:
    """The pieces that always lie in the middle."""
    return [thing for thing in found if thing.face in (*_CONFLICT, CENTRAL_BACK)]


def _nameless(found: Sequence[Thing]) -> list[Thing]:
    """Pieces without a name that are about as large as a token."""
    wide = (CONFLICT_TOKEN[0] + PROGRESS_TOKEN[0]) / 2
    squares = ((thing, math.sqrt(math.dist(*thing.quad[:2]) * math.dist(*thing.quad[1:3]))) for thing in found)
    return [thing for thing, side in squares if not thing.face and abs(side / wide - 1) < _ABOUT]


def _row(named: Sequence[Thing], strange: Sequence[Thing], many: int, wide: float) -> list[Thing]:
    """So many tokens in their order: those with a name and, where they are fewer, what makes the shortest row of them.

    The tokens that lie face down beside such a row lie a little apart from it. What is named alone, where nothing does.
    """
    near = sorted(strange, key=lambda one: min((math.dist(one.at, token.at) for token in named), default=0.0))
    ways = combinations(near[:_WORTH_TRYING], many - len(named)) if len(named) < many else ()
    rows = [row for more in ways if _is_row(row := _in_order((*named, *more)), wide)]
    return min(rows, key=_length, default=_in_order(named))


def _in_order(tokens: Sequence[Thing]) -> list[Thing]:
    """From left to right, or from top to bottom where they lie so."""
    if not tokens:
        return []
    room = about(token.at for token in tokens)
    return sorted(tokens, key=lambda one: one.at if room.width > room.height else one.at[::-1])


def _is_row(tokens: Sequence[Thing], wide: float) -> bool:
    near, far = _APART
    return all(near * wide < math.dist(a.at, b.at) < far * wide for a, b in pairwise(tokens))


def _length(tokens: Sequence[Thing]) -> float:
    return sum(math.dist(a.at, b.at) for a, b in pairwise(tokens))


def _faces_of(place: Place) -> Spot:
    return place.spots[0]


def _face_up(found: Sequence[Thing], middle: Point, sides: Sequence[Side]) -> list[Thing]:
    """The progress tokens that lie face up in the middle; the nearest ones, where some are won."""
    tokens = [thing for thing in found if thing.face.startswith(PROGRESS) and thing.face != f"{PROGRESS}back"]
    tokens = [thing for thing in tokens if math.dist(thing.at, middle) < _IN_THE_MIDDLE]
    free = [thing for thing in tokens if all(beyond(s.taken, *s.frame.own(thing.at)) > 0 for s in sides)]
    return sorted(free, key=lambda thing: math.dist(thing.at, middle))[: FACTS.table.face_up]
