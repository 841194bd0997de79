"""Pieces and people by name. ``game``: whose pieces are meant; without it the first game that knows the name."""

from collections.abc import Iterable, Mapping, Sequence

from companion.games.tables import TableView
from companion.words.facet import asked, game_of, tables, written
from companion.words.language import _, say


def _named(kind: str, name: str, game: str = "") -> str:
    """The name in the language spoken; the id itself where no game knows it (a newer referee speaks)."""
    return next((say(known[name]) for known in tables(kind, game) if name in known), name)


def game_name(game: str) -> str:
    """A game as players call it."""
    return say(written(game).name or game)


def game_title(game: str) -> str:
    """A game as its box is called."""
    return say(written(game).title or game)


def card(face: str, game: str = "") -> str:
    """A card's name."""
    return _named("cards", face, game)


def token(name: str, game: str = "") -> str:
    """A progress token's name."""
    return _named("tokens", name, game)


def token_taken(name: str, game: str = "") -> str:
    """A progress token as something that was taken."""
    return _("token {name}").format(name=token(name, game))


def wonder(name: str, game: str = "") -> str:
    """A wonder: its city, or where a player has several the wonder itself."""
    return _named("wonders", name, game)


def category(name: str, game: str = "") -> str:
    """A category of the score sheet."""
    return _named("categories", name, game)


def categories(game: str, rows: Iterable[Mapping[str, float]]) -> tuple[str, ...]:
    """The categories of a sheet with these rows, in their order; one that only an expansion has, where it is played."""
    filled = {name for row in rows for name, points in row.items() if points}
    absent = written(game).optional - filled
    return tuple(name for known in tables("categories", game) for name in known if name not in absent)


def symbol(name: str, game: str = "") -> str:
    """A scientific symbol."""
    return _named("symbols", name, game)


def resource(name: str) -> str:
    """A resource."""
    return _named("resources", name)


def medal(name: str) -> str:
    """A medal, by its goal."""
    return _named("medals", name)


def where(name: str) -> str:
    """Where a medal lies, as the player who takes it sees it."""
    return _named("where", name)


def stage_number(stage: str) -> str:
    """The number of a stage, which ends its id."""
    return stage.rpartition("_")[2]


def signed(points: int) -> str:
    """A number as it is printed, with a true minus sign."""
    return str(points).replace("-", "\N{MINUS SIGN}")


def player(table: TableView, seat: int) -> str:
    """A player's name; a player without one goes by the wonder or the seat, in the language spoken."""
    if not 0 <= seat < len(table.players):
        return str(seat)
    person = table.players[seat]
    called = asked(table, "called", person, "")
    if called:
        return str(called)
    if person.name == f"Seat {seat}":
        return _("Player {n}").format(n=seat + 1)
    return wonder(person.wonder, game_of(table)) if person.name.lower() == person.wonder else person.name


def source(name: str, table: TableView | None = None) -> str:
    """Where a card came from: a deck by its own name, or a player's deck (``holder:2``) or cards (``city:2``)."""
    kind, _colon, seat = name.partition(":")
    if kind == "holder" and table is not None:
        return _("Deck of {player}").format(player=player(table, int(seat)))
    if kind == "city" and table is not None:
        return _("Cards of {player}").format(player=player(table, int(seat)))
    return _named("sources", name)


def medal_place(left_of: int | None, table: TableView) -> str:
    """Where a medal lies, as everybody sees it."""
    return where("centre") if left_of is None else _("left of {player}").format(player=player(table, left_of))


def spent(cards: Sequence[str], game: str = "") -> str:
    """Cards that were spent, by name: equal ones counted."""
    counts = {face: cards.count(face) for face in cards}
    return ", ".join(
        f"{count} \N{MULTIPLICATION SIGN} {card(face, game)}" if count > 1 else card(face, game)
        for face, count in counts.items()
    )


def spent_tokens(names: Sequence[str], game: str = "") -> str:
    """Progress tokens, by name."""
    return ", ".join(token(name, game) for name in names)
