"""People who do not wait: a table that is played on at a pace, whatever the referee has understood."""

from collections.abc import Callable  # noqa: TC003 - as everywhere in tests
from pathlib import Path
from typing import Any

from companion.api.protocol import Reply
from companion.games.architects import rules as architects
from companion.referee.messages import Question
from companion.rehearsal.comparison import paired
from tests.referee.games import Played
from vision.sighting import Pulse

Told = dict[str, Any]


class Restless(Played):
    """A table at which a move is made every so many seconds; a person answers questions late, or never.

    ``harm``: what is done to the table before the camera looks (a saboteur's work); ``step``: called after each look.
    """

    def __init__(
        self,
        folder: Path,
        players: int,
        seed: int,
        *,
        unenrolled: tuple[str, ...] = (),
        noise: float = 0.0,
        pace: float = 1.5,
        answer_after: float | None = None,
    ) -> None:
        super().__init__(folder, players, seed, noise, unenrolled=unenrolled)
        self.pace, self.answer_after = pace, answer_after
        self.truth: list[Told] = []
        self.asked: dict[int, float] = {}
        self._lay: dict[int, list[Told]] = {}
        self.answered: set[int] = set()
        self.accepted: dict[int, float] = {}
        self.rested: list[float] = []
        self.harm: Callable[[], None] = lambda: None
        self.step: Callable[[], None] = lambda: None
        self._pulsed = 0.0
        self._question: Question | None = None
        self._told = True

    def do(self, do: Any, body: dict[str, Any] | None = None, name: str = "") -> Reply:
        self._told = True
        return super().do(do, body, name)

    @property
    def clock(self) -> float:
        return self.table.frame / 10

    def events(self) -> list[Told]:
        played = (entry.move for entry in self.game.fold.played)
        return [architects.dump_move(move) for move in played if not isinstance(move, architects.EndTurn)]

    def go_on(self) -> None:
        """One more move, and the rest after it."""
        move = self.table.choose()
        self.table.play(move)
        if isinstance(move, architects.EndTurn):
            self.table.follow()
            return
        self.truth.append(architects.dump_move(move))
        # People look at what they have before they do what follows from it.
        self.rest(1.3)
        self.table.follow()
        self._show(0.3)
        self.rested.append(self.clock)
        self.rest(self.pace)

    def rest(self, seconds: float) -> None:
        """Time passes; the camera says how it is each second, and looks again where something changed."""
        until = self.clock + seconds
        while self.clock < until:
            self._show(0.2)

    def _show(self, seconds: float) -> None:
        self.harm()
        news = self.referee.handle(self.table.scene(seconds)).changed or self._told
        if self.clock >= self._pulsed + 1:
            self._pulsed = self.clock
            news |= self.referee.handle(Pulse(self.table.frame, self.clock, moving=False, mats=(0, 1, 2))).changed
        if news:
            self._told, self._question = False, self.referee.view().question
            for place in self.pairs().values():
                self.accepted.setdefault(place, self.clock)
        self._answer(self._question)
        self.step()

    def pairs(self) -> dict[int, int]:
        return paired(self.truth, self.events())

    def _answer(self, question: Question | None) -> None:
        if question is None:
            return
        if question.number not in self.asked:
            self.asked[question.number] = self.clock
            self._lay[question.number] = [move for move in self._missing() if move["move"] == "reveal"][-1:]
        asked, late = self.asked[question.number], self.answer_after
        if late is None or self.clock < asked + late or question.number in self.answered:
            return
        self.answered.add(question.number)
        pairs, missing = self.pairs(), self._missing()
        events = [entry for entry in self.game.fold.played if not isinstance(entry.move, architects.EndTurn)]
        about = next((k for k, entry in enumerate(events) if entry.seq == question.seq), None)
        offered = [dict(move) for _, option in question.offered for move in option.moves]
        if about is not None:
            # Where it is not what was played: which of what is offered was.
            moves = [self.truth[pairs[about]]] if about in pairs else [move for move in missing if move in offered][:1]
        elif question.reason == "face":
            # What lies there was turned up last when it was asked, whether or not it is among what is offered.
            moves = [move for move in self._lay[question.number] if move in missing]
        else:
            told = next((k for k, move in enumerate(missing) if move in offered), 0)
            # Also what was played before it: people see whose turn it is on the screen.
            moves = missing[: told + 1]
        nothing = next((k for k, option in question.offered if not option.moves), None)
        if moves:
            self.do("answer", {"question": question.number, "moves": moves})
        elif nothing is not None:
            self.do("answer", {"question": question.number, "option": nothing})

    def _missing(self) -> list[Told]:
        found = set(self.pairs().values())
        return [move for place, move in enumerate(self.truth) if place not in found]

    def late(self, seconds: float = 3.0) -> list[int]:
        """The moves that were accepted later than this after the table came to rest, or never."""
        return [
            place
            for place, rested in enumerate(self.rested)
            if self.accepted.get(place, float("inf")) > rested + seconds
        ]
