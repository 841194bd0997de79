"""A real, shuffled table to play on: decks with an order, a stack of tokens, nothing known in advance.

The rules know only counts; who deals knows the order. ``Deal`` is that knowledge; it changes as the game goes.
"""

from collections.abc import Iterator
from random import Random
from typing import Self

from companion.games.architects.facts import FACTS
from companion.games.architects.legal import legal
from companion.games.architects.moves import Move, RevealProgress, TakeCard, TakeProgress
from companion.games.architects.payments import card_names
from companion.games.architects.play import apply
from companion.games.architects.setup import UNREAD, HouseRules, Setup
from companion.games.architects.state import State, begin, deck_of
from companion.games.common import Playthrough, Policy

LOOK = 5
"""Halicarnassus looks at so many cards."""


class Deal:
    """The order of every deck (``decks[k][-1]`` is the top; the last one is central) and of the token stack.

    ``face_up``: the tokens lying face up, known to all or not.
    """

    def __init__(self, decks: list[list[str]], stack: list[str], face_up: tuple[str, ...], rng: Random) -> None:
        self.decks, self.stack, self.face_up = decks, stack, face_up
        self._rng = rng

    @classmethod
    def shuffled(cls, wonders: tuple[str, ...], rng: Random) -> Self:
        """A new game's table: every deck and the tokens shuffled."""
        decks = [list(card_names(FACTS.decks[name])) for name in (*wonders, "central")]
        for deck in decks:
            rng.shuffle(deck)
        stack = [token.id for token in FACTS.progress_tokens.values() for _ in range(token.copies)]
        rng.shuffle(stack)
        face_up = tuple(stack.pop() for _ in range(FACTS.table.face_up))
        return cls(decks, stack, face_up, rng)

    def choices(self, state: State) -> tuple[Move, ...]:
        """The legal moves that the real cards allow the player to move (or the token that must be turned up)."""
        if UNREAD in state.face_up:
            return (RevealProgress(self.stack[-1]),)
        return tuple(move for move in legal(state) if self._possible(state, move))

    def _possible(self, state: State, move: Move) -> bool:
        if isinstance(move, RevealProgress) or move.seat != state.to_move:
            return False
        if isinstance(move, TakeCard):
            deck = self._deck(state, move)
            if move.because == "halicarnassus":
                return move.card in deck[-LOOK:]
            return bool(deck) and deck[-1] == move.card
        if isinstance(move, TakeProgress) and move.source == "stack" and self.stack:
            return move.token == self.stack[-1]
        return True

    def _deck(self, state: State, move: TakeCard) -> list[str]:
        place = deck_of(state, move.seat, move.source)
        assert place is not None
        return self.decks[place]

    def done(self, state: State, move: Move) -> None:
        """Take from the decks what a move took; ``state`` is the one before it."""
        if isinstance(move, TakeCard):
            deck = self._deck(state, move)
            if move.because == "halicarnassus":
                deck.reverse()
                deck.remove(move.card)
                self._rng.shuffle(deck)
            else:
                deck.pop()
        elif isinstance(move, RevealProgress) or (isinstance(move, TakeProgress) and move.source == "stack"):
            del self.stack[-1:]


def imagine(state: State, rng: Random) -> Deal:
    """A random deal that agrees with everything known in ``state``: what is left, in any order."""
    decks = [list(card_names(tuple(max(0, count) for count in deck))) for deck in state.decks]
    for deck in decks:
        rng.shuffle(deck)
    hidden = zip(FACTS.progress_tokens, state.hidden, strict=True)
    stack = [token for token, count in hidden for _ in range(count)]
    rng.shuffle(stack)
    return Deal(decks, stack, state.face_up, rng)


def play(
    players: int, rng: Random, policy: Policy[State, Move], *, house_rules: HouseRules | None = None
) -> Playthrough[Setup, State, Move]:
    """Deal a random table (wonders, who begins, cards) and play a whole game. Raises ``InvalidSetup``."""
    wonders = tuple(rng.sample(list(FACTS.wonders), min(players, len(FACTS.wonders))))
    return play_with(wonders, rng, policy, first=rng.randrange(players), house_rules=house_rules)


def play_with(
    wonders: tuple[str, ...],
    rng: Random,
    policy: Policy[State, Move],
    *,
    first: int = 0,
    house_rules: HouseRules | None = None,
) -> Playthrough[Setup, State, Move]:
    """Deal for these wonders and play a whole game. Raises ``InvalidSetup``."""
    deal = Deal.shuffled(wonders, rng)
    setup = Setup(wonders, first, deal.face_up, house_rules=house_rules or HouseRules())
    moves: list[Move] = []
    state = begin(setup)
    for move, after in steps(deal, state, rng, policy):
        moves.append(move)
        state = after
    return Playthrough(setup, tuple(moves), state)


def steps(deal: Deal, state: State, rng: Random, policy: Policy[State, Move]) -> Iterator[tuple[Move, State]]:
    """Play on to the end: each move with the state after it."""
    while not state.finished:
        choices = deal.choices(state)
        move = choices[0] if len(choices) == 1 else policy(state, choices, rng)
        deal.done(state, move)
        state = apply(state, move, strict=False)
        yield move, state
