"""Any game's table without pixels: the twin's dealer plays, and what lies there is told as vision would tell it."""

from collections.abc import Callable  # noqa: TC003 - as everywhere in tests
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import replace

from companion.games.mats import Place
from companion.games.tables import Played
from companion.games.vocabulary import seat_of
from companion.looks.faces import looks
from companion.rehearsal.comparison import Wire, answer, asked_about, may_be
from companion.twin.dealer import Dealer, Step
from companion.twin.world import Piece, World
from tests.referee.joined import fields_apart, played_unseen, told_of
from tests.referee.live import Live
from vision.sighting import FaceProbability, Pulse, Quad, Scene, SeenPiece, Sighting

HERE: Quad = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
_APART = 20.0
"""mm from one piece to the next."""
_FRAME = 0.1
"""Seconds between two frames."""


class Sightless(Live):
    """A referee in front of the twin's dealer. ``noise``: how often a face is read badly.

    ``blind``: how often a piece's face cannot be told at all, and (as often) nothing is seen of it. ``late``: the moves
    that are tapped in before the camera is switched on; ``joins``: nobody has tapped them in, and the game goes on from
    what lies there when they and the turn are over. ``mended``: in how many fields of a city what was read then was put
    right. ``harm``: what is done to what is seen of each place (a saboteur's work). ``unwatched``: the places of which
    nothing is ever said.
    """

    unwatched: frozenset[str] = frozenset()

    def __init__(
        self,
        folder: Path,
        game: str,
        players: int,
        seed: int,
        *,
        noise: float = 0.0,
        blind: float = 0.0,
        edition: int | None = None,
        expansions: tuple[str, ...] = (),
        dealer: Dealer | None = None,
        late: int = 0,
        joins: bool = False,
    ) -> None:
        super().__init__(folder)
        self.dealer = dealer or Dealer(game, players, seed, edition=edition, expansions=expansions)
        self.wire = Wire(self.dealer.rules)
        self.frame, self.questions = 0, 0
        self.irregular: list[dict[str, Any]] = []
        self._noise, self._blind, self._rng = noise, blind, Random(f"sightless {seed}")
        self._tracks: dict[Any, tuple[int, tuple[FaceProbability, ...] | None]] = {}
        self._said: dict[str, Sighting] = {}
        self._asked: set[int] = set()
        self.mended = self._caught_up = 0
        if joins:
            played_unseen(self.dealer, late)
        self.harm: Callable[[Sighting], Sighting] = lambda seen: seen
        laid_out = self.laid_out()
        self._laid = {place["name"] for place in laid_out.get("layout", {}).get("places", ())}
        self._before = len(self.dealer.played)
        assert self.do("setup", {**self.dealer.setup_object(), **laid_out}).ok
        for _ in range(0 if joins else late):
            self.by_finger()
        self.show(self.dealer.world)
        joined = bool(self.referee.view().joining)
        if joined:
            # What is seen first is confirmed before anybody has looked at it.
            self.rest(1)
            self._join()
        self.rest(2)
        if joins and not joined:
            # So few moves that nobody need say anything are caught up with; of them nobody saw which was first.
            self._caught_up = len(self._recorded)

    def laid_out(self) -> dict[str, Any]:
        """What the set-up says of where things lie: nothing, as they are printed."""
        return {}

    def by_finger(self) -> None:
        """Somebody makes a move and taps it in, before any camera looks on."""
        step = self.dealer.step()
        if step is not None:
            assert self.do("move", self.dealer.rules.dump_move(step.move)).ok

    def _join(self) -> None:
        """People look at what was read of each city, put it right, and say who is next."""
        cities = told_of(self.dealer.state)
        self.mended = fields_apart(self.referee.view().joining, cities)
        first = None if looks(self.dealer.game).at_once else self.dealer.state.to_move
        reply = self.do("join", {"cities": cities, "first": first})
        assert reply.ok, reply.error

    @property
    def truth(self) -> list[dict[str, Any]]:
        return self.wire.told(self.dealer.played[self._before :])

    @property
    def events(self) -> list[dict[str, Any]]:
        return self.wire.told(entry.move for entry in self._recorded)

    @property
    def _recorded(self) -> list[Played]:
        """What stands in the record that can be seen, since people have been looked at."""
        return [entry for entry in self.game.fold.played if self.wire.seen(entry.move)][self._caught_up :]

    @property
    def wrong(self) -> list[dict[str, Any]]:
        """The events that nobody played."""
        right, lay = self.wire.paired(self.truth, self.events), self.dealer.states[max(0, self._before - 1) :]
        played = self._recorded
        odd = [(move, played[k]) for k, move in enumerate(self.events) if k not in right]
        odd = [(move, entry) for move, entry in odd if not self.wire.is_known(move, self.dealer.states)]
        return [move for move, entry in odd if not self.wire.names_what_lies(move, entry.before, lay)]

    @property
    def missed(self) -> list[dict[str, Any]]:
        """The moves that were not accepted."""
        found = set(self.wire.paired(self.truth, self.events).values())
        return [move for k, move in enumerate(self.truth) if k not in found]

    def step(self) -> Step | None:
        """Somebody makes a move; each hand is looked at when it has left, and questions are answered truly."""
        step = self.perform()
        self.rest(2)
        if self.missed:
            # Somebody is asked when the table has lain still for a while.
            self.rest(4)
        return step

    def perform(self) -> Step | None:
        """Somebody makes a move, and each hand is looked at when it has left."""
        step = self.dealer.step()
        for action in step.actions if step else ():
            self.show(action.world)
        return step

    def show(self, world: World, seconds: float = 0.5) -> None:
        """The table lies still like this."""
        self.frame += round(seconds / _FRAME)
        known = (place for place in self.dealer.rules.places(self.state) if place.name not in self.unwatched)
        # What mats have no place for is watched where a layout has one.
        places = [place for place in known if place.width or place.name in self._laid]
        seen = [self.harm(self._sighting(place, world)) for place in places]
        new = tuple(one for one in seen if one.pieces != getattr(self._said.get(one.zone), "pieces", None))
        self._said.update((one.zone, one) for one in new)
        self.referee.handle(Scene(self.frame, self.frame * _FRAME, new))

    def rest(self, seconds: int) -> None:
        """Nothing happens for so long."""
        for _ in range(seconds):
            self.pulse(1.0)
            self._answer()

    def pulse(self, seconds: float = 0.5) -> None:
        """So much time passes, and nothing moves; nobody answers anything."""
        self.frame += round(seconds / _FRAME)
        self.referee.handle(Pulse(self.frame, self.frame * _FRAME, moving=False, mats=(0, 1, 2)))

    def _answer(self) -> None:
        question = self.referee.view().question
        if question is None or question.number in self._asked or not self.ready_to_answer(question.number):
            return
        self._asked.add(question.number)
        self.questions += 1
        options = [self.wire.again(option.moves) for _, option in question.offered]
        truth = self._asked_about(question.seq, options) if question.seq else self.to_be_said(options)
        if self.game.joined and not truth and all("seat" not in move for moves in options for move in moves):
            truth = self._what_lies_unread()
        chosen = self.wire.said_again(options, self.dealer.states, truth, self.state if self.game.joined else None)
        chosen = answer(options, truth) if chosen is None else chosen
        body = {"option": question.offered[chosen][0]} if chosen is not None else {"moves": truth}
        self.do("answer", {"question": question.number, **body})

    def _what_lies_unread(self) -> list[dict[str, Any]]:
        """What people who joined late say of a piece that nobody has read: what it is, whatever is offered."""
        reveals = self.wire.told(move for move in self.dealer.rules.legal(self.state) if seat_of(move) is None)
        lie = (move for move in reveals if self.wire.names_what_lies(move, self.state, self.dealer.states[-1:]))
        return list(islice(lie, 1))

    def ready_to_answer(self, question: int) -> bool:  # noqa: ARG002 - people answer at once
        """Whether somebody answers this question (its number) now."""
        return True

    def _asked_about(self, seq: int, options: list[list[dict[str, Any]]]) -> list[dict[str, Any]]:
        """What really was the move that was accepted without its piece, or in a way that nobody saw."""
        about = next((k for k, entry in enumerate(self._recorded) if entry.seq == seq), None)
        return asked_about(about, self.wire.paired(self.truth, self.events), self.truth, options)

    def to_be_said(self, options: list[list[dict[str, Any]]]) -> list[dict[str, Any]]:
        """What was missed and can still be said, or is offered; what lay there for a moment only is gone."""
        rules, state, found = self.dealer.rules, self.state, []
        offered = [move for moves in options for move in moves]
        for told in self.missed:
            move = rules.parse_move(told)
            asked = any(may_be(one, told) for one in offered)
            if asked or told in self.irregular or not rules.judge(state, move):
                state = rules.apply(state, move, strict=False)
                found.append(told)
        return found

    def _sighting(self, place: Place, world: World) -> Sighting:
        lying = world.at(place.name)
        if place.kind == "pile":
            lying = lying[-1:]
        pieces = tuple(seen for piece in lying if (seen := self._piece(piece, place)) is not None)
        return Sighting(place.name, self.frame, self.frame * _FRAME, pieces)

    def _piece(self, piece: Piece, place: Place) -> SeenPiece | None:
        key = (piece.id, piece.place, piece.up, piece.z if place.kind == "pile" else 0)
        if key not in self._tracks:
            self._tracks[key] = (len(self._tracks), self._read(piece.face, place))
        track, faces = self._tracks[key]
        if faces is None:
            return None
        return SeenPiece(track, here(track), faces, None if place.kind in {"spread", "heap"} else int(piece.slot))

    def _read(self, face: str, place: Place) -> tuple[FaceProbability, ...] | None:
        if self._blind and place.kind == "slot" and self._rng.random() < self._blind:
            return () if self._rng.random() < 0.5 else None
        sure = 0.99 if self._rng.random() >= self._noise else self._rng.uniform(0.4, 0.9)
        others = [name for name in place.faces if name != face]
        if not others:
            return (FaceProbability(face, sure),)
        return (FaceProbability(face, sure), FaceProbability(self._rng.choice(others), (1 - sure) * 0.6))


def here(track: int) -> Quad:
    """Where a piece lies: no two in one place."""
    left = _APART * track
    return (left, 0.0), (left + 1.0, 0.0), (left + 1.0, 1.0), (left, 1.0)


class DiscardsElsewhere(Sightless):
    """Nobody lays a discarded card where the pile is looked for."""

    def _sighting(self, place: Place, world: World) -> Sighting:
        seen = super()._sighting(place, world)
        return replace(seen, pieces=()) if place.role == "discards" else seen


def performed(table: Sightless) -> Step:
    """What somebody does next, each hand of it looked at: the game is not over."""
    step = table.perform()
    assert step is not None
    return step
