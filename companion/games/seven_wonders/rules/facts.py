"""What is printed on the pieces of 7 Wonders, as typed data.

Loaded once from an edition's data files in ``data/<edition>/``. Cards and boards are places (numbers) in
``FACTS.cards`` and ``FACTS.boards``; the buildings of a city are a bit mask over the places of the cards
(a city never holds two of one name). Resources are counted as tuples of 7 in the order of ``RESOURCES``.
"""

from typing import Any, Literal, get_args

import msgspec

from companion.games.reading import read_data
from companion.games.seven_wonders.rules.effects import Color, Effect, Resource, Side, Symbol

RESOURCES: tuple[Resource, ...] = get_args(Resource)
SYMBOLS: tuple[Symbol, ...] = get_args(Symbol)
COLORS: tuple[Color, ...] = get_args(Color)
Resources = tuple[int, ...]
"""How many of each resource, in the order of ``RESOURCES``."""
NOTHING: Resources = (0,) * len(RESOURCES)


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One building. ``place`` is its number in ``FACTS.cards``, ``bit`` its bit in a city's cards.

    ``coins`` and ``cost`` are what it costs; ``marks`` has one entry a copy in the box: the number of players
    from which that copy is used (guilds: none, see ``Table.guilds_beyond_players``). ``chain_mask``: any one of these
    buildings lets it be built for free; ``same_name``: the cards of its name, itself included.
    """

    place: int
    id: str
    name: str
    age: int
    color: Color
    effects: tuple[Effect, ...]
    cost: Resources
    chain_mask: int
    same_name: int
    marks: tuple[int, ...] = msgspec.field(name="players")
    coins: int = 0

    @property
    def bit(self) -> int:
        """The card's bit in a city's cards."""
        return 1 << self.place

    @property
    def face(self) -> str:
        """The face id that vision uses."""
        return f"seven_wonders/{self.id}"

    @property
    def copies(self) -> int:
        """How many the box holds."""
        return len(self.marks) or 1


class Stage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One stage of a wonder: what it costs and what it does."""

    cost: Resources
    effects: tuple[Effect, ...]
    coins: int = 0


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One side of a wonder board. ``resource``: what the city produces from the start (for sale)."""

    place: int
    wonder: str
    side: Literal["A", "B"]
    city: str
    name: str
    resource: Resource
    stages: tuple[Stage, ...]


class TwoPlayers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The variant with the Free City: the decks of so many players; who holds its card first, by age.

    ``left``: the player to the left of the Free City.
    """

    decks_of: int
    free_city_holder: tuple[Side, ...]


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers of the game as such. Tuples have one entry an age."""

    edition: str
    min_players: int
    max_players: int
    ages: int
    hand: int
    turns: int
    starting_coins: int
    trade_price: int
    discard_coins: int
    coins_per_point: int
    guilds_beyond_players: int
    pass_to: tuple[Side, ...]
    victory_points: tuple[int, ...]
    defeat_points: int
    science_set_points: int
    two_players: TwoPlayers


class Facts(msgspec.Struct, frozen=True):
    """An edition. ``index``: a card's place by id; ``board_index``: a board's by wonder and side.

    ``colors``: the cards of each colour as a bit mask; ``ages``: those of each age (guilds among the third's).
    """

    cards: tuple[Card, ...]
    index: dict[str, int]
    boards: tuple[Board, ...]
    board_index: dict[tuple[str, str], int]
    wonders: tuple[str, ...]
    colors: dict[Color, int]
    ages: tuple[int, ...]
    table: Table

    def decks_of(self, players: int) -> int:
        """For how many players the decks are made (two play with those of three)."""
        return self.table.two_players.decks_of if players == 2 else players

    def copies(self, players: int) -> tuple[int, ...]:
        """How many of each card can be in the game: those with the marks; each guild once.

        Section 'Decks of the ages'.
        """
        decks = self.decks_of(players)
        return tuple(sum(mark <= decks for mark in card.marks) if card.marks else 1 for card in self.cards)

    def guilds_in_play(self, players: int) -> int:
        """How many guilds are drawn into the third deck. Section 'Decks of the ages'."""
        return self.decks_of(players) + self.table.guilds_beyond_players


def counted(named: object) -> Resources:
    """Resources by name, as a file has them, as numbers in the order of ``RESOURCES``."""
    known = msgspec.convert(named, dict[Resource, int])
    return tuple(known.get(resource, 0) for resource in RESOURCES)


def named(resources: Resources) -> dict[str, int]:
    """Resources by name, those that are there."""
    return {resource: resources[place] for place, resource in enumerate(RESOURCES) if resources[place]}


def load(edition: str) -> Facts:
    """The facts of an edition: its data files, read, checked and numbered."""
    cards = _cards(read_data(__package__, f"{edition}/cards.json", list[dict[str, Any]]))
    boards = _boards(read_data(__package__, f"{edition}/boards.json", list[dict[str, Any]]))
    table = read_data(__package__, f"{edition}/table.json", Table)
    return Facts(
        cards=cards,
        index={card.id: card.place for card in cards},
        boards=boards,
        board_index={(board.wonder, board.side): board.place for board in boards},
        wonders=tuple(dict.fromkeys(board.wonder for board in boards)),
        colors={color: sum(card.bit for card in cards if card.color == color) for color in COLORS},
        ages=tuple(sum(card.bit for card in cards if card.age == age) for age in range(1, table.ages + 1)),
        table=table,
    )


def _cards(printed: list[dict[str, Any]]) -> tuple[Card, ...]:
    """Out of names, as the file has them, numbers."""
    index = {card["id"]: place for place, card in enumerate(printed)}
    for place, card in enumerate(printed):
        card["place"], card["cost"] = place, counted(card.get("cost", {}))
        card["chain_mask"] = sum(1 << index[parent] for parent in card.pop("chain_from", ()))
        card["same_name"] = sum(1 << twin for twin, other in enumerate(printed) if other["name"] == card["name"])
    return msgspec.convert(printed, tuple[Card, ...])


def _boards(printed: list[dict[str, Any]]) -> tuple[Board, ...]:
    for place, board in enumerate(printed):
        board["place"] = place
        for stage in board["stages"]:
            stage["cost"] = counted(stage.get("cost", {}))
    return msgspec.convert(printed, tuple[Board, ...])


EDITION = "first"
FACTS = load(EDITION)
"""The box, as printed."""
