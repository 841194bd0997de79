"""What lies in the middle of an open table of Architects: the central deck, two rows of tokens, the Cat, medals.

A row whose tokens are not all named (the box need not know them) is made whole by what is round and lies in it.
"""

import math
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import pairwise
from statistics import mean
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
from companion.games.architects.rows import APART, in_order, is_row, row_of
from companion.games.architects.rules.facts import FACTS
from companion.games.architects.sides import CENTRAL_BACK, Side, beyond, off_side
from companion.games.frames import Frame
from companion.games.mats import Place
from companion.games.open_table import Part, Thing, lying_at, nearest, off_size, with_spots
from companion.games.vocabulary import Line
from vision.sighting import Point, Spot, Survey

DECK = "central/deck"
RIM = 4.0
"""mm around spots that are theirs."""
_CONFLICT = (PEACE, BATTLE)
_IN_THE_MIDDLE = 260.0
"""mm from the middle within which its decks and tokens lie."""
_ABOUT = 0.35
"""Share of a token's width by which what has no name may be larger or smaller than it."""
_BACK = f"{PROGRESS}back"
_AT_IT = 1.5
"""How many times its own width a token lies from the next one of a heap at most, middle to middle."""
_BESIDE_ROW = 75.0
"""mm beside a row within which the face-down tokens lie."""
_TOUCHING, _SAME = 2.0, 14.0
"""mm between tokens that stand out as one; so near what was found is the same token: half of one."""
_AS_A_CARD = 16.0
"""mm by which what stands out may be larger or smaller than a card: a deck's side is seen, and its shadow (on a checked
cloth in bad light 12 mm of both)."""


class Middle(NamedTuple):
    """The pieces of the middle, as far as they were found; of the rows those too that have no name.

    ``at``: the middle itself; ``many``: conflict tokens that should lie there. ``rounds``: what is round, has no
    name and is in no row, wherever it lies. ``lying``: what never leaves the middle, by name, and the progress tokens.
    ``cats_taken``: the Cat, where it is a player's.
    """

    at: Point
    deck: Thing | None
    conflict: Sequence[Thing]
    progress: Sequence[Thing]
    cats: Sequence[Thing]
    many: int
    rounds: Sequence[Thing]
    lying: Sequence[Thing]
    cats_taken: Sequence[Thing]

    def part(self, medals: Medals) -> tuple[Part, list[Line]]:
        """The part of the table in the middle, and what of it was not seen."""
        frame = Frame(*self.at, self.deck.turn if self.deck is not None else 0.0)
        given = {p.name: p for p in (*central_places(self.many, medals.facts), *medal_places(0, medals.many))}
        groups: dict[str, tuple[Sequence[Thing], int, tuple[float, float]]] = {
            DECK: ([self.deck] if self.deck is not None else [], 1, CARD),
            "central/conflict": (self.conflict, self.many, CONFLICT_TOKEN),
            "central/progress": (self.progress, FACTS.table.face_up, PROGRESS_TOKEN),
            "central/cat": (self.cats, 0 if self.cats_taken and not self.cats else 1, CAT_PAWN),
            "central/medals": (medals.centre, medals.many, MEDAL),
        }
        places, doubts = [], []
        for name, (seen, many, size) in groups.items():
            if name == DECK and not seen:
                doubts.append(Line("where_lies", {"place": name}))
            elif len(seen) != many:
                doubts.append(Line("middle_unseen", {"place": name, "seen": len(seen), "should": many}))
            if seen:
                spots = tuple(replace(_faces_of(given[name]), x=x, y=y, width=size[0], height=size[1])
                              for x, y in (frame.own(thing.at) for thing in seen))  # fmt: skip
                places.append(with_spots(given[name], spots, RIM))
        return Part(0, frame, tuple(places)), doubts


