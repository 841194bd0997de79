"""Answers to what a screen asks about past games: history, statistics, how to hand a result on."""

from pathlib import Path
from typing import Final, Literal

from companion.errors import Unusable
from companion.referee.game_files import games
from companion.referee.messages import Answer, Ask, History, Result, Statistics, why
from companion.results.bgstats import link
from companion.results.history import past_game, past_games
from companion.results.kept import read
from companion.results.statistics import statistics

ANSWERED: Final = ("history", "statistics", "result")
"""What is asked that is answered here."""
_SERVED: Final[tuple[Literal["pdf", "csv", "json"], ...]] = ("pdf", "csv", "json")


class Answers:
    """Reads the journals in a folder. It takes its time (seconds, the first time): not on the table's own thread."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def answer(self, ask: Ask, board: str = "") -> Answer:
        """The answer, or one line why there is none. ``board``: the address of the board, where it is served."""
        try:
            return Answer(ask.id, self._body(ask, board))
        except (Unusable, OSError) as error:
            return Answer(ask.id, None, " ".join(str(error).split()), why(error))

    def _body(self, ask: Ask, board: str) -> History | Statistics | Result:
        if ask.what == "history":
            return past_games(self._folder)
        if ask.what == "statistics":
            return statistics(past_games(self._folder).games)
        if ask.what == "result":
            return self._result(ask.body.get("game"), board)
        raise Unusable(f"{ask.what!r} is not asked of past games; {', '.join(ANSWERED)}")

    def _result(self, name: object, board: str) -> Result:
        found = {path.stem: path for path in games(self._folder)}
        if not found:
            raise Unusable("no game was kept here yet", "no_past_game")
        name = name or list(found)[-1]
        if not isinstance(name, str) or name not in found:
            raise Unusable(f"there is no game {name!r}; ask for the history")
        kept = read(found[name])
        if kept.trouble:
            raise kept.trouble
        links = {"bgstats": link(kept)} if kept.finished else {}
        if board and kept.over:
            links |= {form: f"{board.rstrip('/')}/results/{name}.{form}" for form in _SERVED}
        return Result(past_game(kept), links)
