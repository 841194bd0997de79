"""How an open table of Duel is laid out, from the pieces that were found on it: the facet ``proposal``.

The table is set up when the wonders have been drafted and the first age is laid out, or while a game is being played.
The cards that lie open tell the structure's lattice, for this age and those to come; where hardly one lies there, it is
guessed, and people are told to lay the next age out first, or there. Four wonders that lie one way
round are a player's; tokens and pawn tell where the board lies. A city goes where there is most room before its player,
or where his cards lie; progress tokens below his wonders, coins where they lie now.
The discard pile is put beside the structure, where nothing lies; where there is no room for it, that a card was
discarded follows from where it does not lie.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from msgspec.structs import replace

from companion.errors import Unusable
from companion.games.duel.guessed import Guessed, guessed
from companion.games.duel.lattice import Lattice, fitted, likeliest, of_last_row
from companion.games.duel.military_board import Board, board_of, like_loot
from companion.games.duel.places import (
    CARD,
    CARD_FACES,
    COIN_SIZES,
    LOOT,
    PAWN,
    PLACES,
    PROGRESS_TOKEN,
    TUCKED,
    WONDER,
)
from companion.games.duel.rules.facts import FACTS
from companion.games.duel.rules.setup import SEATS
from companion.games.duel.still_standing import between, fitted_to_rest
from companion.games.frames import Frame, Rect, about, clockwise, mean, mean_turn, of_place, of_spot
from companion.games.free_room import free_spot, outline, roomiest
from companion.games.mats import Place
from companion.games.open_table import Part, Proposal, Thing, filling, laid_out, things, with_spots
from companion.games.vocabulary import Line
from vision.sighting import Point, Spot, Survey

SIZES = (LOOT,)
"""See ``open_table.Proposer``."""
_WONDER, _PROGRESS = "duel/wonder/", "duel/progress/"
_GIVEN = {place.name: place for place in PLACES}
_STRUCTURE = tuple(place for place in PLACES if place.kind == "slot")
_FIRST_AGE = {f"duel/{card.id}" for card in FACTS.cards if card.age == 1}
_SIZES = {"board/track": PAWN, "board/loot": LOOT, "board/progress": PROGRESS_TOKEN}
_CITY, _ENOUGH, _SPARE = (350.0, 330.0), 350.0 * 190.0, 0.1
"""mm that a city wants at most, and mm² that do; what more of it is worth, as a share."""
_ASIDE = 0.5
"""What a region above the wonders is worth that is above none of them."""
_LEAST_CITY = (110.0, 110.0)
"""Two columns of a few cards."""
_TOKENS = PROGRESS_TOKEN[1] + 12.0
"""mm below the wonders that progress tokens take."""
_PURSE, _COIN, _AROUND_COINS = (150.0, 110.0), 2.0, 70.0
"""mm that coins want at most; mm around a coin that are its own; how far (mm) around those that lie there more are put.
"""
_BESIDE_PICTURE = 25.0
"""mm beside the rim of the picture that lie on the table all the same, as far as cards reach."""
_ALIKE = 6.0
"""mm around what is taken that a city leaves free."""

_BETWEEN = 170.0
"""mm from the line half way between the players within which a structure lies: half of the highest one and a bit."""
_IN_ITS_SLOT = 12.0
"""mm by which a card of the structure lies beside its place at most."""
_AROUND_OWN = 8.0
"""mm around the cards of a city."""

_REACH, _AROUND_DISCARDS = 360.0, 10.0
"""mm from the structure's middle within which discards are put: both players reach there; mm left free around them."""


class _Side(NamedTuple):
    """A player's side: the view from his wonders' middle, his wonders from the left."""

    frame: Frame
    wonders: tuple[Thing, ...]

    @property
    def ids(self) -> list[str]:
        """What they are, in the order of the facts."""
        return sorted((thing.face.removeprefix(_WONDER) for thing in self.wonders), key=FACTS.wonder_index.__getitem__)

    @property
    def whole(self) -> Rect:
        """What his wonders take, in his frame."""
        return about(point for thing in self.wonders for point in self.rect(thing).corners())

    def rect(self, thing: Thing) -> Rect:
        """What a piece takes, in his frame."""
        return about(self.frame.own(point) for point in thing.quad)