def middle_of_table(
    survey: Survey, found: Sequence[Thing], middle: Point, sides: Sequence[Side], told: Mapping[str, Point]
) -> Middle:
    """What lies about the middle of a table at which these players sit; ``found``: the survey's pieces.

    ``told``: where people say that places are.
    """
    many = FACTS.table.conflict_tokens[len(sides)]
    rounds = [Thing("", (), *point, 0.0) for point in survey.rounds]
    strange = [*_nameless(found), *rounds]
    strange += [part for part in _parts(found) if not strange or nearest(part, strange) > _SAME]
    strange = [thing for thing in strange if math.dist(thing.at, middle) < _IN_THE_MIDDLE]
    begun = any(side.laid for side in sides)
    named = [thing for thing in found if thing.face in _CONFLICT]
    conflict = row_of(named, strange, many, CONFLICT_TOKEN[0]) if named else []
    strange = [thing for thing in strange if thing not in conflict]
    open_ones = _face_up(found, middle, sides)
    if begun:
        # Some may be tokens that somebody has won.
        open_ones, strange = (
            [one for one in some if not _is_taken(one, sides, named)] for some in (open_ones, strange)
        )
    progress = row_of(open_ones, strange, FACTS.table.face_up, PROGRESS_TOKEN[0])
    if begun:
        beside = [*(thing for thing in found if thing.face == _BACK), *strange]
        # Where the conflict tokens, which lie in a row, too, have no names it may be theirs.
        if not any(one.face for one in progress) and not (named and _is_open_row(progress, beside)):
            progress = []
        progress = _with_free_places(progress, beside)
    deck = next((thing for thing in found if thing.face == CENTRAL_BACK), None)
    if deck is None and DECK in told:
        deck = lying_at(told[DECK], CARD, 0.0, found)
    deck = deck or _like_a_deck(found, middle, sides)
    lying = [*of_middle(found), *progress, *(one for one in (deck,) if one is not None and not one.face)]
    cats = [thing for thing in found if thing.face == CAT]
    taken = [cat for cat in cats if _is_taken(cat, sides, lying)] if begun else []
    left = [cat for cat in cats if cat not in taken]
    rounds = [thing for thing in rounds if thing not in (*conflict, *progress)]
    return Middle(middle, deck, conflict, progress, left, many, rounds, lying, taken)


def _is_taken(piece: Thing, sides: Sequence[Side], lying: Sequence[Thing]) -> bool:
    """Whether the Cat, or a token, lies nearer to something that is a player's than to what lies in the middle."""
    return bool(lying) and nearest(piece, lying) > min(off_side(piece.at, side) for side in sides)


def _is_open_row(row: Sequence[Thing], beside: Sequence[Thing]) -> bool:
    """Whether a row of which no token has a name is the open one, in a game that was begun.

    Then the face-down ones are seen in line with it, and it is not of a heap.
    """
    others = [one for one in beside if one not in row and row and nearest(one, row) < _BESIDE_ROW]
    in_line = [one for one in others if is_row(in_order((*row, one)), PROGRESS_TOKEN[0])]
    at_it = [one for one in others if nearest(one, row) < _AT_IT * PROGRESS_TOKEN[0]]
    return bool(in_line) and all(one in in_line for one in at_it)


def _like_a_deck(found: Sequence[Thing], middle: Point, sides: Sequence[Side]) -> Thing | None:
    """What has no name, is as large as a card, and lies in the middle: a box need not know the back of that deck."""
    like = [
        thing for thing in found
        if not thing.face and math.dist(thing.at, middle) < _IN_THE_MIDDLE and off_size(thing, CARD) < _AS_A_CARD
        and all(beyond(side.taken, *side.frame.own(thing.at)) > 0 for side in sides)
    ]  # fmt: skip
    if not like:
        return None
    # A pile of tokens and its shadow may be about as large, too.
    return min(like, key=lambda thing: off_size(thing, CARD)).lying_as(CARD)


