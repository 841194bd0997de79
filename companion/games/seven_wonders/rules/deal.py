"""A real, shuffled table to play on: who holds which cards, nothing known in advance.

The rules know only what was seen; who deals knows the hands. ``Deal`` is that knowledge; it changes as the game goes.
"""

from collections.abc import Iterator
from random import Random
from typing import Self

from companion.games.playing import play_on, whole_game
from companion.games.seven_wonders.rules.begin import begin
from companion.games.seven_wonders.rules.facts import EDITION, EDITIONS, FACTS, TABLE
from companion.games.seven_wonders.rules.legal import choices, revivals
from companion.games.seven_wonders.rules.moves import Decline, Hand, Move, Revive
from companion.games.seven_wonders.rules.play import apply
from companion.games.seven_wonders.rules.say import card_ids
from companion.games.seven_wonders.rules.setup import Setup, check_setup
from companion.games.seven_wonders.rules.specials import revivable
from companion.games.seven_wonders.rules.state import State, free_city_controller, holder_of, to_choose
from companion.games.seven_wonders.rules.unseen import pool
from companion.games.vocabulary import InvalidSetup, Playthrough, Policy

PLAYERS = FACTS.players
"""How many may play; two of them with the Free City between them, in the first edition."""

Packets = list[list[int]]
"""The hands of an age as they go round: packet k was dealt to seat k."""


class Deal:
    """The packets of every age, the Free City's piles (two players), and the cards that were thrown away unseen.

    ``shown``: the hands are played open: ``choices`` first shows every card that is not known.
    """

    def __init__(self, packets: list[Packets], piles: list[list[int]], thrown: list[int], *, shown: bool) -> None:
        self.packets, self.piles, self.thrown, self.shown = packets, piles, thrown, shown

    @classmethod
    def shuffled(cls, players: int, rng: Random, *, shown: bool = False, edition: int = EDITION) -> Self:
        """A new game's table: three decks of the right size, with the right number of guilds, dealt."""
        facts, packets, piles = EDITIONS[edition], [], []
        for age in range(1, TABLE.ages + 1):
            dealt, pile = _dealt(pool(facts.copies(players), players, age, rng, facts), players)
            packets.append(dealt)
            piles.append(pile)
        return cls(packets, piles, [], shown=shown)

    def choices(self, state: State) -> tuple[Move, ...]:
        """The legal moves that the real cards allow one seat: an offer's, else the first that has not chosen."""
        waiting = to_choose(state)
        if not waiting:
            return ()
        seat = waiting[0]
        if state.offers and state.offers[0][1] == "revive":
            there = {*state.discard, *self._thrown(state)}
            return (*revivals(seat, [card for card in revivable(state, seat) if card in there]), Decline(seat))
        holder = holder_of(state, seat)
        hand = self.hand(state, holder)
        if self.shown and state.hands[holder] and state.hands[holder][0] < 0:
            return (Hand(holder, card_ids(tuple(sorted(hand)))),)
        cards = sorted(set(hand))
        moves = choices(state, seat, cards, cards)
        return (*moves, Decline(seat)) if state.offers else tuple(moves)

    def hand(self, state: State, seat: int) -> list[int]:
        """What a player really holds now; whoever controls the Free City has drawn from its pile."""
        packets = self.packets[state.age - 1]
        hand = packets[_packet(state, seat)]
        if state.players == 2 and seat == free_city_controller(state.age, state.turn):
            pile = self.piles[state.age - 1]
            while len(pile) > TABLE.hand - state.turn:
                hand.append(pile.pop())
        return hand

    def _thrown(self, state: State) -> Iterator[int]:
        """What lies unseen on the discard pile: the last cards of every packet of an age that is played out."""
        yield from self.thrown
        for age in range(1, state.age + (state.turn == TABLE.turns)):
            yield from self.piles[age - 1]
            for seat, held in enumerate(state.hands):
                if age < state.age or not held:
                    yield from self.packets[age - 1][_packet(state, seat)]

    def done(self, state: State, move: Move) -> None:
        """Take from the hands what a move took; ``state`` is the one before it."""
        if isinstance(move, Hand | Decline | Revive):
            return
        self.hand(state, holder_of(state, move.seat)).remove(state.facts.index[move.card])


