"""What moves do, which are legal, and how they are dealt: the rules of Pebbles as pure functions."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from msgspec.structs import replace

from companion.games.playing import play_on, whole_game
from companion.games.vocabulary import Cue, Playthrough, Policy
from pebbles.rules.pieces import CARDS, PILES, SEATS, TIDE
from pebbles.rules.state import Setup, State, Take, added, after_battle, begin, unseen


def played(state: State, move: Take) -> State:
    """The state after a card was taken, by whomever and wherever from, with the battle that may follow."""
    piles = tuple(height - (name == move.source) for name, height in zip(PILES, state.piles, strict=True))
    cities = tuple(added(city, move.card) if seat == move.seat else city for seat, city in enumerate(state.cities))
    after = replace(state, piles=piles, cities=cities, to_move=(move.seat + 1) % SEATS)
    if move.card == "crab":
        after = replace(after, tide=state.tide + 1)
    if after.tide == TIDE:
        after = after_battle(after)
    return after if any(height > 0 for height in piles) else replace(after, to_move=None)


def legal(state: State) -> tuple[Take, ...]:
    """Every card that can still lie on either pile."""
    return () if state.to_move is None else _takes(state, state.to_move)


def irregular(state: State) -> tuple[Take, ...]:
    """What people do by mistake: the other player takes a card."""
    return () if state.to_move is None else _takes(state, (state.to_move + 1) % SEATS)


def _takes(state: State, seat: int) -> tuple[Take, ...]:
    cards = [card for card, left in zip(CARDS, unseen(state), strict=True) if left > 0]
    open_piles = [name for name, height in zip(PILES, state.piles, strict=True) if height > 0]
    return tuple(Take(seat, source, card) for source in open_piles for card in cards)


def cues(before: State, move: Take, after: State) -> tuple[Cue, ...]:
    """The horn for a tide token that turns stormy, the battle, whose turn it is, the end."""
    found = [Cue("horn")] if move.card == "crab" else []
    found += [Cue("battle")] if after.tide < before.tide else []
    return (*found, Cue("end") if after.finished else Cue("turn"))


class Deal:
    """The real order of both piles, the top last."""

    def __init__(self, lying: dict[str, list[str]]) -> None:
        self.lying = lying

    def choices(self, state: State) -> tuple[Take, ...]:
        """The top card of each pile."""
        return tuple(move for move in legal(state) if self.lying[move.source][-1:] == [move.card])

    def done(self, state: State, move: Take) -> None:  # noqa: ARG002 - as every game's
        """Take the card from its pile."""
        self.lying[move.source].pop()


def imagine(state: State, rng: Random) -> Deal:
    """A random order of what is left, in piles of the right height."""
    cards = [card for card, left in zip(CARDS, unseen(state), strict=True) for _ in range(max(0, left))]
    rng.shuffle(cards)
    left = state.piles[0]
    return Deal({"left": cards[:left], "right": cards[left:]})


def steps(deal: Deal, state: State, rng: Random, policy: Policy[State, Take]) -> Iterator[tuple[Take, State]]:
    """Play on to the end: each move with the state after it."""
    return play_on(deal, state, rng, policy, lambda at, move, **_how: played(at, move))


def play(players: int, rng: Random, policy: Policy[State, Take]) -> Playthrough[Setup, State, Take]:
    """Deal the box and play a whole game."""
    assert players == SEATS
    setup = Setup(rng.randrange(SEATS))
    state = begin(setup)
    return whole_game(setup, state, steps(imagine(state, rng), state, rng, policy))


def random_policy(state: State, moves: Sequence[Take], rng: Random) -> Take:  # noqa: ARG001 - a Policy's signature
    """Any of the moves, all alike."""
    return rng.choice(moves)


def greedy_policy(state: State, moves: Sequence[Take], rng: Random) -> Take:  # noqa: ARG001 - a Policy's signature
    """A pearl before a crab before a shell."""
    worth = {"pearl": 3, "crab": 2, "shell": 1}
    return max(moves, key=lambda move: (worth[move.card], rng.random()))


POLICIES: dict[str, Policy[Any, Any]] = {"random": random_policy, "greedy": greedy_policy}
