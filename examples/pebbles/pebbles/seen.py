"""What the camera should see of a table of Pebbles, and what a move shows of itself."""

from collections.abc import Iterator
from typing import Final

from companion.games.mats import Place
from companion.games.vocabulary import Shown, Tableau
from pebbles.places import CALM, FACES, PLACES, STAR, STORM
from pebbles.rules.pieces import PILES, TIDE
from pebbles.rules.state import Counts, State, Take

DECK_FACES: Final = len(FACES)
READ_KEYS: Final = ("card",)


def places(_state: State) -> tuple[Place, ...]:
    """Every place on the mats."""
    return PLACES


def tableau(state: State) -> Tableau:
    """What should lie where if people have done everything that follows by rule."""
    return Tableau(spread=dict(_spread(state)), spots={}, piles=_piles(state))


def _spread(state: State) -> Iterator[tuple[str, tuple[str, ...]]]:
    yield "tide", (STORM,) * state.tide + (CALM,) * (TIDE - state.tide)
    for seat, city in enumerate(state.cities):
        yield f"seat/{seat}/city", _faces(city)
        yield f"seat/{seat}/starfish", (STAR,) * state.starfish[seat]


def _piles(state: State) -> dict[str, int]:
    return {**dict(zip(PILES, state.piles, strict=True)), "discard": sum(state.discard)}


def _faces(cards: Counts) -> tuple[str, ...]:
    return tuple(sorted(face for face, count in zip(FACES, cards, strict=True) for _ in range(count)))


def is_back(_face: str) -> bool:
    """All cards lie face up."""
    return False


def shows(move: Take) -> Shown:
    """The card comes to lie before the player, whatever the battle takes away again."""
    return Shown(f"pebbles/{move.card}", move.seat, lands=f"seat/{move.seat}/city")
