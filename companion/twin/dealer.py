"""Plays games on the twin's table: holds the truth, and knows what each hand does.

The truth is a shuffled box: what really lies on top of a deck decides which legal moves there are. Everything follows
from the seed.
"""

from random import Random
from typing import Any, Literal, Self, cast, get_args

import msgspec

from companion.errors import Unusable, one_of
from companion.games.catalogue import facet
from companion.games.dealing import Laid, Midway, SizeOf
from companion.games.mats import MAT_HEIGHT, MAT_WIDTH
from companion.games.vocabulary import InvalidSetup, Policy, Tableau
from companion.games.watched import watched
from companion.twin.arrangement import arrange, arrange_open
from companion.twin.canvas import MatArt
from companion.twin.faceart import FaceArt, size_of
from companion.twin.hands import Hands, everything
from companion.twin.laying import NEAT, Layer, Sloppiness, set_out
from companion.twin.printed import corner_tags, printed_mats
from companion.twin.scenes import Look
from companion.twin.world import Action, World

Table = Literal["open", "mats"]
"""Whether mats are printed, or only corner tags."""


def table_of(game: str, wanted: str | None = None) -> Table:
    """How a game's table is laid out: as somebody wants it, else open, where a camera can set the game up so.

    Raises ``Unusable``.
    """
    if wanted is None:
        return "mats" if facet(game, "proposal") is None else "open"
    one_of("--table", wanted, get_args(Table))
    return cast("Table", wanted)


class Step(msgspec.Struct, frozen=True):
    """One atomic move: what was played, the rules' states around it, what hands do on the table.

    ``mistakes``: what people did wrong at the table meanwhile, in words (the gremlin's).
    """

    move: Any
    before: Any
    after: Any
    actions: tuple[Action, ...]
    mistakes: tuple[str, ...] = ()


class Dealer:
    """One game. ``step`` plays the next move; ``state`` is the rules' truth, ``world`` the table's.

    ``played``: the moves so far; ``states``: the state after each.
    ``table``: with printed mats, or open. ``edition``: of a game that has several; ``expansions``: what it is played
    with; ``art``: the pictures of the box that is played with, if not our own. Raises ``Unusable`` for a game that
    the twin cannot play.
    """

    def __init__(
        self,
        game: str,
        players: int,
        seed: int,
        policy: Policy[Any, Any] | None = None,
        *,
        sloppiness: Sloppiness = NEAT,
        askew: float = 1.0,
        table: Table = "mats",
        edition: int | None = None,
        expansions: tuple[str, ...] = (),
        art: FaceArt | None = None,
    ) -> None:
        self.game = game
        self.rules = watched(game)
        self.twin = self.rules.TWIN
        which: dict[str, Any] = {} if edition is None else {"edition": edition}
        which |= {"expansions": expansions} if expansions else {}
        try:
            deal = self.twin.deal_open if table == "open" and self.twin.deal_open else self.twin.deal
            dealt = deal(players, Random(f"dealer {seed}"), **which)
        except InvalidSetup as error:
            raise Unusable(str(error)) from error
        self.setup, self.order = dealt.setup, dealt.order
        self.state = self.rules.begin(self.setup)
        laid = self._laid_out(table, Random(f"table {seed}"), size_of(art))
        self.table: Table = table
        self.layer = Layer(laid.places, self.twin.columns, Random(f"layer {seed}"), sloppiness, by_place=laid.columns)
        rng = Random(f"mats {seed}")
        cities = max(place.mat for place in self.rules.places(self.state))
        lies = (
            arrange(cities, rng, askew, margin=self.twin.margin)
            if table == "mats"
            else arrange_open(cities, rng, laid.size, askew, facing=laid.facing)
        )
        self.hands = Hands(set_out(dealt.lots, lies, self.layer), self.layer, handful=self.twin.handful)
        self.played: list[Any] = []
        self.states: list[Any] = []
        self._policy = policy or self.rules.POLICIES["greedy"]
        self._rng = Random(f"policy {seed}")

    @classmethod
    def in_scene(cls, look: Look, game: str, players: int, seed: int, **how: Any) -> Self:
        """One who lays mats and pieces as carelessly as this scene has it."""
        return cls(game, players, seed, sloppiness=look.sloppiness, askew=look.askew, **how)

    def _laid_out(self, table: Table, rng: Random, sizes: SizeOf) -> Laid:
        """Where hands lay things: as printed, or as these people do."""
        if table == "open" and self.twin.open_table is not None:
            return self.twin.open_table(self.state, rng, sizes)
        return Laid((MAT_WIDTH, MAT_HEIGHT), (*self.rules.places(self.state), *self.twin.unwatched(self.state)))

    @property
    def world(self) -> World:
        """The table after everything played so far."""
        return self.hands.world

    def mats(self) -> MatArt:
        """What is printed on this table: mats, or corner tags."""
        if self.table == "open":
            return corner_tags(len(self.world.arrangement.mats))
        return printed_mats(self.game, self.state)

    def setup_object(self) -> dict[str, Any]:
        """The set-up as the contract has it, for the referee and for ``table.json``."""
        return self.rules.dump_setup(self.setup)

    def said_before(self) -> dict[str, Any]:
        """What these people have chosen when the camera is to read their open table."""
        known = ("edition", "expansions", "expert")
        return {"players": self.state.players, **{k: v for k, v in self.setup_object().items() if k in known and v}}

    def choose(self) -> Any:
        """The move that the player to move would play; ``None`` when the game is over."""
        moves = self.order.choices(self.state)
        return self._policy(self.state, moves, self._rng) if moves else None

    def step(self) -> Step | None:
        """Choose a move and play it; ``None`` when the game is over."""
        move = self.choose()
        return None if move is None else self.play(move)

    def sounds_horn(self, move: Any) -> bool:
        """Whether a move turns something in the middle of the table: it is heard."""
        after = self.rules.apply(self.state, move, strict=False)
        return any(cue.name == "horn" for cue in self.rules.cues(self.state, move, after))

    def lands(self, move: Any) -> tuple[str, str]:
        """The face that a move lays down, and where; both empty where it lays none."""
        shown = self.rules.shows(move)
        return (shown.face, shown.lands) if shown.lands else ("", "")

    def play(self, move: Any) -> Step:
        """Play this move, be it legal or not, as it happens on the table."""
        before = self.state
        after = self.rules.apply(before, move, strict=False)
        self.order.done(before, move)
        seat = getattr(move, "seat", before.to_move) or 0
        first = (Midway(self._laid(before, move, after), seat),)
        last = everything(self.rules.tableau(after), self.twin.also(after), self.order.lies(after))
        for wanted in (*(self.twin.midway(before, move, after) or first), Midway(last, after.to_move or 0)):
            self.hands.reach(wanted)
            self.hands.shuffle(self.order.piles(), seat)
        self.state = after
        self.played.append(move)
        self.states.append(after)
        return Step(move, before, after, self.hands.hand_over())

    def _laid(self, before: Any, move: Any, after: Any) -> Tableau:
        """What lies where when the piece that a move shows is put down and nothing has followed from it yet."""
        lying, (face, place) = self.rules.tableau(before), self.lands(move)
        if not face:
            return lying
        spread = {**lying.spread, place: tuple(sorted((*lying.spread[place], face)))}
        return Tableau(spread, lying.spots, self.rules.tableau(after).piles)
