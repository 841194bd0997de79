"""One place of any game's table without pixels, spoilt while people play on: what the referee makes of it.

``python -m tests.referee.spoiling_any GAME --players 2 --seed 1 --ways empty,frozen --places seat/1/city``; as
``tests.referee.spoiling`` does it for Architects, but people wait until their move is in the record, or six seconds.
"""

import argparse
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from companion.games.mats import Place
from companion.games.watched import watched
from companion.referee.inference.expected import expectations
from companion.referee.inference.named import best
from companion.referee.inference.retold import Retold
from companion.twin.dealer import Dealer
from companion.twin.world import World
from tests.referee.sightless import Sightless
from tests.referee.spoiling import AFTER, BEFORE, HEALED, NAMED, SPOILT, Mask
from tests.twin.spoilt import WAYS, Way
from vision.sighting import Pulse, Scene, Sighting

_LOOK, _LOOKS_A_PULSE = 0.2, 5
"""Seconds between two looks at the table, and how many there are between two pulses."""


class Found(msgspec.Struct, frozen=True):
    """What came of one place, spoilt one way; seconds as in ``tests.referee.spoiling.Outcome``."""

    place: str
    way: Way
    differed: float
    named: float | None
    healed: float | None
    wrong: int
    missed: int
    questions: int
    exact: bool

    @property
    def well(self) -> bool:
        """Whether all is as it should be in the end, and was named where it had to be."""
        named = self.differed <= NAMED or (self.named is not None and self.named <= NAMED)
        return self.exact and named and self.healed is not None and self.healed <= HEALED


class Watched(Sightless):
    """A table at which the camera looks on while people wait.

    ``looked``: called after each look; ``busy``: hands have more to do for the last move.
    """

    looked: Callable[[], None] | None = None
    busy = False

    @property
    def clock(self) -> float:
        """Seconds of frame time."""
        return self.frame / 10

    def show(self, world: World, seconds: float = 0.5) -> None:
        self.busy = world is not self.dealer.world
        super().show(world, seconds)
        if self.looked is not None:
            self.looked()

    def rest(self, seconds: float) -> None:
        """Nothing happens for so long, and the camera looks on."""
        for look in range(round(seconds / _LOOK)):
            self.show(self.dealer.world, _LOOK)
            if look % _LOOKS_A_PULSE == 0:
                self.referee.handle(Pulse(self.frame, self.clock, moving=False, mats=(0, 1, 2)))
            self._answer()

    def troubled(self) -> set[str]:
        """The places that the table's health names."""
        return {trouble.place for trouble in self.referee.view().health}


class Spoilt:
    """A place of such a table that looks other than it lies until it is let be: for how long, and when it was named.

    What lies under another place is told, and named, with that one. Where the referee is told the same (how many cards
    lie face down, whichever; under which wonders cards lie) nobody could know; nor where the rules await that something
    is laid there, or taken up, or say nothing of what lies there (where no card of this age's structure was laid); nor
    of a card that was turned up in its slot, or laid on its pile that shows other cards: nobody has seen it otherwise.
    """

    def __init__(self, table: Watched, place: Place, way: Way) -> None:
        self._table, self._place, self._name, self._way = table, place, place.name, way
        self._mask = Mask(place, way, table._sighting(place, table.dealer.world))
        self._begun = self._looks(table._sighting(place, table.dealer.world))
        self._since: float | None = None
        self._differs = False
        self.differed = 0.0
        self.named: float | None = None
        table.harm, table.looked = self._harm, self._watch

    def release(self) -> None:
        """The place is seen as it lies."""
        self._table.harm, self._table.looked = (lambda seen: seen), None

    def _harm(self, seen: Sighting) -> Sighting:
        if seen.zone != self._name:
            return seen
        shown = self._mask(seen, self._table.frame)
        rules, state = self._table.dealer.rules, self._table.dealer.state
        told = self._place.under if self._place.under and not self._place.tally else self._name
        # What is laid out card by card is awaited until the last one lies there.
        awaited = rules.awaits(self._table.dealer.states[-2:][0] if self._table.busy else state)
        spoken_of = expectations(rules.tableau(state)).keys() - awaited
        looks, lies = self._looks(shown), self._looks(seen)
        new = self._place.kind == "slot" or (self._place.kind == "pile" and self._way == "wrong")
        turned_up = new and lies != self._begun and all((*looks, *lies))
        self._differs = told in spoken_of and looks != lies and not (turned_up and looks and lies)
        return shown

    def _looks(self, seen: Sighting) -> list[str]:
        """The faces that the referee is told of, wherever each lies; of what lies under a place, the spots instead."""
        if self._place.under and not self._place.tally:
            return sorted(str(piece.spot) for piece in seen.pieces if piece.spot is not None)
        scene = Scene(seen.frame, seen.exposed, (seen,))
        told = Retold(self._table.dealer.rules.is_back).scene(scene, (self._place,)).zones
        return sorted(best(piece) for one in told for piece in one.pieces)

    def _watch(self) -> None:
        if not self._differs:
            self._since = None
            return
        self._since = self._table.clock if self._since is None else self._since
        self.differed = max(self.differed, round(self._table.clock - self._since, 1))
        if self.named is None and not self._table.troubled().isdisjoint({self._name, self._place.under} - {""}):
            self.named = round(self._table.clock - self._since, 1)