def of_middle(found: Sequence[Thing]) -> list[Thing]:
    """The pieces that always lie in the middle."""
    return [thing for thing in found if thing.face in (*_CONFLICT, CENTRAL_BACK)]


def _nameless(found: Sequence[Thing]) -> list[Thing]:
    """Pieces without a name that are about as large as a token."""
    wide = (CONFLICT_TOKEN[0] + PROGRESS_TOKEN[0]) / 2
    squares = ((thing, math.sqrt(math.prod(thing.size))) for thing in found)
    return [thing for thing, side in squares if not thing.face and abs(side / wide - 1) < _ABOUT]


def _parts(found: Sequence[Thing]) -> list[Thing]:
    """Tokens that touch stand out as one: what has no name, is as wide as a token and a few times as long, in parts."""
    wide = PROGRESS_TOKEN[0]
    parts = list[Thing]()
    for thing in found:
        short, long = sorted(thing.size)
        many = round((long - wide) / (wide + _TOUCHING)) + 1
        if thing.face or abs(short / wide - 1) > _ABOUT or not 2 <= many <= FACTS.table.face_up + 1:
            continue
        width, height = thing.size
        pitch = (long - wide) / (many - 1)
        frame = Frame(*thing.at, thing.turn)
        for k in range(many):
            off = (k - (many - 1) / 2) * pitch
            at = frame.table((off, 0.0) if width > height else (0.0, off))
            parts.append(thing._replace(x=at[0], y=at[1]))
    return parts


def _with_free_places(row: Sequence[Thing], strange: Sequence[Thing]) -> list[Thing]:
    """The open row of a game that was begun with the places of tokens that were taken, where the next ones will lie.

    The tokens lie side by side from the face-down ones on. Those are told by their back, or are what has no name at the
    one end of the row, where nothing else lies that they could be. ``strange``: backs, and what has no name and is as
    large as a token.
    """
    wide, many = PROGRESS_TOKEN[0], FACTS.table.face_up
    if not row:
        return []
    ends = [one for one in (row[0], row[-1]) if not one.face] if len(row) == many else []
    near = [one for one in strange if one not in row and nearest(one, row) < _BESIDE_ROW]
    stack = next((one for one in near if one.face == _BACK), near[0] if len(near) == 1 else None)
    if not near and len(ends) == 1:
        (stack,) = ends
    tokens = [one for one in row if one is not stack]
    if stack is None or not tokens or len(tokens) >= many:
        return list(row)
    off = partial(nearest, others=[stack])
    away = sorted([stack, *tokens], key=off)
    last, (least, most) = away[-1], (part * wide for part in APART)
    gaps = [gap for a, b in pairwise(away) if least < (gap := math.dist(a.at, b.at)) < most]
    pitch = mean(gaps) if gaps else least
    step = (last.x - stack.x) * pitch / off(last), (last.y - stack.y) * pitch / off(last)
    taken = {round(off(one) / pitch) for one in tokens}
    free = [k for k in range(1, many + 1) if k not in taken][: many - len(tokens)]
    places = [Thing("", (), stack.x + k * step[0], stack.y + k * step[1], 0.0) for k in free]
    return sorted([*tokens, *places], key=off)


def _faces_of(place: Place) -> Spot:
    return place.spots[0]


def _face_up(found: Sequence[Thing], middle: Point, sides: Sequence[Side]) -> list[Thing]:
    """The progress tokens that lie face up in the middle; the nearest ones, where some are won."""
    tokens = [thing for thing in found if thing.face.startswith(PROGRESS) and thing.face != _BACK]
    tokens = [thing for thing in tokens if math.dist(thing.at, middle) < _IN_THE_MIDDLE]
    free = [thing for thing in tokens if all(beyond(s.taken, *s.frame.own(thing.at)) > 0 for s in sides)]
    return sorted(free, key=lambda thing: math.dist(thing.at, middle))[: FACTS.table.face_up]
