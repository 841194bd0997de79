"""Any game without pixels, by people who do not wait, with a box that lacks a third of what may lie on printed spots.

``python -m tests.referee.lacking architects 4 1741 --expansion medals --after never`` plays one and says what was
wrong, missed, late and asked. Real seconds are not waited for.
"""

import argparse
import math
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from msgspec.structs import replace

from companion.games.mats import Place
from companion.rehearsal.comparison import told_of
from companion.rehearsal.incomplete import lacked
from companion.twin.dealer import Dealer, Step
from companion.twin.world import World
from tests.referee.sightless import Sightless
from vision.sighting import Pulse, Sighting

_LOOK, IN_TIME = 0.5, 3.0
"""Seconds between two looks of a table that rests, and within which a move must be accepted."""


class Lacking(Sightless):
    """Such a table. ``after``: seconds after which people answer (infinite: never); ``pace``: between two moves."""

    def __init__(
        self,
        folder: Path,
        game: str,
        players: int,
        seed: int,
        *,
        after: float = math.inf,
        pace: float = 1.5,
        share: float = 1 / 3,
        noise: float = 0.0,
        expansions: tuple[str, ...] = (),
    ) -> None:
        dealer = Dealer(game, players, seed, expansions=expansions)
        self.lacks = lacked(dealer.rules, dealer.state, share, seed)
        self._after, self._pace = after, pace
        self._asked_at: dict[int, int] = {}
        self._rested: dict[int, float] = {}
        self._accepted: dict[int, float] = {}
        super().__init__(folder, game, players, seed, dealer=dealer, noise=noise, expansions=expansions)

    @property
    def clock(self) -> float:
        """Seconds since the beginning."""
        return self.frame / 10

    @property
    def asked(self) -> int:
        """How many questions were shown."""
        return len(self._asked_at)

    @property
    def late(self) -> dict[int, float]:
        """The moves that could be seen and were accepted too late, and how many seconds after the table rested."""
        waited = {move: self._accepted.get(move, math.inf) - rested for move, rested in self._rested.items()}
        return {move: seconds for move, seconds in waited.items() if seconds > IN_TIME}

    @property
    def unknown(self) -> list[int]:
        """The moves whose piece the box lacks."""
        shown = [self.dealer.rules.shows(move) for move in self.dealer.played if self.wire.seen(move)]
        return [k for k, one in enumerate(shown) if not one.turned and one.face in self.lacks]

    def play(self, moves: float = math.inf) -> None:
        """Play so many moves, or to the end, and let the last questions be answered."""
        while len(self.dealer.played) < moves and self._move() is not None:
            continue
        self._tick(12 + (self._after if self._after < math.inf else 0))

    def _move(self) -> Step | None:
        before = len(self.truth)
        step = self.perform()
        if step is not None and self.wire.seen(step.move):
            self._rested[before] = self.clock
            self._tick(self._pace)
        return step

    def _tick(self, seconds: float) -> None:
        for _ in range(round(seconds / _LOOK)):
            self.frame += 5
            self.referee.handle(Pulse(self.frame, self.clock, moving=False, mats=(0, 1, 2)))
            question = self.referee.view().question
            if question is not None:
                self._asked_at.setdefault(question.number, self.frame)
            self._answer()
            self._note()

    def show(self, world: World, seconds: float = _LOOK) -> None:
        super().show(world, seconds)
        self._note()

    def _note(self) -> None:
        for move in self.wire.paired(self.truth, self.events).values():
            self._accepted.setdefault(move, self.clock)

    def _sighting(self, place: Place, world: World) -> Sighting:
        seen, lacks = super()._sighting(place, world), tuple(sorted(self.lacks.intersection(place.faces)))
        named = (
            replace(one, faces=() if one.faces and one.faces[0].face in lacks else one.faces) for one in seen.pieces
        )
        return replace(seen, pieces=tuple(named), unenrolled=lacks) if lacks else seen

    def ready_to_answer(self, question: int) -> bool:
        return self.frame >= self._asked_at[question] + 10 * self._after

    def to_be_said(self, options: list[list[dict[str, Any]]]) -> list[dict[str, Any]]:
        told = told_of(self.missed, options)
        return super().to_be_said(options) if told is None else told


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("game")
    parser.add_argument("players", type=int)
    parser.add_argument("seeds", type=int, nargs="+")
    parser.add_argument("--after", default="never", help="seconds after which people answer, or never")
    parser.add_argument("--pace", type=float, default=1.5, help="seconds between two moves")
    parser.add_argument("--noise", type=float, default=0.0, help="how often a face is read badly")
    parser.add_argument("--expansion", action="append", default=[])
    return parser


def main() -> None:
    """Play the games that the command line names."""
    said = _parser().parse_args()
    after = math.inf if said.after == "never" else float(said.after)
    for seed in said.seeds:
        with TemporaryDirectory() as folder:
            table = Lacking(
                Path(folder), said.game, said.players, seed,
                after=after, pace=said.pace, noise=said.noise, expansions=tuple(said.expansion),
            )  # fmt: skip
            table.play()
            counts = f"{len(table.truth)} moves, {len(table.wrong)} wrong, {len(table.missed)} missed"
            exact = table.state == table.dealer.state
            print(f"{seed}: {counts}, {table.asked} asked, {len(table.unknown)} unknown, exact {exact}", flush=True)
            for move, seconds in table.late.items():
                print(f"  {seconds:.1f} s late: {table.truth[move]}")
            for odd in table.wrong:
                print(f"  wrong: {odd}")


if __name__ == "__main__":
    main()