def spoil(table: Watched, place: str, way: Way, before: int = BEFORE) -> Found:
    """Play so many moves, spoil the place, let it be, play on; what came of it."""

    def play(moves: int) -> None:
        for _ in range(moves):
            table.step()

    play(before)
    known = {one.name: one for one in table.dealer.rules.places(table.dealer.state)}
    spoilt = Spoilt(table, known[place], way)
    play(SPOILT)
    spoilt.release()
    released = table.clock
    table.rest(_LOOK)
    while place in table.troubled() and table.clock < released + 20:
        table.rest(_LOOK)
    healed = None if place in table.troubled() else round(table.clock - released, 1)
    play(AFTER)
    table.rest(8.0)
    same = table.state == table.dealer.state
    # Who plays when of those who play at once is nothing that the table tells, where one of them is not seen.
    in_order = not same or Counter(map(str, table.events)) != Counter(map(str, table.truth))
    missed_elsewhere = [move for move in table.missed if not same or move not in _only_there(table.dealer, place)]
    wrong, missed = (len(table.wrong), len(missed_elsewhere)) if in_order else (0, 0)
    exact = same and not wrong and not missed
    return Found(place, way, spoilt.differed, spoilt.named, healed, wrong, missed, table.questions, exact)


def _only_there(dealer: Dealer, place: str) -> list[dict[str, Any]]:
    """The moves that change nothing on the table but what lies in this place: nobody could see them while it is spoilt.

    What was turned up there is told by the move that takes it.
    """
    lies = [expectations(dealer.rules.tableau(state)) for state in dealer.states]
    changes = zip(dealer.played[1:], lies, lies[1:], strict=False)
    return [
        dealer.rules.dump_move(move)
        for move, before, after in changes
        if {zone for zone in before.keys() | after.keys() if before.get(zone) != after.get(zone)} <= {place}
    ]


def main() -> int:
    """Print every case; 1 where one is not well."""
    parser = argparse.ArgumentParser(prog="python -m tests.referee.spoiling_any", description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--before", type=int, default=BEFORE, help="moves that are played first (a draft has some)")
    parser.add_argument("--ways", default=",".join(WAYS))
    parser.add_argument("--places", default="", help="by default all")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        begun = Watched(Path(folder), options.game, options.players, options.seed)
        for _ in range(options.before):
            begun.step()
        there = [place.name for place in watched(options.game).places(begun.dealer.state) if place.width]
    wanted = [place for place in options.places.split(",") if place] or there
    bad = 0
    for place in wanted:
        for way in (way for way in WAYS if way in options.ways.split(",")):
            with tempfile.TemporaryDirectory() as folder:
                table = Watched(Path(folder), options.game, options.players, options.seed)
                found = spoil(table, place, way, options.before)
            bad += not found.well
            sys.stdout.write(("ok   " if found.well else "FAIL ") + msgspec.json.encode(found).decode() + "\n")
            sys.stdout.flush()
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