class _Table(NamedTuple):
    """What is known of the table.

    ``standing``: cards in the structure of a game that is being played already (``underway``).
    """

    survey: Survey
    found: Sequence[Thing]
    lattice: Lattice
    board: Board | None
    sides: Sequence[_Side]
    standing: Sequence[Thing] = ()
    underway: bool = False


class _Structure(NamedTuple):
    """How it lies, and whether it may as well lie otherwise; in the middle of a game, which cards of it still lie."""

    lattice: Lattice | None = None
    standing: Sequence[Thing] = ()
    unsure: bool = False


def propose(survey: Survey, wanted: Mapping[str, Any]) -> Proposal:
    """See ``open_table.Proposer``. ``wanted``: ``wonders`` of each seat, where people have said who is which seat."""
    every = things(survey.pieces)
    found = [thing for thing in every if not like_loot(thing)]
    sides = _sides(found)
    middle = survey.width / 2, survey.height / 2
    lattice, standing, unsure = _structure(found, sides, middle)
    guess = None
    if len(sides) == SEATS and (standing or (lattice is None and any(_is_played(thing, sides) for thing in found))):
        guess = _guessed(found, sides, middle)
        if lattice is None or guess.tells_more(lattice, standing):
            lattice, standing = guess.lattice, guess.cards
    unseen = guess is not None and lattice is guess.lattice
    underway = unseen or bool(standing)
    if lattice is None and len(sides) == SEATS:
        lattice = of_last_row(_all_between(found, sides))
        unseen = lattice is not None
    if lattice is None or not (underway or _all_lie(sides)):
        raise Unusable("lay the first age out, and four wonders before each player", "first_age_unseen")
    ends = [(side.frame.x, side.frame.y) for side in sides]
    sides = [sides[k] for k in clockwise(ends, lattice.frame.table(_structure_rect(lattice).middle))]
    if [sorted(own) for own in wanted.get("wonders") or ()] == [sorted(side.ids) for side in reversed(sides)]:
        sides.reverse()
    board = _board(every, sides, lattice.frame.table(_structure_rect(lattice).middle))
    table = _Table(survey, found, lattice, board, sides, standing, underway)
    seats = [_seat_part(seat, side, table) for seat, side in enumerate(sides)]
    central, doubts = _middle_part(lattice, board, underway=underway)
    doubts += [Line("structure_unseen")] * (unseen or unsure)
    doubts += [
        Line("no_room", {"seat": seat}) for seat, part in enumerate(seats)
        if all(place.kind != "spread" for place in part.places)
    ]  # fmt: skip
    central = central._replace(places=(*central.places, *_discards(table, (central, *seats))))
    there = {place.name for part in (central, *seats) for place in part.places}
    layout, outlines = laid_out(survey, [central, *seats], [name for name in _GIVEN if name not in there])
    tokens = board.seen["board/progress"].values() if board else ()
    setup = {
        "game": "duel",
        "wonders": [side.ids for side in sides],
        "progress": [thing.face.removeprefix(_PROGRESS) for thing in tokens],
    }
    return Proposal(setup, layout, outlines, tuple(doubts))


def _sides(found: Sequence[Thing]) -> list[_Side]:
    """The players: four wonders each, one way round."""
    wonders = {thing.face: thing for thing in reversed(found) if thing.face.startswith(_WONDER)}
    ways: list[list[Thing]] = []
    for thing in wonders.values():
        way = next((way for way in ways if math.cos(math.radians(way[0].turn - thing.turn)) > 0), None)
        if way is None:
            ways.append([thing])
        else:
            way.append(thing)
    each = FACTS.table.wonders_each
    # When seven are built the eighth is back in the box.
    fewest = each - (FACTS.table.wonders_in_all == sum(map(len, ways)))
    return [_side(way) for way in ways if fewest <= len(way) <= each]


def _is_played(thing: Thing, sides: Sequence[_Side]) -> bool:
    """Whether this is a card that lies in somebody's city, not between the players."""
    return thing.face in CARD_FACES and thing not in between([thing], [side.frame for side in sides], _BETWEEN)


def _all_lie(sides: Sequence[_Side]) -> bool:
    return all(len(side.wonders) == FACTS.table.wonders_each for side in sides)