def _packet(state: State, seat: int) -> int:
    """Which packet a seat holds in this turn. Section 'Passing the cards'."""
    moved = state.turn - 1
    return (seat - moved if TABLE.pass_to[state.age - 1] == "left" else seat + moved) % state.players


def _dealt(cards: list[int], players: int) -> tuple[Packets, list[int]]:
    """Seven cards a player; with two players the other seven are the Free City's pile."""
    size = TABLE.hand
    packets = [cards[size * seat : size * (seat + 1)] for seat in range(players)]
    return packets, cards[size * players :]


def imagine(state: State, rng: Random) -> Deal:
    """A random deal that agrees with everything known in ``state``: unseen cards lie anywhere they can."""
    packets: list[Packets] = []
    piles: list[list[int]] = []
    thrown: list[int] = []
    for age in range(1, TABLE.ages + 1):
        cards = pool(state.unseen, state.players, age, rng, state.facts)
        thrown += [_drawn(state, cards, age, rng) for card in state.discard if card == -age]
        dealt: Packets = [[] for _ in range(state.players)]
        pile: list[int] = []
        if age > state.age:
            hands = state.players + (state.players == 2)
            dealt, pile = _dealt([_drawn(state, cards, age, rng) for _ in range(TABLE.hand * hands)], state.players)
        elif age == state.age:
            for seat, hand in enumerate(state.hands):
                dealt[_packet(state, seat)] = [card if card >= 0 else _drawn(state, cards, age, rng) for card in hand]
            pile = [_drawn(state, cards, age, rng) for _ in range(_left_in_pile(state))]
        packets.append(dealt)
        piles.append(pile)
    return Deal(packets, piles, thrown, shown=False)


def _left_in_pile(state: State) -> int:
    """Cards of the Free City's pile; the last is thrown away with everybody's. Section 'Variant for two players'."""
    played_out = bool(state.offers) and state.turn == TABLE.turns
    return TABLE.hand - state.turn if state.players == 2 and not played_out else 0


def _drawn(state: State, cards: list[int], age: int, rng: Random) -> int:
    """The next unseen card; any of the age's where more were seen than there can be."""
    return cards.pop() if cards else rng.choice(state.facts.places[age - 1])


def play(
    players: int, rng: Random, policy: Policy[State, Move], *, edition: int = EDITION
) -> Playthrough[Setup, State, Move]:
    """Deal a random table (wonders and their sides, cards) and play a whole game. Raises ``InvalidSetup``."""
    facts = EDITIONS[edition]
    if players not in facts.players:
        least, most = facts.players[0], facts.players[-1]
        raise InvalidSetup(f"{players} players: 7 Wonders, edition {edition}, is for {least} to {most} players.")
    boards = [(wonder, rng.choice("AB")) for wonder in rng.sample(facts.wonders, max(players, 3))]
    free_city = boards[2] if players == 2 else None
    setup = Setup(tuple(boards[:players]), free_city, edition=edition)
    return play_set_up(setup, rng, policy)


def play_set_up(
    setup: Setup, rng: Random, policy: Policy[State, Move], *, shown: bool = False
) -> Playthrough[Setup, State, Move]:
    """Shuffle the cards for this set-up and play a whole game, with open hands or not. Raises ``InvalidSetup``."""
    check_setup(setup)
    deal = Deal.shuffled(len(setup.wonders), rng, shown=shown, edition=setup.edition)
    state = begin(setup)
    return whole_game(setup, state, steps(deal, state, rng, policy))


def steps(deal: Deal, state: State, rng: Random, policy: Policy[State, Move]) -> Iterator[tuple[Move, State]]:
    """Play on to the end: each move with the state after it."""
    return play_on(deal, state, rng, policy, apply)
