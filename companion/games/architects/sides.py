"""Who sits where at an open table of Architects: wonders by their stages, decks beside them."""

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from msgspec.structs import replace

from companion.games.architects.places import CARD, CAT, stage_spots
from companion.games.architects.rules.facts import FACTS, Facts
from companion.games.frames import Frame, Rect, about, about_spots, mean_turn, of_spot, overlapping
from companion.games.open_table import Thing, nearest
from vision.sighting import Point, Spot

CENTRAL_BACK = "architects/back/central"
"""The back of the deck in the middle."""
_STAGE, _BACK = "architects/stage/", "architects/back/"
_LAID_OUT = "/building"
"""The side of a stage that shows at first."""
_FEWEST_STAGES = 2
"""Stages that make a wonder: one alone may be a false name."""
CITY = (310.0, 346.0)
"""mm that a city wants: five columns of cards, as high as a wonder with what lies above it."""
_UNSEEN = 1.5
"""So many cards without an owner are as unlikely as a deck that is not seen."""
_FAR = 250.0
"""mm that decks lie further from their wonders, which are as unlikely as one card without an owner: something else may
be taken for a card, but people keep their deck at hand."""
_AS_NEAR = 75.0
"""mm: two ways to tell decks from cities in which the decks lie by less than that further off are as likely. Of 1,797
decks of games begun (400 tables, decks and cards read exactly) 48 were none, all by less than 60."""
_AS_UNSEEN = 2.5
"""How much likelier, in cards without an owner, a card must be a deck than that the deck is not seen."""
_AS_LARGE, _BESIDE = 16.0, 330.0
"""mm by which what stands out may be larger or smaller than a wonder; how far its middle may be from its deck's."""
_DEEP = 290.0
"""mm of table before a player, as deep as his wonder is high with what lies above it."""
_FOOT = (-20.0, 80.0)
"""mm below a wonder's foot within which no card lies straight below it: decks and cities lie beside it, and there the
table ends."""
_NEXT = 1.3 * CARD[0]
"""mm from a card of a city to one beside it, middle to middle, at most."""
_GAP = 20.0
"""mm between a deck and the wonder that is not seen beside it."""


class Side(NamedTuple):
    """A player's side: his wonder, the view from there (mm as on a printed mat), its stages' spots, his deck.

    ``laid``: what lies in his city already, of a game that was begun before the table is read. ``unsure``: his deck may
    be a card of his city as well, and the deck another one.
    """

    wonder: str
    frame: Frame
    spots: tuple[Spot, ...]
    deck: Thing | None = None
    laid: tuple[Thing, ...] = ()
    unsure: bool = False

    @property
    def stages(self) -> Rect:
        """What the wonder takes, in his frame."""
        return about_spots(self.spots)

    @property
    def taken(self) -> Rect:
        """The same with the deck."""
        rects = [self.stages, *([deck_rect(self)] if self.deck else [])]
        return about(point for rect in rects for point in rect.corners())


def sides_of(found: Sequence[Thing], facts: Facts, players: int = 0, wanted: Sequence[str] = ()) -> list[Side]:
    """The players: a wonder each (of this box), of which enough stages are seen.

    One stage is enough where just as many ``players`` (0: nobody has said) are missing. ``wanted``: wonders that people
    have named, if any.
    """
    seen = {wonder: _stages_seen(wonder, found) for wonder in facts.wonders}
    told = [wonder for wonder, stages in seen.items() if len(stages) >= _FEWEST_STAGES]
    alone = [wonder for wonder, stages in seen.items() if len(stages) == 1 and (not wanted or wonder in wanted)]
    if len(told) + len(alone) == players:
        told += alone
    return [_side(wonder, stage_spots(wonder, facts), seen[wonder]) for wonder in facts.wonders if wonder in told]


def _stages_seen(wonder: str, found: Sequence[Thing]) -> Mapping[int, Thing]:
    """This wonder's stages that are seen, by number."""
    seen: dict[int, Thing] = {}
    for thing in found:
        stage = thing.face.removeprefix(_STAGE).partition("/")[0]
        if thing.face.startswith(_STAGE) and stage.rpartition("_")[0] == wonder:
            seen.setdefault(int(stage.rpartition("_")[2]) - 1, thing)
    return seen


