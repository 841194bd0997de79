"""Shields and the conflicts between neighbours. Sections 'End of an age' and 'Military buildings'."""

from functools import lru_cache

from companion.games.seven_wonders.rules.counting import neighbour_seats
from companion.games.seven_wonders.rules.effects import Effect, Shields
from companion.games.seven_wonders.rules.facts import BOARDS, CARDS, TABLE
from companion.games.seven_wonders.rules.state import City


def shields(city: City) -> int:
    """A city's shields: on its cards and on the built stages of its wonder."""
    return _on_cards(city.cards & _WITH_SHIELDS) + _STAGE_SHIELDS[city.board][city.stages]


def conflicts(age: int, strengths: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The tokens that each seat takes at the end of an age: from the left neighbour, then from the right one.

    ``strengths``: the shields of all cities in seat order. More than the neighbour: the age's victory token; fewer: a
    defeat token; as many: none. Section 'End of an age'.
    """
    return tuple(
        tuple(
            TABLE.victory_points[age - 1] if own > strengths[other] else TABLE.defeat_points
            for other in neighbour_seats(len(strengths), seat)
            if own != strengths[other]
        )
        for seat, own in enumerate(strengths)
    )


def _printed(effects: tuple[Effect, ...]) -> int:
    return sum(effect.amount for effect in effects if isinstance(effect, Shields))


_CARD_SHIELDS = tuple(_printed(card.effects) for card in CARDS)
_WITH_SHIELDS = sum(1 << place for place, number in enumerate(_CARD_SHIELDS) if number)
_STAGE_SHIELDS = tuple(
    tuple(sum(_printed(stage.effects) for stage in board.stages[:built]) for built in range(len(board.stages) + 1))
    for board in BOARDS
)
"""By board and number of built stages."""


@lru_cache(maxsize=1 << 12)
def _on_cards(cards: int) -> int:
    return sum(number for place, number in enumerate(_CARD_SHIELDS) if cards >> place & 1)
