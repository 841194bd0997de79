"""Plays games of Architects on the twin's table: holds the truth, and knows what each hand does.

The truth is the physical table itself: what really lies on top of a deck decides which legal moves
there are. Everything follows from the seed.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from companion.games.architects.rules import apply, begin, dump_move, legal
from companion.games.architects.rules.moves import EndTurn, Move, RevealProgress, TakeCard, TakeProgress
from companion.games.architects.rules.policy import greedy_policy
from companion.games.architects.rules.setup import Setup, dump_setup
from companion.games.architects.rules.state import State
from companion.games.vocabulary import Policy
from companion.twin.arrangement import arrange
from companion.twin.deal import deal, draw_setup
from companion.twin.hands import HALICARNASSUS, LOOKS_AT, Hands, pile_of
from companion.twin.laying import NEAT, Layer, Sloppiness
from companion.twin.world import FACE_UP, STACK, Action, World


class Step(msgspec.Struct, frozen=True):
    """One atomic move: what was played, the rules' states around it, what hands do on the table.

    ``mistakes``: what people did wrong at the table meanwhile, in words (the gremlin's).
    """

    move: Move
    before: State
    after: State
    actions: tuple[Action, ...]
    mistakes: tuple[str, ...] = ()


class Dealer:
    """One game. ``step`` plays the next move; ``state`` is the rules' truth, ``world`` the table's."""

    def __init__(
        self,
        players: int,
        seed: int,
        policy: Policy[State, Move] = greedy_policy,
        *,
        setup: Setup | None = None,
        sloppiness: Sloppiness = NEAT,
        askew: float = 1.0,
    ) -> None:
        rng = Random(f"dealer {seed}")
        self.setup = setup or draw_setup(players, rng)
        layer = Layer(self.setup.wonders, Random(f"layer {seed}"), sloppiness)
        table = arrange(len(self.setup.wonders), Random(f"mats {seed}"), askew)
        self.hands = Hands(deal(self.setup, table, layer, rng), layer, rng)
        self.state = begin(self.setup)
        self.played: list[Move] = []
        self._policy = policy
        self._rng = Random(f"policy {seed}")

    @property
    def world(self) -> World:
        """The table after everything played so far."""
        return self.hands.world

    def setup_object(self) -> dict[str, Any]:
        """The set-up as the contract has it, for the referee and for ``table.json``."""
        return dump_setup(self.setup)

    def choices(self) -> tuple[Move, ...]:
        """The legal moves that fit what really lies on the table."""
        moves = legal(self.state)
        reveals = tuple(move for move in moves if isinstance(move, RevealProgress) and self.fits(move))
        if reveals:
            return reveals[:1]
        return tuple(move for move in moves if self.fits(move))

    def fits(self, move: Move) -> bool:
        """Whether the cards and tokens that a move names are really there to be taken."""
        if isinstance(move, TakeCard):
            looks = LOOKS_AT if move.because == HALICARNASSUS else 1
            tops = self.world.at(pile_of(self.state, move))[-looks:]
            return f"architects/{move.card}" in [card.front for card in tops]
        if isinstance(move, RevealProgress):
            return self._top_token() == move.token and "?" in self.state.face_up
        if isinstance(move, TakeProgress) and move.source == "stack":
            return self._top_token() in (move.token, None)
        if isinstance(move, TakeProgress):
            return f"architects/progress/{move.token}" in self.world.faces(FACE_UP)
        return True

    def choose(self) -> Move | None:
        """The move that the player to move would play; ``None`` when the game is over."""
        moves = self.choices()
        return self._policy(self.state, moves, self._rng) if moves else None

    def step(self) -> Step | None:
        """Choose a move and play it; ``None`` when the game is over."""
        move = self.choose()
        return None if move is None else self.play(move)

    def play(self, move: Move) -> Step:
        """Play this move, be it legal or not, as it happens on the table."""
        before = self.state
        after = apply(before, move, strict=False)
        actions = self.hands.play(before, move, after)
        self.state = after
        self.played.append(move)
        return Step(move, before, after, actions)

    def _top_token(self) -> str | None:
        stack = self.world.at(STACK)
        return stack[-1].front.removeprefix("architects/progress/") if stack else None


def answer(options: Sequence[Sequence[Move]], truth: Sequence[Move]) -> int | None:
    """Which option of a question says what really happened; ``None``: none of them.

    ``truth``: the moves played since the last one that was accepted. An option may say less than all of
    it, but nothing that did not happen; the one that says most is the answer. An explicit end of turn
    says nothing that can be seen.
    """
    wanted = _visible(truth)
    told = [_visible(moves) for moves in options]
    fitting = [k for k, moves in enumerate(told) if moves == wanted[: len(moves)] and (moves or not wanted)]
    return max(fitting, key=lambda k: len(told[k]), default=None)


def _visible(moves: Sequence[Move]) -> list[dict[str, Any]]:
    return [dump_move(move) for move in moves if not isinstance(move, EndTurn)]
