"""Pieces that were seen to come somewhere and that lie there no more: whether a move laid one of them.

What begins a battle is taken away with it; somebody may play on before it is understood.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from companion.games.mats import Place
from companion.games.tables import Played
from companion.games.vocabulary import AnyMove, AnyState, Shown
from companion.games.watched import Rules
from companion.referee.inference.baseline import ANY, Baseline, Expected, split
from companion.referee.inference.decide import SECOND_THOUGHTS, SURE
from companion.referee.inference.expected import expectations
from companion.referee.inference.named import best, is_surely_named
from companion.referee.inference.observations import Observations
from companion.referee.inference.pieces import likeness, may_show
from vision.sighting import SeenPiece, Sighting

_ANOTHER = -4.0
"""What it costs (log) at the most that another piece came and went than the one that was seen to: it may have been
misread, or have been there between two looks (one time in fifty, by hand)."""
_NO_MOVE, _NO_PIECE = -6.0, -3.0
"""That nobody laid it there, though what it was could surely be read: somebody thought better of it, or a sleeve
carried it past (one time in four hundred, by hand). The same of what looked a little like something (half of it)."""


def passed_through(observed: Observations, places: Collection[Place]) -> frozenset[str]:
    """Of those places in which pieces are laid the ones where one has come and gone again.

    Coins are counted anew as they come, and a pawn goes from spot to spot.
    """
    laid = {place.name for place in places if place.role == "laid"} if observed.passed else set[str]()
    return frozenset(zone for zone, pieces in observed.passed.items() if pieces and zone in laid)


class Passed:
    """The pieces of one table that have come since their place was explained, and have gone again.

    ``zones``: where that was seen (``passed_through``). ``is_back``: whether a face is a back, which tells nothing.
    """

    def __init__(self, observed: Observations, places: Collection[Place], is_back: Callable[[str], bool]) -> None:
        self._pieces, self._seen, self._baseline = observed.passed, observed.seen, observed.baseline
        self._is_back = is_back
        slots = {place.name for place in places if place.kind == "slot"} if observed.passed else set[str]()
        stood = {zone: [one for one in observed.passed[zone] if self._is_read(one)] for zone in slots & self._bare()}
        self._stood = {zone: pieces for zone, pieces in stood.items() if pieces}
        self.zones = passed_through(observed, places)
        named = {zone: [one for one in observed.passed[zone] if one.faces] for zone in self.zones}
        self._costs = {
            zone: _NO_MOVE if any(map(is_surely_named, pieces)) else _NO_PIECE
            for zone, pieces in named.items()
            if pieces
        }
        # What flickers passes again and again, whatever anybody lays there.
        self._telling = self._costs.keys() - observed.blind

    def may_be(self, shown: Shown) -> bool:
        """Whether the piece of a move was seen where it would land, and lies there no more."""
        return any(shown.face in may_show(piece) for piece in self._pieces.get(shown.lands, ()))

    def missed(self, laid: Iterable[tuple[str, str]]) -> float:
        """What it costs (log) that nothing is said to have been laid where a piece was seen to pass.

        ``laid``: where which face came to lie.
        """
        if not self._costs:
            return 0.0
        there = {zone for zone, _ in laid}
        return sum(cost for zone, cost in self._costs.items() if zone not in there)

    def likelihood(self, shown: Shown, before: Mapping[str, Expected], after: Mapping[str, Expected]) -> float:
        """How well (log) what a move lays, and another rule takes away again, looked like what was seen to pass.

        Likewise what it takes out of a slot, or turns up there, if that has gone since.
        """
        return self._laid(shown, before, after) + self._taken(shown, before, after)

    def _laid(self, shown: Shown, before: Mapping[str, Expected], after: Mapping[str, Expected]) -> float:
        lay, lies = (where.get(shown.lands, ()) for where in (before, after))
        pieces = self._pieces.get(shown.lands, ())
        if not pieces or shown.face in ("", ANY) or isinstance(lay, int) or isinstance(lies, int):
            return 0.0
        if lies.count(shown.face) > lay.count(shown.face):
            # It lies there yet, and is looked at there.
            return 0.0
        unenrolled = self._seen[shown.lands].unenrolled
        return max(_ANOTHER, min(0.0, max(likeness(one, shown.face, unenrolled) for one in pieces)))

    def _taken(self, shown: Shown, before: Mapping[str, Expected], after: Mapping[str, Expected]) -> float:
        total = 0.0
        for zone, pieces in self._stood.items():
            lay, lies = before.get(zone, ()), after.get(zone, ())
            if lay == lies or isinstance(lay, int) or isinstance(lies, int):
                continue
            # A slot holds one piece: what is turned up, or what was taken though nobody had read it.
            face = lies[0] if lies else (shown.face or shown.discards) if ANY in lay else ""
            if face and face != ANY and not self._is_back(face):
                total += max(_ANOTHER, *(likeness(one, face) for one in pieces))
        return total

    def _bare(self) -> set[str]:
        """The places where something has passed and nothing lies."""
        return {zone for zone in self._pieces if zone in self._seen and not self._seen[zone].pieces}

    def _is_read(self, piece: SeenPiece) -> bool:
        return is_surely_named(piece) and not self._is_back(best(piece))

    def spent(self, laid: Iterable[tuple[str, str]], after: Mapping[str, Expected]) -> float:
        """How well (log) what earlier moves ``laid``, and later ones have spent, looked like what was seen to pass.

        At the worst none of them laid what passed. What should have gone may lie there yet.
        """
        laid, total = tuple(laid), 0.0
        for zone in self._telling & {zone for zone, _ in laid}:
            faces = Counter(face for where, face in laid if where == zone and face not in ("", ANY))
            looks = [self._like_any(zone, face) for face in (faces - self._gained(zone, after)).elements()]
            total += max(self._costs[zone], sum(looks))
        return total

    def _gained(self, zone: str, after: Mapping[str, Expected]) -> Counter[str]:
        """The faces that have come to lie in a place since it was explained."""
        lies, lay = after.get(zone, ()), self._baseline[zone].expected
        return Counter() if isinstance(lies, int) or isinstance(lay, int) else Counter(lies) - Counter(lay)

    def _like_any(self, zone: str, face: str) -> float:
        """How much worse (log) the likest of what has passed, or lies there anew, looked like this than like itself."""
        unenrolled = self._seen[zone].unenrolled
        return max(likeness(one, face, unenrolled) for one in self._come(zone))

    def _come(self, zone: str) -> Iterator[SeenPiece]:
        yield from self._pieces[zone]
        yield from split(self._seen[zone], self._baseline[zone])[1]


def laid_and_gone(
    rules: Rules, entry: Played, observed: Observations, before: Mapping[str, Baseline]
) -> Mapping[int, SeenPiece]:
    """What a move laid, and another rule took away again, is told by it: no later move is looked for that laid it.

    Where it came and went before the move was accepted its place looks as ever, and is not explained anew. Returns how
    it looked, by the event's number, where it was accepted without its name: not what was surely read, for then
    something contradicts it, nor what was seen where nothing can be believed. ``before``: the baselines before that.
    """
    shown = rules.shows(entry.move)
    passed = observed.passed.get(shown.lands, ())
    # Of one that was accepted without its name nothing may be seen: by the record it lies there until it is spent.
    unread = shown.face == ANY and not unsure_newcomers(observed.seen.get(shown.lands), before.get(shown.lands))
    told = next((piece for piece in passed if (is_unsure(piece) if unread else shown.face in may_show(piece))), None)
    if told is None:
        return {}
    if unread or goes_at_once(rules, shown, entry.before, entry.after):
        observed.passed[shown.lands] = tuple(piece for piece in passed if piece is not told)
    glimpsed = unread and not is_surely_named(told) and shown.lands not in observed.disbelieved
    return {entry.seq: told} if glimpsed else {}


def goes_at_once(rules: Rules, shown: Shown, before: AnyState, after: AnyState) -> bool:
    """Whether what a move lays between these states is taken away again by rule."""
    lay, lies = (expectations(rules.tableau(state)).get(shown.lands, 0) for state in (before, after))
    return not (isinstance(lay, int) or isinstance(lies, int)) and lies.count(shown.face) <= lay.count(shown.face)


def is_going(rules: Rules, moves: Iterable[AnyMove], observed: Observations) -> bool:
    """Whether a piece that could not be told has just gone again from where these moves lay one.

    What goes with it will tell what it was. Another place, or one that flickers, keeps nothing waiting.
    """
    laid = {rules.shows(move).lands for move in moves} - observed.disbelieved
    going = [zone for zone in laid if any(map(is_unsure, observed.passed.get(zone, ())))]
    return any(observed.age((zone,)) < SECOND_THOUGHTS for zone in going)


def is_unsure(piece: SeenPiece) -> bool:
    """Whether it cannot be told which piece this is."""
    return not piece.faces or piece.faces[0].probability < SURE


def unsure_newcomers(seen: Sighting | None, baseline: Baseline | None) -> tuple[SeenPiece, ...]:
    """Of what has come to a place since this baseline, and lies there, that which cannot be told."""
    if seen is None or not any(map(is_unsure, seen.pieces)):
        return ()
    return tuple(filter(is_unsure, split(seen, baseline)[1]))
