"""How a piece of any game looks on the screen: its icons, its colour, what is written on it. No rules."""

from typing import Final, NamedTuple

from ui import facts, facts_duel, facts_seven_wonders
from ui.facts import Face
from ui.icons import CARD_ICONS, TOKEN_ICONS

UNKNOWN: Final = Face(0, "grey", ("question",))
"""A card that this screen has never heard of, or that nobody has seen."""

_BADGES: Final = {"vp2_cat": "2", "vp3": "3", "shield_h2": "2"}


class Pieces(NamedTuple):
    """What is drawn of a game: its cards' faces, colours and score categories, each in their order."""

    cards: dict[str, Face]
    colours: tuple[str, ...]
    categories: tuple[str, ...]


PIECES: Final = {
    "architects": Pieces(
        {card: Face(1, colour, (CARD_ICONS[card],), _BADGES.get(card, "")) for card, colour in facts.CARDS.items()},
        facts.COLOURS,
        facts.CATEGORIES,
    ),
    "seven_wonders": Pieces(facts_seven_wonders.CARDS, facts_seven_wonders.COLOURS, facts_seven_wonders.CATEGORIES),
    "duel": Pieces(facts_duel.CARDS, facts_duel.COLOURS, facts_duel.CATEGORIES),
}
"""By the game's name, as ``View.game`` has it."""


def face(game: str, card: str) -> Face:
    """How a card looks."""
    return PIECES[game].cards.get(card, UNKNOWN)


def token_icon(game: str, token: str) -> str:
    """The icon of a progress token."""
    return (facts_duel.TOKENS if game == "duel" else TOKEN_ICONS).get(token, "question")


def wonder_icon(game: str, wonder: str) -> str:
    """The icon of a wonder (of 7 Wonders also with its side, as in ``giza A``)."""
    return facts_duel.WONDERS.get(wonder, "pillar") if game == "duel" else wonder.split(" ")[0]
