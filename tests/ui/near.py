"""A referee in this very process, behind the same face as the link to the real one."""

from collections.abc import Iterator
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import Any

from companion.api.protocol import Answer, Ask, Command, FromReferee, Proposed, Reply, View
from companion.referee.game_files import GameFiles
from companion.referee.referee import Referee
from companion.results.answers import ANSWERED, Answers


class NearReferee:
    """The real referee; ``sent`` holds every command that it got, ``replies`` what it said to each; ``told``: all else.

    While ``quiet`` it pushes no views; ``battle``: the last command led to one; ``board``: where results are served;
    ``proposed``: how an open table seems to lie; ``read``: what was said of it when it was read last.
    """

    def __init__(self, state: Path) -> None:
        files = GameFiles(state)
        self.referee = Referee(files)
        self.board = ""
        self._past = Answers(files.folder)
        self.connected = True
        self.sent: list[Command] = []
        self.replies: list[Reply] = []
        self.told: list[Any] = []
        self.quiet = False
        self.battle = False
        self.proposed: Proposed | None = None
        self.read: dict[str, Any] = {}
        self._queue: SimpleQueue[FromReferee | None] = SimpleQueue()
        self._queue.put(self.referee.view())

    def messages(self) -> Iterator[FromReferee]:
        while (message := self._queue.get()) is not None:
            yield message

    def send(self, message: Any) -> bool:
        if isinstance(message, Ask):
            self._queue.put(self._answer(message))
        if not isinstance(message, Command):
            self.told.append(message)
            return True
        self.sent.append(message)
        effects = self.referee.handle(message)
        assert effects.reply is not None
        self.replies.append(effects.reply)
        self._queue.put(effects.reply)
        self.battle = any(cue.name == "battle" for cue in effects.cues)
        if not self.quiet:
            for cue in effects.cues:
                self._queue.put(cue)
            if effects.changed:
                self._queue.put(self.referee.view())
        return True

    def _answer(self, ask: Ask) -> Answer:
        if ask.what == "alternatives":
            return Answer(ask.id, self.referee.alternatives(ask.body["seq"]))
        if ask.what == "mend":
            return Answer(ask.id, self.referee.mend(ask.body))
        if ask.what == "table" and self.proposed is not None:
            self.read = ask.body
            return Answer(ask.id, self.proposed)
        if ask.what == "judge":
            return Answer(ask.id, self.referee.judged(ask.body))
        return self._past.answer(ask, self.board) if ask.what in ANSWERED else Answer(ask.id, None, "nobody here knows")

    def say(self, message: FromReferee) -> None:
        self._queue.put(message)

    def close(self) -> None:
        self._queue.put(None)

    def do(self, do: Any, body: dict[str, Any]) -> Reply:
        self.send(Command(f"near-{len(self.sent)}", do, body))
        return self.replies[-1]

    def play(self, random: Random, moves: int) -> View:
        """Play so many legal moves, then say the view; builds and tokens first, as greedy people do."""
        for _move in range(moves):
            table = self.referee.view().table
            if table is None or table.finished:
                break
            legal = [move for move in table.moves if move["move"] in {"build", "progress", "reveal"}] or table.moves
            self.do("move", random.choice(legal))
        return self.referee.view()


SEVEN = ("giza", "rhodes", "olympia", "babylon", "ephesus", "alexandria", "halicarnassus")
NAMES = ("Anna", "Béla", "Оксана", "Дмитрий", "Zsuzsanna", "Ivan", "Mária")


def setup(players: int) -> dict[str, Any]:
    return {
        "game": "architects", "wonders": list(SEVEN[:players]), "first": 0, "names": list(NAMES[:players]),
        "progress": ["tactics", "culture", "engineering"],
    }  # fmt: skip
