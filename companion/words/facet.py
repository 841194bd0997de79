"""What this room asks of a game: its ``words.toml``, and its facet ``words`` for what is told by a function.

The facet may have, each of them or not (what lacks is told by its id):

``NAMES``, ``SHORT``, ``LONG``
  as in ``words.toml``, where something in them follows from the rules' data;
``LONG_GAPS``
  what stands in a gap of an English sentence (``card``, or of one code alone ``deck.source``), if not its parameter;
``player(state, seat)``
  a player as the English sentences name one;
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
from functools import cache
from importlib.resources import files
from typing import Any

import msgspec

from companion.games.catalogue import facet, packages
from companion.games.tables import TableView

Move = Mapping[str, Any]
"""A move as a JSON object (docs/moves.md)."""
Lines = tuple[str, str]
"""What, and with what or from where (may be empty)."""
HouseRule = tuple[str, tuple[tuple[Any, str], ...]]
"""What a house rule is about, and its choices, the suggested one first: value and words."""
Said = str | tuple[str, str]
"""A template in English, or one for one thing and one for many."""


class Written(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game's ``words.toml``; all but ``long`` is in the catalogues.

    ``name``, ``title``: the game as players call it, and as its box is called; ``board_game_geek``: as board game
    databases call it, and its number there. ``names``: what things are called by their ids: ``cards``, ``tokens``,
    ``wonders``, ``categories`` (of the score sheet, in its order), ``symbols``, ``resources``, ``medals``, ``sources``
    (where a card comes from, as moves say it), ``where`` (where a medal lies, as the player who takes it sees it),
    ``pieces`` (faces ``<game>/token/<id>``), ``backs``, ``zones`` (places of the table, by the last part of their
    name); ``optional``: categories that only an expansion has. ``short``: a few words for every code; ``long``: an
    English sentence for every code, with ``/`` and the variant where there are several. ``sections``: those of the rule
    text on which findings and points rest. ``house_rules``: where the rulebook is silent.
    """

    name: str = ""
    title: str = ""
    board_game_geek: tuple[str, int] | None = None
    sections: tuple[str, ...] = ()
    names: dict[str, dict[str, str]] = {}
    optional: frozenset[str] = frozenset()
    short: dict[str, Said] = {}
    long: dict[str, Said] = {}
    house_rules: dict[str, HouseRule] = {}


@cache
def written(game: str) -> Written:
    """What a game's ``words.toml`` says; nothing where it has none or is not there (a newer referee speaks)."""
    path = files(packages()[game]) / "words.toml" if game in packages() else None
    return msgspec.toml.decode(path.read_bytes(), type=Written) if path and path.is_file() else Written()


def of_game(game: str, name: str, default: Any) -> Any:
    """What a game's facet ``words`` has of this name."""
    return getattr(facet(game, "words"), name, default) if game in packages() else default


def tables(kind: str, game: str = "") -> Iterator[Mapping[str, str]]:
    """This table of a game's names, empty where it has none; without ``game`` that of every game, in their order."""
    for name in [game] if game else packages():
        known: Mapping[str, Mapping[str, str]] = of_game(name, "NAMES", written(name).names)
        yield known.get(kind, {})


def short(game: str) -> Mapping[str, Said]:
    """A few words for every code."""
    words: Mapping[str, Said] = of_game(game, "SHORT", written(game).short)
    return words


def long(game: str) -> Mapping[str, Said]:
    """An English sentence for every code."""
    words: Mapping[str, Said] = of_game(game, "LONG", written(game).long)
    return words


def house_rules(game: str) -> Mapping[str, HouseRule]:
    """A game's house rules. Words as in the catalogues: say them with ``language.say``."""
    return written(game).house_rules


def game_of(table: TableView) -> str:
    """The game whose table this is: its tag on the wire."""
    return str(table.__struct_config__.tag)


def asked(table: TableView, question: str, of: object, default: Any) -> Any:
    """What the game's words answer; ``default`` where they have no such function."""
    found: Callable[[object], Any] | None = of_game(game_of(table), question, None)
    return default if found is None else found(of)
