"""How an open table of Architects is laid out, from the pieces that were found on it: the facet ``proposal``.

A wonder's stages say whose side it is and which way the player looks; a card face up beside it is his deck; his city
goes where there is room beside both; tokens beside the deck. The middle is where the conflict tokens lie. A deck beside
which no wonder is known is a player's too: what stands out there, as large as a wonder, is his; a person says which.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations, product
from typing import Any

from msgspec.structs import replace

from companion.errors import Unusable
from companion.games.architects.lying_beside import lying_beside
from companion.games.architects.medals_lying import Medals, box_of_table, has_medals, medals_of
from companion.games.architects.middle import RIM, middle_of_table, of_middle
from companion.games.architects.places import (
    CARD,
    CAT,
    CAT_PAWN,
    CENTRE_MEDAL_SPOTS,
    MEDAL,
    PROGRESS,
    central_places,
    medal_places,
    seat_places,
)
from companion.games.architects.rules.facts import FACTS
from companion.games.architects.rules.setup import UNREAD
from companion.games.architects.sides import (
    CITY,
    Side,
    and_unnamed,
    and_unseen,
    deck_rect,
    lone_decks,
    sides_of,
    strange_wonders,
    with_decks,
)
from companion.games.frames import Rect, about, clockwise, mean, overlapping
from companion.games.open_table import (
    Part,
    Proposal,
    Thing,
    filling,
    laid_out,
    lying_at,
    players_unseen,
    things,
    told_lying,
    with_spots,
)
from companion.games.vocabulary import Line
from vision.sighting import Point, Spot, Stray, Survey

_ENOUGH, _SPARE = (246.0, 304.0), 0.2
"""mm that four columns of cards take beside the widest wonder; what more of it is worth, as a share."""
_HALF_WIDEST, _FOOT = 92.0, 8.0
"""mm from a wonder's middle to where the cards beside it begin; below its foot: no card needs more."""
_LEAST_CITY = (115.0, 180.0)
"""Two columns of a few cards."""
_BELOW = (30.0, 22.0, 14.0)
"""mm below a wonder's foot that cards beside it may reach: as much of it as can be seen."""
_STEP, _FINE = 10.0, 5.0
"""mm by which a region is made smaller until nothing of others lies in it; then until two do not meet."""
_SHARES = ((1, 1), (1, 0), (0, 1), (1, 2), (2, 1), (1, 3), (3, 1))
"""How two regions that meet share what they lose."""
_AWAY = 0.6
"""How much less a city is worth on the deck's side: cards are laid there only where there is no room on the other."""
_HALF_COLUMN = 37.0
"""Half the width (mm) of the column that a deck and the tokens above or below it take."""


def rounds(wanted: Mapping[str, Any]) -> tuple[float, ...]:
    """See ``open_table.Proposer``: medals."""
    return MEDAL[:1] if has_medals(wanted) else ()


