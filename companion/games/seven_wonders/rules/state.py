"""What is known about a table of 7 Wonders at one moment: immutable, small, quick to copy.

Knowledge only: chance is observed. A card is its place in ``CARDS``; one that nobody has seen is minus its age.
A count below zero means that a card was seen which cannot have been there; ``status`` says so.
"""

from typing import Literal

import msgspec

from companion.games.seven_wonders.rules.facts import EDITION, EDITIONS, TABLE, Facts
from companion.games.seven_wonders.rules.moves import Choice, Decline, Revive
from companion.games.seven_wonders.rules.setup import HouseRules

Cards = tuple[int, ...]
"""Cards as sorted places; unseen ones, minus their age, come first."""


class City(msgspec.Struct, frozen=True):
    """What lies in front of one player, or before the Free City.

    ``board``: place in ``BOARDS``. ``cards``: the buildings, a bit mask. ``stages``: how many are built.
    ``tokens``: the conflict tokens' values in the order in which they were taken. ``free_age``: the last age in which
    Olympia's free building was used. ``under``: the cards under the board. ``surplus``: second buildings of a name,
    laid irregularly: they count for nothing. ``unread``: of each building that nobody has read those that it may be.
    """

    board: int
    cards: int
    stages: int
    coins: int
    tokens: tuple[int, ...] = ()
    free_age: int = 0
    under: Cards = ()
    surplus: Cards = ()
    unread: tuple[Cards, ...] = ()


class Chosen(msgspec.Struct, frozen=True):
    """What a seat has chosen in this turn: the card lies on the table and is resolved when all have chosen.

    ``laid``: it was done before somebody joined, and brings nothing more. ``left`` and ``right``: coins that the
    neighbours will get; ``bank``: coins that the card itself costs. ``among``: of a building that nobody has read the
    cards that it may be.
    """

    act: Literal["build", "stage", "discard", "free", "laid"]
    card: int
    left: int = 0
    right: int = 0
    bank: int = 0
    among: Cards = ()


Offer = tuple[int, Literal["seventh", "revive"]]
"""A seat and what its wonder offers it at the end of a turn."""


class State(msgspec.Struct, frozen=True):
    """A game of 7 Wonders at one moment.

    ``cities``: one a player; with two players also the Free City's, the last. ``hands``: one a player.
    ``unseen``: how many copies of each card nobody has seen (in hands, decks, face down), the guilds as if all were
    drawn. ``chosen``: what each city has chosen in this turn. ``offers``: to be answered before the game goes on.
    ``ahead``: answers to offers that the end of this turn will make, said while others have still to choose.
    ``eve``: while a seventh card is offered that belongs to the sixth turn: the cities as they lay when that turn
    began, its owner's without the coins that the sixth card cost.
    ``guessed``: minus the ages that cards which lay under boards when somebody joined are taken to be of: any of them
    may have been discarded instead, and a card of the pile lie in its stead.
    """

    players: int
    rules: HouseRules
    names: tuple[str, ...]
    cities: tuple[City, ...]
    hands: tuple[Cards, ...]
    unseen: tuple[int, ...]
    chosen: tuple[Chosen | None, ...]
    discard: Cards = ()
    offers: tuple[Offer, ...] = ()
    ahead: tuple[Choice | Revive | Decline, ...] = ()
    age: int = 1
    turn: int = 1
    finished: bool = False
    eve: tuple[City, ...] = ()
    edition: int = EDITION
    guessed: Cards = ()

    @property
    def facts(self) -> Facts:
        """What is in the box that is played with."""
        return EDITIONS[self.edition]

    @property
    def to_move(self) -> int | None:
        """The only seat that the game waits for; ``None``: there are several, or the game is over."""
        waiting = to_choose(self)
        return waiting[0] if len(waiting) == 1 else None


def dealt(players: int, age: int) -> tuple[Cards, ...]:
    """The hands at the beginning of an age, unseen. Section 'Overview of an age'.

    With two players whoever controls the Free City in the first turn has drawn from its pile.
    """
    hand = (-age,) * TABLE.hand
    if players > 2:
        return (hand,) * players
    holder = free_city_controller(age, 1)
    return tuple((*hand, -age) if seat == holder else hand for seat in range(players))


def free_city_controller(age: int, turn: int) -> int:
    """The seat that chooses for the Free City in this turn. Section 'Variant for two players'.

    Seat 0 sits to the left of the Free City, seat 1 to the right; the control alternates within an age.
    """
    assert TABLE.two_players
    first = 0 if TABLE.two_players.free_city_holder[age - 1] == "left" else 1
    return (first + turn - 1) % 2


def holder_of(state: State, seat: int) -> int:
    """The player out of whose hand the card for this city comes."""
    return seat if seat < state.players else free_city_controller(state.age, state.turn)


def to_choose(state: State) -> tuple[int, ...]:
    """The seats that the game waits for now: an offer's, or all that have not chosen in this turn."""
    if state.finished:
        return ()
    if state.offers:
        return (state.offers[0][0],)
    return tuple(seat for seat, chosen in enumerate(state.chosen) if chosen is None)


def neighbours(cities: int, seat: int) -> tuple[int, int]:
    """The left and the right neighbour: seats go clockwise, so the next seat sits to the left."""
    return (seat + 1) % cities, (seat - 1) % cities
