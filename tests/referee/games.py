"""Random games through a real referee, for the tests of the referee."""

from pathlib import Path
from typing import Any

from companion.games.architects import rules as architects
from companion.referee.messages import Question
from companion.referee.referee import Effects
from tests.referee.live import Live
from tests.referee.table import PhysicalTable
from vision.sighting import Pulse


class Played(Live):
    """A referee and the physical table in front of it."""

    def __init__(
        self,
        folder: Path,
        players: int = 3,
        seed: int = 1,
        noise: float = 0.0,
        *,
        camera: bool = True,
        unenrolled: tuple[str, ...] = (),
    ) -> None:
        super().__init__(folder)
        self.table = PhysicalTable(players, seed, noise, unenrolled)
        assert self.do("setup", self.table.setup).ok
        if camera:
            self.referee.handle(self.table.everything())

    def show(self) -> Effects:
        return self.referee.handle(self.table.scene())

    def wait(self, seconds: int = 1, *, moving: bool = False) -> Effects:
        """Nothing happens on the table for so long; the effects of the last pulse."""
        effects = Effects()
        for _ in range(seconds):
            self.table.frame += 10
            effects = self.referee.handle(Pulse(self.table.frame, self.table.frame / 10, moving, (0, 1, 2)))
        return effects

    def move(self) -> Any:
        """Somebody makes a move, and the camera sees it and what follows. Ends of turns are told by finger."""
        move = self.table.choose()
        self.table.play(move)
        if isinstance(move, architects.EndTurn):
            self.do("move", architects.dump_move(move))
        self.show()
        self.wait()
        self.table.follow()
        self.show()
        self.wait()
        return move

    def again(self) -> None:
        """The referee is killed and started anew; vision connects again and says everything."""
        super().again()
        self.referee.handle(self.table.everything())


class Told(Played):
    """A game of two whose moves are known beforehand: told by finger, and seen from any move on.

    ``lacks``: the progress tokens that the box lacks.
    """

    def __init__(self, folder: Path, seed: int, *lacks: str) -> None:
        unenrolled = tuple(f"architects/progress/{token}" for token in lacks)
        super().__init__(folder, 2, seed, camera=False, unenrolled=unenrolled)
        dry, self.moves = PhysicalTable(2, seed), list[Any]()
        while not dry.state.finished:
            self.moves.append(dry.choose())
            dry.play(self.moves[-1])

    def told(self, moves: list[Any]) -> None:
        """People say these moves; then the camera looks."""
        for move in moves:
            self.table.play(move)
            self.table.follow()
            assert self.do("move", architects.dump_move(move)).ok
        self.show()
        self.wait()

    def seen(self, move: Any, seconds: int = 1) -> None:
        """Somebody makes this move, and the camera looks on for so long."""
        self.table.play(move)
        self.show()
        self.table.follow()
        self.show()
        self.wait(seconds)

    @property
    def question(self) -> Question | None:
        return self.referee.view().question

    def answer(self, token: str) -> None:
        """Say that it is this token, which is one of the answers."""
        question = self.question
        assert question is not None
        tokens = [option.moves[0].get("token") for option in question.options]
        assert self.do("answer", {"question": question.number, "option": tokens.index(token)}).ok
