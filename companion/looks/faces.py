"""How a piece of any game looks: its icons, its colour, what is written on it. No rules.

What a game's own pieces look like the ``looks.toml`` of its package says, in the tables that ``Looks`` names; each of
them may be left out: what lacks is drawn as something that this screen has never heard of.
"""

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from companion.games import catalogue

ICONS: Final = Path(__file__).parent / "icons"
"""Where every icon lies, one ``.svg`` each."""


class Face(NamedTuple):
    """How a card of any game is drawn: its age, its colour, its icons (the first is the main one), what is written."""

    age: int
    colour: str
    icons: tuple[str, ...]
    badge: str = ""


UNKNOWN: Final = Face(0, "grey", ("question",))
"""A card that this screen has never heard of, or that nobody has seen."""

KNOWN_BY: Final = {"camera": "camera", "finger": "finger", "rule": "scroll"}
"""By how an event is known, as ``LogEntry.by`` has it: its icon."""

FIELD_ICONS: Final = {
    "wonder": "pillar", "stages": "stage", "wonders": "pillar", "cards": "card", "progress": "star", "tokens": "swords",
    "coins": "coin", "military": "swords", "cat": "cat", "medals": "medal", "pawn": "pawn", "free_city": "city",
    "age": "hourglass", "turn": "repeat", "standing": "deck",
    "laid": "check",
}  # fmt: skip
"""What there is to tell of a city (``companion.words.fields``): its icon."""

AGES: Final = ("", "I", "II", "III")
"""The ages as they are printed on the backs of the cards."""

_SEATS: Final = ("blue", "red", "green", "yellow", "purple", "brown", "grey")


class Mark(NamedTuple):
    """An icon, and the card colour in which it is drawn (empty: none of its own)."""

    icon: str
    colour: str = ""


class Looks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is drawn of a game, each in the order in which it is shown.

    ``icon``: what stands for the game. ``faces``, ``colours``: of cards. ``token_icons``, ``wonder_icons``: of progress
    tokens and wonders; ``move_icons``: of kinds of moves that are about no piece. ``tints``: a wonder's colour on a
    dark screen and on a bright one, as ``#rrggbb``. ``marks``: of the score sheet's categories. ``counts``: the icons
    of further numbers of the table and its seats, by their fields. ``at_once``: where all play at once, the kinds of
    moves of which each seat makes one a turn.
    """

    icon: str = "card"
    faces: dict[str, Face] = {}
    colours: tuple[str, ...] = ()
    token_icons: dict[str, str] = {}
    wonder_icons: dict[str, str] = {}
    move_icons: dict[str, str] = {}
    tints: dict[str, tuple[str, str]] = {}
    marks: dict[str, Mark] = {}
    counts: dict[str, str] = {}
    at_once: tuple[str, ...] = ()


@cache
def looks(game: str) -> Looks:
    """What is drawn of a game; nothing of one that is not there (a newer referee speaks)."""
    path = files(catalogue.packages()[game]) / "looks.toml" if game in catalogue.packages() else None
    return msgspec.toml.decode(path.read_bytes(), type=Looks) if path and path.is_file() else Looks()


def face(game: str, card: str) -> Face:
    """How a card looks."""
    return looks(game).faces.get(card, UNKNOWN)


def category(name: str) -> Mark:
    """How a category of the score sheet is marked; one that no game's looks know: with a question."""
    return next(
        (looks(game).marks[name] for game in catalogue.packages() if name in looks(game).marks), Mark("question")
    )


def token_icon(game: str, token: str) -> str:
    """The icon of a progress token."""
    return looks(game).token_icons.get(token, "question")


def wonder_icon(game: str, wonder: str) -> str:
    """The icon of a wonder, which may come with its side (``NAME A``)."""
    return looks(game).wonder_icons.get(wonder.partition(" ")[0], "pillar")


def seat_colour(seat: int) -> str:
    """The card colour in which a player is marked who has no wonder to be marked by."""
    return _SEATS[seat % len(_SEATS)]
