"""A real box of Pebbles on a table, for the twin: how it is shuffled, and what lies where no camera looks."""

from collections.abc import Mapping
from random import Random
from typing import Final

from msgspec.structs import replace

from companion.games.dealing import NOTHING, Column, Columns, Dealt, Lot, Midway, Twin
from companion.games.mats import Place
from companion.games.vocabulary import Tableau
from pebbles.places import BACK, CALM, CARD, COLUMN_TOP, COLUMNS, STAR, STARFISH, STORM, STRIP, SUPPLY
from pebbles.rules.pieces import SEATS, TIDE
from pebbles.rules.play import Deal, imagine
from pebbles.rules.state import Setup, State, Take, begin
from pebbles.seen import tableau

_STARFISH = 3
"""Starfish in the box: 8 crabs make two battles at the most."""
_BATTLE_PAUSE = 1.0
"""Seconds for which both players count crabs, and for which they look at who won."""


class _Order(Deal):
    def piles(self) -> Mapping[str, tuple[str, ...]]:
        """No move shuffles a pile."""
        return {}

    def lies(self, _state: State) -> Tableau:
        """The rules know all that matters."""
        return NOTHING


def deal(players: int, rng: Random) -> Dealt:  # noqa: ARG001 - Pebbles is for two
    """A shuffled box: both piles, calm tide tokens, the starfish in their supply."""
    setup = Setup(rng.randrange(SEATS))
    order = _Order(imagine(begin(setup), rng).lying)
    piles = (Lot(pile, tuple((f"pebbles/{card}", BACK) for card in cards)) for pile, cards in order.lying.items())
    tide = Lot("tide", ((CALM, STORM),) * TIDE)
    return Dealt(setup, order, (*piles, tide, Lot("supply", ((STAR, STAR),) * _STARFISH)))


def _unwatched(_state: State) -> tuple[Place, ...]:
    half = STARFISH[0] / 2
    return (Place("supply", 0, "pile", SUPPLY.x - half, SUPPLY.y - half, *STARFISH, STARFISH, (SUPPLY,), (STAR,)),)


def _also(state: State) -> Tableau:
    return Tableau({}, {}, {"supply": _STARFISH - sum(state.starfish)})


def _midway(before: State, move: Take, after: State) -> tuple[Midway, ...]:
    """The card is laid down first; then a crab turns a tide token, and only then comes the battle."""
    city = f"seat/{move.seat}/city"
    lying = tableau(before)
    cards = tuple(sorted((*lying.spread[city], f"pebbles/{move.card}")))
    piles = {**lying.piles, move.source: lying.piles[move.source] - 1}
    laid = replace(lying, spread={**lying.spread, city: cards}, piles=piles)
    stormy = before.tide + (move.card == "crab")
    turned = replace(laid, spread={**laid.spread, "tide": (STORM,) * stormy + (CALM,) * (TIDE - stormy)})
    if after.tide == stormy:
        return (Midway(laid, move.seat), Midway(turned, move.seat))
    return (
        Midway(laid, move.seat),
        Midway(turned, move.seat, pause=_BATTLE_PAUSE),
        Midway(tableau(after), move.seat, pause=_BATTLE_PAUSE),
    )


TWIN: Final = Twin(
    deal=deal,
    columns=Columns(
        lambda face: face.removeprefix("pebbles/"),
        {card: Column(x, COLUMN_TOP, COLUMN_TOP + CARD[1] + STRIP * 11, STRIP) for card, x in COLUMNS.items()},
    ),
    unwatched=_unwatched,
    also=_also,
    midway=_midway,
)
