"""Makes the mistakes that people make, and says what really happened, so that the truth stays exact."""

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec

from companion.games.dealing import Blunder
from companion.twin.dealer import Dealer, Step

_FORGETS_FOR = (1, 3)
"""Moves for which nobody remembers to turn what a move turns."""
_LINGERS = (12, 30)
"""Frames for which a hand stays lying."""


class Gremlin:
    """A dealer whose players are only human: ``step`` as the dealer's, with mistakes at a rate (0..1 a move).

    Mistakes at the table (a card in the wrong column, tokens turned late, a pushed mat, a hand left lying) do not
    change the move; mistakes in the game (the game's own ``blunders``) are moves like any other, irregular, and are
    what the step says.
    """

    def __init__(self, dealer: Dealer, rate: float, seed: int) -> None:
        self._dealer = dealer
        self._rate = rate
        self._rng = Random(f"gremlin {seed}")
        self._forgets_for = 0
        self._laid_out = dealer.world.arrangement

    def step(self) -> Step | None:
        """The next move as it really happens; ``None`` when the game is over."""
        self._remember()
        move = self._dealer.choose()
        if move is None:
            return None
        if self._rng.random() >= self._rate:
            return self._dealer.play(move)
        blunders = [self._blundered(blunder) for blunder in self._dealer.twin.blunders]
        # The order is that of the games in docs/measurements.md: another one would make other mistakes of a seed.
        mischief = (
            self._turn_late,
            *blunders[:1],
            self._wrong_column,
            self._hand_stays,
            self._nudge_card,
            self._nudge_mat,
            *blunders[1:],
        )
        for one in self._rng.sample(mischief, len(mischief)):
            step = one(move)
            if step is not None:
                return step
        return self._dealer.play(move)

    def _remember(self) -> None:
        """What was forgotten long enough: the next hand sets it right."""
        if self._forgets_for:
            self._forgets_for -= 1
            self._dealer.hands.forgetful = self._forgets_for > 0

    def _blundered(self, blunder: Blunder) -> Callable[[Any], Step | None]:
        def play(move: Any) -> Step | None:
            mistake = blunder(self._dealer.state, move, self._top, self._rng)
            return self._played(mistake.move, mistake.said) if mistake else None

        return play

    def _top(self, place: str) -> str | None:
        pile = self._dealer.world.at(place)
        return pile[-1].front if pile else None

    def _turn_late(self, move: Any) -> Step | None:
        if not self._dealer.sounds_horn(move):
            return None
        self._forgets_for = self._rng.randint(*_FORGETS_FOR) + 1
        self._dealer.hands.forgetful = True
        return self._played(move, "the conflict tokens are not flipped for a while")

    def _wrong_column(self, move: Any) -> Step | None:
        face, place = self._dealer.lands(move)
        columns = self._dealer.layer.columns(place) if face else ()
        if not columns:
            return None
        column = self._rng.choice(sorted(set(columns) - {self._dealer.layer.column_of(face)}))
        self._dealer.hands.column = column
        return self._played(move, f"{face.rpartition('/')[2]} is laid into the {column} column")

    def _hand_stays(self, move: Any) -> Step | None:
        step = self._played(move, "the hand stays lying")
        if not step.actions:
            return step
        last = msgspec.structs.replace(step.actions[-1], linger=self._rng.randint(*_LINGERS))
        return msgspec.structs.replace(step, actions=(*step.actions[:-1], last))

    def _nudge_card(self, move: Any) -> Step | None:
        hands, places = self._dealer.hands, self._dealer.layer.places
        cards = [piece for piece in hands.world.pieces.values() if places[piece.place].kind == "spread"]
        if not cards:
            return None
        card = self._rng.choice(cards)
        dx, dy, turn = (self._rng.uniform(-1, 1) for _ in range(3))
        pushed = msgspec.structs.replace(card, x=card.x + 6 * dx, y=card.y + 6 * dy, angle=card.angle + 5 * turn)
        hands.touch(card.mat - 1, hands.world.adjust([pushed]), pushed)
        return self._played(move, f"{card.face} is nudged")

    def _nudge_mat(self, move: Any) -> Step | None:
        hands, places = self._dealer.hands, self._dealer.layer.places
        mat = self._rng.randrange(1, self._dealer.state.players + 1)
        home = self._laid_out.mats[mat]
        dx, dy, turn = (self._rng.uniform(-1, 1) for _ in range(3))
        pose = msgspec.structs.replace(home, x=home.x + 5 * dx, y=home.y + 5 * dy, angle=home.angle + 0.6 * turn)
        on_it = [piece for piece in hands.world.pieces.values() if piece.mat == mat]
        if not on_it:
            return None
        # The hand pushes at what lies on printed spots, where there is such a thing.
        held = min(on_it, key=lambda piece: (places[piece.place].kind != "spots", piece.z))
        hands.touch(mat - 1, hands.world.push(hands.world.arrangement.moved(mat, pose)), held)
        return self._played(move, f"the mat of seat {mat - 1} is pushed")

    def _played(self, move: Any, mistake: str) -> Step:
        return msgspec.structs.replace(self._dealer.play(move), mistakes=(mistake,))
