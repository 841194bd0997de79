"""What is printed on cards and stages, one type for each kind of effect; the data files name them by ``kind``."""

from typing import Literal

import msgspec

Color = Literal["brown", "grey", "blue", "yellow", "red", "green", "purple"]
Resource = Literal["wood", "stone", "ore", "clay", "glass", "cloth", "papyrus"]
Symbol = Literal["compass", "gear", "tablet"]
Side = Literal["left", "right"]
Where = Literal["left", "self", "right"]
"""Whose things count: the left neighbour's, one's own, the right neighbour's."""
Counted = Literal["brown", "grey", "blue", "yellow", "red", "green", "purple", "stage", "defeat"]
"""What is counted: cards of a colour, built stages of the wonder, or defeat tokens."""


class Produce(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="produce"):
    """Each turn ``amount`` of one of these resources; ``for_sale``: neighbours may buy it."""

    resources: tuple[Resource, ...]
    amount: int = 1
    for_sale: bool = False


class Points(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="points"):
    """Victory points at the end of the game."""

    amount: int


class Shields(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="shields"):
    """Military strength in the conflicts of every age from now on."""

    amount: int


class Coins(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="coins"):
    """Coins from the bank, once, when built."""

    amount: int


class Science(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="science"):
    """One science symbol; of several the owner chooses one at the end of the game."""

    symbols: tuple[Symbol, ...]


class Price(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="price"):
    """From the next turn on these resources cost ``price`` coins from the neighbours on these sides."""

    resources: tuple[Resource, ...]
    sides: tuple[Side, ...]
    price: int


class CoinsPer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="coins_per"):
    """``amount`` coins for each thing counted, once, when built."""

    what: Counted
    where: tuple[Where, ...]
    amount: int


class PointsPer(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="points_per"):
    """``amount`` victory points for each thing counted at the end of the game."""

    what: Counted
    where: tuple[Where, ...]
    amount: int


class PointsIf(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="points_if"):
    """Victory points at the end of the game if all stages of the own wonder are built."""

    condition: Literal["wonder_complete"]
    amount: int


Power = Literal[
    "play_seventh_card",
    "free_build_once_per_age",
    "free_first_card_of_each_color",
    "free_first_card_of_each_age",
    "free_last_card_of_each_age",
    "build_from_discard_free",
    "copy_neighbour_guild",
]
"""What only some wonders can do. The three about first and last cards are the second edition's."""


class Special(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="kind", tag="special"):
    """What only some wonders can do."""

    name: Power


Effect = Produce | Points | Shields | Coins | Science | Price | CoinsPer | PointsPer | PointsIf | Special