def _side(wonder: str, spots: Sequence[Spot], seen: Mapping[int, Thing]) -> Side:
    """Where a player looks from: the turn of his stages, and the shift that brings them to where they belong."""
    turned = Frame(0.0, 0.0, mean_turn([thing.turn for thing in seen.values()]))
    gaps = [(turned.own(thing.at), spots[stage]) for stage, thing in seen.items()]
    shift = tuple(sum(own[k] - at for (own, spot) in gaps for at in ((spot.x, spot.y)[k],)) / len(gaps) for k in (0, 1))
    frame = Frame(*turned.table((shift[0], shift[1])), turned.angle)
    placed = []
    for stage, spot in enumerate(spots):
        x, y = frame.own(seen[stage].at) if stage in seen else (spot.x, spot.y)
        placed.append(replace(spot, x=x, y=y))
    return Side(wonder, frame, tuple(placed))


def strange_wonders(enrolled: Sequence[str], facts: Facts) -> tuple[str, ...]:
    """The wonders that cannot be told by what is enrolled: too few of the stages that lie out at first. None: no word.

    One that shows no face is likeliest to be of these.
    """
    known = [face.removeprefix(_STAGE).rpartition("_")[0] for face in enrolled if face.endswith(_LAID_OUT)]
    return tuple(one for one in facts.wonders if enrolled and known.count(one) < _FEWEST_STAGES)


def and_unnamed(
    known: Sequence[Side], found: Sequence[Thing], wanted: Sequence[str], facts: Facts, strange: Sequence[str]
) -> tuple[list[Side], frozenset[str]]:
    """All players, those too whose wonder shows no face of this box; and the wonders that nobody has named yet.

    Rather such as the box does not know (``strange``) than others.
    """
    named = {side.wonder for side in known}
    said = [wonder for wonder in wanted if wonder not in named and wonder in facts.wonders]
    free = said or [one for one in facts.wonders if one not in named]
    sides, unsure, taken = list(known), set[str](), set[tuple[str, int]]()
    shapes = [thing for thing in found if not thing.face]
    # Of a game that was begun many cards lie before nobody known: a wonder's deck is the nearest that it may be.
    fitting = sorted(
        (wonder not in strange, far, beyond(side.stages, *side.frame.own(deck.at)), k, shape, lone, side)
        for lone, deck in enumerate(lone_decks(known, found))
        for shape, thing in enumerate(shapes)
        for k, wonder in enumerate(free)
        for far, side in _as_large_as(wonder, thing, deck, facts)
    )
    for *_, k, shape, lone, side in fitting:
        if not {("wonder", k), ("shape", shape), ("deck", lone)} & taken:
            taken |= {("wonder", k), ("shape", shape), ("deck", lone)}
            sides.append(side)
            unsure |= {free[k]} - set(wanted)
    return sides, frozenset(unsure)


def lone_decks(sides: Sequence[Side], found: Sequence[Thing]) -> list[Thing]:
    """Cards before players that are of none of these sides: decks, or cities of a game that was begun."""
    mine = [thing for side in sides for thing in (side.deck, *side.laid)]
    return [card for card in filter(_is_card, found) if all(card is not thing for thing in mine)]


def and_unseen(
    seen: Sequence[Side], found: Sequence[Thing], wanted: Sequence[str], players: int, facts: Facts = FACTS
) -> list[Side]:
    """All ``players``, those too of whose wonder nothing is seen, but a deck: it will lie beside that.

    On which side of it, and whether as high or as low as it, is where most stands out and least of others lies.
    """
    sides = list(seen)
    named = {side.wonder for side in seen}
    free = [one for one in wanted or facts.wonders if one not in named and one in facts.wonders]
    lone = lone_decks(sides, found)
    for wonder, deck in zip(free, lone[: max(0, players - len(sides))], strict=False):
        sides.append(max(_beside_deck(wonder, deck, facts), key=lambda side: _free_for(side, sides, found)))
    return sides


def _beside_deck(wonder: str, deck: Thing, facts: Facts) -> Iterator[Side]:
    """Where a player's wonder may lie beside his deck."""
    spots = stage_spots(wonder, facts)
    whole = about_spots(spots)
    turned = Frame(0.0, 0.0, deck.turn)
    x, y = turned.own(deck.at)
    for way, lower in product((1, -1), (1, -1)):
        at = x + way * (CARD[0] / 2 + _GAP + whole.width / 2), y + lower * (CARD[1] - whole.height) / 2
        shift = at[0] - whole.middle[0], at[1] - whole.middle[1]
        yield Side(wonder, Frame(*turned.table(shift), turned.angle), spots, deck)


