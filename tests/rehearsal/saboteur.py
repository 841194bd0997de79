"""Takes places of a table in turn and spoils how they look, while people play on; tells what the referee made of it.

python -m tests.rehearsal.saboteur --players 2 --ways empty,frozen --places central/deck,holder/0
"""

import argparse
import sys
import time
from collections.abc import Iterable, Iterator
from itertools import count

import msgspec

from companion.box.faces import library_of
from companion.games.watched import watched
from companion.rehearsal.rehearsal import Rehearsal, rehearsal
from companion.rehearsal.report import Plan, Report
from companion.twin.dealer import Dealer
from companion.twin.world import World
from tests.twin.spoilt import WAYS, Way, disguise

HELD = 12.0
"""Seconds for which a place is spoilt: longer than the ten within which it must be named."""
NAMED, HEALED = 10.0, 3.0
PACE = 1.5
ENOUGH = 20.0
"""Seconds after which nothing more is waited for."""


class Spoilt(msgspec.Struct, frozen=True):
    """One place, spoilt one way: in seconds how long it looked other than it lay, when it was named, when it was well.

    ``differed`` counts from the first picture that differed to the end. ``named`` and ``healed``: none: never.
    """

    seed: int
    place: str
    way: Way
    differed: float
    named: float | None
    healed: float | None

    @property
    def well(self) -> bool:
        """Whether it was named where it had to be, and healed."""
        must = self.differed > NAMED
        return (self.named is not None or not must) and self.healed is not None and self.healed <= HEALED


class Spoiling:
    """One rehearsed game whose places are spoilt one after the other."""

    def __init__(self, game: Rehearsal, plan: Plan) -> None:
        self._game, self._plan = game, plan

    def spoil(self, place: str, way: Way) -> Spoilt | None:
        """Spoil a place while moves are played, then let it be; ``None``: the game is over."""
        dealer = self._game._dealer
        wearing = disguise(self._plan.game, dealer.layer.places[place], way, dealer.world)
        self._game.theatre.wear(wearing)
        started, differs, named, going = time.monotonic(), None, None, True
        while time.monotonic() < started + HELD and going:
            going = self._game.step()
            now = time.monotonic()
            if differs is None and faces_of(wearing(dealer.world, 0), place) != faces_of(dealer.world, place):
                differs = now
            if named is None and place in self._troubles():
                named = now
        self._game.theatre.wear(None)
        ended = time.monotonic()
        while place in self._troubles() and time.monotonic() < ended + ENOUGH:
            self._game.person.wait(0.05)
        healed = None if place in self._troubles() else time.monotonic() - ended
        since = differs if differs is not None else ended
        return Spoilt(self._plan.seed, place, way, ended - since, named and named - since, healed) if going else None

    def _troubles(self) -> set[str]:
        view = self._game.person.view
        return {trouble.place for trouble in view.health} if view is not None else set()


def faces_of(world: World, place: str) -> list[str]:
    """What is to be seen there: of a pile its top."""
    pieces = world.at(place)
    return sorted(piece.face for piece in (pieces[-1:] if pieces and pieces[-1].piled else pieces))


def spoil_all(plan: Plan, wanted: Iterable[tuple[str, Way]]) -> Iterator[Spoilt | Report]:
    """Spoil each of these in turn, game after game from the plan's seed on; after each game its report."""
    left = list(wanted)
    for seed in count(plan.seed):
        now = msgspec.structs.replace(plan, seed=seed, pace=PACE)
        with rehearsal(now) as game:
            spoiling = Spoiling(game, now)
            while left and (spoilt := spoiling.spoil(*left[0])) is not None:
                left.pop(0)
                yield spoilt
            while game.step():
                pass
            yield game.report()
        if not left:
            return


def main() -> int:
    """Print every case and every game; 1 where a case is not well or a game not exact."""
    parser = argparse.ArgumentParser(prog="python -m tests.rehearsal.saboteur", description=__doc__)
    parser.add_argument("--game", default="architects")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--scene", default="kitchen")
    parser.add_argument("--ways", default=",".join(WAYS))
    parser.add_argument("--places", default="", help="by default all that a camera watches")
    options = parser.parse_args()
    known = watched(options.game)
    dealer = Dealer(options.game, options.players, options.seed)
    places = options.places.split(",") if options.places else [place.name for place in known.places(dealer.state)]
    plan = Plan(options.game, options.players, options.seed, library_of(None), scene=options.scene)
    ways: list[Way] = [way for way in WAYS if way in options.ways.split(",")]
    good = True
    for found in spoil_all(plan, [(place, way) for way in ways for place in places]):
        well = found.well if isinstance(found, Spoilt) else found.state_exact and not found.wrong
        good = good and well
        sys.stdout.write(("ok   " if well else "FAIL ") + msgspec.json.encode(found).decode() + "\n")
        sys.stdout.flush()
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
