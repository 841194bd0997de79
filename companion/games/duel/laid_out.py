"""How people lay Duel out where nothing is printed: for the twin, another way for each seed and seat.

Millimetres on the part of the table before a seat (``SIZE``, the player below), or on the one in the middle. A
player's wonders lie in a row or two by two, his progress tokens below them, his coins beside or above them, his city
above or beside them; the board lies on one side of the structure, the decks on the other.
"""

import math
from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from companion.games.dealing import Column, Columns, Laid, bank
from companion.games.duel.places import (
    BOX,
    CARD,
    COIN_SIZES,
    COLOURS,
    DECK,
    PROGRESS_TOKEN,
    TUCKED,
    WONDER,
    slot_at,
)
from companion.games.duel.rules.facts import FACTS
from companion.games.duel.rules.setup import SEATS
from companion.games.frames import Rect
from companion.games.mats import Place
from companion.games.open_table import filling, with_spots
from vision.sighting import Point, Spot

SIZE = (560.0, 330.0)
"""What a player has before him: four wonders in a row and what lies above and below them."""
_STRUCTURE_X, _TOP = 262.0, 42.0
"""The structure's middle and its first row; how far it may lie elsewhere is drawn."""
_BOARD = (51.0, 148.5)
"""The middle of the board as ``places`` has it: on it the board is turned, and then lies elsewhere."""
_BOARD_X, _BOARD_Y = 56.0, 165.0
_TURNED = 2.5
"""Degrees by which the board is turned, at most."""
_DECKS_X = 500.0
_OFF_THE_TABLE = -400.0
"""The box stands beside the table."""
_STRIPS = (13.0, 16.0)
_ROW_BLOCKS = (("brown",), ("grey",), ("yellow",), ("blue",), ("green",), ("red",), ("purple",))
_BESIDE_BLOCKS = (("brown",), ("grey", "purple"), ("yellow", "red"), ("blue",), ("green",))
"""Colours that share a column: above a row of wonders, and beside four in a square."""
_IN_THE_BOX = ("box/progress", "box/loot", *map(bank, COIN_SIZES))


def laid_out(places: Sequence[Place], rng: Random) -> Laid:
    """See ``Twin.open_table``. ``places``: all that hands need, as they lie on mats."""
    given = {place.name: place for place in places}
    found, columns = _middle(given, rng), {}
    for seat in range(SEATS):
        mine, cards = _before_seat(given, seat, rng)
        found += mine
        columns[f"seat/{seat}/city"] = Columns(COLOURS.__getitem__, cards)
    there = {place.name for place in found}
    return Laid(SIZE, (*found, *(place for place in places if place.name not in there)), columns, facing=True)


def _middle(given: dict[str, Place], rng: Random) -> list[Place]:
    mirrored = rng.random() < 0.5

    def flip(x: float) -> float:
        return SIZE[0] - x if mirrored else x

    middle = flip(_STRUCTURE_X) + rng.uniform(-8, 8), _TOP + rng.uniform(-4, 4)
    steps = rng.uniform(23.0, 25.5), rng.uniform(34.0, 39.0)
    found = [
        with_spots(place, (slot_at(name, middle, steps),))
        for name, place in given.items()
        if name.startswith("structure/")
    ]
    board = flip(_BOARD_X) + rng.uniform(-3, 3), _BOARD_Y + rng.uniform(-12, 12)
    turn = math.radians((180.0 if mirrored else 0.0) + rng.uniform(-_TURNED, _TURNED))
    found += [_turned(given[name], board, turn) for name in ("board/track", "board/loot", "board/progress")]
    if mirrored:
        # The pawn's way and who takes a loot token are the players', not the board's.
        *others, track, loot, progress = found
        half = len(loot.spots) // 2
        loot = replace(loot, spots=(*loot.spots[half:], *loot.spots[:half]))
        found = [*others, replace(track, spots=track.spots[::-1]), loot, progress]
    deck = Spot(flip(_DECKS_X), rng.uniform(220, 280), *CARD)
    discard = Spot(flip(_DECKS_X), rng.uniform(50, 100), *CARD)
    piles = {"discard": discard, **{name: deck for name in given if name.startswith("deck/")}}
    piles |= {name: replace(BOX, x=_OFF_THE_TABLE) for name in _IN_THE_BOX}
    piles["box/wonders"] = replace(DECK, x=_OFF_THE_TABLE)
    return [*found, *(with_spots(given[name], (spot,)) for name, spot in piles.items())]


