"""What is printed on the pieces of 7 Wonders, as typed data.

Loaded once from the editions' data files in ``data/<edition>/``. Cards and boards are places (numbers) in ``CARDS`` and
``BOARDS``, in which one edition follows the other, so that a place says which edition it is of; the buildings of a city
are a bit mask over the places of the cards (a city never holds two of one name). Resources are counted as tuples of 7
in the order of ``RESOURCES``.
"""

from collections.abc import Iterator
from typing import Any, Final, Literal, get_args

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
    """One building. ``place`` is its number in ``CARDS``, ``bit`` its bit in a city's cards.

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
    """Numbers of the game as such. Tuples have one entry an age. ``two_players``: nothing where two cannot play."""

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
    two_players: TwoPlayers | None


class Facts(msgspec.Struct, frozen=True):
    """An edition. ``index``: a card's place by id; ``board_index``: a board's by wonder and side.

    ``colors``: the cards of each colour as a bit mask; ``ages``: those of each age (guilds among the third's);
    ``places``: the places of each age's cards. The guilds are the last cards, ``first_guild`` the first of them.
    """

    number: int
    cards: tuple[Card, ...]
    index: dict[str, int]
    boards: tuple[Board, ...]
    board_index: dict[tuple[str, str], int]
    wonders: tuple[str, ...]
    colors: dict[Color, int]
    ages: tuple[int, ...]
    places: tuple[range, ...]
    first_guild: int
    table: Table

    @property
    def players(self) -> range:
        """How many may play."""
        return range(2 if self.table.two_players else self.table.min_players, self.table.max_players + 1)

    def decks_of(self, players: int) -> int:
        """For how many players the decks are made (two play with those of three)."""
        two = self.table.two_players
        return two.decks_of if two and players == 2 else players

    def copies(self, players: int) -> tuple[int, ...]:
        """How many of each card can be in the game, by place: those with the marks; each guild once.

        None of the cards of earlier editions. Section 'Decks of the ages'.
        """
        decks = self.decks_of(players)
        own = tuple(sum(mark <= decks for mark in card.marks) if card.marks else 1 for card in self.cards)
        return (0,) * self.cards[0].place + own

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


def load(number: int, edition: str, before: Facts | None = None) -> Facts:
    """The facts of an edition: its data files, read, checked and numbered on from those of the edition ``before``."""
    first_card = before.cards[-1].place + 1 if before else 0
    first_board = before.boards[-1].place + 1 if before else 0
    cards = _cards(read_data(__package__, f"{edition}/cards.json", list[dict[str, Any]]), first_card)
    boards = _boards(read_data(__package__, f"{edition}/boards.json", list[dict[str, Any]]), first_board)
    table = read_data(__package__, f"{edition}/table.json", Table)
    ages = range(1, table.ages + 1)
    by_age = [[card.place for card in cards if card.age == age] for age in ages]
    guilds = [card.place for card in cards if card.color == "purple"]
    assert guilds == list(range(guilds[0], cards[-1].place + 1)), "the guilds are the last cards"
    return Facts(
        number=number,
        cards=cards,
        index={card.id: card.place for card in cards},
        boards=boards,
        board_index={(board.wonder, board.side): board.place for board in boards},
        wonders=tuple(dict.fromkeys(board.wonder for board in boards)),
        colors={color: sum(card.bit for card in cards if card.color == color) for color in COLORS},
        ages=tuple(sum(card.bit for card in cards if card.age == age) for age in ages),
        places=tuple(range(places[0], places[-1] + 1) for places in by_age),
        first_guild=guilds[0],
        table=table,
    )


def _cards(printed: list[dict[str, Any]], first: int) -> tuple[Card, ...]:
    """Out of names, as the file has them, numbers."""
    index = {card["id"]: place for place, card in enumerate(printed, first)}
    for place, card in enumerate(printed, first):
        card["place"], card["cost"] = place, counted(card.get("cost", {}))
        card["chain_mask"] = sum(1 << index[parent] for parent in card.pop("chain_from", ()))
        card["same_name"] = sum(1 << twin for twin, other in enumerate(printed, first) if other["name"] == card["name"])
    return msgspec.convert(printed, tuple[Card, ...])


def _boards(printed: list[dict[str, Any]], first: int) -> tuple[Board, ...]:
    for place, board in enumerate(printed, first):
        board["place"] = place
        for stage in board["stages"]:
            stage["cost"] = counted(stage.get("cost", {}))
    return msgspec.convert(printed, tuple[Board, ...])


EDITION: Final = 1
"""The edition that is played where nobody says which."""
FACTS: Final = load(EDITION, "first")
"""The box of the first edition (2010), as printed."""
SECOND: Final = load(2, "second", FACTS)
"""The box of the second edition (2020)."""
EDITIONS: Final = {facts.number: facts for facts in (FACTS, SECOND)}
"""The boxes by the number of their edition."""
CARDS: Final = tuple(card for facts in EDITIONS.values() for card in facts.cards)
"""Every card of every edition, by its place."""
BOARDS: Final = tuple(board for facts in EDITIONS.values() for board in facts.boards)
"""Every side of every board of every edition, by its place."""
OF_COLOR: Final[dict[Color, int]] = {color: sum(facts.colors[color] for facts in EDITIONS.values()) for color in COLORS}
"""The cards of each colour in every edition, as a bit mask."""
TABLE: Final = FACTS.table
"""The numbers of the game, which are the same in every edition but for ``edition`` and ``two_players``."""


def cards_in(mask: int) -> Iterator[Card]:
    """The cards of a bit mask, in the order of their places."""
    while mask:
        lowest = mask & -mask
        yield CARDS[lowest.bit_length() - 1]
        mask ^= lowest
