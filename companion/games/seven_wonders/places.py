"""Where pieces lie on the printed mats: a city above, the stages along its lower edge, the discard pile in the middle.

Millimetres from the top left corner of a sheet (``companion.games.mats``). The wonder's board lies below its player's
mat; what is pushed under it for a stage sticks out above it, onto the mat. Sizes are those of our own proxies.
"""

from functools import cache, lru_cache
from typing import Final

from companion.games.mats import Place, around, sheets
from companion.games.seven_wonders.rules.facts import BOARDS, CARDS, EDITIONS
from companion.games.seven_wonders.rules.state import State
from vision.sighting import Coin, Spot

MATS: Final = sheets(8)
"""The middle one and one for each city, of which there are seven at most."""

CARD: Final = (65.0, 100.0)
BOARD: Final = (260.0, 100.0)
CONFLICT_TOKEN: Final = (25.0, 25.0)
COINS: Final = {"seven_wonders/coin/1": (22.0, 22.0), "seven_wonders/coin/3": (27.0, 27.0)}
"""Each coin's size."""
METAL: Final = tuple(Coin(face, size[0], golden=face == max(COINS)) for face, size in COINS.items())
"""The same, as they are told where no box holds pictures of them: the dearer ones are golden in both editions."""
TOKENS: Final = {
    -1: "seven_wonders/token/conflict_minus_1",
    1: "seven_wonders/token/conflict_1",
    3: "seven_wonders/token/conflict_3",
    5: "seven_wonders/token/conflict_5",
}
"""The conflict tokens by what they are worth."""
BACKS: Final = tuple(f"seven_wonders/back/age_{age}" for age in (1, 2, 3))
COINS_TOLD, STAGES_TOLD, READY_TOLD = "seven_wonders/coins", "seven_wonders/stages", "seven_wonders/chosen"
"""How a tableau tells of a purse, of the stages that are built, of the card that lies ready: this and their number."""

CITY_STRIP: Final = 13.0
CITY_BOTTOM: Final = 168.0
CITY_COLUMNS: Final = {
    name: (38.0 + 69.0 * k, 3.0) for k, name in enumerate(("goods", "blue", "green", "yellow", "red"))
}
"""Top left corner of the first card of each column; the next ones lie on it, a strip lower."""
_COLUMN_OF: Final = {"brown": "goods", "grey": "goods", "purple": "yellow"}
DISCARD: Final = Spot(210.0, 148.0, *CARD)
DECK: Final = Spot(110.0, 148.0, *CARD)
"""Where the cards lie that nobody holds, which no camera needs."""
BANK: Final = {face: Spot(330.0, 80.0 + 40.0 * k, *size) for k, (face, size) in enumerate((*COINS.items(),))} | {
    face: Spot(370.0, 60.0 + 35.0 * k, *CONFLICT_TOKEN) for k, face in enumerate(TOKENS.values())
}
"""Where coins and tokens lie that are nobody's."""
BOARD_SPOT: Final = Spot(195.0, 297.0 + BOARD[1] / 2, *BOARD)

_CHOSEN: Final = Spot(72.0, 221.0, *CARD)
STRIP: Final = 23.0
"""How much (mm) of a card under the board sticks out above it."""
_STAGES: Final = tuple(Spot(75.0 + 80.0 * k, 296.0 - STRIP / 2, CARD[0], STRIP) for k in range(4))
_PURSE: Final = (112.0, 172.0, 150.0, 96.0)
_TOKENS: Final = tuple(Spot(286.0 + 34.0 * (k % 3), 192.0 + 34.0 * (k // 3), *CONFLICT_TOKEN) for k in range(6))


def stage_strips(board: Spot, stages: int) -> tuple[Spot, ...]:
    """What sticks out below a board of the cards for its stages, each below its own; where no mat is printed."""
    width, y = board.width / stages, board.y + (board.height + STRIP) / 2
    return tuple(Spot(board.x - board.width / 2 + width * (k + 0.5), y, CARD[0], STRIP) for k in range(stages))


@cache
def face_of(card: int) -> str:
    """The face of a card: what looks the same in two ages (loom, press, glassworks) is one face."""
    return face_named(CARDS[card].id)


@cache
def face_named(card: str) -> str:
    """The same of a card's id."""
    twins = ("_1", "_2")
    return f"seven_wonders/{card[:-2] if card.endswith(twins) else card}"


COLUMNS: Final = {card.face: _COLUMN_OF.get(card.color, card.color) for card in CARDS} | {
    face_of(card.place): _COLUMN_OF.get(card.color, card.color) for card in CARDS
}
"""The column in which each face is laid."""


def back_of(card: int) -> str:
    """The face of a card's back."""
    return BACKS[CARDS[card].age - 1]


@cache
def board_face(board: int) -> str:
    """The face of a board, by its place among all."""
    return f"seven_wonders/board/{BOARDS[board].wonder}/{BOARDS[board].side}"


@cache
def faces(edition: int) -> tuple[str, ...]:
    """The faces of the cards of an edition."""
    return tuple(dict.fromkeys(face_of(card.place) for card in EDITIONS[edition].cards))


def places(state: State) -> tuple[Place, ...]:
    """Every place on the mats of this table."""
    return _places(state.edition, tuple(city.board for city in state.cities))


@lru_cache(maxsize=32)
def _places(edition: int, boards: tuple[int, ...]) -> tuple[Place, ...]:
    seats = (
        place for seat, board in enumerate(boards) for place in city_places(seat, len(BOARDS[board].stages), edition)
    )
    return (discard_place(), *seats)


def discard_place() -> Place:
    """The discard pile in the middle."""
    return around("discard", 0, (DISCARD,), BACKS, "laid", kind="pile")


def city_places(seat: int, stages: int, edition: int) -> tuple[Place, ...]:
    """The places on one seat's mat, for a board with so many stages."""
    mat, own = seat + 1, f"seat/{seat}"
    left, right = CITY_COLUMNS["goods"][0] - 4, CITY_COLUMNS["red"][0] + CARD[0] + 4
    x, y, width, height = _PURSE
    strips = _STAGES[:stages]
    first, last = strips[0], strips[-1]
    return (
        Place(f"{own}/city", mat, "spread", left, 1.0, right - left, 168.0, CARD, (), faces(edition), "laid", seat),
        Place(
            f"{own}/stages",
            mat,
            "spots",
            first.x - CARD[0] / 2,
            first.y - STRIP / 2,
            last.x - first.x + CARD[0],
            STRIP,
            CARD,
            strips,
            BACKS,
            "laid",
            seat,
            f"{own}/board",
            tally=STAGES_TOLD,
        ),
        around(f"{own}/chosen", mat, (_CHOSEN,), BACKS, "ready", seat=seat, tally=READY_TOLD),
        Place(
            f"{own}/coins",
            mat,
            "heap",
            x,
            y,
            width,
            height,
            max(COINS.values()),
            (),
            (*COINS,),
            "heap",
            seat,
            tally=COINS_TOLD,
            coins=METAL,
        ),
        around(f"{own}/tokens", mat, _TOKENS, tuple(TOKENS.values()), "follows", seat=seat),
    )