def _structure(found: Sequence[Thing], sides: Sequence[_Side], middle: Point) -> _Structure:
    """The whole first age; or what is left of any."""
    cards = [thing for thing in found if thing.face in _FIRST_AGE]
    whole = fitted(cards) if len(sides) == SEATS else None
    if len(sides) != SEATS or (whole is not None and all(_lies_in(whole, card) for card in cards)):
        return _Structure(whole)
    tied = likeliest(cards, found)
    if tied is not None and all(_lies_in(tied[0], thing) for thing in found if thing.face in CARD_FACES):
        return _Structure(tied[0], unsure=not tied[1])
    rest = fitted_to_rest(between(found, [side.frame for side in sides], _BETWEEN), found, middle)
    if rest is None:
        return _Structure()
    # A game is being played where a card that is told lies elsewhere: a first age of which little is seen is none.
    played = any(thing.face in CARD_FACES and thing not in rest.cards for thing in found)
    return _Structure(rest.lattice, rest.cards) if played else _Structure()


def _guessed(found: Sequence[Thing], sides: Sequence[_Side], middle: Point) -> Guessed:
    """The structure of a game of which hardly a card is left in the middle."""
    frames, board = [side.frame for side in sides], _board(found, sides, middle)
    at = (board.frame.x, board.frame.y) if board is not None else None
    return guessed(between(found, frames, _BETWEEN), frames[0].angle, at, middle)


def _all_between(found: Sequence[Thing], sides: Sequence[_Side]) -> Sequence[Thing]:
    """The cards of the first age, where no other is told and all lie between the players: nobody has taken one."""
    cards = [thing for thing in found if thing.face in CARD_FACES]
    whole = all(card.face in _FIRST_AGE and not _is_played(card, sides) for card in cards)
    return cards if whole else ()


def _lies_in(lattice: Lattice, card: Thing) -> bool:
    spots = (lattice.spot(place.name) for place in _STRUCTURE)
    return any(math.dist(lattice.frame.table((spot.x, spot.y)), card.at) < _IN_ITS_SLOT for spot in spots)


def _own_cards(side: _Side, table: _Table) -> list[Thing]:
    """The cards of a player's city: on his side of the structure's middle, as he has them."""
    if not table.underway:
        return []
    half = _half(side, table)
    return [
        thing for thing in table.found
        if thing.face in CARD_FACES and thing not in table.standing and side.frame.own(thing.at)[1] > half
        and math.cos(math.radians(thing.turn - side.frame.angle)) > 0
    ]  # fmt: skip


def _half(side: _Side, table: _Table) -> float:
    """How far down the structure's middle is, as a player has it."""
    return side.frame.own(table.lattice.frame.table(_structure_rect(table.lattice).middle))[1]


def _side(wonders: Sequence[Thing]) -> _Side:
    frame = Frame(*mean([thing.at for thing in wonders]), mean_turn([thing.turn for thing in wonders]))
    return _Side(frame, tuple(sorted(wonders, key=lambda thing: frame.own(thing.at))))


def _board(found: Sequence[Thing], sides: Sequence[_Side], structure: Point) -> Board | None:
    one, other = ((side.frame.x, side.frame.y) for side in sides)
    return board_of(found, (one, other), structure)


def _structure_rect(lattice: Lattice) -> Rect:
    """What the structures of all ages take, in the lattice's frame."""
    return about(point for place in _STRUCTURE for point in of_spot(lattice.spot(place.name)).corners())


# The middle


def _middle_part(lattice: Lattice, board: Board | None, *, underway: bool) -> tuple[Part, list[Line]]:
    frame, doubts = lattice.frame, []
    places = [with_spots(place, (lattice.spot(place.name),)) for place in _STRUCTURE]
    for name, size in _SIZES.items():
        seen = board.seen[name] if board else {}
        should = len(_GIVEN[name].spots) if name != "board/track" else 1
        if len(seen) != should and not underway:
            doubts.append(Line("middle_unseen", {"place": name, "seen": len(seen), "should": should}))
        if board is not None:
            # Along a player's sides or across them: a spot is not turned.
            across = abs(math.sin(math.radians(board.frame.angle - frame.angle))) > math.sqrt(0.5)
            width, height = reversed(size) if across else size
            at = {k: thing.at for k, thing in seen.items()} if name != "board/track" else {}
            spots = [Spot(*frame.own(at.get(k, point)), width, height) for k, point in enumerate(board.spots[name])]
            places.append(with_spots(_GIVEN[name], spots))
    return Part(0, frame, tuple(places)), doubts


