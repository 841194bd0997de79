"""How a piece of any game looks: its icons, its colour, what is written on it. No rules."""

from pathlib import Path
from typing import Final, NamedTuple

from companion.games.architects import looks as architects
from companion.games.architects.looks import CARD_ICONS, TOKEN_ICONS, Face
from companion.games.duel import looks as duel
from companion.games.seven_wonders import looks as seven_wonders

ICONS: Final = Path(__file__).parent / "icons"
"""Where every icon lies, one ``.svg`` each."""

UNKNOWN: Final = Face(0, "grey", ("question",))
"""A card that this screen has never heard of, or that nobody has seen."""

_BADGES: Final = {"vp2_cat": "2", "vp3": "3", "shield_h2": "2"}

KNOWN_BY: Final = {"camera": "camera", "finger": "finger", "rule": "scroll"}
"""By how an event is known, as ``LogEntry.by`` has it: its icon."""

CITY_COLOURS: Final = ("blue", "red")
"""The colours of the two cities of Duel, which have no wonder to be marked by."""


class Mark(NamedTuple):
    """An icon, and the card colour in which it is drawn (empty: none of its own)."""

    icon: str
    colour: str = ""


_MARKS: Final = {
    "stages": Mark("stage"),
    "wonder": Mark("stage"),
    "wonders": Mark("pillar"),
    "cat": Mark("cat"),
    "blue": Mark("blue", "blue"),
    "civilian": Mark("blue", "blue"),
    "science": Mark("green", "green"),
    "scientific": Mark("green", "green"),
    "commercial": Mark("yellow", "yellow"),
    "guilds": Mark("purple", "purple"),
    "military": Mark("swords", "red"),
    "progress": Mark("star"),
    "medals": Mark("medal"),
    "treasury": Mark("coin", "yellow"),
}


class Pieces(NamedTuple):
    """What is drawn of a game: its cards' faces and its colours, each in their order."""

    cards: dict[str, Face]
    colours: tuple[str, ...]


PIECES: Final = {
    "architects": Pieces(
        {
            card: Face(1, colour, (CARD_ICONS[card],), _BADGES.get(card, ""))
            for card, colour in architects.CARDS.items()
        },
        architects.COLOURS,
    ),
    "seven_wonders": Pieces(seven_wonders.CARDS, seven_wonders.COLOURS),
    "duel": Pieces(duel.CARDS, duel.COLOURS),
}
"""By the game's name, as ``View.game`` has it."""


def face(game: str, card: str) -> Face:
    """How a card looks."""
    return PIECES[game].cards.get(card, UNKNOWN)


def category(name: str) -> Mark:
    """How a category of the score sheet is marked; one that this screen has never heard of: with a question."""
    return _MARKS.get(name, Mark("question"))


def token_icon(game: str, token: str) -> str:
    """The icon of a progress token."""
    return (duel.TOKENS if game == "duel" else TOKEN_ICONS).get(token, "question")


def wonder_icon(game: str, wonder: str) -> str:
    """The icon of a wonder (of 7 Wonders also with its side, as in ``giza A``)."""
    return duel.WONDERS.get(wonder, "pillar") if game == "duel" else wonder.split(" ", maxsplit=1)[0]
