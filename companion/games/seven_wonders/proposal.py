"""How an open table of 7 Wonders is laid out, from the pieces that were found on it: the facet ``proposal``.

A board says whose it is, which side of it is played and which way its player looks. Cards for stages stick out below
it, the card that is ready lies left or right of it, coins where they lie now, conflict tokens where coins do not, the
city beyond it, where there is room; the discard pile in the middle, where nothing lies.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from companion.errors import Unusable
from companion.games.frames import Frame, Rect, about, clockwise, mean, mean_turn, of_place, of_spot
from companion.games.free_room import Outline, free_spot, outline
from companion.games.mats import Place
from companion.games.open_table import (
    Part,
    Proposal,
    Thing,
    filling,
    laid_out,
    lying_at,
    things,
    told_lying,
    with_spots,
)
from companion.games.seven_wonders.boards import Board, boards_of
from companion.games.seven_wonders.discards import Pile, Seat, pile_of
from companion.games.seven_wonders.places import (
    BOARD,
    CARD,
    COLUMNS,
    METAL,
    city_places,
    discard_place,
    stage_strips,
)
from companion.games.seven_wonders.room import Wish, shared_out
from companion.games.seven_wonders.rules.facts import BOARDS, EDITION, EDITIONS
from companion.games.vocabulary import Line
from vision.sighting import Point, Spot, Survey

COINS, SIZES = METAL, (BOARD,)
_FEWEST = 3
"""Boards of a table, with two players the Free City's too."""
_FREE_CITY = "free_city"
_BESIDE, _GAP = 14.0, 4.0
"""mm from a board to the card beside it; between two regions."""
_HEAP, _LEAST_HEAP = (140.0, 132.0), (40.0, 60.0)
"""mm that coins or tokens want beside a board, and take at least."""
_CITY, _LEAST_CITY = (450.0, 204.0), (120.0, 112.0)
"""mm that a city wants beyond a board, and takes at least: five columns, one of them with a few cards."""
_AROUND_OWN, _ASKEW = 4.0, 45.0
"""mm around the cards that lie in a city; degrees by which its cards are turned against its board at most."""
_HIGHER = 30.0
"""mm by which what lies beside a board may lie higher than it: a city begins beyond that all the same."""
_STAGES = 26.0
"""mm below a board that cards for its stages take."""
_OFF_EDGE = 5.0
"""mm below a board that are not looked at: a board was found up to 4 mm and a degree off, and its rim is no card."""
_COIN = 18.0
"""mm around a coin's middle that are its own."""
_RIM = 20.0
"""mm beyond the picture's edge, as far as it is known, that are still seen."""
_REACH = 320.0
"""mm from the middle within which the discard pile is put."""
_AROUND_DISCARD = 10.0
"""mm that are left free around the discard pile."""


