"""One place of a table without pixels, spoilt while people play on: what the referee makes of it.

python -m tests.referee.spoiling --tables 3:5,2:1 --ways empty,frozen --places seat/1/city
"""

import argparse
import sys
import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path

import msgspec
from msgspec.structs import replace

from companion.games.mats import Place
from companion.games.watched import watched
from companion.referee.inference.expected import expectations
from tests.referee.restless import Restless
from tests.twin.spoilt import WAYS, Way
from vision.sighting import FaceProbability, SeenPiece, Sighting

BEFORE, SPOILT, AFTER = 10, 8, 10
"""Moves that are played before a place is spoilt, meanwhile, and afterwards."""
NAMED, HEALED = 10.0, 3.0
"""Seconds after which it must be named, and healed once it can be read."""
_DISGUISED = 9000
"""Added to the tracks of pieces that look otherwise: for vision they are others."""


class Outcome(msgspec.Struct, frozen=True):
    """What came of one place, spoilt one way.

    In seconds: for how long on end it looked other than it lay, when it was named (from then), when it was well again
    (from its release). ``late``: moves meanwhile that were accepted later than three seconds after rest, or never.
    ``wrong``: events that were not what was played.
    """

    place: str
    way: Way
    players: int
    seed: int
    differed: float
    named: float | None
    healed: float | None
    late: int
    wrong: int
    unread: int
    questions: int
    exact: bool
    health: tuple[str, ...]

    @property
    def well(self) -> bool:
        """Whether all is as it should be in the end, and was named where it had to be."""
        named = self.differed <= NAMED or (self.named is not None and self.named <= NAMED)
        return self.exact and named and self.healed is not None and self.healed <= HEALED and not self.wrong


class Spoiler:
    """Takes one place of a restless table and says of it what is not so."""

    def __init__(self, people: Restless, place: Place, way: Way) -> None:
        self._table, self._place, self._way = people.table, place, way
        self._truly = people.table.sighting
        self._frozen = self._truly(place.name)
        self._mask = Mask(place, way, self._frozen)
        self._scene = people.table.scene
        self._people = people
        self._height = self._held()
        people.table.sighting = self._sighting  # type: ignore[method-assign]
        people.harm = self._say_again

    def release(self) -> None:
        """Let the place be seen again as it is."""
        self._table.sighting = self._truly  # type: ignore[method-assign]
        self._people.harm = lambda: None
        self._say_again()

    def differs(self) -> bool:
        """Whether the place looks other than it lies, and anybody could know.

        Where other faces are shown nobody can of a piece that nobody has seen as it is. Of a stack: once a card was
        laid on it; or while one is taken, for the next one may be what it shows.
        """
        if self._place.kind == "pile" and self._way == "wrong" and (self._taken() == 1 or self._taken() < 0):
            return False
        looks, lies = (_looks(self._known(seen)) for seen in (self._sighting, self._truly))
        return looks != lies

    def _known(self, look: Callable[[str], Sighting]) -> Sighting:
        """What is said of the place; of one that shows other faces only the pieces that had been seen as they are."""
        seen, there = look(self._place.name), {piece.track for piece in self._frozen.pieces}
        if self._way != "wrong" or self._place.kind == "pile":
            return seen
        return replace(seen, pieces=tuple(piece for piece in seen.pieces if piece.track % _DISGUISED in there))

    def _held(self) -> int:
        """How many pieces the place holds, if it is a stack."""
        should = expectations(watched("architects").tableau(self._table.state)).get(self._place.name)
        return should if isinstance(should, int) else 0

    def _taken(self) -> int:
        return self._height - self._held()

    def _say_again(self) -> None:
        self._table._said.pop(self._place.name, None)

    def _sighting(self, name: str) -> Sighting:
        seen = self._truly(name)
        return self._mask(seen, self._table.frame) if name == self._place.name else seen


class Mask:
    """How one place looks that is spoilt this way. ``begun``: how it looked when that began."""

    def __init__(self, place: Place, way: Way, begun: Sighting) -> None:
        self._place, self._way, self._begun = place, way, begun

    def __call__(self, seen: Sighting, frame: int) -> Sighting:
        """What is said of the place in this frame, where this would be seen of it."""
        nothing = replace(seen, pieces=())
        if self._way == "empty":
            return nothing
        if self._way == "frozen":
            return replace(self._begun, frame=seen.frame, exposed=seen.exposed)
        if self._way == "flickering":
            return seen if frame // 4 % 2 else nothing if seen.pieces else self._foreign(seen)
        if self._way == "strange":
            return self._foreign(seen)
        return replace(seen, pieces=tuple(self._other(piece) for piece in seen.pieces))

    def _foreign(self, seen: Sighting) -> Sighting:
        """Something of another game lies on all of it."""
        strange = SeenPiece(_DISGUISED, ((0.0, 0.0),) * 4, ())
        return replace(seen, pieces=(strange,), unreadable=self._place.kind == "spots")

    def _other(self, piece: SeenPiece) -> SeenPiece:
        """The same piece with another face that may lie there, as clear as day; a pawn stands on the next spot."""
        faces = self._place.faces
        if self._place.kind == "track" and piece.spot is not None:
            return replace(piece, track=_DISGUISED + piece.track, spot=(piece.spot + 1) % len(self._place.spots))
        if not piece.faces or len(faces) < 2:
            return replace(piece, track=_DISGUISED + piece.track, faces=())
        other = faces[(faces.index(piece.faces[0].face) + 1) % len(faces)]
        return replace(piece, track=_DISGUISED + piece.track, faces=(FaceProbability(other, 0.99),))


