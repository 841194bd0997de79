"""Pieces and people by name. ``game``: whose pieces are meant; without it the first game that knows the name."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from companion.games.architects import names as architects
from companion.games.duel import names as duel
from companion.games.duel.table import DuelTable
from companion.games.seven_wonders import names as seven_wonders
from companion.games.seven_wonders.table import SevenWondersSeat
from companion.games.tables import TableView
from companion.words.language import N_, _, say

Names = Mapping[str, Mapping[str, str]]
"""By game: an id to its English name."""

GAMES: Final = {"architects": N_("Architects"), "seven_wonders": N_("7 Wonders"), "duel": N_("Duel")}
"""Games as players call them."""
TITLES: Final = {
    "architects": N_("7 Wonders Architects"),
    "seven_wonders": N_("7 Wonders"),
    "duel": N_("7 Wonders Duel"),
}
"""Games as their boxes are called."""
CARDS: Final = {"architects": architects.CARDS, "seven_wonders": seven_wonders.CARDS, "duel": duel.CARDS}
TOKENS: Final = {"architects": architects.TOKENS, "duel": duel.TOKENS}
WONDERS: Final = {"architects": architects.WONDERS, "seven_wonders": seven_wonders.CITIES, "duel": duel.WONDERS}
CATEGORIES: Final = {
    "architects": architects.CATEGORIES,
    "seven_wonders": seven_wonders.CATEGORIES,
    "duel": duel.CATEGORIES,
}
SYMBOLS: Final = {"seven_wonders": seven_wonders.SYMBOLS, "duel": duel.SYMBOLS}
RESOURCES: Final = {"seven_wonders": seven_wonders.RESOURCES, "duel": duel.RESOURCES}


def _named(names: Names, name: str, game: str) -> str:
    """The name in the language spoken; the id itself where no game knows it (a newer referee speaks)."""
    for known in [names.get(game, {})] if game else names.values():
        if name in known:
            return say(known[name])
    return name


def game_name(game: str) -> str:
    """A game as players call it."""
    return say(GAMES.get(game, game))


def game_title(game: str) -> str:
    """A game as its box is called."""
    return say(TITLES.get(game, game))


def card(face: str, game: str = "") -> str:
    """A card's name."""
    return _named(CARDS, face, game)


def token(name: str, game: str = "") -> str:
    """A progress token's name."""
    return _named(TOKENS, name, game)


def wonder(name: str, game: str = "") -> str:
    """A wonder: its city; in Duel the wonder itself."""
    return _named(WONDERS, name, game)


def category(name: str, game: str = "") -> str:
    """A category of the score sheet."""
    return _named(CATEGORIES, name, game)


def categories(game: str, rows: Iterable[Mapping[str, float]]) -> tuple[str, ...]:
    """The categories of a sheet with these rows, in their order; one that only an expansion has, where it is played."""
    filled = {name for row in rows for name, points in row.items() if points}
    return tuple(name for name in CATEGORIES[game] if name != "medals" or name in filled)


def symbol(name: str, game: str = "") -> str:
    """A scientific symbol."""
    return _named(SYMBOLS, name, game)


def resource(name: str) -> str:
    """A resource of 7 Wonders or Duel."""
    return _named(RESOURCES, name, "")


def medal(name: str) -> str:
    """A medal, by its goal."""
    return say(architects.MEDALS.get(name, name))


def where(name: str) -> str:
    """Where a medal lies, as the player who takes it sees it."""
    return say(architects.WHERE.get(name, name))


def giver(reason: str) -> str:
    """What gives an extra card of Architects: a progress token or a wonder."""
    return token(reason, "architects") if reason in architects.TOKENS else wonder(reason, "architects")


def stage_number(stage: str) -> str:
    """The number of a stage: ``giza_3`` is ``3``."""
    return stage.rpartition("_")[2]


def signed(points: int) -> str:
    """A number as it is printed, with a true minus sign."""
    return str(points).replace("-", "\N{MINUS SIGN}")


def player(table: TableView, seat: int) -> str:
    """A player's name; a player without one goes by the wonder or the seat, in the language spoken."""
    if not 0 <= seat < len(table.players):
        return str(seat)
    person = table.players[seat]
    if isinstance(person, SevenWondersSeat) and person.free_city:
        return _("Free City")
    if isinstance(table, DuelTable):
        return _("Player {n}").format(n=seat + 1) if person.name == f"Seat {seat}" else person.name
    return wonder(person.wonder) if person.name.lower() == person.wonder else person.name


def source(name: str, table: TableView | None = None) -> str:
    """Where a card of Architects came from."""
    if name.startswith("holder:") and table is not None:
        return _("Deck of {player}").format(player=player(table, int(name[7:])))
    if name.startswith("city:") and table is not None:
        return _("Cards of {player}").format(player=player(table, int(name[5:])))
    return say(architects.SOURCES.get(name, name))


def medal_place(left_of: int | None, table: TableView) -> str:
    """Where a medal lies, as everybody sees it."""
    return where("centre") if left_of is None else _("left of {player}").format(player=player(table, left_of))


def spent(cards: Sequence[str]) -> str:
    """Cards of Architects that were spent, by name: equal ones counted."""
    counts = {face: cards.count(face) for face in cards}
    return ", ".join(
        f"{count} × {card(face, 'architects')}" if count > 1 else card(face, "architects")  # noqa: RUF001
        for face, count in counts.items()
    )


def spent_tokens(names: Sequence[str], game: str = "") -> str:
    """Progress tokens, by name."""
    return ", ".join(token(name, game) for name in names)
