"""Where pieces lie on the printed mats: board, structure and discard pile in the middle, a city on each side.

Millimetres from the top left corner of a sheet (``companion.games.mats``); the middle one lies as seat 0 sees it. Sizes
are those of our own proxies.
"""

from functools import cache
from typing import Final

from companion.games.duel.rules.facts import FACTS, Card
from companion.games.duel.rules.setup import SEATS
from companion.games.mats import Place, around, sheets
from vision.sighting import Point, Spot

MATS: Final = sheets(1 + SEATS)
"""The middle one and one for each seat."""

CARD: Final = (44.0, 68.0)
WONDER: Final = (100.0, 65.0)
PROGRESS_TOKEN: Final = (30.0, 30.0)
LOOT: Final = (32.0, 22.0)
PAWN: Final = (14.0, 14.0)
COIN_SIZES: Final = {"duel/coin/1": (20.0, 20.0), "duel/coin/3": (24.0, 24.0), "duel/coin/6": (28.0, 28.0)}
"""Each coin's size."""
COINS_TOLD: Final = "duel/coins"
"""How a tableau tells of a purse: this and its worth."""

COLOURS: Final = {f"duel/{card.id}": card.color for card in FACTS.cards}
"""Of each card, by its face."""
CARD_FACES: Final = tuple(COLOURS)
WONDER_FACES: Final = tuple(f"duel/wonder/{wonder.id}" for wonder in FACTS.wonders)
TOKEN_FACES: Final = tuple(f"duel/progress/{token.id}" for token in FACTS.tokens)
PAWN_FACE: Final = "duel/token/conflict_pawn"
LOOT_FACES: Final = tuple(f"duel/token/loot_{zone.loot}" for zone in FACTS.table.zones if zone.loot)
AGE_BACKS: Final = tuple(f"duel/back/age_{age}" for age in range(1, FACTS.table.ages + 1))
GUILD_BACK: Final = "duel/back/guild"
BACKS: Final = (*AGE_BACKS, GUILD_BACK)

_MIDDLE_X, _HALF_CARD, _TOP, _ROW = 240.5, 23.5, 40.0, 36.0
"""The structure: its middle, half the distance of two cards in a row, the first card's middle row; the next row lies
that much lower, on the lower part of the one before."""
WIDEST: Final = 6
"""Half cards from a row's left end to its middle (``layouts.json``)."""

_TRACK_X, _TRACK_MIDDLE, _STEP = 50.0, 148.5, 13.5
_LOOT_X, _TOKENS_X, _TOKENS_STEP = 20.0, 82.0, 34.0

CITY_COLUMNS: Final = {
    colour: (42.0 + 48.0 * k, 4.0)
    for k, colour in enumerate(("brown", "grey", "yellow", "blue", "green", "red", "purple"))
}
"""Top left corner of the first card of each colour; the next ones lie on it, a strip lower."""
CITY_STRIP: Final = 14.0
CITY_BOTTOM: Final = 160.0
_WONDERS_X, _WONDERS_STEP, _WONDERS_Y = 57.0, 102.0, 226.0
TUCKED: Final = 27.0
"""How much (mm) of a card under a wonder sticks out above it."""
_BESIDE_MAT: Final = (-300.0, 60.0)
"""Where people keep their coins (mm from the mat's corner): out of the picture."""
_CITY_TOKENS = tuple(Spot(56.0 + 32.0 * k, 278.0, *PROGRESS_TOKEN) for k in range(6))


def back_of(card: Card) -> str:
    """The face of a card's back."""
    return GUILD_BACK if card.color == "purple" else AGE_BACKS[card.age - 1]


def slot_name(row: int, x: int) -> str:
    """The place of a structure's card: the row in which it is laid and half cards from the left."""
    return f"structure/{row}/{x}"


def slot_at(name: str, middle: Point, steps: tuple[float, float]) -> Spot:
    """Where a structure's card lies.

    ``middle``: of the first row; ``steps``: half the distance of two cards in a row, the distance of two rows (mm).
    """
    row, x = (int(part) for part in name.split("/")[1:])
    return Spot(middle[0] + (x - WIDEST) * steps[0], middle[1] + row * steps[1], *CARD)


@cache
def slots(age: int) -> tuple[str, ...]:
    """The place of each slot of an age's structure."""
    return tuple(slot_name(row, x) for row, laid in enumerate(FACTS.layouts[age].rows) for x in laid.x)