def _discards(table: _Table, parts: Sequence[Part]) -> tuple[Place, ...]:
    """The discard pile, as near to the structure's middle as there is room for it."""
    survey, lattice = table.survey, table.lattice
    structure = _structure_rect(lattice)
    if pile := _pile(table):
        return (with_spots(_GIVEN["discard"], (Spot(*lattice.frame.own(pile.at), *CARD),)),)
    taken = [*survey.tags.values(), *(thing.quad for thing in table.found), outline(lattice.frame, structure)]
    taken += [outline(part.frame, of_place(place)) for part in parts for place in part.places if place.kind != "slot"]
    middle = Frame(*lattice.frame.table(structure.middle), lattice.frame.angle)
    size = CARD[0] + 2 * _AROUND_DISCARDS, CARD[1] + 2 * _AROUND_DISCARDS
    seen = Rect(0.0, 0.0, survey.width, survey.height)
    spot = free_spot(size, middle, _REACH, taken, seen.holds)
    if spot is None:
        return ()
    return (with_spots(_GIVEN["discard"], (Spot(*lattice.frame.own(middle.table(spot)), *CARD),)),)


def _pile(table: _Table) -> Thing | None:
    """The card that lies open between the players, and not in the structure: the uppermost one that was discarded."""
    if not table.underway:
        return None
    whole = _structure_rect(table.lattice).grown(-_IN_ITS_SLOT)
    between_them = between(table.found, [side.frame for side in table.sides], _BETWEEN)
    cities = [card for side in table.sides for card in _own_cards(side, table)]
    piles = (
        card for card in between_them
        if card.face in CARD_FACES and card not in table.standing and card not in cities
        and not whole.holds(table.lattice.frame.own(card.at))
    )  # fmt: skip
    return next(piles, None)


# Before a player


def _taken(side: _Side, table: _Table) -> list[Rect]:
    """What is no room for a player's city or coins, in his frame: all that lies there or will, but what is his own."""
    own, lattice = side.frame.own, table.lattice
    taken = [about(own(lattice.frame.table(corner)) for corner in _structure_rect(lattice).corners())]
    taken += [Rect(r.left, r.top - TUCKED, r.right, r.bottom) for r in map(side.rect, side.wonders)]
    taken.append(_below_wonders(side, table.survey))
    if table.board is not None:
        points = (own(point) for spots in table.board.spots.values() for point in spots)
        taken.append(about(points).grown(PROGRESS_TOKEN[0] / 2))
    mine = [*side.wonders, *_own_cards(side, table), *_own_coins(side, table)]
    taken += [side.rect(thing) for thing in table.found if thing.face and thing not in mine]
    return [*taken, *(about(own(point) for point in quad) for quad in table.survey.tags.values())]


def _own_coins(side: _Side, table: _Table) -> list[Thing]:
    """The coins that lie nearer to his wonders than to the other player's, and on his side of the structure."""
    half = _half(side, table)

    def off(other: _Side, coin: Thing) -> float:
        return math.dist((other.frame.x, other.frame.y), coin.at)

    return [
        thing for thing in table.found
        if thing.face in COIN_SIZES and side.frame.own(thing.at)[1] > half
        and side is min(table.sides, key=lambda other: off(other, thing))
    ]  # fmt: skip


def _coins_rect(side: _Side, table: _Table) -> Rect | None:
    """What a player's coins take, in his frame; None: none are seen."""
    coins = _own_coins(side, table)
    return about(point for coin in coins for point in side.rect(coin).corners()).grown(_COIN) if coins else None


def _purse(there: Rect, side: _Side, table: _Table, taken: Sequence[Rect]) -> Rect:
    """Where a player's coins lie (``there``, in his frame), and room for more beside them."""

    def worth(rect: Rect) -> float:
        holds = all(rect.holds(corner) for corner in there.corners())
        return holds * min(rect.width, _PURSE[0]) * min(rect.height, _PURSE[1])

    room = roomiest(_within(there.grown(_AROUND_COINS), side, table), taken, worth)
    if room is None or not worth(room):
        return there
    left = min(max(room.left, there.middle[0] - _PURSE[0] / 2), there.left)
    top = min(max(room.top, there.middle[1] - _PURSE[1] / 2), there.top)
    right, bottom = (
        max(min(room.right, left + _PURSE[0]), there.right),
        max(min(room.bottom, top + _PURSE[1]), there.bottom),
    )
    return Rect(left, top, right, bottom)


