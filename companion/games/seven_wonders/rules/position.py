"""A described final position (CONTRACT: positions for ``score``), checked and turned into cities."""

from collections.abc import Sequence
from typing import Any

import msgspec

from companion.games.reading import check_described, check_once, read_position
from companion.games.seven_wonders.rules.effects import Symbol
from companion.games.seven_wonders.rules.endings import Ending, wilds
from companion.games.seven_wonders.rules.facts import BOARDS, CARDS, EDITION, EDITIONS, OF_COLOR, TABLE, Facts
from companion.games.seven_wonders.rules.guilds import guilds_to_copy
from companion.games.seven_wonders.rules.scoring import sheet
from companion.games.seven_wonders.rules.setup import HouseRules
from companion.games.seven_wonders.rules.state import City
from companion.games.vocabulary import PositionError, Sheet, line

_TOKENS = (TABLE.defeat_points, *TABLE.victory_points)
_NEIGHBOURS = 2
"""A city takes at most one token an age from each neighbour."""


class CityPosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What lies in front of one player, by the ids of the facts.

    ``stages``: how many are built. ``science_choice``: the symbols chosen for wild ones; ``guild_copy``: the guild that
    Olympia copies; where they are not given, the best are chosen.
    """

    wonder: str
    side: str = "A"
    stages: int = 0
    coins: int = 0
    conflict_tokens: tuple[int, ...] = ()
    cards: tuple[str, ...] = ()
    science_choice: tuple[Symbol, ...] = ()
    guild_copy: str | None = None


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Players in seat order, clockwise, and the edition that was played.

    ``free_city``: with two players the city between seat 1 and seat 0. ``partial``: something of the table was not
    seen, so what must balance between cities (conflicts won and lost, copies in the decks) is not checked.
    """

    game: str
    players: tuple[CityPosition, ...]
    free_city: CityPosition | None = None
    house_rules: HouseRules = HouseRules()
    edition: int = EDITION
    partial: bool = False


def score_position(obj: Any) -> Sheet:
    """The score sheet of a position. Raises ``PositionError`` with one clear line."""
    position = read_position(obj, "seven_wonders", Position)
    if position.edition not in EDITIONS:
        raise PositionError(f"there is no edition {position.edition}; there are {', '.join(map(str, EDITIONS))}")
    facts = EDITIONS[position.edition]
    described = _described(position, facts)
    whole = not position.partial and (len(position.players) > 2 or position.free_city is not None)
    cities = cities_of(described, len(position.players) if whole else TABLE.max_players, facts)
    if whole:
        _check_conflicts(cities)
    chosen = tuple(_ending(where, city, cities, seat) for seat, (where, city) in enumerate(described))
    return sheet(cities, len(position.players), position.house_rules, chosen)


def _described(position: Position, facts: Facts) -> list[tuple[str, CityPosition]]:
    """All cities, the Free City last, each with where it is. Section 'Variant for two players'."""
    players = len(position.players)
    if not 1 <= players <= TABLE.max_players:
        raise PositionError(f"{players} players: 1 to {TABLE.max_players} can be scored")
    described = [(f"seat {seat}", city) for seat, city in enumerate(position.players)]
    if position.free_city is not None:
        if facts.table.two_players is None:
            raise PositionError(f"there is no Free City in edition {facts.number}: leave free_city out")
        if players != 2:
            why = line("free_city_for_two", n=players)
            raise PositionError(f"the Free City is for two players, not for {players}: leave free_city out", why)
        described.append(("the Free City", position.free_city))
    return described


def cities_of(described: Sequence[tuple[str, CityPosition]], players: int, facts: Facts) -> tuple[City, ...]:
    """What lies in these cities, each with where it is; decks as for so many players. Raises ``PositionError``."""
    cities = tuple(_city(where, city, facts) for where, city in described)
    _check_box(cities, players, facts)
    return cities


