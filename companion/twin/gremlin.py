"""Makes the mistakes that people make, and says what really happened, so that the truth stays exact."""

from random import Random

import msgspec

from companion.games.architects.places import CITY_COLUMNS
from companion.games.architects.rules.facts import FACTS
from companion.games.architects.rules.moves import BuildStage, Move, TakeCard
from companion.games.architects.rules.state import next_seat
from companion.twin.arrangement import Pose
from companion.twin.dealer import Dealer, Step
from companion.twin.hands import pile_of
from companion.twin.laying import COLOURS

_FORGETS_FOR = (1, 3)
_LINGERS = (12, 30)


class Gremlin:
    """A dealer whose players are only human: ``step`` as the dealer's, with mistakes at a rate (0..1 a move).

    Mistakes at the table (a card in the wrong column, conflict tokens flipped late, a pushed mat, a hand left
    lying) do not change the move; mistakes in the game (a compulsory build forgotten, a card from a wrong
    holder) are moves like any other, irregular, and are what the step says.
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
        mischief = (
            self._flip_late,
            self._build_late,
            self._wrong_column,
            self._hand_stays,
            self._nudge_card,
            self._nudge_mat,
            self._wrong_holder,
        )
        for one in self._rng.sample(mischief, len(mischief)):
            step = one(move)
            if step is not None:
                return step
        return self._dealer.play(move)

    def _remember(self) -> None:
        """Conflict tokens forgotten long enough: the next hand sets them right."""
        if self._forgets_for:
            self._forgets_for -= 1
            self._dealer.hands.forgetful = self._forgets_for > 0

    def _flip_late(self, move: Move) -> Step | None:
        if not isinstance(move, TakeCard) or not FACTS.cards[FACTS.index[move.card]].horns:
            return None
        self._forgets_for = self._rng.randint(*_FORGETS_FOR) + 1
        self._dealer.hands.forgetful = True
        return self._played(move, "the conflict tokens are not flipped for a while")

    def _build_late(self, move: Move) -> Step | None:
        """The player forgets to build, and the next one takes a card."""
        if not isinstance(move, BuildStage):
            return None
        seat = next_seat(self._dealer.state)
        take = self._top_of("left", seat) or self._top_of("right", seat) or self._top_of("central", seat)
        return self._played(take, f"seat {move.seat} forgets to build {move.stage}") if take else None

    def _wrong_column(self, move: Move) -> Step | None:
        if not isinstance(move, TakeCard):
            return None
        others = sorted(set(CITY_COLUMNS) - {COLOURS[f"architects/{move.card}"]})
        self._dealer.hands.column = self._rng.choice(others)
        return self._played(move, f"{move.card} is laid into the {self._dealer.hands.column} column")

    def _hand_stays(self, move: Move) -> Step | None:
        step = self._played(move, "the hand stays lying")
        if not step.actions:
            return step
        last = msgspec.structs.replace(step.actions[-1], linger=self._rng.randint(*_LINGERS))
        return msgspec.structs.replace(step, actions=(*step.actions[:-1], last))

    def _nudge_card(self, move: Move) -> Step | None:
        hands = self._dealer.hands
        cards = [piece for piece in hands.world.pieces.values() if piece.place.endswith("/city")]
        if not cards:
            return None
        card = self._rng.choice(cards)
        dx, dy, turn = (self._rng.uniform(-1, 1) for _ in range(3))
        pushed = msgspec.structs.replace(card, x=card.x + 6 * dx, y=card.y + 6 * dy, angle=card.angle + 5 * turn)
        hands.touch(card.mat - 1, hands.world.adjust([pushed]), "nudge a card", pushed)
        return self._played(move, f"{card.face} is nudged")

    def _nudge_mat(self, move: Move) -> Step | None:
        hands = self._dealer.hands
        mat = self._rng.randrange(1, len(self._laid_out.mats))
        home = self._laid_out.mats[mat]
        dx, dy, turn = (self._rng.uniform(-1, 1) for _ in range(3))
        pose = Pose(home.x + 5 * dx, home.y + 5 * dy, home.angle + 0.6 * turn)
        stages = hands.world.at(f"seat/{mat - 1}/wonder")
        hands.touch(mat - 1, hands.world.push(hands.world.arrangement.moved(mat, pose)), "push a mat", stages[0])
        return self._played(move, f"the mat of seat {mat - 1} is pushed")

    def _wrong_holder(self, move: Move) -> Step | None:
        players = self._dealer.state.players
        if not isinstance(move, TakeCard) or move.because is not None or self._dealer.state.turn.opened:
            return None
        wrong = [seat for seat in range(players) if seat not in (move.seat, (move.seat - 1) % players)]
        takes = [take for take in (self._top_of(f"holder:{seat}", move.seat) for seat in wrong) if take]
        return self._played(self._rng.choice(takes), "the card is from a wrong holder") if takes else None

    def _top_of(self, source: str, seat: int) -> TakeCard | None:
        take = TakeCard(seat, source, "")
        pile = self._dealer.world.at(pile_of(self._dealer.state, take))
        return TakeCard(seat, source, pile[-1].front.removeprefix("architects/")) if pile else None

    def _played(self, move: Move, mistake: str) -> Step:
        return msgspec.structs.replace(self._dealer.play(move), mistakes=(mistake,))