def _turned(place: Place, to: Point, turn: float) -> Place:
    """A place of the board, which lies turned (radians) and elsewhere."""
    spots = []
    for spot in place.spots:
        dx, dy = spot.x - _BOARD[0], spot.y - _BOARD[1]
        x = to[0] + dx * math.cos(turn) - dy * math.sin(turn)
        y = to[1] + dx * math.sin(turn) + dy * math.cos(turn)
        spots.append(replace(spot, x=x, y=y))
    return with_spots(place, spots)


def _before_seat(given: dict[str, Place], seat: int, rng: Random) -> tuple[list[Place], dict[str, Column]]:
    in_a_row, mirrored = rng.random() < 0.5, rng.random() < 0.5

    def flip(x: float, width: float = 0.0) -> float:
        return SIZE[0] - x - width if mirrored else x

    count = FACTS.table.wonders_each
    across, gap = (count if in_a_row else count // 2), rng.uniform(2, 6)
    foot = SIZE[1] - PROGRESS_TOKEN[1] - rng.uniform(10, 14)
    left = 40.0 if in_a_row else 14.0
    wonders = []
    for k in range(count):
        x = flip(left + WONDER[0] / 2 + (k % across) * (WONDER[0] + gap)) + rng.uniform(-1, 1)
        y = foot - WONDER[1] / 2 - (k // across) * (WONDER[1] + TUCKED + 6) + rng.uniform(-2, 0)
        wonders.append(Spot(x, y, *WONDER))
    tucked = [Spot(spot.x, spot.y - WONDER[1] / 2 - TUCKED / 2, CARD[0], TUCKED) for spot in wonders]
    first = min(spot.x - WONDER[0] / 2 for spot in wonders)
    tokens = [
        Spot(first + 18 + 32.0 * k, foot + PROGRESS_TOKEN[1] / 2 + 5, *PROGRESS_TOKEN)
        for k in range(len(given[f"seat/{seat}/progress"].spots))
    ]
    top = min(spot.y for spot in tucked) - TUCKED / 2
    edge, bottom = (20.0, top - 8) if in_a_row else (left + 2 * WONDER[0] + gap + 24, SIZE[1] - 6)
    cards = _columns(_ROW_BLOCKS if in_a_row else _BESIDE_BLOCKS, edge, bottom, rng, mirrored=mirrored)
    city = given[f"seat/{seat}/city"]
    width = len(_ROW_BLOCKS if in_a_row else _BESIDE_BLOCKS) * (CARD[0] + _COLUMN_GAP) + _COLUMN_GAP
    beside = left + across * (WONDER[0] + gap) + 6
    coins = (beside, top + 6, _COINS_BESIDE) if in_a_row else (left, 6.0, across * (WONDER[0] + gap))
    foot_of_coins = SIZE[1] - 8 if in_a_row else top - 8
    at = flip(coins[0], coins[2])
    places = [
        replace(city, x=flip(edge - _COLUMN_GAP, width), y=0.0, width=width, height=bottom),
        with_spots(given[f"seat/{seat}/wonders"], wonders),
        with_spots(given[f"seat/{seat}/tucked"], tucked),
        with_spots(given[f"seat/{seat}/progress"], tokens),
        filling(given[f"seat/{seat}/coins"], Rect(at, coins[1], at + coins[2], foot_of_coins)),
    ]
    return places, cards


_COLUMN_GAP = 4.0
_COINS_BESIDE = 84.0
"""mm beside a row of wonders in which coins lie: three beside each other."""


def _columns(
    blocks: Sequence[Sequence[str]], left: float, bottom: float, rng: Random, *, mirrored: bool
) -> dict[str, Column]:
    order, strip = list(blocks), rng.uniform(*_STRIPS)
    rng.shuffle(order)
    cards = {}
    for k, colours in enumerate(order):
        x = left + k * (CARD[0] + _COLUMN_GAP)
        x = SIZE[0] - x - CARD[0] if mirrored else x
        for part, colour in enumerate(colours):
            share = (bottom - 6) / len(colours)
            cards[colour] = Column(x, 6 + part * share + rng.uniform(0, 3), 6 + (part + 1) * share - 1, strip)
    return cards
