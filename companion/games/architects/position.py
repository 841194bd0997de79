"""A described final position (CONTRACT: positions for ``score``), checked and turned into cities."""

from typing import Any

import msgspec

from companion.games.architects.facts import FACTS
from companion.games.architects.scoring import sheet
from companion.games.architects.state import City
from companion.games.common import PositionError, Sheet


class PlayerPosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What lies in front of one player, by the ids of the facts."""

    wonder: str
    built: tuple[str, ...] = ()
    cards: dict[str, int] = {}
    cat: bool = False
    military: int = 0
    progress: tuple[str, ...] = ()
    medals: int = 0


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Players in seat order, clockwise."""

    game: str
    players: tuple[PlayerPosition, ...]


def score_position(obj: Any) -> Sheet:
    """The score sheet of a position. Raises ``PositionError`` with one clear line."""
    try:
        position = msgspec.convert(obj, Position)
    except msgspec.ValidationError as error:
        raise PositionError(f"not a position of architects: {error}") from None
    if not 1 <= len(position.players) <= FACTS.table.max_players:
        raise PositionError(f"{len(position.players)} players: 1 to {FACTS.table.max_players} can be scored")
    holders = [seat for seat, player in enumerate(position.players) if player.cat]
    if len(holders) > 1:
        raise PositionError(f"there is one Cat; seats {' and '.join(map(str, holders))} both have it")
    cities = tuple(_city(seat, player) for seat, player in enumerate(position.players))
    _check_box(cities)
    return sheet(cities, holders[0] if holders else None)


def _city(seat: int, player: PlayerPosition) -> City:
    where = f"seat {seat}"
    _known(where, "wonder", (player.wonder,), tuple(FACTS.wonders))
    stages = tuple(stage.id for stage in FACTS.wonders[player.wonder].stages)
    _known(where, f"stage of {player.wonder}", player.built, stages)
    _known(where, "card", tuple(player.cards), tuple(FACTS.index))
    _known(where, "progress token", player.progress, tuple(FACTS.progress_tokens))
    if len(set(player.built)) < len(player.built):
        raise PositionError(f"{where}: a stage is named twice in built")
    if min(player.military, player.medals, *player.cards.values()) < 0:
        raise PositionError(f"{where}: there cannot be fewer than 0 of anything")
    return City(
        wonder=player.wonder,
        cards=tuple(player.cards.get(card.id, 0) for card in FACTS.cards),
        built=sum(1 << stages.index(stage) for stage in player.built),
        progress=player.progress,
        military=player.military,
        medals=player.medals,
    )


def _known(where: str, what: str, names: tuple[str, ...], known: tuple[str, ...]) -> None:
    for name in names:
        if name not in known:
            raise PositionError(f"{where}: no {what} {name!r}; known are {', '.join(known)}")


def _check_box(cities: tuple[City, ...]) -> None:
    """No more of anything than the box holds."""
    for place, card in enumerate(FACTS.cards):
        there = sum(city.cards[place] for city in cities)
        box = sum(deck[place] for deck in FACTS.decks.values())
        if there > box:
            raise PositionError(f"{there} cards {card.id}: the box holds {box}")
    for token in FACTS.progress_tokens.values():
        there = sum(city.progress.count(token.id) for city in cities)
        if there > token.copies:
            raise PositionError(f"{there} progress tokens {token.id}: the box holds {token.copies}")
    wonders = [city.wonder for city in cities]
    for wonder in wonders:
        if wonders.count(wonder) > 1:
            raise PositionError(f"the wonder {wonder} is there {wonders.count(wonder)} times")
