"""How people lay 7 Wonders out where nothing is printed: for the twin, another way for each seed and seat.

Millimetres on the part of the table before a seat (``SIZE``, the player below), or on the one in the middle. The city
lies beyond the board; the card that is ready lies left or right of it; coins lie on it or beside it, and conflict
tokens where coins do not; cards for stages stick out below it.
"""

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from companion.games.dealing import Column, Columns, Laid, SizeOf, bank
from companion.games.layout import moved
from companion.games.mats import Place, around
from companion.games.seven_wonders.places import (
    BANK,
    BOARD,
    CARD,
    CITY_COLUMNS,
    COLUMNS,
    DECK,
    board_face,
    places,
    stage_strips,
)
from companion.games.seven_wonders.rules.facts import TABLE
from companion.games.seven_wonders.rules.state import State
from vision.sighting import Spot

SIZE = (482.0, 326.0)
"""What a player has before him: a board of 260 x 100 with a card and coins beside it, and five columns of cards beyond
it; of boxes with larger boards it is larger."""
_CITY_BOTTOM, _BOARD_TOP = 182.0, 192.0
_BESIDE = 14.0
"""mm between the board and what lies beside it."""
_HEAP = (112.0, 124.0)
"""What coins or tokens take beside a board."""
_STEP = 69.0
"""mm from one column to the next."""
_STRIPS = (12.0, 14.5)


def laid_out(state: State, rng: Random, size_of: SizeOf) -> Laid:
    """See ``Twin.open_table``."""
    boards = [size_of(board_face(city.board)) for city in state.cities]
    given = {place.name: place for place in places(state)}
    found: list[Place] = list(_middle(given, rng))
    columns: dict[str, Columns] = {}
    for seat in range(len(state.cities)):
        found += _before_seat(given, seat, boards[seat], rng)
        columns[f"seat/{seat}/city"] = _columns(rng)
    wide, high = (max(0.0, *(board[side] - BOARD[side] for board in boards)) for side in (0, 1))
    return Laid((SIZE[0] + wide, SIZE[1] + high), tuple(found), columns)


def _columns(rng: Random) -> Columns:
    """Five columns, in whatever order of colours."""
    names = list(CITY_COLUMNS)
    rng.shuffle(names)
    left = (SIZE[0] - len(names) * _STEP) / 2 + rng.uniform(-14, 14)
    strip, top = rng.uniform(*_STRIPS), rng.uniform(4, 9)
    return Columns(
        COLUMNS.__getitem__,
        {name: Column(left + _STEP * k, top + rng.uniform(0, 5), _CITY_BOTTOM, strip) for k, name in enumerate(names)},
    )


def _before_seat(given: dict[str, Place], seat: int, size: tuple[float, float], rng: Random) -> Iterator[Place]:
    own = f"seat/{seat}"
    mirrored, on_board = rng.random() < 0.5, rng.random() < 0.5
    x = CARD[0] + _BESIDE + size[0] / 2 + rng.uniform(4, 8)
    board = Spot(SIZE[0] - x if mirrored else x, _BOARD_TOP + size[1] / 2 + rng.uniform(-3, 3), *size)
    way = -1 if mirrored else 1
    ready = Spot(board.x - way * (size[0] / 2 + _BESIDE + CARD[0] / 2), board.y + rng.uniform(2, 12), *CARD)
    width, height = _HEAP
    beside = board.x + way * (size[0] / 2 + _BESIDE + width / 2) - width / 2, board.y - size[1] / 2 + 2, width, height
    above = board.x - size[0] / 2 + 6, board.y - size[1] / 2 + 6, size[0] - 12, size[1] - 34
    coins, tokens = (above, beside) if on_board else (beside, above)
    strips = stage_strips(board, len(given[f"{own}/stages"].spots))
    yield around(f"{own}/board", seat + 1, (board,), (), "printed")
    yield replace(given[f"{own}/city"], x=0, y=0, width=SIZE[0], height=_CITY_BOTTOM)
    yield replace(given[f"{own}/stages"], spots=strips)
    yield replace(given[f"{own}/chosen"], spots=(ready,))
    yield _heap(given[f"{own}/coins"], coins)
    yield replace(_heap(given[f"{own}/tokens"], tokens), kind="heap", spots=())


def _heap(place: Place, rect: tuple[float, float, float, float]) -> Place:
    x, y, width, height = rect
    return replace(place, x=x, y=y, width=width, height=height)


def _middle(given: dict[str, Place], rng: Random) -> Iterator[Place]:
    """The cards that nobody holds yet, the discard pile, the bank, each group a little elsewhere every time."""

    def shifted(place: Place) -> Place:
        return moved(place, 30 + rng.uniform(-8, 8), 14 + rng.uniform(-8, 8))

    yield shifted(given["discard"])
    deck = shifted(around("deck", 0, (DECK,), (), "laid", kind="pile"))
    yield from (replace(deck, name=f"deck/{age}") for age in range(1, TABLE.ages + 1))
    for face, spot in BANK.items():
        yield shifted(around(bank(face), 0, (spot,), (face,), "laid", kind="pile"))
