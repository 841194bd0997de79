"""What a change on the table has brought to light: keeps the number of hypotheses small without losing the true one."""

from collections.abc import Iterable

from companion.games.mats import Place, Role
from companion.games.vocabulary import Shown
from companion.referee.inference.baseline import top_face
from companion.referee.inference.expected import taken_from
from companion.referee.inference.named import NAMED_FROM
from companion.referee.inference.observations import Observations
from vision.sighting import SeenPiece

_FAINT = 0.003
"""A face less likely than this (probability) is not thought of: chosen by hand."""

_SHOW_NO_PIECE: frozenset[Role] = frozenset({"follows", "heap", "track", "ready"})
"""The roles of places in which no move shows its piece: what comes there tells not what else has come to that side."""


class Candidates:
    """The changed zones, and the faces on pieces that came to each player's side of the table (``None``: nobody's)."""

    def __init__(self, places: Iterable[Place], observed: Observations, changed: Iterable[str]) -> None:
        seen, baseline = observed.seen, observed.baseline
        self._sides: set[int | None] = set()
        self._came: dict[int | None, set[str] | None] = {}
        self._gone: dict[str, str] = {}
        self._left = False
        places = tuple(places)
        middle = taken_from(places)
        seats = {place.name: place.seat for place in places}
        ready = {place.name for place in places if place.role == "ready"} & baseline.keys()
        slots = {place.name for place in places if place.kind == "slot"} & middle
        self._bared: set[str] = set()
        silent = {place.name for place in places if place.role in _SHOW_NO_PIECE or place.tally}
        for zone in observed.blind & baseline.keys():
            # Whatever may have come there: what is seen there tells nothing.
            self._sides.add(seats.get(zone))
            if not isinstance(baseline[zone].expected, int):
                self._came[seats.get(zone)] = None
        for zone in {*changed, *(zone for zone, passed in observed.passed.items() if passed)}:
            side = seats.get(zone)
            self._sides.add(side)
            if isinstance(baseline[zone].expected, int):
                self._gone[zone] = top_face(baseline[zone])
                continue
            old = {piece.track for piece in baseline[zone].seen.pieces}
            self._left |= zone in middle and not old <= {piece.track for piece in seen[zone].pieces}
            if zone in slots and not seen[zone].pieces:
                self._bared.update(baseline[zone].known.values())
            came = [piece for piece in seen[zone].pieces if piece.track not in old]
            came += observed.passed.get(zone, ())
            if came and zone in ready and not baseline[zone].expected:
                # The next card lies ready where the last one has been played: the others have played theirs, too.
                self._sides |= {seats[other] for other in ready if baseline[other].expected}
            if came and zone not in silent:
                self._add(side, came, seen[zone].unenrolled)
        # Where all that went was seen, and some of it is nowhere to be seen, that or what has come is misread.
        laid = {face for place in places if place.role == "laid" for face in place.faces}
        came_as, gone = {face for known in self._came.values() for face in known or ()}, set(self._gone.values())
        self._misread = gone - came_as if gone <= laid else set[str]()

    def allows(self, shown: Shown) -> bool:
        """Whether anything seen speaks at all for the move that shows this."""
        if not shown.face or shown.face in self._bared:
            # What shows nothing itself (the end of a turn) may have consequences that do; what is gone went somewhere.
            return True
        if shown.turned:
            return shown.seat in self._sides
        if shown.seat in self._came:
            return self._seen_as(shown) or shown.face in self._misread
        # Nothing came here: what was taken may be gone again, or not be seen, unless it went to somebody else.
        return shown.seat in self._sides or ((bool(self._gone) or self._left) and not self._came.keys() - {None})

    def allows_from(self, shown: Shown, source: str) -> bool:
        """Whether what has come may be misread: of a face that was seen nowhere else, if it lay on top of its stack."""
        misread = shown.seat in self._came and bool(shown.face) and not shown.turned and not self._seen_as(shown)
        return not misread or self._gone.get(source) == shown.face

    def _seen_as(self, shown: Shown) -> bool:
        known = self._came[shown.seat]
        return known is None or shown.face in known

    def _add(self, side: int | None, came: Iterable[SeenPiece], unenrolled: Iterable[str]) -> None:
        known = self._came.setdefault(side, set())
        for piece in came:
            if not piece.faces:
                self._came[side] = known = None
            if known is not None:
                known.update(face.face for face in piece.faces if face.probability >= _FAINT)
                if piece.faces[0].probability < NAMED_FROM:
                    # What is not enrolled may be taken for what is.
                    known.update(unenrolled)
