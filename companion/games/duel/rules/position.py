"""A described final position (CONTRACT: positions for ``score``), checked and turned into cities."""

from collections.abc import Sequence
from typing import Any

import msgspec

from companion.games.duel.rules.facts import FACTS, mask
from companion.games.duel.rules.science import has_supremacy
from companion.games.duel.rules.scoring import Victory, sheet
from companion.games.duel.rules.setup import PlayerPosition
from companion.games.duel.rules.state import City
from companion.games.reading import check_described, read_position
from companion.games.vocabulary import PositionError, Sheet, line


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Both players in seat order; ``pawn``: positive towards seat 1's capital, so that seat 0 is ahead.

    ``partial``: the cities need not fit together; that no more lies there than the box holds is not checked.
    """

    game: str
    players: tuple[PlayerPosition, ...]
    pawn: int = 0
    partial: bool = False


def score_position(obj: Any) -> Sheet:
    """The score sheet of a position. Raises ``PositionError`` with one clear line.

    A pawn in a capital or six different symbols win by supremacy, whatever the points.
    """
    position = read_position(obj, "duel", Position)
    cities = cities_of(position.players, position.pawn, partial=position.partial)
    return sheet(cities, position.pawn, victory(cities, position.pawn))


def cities_of(players: Sequence[PlayerPosition], pawn: int, *, partial: bool = False) -> tuple[City, City]:
    """What lies before the two players; of the wonders, those built. Raises ``PositionError``."""
    if len(players) != 2:
        raise PositionError(f"{len(players)} players: Duel is for 2")
    capital = FACTS.table.capital
    if not -capital <= pawn <= capital:
        raise PositionError(f"the pawn cannot stand at {pawn}: the track goes from -{capital} to {capital}")
    city, other = (_city(seat, player) for seat, player in enumerate(players))
    if not partial:
        _check_box(players)
    return city, other


def _city(seat: int, player: PlayerPosition) -> City:
    if player.coins < 0:
        raise PositionError(f"seat {seat}: there cannot be fewer than 0 coins")
    return City(
        cards=_places(seat, "card", player.cards, FACTS.index),
        built=_places(seat, "wonder", player.wonders, FACTS.wonder_index),
        tokens=_places(seat, "progress token", player.progress, FACTS.token_index),
        coins=player.coins,
    )


def _places(seat: int, what: str, names: tuple[str, ...], known: dict[str, int]) -> int:
    check_described(f"seat {seat}", what, names, known)
    return mask(known[name] for name in names)


def _check_box(players: Sequence[PlayerPosition]) -> None:
    """No more of anything than the box holds and the game deals."""
    for what in ("cards", "wonders", "progress"):
        names = [name for player in players for name in getattr(player, what)]
        twice = sorted({name for name in names if names.count(name) > 1})
        if twice:
            why = line("piece_twice", piece=twice[0])
            raise PositionError(f"{twice[0]} is there twice: the box holds each of the {what} once", why)
    table = FACTS.table
    for seat, player in enumerate(players):
        if len(player.wonders) > table.wonders_each:
            why = line("too_many_wonders", n=len(player.wonders), most=table.wonders_each)
            raise PositionError(f"seat {seat}: {len(player.wonders)} wonders; a player has {table.wonders_each}", why)
    built = sum(len(player.wonders) for player in players)
    if built > table.wonders_in_all:
        why = line("too_many_wonders", n=built, most=table.wonders_in_all)
        raise PositionError(f"{built} wonders are built: {table.wonders_in_all} at most in a game", why)
    for age in range(1, table.ages + 1):
        of_age = FACTS.ages[age] & ~FACTS.colors["purple"]
        there = sum(of_age >> FACTS.index[name] & 1 for player in players for name in player.cards)
        most = table.cards_per_age - (table.guilds if FACTS.ages[age] & FACTS.colors["purple"] else 0)
        if there > most:
            why = line("too_many_of_age", age="I" * age, n=there, most=most)
            raise PositionError(f"{there} cards of age {'I' * age} are built: {most} of them are in a game", why)
    guilds = [name for player in players for name in player.cards if FACTS.cards[FACTS.index[name]].color == "purple"]
    if len(guilds) > table.guilds:
        why = line("too_many_guilds", n=len(guilds), most=table.guilds)
        raise PositionError(f"{len(guilds)} guilds are built: {table.guilds} are in a game", why)


def victory(cities: tuple[City, City], pawn: int) -> Victory | None:
    """Sections "Military supremacy", "Scientific supremacy": at most one, since it ends the game."""
    won = [Victory("military", 0 if pawn > 0 else 1)] if abs(pawn) == FACTS.table.capital else []
    won += [Victory("science", seat) for seat, city in enumerate(cities) if has_supremacy(city)]
    if len(won) > 1:
        raise PositionError("two supremacies at once: the first one had ended the game", line("two_supremacies"))
    return won[0] if won else None
