"""A real box of Pebbles on a table, for the twin: how it is shuffled, and what lies where no camera looks."""

from collections.abc import Mapping
from random import Random

from msgspec.structs import replace
from pebbles.places import CALM, CARD, COLUMN_TOP, COLUMNS, STAR, STARFISH, STORM, STRIP, SUPPLY
from pebbles.rules.pieces import CARDS, PILES, TIDE
from pebbles.rules.play import Deal
from pebbles.rules.state import Setup, State, Take, begin
from pebbles.rules.play import imagine, played
from pebbles.seen import tableau

from companion.games.dealing import Column, Columns, Dealt, Lot, Midway, Twin
from companion.games.vocabulary import Place, Tableau

_BACK = "pebbles/back"
_STARFISH = 3
"""Starfish in the box: 8 crabs make two battles at the most."""


class _Order(Deal):
    def piles(self) -> Mapping[str, tuple[str, ...]]:
        """No move shuffles a pile."""
        return {}


def deal(players: int, rng: Random) -> Dealt:  # noqa: ARG001 - Pebbles is for two
    """A shuffled box: both piles, calm tide tokens, the starfish in their supply."""
    setup = Setup(rng.randrange(2))
    order = _Order(imagine(begin(setup), rng).piles)
    piles = (Lot(pile, tuple((f"pebbles/{card}", _BACK) for card in order.piles_by_name[pile])) for pile in PILES)
    tide = Lot("tide", ((CALM, STORM),) * TIDE)
    return Dealt(setup, order, (*piles, tide, Lot("supply", ((STAR, STAR),) * _STARFISH)))


def _unwatched(_state: State) -> tuple[Place, ...]:
    half = STARFISH[0] / 2
    return (Place("supply", 0, "pile", SUPPLY.x - half, SUPPLY.y - half, *STARFISH, STARFISH, (SUPPLY,), (STAR,)),)


def _also(state: State) -> Tableau:
    return Tableau({}, {}, {"supply": _STARFISH - sum(state.starfish)})