def _free_for(side: Side, others: Sequence[Side], found: Sequence[Thing]) -> float:
    """How much (mm²) stands out where a wonder would lie, less what of others lies there."""
    outline = tuple(side.frame.table(corner) for corner in side.stages.corners())
    theirs = [tuple(other.frame.table(corner) for corner in other.taken.corners()) for other in others]
    theirs += [thing.quad for thing in found if thing.face]
    strange = sum(overlapping(outline, thing.quad) for thing in found if not thing.face)
    return strange - sum(overlapping(outline, each) for each in theirs)


def _as_large_as(wonder: str, thing: Thing, deck: Thing, facts: Facts) -> list[tuple[float, Side]]:
    """A thing beside a deck, if it is about as large as this wonder: how far it is from that (mm), and the side."""
    spots = stage_spots(wonder, facts)
    wanted = about_spots(spots)
    quarters = round((deck.turn - thing.turn) / 90.0)
    turned = Frame(0.0, 0.0, thing.turn + 90.0 * quarters)
    seen = about(turned.own(point) for point in thing.quad)
    off = max(abs(seen.width - wanted.width), abs(seen.height - wanted.height))
    if off > _AS_LARGE or math.dist(thing.at, deck.at) > _BESIDE:
        return []
    shift = seen.middle[0] - wanted.middle[0], seen.middle[1] - wanted.middle[1]
    return [(off, Side(wonder, Frame(*turned.table(shift), turned.angle), spots, deck))]


def _is_card(thing: Thing) -> bool:
    return thing.face in FACTS.card_face_ids or (thing.face.startswith(_BACK) and thing.face != CENTRAL_BACK)


def with_decks(
    sides: Sequence[Side], found: Sequence[Thing], middle: Point, players: int, told: Mapping[str, Point] | None = None
) -> list[Side]:
    """Each player's deck, a card beside his wonder, and what lies in his city already, on the wonder's other side.

    Such decks for all that they are nearest; where more cards lie there than there can be decks, such that least of
    them belongs to nobody. ``players``: how many there are; 0: nobody has said. ``told``: where people say that a
    wonder's deck lies (mm on the table).
    """
    near = [thing for thing in found if _is_card(thing) or thing.face == CAT]
    near = [thing for thing in near if not any(_at_foot(side, thing) for side in sides)]
    near = [thing for thing in near if any(_far(side, thing, middle) is not None for side in sides)]
    cards = frozenset(k for k, thing in enumerate(near) if _is_card(thing))
    begun = len(cards) > (players or FACTS.table.max_players)
    options = [_decks(side, near, middle, (told or {}).get(side.wonder)) for side in sides]

    def cost(choice: Sequence[_Deck]) -> tuple[float, float]:
        decks = [deck.card for deck in choice if deck.card is not None]
        lost = cards - frozenset(decks).union(*(deck.city for deck in choice))
        # A deck that is two players' is none for one of them.
        unseen = 2 * len(choice) - len(decks) - len({*decks})
        far = sum(deck.far for deck in choice)
        return begun * (len(lost) + far / _FAR) + _UNSEEN * unseen, far

    costs = [(cost(choice), choice) for choice in product(*options)]
    least, best = min(costs, key=lambda one: one[0])
    as_likely = [choice for (much, _), choice in costs if begun and much < least[0] + _AS_NEAR / _FAR]
    taken = {deck.card for deck in best}
    laid: list[list[Thing]] = [[] for _ in sides]
    for card in range(len(near)):
        owners = [k for k, deck in enumerate(best) if card in deck.city and card not in taken]
        if owners and begun:
            owner = min(owners, key=lambda k: beyond(sides[k].stages, *sides[k].frame.own(near[card].at)))
            laid[owner].append(near[card])
    if begun:
        far = [card for card in filter(_is_card, found) if all(card is not thing for thing in near)]
        _add_next(laid, [card for card in far if not any(_at_foot(side, card) for side in sides)])
    whose = {card: min((deck.far, k) for k, deck in enumerate(best) if deck.card == card)[1] for card in taken}
    mine = {k: deck.card for k, deck in enumerate(best) if deck.card is not None and whose[deck.card] == k}
    decks = [near[mine[k]] if k in mine else None for k in range(len(sides))]
    unsure = [any(choice[k].card not in (None, best[k].card) for choice in as_likely) for k in range(len(sides))]
    if begun:
        unseen = [choice for (much, _), choice in costs if much < least[0] + _AS_UNSEEN]
        unsure = [known or any(choice[k].card is None for choice in unseen) for k, known in enumerate(unsure)]
    return [
        side._replace(deck=decks[k], laid=tuple(laid[k]), unsure=unsure[k] and decks[k] is not None)
        for k, side in enumerate(sides)
    ]


