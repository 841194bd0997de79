"""How people lay Architects out where nothing is printed: for the twin, another way for each seed and seat.

Millimetres on the part of the table before a seat (``SIZE``, the player below), or on the one in the middle. A deck
lies left or right of the wonder, the city on the other side of it, tokens beside the deck.
"""

from collections.abc import Callable
from random import Random

from msgspec.structs import replace

from companion.games.architects.places import (
    CARD,
    CAT_PAWN,
    COLOURS,
    MEDAL,
    MEDAL_BACK,
    MILITARY,
    MILITARY_SUPPLY_RECT,
    MILITARY_TOKEN,
    PROGRESS_TOKEN,
    STACK_SPOT,
    central_places,
    medal_places,
    seat_places,
)
from companion.games.architects.rules.state import State
from companion.games.dealing import Column, Columns, Laid, SizeOf
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
MEDALS_LEFT_SPOT = Spot(366.0, 236.0, *MEDAL)
"""Where the medals lie that are not played with: an expert's may come out of the box."""
_BETWEEN = 40.0
"""mm that a medal takes between two players, on the left of what one of them has before him."""
_OWN_MEDALS = 164.0, 26.0
"""Where a player's own medals lie, one on another: above his wonder, beside his military tokens."""


def laid_out(state: State, rng: Random, _: SizeOf) -> Laid:
    """See ``Twin.open_table``; all boxes' pieces are alike."""
    places: list[Place] = []
    columns: dict[str, Columns] = {}
    left = _BETWEEN if state.medals is not None else 0.0
    for seat in range(state.players):
        mine, cards = _before_seat(state, seat, rng)
        places += [moved(place, left, 0.0) for place in mine]
        cards = {colour: replace(column, x=column.x + left) for colour, column in cards.items()}
        columns[f"seat/{seat}/city"] = Columns(COLOURS.__getitem__, cards)
    middle = (moved(place, left / 2, 0.0) for place in _middle(state, rng))
    return Laid((SIZE[0] + left, SIZE[1]), (*places, *middle, *_medals_between(state, rng)), columns)


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
        *_won(state, seat, flip),
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


def _won(state: State, seat: int, flip: Callable[..., float]) -> list[Place]:
    """What a player has won in battles, and by goals, above his wonder."""
    wide = 100.0 if state.medals is None else 60.0
    won = [heap_of_tokens(f"seat/{seat}/military", seat + 1, (flip(_WONDER[0] + 4, wide), 4.0, wide, 52.0))]
    if state.medals is not None:
        won.append(turned_medals(f"seat/{seat}/medals", seat + 1, Spot(flip(_OWN_MEDALS[0]), _OWN_MEDALS[1], *MEDAL)))
    return won


def _medals_between(state: State, rng: Random) -> list[Place]:
    """Beyond the left edge of each player's side; experts' in the middle, and what is left of them beside it."""
    if state.medals is None:
        return []
    found = []
    for place in medal_places(state.medals.gaps, 0):
        x, y = _BETWEEN / 2 + rng.uniform(-2, 2), rng.uniform(60, 240)
        found.append(with_spots(place, (Spot(x, y, *MEDAL),), _RIM))
    shift = 40 + _BETWEEN / 2 + rng.uniform(-8, 8), rng.uniform(-8, 8)
    centre = (moved(place, *shift) for place in medal_places(0, len(state.medals.lying) - state.medals.gaps))
    return [*found, *centre, moved(turned_medals("central/medals_left", 0, MEDALS_LEFT_SPOT), *shift)]


def turned_medals(name: str, mat: int, spot: Spot) -> Place:
    """Medals one on another, their goals below."""
    return Place(name, mat, "pile", 0, 0, 0, 0, MEDAL, (spot,), (MEDAL_BACK,))


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
    return Place(name, mat, "pile", x, y, width, height, MILITARY_TOKEN, spots, (MILITARY,))
