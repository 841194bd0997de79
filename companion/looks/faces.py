"""How a piece of any game looks: its icons, its colour, what is written on it. No rules.

Each game has its own in its facet ``looks``, which may have: ``FACES`` (each card's ``Face``), ``COLOURS`` (of cards,
in the order in which they are shown), ``TOKEN_ICONS``, ``WONDER_ICONS``, ``MARKS`` (of the score sheet's categories).
What lacks is drawn as something that this screen has never heard of.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from companion.games.catalogue import facet, packages

ICONS: Final = Path(__file__).parent / "icons"
"""Where every icon lies, one ``.svg`` each."""

KNOWN_BY: Final = {"camera": "camera", "finger": "finger", "rule": "scroll"}
"""By how an event is known, as ``LogEntry.by`` has it: its icon."""

CITY_COLOURS: Final = ("blue", "red")
"""The colours of cities that have no wonder to be marked by, in turn."""


class Face(NamedTuple):
    """How a card of any game is drawn: its age, its colour, its icons (the first is the main one), what is written."""

    age: int
    colour: str
    icons: tuple[str, ...]
    badge: str = ""


UNKNOWN: Final = Face(0, "grey", ("question",))
"""A card that this screen has never heard of, or that nobody has seen."""


class Mark(NamedTuple):
    """An icon, and the card colour in which it is drawn (empty: none of its own)."""

    icon: str
    colour: str = ""


class Pieces(NamedTuple):
    """What is drawn of a game: its cards' faces and its colours, each in their order."""

    cards: Mapping[str, Face]
    colours: tuple[str, ...]


def _looks(game: str, table: str) -> Mapping[str, Any]:
    """A table of a game's looks; empty where it has none."""
    return getattr(facet(game, "looks"), table, {}) if game in packages() else {}


class _Games(Mapping[str, Pieces]):
    """Every game's pieces; looking one up imports its looks."""

    def __getitem__(self, game: str) -> Pieces:
        if game not in packages():
            raise KeyError(game)
        return Pieces(_looks(game, "FACES"), tuple(_looks(game, "COLOURS")))

    def __iter__(self) -> Iterator[str]:
        return iter(packages())

    def __len__(self) -> int:
        return len(packages())


PIECES: Final[Mapping[str, Pieces]] = _Games()
"""By the game's name, as ``View.game`` has it."""


def face(game: str, card: str) -> Face:
    """How a card looks."""
    return PIECES[game].cards.get(card, UNKNOWN)


def category(name: str) -> Mark:
    """How a category of the score sheet is marked; one that no game's looks know: with a question."""
    marks = (_looks(game, "MARKS") for game in packages())
    return next((known[name] for known in marks if name in known), Mark("question"))


def token_icon(game: str, token: str) -> str:
    """The icon of a progress token."""
    return str(_looks(game, "TOKEN_ICONS").get(token, "question"))


def wonder_icon(game: str, wonder: str) -> str:
    """The icon of a wonder, which may come with its side (``NAME A``): the game's own, else the one of that name."""
    name = wonder.split(" ", maxsplit=1)[0]
    icon = str(_looks(game, "WONDER_ICONS").get(wonder, name))
    return icon if (ICONS / f"{icon}.svg").is_file() else "pillar"
