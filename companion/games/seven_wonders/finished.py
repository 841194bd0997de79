"""7 Wonders: what there is to tell of a city at the end."""

from collections.abc import Sequence
from typing import Any, Final

from companion.games.finished import NUMBER, Field, FieldName, Piece, Told, many, number, one
from companion.games.seven_wonders import photo
from companion.games.seven_wonders.rules.facts import CARDS, EDITIONS, TABLE

READ_BY_NAME: Final = tuple(photo.FILES)
"""The editions whose pieces are read by what is printed on them, without an enrolled box."""
PARTIAL: Final = True
"""Cities that do not fit together can be scored as they are."""
_MOST_COINS: Final = 99
_BESIDE: Final = 2
"""Neighbours that a city has from three players on."""
_GUILDS: Final = {card.id for card in CARDS if card.color == "purple"}
"""Cards that may count what the neighbours have."""
_BOARDS, _TOKENS, _COINS, _BACKS = "board/", "token/conflict_", "coin/", "back/age_"


def fields(edition: int) -> tuple[Field, ...]:
    """Board and side, stages, coins, conflict tokens, cards; of the table, whether the last city is the free one."""
    facts = EDITIONS[edition]
    boards = tuple(Piece(f"{board.wonder} {board.side}", "board") for board in facts.boards)
    won = tuple(Piece(str(value), "worth", 2) for value in TABLE.victory_points)
    lost = Piece(str(TABLE.defeat_points), "worth", 2 * TABLE.ages)
    # Of cards of one name the earliest stands for all.
    earliest = {card.name: card.id for card in reversed(facts.cards)}
    cards = [card.id for card in facts.cards if earliest[card.name] == card.id]
    free = (
        (Field("free_city", "number", most=1, shared=True, rare=True),) if facts.table.two_players is not None else ()
    )
    return (
        Field("wonder", "one", boards),
        Field("stages", "number", most=max(len(board.stages) for board in facts.boards)),
        Field("coins", "number", most=_MOST_COINS),
        Field("tokens", "many", (*won, lost)),
        Field("cards", "many", tuple(Piece(card, "card") for card in cards)),
        *free,
    )


def position(edition: int, cities: Sequence[Told], table: Told) -> dict[str, Any]:
    """The described position; the Free City, where there is one, is told last."""
    players = [_player(city) for city in cities]
    share_twins(players, edition)
    told = {"game": "seven_wonders", "edition": edition}
    if number(table, "free_city"):
        return told | {"players": players[:-1], "free_city": players[-1]}
    return told | {"players": players}


def missing(position: dict[str, Any]) -> list[str]:
    """Guilds count what the neighbours have, and from three players on everybody has two."""
    players = position["players"]
    if len(players) > _BESIDE or not any(_GUILDS & set(player["cards"]) for player in players):
        return []
    few = f"{len(players)} photographs: guilds count only the neighbours that are in them"
    return [f"{few}; with more players give all cities, in seat order"]


def copies(edition: int, players: int) -> dict[str, int]:
    """How many of each card there are for so many players; those of one name together, under the earliest."""
    facts = EDITIONS[edition]
    there = facts.copies(_decks(players))
    counts: dict[str, int] = {}
    for card in facts.cards:
        counts[card.name] = counts.get(card.name, 0) + there[card.place]
    earliest = {card.name: card.id for card in reversed(facts.cards)}
    return {card: counts[name] for name, card in earliest.items()}


def share_twins(players: Sequence[dict[str, Any]], edition: int) -> None:
    """Cards of one name look alike whichever age they are of: each is the earliest of which the decks have one left."""
    facts = EDITIONS[edition]
    copies = facts.copies(_decks(len(players)))
    left = {card.id: copies[card.place] for card in facts.cards}
    alike: dict[str, list[str]] = {}
    for card in facts.cards:
        alike.setdefault(card.name, []).append(card.id)
    for player in players:
        for place, told in enumerate(player["cards"]):
            twins = alike[CARDS[facts.index[told]].name] if told in facts.index else [told]
            player["cards"][place] = next((twin for twin in twins if left.get(twin)), told)
            left[player["cards"][place]] = left.get(player["cards"][place], 1) - 1


def _decks(players: int) -> int:
    """For how many players the decks were made: where not all cities are told, for most."""
    return players if players > 2 else TABLE.max_players


def belongs(face: str) -> tuple[FieldName, str, int] | None:
    """Backs that look out below a board are its stages. Cards that look alike in two ages are the earlier one."""
    if face.startswith(_BOARDS):
        return "wonder", face.removeprefix(_BOARDS).replace("/", " "), 1
    if face.startswith(_COINS):
        return "coins", NUMBER, int(face.removeprefix(_COINS))
    if face.startswith(_TOKENS):
        return "tokens", face.removeprefix(_TOKENS).replace("minus_", "-"), 1
    if face.startswith(_BACKS):
        return "stages", NUMBER, 1
    known = next((name for name in (face, f"{face}_1") for facts in EDITIONS.values() if name in facts.index), None)
    return None if known is None else ("cards", known, 1)


def _player(city: Told) -> dict[str, Any]:
    wonder, _, side = one(city, "wonder").partition(" ")
    return {
        "wonder": wonder,
        "side": side,
        "stages": number(city, "stages"),
        "coins": number(city, "coins"),
        "conflict_tokens": sorted(map(int, many(city, "tokens"))),
        "cards": list(many(city, "cards")),
    }