def _looks(seen: Sighting) -> list[str]:
    return sorted(piece.faces[0].face if piece.faces else "" for piece in seen.pieces)


def spoil(
    folder: Path, players: int, seed: int, place: str, way: Way, *, tell: Callable[[Restless], None] = lambda _: None
) -> Outcome:
    """Play a while, spoil the place, let it be, play on; what came of it. ``tell``: called after each move."""
    people = Restless(folder, players, seed, answer_after=3.0)

    def play(moves: int) -> None:
        for _ in range(moves):
            if not people.table.state.finished:
                people.go_on()
                tell(people)

    play(BEFORE)
    known = {one.name: one for one in watched("architects").places(people.table.state)}
    spoiler = Spoiler(people, known[place], way)
    first = len(people.truth)
    watch = Watch(people, spoiler, place)
    play(SPOILT)
    differed, people.step = watch.differed, lambda: None
    late = sum(move >= first for move in people.late())
    spoiler.release()
    healed = _healed(people, place)
    play(AFTER)
    people.rest(8.0)
    pairs, events = people.pairs(), people.events()
    return Outcome(
        place,
        way,
        players,
        seed,
        differed,
        watch.named,
        healed,
        late,
        len(events) - len(pairs),
        sum("?" in event.values() for event in events),
        len(people.asked),
        people.state == people.table.state,
        tuple(trouble.place for trouble in people.referee.view().health),
    )


class Watch:
    """Looks after every picture for how long a spoilt place has looked other than it lies, and whether it is named."""

    def __init__(self, people: Restless, spoiler: Spoiler, place: str) -> None:
        self._people, self._spoiler, self._place = people, spoiler, place
        self._since: float | None = None
        self.differed = 0.0
        self.named: float | None = None
        people.step = self._step

    def _step(self) -> None:
        if not self._spoiler.differs():
            self._since = None
            return
        if self._since is None:
            self._since = self._people.clock
        now = round(self._people.clock - self._since, 1)
        self.differed = max(self.differed, now)
        if self.named is None and self._place in _troubles(self._people):
            self.named = now


def _healed(people: Restless, place: str) -> float | None:
    released = people.clock
    while place in _troubles(people) and people.clock < released + 20.0:
        people.rest(0.2)
    return None if place in _troubles(people) else round(people.clock - released, 1)


def _troubles(people: Restless) -> set[str]:
    return {trouble.place for trouble in people.referee.view().health}


def cases(tables: Iterable[tuple[int, int]], ways: Iterable[Way], places: Iterable[str]) -> list[Outcome]:
    """Every one of these; printed as they come."""
    found = []
    wanted = list(places)
    for players, seed in tables:
        with tempfile.TemporaryDirectory() as folder:
            all_places = [p.name for p in watched("architects").places(Restless(Path(folder), players, seed).state)]
        for place in wanted or all_places:
            for way in ways:
                with tempfile.TemporaryDirectory() as folder:
                    outcome = spoil(Path(folder), players, seed, place, way)
                found.append(outcome)
                sys.stdout.write(("ok   " if outcome.well else "FAIL ") + msgspec.json.encode(outcome).decode() + "\n")
                sys.stdout.flush()
    return found


def main() -> int:
    """Print every case; 1 where one is not well."""
    parser = argparse.ArgumentParser(prog="python -m tests.referee.spoiling", description=__doc__)
    parser.add_argument("--tables", default="3:5", help="players:seed, with commas between")
    parser.add_argument("--ways", default=",".join(WAYS))
    parser.add_argument("--places", default="", help="by default all")
    options = parser.parse_args()
    tables = [(int(players), int(seed)) for players, seed in (one.split(":") for one in options.tables.split(","))]
    ways: list[Way] = [way for way in WAYS if way in options.ways.split(",")]
    outcomes = cases(tables, ways, [place for place in options.places.split(",") if place])
    return 0 if all(outcome.well for outcome in outcomes) else 1


if __name__ == "__main__":
    sys.exit(main())
