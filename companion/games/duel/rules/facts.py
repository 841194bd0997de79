"""What is printed on the pieces of 7 Wonders Duel, as typed data.

Loaded once from the data files in ``data/``. Inside the rules a card, a wonder or a token is its place in
``FACTS.cards``, ``FACTS.wonders`` or ``FACTS.tokens``, and a set of them is a bit mask over those places.
"""

from collections.abc import Iterable
from functools import lru_cache
from typing import Literal, get_args

import msgspec

from companion.games.reading import read_data

Color = Literal["brown", "grey", "blue", "green", "yellow", "red", "purple"]
Counted = Literal["brown", "grey", "brown_grey", "blue", "green", "yellow", "red", "wonder", "treasury"]
"""What a card counts: cards of a colour (brown and grey together), wonders built, or sets of 3 coins."""

RESOURCES = ("wood", "stone", "clay", "glass", "papyrus")
"""The order of every tuple of resources; the first three are raw materials, the last two manufactured goods."""
RAW = 3
"""So many of ``RESOURCES`` are raw materials."""
Amounts = tuple[int, ...]
"""How many of each resource, in the order of ``RESOURCES``."""


class Card(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One building. ``coins`` and ``cost``: what it costs; the rest is what it gives.

    ``produces``: resources for sale to nobody, that raise the opponent's price; ``one_of``: one of these a turn;
    ``price_one``: resources that cost 1 coin from now on; ``gains``: coins when built; ``counts``: what
    ``coins_each`` (when built) and ``points_each`` (at the end) are paid for; ``gives``/``needs``: chain symbols.
    """

    id: str
    name: str
    age: int
    color: Color
    coins: int = 0
    cost: dict[str, int] = {}
    produces: dict[str, int] = {}
    one_of: tuple[str, ...] = ()
    price_one: tuple[str, ...] = ()
    points: int = 0
    shields: int = 0
    symbol: str | None = None
    gains: int = 0
    counts: Counted | None = None
    coins_each: int = 0
    points_each: int = 0
    gives: str | None = None
    needs: str | None = None


class Wonder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One wonder. ``again``: its builder takes another turn; ``choice``: what its builder chooses at once.

    The choice: destroy one of the opponent's ``brown`` or ``grey`` cards, ``revive`` a discarded card, or keep one of
    three tokens out of the ``box``. ``rival_loses``: coins that the opponent gives to the bank.
    """

    id: str
    name: str
    cost: dict[str, int]
    one_of: tuple[str, ...] = ()
    points: int = 0
    shields: int = 0
    gains: int = 0
    rival_loses: int = 0
    again: bool = False
    choice: Literal["", "brown", "grey", "revive", "box"] = ""


class Token(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One progress token. ``spares``: what it makes cheaper by two resources: ``wonder`` or ``blue``."""

    id: str
    name: str
    gains: int = 0
    points: int = 0
    points_per_token: int = 0
    symbol: str | None = None
    spares: Literal["", "wonder", "blue"] = ""


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One row of a layout: its cards' places in half cards from the left; a later row lies on an earlier one."""

    face_up: bool
    x: tuple[int, ...]


class Layout(msgspec.Struct, frozen=True):
    """An age's structure of 20 slots, numbered row by row in the order in which they are laid.

    ``face_up``: the slots laid face up (bit mask); ``covered_by[slot]``: the slots that lie on it (bit mask).
    """

    rows: tuple[Row, ...]
    face_up: int
    covered_by: tuple[int, ...]


class Zone(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A zone of the military track: from how many spaces on, its points, and the loot token that lies there."""

    at: int
    points: int
    loot: int = 0


class Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Numbers of the game as such: set-up, prices, military track, victory."""

    ages: int
    cards_per_age: int
    removed_per_age: int
    guilds: int
    starting_coins: int
    tokens_on_board: int
    library_draw: int
    wonders_each: int
    wonders_offered: int
    wonders_in_all: int
    draft: tuple[int, ...]
    trade_price: int
    fixed_price: int
    discard_coins: int
    spared_resources: int
    urbanism_coins: int
    strategy_shields: int
    coins_per_point: int
    symbols_to_win: int
    capital: int
    zones: tuple[Zone, ...]


class Facts(msgspec.Struct, frozen=True):
    """All of it. ``index``, ``wonder_index`` and ``token_index`` give the place of an id.

    Bit masks: ``colors`` (cards of a colour), ``ages`` (cards of an age, by its number, guilds in the third),
    ``symbols`` (cards with a scientific symbol), ``parents`` (by card: those that make it free by chain).
    """

    cards: tuple[Card, ...]
    index: dict[str, int]
    wonders: tuple[Wonder, ...]
    wonder_index: dict[str, int]
    tokens: tuple[Token, ...]
    token_index: dict[str, int]
    colors: dict[str, int]
    ages: tuple[int, ...]
    symbols: dict[str, int]
    parents: tuple[int, ...]
    layouts: tuple[Layout, ...]
    table: Table


def mask(places: Iterable[int]) -> int:
    """The set of these places as a bit mask."""
    bits = 0
    for place in places:
        bits |= 1 << place
    return bits


@lru_cache(maxsize=1 << 14)
def places(bits: int) -> tuple[int, ...]:
    """The places in a bit mask, in ascending order."""
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return tuple(found)


def amounts(named: dict[str, int]) -> Amounts:
    """Resources by name as amounts in the order of ``RESOURCES``."""
    return tuple(named.get(resource, 0) for resource in RESOURCES)


def _layout(rows: tuple[Row, ...]) -> Layout:
    """Number the slots row by row; a slot is covered by those half a card beside it in the next row."""
    slots = [(number, x, row.face_up) for number, row in enumerate(rows) for x in row.x]
    covered_by = tuple(
        mask(other for other, (above, place, _) in enumerate(slots) if above == row + 1 and abs(place - x) == 1)
        for row, x, _ in slots
    )
    return Layout(rows, mask(slot for slot, (_, _, up) in enumerate(slots) if up), covered_by)


def _load() -> Facts:
    cards = read_data(__package__, "cards.json", tuple[Card, ...])
    wonders = read_data(__package__, "wonders.json", tuple[Wonder, ...])
    tokens = read_data(__package__, "tokens.json", tuple[Token, ...])
    layouts = read_data(__package__, "layouts.json", dict[str, tuple[Row, ...]])
    numbered = tuple(enumerate(cards))
    table = read_data(__package__, "table.json", Table)
    return Facts(
        cards=cards,
        index={card.id: place for place, card in numbered},
        wonders=wonders,
        wonder_index={wonder.id: place for place, wonder in enumerate(wonders)},
        tokens=tokens,
        token_index={token.id: place for place, token in enumerate(tokens)},
        colors={color: mask(k for k, card in numbered if card.color == color) for color in get_args(Color)},
        ages=tuple(mask(k for k, card in numbered if card.age == age) for age in range(table.ages + 1)),
        symbols={
            symbol: mask(k for k, card in numbered if card.symbol == symbol)
            for symbol in dict.fromkeys(card.symbol for card in cards if card.symbol)
        },
        parents=tuple(mask(k for k, other in numbered if other.gives and other.gives == card.needs) for card in cards),
        layouts=(_layout(()), *(_layout(layouts[str(age)]) for age in range(1, table.ages + 1))),
        table=table,
    )


FACTS = _load()
"""The box, as printed."""