def propose(survey: Survey, wanted: Mapping[str, Any]) -> Proposal:
    """See ``open_table.Proposer``. ``wanted``: ``wonders`` that people have named, if any."""
    found, facts = things(survey.pieces), box_of_table(wanted)
    players = wanted.get("players", 0)
    known = sides_of(found, facts, players, wanted.get("wonders") or ())
    known = with_decks(known, found, _middle_of(found, known), players) if known else []
    strange = strange_wonders(survey.enrolled, facts)
    strange_first = sorted(facts.wonders, key=lambda wonder: wonder not in strange)
    sides, unsure = and_unnamed(known, found, wanted.get("wonders") or (), facts, strange)
    if len(sides) > len(known) and lone_decks(sides, found):
        # More cards lie there than decks: those of the cities of whose wonders nobody had told.
        sides = with_decks(sides, found, _middle_of(found, sides), players)
    seen = len(sides)
    sides = and_unseen(sides, found, wanted.get("wonders") or strange_first, players, facts)
    if len(sides) < FACTS.table.min_players:
        raise Unusable(f"only {len(sides)} wonders are to be seen; lay each player's stages out", "few_wonders")
    middle = _middle_of(found, sides)
    # Of who is not seen the deck is known to lie there, his wonder is not.
    ends = [side.frame.table(side.stages.middle) for side in sides[:seen]]
    ends += [side.deck.at for side in sides[seen:] if side.deck is not None]
    sides = [sides[k] for k in clockwise(ends, middle)]
    told = told_lying(wanted)
    decks = {side.wonder: told[name] for seat, side in enumerate(sides) if (name := f"holder/{seat}") in told}
    if any(side.unsure and side.wonder in decks for side in sides):
        sides = with_decks(sides, found, middle, players, decks)
    sides = [_with_told_deck(side, decks.get(side.wonder), found) for side in sides]
    central = middle_of_table(survey, found, middle, sides, told)
    medals = medals_of(wanted, found, sides, middle, central.lying, unnamed=central.rounds)
    unread = [one for one in (*medals.between.values(), *medals.centre) if one.face == UNREAD]
    # The Cat goes wherever there is room.
    staying = [thing for thing in found if thing not in central.cats_taken]
    cities = _cities(sides, [*staying, *unread], survey)
    doubts = [Line("wonder_unseen", {"seat": seat}) for seat, side in enumerate(sides) if side.wonder in unsure]
    doubts += [players_unseen(seen, players)] * (seen < len(sides))
    doubts += [
        Line("deck_unseen", {"seat": seat, "place": f"holder/{seat}"})
        for seat, side in enumerate(sides)
        if side.deck is None
    ]
    doubts += [
        Line("deck_unsure", {"seat": seat, "place": f"holder/{seat}"})
        for seat, side in enumerate(sides)
        if side.unsure and side.wonder not in decks
    ]
    doubts += [Line("no_room", {"seat": seat}) for seat, city in enumerate(cities) if city is None]
    doubts += [Line("between_unseen", {"seat": seat}) for seat in range(medals.gaps) if seat not in medals.between]
    parts = [_seat_part(seat, side, city, medals) for seat, (side, city) in enumerate(zip(sides, cities, strict=True))]
    part, lacking = central.part(medals)
    there = {place.name for one in (part, *parts) for place in one.places}
    every = [place for seat, side in enumerate(sides) for place in seat_places(seat, side.wonder, facts)]
    every += medal_places(len(sides), len(CENTRE_MEDAL_SPOTS))
    names = [place.name for place in (*central_places(FACTS.table.conflict_tokens[len(sides)]), *every)]
    layout, outlines = laid_out(survey, [part, *parts], [name for name in names if name not in there])
    layout = replace(layout, beside=lying_beside(found, sides, central))
    tokens = [thing.face.removeprefix(PROGRESS) or UNREAD for thing in central.progress]
    setup = {"game": "architects", "wonders": [side.wonder for side in sides], "progress": tokens}
    return Proposal(setup, layout, outlines, (*doubts, *lacking))


def _with_told_deck(side: Side, at: Point | None, found: Sequence[Thing]) -> Side:
    """With a deck where people say that it lies, if none was seen."""
    if at is None or side.deck is not None:
        return side
    return side._replace(deck=lying_at(at, CARD, side.frame.angle, found))


def _middle_of(found: Sequence[Thing], sides: Sequence[Side]) -> Point:
    """The middle of what lies in the middle; where nothing of it is seen, the middle of the wonders."""
    points = [thing.at for thing in of_middle(found)]
    points = points or [side.frame.table(side.stages.middle) for side in sides]
    return mean(points)


def _foreign(side: Side, sides: Sequence[Side], found: Sequence[Thing], survey: Survey) -> list[Rect]:
    """What of others lies on the table, in this player's frame: all pieces but his own, other wonders, the tags.

    His city is his own, where the game has been begun already, with what lies among its cards and is nobody else's.
    """
    mine = side.taken.grown(4.0)
    city = [about(side.frame.own(point) for thing in side.laid for point in thing.quad)] if side.laid else []
    owned = [thing for other in sides for thing in (*other.laid, other.deck)]

    def is_his(thing: Thing) -> bool:
        at = side.frame.own(thing.at)
        return mine.holds(at) or (thing not in owned and any(room.holds(at) for room in city))

    others = [thing for thing in found if thing.face and thing not in side.laid and not is_his(thing)]
    rects = [about(map(side.frame.own, thing.quad)) for thing in others]
    for other in sides:
        if other is not side:
            corners = (other.frame.table(point) for point in other.taken.corners())
            rects.append(about(side.frame.own(point) for point in corners))
    return rects + [about(side.frame.own(point) for point in quad) for quad in survey.tags.values()]


