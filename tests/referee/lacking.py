"""Any game without pixels, by people who do not wait, with a box that lacks a third of what may lie on printed spots.

``python -m tests.referee.lacking architects 4 1741 --expansion medals --after never`` plays one and says what was
wrong, missed, late and asked. Real seconds are not waited for.
"""

import argparse
import math
from collections.abc import Collection, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from msgspec.structs import replace

from companion.games.mats import Place
from companion.rehearsal.incomplete import lacked
from companion.twin.dealer import Dealer, Step
from companion.twin.world import World
from tests.referee.hurried import Hurried
from tests.referee.sightless import Sightless
from vision.sighting import FaceProbability, Sighting

_LOOK = 0.5
"""Seconds between two looks of a table that rests."""
_LAST_LOOKS = 12.0
"""Seconds for which a game that is over is still looked at, and after each answer that is given then."""


class Lacking(Sightless):
    """A table whose box lacks a third; people answer ``answer_after`` seconds late (infinite: never).

    ``asked_at``: the frame at which each question was first shown; ``begun``: as ``Sightless`` takes it.
    """

    def __init__(
        self,
        folder: Path,
        game: str,
        players: int,
        seed: int,
        *,
        answer_after: float = math.inf,
        expansions: tuple[str, ...] = (),
        **begun: Any,
    ) -> None:
        dealer = Dealer(game, players, seed, expansions=expansions)
        self.lacks = lacked(dealer.rules, dealer.state, 1 / 3, seed)
        self._answer_after, self.asked_at = answer_after, dict[int, int]()
        super().__init__(folder, game, players, seed, dealer=dealer, expansions=expansions, **begun)

    def _sighting(self, place: Place, world: World) -> Sighting:
        seen, lacks = super()._sighting(place, world), tuple(sorted(self.lacks.intersection(place.faces)))
        named = (replace(one, faces=_in_library(one.faces, lacks)) for one in seen.pieces)
        return replace(seen, pieces=tuple(named), unenrolled=lacks) if lacks else seen

    def ready_to_answer(self, question: int) -> bool:
        return self.frame >= self.asked_at.setdefault(question, self.frame) + 10 * self._answer_after


def _in_library(faces: Sequence[FaceProbability], lacks: Collection[str]) -> tuple[FaceProbability, ...]:
    """What a piece is taken for: nothing if it is one that the box lacks, and never for such a one."""
    if faces and faces[0].face in lacks:
        return ()
    return tuple(face for face in faces if face.face not in lacks)


class PacedLacking(Hurried, Lacking):
    """Such a table at which people make a move every ``pace`` seconds after it came to rest."""

    def __init__(self, folder: Path, game: str, players: int, seed: int, *, pace: float = 1.5, **begun: Any) -> None:
        self._pace, self.rested, self.accepted = pace, dict[int, float](), dict[int, float]()
        super().__init__(folder, game, players, seed, **begun)

    @property
    def clock(self) -> float:
        """Seconds since the beginning."""
        return self.frame / 10

    def play(self, moves: float = math.inf) -> None:
        """Play so many moves, or to the end, and let the last questions be answered, one after the other."""
        while len(self.dealer.played) < moves and self.step() is not None:
            continue
        self._tick(_LAST_LOOKS)
        for _ in self.unknown:
            if self._answer_after < math.inf and self.referee.view().question is not None:
                self._tick(self._answer_after + _LAST_LOOKS)

    def step(self) -> Step | None:
        before = len(self.truth)
        step = self.perform()
        if step is not None and self.wire.seen(step.move):
            self.rested[before] = self.clock
            self._tick(self._pace)
        return step

    def _tick(self, seconds: float) -> None:
        for _ in range(round(seconds / _LOOK)):
            self.pulse(_LOOK)
            self._answer()
            self.note(self.clock)

    def show(self, world: World, seconds: float = _LOOK) -> None:
        super().show(world, seconds)
        self.note(self.clock)


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
            table = PacedLacking(
                Path(folder), said.game, said.players, seed,
                answer_after=after, pace=said.pace, noise=said.noise, expansions=tuple(said.expansion),
            )  # fmt: skip
            table.play()
            counts = f"{len(table.truth)} moves, {len(table.wrong)} wrong, {len(table.missed)} missed"
            print(
                f"{seed}: {counts}, {len(table.asked_at)} asked, {len(table.unknown)} unknown, exact {table.exact}",
                flush=True,
            )
            print("".join(map(table.told_of_late, table.late)), end="")
            for odd in table.wrong:
                print(f"  wrong: {odd}")


if __name__ == "__main__":
    main()
