"""A move of the rules becomes what hands do: take, lay, flip, discard, with all that follows by rule."""

from collections.abc import Iterable
from random import Random

import msgspec

from companion.games.architects.rules.facts import FACTS
from companion.games.architects.rules.moves import BuildStage, Move, RevealProgress, TakeCard, TakeProgress
from companion.games.architects.rules.resolve import place_move
from companion.games.architects.rules.state import State, deck_of
from companion.twin.laying import Layer
from companion.twin.world import CENTRAL_CAT, CONFLICT, DECK, DISCARD, FACE_UP, STACK, SUPPLY, Action, Piece, World

HALICARNASSUS = "halicarnassus"
_BATTLE_PAUSE = 1.0
"""Seconds from the last conflict token to the first hand that takes what the battle won."""
LOOKS_AT = 5
"""Cards of a deck that Halicarnassus lets its owner look at."""


def pile_of(state: State, move: TakeCard) -> str:
    """The name of the pile that a card is taken from. Raises ``ValueError`` where there is none."""
    deck = deck_of(state, move.seat, move.source)
    if deck is None:
        raise ValueError(f"seat {move.seat} has no source {move.source!r}")
    return DECK if deck == state.players else f"holder/{deck}"


class Hands:
    """Does moves on the table. ``world`` is the table after everything done so far.

    ``forgetful``: conflict tokens are left as they are until it is false again. ``column``: the next card
    taken goes into this colour's column, whatever its own colour.
    """

    def __init__(self, world: World, layer: Layer, rng: Random) -> None:
        self.world = world
        self.forgetful = False
        self.column: str | None = None
        self._layer = layer
        self._rng = rng
        self._done: list[Action] = []

    def play(self, before: State, move: Move, after: State) -> tuple[Action, ...]:
        """The actions of this move (``after`` must be what the rules made of it), consequences included."""
        placed = before if isinstance(move, RevealProgress) else place_move(before, move)[0]
        self._consequences(placed)
        horns = 0
        if isinstance(move, TakeCard):
            self._take(placed, move)
            horns = FACTS.cards[FACTS.index[move.card]].horns
        elif isinstance(move, BuildStage):
            self._spend(move.seat, self._spent(placed, move, after))
            self._build(move)
        elif isinstance(move, TakeProgress):
            self._spend(move.seat, self._spent(placed, move, after))
            self._progress(move)
        elif isinstance(move, RevealProgress):
            self._reveal(move, before.to_move)
        flipped = min(placed.conflict, placed.battle + horns)
        self._conflict(flipped, placed.to_move)
        if self._done and flipped == placed.conflict > after.battle:
            # Everybody counts shields before anything is cleared away.
            self._done[-1] = msgspec.structs.replace(self._done[-1], settle=_BATTLE_PAUSE)
        self._consequences(after)
        return self.hand_over()

    def hand_over(self) -> tuple[Action, ...]:
        """Everything done since the last time, in order."""
        done, self._done = tuple(self._done), []
        return done

    def do(self, seat: int, about: str, *pieces: Piece) -> None:
        """One hand lays these pieces (as they shall lie) in one go."""
        reach = [self.world.point(self.world.pieces[piece.id]) for piece in pieces]
        self.world = self.world.lay(pieces)
        reach += [self.world.point(piece) for piece in pieces[-1:]]
        self._done.append(Action(seat, tuple(reach[-4:]), self.world, about))

    def touch(self, seat: int, world: World, about: str, piece: Piece) -> None:
        """One hand leaves the table as ``world`` says, without laying anything down; it works at ``piece``."""
        self.world = world
        self._done.append(Action(seat, (world.point(piece),), world, about))

    def _take(self, state: State, move: TakeCard) -> None:
        pile = list(self.world.at(pile_of(state, move)))
        looks = LOOKS_AT if move.because == HALICARNASSUS else 1
        face = f"architects/{move.card}"
        taken = next((card for card in reversed(pile[-looks:]) if card.front == face), None)
        if taken is None:
            raise ValueError(f"{face} does not lie on top of {pile_of(state, move)}")
        laid = self._layer.in_city(self.world, taken, move.seat, self.column)
        self.column = None
        self.do(move.seat, f"take {move.card}", *laid)
        if looks > 1:
            rest = [card for card in pile if card.id != taken.id]
            self._rng.shuffle(rest)
            up = pile_of(state, move) != DECK
            again = [self._layer.on_pile(card, pile_of(state, move), up=up) for card in rest]
            if again:
                self.do(move.seat, "shuffle", *again)

    def _spent(self, before: State, move: BuildStage | TakeProgress, after: State) -> tuple[str, ...]:
        """The cards that a payment takes away, also where the move does not name them."""
        if move.spent or move.seat >= before.players:
            return move.spent
        had, has = before.cities[move.seat].cards, after.cities[move.seat].cards
        horned = {card.id for card in FACTS.cards if card.horns}
        return tuple(
            card.id
            for card, count, left in zip(FACTS.cards, had, has, strict=True)
            for _ in range(count - left)
            if card.id not in horned
        )

    def _spend(self, seat: int, spent: Iterable[str]) -> None:
        """Pull the spent cards out of the city, the ones that lie uppermost first, onto the discard pile."""
        city = list(self.world.at(f"seat/{seat}/city"))
        for name in spent:
            card = next(card for card in reversed(city) if card.front == f"architects/{name}")
            city.remove(card)
            self.do(seat, f"discard {name}", self._layer.on_pile(card, DISCARD, up=True))

    def _build(self, move: BuildStage) -> None:
        for piece in self.world.at(f"seat/{move.seat}/wonder"):
            if piece.front == f"architects/stage/{move.stage}/built":
                place = f"seat/{move.seat}/wonder"
                self.do(move.seat, f"build {move.stage}", self._layer.on_spot(piece, place, int(piece.slot)))

    def _progress(self, move: TakeProgress) -> None:
        place = FACE_UP if move.source == "face_up" else STACK
        face = f"architects/progress/{move.token}"
        token = next((piece for piece in reversed(self.world.at(place)) if piece.front == face), None)
        if token is None:
            return
        home = f"seat/{move.seat}/progress"
        spot = self._layer.free_spot(self.world, home)
        self.do(move.seat, f"progress {move.token}", self._layer.on_spot(token, home, spot))

    def _reveal(self, move: RevealProgress, seat: int) -> None:
        stack = self.world.at(STACK)
        if stack and len(self.world.at(FACE_UP)) < FACTS.table.face_up:
            spot = self._layer.free_spot(self.world, FACE_UP)
            self.do(seat, f"reveal {move.token}", self._layer.on_spot(stack[-1], FACE_UP, spot))

    def _consequences(self, state: State) -> None:
        """Whatever else the rules want to lie otherwise: horn cards, military tokens, conflict tokens, the Cat."""
        for seat in range(state.players):
            self._discard_surplus(state, seat)
            self._military(state, seat)
        self._conflict(state.battle, state.to_move)
        self._cat(state)

    def _discard_surplus(self, state: State, seat: int) -> None:
        left = dict(zip(FACTS.card_face_ids, state.cities[seat].cards, strict=True))
        gone = []
        for card in self.world.at(f"seat/{seat}/city"):
            left[card.front] -= 1
            if left[card.front] < 0:
                gone.append(self._layer.on_pile(card, DISCARD, up=True))
        if gone:
            self.do(seat, "discard horns", *gone)

    def _military(self, state: State, seat: int) -> None:
        have = len(self.world.at(f"seat/{seat}/military"))
        supply = self.world.at(SUPPLY)[::-1]
        won = supply[: max(0, state.cities[seat].military - have)]
        if won:
            tokens = [self._layer.military(token, seat, have + k) for k, token in enumerate(won)]
            self.do(seat, "military", *tokens)

    def _conflict(self, battle: int, seat: int) -> None:
        tokens = sorted(self.world.at(CONFLICT), key=lambda token: token.slot)
        wrong = [token for k, token in enumerate(tokens) if token.up == (k < battle)]
        if wrong and not self.forgetful:
            flipped = [self._layer.on_spot(t, CONFLICT, int(t.slot), up=not t.up) for t in wrong]
            self.do(seat, f"conflict {battle}", *flipped)

    def _cat(self, state: State) -> None:
        home = CENTRAL_CAT if state.cat is None else f"seat/{state.cat}/cat"
        cat = next(piece for piece in self.world.pieces.values() if piece.front == "architects/token/cat")
        if cat.place != home:
            seat = state.to_move if state.cat is None else state.cat
            self.do(seat, "cat", self._layer.on_spot(cat, home, 0))