def _cities(sides: Sequence[Side], found: Sequence[Thing], survey: Survey) -> list[Rect | None]:
    """A region for each city, beside his things: such sides for all that together they have most room."""
    options: list[list[Rect | None]] = []
    values: list[list[float]] = []
    for side in sides:
        foreign = _foreign(side, sides, found, survey)
        both = [_beside(side, foreign, survey, right=right) for right in (False, True)]
        options.append(both)
        values.append([_value(side, rect) for rect in both])

    def shared(a: int, i: int, b: int, j: int) -> float:
        one, other = options[a][i], options[b][j]
        if one is None or other is None:
            return 0.0
        return overlapping(
            [sides[a].frame.table(p) for p in one.corners()], [sides[b].frame.table(p) for p in other.corners()]
        )

    lost = {
        (a, i, b, j): shared(a, i, b, j) for a, b in combinations(range(len(sides)), 2) for i in (0, 1) for j in (0, 1)
    }

    def worth(choice: Sequence[int]) -> float:
        kept = sum(values[k][way] for k, way in enumerate(choice))
        return kept - sum(lost[a, choice[a], b, choice[b]] for a, b in combinations(range(len(sides)), 2))

    best = max(product((0, 1), repeat=len(sides)), key=worth)
    cities = [options[k][way] for k, way in enumerate(best)]
    return _apart(sides, cities)


def _value(side: Side, rect: Rect | None) -> float:
    if rect is None:
        return 0.0
    beside_deck = side.deck is not None and (deck_rect(side).middle[0] > side.stages.middle[0]) == (
        rect.middle[0] > side.stages.middle[0]
    )
    return _room(side, rect) * (_AWAY if beside_deck else 1.0) + _holding(side, rect)


def _holding(side: Side, rect: Rect) -> float:
    """What it is worth (mm²) that a region holds what lies in his city already: that tells more than any room."""
    return sum(rect.holds(side.frame.own(thing.at)) for thing in side.laid) * _ENOUGH[0] * _ENOUGH[1]


def _room(side: Side, rect: Rect) -> float:
    """What a region is worth (mm²): beyond what four columns take, more of it is of little use."""
    middle, foot = side.stages.middle[0], side.stages.bottom + _FOOT
    far = max(rect.right - middle, middle - rect.left) - _HALF_WIDEST
    width, height = (
        min(got, wanted) + _SPARE * max(0.0, got - wanted)
        for got, wanted in zip((max(0.0, far), max(0.0, min(rect.bottom, foot) - rect.top)), _ENOUGH, strict=True)
    )
    return width * height


def _beside(side: Side, foreign: Sequence[Rect], survey: Survey, *, right: bool) -> Rect | None:
    """The largest region on one side of a player's things in which nothing of others lies; None: too small."""
    found = [
        rect
        for below in _BELOW
        for height in _steps(CITY[1] - _BELOW[0] + below, _LEAST_CITY[1])
        if (rect := _widest(side, side.stages.bottom + below, height, foreign, survey, right=right))
    ]
    return max(found, key=lambda rect: _room(side, rect) + _holding(side, rect), default=None)


def _steps(most: float, least: float) -> list[float]:
    return [most - k * _STEP for k in range(int((most - least) / _STEP) + 1)]


def _widest(
    side: Side, foot: float, height: float, foreign: Sequence[Rect], survey: Survey, *, right: bool
) -> Rect | None:
    """Of this height and with this lower edge, the widest that is free and can be seen."""
    edge = side.taken.right + 4 if right else side.taken.left - 4
    for width in _steps(CITY[0], _LEAST_CITY[0]):
        left = edge if right else edge - width
        rect = Rect(left, foot - height, left + width, foot)
        seen = all(_on_picture(side.frame.table(corner), survey) for corner in rect.corners())
        if seen and not any(rect.meets(other) for other in foreign):
            return rect
    return None


