"""Where the pieces of Pebbles lie on the printed mats (mm from a mat's top left corner), and how large they are."""

from typing import Final

from companion.games.mats import Place, sheets
from pebbles.rules.pieces import CARDS, PILES, SEATS, TIDE
from vision.sighting import Spot

CARD: Final = (55.0, 80.0)
TIDE_TOKEN: Final = (30.0, 30.0)
STARFISH: Final = (28.0, 28.0)
FACES: Final = tuple(f"pebbles/{card}" for card in CARDS)
BACK: Final = "pebbles/back"
CALM, STORM, STAR = "pebbles/token/calm", "pebbles/token/storm", "pebbles/token/starfish"
COLUMNS: Final = {"shell": 110.0, "pearl": 190.0, "crab": 270.0}
"""Left edge of each face's column in a city."""
COLUMN_TOP: Final = 15.0
STRIP: Final = 15.0
"""How much of a card shows above the one that lies on it."""
SUPPLY: Final = Spot(70.0, 245.0, *STARFISH)
"""Where the starfish lie that nobody has won."""
_STARS = tuple(Spot(60.0, 60.0 + 40.0 * k, *STARFISH) for k in range(3))
_TIDES = tuple(Spot(170.0 + 40.0 * k, 245.0, *TIDE_TOKEN) for k in range(TIDE))


def _pile(name: str, x: float) -> Place:
    spot = Spot(x, 130.0, *CARD)
    return Place(name, 0, "pile", x - 31.0, 130.0 - 43.5, 62.0, 87.0, CARD, (spot,), FACES, "stack")


def _seat(seat: int) -> tuple[Place, ...]:
    mat = seat + 1
    return (
        Place(f"seat/{seat}/city", mat, "spread", 100.0, 1.0, 280.0, 258.0, CARD, (), FACES, "laid", seat),
        Place(
            f"seat/{seat}/starfish", mat, "spots", 42.0, 42.0, 36.0, 116.0, STARFISH, _STARS, (STAR,), "follows", seat
        ),
    )


PLACES: Final = (
    *(_pile(pile, 120.0 + 80.0 * k) for k, pile in enumerate(PILES)),
    _pile("discard", 300.0),
    Place("tide", 0, "spots", 150.0, 225.0, 120.0, 40.0, TIDE_TOKEN, _TIDES, (CALM, STORM), "follows"),
    *(place for seat in range(SEATS) for place in _seat(seat)),
)

MATS: Final = sheets(SEATS + 1)
"""The printed sheets: the middle one, then one a seat."""
