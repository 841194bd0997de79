"""A filmed table at which people play on at a pace, whatever the referee has understood, and answer late or never.

``python -m tests.referee.paced GAME --players N --seeds S,S --pace 1.5 --answer-after 20 --lacking 0.333`` plays whole
games as ``companion rehearse`` with the same options does, but with no clock: as many frames as a camera takes in that
time, and the same each time. Of a box that lacks some of its faces the pictures are painted all the same.
"""

import sys
import tempfile
from pathlib import Path
from typing import Any

from companion.box.faces import library_of
from companion.rehearsal.comparison import leaves_open
from companion.rehearsal.incomplete import lacked, without
from companion.twin.dealer import Step
from companion.twin.theatre import SECONDS_A_FRAME
from tests import reading_errors
from tests.referee.filmed import Filmed
from tests.referee.hurried import Hurried
from tests.referee.painted import begun, options
from vision.recognition.library import Library

_LAST_LOOKS = 12.0
"""Seconds for which a game that is over is still looked at, beside the time that an answer takes."""
Told = dict[str, Any]


class Paced(Hurried, Filmed):
    """Filmed people who make a move every so many seconds after the table came to rest.

    ``answer_after``: they answer so many seconds late; ``None``: never. ``lacking``: the share of tokens and stages
    that vision's library lacks. ``asked_at``: when each question was first asked.
    """

    def __init__(self, *played: Any, pace: float, answer_after: float | None, lacking: float = 0.0, **how: Any) -> None:
        self._pace, self._answer_after, self._lacking = pace, answer_after, lacking
        self.rested = dict[int, float]()
        self.accepted = dict[int, float]()
        self.asked_at = dict[int, float]()
        self.lacks = frozenset[str]()
        self._begun = False
        super().__init__(*played, **how)
        self._begun = True

    def enrolled(self) -> Library:
        """What is left of the box."""
        self.lacks = lacked(self.dealer.rules, self.dealer.state, self._lacking, self._how[1])
        return without(self._library, self.lacks) if self.lacks else self._library

    def step(self) -> Step | None:
        """Somebody makes a move, and the table rests for as long as people wait."""
        step, before = self.perform(), len(self.truth)
        if step is None:
            self.look_for(_LAST_LOOKS + (self._answer_after or 0.0))
            return None
        while not self.look():
            pass
        if self.wire.seen(step.move):
            self.rested[before - 1] = self.clock
            self.look_for(self._pace)
        return step

    def look_for(self, seconds: float) -> None:
        """The table lies still for so long."""
        for _ in range(round(seconds / SECONDS_A_FRAME)):
            self.look()

    def look(self) -> int:
        """As ``Filmed``; what is in the record by now is noted."""
        still = super().look()
        if self._begun:
            self.note(self.clock)
        return still

    def ready_to_answer(self, question: int) -> bool:
        """Once it has been asked for long enough."""
        asked = self.asked_at.setdefault(question, self.clock)
        return self._answer_after is not None and self.clock >= asked + self._answer_after

    @property
    def unread(self) -> list[Told]:
        """The events of which a piece is not known."""
        return [self.events[k] for k, place in self.pairs().items() if leaves_open(self.events[k], self.truth[place])]


def main() -> int:
    """Play the games and say how each went; 1 where one is not as it should be."""
    reading_errors.raised()
    parser = options(__doc__, "python -m tests.referee.paced")
    parser.add_argument("--seeds", default="1", help="with commas between")
    parser.add_argument("--pace", type=float, default=1.5)
    parser.add_argument("--answer-after", default="never", help="seconds, or never")
    parser.add_argument("--lacking", type=float, default=0.0)
    wanted = parser.parse_args()
    library = Library.load(library_of(wanted.box, wanted.game))
    after = None if wanted.answer_after == "never" else float(wanted.answer_after)
    bad = 0
    for seed in map(int, wanted.seeds.split(",")):
        with tempfile.TemporaryDirectory() as folder:
            how = {"pace": wanted.pace, "answer_after": after, "lacking": wanted.lacking}
            table = begun(Paced, Path(folder), wanted, seed, library, **how)
            while (step := table.step()) is not None:
                if table.wrong:
                    sys.stderr.write(f"{len(table.dealer.played)} {step.move}: wrong {table.wrong}\n")
            bad += not told_of_game(table, seed, wants_all=after is not None)
    return 1 if bad else 0


def told_of_game(table: Paced, seed: int, *, wants_all: bool) -> bool:
    """Print one line of a game, and one of each move that was late; whether it went as it should."""
    exact = table.state == table.dealer.state and not table.wrong and not table.missed
    late, unknown = table.late, table.unknown
    sys.stdout.write(
        f"seed {seed}: {len(table.truth)} moves, {len(table.wrong)} wrong, {len(table.missed)} missed, "
        f"{len(late)} late, {len(unknown)} unknown, {len(table.asked_at)} asked, {len(table.unread)} unread, "
        f"exact {exact}\n"
    )
    sys.stdout.write("".join(map(table.told_of_late, late)))
    sys.stdout.write("".join(f"  missed: {move}\n" for move in table.missed))
    sys.stdout.write("".join(f"  wrong: {move}\n" for move in table.wrong))
    sys.stdout.flush()
    but_unknown = len(table.missed) + len(table.unread) <= len(unknown)
    fine = exact if wants_all else but_unknown
    return fine and not table.wrong and len(table.asked_at) <= len(unknown) and set(late) <= set(unknown)


if __name__ == "__main__":
    sys.exit(main())