def _add_next(cities: Sequence[list[Thing]], cards: Sequence[Thing]) -> None:
    """Add cards that lie nearer to the middle than to any wonder to the city whose cards they lie beside."""
    left = list(cards)
    while beside := [(card, city) for card in left for city in cities if city and nearest(card, city) < _NEXT]:
        card, city = min(beside, key=lambda one: nearest(*one))
        city.append(card)
        left = [one for one in left if one is not card]


class _Deck(NamedTuple):
    """What may be a player's deck (a card's number), how far from his wonder (mm), and what is his city then."""

    card: int | None
    far: float
    city: frozenset[int]


def _decks(side: Side, near: Sequence[Thing], middle: Point, told: Point | None) -> list[_Deck]:
    """What may be a player's deck: what is ``told``; else the nearest card on each side of his wonder, or none.

    Where it is none, what lies on either side is his city.
    """
    cities = [_beside(side, near, right=right) for right in (False, True)]
    found = [_Deck(None, 0.0, city) for city in cities if city] or [_Deck(None, 0.0, frozenset())]
    far = {k: _far(side, thing, middle) for k, thing in enumerate(near) if _is_card(thing)}
    tapped = [k for k in far if told is not None and math.dist(near[k].at, told) < CARD[0] / 2]
    if told is not None and tapped:
        deck = min(tapped, key=lambda k: math.dist(near[k].at, told))
        return [_Deck(deck, far[deck] or 0.0, cities[not _is_right(side, near[deck])])]
    for right in (False, True) if told is None else ():
        there = {k: away for k, away in far.items() if away is not None and _is_right(side, near[k]) == right}
        if there:
            card = min(there, key=lambda k: there[k])
            found.append(_Deck(card, there[card], cities[not right]))
    return found


def _beside(side: Side, near: Sequence[Thing], *, right: bool) -> frozenset[int]:
    """What lies where a city on this side of the wonder would be."""
    stages, (width, height) = side.stages, CITY
    left = stages.right if right else stages.left - width
    foot = stages.bottom + CARD[1] / 2
    room = Rect(left, foot - height, left + width, foot)
    return frozenset(k for k, thing in enumerate(near) if room.holds(side.frame.own(thing.at)))


def _is_right(side: Side, thing: Thing) -> bool:
    return side.frame.own(thing.at)[0] > side.stages.middle[0]


def _at_foot(side: Side, thing: Thing) -> bool:
    """Whether a thing is said to lie straight below a player's wonder, or on the foot of it."""
    stages, (above, below) = side.stages, _FOOT
    return Rect(stages.left, stages.bottom + above, stages.right, stages.bottom + below).holds(side.frame.own(thing.at))


def _far(side: Side, thing: Thing, middle: Point) -> float | None:
    """How far (mm) a thing is from a player's wonder; None: it is nearer to the middle."""
    far = beyond(side.stages, *side.frame.own(thing.at))
    return far if far < math.dist(thing.at, middle) else None


def beyond(rect: Rect, x: float, y: float) -> float:
    """How far a point lies outside of a rectangle."""
    dx, dy = max(rect.left - x, 0.0, x - rect.right), max(rect.top - y, 0.0, y - rect.bottom)
    return math.hypot(dx, dy)


def deck_rect(side: Side) -> Rect:
    """What a deck takes, in its player's frame; there is one."""
    assert side.deck is not None
    x, y = side.frame.own(side.deck.at)
    return of_spot(Spot(x, y, *CARD))


def off_side(point: Point, side: Side) -> float:
    """How far (mm) a point lies from a player's wonder and deck, or from the middle of a card of his city."""
    return min([beyond(side.taken, *side.frame.own(point)), *(math.dist(point, card.at) for card in side.laid)])


def off_own(point: Point, side: Side) -> float:
    """How far (mm) a point lies from what is straight before a player, and from the cards of his city."""
    mine = side.taken
    before = Rect(mine.left, min(mine.top, mine.bottom - _DEEP), mine.right, mine.bottom)
    return min(beyond(before, *side.frame.own(point)), off_side(point, side))
