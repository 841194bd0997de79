"""Pieces that were seen to come somewhere and that lie there no more: whether a move laid one of them.

What begins a battle is taken away with it; somebody may play on before it is understood.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from companion.games.mats import Place
from companion.games.tables import Played
from companion.games.vocabulary import Shown
from companion.games.watched import Rules
from companion.referee.inference.baseline import ANY, Expected, best, is_surely_named, reading, split
from companion.referee.inference.expected import expectations
from companion.referee.inference.observations import Observations
from companion.referee.inference.pieces import may_show
from vision.sighting import SeenPiece

_ANOTHER = -4.0
"""What it costs (log) at the most that another piece came and went than the one that was seen to: it may have been
misread, or have been there between two looks (one time in fifty, by hand)."""
_NO_MOVE, _NO_PIECE = -6.0, -3.0
"""That nobody laid it there, though what it was could surely be read: somebody thought better of it, or a sleeve
carried it past (one time in four hundred, by hand). The same of what looked a little like something (half of it)."""
_NOWHERE: Mapping[str, Expected] = {}
"""Nothing lies anywhere."""


class Passed:
    """The pieces of one table that have come since their place was explained, and have gone again.

    ``zones``: where that was seen, of those ``places`` in which pieces are laid: coins are counted anew as they come,
    and a pawn goes from spot to spot. ``now``: what should lie where.
    """

    def __init__(self, observed: Observations, places: Iterable[Place], now: Mapping[str, Expected] = _NOWHERE) -> None:
        self._pieces, self._observed, self._now = observed.passed, observed, now
        laid = {place.name for place in places if place.role == "laid"} if observed.passed else set[str]()
        self.zones = frozenset(zone for zone, pieces in observed.passed.items() if pieces and zone in laid)
        named = {zone: [one for one in observed.passed[zone] if one.faces] for zone in self.zones}
        self._named = {zone: pieces for zone, pieces in named.items() if pieces}

    def may_be(self, shown: Shown) -> bool:
        """Whether the piece of a move was seen where it would land, and lies there no more."""
        return any(shown.face in may_show(piece) for piece in self._pieces.get(shown.lands, ()))

    def likelihood(self, laid: Iterable[tuple[str, str]], expected: Mapping[str, Expected]) -> float:
        """How well (log) a story fits what was seen to pass.

        ``laid``: where which face came to lie by the story; ``expected``: what lies where after it. Where something has
        passed it laid one of those pieces at least: more may have passed than it tells of, or than anybody laid (in a
        place that flickers). What it laid, and lies there no more, looked like one of them, or still lies there.
        """
        if not self._named:
            return 0.0
        laid = tuple(laid)
        return sum(
            self._fits(zone, pieces, [face for where, face in laid if where == zone], self._gained(zone, expected))
            for zone, pieces in self._named.items()
        )

    def _fits(self, zone: str, pieces: Sequence[SeenPiece], faces: Sequence[str], there: Counter[str]) -> float:
        """The same of one place where these ``faces`` were laid, of which some lie ``there`` yet."""
        nothing = _NO_MOVE if any(map(is_surely_named, pieces)) else _NO_PIECE
        if not faces:
            return nothing
        passed = max(self._looks(zone, pieces, face) for face in faces)
        gone = (Counter(faces) - there).elements()
        told = sum(self._looks(zone, (*pieces, *self._new(zone)), face) for face in gone)
        return max(nothing, min(passed, told))

    def _looks(self, zone: str, pieces: Iterable[SeenPiece], face: str) -> float:
        """How much worse (log) any of these looked like this face than like what it looked like most; unread: not."""
        if face in ("", ANY):
            return 0.0
        seen = self._observed.seen.get(zone)
        unread = seen.unenrolled if seen is not None else ()
        return max(
            _ANOTHER, *(min(0.0, reading(one, face, unread) - reading(one, best(one), unread)) for one in pieces)
        )

    def _new(self, zone: str) -> tuple[SeenPiece, ...]:
        """The pieces that have come to lie in a place, and do so yet."""
        seen = self._observed.seen.get(zone)
        return split(seen, self._observed.baseline.get(zone))[1] if seen is not None else ()

    def _gained(self, zone: str, expected: Mapping[str, Expected]) -> Counter[str]:
        """The faces that are to lie in a place, and did not before."""
        lies, lay = (where.get(zone, ()) for where in (expected, self._now))
        return Counter() if isinstance(lies, int) or isinstance(lay, int) else Counter(lies) - Counter(lay)


def laid_and_gone(rules: Rules, entry: Played, observed: Observations) -> None:
    """What a move laid, and another rule took away again, is told by it: no later move is looked for that laid it.

    Where it came and went before the move was accepted its place looks as ever, and is not explained anew.
    """
    shown = rules.shows(entry.move)
    passed = observed.passed.get(shown.lands, ())
    told = next((piece for piece in passed if shown.face in may_show(piece)), None)
    if told is None:
        return
    lay, lies = (expectations(rules.tableau(state)).get(shown.lands, ()) for state in (entry.before, entry.after))
    if isinstance(lay, int) or isinstance(lies, int) or lies.count(shown.face) > lay.count(shown.face):
        return
    observed.passed[shown.lands] = tuple(piece for piece in passed if piece is not told)