def track_spot(pawn: int) -> int:
    """The spot on which the conflict pawn stands; the last one is seat 1's capital."""
    return pawn + FACTS.table.capital


def _track() -> tuple[Spot, ...]:
    reach = FACTS.table.capital
    return tuple(Spot(_TRACK_X, _TRACK_MIDDLE - _STEP * pawn, *PAWN) for pawn in range(-reach, reach + 1))


def _loot_spots() -> tuple[Spot, ...]:
    """One for each loot token: those that seat 0 takes, then those of seat 1."""
    zones = [zone.at + 1 for zone in FACTS.table.zones if zone.loot]
    places = [*zones, *(-at for at in zones)]
    return tuple(Spot(_LOOT_X, _TRACK_MIDDLE - _STEP * at, *LOOT) for at in places)


def _structure() -> tuple[Place, ...]:
    """Where a card of any age's structure can lie, in the order in which they are laid."""
    found = sorted({(row, x) for layout in FACTS.layouts for row, laid in enumerate(layout.rows) for x in laid.x})
    faces = (*CARD_FACES, *BACKS)
    return tuple(
        around(
            slot_name(row, x),
            0,
            (slot_at(slot_name(row, x), (_MIDDLE_X, _TOP), (_HALF_CARD, _ROW)),),
            faces,
            "printed",
            kind="slot",
        )
        for row, x in found
    )


def _city(seat: int) -> tuple[Place, ...]:
    mat, own = seat + 1, f"seat/{seat}"
    wonders = tuple(Spot(_WONDERS_X + _WONDERS_STEP * k, _WONDERS_Y, *WONDER) for k in range(FACTS.table.wonders_each))
    above = wonders[0].y - WONDER[1] / 2 - TUCKED / 2
    tucked = tuple(Spot(spot.x, above, CARD[0], TUCKED) for spot in wonders)
    left, right = CITY_COLUMNS["brown"][0] - 4, CITY_COLUMNS["purple"][0] + CARD[0] + 4
    return (
        Place(
            f"{own}/city", mat, "spread", left, 1.0, right - left, CITY_BOTTOM + 2, CARD, (), CARD_FACES, "laid", seat
        ),
        around(f"{own}/wonders", mat, wonders, WONDER_FACES, "laid", seat=seat),
        around(f"{own}/tucked", mat, tucked, BACKS, "laid", seat=seat, piece=CARD, under=f"{own}/wonders"),
        around(f"{own}/progress", mat, _CITY_TOKENS, TOKEN_FACES, "printed", seat=seat),
        _purse(seat),
    )


def _purse(seat: int) -> Place:
    """A player's coins: on an open table where they lie; beside a mat, which has no place for them, nobody looks."""
    largest = max(COIN_SIZES.values())
    name, x, y = f"seat/{seat}/coins", *_BESIDE_MAT
    return Place(name, seat + 1, "heap", x, y, 0.0, 0.0, largest, (), (*COIN_SIZES,), "heap", seat, tally=COINS_TOLD)


OFFER: Final = "offer"
"""The wonders to choose from, where the structures will lie."""
_WATCHED_ALWAYS: Final = (
    around("discard", 0, (Spot(389.0, 112.0, *CARD),), CARD_FACES, "discards", kind="pile"),
    around("board/track", 0, _track(), (PAWN_FACE,), "track", kind="track"),
    around("board/loot", 0, _loot_spots(), LOOT_FACES, "follows"),
    around(
        "board/progress",
        0,
        tuple(Spot(_TOKENS_X, _TRACK_MIDDLE + _TOKENS_STEP * (k - 2), *PROGRESS_TOKEN) for k in range(5)),
        TOKEN_FACES,
        "printed",
    ),
    *(place for seat in range(SEATS) for place in _city(seat)),
)

PLACES: Final = (*_structure(), *_WATCHED_ALWAYS)
DRAFT_PLACES: Final = (
    around(
        OFFER,
        0,
        tuple(Spot(190.0 + 106.0 * (k % 2), 80.0 + 72.0 * (k // 2), *WONDER) for k in range(4)),
        WONDER_FACES,
        "printed",
    ),
    *_WATCHED_ALWAYS,
)
"""While wonders are drafted."""

DECK: Final = Spot(341.0, 258.0, *CARD)
"""Where the cards of the age to come lie, which no camera needs."""
BOX: Final = Spot(385.0, 240.0, *PROGRESS_TOKEN)
"""Where the progress tokens lie that are in no player's reach."""
