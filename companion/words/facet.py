"""What this room asks of a game: its facet ``names``, the game's own tables of words and how its moves are told.

A module of that name may have, each of them or not (what lacks is told by its id):

tables, an id to a string in English that is marked for the catalogues:
  ``CARDS``, ``TOKENS``, ``WONDERS``, ``CATEGORIES`` (of the score sheet, in its order), ``SYMBOLS``, ``RESOURCES``,
  ``MEDALS``, ``SOURCES`` (where a card comes from, as moves say it), ``WHERE`` (where a medal lies, as the player who
  takes it sees it), ``PIECES`` (faces ``<game>/token/<id>``), ``BACKS``, ``ZONES`` (places of the table, by the last
  part of their name);
``NAME``, ``TITLE``
  the game as players call it, and as its box is called;
``OPTIONAL``
  categories that only an expansion has;
``HOUSE_RULES``
  where the rulebook is silent: what each rule is about, and its choices, the suggested one first: value and words;
``MOVES``
  each kind of move to a function of the move and the table that tells it in two lines: what, and with what or from
  where. A move without a kind is told by the first key of ``MOVES`` that it has;
``called(seat)``, ``plays(seat)``
  how a seat is called that is nobody's (empty: by its player), and whether its points count;
``supremacy(table)``
  what won a game before its end (empty: nothing did);
``tie_break(seat)``
  what is compared between players with as many points, as a number and in words.
"""

from collections.abc import Callable, Iterator, Mapping
from types import ModuleType
from typing import Any, Final, cast

from companion.games.catalogue import facet, packages
from companion.games.tables import TableView

_FACET: Final = "names"

Move = Mapping[str, Any]
"""A move as a JSON object (docs/moves.md)."""
Lines = tuple[str, str]
"""What, and with what or from where (may be empty)."""
HouseRule = tuple[str, tuple[tuple[Any, str], ...]]
"""What a house rule is about, and its choices, the suggested one first: value and words."""


def _names(game: str) -> ModuleType | None:
    """A game's words; ``None`` for a game that has none or that is not there (a newer referee speaks)."""
    return facet(game, _FACET) if game in packages() else None


def tables(kind: str, game: str = "") -> Iterator[Mapping[str, str]]:
    """This table of a game's words, empty where it has none; without ``game`` that of every game, in their order."""
    for name in [game] if game else packages():
        yield getattr(_names(name), kind, {})


def titles(kind: str) -> Mapping[str, str]:
    """Every game's ``NAME`` or ``TITLE``; of a game without words its own name."""
    return {game: getattr(_names(game), kind, game) for game in packages()}


def house_rules(game: str) -> Mapping[str, HouseRule]:
    """A game's house rules. Words as in the catalogues: say them with ``language.say``."""
    return cast("Mapping[str, HouseRule]", getattr(_names(game), "HOUSE_RULES", {}))


def optional(game: str) -> frozenset[str]:
    """Categories that only an expansion has."""
    return cast("frozenset[str]", getattr(_names(game), "OPTIONAL", frozenset()))


def told_by(game: str) -> Mapping[str, Callable[[Move, TableView], Lines]]:
    """How each kind of move is told."""
    return cast("Mapping[str, Callable[[Move, TableView], Lines]]", getattr(_names(game), "MOVES", {}))


def game_of(table: TableView) -> str:
    """The game whose table this is: its tag on the wire."""
    return str(table.__struct_config__.tag)


def asked(table: TableView, question: str, of: object, default: Any) -> Any:
    """What the game's words answer; ``default`` where they have no such function."""
    found = getattr(_names(game_of(table)), question, None)
    return default if found is None else found(of)
