"""The saboteur before the twin's camera with no clock: ``tests.rehearsal.saboteur``, and the same each time.

``python -m tests.referee.filmed_spoiling GAME --players N --seed S --ways empty,wrong --places seat/0/city`` spoils
each of these places in turn while people play on at a pace, game after game, with every frame of every hand.
"""

import argparse
import sys
import tempfile
from collections.abc import Callable  # noqa: TC003 - as everywhere in tests
from itertools import count
from pathlib import Path
from typing import Any

import msgspec

from companion.box.faces import library_of
from tests import reading_errors
from tests.referee.paced import Paced, told_of_game
from tests.referee.painted import begun, options
from tests.rehearsal.saboteur import ENOUGH, HELD, PACE, Spoilt, faces_of
from tests.twin.spoilt import WAYS, Way, disguise
from vision.recognition.library import Library


class Belied(Paced):
    """People who play on at a pace while a place of their table looks other than it lies."""

    def __init__(self, folder: Path, game: str, players: int, seed: int, library: Library, **how: Any) -> None:
        self._seed, self._game_name = seed, game
        self._looked: Callable[[], None] = lambda: None
        super().__init__(folder, game, players, seed, library, pace=PACE, answer_after=0.0, **how)

    def look(self) -> int:
        """As ``Paced``; whoever watches the table's health looks as well."""
        still = super().look()
        self._looked()
        return still

    def spoil(self, place: str, way: Way) -> Spoilt | None:
        """Spoil a place while moves are played, then let it be; ``None``: the game is over."""
        assert self._theatre is not None
        wearing = disguise(self._game_name, self.dealer.layer.places[place], way, self.dealer.world)
        started, differs, named = self.clock, None, None

        def looked() -> None:
            nonlocal differs, named
            if differs is None and faces_of(wearing(self.dealer.world, 0), place) != faces_of(self.dealer.world, place):
                differs = self.clock
            if named is None and place in self.troubled:
                named = self.clock

        self._theatre.wear(wearing)
        self._looked = looked
        while self.clock < started + HELD:
            if self.step() is None:
                self._theatre.wear(None)
                return None
        self._theatre.wear(None)
        self._looked = lambda: None
        ended = self.clock
        while place in self.troubled and self.clock < ended + ENOUGH:
            self.look()
        since = differs if differs is not None else ended
        healed = None if place in self.troubled else self.clock - ended
        return Spoilt(self._seed, place, way, ended - since, named and max(named - since, 0.0), healed)

    @property
    def troubled(self) -> set[str]:
        """The places that the table's health names."""
        return {trouble.place for trouble in self.referee.view().health}


def main() -> int:
    """Print every case and every game; 1 where a case is not well or a game not exact."""
    reading_errors.raised()
    parser = options(__doc__, "python -m tests.referee.filmed_spoiling")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--ways", default=",".join(WAYS))
    parser.add_argument("--places", default="", help="with commas between; by default all that a camera watches")
    wanted = parser.parse_args()
    library = Library.load(library_of(wanted.box, wanted.game))
    left, good = None, True
    for seed in count(wanted.seed):
        with tempfile.TemporaryDirectory() as folder:
            table = begun(Belied, Path(folder), wanted, seed, library)
            left = _cases(table, wanted) if left is None else left
            good &= _played(table, seed, left)
        if not left:
            return 0 if good else 1
    return 1


def _cases(table: Belied, wanted: argparse.Namespace) -> list[tuple[str, Way]]:
    """What is wanted: every place one way, then the next; coins that the box does not know are not watched."""
    watched = [zone.name for zone in table.referee.watch().zones]
    places = wanted.places.split(",") if wanted.places else watched
    return [(place, way) for way in WAYS if way in wanted.ways.split(",") for place in places]


def _played(table: Belied, seed: int, left: list[tuple[str, Way]]) -> bool:
    """Spoil as many of these as one game is long enough for; whether all went well."""
    good = True
    while left and (spoilt := table.spoil(*left[0])) is not None:
        left.pop(0)
        good &= spoilt.well
        sys.stdout.write(("ok   " if spoilt.well else "FAIL ") + msgspec.json.encode(spoilt).decode() + "\n")
        sys.stdout.flush()
    while table.step() is not None:
        pass
    return told_of_game(table, seed, wants_all=True) and good


if __name__ == "__main__":
    sys.exit(main())
