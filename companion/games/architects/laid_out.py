"""How people lay Architects out where nothing is printed: for the twin, another way for each seed and seat.

Millimetres on the part of the table before a seat (``SIZE``, the player below), or on the one in the middle. A deck
lies left or right of the wonder, the city on the other side of it, tokens beside the deck.
"""

from random import Random

from msgspec.structs import replace

from companion.games.architects.places import (
    CARD,
    CAT_PAWN,
    COLOURS,
    MILITARY_SUPPLY_RECT,
    MILITARY_TOKEN,
    PROGRESS_TOKEN,
    STACK_SPOT,
    central_places,
    seat_places,
)
from companion.games.architects.rules.state import State
from companion.games.dealing import Column, Columns, Laid
from companion.games.layout import moved
from companion.games.mats import Place
from companion.games.open_table import with_spots
from vision.sighting import Spot

SIZE = (500.0, 300.0)
"""What a player has before him: a deck of 62, a wonder of 180, four columns of cards, and gaps."""
_WONDER = (78.0, 258.0, 300.0)
"""Left and right of the wonder, and its lower edge."""
_COLUMNS = (264.0, 323.0, 382.0, 441.0)
_STRIPS = (14.0, 18.0)
_RIM = 3.0
"""mm around spots that are theirs."""
_BLOCKS = (("grey",), ("yellow", "green"), ("blue",), ("red",))
"""Colours that share a column."""
_MILITARY = "architects/token/military"


def laid_out(state: State, rng: Random) -> Laid:
    """See ``Twin.open_table``."""
    places: list[Place] = []
    columns: dict[str, Columns] = {}
    for seat in range(state.players):
        mine, cards = _before_seat(state, seat, rng)
        places += mine
        columns[f"seat/{seat}/city"] = Columns(COLOURS.__getitem__, cards)
    return Laid(SIZE, (*places, *_middle(state, rng)), columns)


def _before_seat(state: State, seat: int, rng: Random) -> tuple[list[Place], dict[str, Column]]:
    wonder = state.wonders[seat]
    given = {place.name.rpartition("/")[2]: place for place in seat_places(seat, wonder, state.facts)}
    given["deck"] = given.pop(str(seat))
    mirrored, deck_below = rng.random() < 0.5, rng.random() < 0.5
    down = rng.uniform(0, 8)

    def flip(x: float, width: float = 0.0) -> float:
        return SIZE[0] - x - width if mirrored else x

    stages = given["wonder"].spots
    bottom = max(spot.y + spot.height / 2 for spot in stages)
    middle = (min(spot.x - spot.width / 2 for spot in stages) + max(spot.x + spot.width / 2 for spot in stages)) / 2
    at = flip((_WONDER[0] + _WONDER[1]) / 2) + rng.uniform(-2, 2)
    shift = at - middle, _WONDER[2] - 6 - down - bottom
    deck = flip(37.0), (250.0 if deck_below else 48.0) + rng.uniform(-2, 2)
    tokens = 8.0 if deck_below else 102.0
    grid = _grid((flip(4.0, 66.0), tokens), (2, 6), PROGRESS_TOKEN, (33.0, 32.0))
    cat = flip(_WONDER[1] - 25), 34.0
    places = [
        _at(given["city"], flip(_COLUMNS[0] - 4, 240.0), 0, 240.0, SIZE[1]),
        moved(given["wonder"], *shift),
        with_spots(given["deck"], (Spot(*deck, *CARD),), _RIM),
        with_spots(given["progress"], grid, _RIM),
        with_spots(given["cat"], (Spot(*cat, *CAT_PAWN),), _RIM),
        heap_of_tokens(f"seat/{seat}/military", seat + 1, (flip(_WONDER[0] + 4, 100.0), 4.0, 100.0, 52.0)),
    ]
    blocks, strip = list(_BLOCKS), rng.uniform(*_STRIPS)
    rng.shuffle(blocks)
    cards = {}
    for left, colours in zip(_COLUMNS, blocks, strict=True):
        share = SIZE[1] / len(colours)
        for k, colour in enumerate(colours):
            top = k * share + rng.uniform(3, 8)
            cards[colour] = Column(flip(left, CARD[0]), top, (k + 1) * share - 1, strip)
    return places, cards


def _middle(state: State, rng: Random) -> list[Place]:
    """The decks on one side, tokens on the other, each group a little elsewhere every time."""
    given = {place.name: place for place in central_places(state.conflict, state.facts)}
    shifts = {
        group: (40 + rng.uniform(-8, 8), rng.uniform(-8, 8)) for group in ("decks", "progress", "conflict", "cat")
    }
    groups = {"central/deck": "decks", "central/discard": "decks"}
    found = [moved(place, *shifts[groups.get(name, name.rpartition("/")[2])]) for name, place in given.items()]
    dx, dy = shifts["progress"]
    stack = replace(STACK_SPOT, x=STACK_SPOT.x + dx, y=STACK_SPOT.y + dy)
    left, top, width, height = MILITARY_SUPPLY_RECT
    return [
        *found,
        Place("central/stack", 0, "pile", 0, 0, 0, 0, PROGRESS_TOKEN, (stack,)),
        heap_of_tokens("central/military", 0, (left, top, width, height)),
    ]


def _at(place: Place, x: float, y: float, width: float, height: float) -> Place:
    return replace(place, x=x, y=y, width=width, height=height)


def _grid(
    corner: tuple[float, float], shape: tuple[int, int], size: tuple[float, float], step: tuple[float, float]
) -> tuple[Spot, ...]:
    (left, top), (columns, rows) = corner, shape
    return tuple(
        Spot(left + (column + 0.5) * step[0], top + (row + 0.5) * step[1], *size)
        for row in range(rows)
        for column in range(columns)
    )


def heap_of_tokens(name: str, mat: int, rect: tuple[float, float, float, float]) -> Place:
    """Military tokens in stacks, side by side in a rectangle."""
    x, y, width, height = rect
    columns, rows = int(width // MILITARY_TOKEN[0]), int(height // MILITARY_TOKEN[1])
    spots = _grid((x, y), (columns, rows), MILITARY_TOKEN, (width / columns, height / rows))
    return Place(name, mat, "pile", x, y, width, height, MILITARY_TOKEN, spots, (_MILITARY,))
