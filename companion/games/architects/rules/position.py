"""A described final position (CONTRACT: positions for ``score``), checked and turned into cities."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import msgspec

from companion.games.architects.rules.expansion import (
    MEDAL_PLACE,
    MEDALS,
    TOKENS,
    OwnWonder,
    box_with,
    check_own,
    lacking,
    what_is_lacking,
)
from companion.games.architects.rules.facts import FACTS, Facts
from companion.games.architects.rules.scoring import sheet
from companion.games.architects.rules.setup import UNREAD, PlayerPosition, medals_named
from companion.games.architects.rules.state import City
from companion.games.reading import check_described, check_once, read_position
from companion.games.vocabulary import InvalidSetup, PositionError, Sheet, line


class Position(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Players in seat order, clockwise. ``box``: Rome and Ur as their owner has read them off, where they play.

    ``partial``: the cities need not fit together; that no more lies there than the box holds is not checked.
    """

    game: str
    players: tuple[PlayerPosition, ...]
    box: dict[str, OwnWonder] = {}
    partial: bool = False


def score_position(obj: Any) -> Sheet:
    """The score sheet of a position. Raises ``PositionError`` with one clear line."""
    position = read_position(obj, "architects", Position)
    if not 1 <= len(position.players) <= FACTS.table.max_players:
        raise PositionError(f"{len(position.players)} players: 1 to {FACTS.table.max_players} can be scored")
    facts = _box(position)
    cities, cat = cities_of(facts, position.players, partial=position.partial)
    return sheet(cities, cat, facts)


def cities_of(
    facts: Facts, players: Sequence[PlayerPosition], *, partial: bool = False
) -> tuple[tuple[City, ...], int | None]:
    """What lies before these players, and who has the Cat (None: nobody). Raises ``PositionError``."""
    cities = tuple(_city(facts, seat, player) for seat, player in enumerate(players))
    holders = [seat for seat, player in enumerate(players) if player.cat]
    if not partial:
        _check_box(facts, cities, holders)
    return cities, holders[0] if holders else None


def _box(position: Position) -> Facts:
    """The box that a position came out of: with the expansion where anything of it lies there."""
    for seat, player in enumerate(position.players):
        for wonder in lacking((player.wonder,), position.box):
            raise PositionError(f"seat {seat}: {what_is_lacking(wonder)}; give it in box")
    try:
        for wonder, own in position.box.items():
            check_own(wonder, own)
    except InvalidSetup as error:
        raise PositionError(str(error)) from None
    tokens = Counter(token for player in position.players for token in player.progress)
    base = FACTS.progress_tokens
    more = any(
        token in TOKENS and count > (base[token].copies if token in base else 0) for token, count in tokens.items()
    )
    expanded = more or position.box or any(player.medals for player in position.players)
    return box_with(position.box) if expanded else FACTS


def _city(facts: Facts, seat: int, player: PlayerPosition) -> City:
    where = f"seat {seat}"
    check_described(where, "wonder", (player.wonder,), facts.wonders)
    stages = tuple(stage.id for stage in facts.wonders[player.wonder].stages)
    check_described(where, f"stage of {player.wonder}", player.built, stages)
    check_described(where, "card", player.cards, FACTS.index)
    check_described(where, "progress token", player.progress, facts.progress_tokens)
    if len(set(player.built)) < len(player.built):
        raise PositionError(f"{where}: a stage is named twice in built")
    for stage in facts.wonders[player.wonder].stages:
        below = sorted(set(stage.requires) - set(player.built))
        if stage.id in player.built and below:
            said = f"{where}: {stage.id} cannot be built before {' and '.join(below)} below it"
            raise PositionError(said, line("stage_below", piece=player.wonder))
    medals = _medals(where, player.medals)
    if min(player.military, *player.cards.values(), 0) < 0:
        raise PositionError(f"{where}: there cannot be fewer than 0 of anything")
    return City(
        wonder=player.wonder,
        cards=tuple(player.cards.get(card.id, 0) for card in FACTS.cards),
        built=sum(1 << stages.index(stage) for stage in player.built),
        progress=player.progress,
        military=player.military,
        medals=medals,
    )


def _medals(where: str, medals: int | tuple[str, ...]) -> tuple[str, ...]:
    """The medals of a player: as they are named, or so many that nobody has named."""
    if isinstance(medals, int) and medals < 0:
        raise PositionError(f"{where}: there cannot be fewer than 0 of anything")
    named = medals_named(medals)
    check_described(where, "medal", named, (*MEDAL_PLACE, UNREAD))
    return named


def _check_box(facts: Facts, cities: tuple[City, ...], holders: Sequence[int]) -> None:
    """No more of anything than the box holds; ``holders``: who have the Cat."""
    if len(holders) > 1:
        raise PositionError(f"there is one Cat; seats {' and '.join(map(str, holders))} both have it", line("one_cat"))
    for place, card in enumerate(FACTS.cards):
        there = sum(city.cards[place] for city in cities)
        box = sum(deck[place] for deck in facts.decks.values())
        if there > box:
            why = line("too_many_pieces", piece=card.id, n=there, most=box)
            raise PositionError(f"{there} cards {card.id}: the box holds {box}", why)
    for token in facts.progress_tokens.values():
        there = sum(city.progress.count(token.id) for city in cities)
        if there > token.copies:
            why = line("too_many_pieces", piece=token.id, n=there, most=token.copies)
            raise PositionError(f"{there} progress tokens {token.id}: the box holds {token.copies}", why)
    medals = Counter(medal for city in cities for medal in city.medals)
    if medals.total() > len(MEDALS):
        raise PositionError(f"{medals.total()} medals: the box holds {len(MEDALS)}")
    for medal in MEDAL_PLACE:
        if medals[medal] > 1:
            raise PositionError(f"the medal {medal} is there {medals[medal]} times: there is one of each")
    check_once([city.wonder for city in cities])
