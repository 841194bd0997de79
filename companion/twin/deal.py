"""A box set up on a table: shuffled decks, tokens, stages, everything where the printed mats want it."""

from random import Random

from companion.games.architects.places import STACK_SPOT, stage_spots
from companion.games.architects.rules.facts import FACTS
from companion.games.architects.rules.setup import Setup
from companion.twin.arrangement import Arrangement
from companion.twin.laying import Layer
from companion.twin.world import CENTRAL_CAT, CONFLICT, DECK, FACE_UP, STACK, Piece, World

_CARD_BACK = "architects/back/{}"
_PEACE, _BATTLE = "architects/token/conflict_peace", "architects/token/conflict_battle"


def draw_setup(players: int, rng: Random) -> Setup:
    """Wonders, first player and face-up progress tokens as a shuffled box gives them."""
    tokens = [token.id for token in FACTS.progress_tokens.values() for _ in range(token.copies)]
    rng.shuffle(tokens)
    return Setup(
        wonders=tuple(rng.sample(sorted(FACTS.wonders), players)),
        first=rng.randrange(players),
        progress=tuple(tokens[: FACTS.table.face_up]),
    )


def deal(setup: Setup, arrangement: Arrangement, layer: Layer, rng: Random) -> World:
    """The table at the beginning of a game, every deck in an order that only ``rng`` knows."""
    dealing = _Dealing(arrangement, layer, rng)
    for seat, wonder in enumerate(setup.wonders):
        dealing.deck(f"holder/{seat}", wonder, up=True)
        dealing.stages(seat, wonder)
    dealing.deck(DECK, "central", up=False)
    dealing.tokens(setup)
    return dealing.world


class _Dealing:
    def __init__(self, arrangement: Arrangement, layer: Layer, rng: Random) -> None:
        self.world = World(arrangement, {}, 0)
        self._layer = layer
        self._rng = rng

    def _new(self, front: str, back: str) -> Piece:
        return Piece(len(self.world.pieces), front, back, True, "", 0, 0.0, 0.0, 0.0, 0)

    def deck(self, place: str, deck: str, *, up: bool) -> None:
        counts = zip(FACTS.card_face_ids, FACTS.decks[deck], strict=True)
        fronts = [face for face, count in counts for _ in range(count)]
        self._rng.shuffle(fronts)
        for front in fronts:
            piece = self._new(front, _CARD_BACK.format(deck))
            self.world = self.world.lay([self._layer.on_pile(piece, place, up=up)])

    def stages(self, seat: int, wonder: str) -> None:
        for spot in range(len(stage_spots(wonder))):
            stage = f"architects/stage/{FACTS.wonders[wonder].stages[spot].id}"
            piece = self._new(f"{stage}/built", f"{stage}/building")
            self.world = self.world.lay([self._layer.on_spot(piece, f"seat/{seat}/wonder", spot, up=False)])

    def tokens(self, setup: Setup) -> None:
        stack = [token.id for token in FACTS.progress_tokens.values() for _ in range(token.copies)]
        for token in setup.progress:
            stack.remove(token)
        self._rng.shuffle(stack)
        back = "architects/progress/back"
        for token in stack:
            piece = self._new(f"architects/progress/{token}", back)
            where = (STACK_SPOT.x, STACK_SPOT.y)
            self.world = self.world.lay([self._layer.on_point(piece, STACK, 0, where, up=False)])
        for spot, token in enumerate(setup.progress):
            piece = self._new(f"architects/progress/{token}", back)
            self.world = self.world.lay([self._layer.on_spot(piece, FACE_UP, spot)])
        for spot in range(FACTS.table.conflict_tokens[len(setup.wonders)]):
            self.world = self.world.lay([self._layer.on_spot(self._new(_PEACE, _BATTLE), CONFLICT, spot)])
        cat = self._new("architects/token/cat", "architects/token/cat")
        self.world = self.world.lay([self._layer.on_spot(cat, CENTRAL_CAT, 0)])
        military = "architects/token/military"
        for count in range(FACTS.table.military_tokens):
            self.world = self.world.lay([self._layer.supply(self._new(military, military), count)])