def _city(where: str, described: CityPosition, facts: Facts) -> City:
    check_described(where, "wonder", (described.wonder,), facts.wonders)
    if (described.wonder, described.side) not in facts.board_index:
        raise PositionError(f"{where}: the board of {described.wonder} has no side {described.side!r}; it has A and B")
    board = BOARDS[facts.board_index[described.wonder, described.side]]
    if not 0 <= described.stages <= len(board.stages):
        raise PositionError(
            f"{where}: {described.stages} stages built; {board.wonder} {board.side} has {len(board.stages)}",
            line("too_many_stages", piece=board.wonder, n=described.stages, most=len(board.stages)),
        )
    if described.coins < 0:
        raise PositionError(f"{where}: there cannot be {described.coins} coins")
    _check_tokens(where, described.conflict_tokens)
    cards = _cards(where, described.cards, facts)
    return City(board.place, cards, described.stages, described.coins, described.conflict_tokens)


def _cards(where: str, ids: tuple[str, ...], facts: Facts) -> int:
    """The cards as a bit mask; no two of one name. Section 'Construction of a building'."""
    check_described(where, "card", ids, facts.index)
    cards = 0
    for name in ids:
        card = CARDS[facts.index[name]]
        if cards & card.same_name:
            raise PositionError(f"{where}: {card.name} is there twice; a city has no two buildings of one name")
        cards |= card.bit
    return cards


def _check_tokens(where: str, tokens: tuple[int, ...]) -> None:
    """No more than two tokens an age. Section 'End of an age'."""
    for token in tokens:
        if token not in _TOKENS:
            raise PositionError(f"{where}: no conflict token {token}; there are {', '.join(map(str, _TOKENS))}")
    for value in TABLE.victory_points:
        if tokens.count(value) > _NEIGHBOURS:
            raise PositionError(f"{where}: {tokens.count(value)} conflict tokens {value}; at most 2 can be won")
    most = _NEIGHBOURS * TABLE.ages
    if len(tokens) > most:
        raise PositionError(f"{where}: {len(tokens)} conflict tokens; there are at most {most} in a game")


def _check_box(cities: tuple[City, ...], players: int, facts: Facts) -> None:
    """No more of anything than the box and the decks for so many players hold. Section 'Decks of the ages'."""
    for card, copies in zip(CARDS, facts.copies(players), strict=False):
        there = sum(bool(city.cards & card.bit) for city in cities)
        if there > card.copies:
            why = line("too_many_pieces", piece=card.id, n=there, most=card.copies)
            raise PositionError(f"{there} cards {card.id}: the box holds {card.copies}", why)
        if there > copies:
            why = line("too_many_pieces", piece=card.id, n=there, most=copies)
            raise PositionError(f"{there} cards {card.id}: the decks for {players} players hold {copies}", why)
    guilds = sum((city.cards & OF_COLOR["purple"]).bit_count() for city in cities)
    most = facts.guilds_in_play(players)
    if guilds > most:
        why = line("too_many_guilds", n=guilds, most=most)
        raise PositionError(f"{guilds} guilds are built: with {players} players {most} are in a game", why)
    check_once([BOARDS[city.board].wonder for city in cities])


def _check_conflicts(cities: tuple[City, ...]) -> None:
    """Whoever wins a conflict, a neighbour loses it. Section 'End of an age'."""
    tokens = [token for city in cities for token in city.tokens]
    lost = tokens.count(TABLE.defeat_points)
    won = len(tokens) - lost
    if won != lost:
        raise PositionError(
            f"conflict tokens: {won} of victory and {lost} of defeat; each conflict that is won gives one of both",
            line("conflicts_differ", won=won, lost=lost),
        )


def _ending(where: str, described: CityPosition, cities: tuple[City, ...], seat: int) -> Ending:
    """What was chosen at the end, as far as the position says."""
    guilds = guilds_to_copy(cities, seat)
    ids = [CARDS[guild].id for guild in guilds]
    copied = None
    if described.guild_copy is not None:
        if described.guild_copy not in ids:
            can = f"it can copy {', '.join(ids)}" if ids else "it has no guild to copy"
            raise PositionError(f"{where}: cannot copy {described.guild_copy!r}; {can}")
        copied = guilds[ids.index(described.guild_copy)]
    most = max(len(wilds(cities[seat], guild)) for guild in ((copied,) if copied is not None else (*guilds, None)))
    if len(described.science_choice) > most:
        raise PositionError(f"{where}: {len(described.science_choice)} symbols in science_choice; {most} can be chosen")
    return Ending(described.science_choice, copied)