def _city(side: _Side, table: _Table, taken: Sequence[Rect]) -> Rect | None:
    """The roomiest free rectangle on a player's side of the structure; None: too small."""
    mine = _own_cards(side, table)
    bounds = _seen_of_table(side.frame, table.survey)
    bounds = bounds._replace(top=max(bounds.top, _half(side, table)))
    there = about(point for card in mine for point in side.rect(card).corners()) if mine else None

    def worth(rect: Rect) -> float:
        return _worth(rect, side.whole) * (there is None or rect.holds(there.middle))

    room = roomiest(bounds, [rect.grown(_ALIKE) for rect in taken], worth)
    if there is not None:
        whole = there.grown(_AROUND_OWN)
        return about((*whole.corners(), *(room.corners() if room and room.holds(there.middle) else ())))
    return room if room and room.width >= _LEAST_CITY[0] and room.height >= _LEAST_CITY[1] else None


def _worth(rect: Rect, wonders: Rect) -> float:
    """What a region is worth (mm²): beyond what a city wants, more of it is of little use."""
    wanted = min(rect.width, _CITY[0]) * min(rect.height, _CITY[1])
    area = min(wanted, _ENOUGH) + _SPARE * max(0.0, rect.width * rect.height - _ENOUGH)
    if rect.bottom > wonders.top:
        return area
    above = max(0.0, min(rect.right, wonders.right) - max(rect.left, wonders.left)) / wonders.width
    return area * (_ASIDE + (1 - _ASIDE) * above)


def _within(rect: Rect, side: _Side, table: _Table) -> Rect:
    """What the picture shows of a rectangle in a player's frame, all of it."""
    seen = _seen_of_table(side.frame, table.survey).grown(-_BESIDE_PICTURE)
    left, top = max(rect.left, seen.left), max(rect.top, seen.top)
    return Rect(left, top, min(rect.right, seen.right), min(rect.bottom, seen.bottom))


def _seen_of_table(frame: Frame, survey: Survey) -> Rect:
    """What the picture shows of the table, upright in a player's frame, without what is cut off askew."""
    whole = about(frame.own(corner) for corner in Rect(0, 0, survey.width, survey.height).corners())
    askew = abs(math.sin(math.radians(2 * frame.angle)) / 2)
    left, top, right, bottom = whole
    dx, dy = askew * whole.height, askew * whole.width
    return Rect(left + dx, top + dy, right - dx, bottom - dy).grown(_BESIDE_PICTURE)


def _below_wonders(side: _Side, survey: Survey) -> Rect:
    """Where progress tokens go, as far as it is seen."""
    whole = side.whole
    bottom = min(whole.bottom + _TOKENS, _seen_of_table(side.frame, survey).bottom)
    return Rect(whole.left, whole.bottom + 2, whole.right, max(bottom, whole.bottom + 4))


def _seat_part(seat: int, side: _Side, table: _Table) -> Part:
    taken, coins = _taken(side, table), _coins_rect(side, table)
    city = _city(side, table, taken if coins is None else [*taken, coins])
    given = {name.rpartition("/")[2]: place for name, place in _GIVEN.items() if place.seat == seat}
    wonders = [Spot(*side.frame.own(thing.at), *WONDER) for thing in side.wonders]
    tucked = [_above(side, thing) for thing in side.wonders]
    tokens = replace(filling(given["progress"], _below_wonders(side, table.survey)), kind="heap", spots=())
    places = [with_spots(given["wonders"], wonders), with_spots(given["tucked"], tucked), tokens]
    if city is not None:
        places.insert(0, filling(given["city"], city))
    if coins is not None:
        purse = _purse(coins, side, table, taken if city is None else [*taken, city])
        places.append(filling(given["coins"], purse))
    return Part(seat + 1, side.frame, tuple(places))


def _above(side: _Side, wonder: Thing) -> Spot:
    """What is seen of a card under a wonder, as that lies."""
    x, y = Frame(*wonder.at, wonder.turn).table((0.0, -(WONDER[1] + TUCKED) / 2))
    return Spot(*side.frame.own((x, y)), CARD[0], TUCKED)