def seated(setup: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """See ``open_table.Proposer``: the boards, the Free City's last."""
    free = setup.get(_FREE_CITY)
    return tuple((wonder, side) for wonder, side in (*setup.get("wonders", ()), *([free] if free else [])))


def propose(survey: Survey, wanted: Mapping[str, Any]) -> Proposal:
    """See ``open_table.Proposer``.

    ``wanted``: how many ``players`` there are (with two of them one board is the Free City's), the ``edition``, the
    ``wonders`` and the ``free_city`` that people have named, if any.
    """
    found = things(survey.pieces)
    boards = boards_of(found, seated(wanted))
    if len(boards) < _FEWEST:
        raise Unusable(f"only {len(boards)} wonders are to be seen; lay each player's board out", "few_wonders")
    boards = _in_order(boards, wanted)
    edition = wanted.get("edition") or EDITION
    before = _before_seats(boards, found, survey, edition)
    parts = [Part(seat + 1, one.frame, before[seat]) for seat, one in enumerate(boards)]
    pile = _pile(boards, found, wanted)
    central = _middle_part(boards, found, survey, parts, pile.there)
    doubts = [Line("wonder_unseen", {"seat": seat}) for seat, one in enumerate(boards) if one.unsure]
    there = {place.name for part in (*central, *parts) for place in part.places}
    every = [
        place.name for seat, one in enumerate(boards) for place in city_places(seat, _stages(one, edition), edition)
    ]
    without = [name for name in ("discard", *every) if name not in there]
    doubts += [Line("no_room", {"seat": seat}) for seat in range(len(boards)) if f"seat/{seat}/city" in without]
    if pile.unsure:
        doubts.append(Line("where_lies", {"place": "discard"}))
    elif "discard" in without:
        doubts.append(Line("middle_unseen", {"place": "discard"}))
    layout, outlines = laid_out(survey, [*central, *parts], without)
    return Proposal(_setup(boards, wanted), layout, outlines, tuple(doubts))


def _in_order(boards: Sequence[Board], wanted: Mapping[str, Any]) -> list[Board]:
    """The boards clockwise; the Free City's, where there is one, is the last."""
    points = [one.frame.table((0.0, 0.0)) for one in boards]
    order = [boards[k] for k in clockwise(points, mean(points))]
    last = _free_city(order, wanted) if _has_free_city(order, wanted) else len(order) - 1
    return [*order[last + 1 :], *order[: last + 1]]


def _free_city(boards: Sequence[Board], wanted: Mapping[str, Any]) -> int:
    """Which board is the Free City's: the one that people have named, else one that no player has named."""
    named, owned = (wanted.get(_FREE_CITY) or ("",))[0], {wonder for wonder, _ in wanted.get("wonders") or ()}
    every = range(len(boards))
    return max(every, key=lambda k: (boards[k].board[0] == named, boards[k].board[0] not in owned, k))


def _has_free_city(boards: Sequence[Board], wanted: Mapping[str, Any]) -> bool:
    players = wanted.get("players") or len(wanted.get("wonders") or ())
    return len(boards) == _FEWEST and players == _FEWEST - 1


def _setup(boards: Sequence[Board], wanted: Mapping[str, Any]) -> dict[str, Any]:
    sides = [list(one.board) for one in boards]
    free = _has_free_city(boards, wanted)
    return {"game": "seven_wonders", "wonders": sides[:-1] if free else sides} | (
        {_FREE_CITY: sides[-1]} if free else {}
    )


def _stages(one: Board, edition: int) -> int:
    return len(BOARDS[EDITIONS[edition].board_index[one.board]].stages)


def _before_seats(
    boards: Sequence[Board], found: Sequence[Thing], survey: Survey, edition: int
) -> list[tuple[Place, ...]]:
    """The places before each player: at his board first, then a city for each, where they leave room."""
    given = [
        {place.name.rpartition("/")[2]: place for place in city_places(seat, _stages(one, edition), edition)}
        for seat, one in enumerate(boards)
    ]
    strips = [_strips(one, edition) for one in boards]
    ready = [_ready(one) for one in boards]
    tags = [*survey.tags.values()]
    mine = [
        [outline(one.frame, rect) for rect in (_with_stages(one), of_spot(spot))]
        for one, spot in zip(boards, ready, strict=True)
    ]

    def on_table(point: Point) -> bool:
        return -_RIM < point[0] < survey.width + _RIM and -_RIM < point[1] < survey.height + _RIM

    taken = [*tags, *(each for all_his in mine for each in all_his)]
    beside = shared_out([_beside(one, spot) for one, spot in zip(boards, ready, strict=True)], taken, on_table)
    taken += [outline(one.frame, rect) for one, rect in zip(boards, beside, strict=True) if rect is not None]
    # What lies beyond somebody's board and is nobody's keeps cities away: decks, the bank.
    owned = _cards_of(boards, found)
    his = [each for one in boards for each in (one.ready, *one.coins) if each is not None]
    his += [card for cards in owned for card in cards]
    lying = [thing.quad for thing in found if _keeps_away(thing) and all(thing is not each for each in his)]
    wishes = [
        _city(one, (of_spot(spot), heap), cards)
        for one, spot, heap, cards in zip(boards, ready, beside, owned, strict=True)
    ]
    cities = shared_out(wishes, [*taken, *lying], on_table)
    places = []
    for k, one in enumerate(boards):
        on_board = one.rect.grown(-_GAP)
        coins, tokens = (on_board, beside[k]) if _on_board(one) else (beside[k], on_board)
        mine_now = [
            with_spots(given[k]["stages"], strips[k]),
            with_spots(given[k]["chosen"], (ready[k],)),
            filling(given[k]["coins"], coins or on_board),
        ]
        if tokens is not None and coins is not None:
            mine_now.append(replace(filling(given[k]["tokens"], tokens), kind="heap", spots=()))
        city = cities[k] or (wishes[k].least if owned[k] else None)
        if city is not None:
            mine_now.append(filling(given[k]["city"], city))
        places.append(tuple(mine_now))
    return places


def _cards_of(boards: Sequence[Board], found: Sequence[Thing]) -> list[list[Thing]]:
    """The cards of each city, where a game is being played: beyond its board, as its player has them."""
    owned: list[list[Thing]] = [[] for _ in boards]
    for thing in found:
        near = [
            (one.off(thing.at), k) for k, one in enumerate(boards)
            if one.frame.own(thing.at)[1] < one.rect.top and abs(_turned(thing, one)) < _ASKEW
        ] if thing.face in COLUMNS else []  # fmt: skip
        if near:
            owned[min(near)[1]].append(thing)
    return owned


def _turned(thing: Thing, one: Board) -> float:
    """Degrees by which a piece is turned against a board."""
    return (thing.turn - one.frame.angle + 180.0) % 360.0 - 180.0


def _keeps_away(thing: Thing) -> bool:
    return bool(thing.face) and not thing.face.startswith("seven_wonders/board/")


def _with_stages(one: Board) -> Rect:
    return one.rect._replace(bottom=one.rect.bottom + _STAGES)


def _strips(one: Board, edition: int) -> tuple[Spot, ...]:
    """What shows of the cards for its stages, but for what lies nearest to it."""
    whole = stage_strips(Spot(0.0, 0.0, *one.size), _stages(one, edition))
    return tuple(replace(spot, y=spot.y + _OFF_EDGE / 2, height=spot.height - _OFF_EDGE) for spot in whole)


def _on_board(one: Board) -> bool:
    """Whether coins go onto the board, as the rulebook has it, or beside it, where they lie.

    Where a player has none, they go where his conflict tokens do not lie.
    """
    if one.coins:
        return not _beside_it(one, one.coins)
    return not any(map(one.holds, one.tokens))


def _beside_it(one: Board, pieces: Sequence[Thing]) -> list[Point]:
    """Where his coins, or tokens, lie in his frame, if they are not on the board."""
    return [] if any(map(one.holds, pieces)) else [one.frame.own(piece.at) for piece in pieces]


def _ready(one: Board) -> Spot:
    """Where a card is laid ready: where one lies; else on the side where neither coins nor tokens are."""
    if one.ready is not None:
        return Spot(*one.frame.own(one.ready.at), *CARD)
    there = _beside_it(one, one.coins) or _beside_it(one, one.tokens)
    way = 1 if there and there[0][0] < 0 else -1
    return Spot(way * (one.size[0] / 2 + _BESIDE + CARD[0] / 2), 0.0, *CARD)


def _beside(one: Board, ready: Spot) -> Wish:
    """The region beside a board, for the coins or conflict tokens that lie there."""
    there = _beside_it(one, one.coins) or _beside_it(one, one.tokens)
    way = (1 if there[0][0] > 0 else -1) if there else (-1 if ready.x > 0 else 1)
    edge = one.size[0] / 2 + _GAP
    if way * ready.x > 0:
        edge = abs(ready.x) + CARD[0] / 2 + _GAP
    far = edge + _HEAP[0]
    near = max([edge + _LEAST_HEAP[0], *(way * x + _COIN for x, _ in there)])
    top, bottom = one.rect.top, one.rect.top + _HEAP[1]
    high = (
        min([-_LEAST_HEAP[1] / 2, *(y - _COIN for _, y in there)]),
        max([_LEAST_HEAP[1] / 2, *(y + _COIN for _, y in there)]),
    )
    wide = (edge, near, max(far, near)) if way > 0 else (-near, -edge, -max(far, near))
    least = Rect(min(wide[:2]), high[0], max(wide[:2]), high[1])
    most = Rect(min(wide), min(top, high[0]), max(wide), max(bottom, high[1]))
    return Wish(one.frame, least, most)


def _city(one: Board, beside: Sequence[Rect | None], cards: Sequence[Thing]) -> Wish:
    """The region beyond a board; it begins beyond what lies beside it, where that lies but a little higher.

    ``cards``: those that lie in it already.
    """
    tops = [rect.top for rect in beside if rect is not None]
    foot = min([one.rect.top, *(top for top in tops if top > one.rect.top - _HIGHER)]) - _GAP
    most = Rect(-_CITY[0] / 2, foot - _CITY[1], _CITY[0] / 2, foot)
    if cards:
        there = about(one.frame.own(point) for card in cards for point in card.quad).grown(_AROUND_OWN)
        return Wish(one.frame, there, about((*most.corners(), *there.corners())))
    return Wish(one.frame, Rect(-_LEAST_CITY[0] / 2, foot - _LEAST_CITY[1], _LEAST_CITY[0] / 2, foot), most)


def _middle_part(
    boards: Sequence[Board], found: Sequence[Thing], survey: Survey, parts: Sequence[Part], pile: Thing | None
) -> list[Part]:
    """The discard ``pile``: where it lies, else as near to the middle as there is room, along people's sides."""
    if pile is not None:
        return [_discards(Frame(*pile.at, pile.turn), (0.0, 0.0))]
    middle = mean([one.frame.table((0.0, 0.0)) for one in boards])
    frame = Frame(*middle, mean_turn([4 * one.frame.angle for one in boards]) / 4)
    taken: list[Outline] = [*survey.tags.values(), *(thing.quad for thing in found)]
    taken += [outline(one.frame, _with_stages(one)) for one in boards]
    taken += [outline(part.frame, of_place(place)) for part in parts for place in part.places]
    size = CARD[0] + 2 * _AROUND_DISCARD, CARD[1] + 2 * _AROUND_DISCARD
    spot = free_spot(size, frame, _REACH, taken)
    return [] if spot is None else [_discards(frame, spot)]


def _discards(frame: Frame, at: Point) -> Part:
    return Part(0, frame, (with_spots(discard_place(), (Spot(*at, *CARD),)),))


def _pile(boards: Sequence[Board], found: Sequence[Thing], wanted: Mapping[str, Any]) -> Pile:
    """The discard pile, where a game is being played and there is one; people may have said where it lies."""
    told = told_lying(wanted).get("discard")
    if told is not None:
        return Pile(lying_at(told, CARD, boards[0].frame.angle, found))
    seats = [Seat(board, cards) for board, cards in zip(boards, _cards_of(boards, found), strict=True)]
    return pile_of(seats, found, drawn_from=_has_free_city(boards, wanted))