def _on_picture(point: Point, survey: Survey) -> bool:
    return -25 < point[0] < survey.width + 25 and -25 < point[1] < survey.height + 25


def _apart(sides: Sequence[Side], cities: Sequence[Rect | None]) -> list[Rect | None]:
    """Where two regions meet, they are made smaller, as little as can be, until they do not."""
    left = list(cities)
    for a, b in combinations(range(len(sides)), 2):
        one, other = left[a], left[b]
        if one is not None and other is not None:
            left[a], left[b] = _parted((sides[a], one), (sides[b], other))
    return [city if city is not None and city.width >= _LEAST_CITY[0] / 2 else None for city in left]


def _parted(one: tuple[Side, Rect], other: tuple[Side, Rect]) -> tuple[Rect, Rect]:
    """Two regions that have nothing in common, of all ways to cut them the one that costs least."""
    ways: list[tuple[float, int, Rect, Rect]] = []
    for cut_one, cut_other in _SHARES:
        for narrower_one, narrower_other in product((True, False), repeat=2):
            for step in range(int(CITY[1] / _FINE)):
                first = _cut(*one, step * cut_one * _FINE, narrower=narrower_one)
                second = _cut(*other, step * cut_other * _FINE, narrower=narrower_other)
                if first.width <= 0 or second.width <= 0 or first.height <= 0 or second.height <= 0:
                    break
                corners = [
                    [side.frame.table(p) for p in rect.corners()]
                    for side, rect in ((one[0], first), (other[0], second))
                ]
                if overlapping(*corners) < 1.0:
                    kept = sum(_room(*mine) + _holding(*mine) for mine in ((one[0], first), (other[0], second)))
                    ways.append((-kept, len(ways), first, second))
                    break
    _, _, *best = min(ways, default=(0.0, 0, one[1], other[1]))
    return best[0], best[1]


def _cut(side: Side, rect: Rect, by: float, *, narrower: bool) -> Rect:
    """A region so much smaller: on the side away from its wonder, or on that of the table's middle."""
    if not narrower:
        return rect._replace(top=rect.top + by)
    if rect.middle[0] > side.stages.middle[0]:
        return rect._replace(right=rect.right - by)
    return rect._replace(left=rect.left + by)


def _seat_part(seat: int, side: Side, city: Rect | None, medals: Medals) -> Part:
    given = {place.name: place for place in seat_places(seat, side.wonder, medals.facts)}
    places = [with_spots(given[f"seat/{seat}/wonder"], side.spots, RIM)]
    if city is not None:
        # The Cat stands wherever there is room before a player; where follows by rule.
        places.append(replace(filling(given[f"seat/{seat}/city"], city), strays=(Stray(CAT, *CAT_PAWN),)))
    if side.deck is not None:
        x, y = side.frame.own(side.deck.at)
        places.append(with_spots(given[f"holder/{seat}"], (Spot(x, y, *CARD),), RIM))
        tokens = _beside_deck(side, city)
        places.append(replace(filling(given[f"seat/{seat}/progress"], tokens), kind="heap", spots=()))
    if seat in medals.between:
        x, y = side.frame.own(medals.between[seat].at)
        places.append(with_spots(medal_places(seat + 1, 0)[seat], (Spot(x, y, *MEDAL),), RIM))
    return Part(seat + 1, side.frame, tuple(places))


def _beside_deck(side: Side, city: Rect | None) -> Rect:
    """Where tokens go: above or below the deck, where there is more room."""
    deck, stages = deck_rect(side), side.stages
    foot = stages.bottom + _BELOW[-1]
    left, right = deck.middle[0] - _HALF_COLUMN, deck.middle[0] + _HALF_COLUMN
    if deck.middle[0] < stages.left:
        right = min(right, stages.left - 2)
    elif deck.middle[0] > stages.right:
        left = max(left, stages.right + 2)
    if city is not None and city.left >= deck.right:
        right = min(right, city.left)
    elif city is not None and city.right <= deck.left:
        left = max(left, city.right)
    above = Rect(left, min(foot - CITY[1] + 46, deck.top - 40), right, deck.top - 5)
    below = Rect(left, deck.bottom + 5, right, foot)
    return max(above, below, key=lambda rect: rect.height)
