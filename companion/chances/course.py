"""The course of a game in chances to win: after which events there is something to work out, and what is known."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import msgspec

from companion.api.protocol import ChancePoint, View
from companion.chances.playouts import Position
from companion.errors import Unusable
from companion.games.catalogue import game_of
from companion.games.watched import rules_of
from companion.referee.events import Event
from companion.referee.fold import fold
from companion.referee.game_files import games
from companion.referee.journal.journal import verify
from companion.referee.public import known

_READ = 0.9
"""From this probability on a top counts as read. Chosen by hand."""
_CHANGING = ("setup", "move", "correction", "undo")
"""Events after which the chances may be others."""


class Course:
    """One game's. ``newest``: the last event by which everybody knows more than before; 0 before the first."""

    def __init__(self, path: Path) -> None:
        self.path, self.newest = path, 0
        self._events: tuple[Event, ...] = ()
        self._points: dict[int, ChancePoint] = {}
        self._settled: set[int] = set()
        self._marks: dict[int, int] = {}
        self._stacks: dict[int, Mapping[str, int]] = {}

    def show(self, events: tuple[Event, ...], points: tuple[ChancePoint, ...]) -> None:
        """The game as it stands now, and the points that the referee has."""
        self._events = events
        # While hidden choices are made, one after the other, the table stays as it was.
        self.newest = next((seq for seq in self._changing() if not self._unchanged(seq)), 0)
        for point in points:
            self.add(point)
            if point.seq != self.newest:
                self._settled.add(point.seq)

    def add(self, point: ChancePoint) -> None:
        """A point; the one from most playouts stays."""
        before = self._points.get(point.seq)
        if before is None or before.playouts <= point.playouts:
            self._points[point.seq] = point

    def settled(self, seq: int) -> bool:
        """Whether nothing more is to be done about this event."""
        return seq in self._settled

    def settle(self, seq: int) -> None:
        """Nothing more is to be done about this event."""
        self._settled.add(seq)

    def next(self) -> int | None:
        """The event after which to work out the chances: the newest, else the last that is not settled."""
        for seq in self._changing():
            if seq in self._settled:
                continue
            if seq in self._points and seq != self.newest:
                # It was told when the next move came: good enough for what has passed.
                self._settled.add(seq)
            elif self._unchanged(seq):
                self._settled.add(seq)
            else:
                return seq
        return None

    def position(self, seq: int) -> Position:
        """The table after this event as everybody knows it."""
        setup, moves = known(self._events[:seq])
        game = game_of(setup)
        return Position(game, setup, moves, self._tops(seq) if hasattr(rules_of(game), "put_on_top") else {})

    def _tops(self, seq: int) -> dict[str, str]:
        """What lies on top of each stack after this event, where the camera has read it and it lies face up."""
        rules, heights, found = rules_of(game_of(self._events[0].draft.body)), self._heights(seq), dict[str, str]()
        next_one = next((event.seq for event in self._events[seq:] if event.draft.kind in _CHANGING), None)
        events = self._events[: next_one - 1] if next_one else self._events
        read = {zone.zone: (event.seq, zone) for event in events for zone in event.draft.evidence.settled}
        for place, (when, zone) in read.items():
            # As high as it was then, a stack has the same top, whatever was taken and put back meanwhile.
            same = place in heights and self._heights(when).get(place) == heights[place]
            for face in zone.pieces[0].faces[:1] if same and len(zone.pieces) == 1 else ():
                if face.probability >= _READ and not rules.is_back(face.face):
                    found[place] = face.face
        return found

    def _heights(self, seq: int) -> Mapping[str, int]:
        """How high each stack is after this event."""
        if seq not in self._stacks:
            game = fold(self._events[:seq])
            self._stacks[seq] = game.rules.tableau(game.state).piles
        return self._stacks[seq]

    def lost(self, view: View) -> tuple[ChancePoint, ...]:
        """The points that the referee does not have, oldest first."""
        has = {point.seq for point in view.chances}
        return tuple(self._points[seq] for seq in sorted(self._points) if seq not in has and seq <= view.seq)

    def _changing(self, until: int | None = None) -> Iterator[int]:
        """The events after which the chances may be others, the newest first."""
        return (event.seq for event in reversed(self._events[:until]) if event.draft.kind in _CHANGING)

    def _unchanged(self, seq: int) -> bool:
        """Whether nobody knows more after this event than after the one before."""
        before = next(self._changing(seq - 1), 0)
        return before > 0 and self._mark(seq) == self._mark(before)

    def _mark(self, seq: int) -> int:
        """What tells one position from another."""
        if seq not in self._marks:
            self._marks[seq] = hash(msgspec.json.encode(self.position(seq)))
        return self._marks[seq]


def course_of(folder: Path, view: View, before: Course | None) -> Course | None:
    """The course of the game that the referee shows, which is the shelf's newest; ``before``: what was known of it."""
    found = games(folder)
    if view.table is None or not found:
        return None
    course = before if before is not None and before.path == found[-1] else Course(found[-1])
    try:
        course.show(verify(course.path).events[: view.seq], view.chances)
    except Unusable:
        # It was cleared away just now; the next picture will show another game.
        return None
    return course
