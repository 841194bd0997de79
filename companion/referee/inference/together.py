"""Several second thoughts at once: what came to one place and was misread there, one piece after another.

What makes one piece surely look like another (a lamp, a sleeve) makes others there do so as well; each is believed.
Once they are seen as they are none of them alone explains what lies there, and all of them together do.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import partial
from itertools import combinations, islice, permutations
from typing import NamedTuple

from companion.games.tables import Played
from companion.games.vocabulary import AnyMove, AnyState
from companion.games.watched import Rules
from companion.referee.inference.baseline import Baseline, Expected
from companion.referee.inference.decide import SECOND_THOUGHTS, SURE_ENOUGH
from companion.referee.inference.exactly_on import coincide
from companion.referee.inference.expected import expectations
from companion.referee.inference.likelihood import Scales
from companion.referee.inference.named import best, is_surely_named
from companion.referee.inference.observations import Observations
from companion.referee.inference.pieces import without_faces
from companion.referee.inference.reconsider import Afterthought, done_instead, hides_what_lay_ready
from companion.referee.inference.weighing import BETTER, MISREAD, Weighing, yet_to_follow
from vision.sighting import Sighting

_TOGETHER, _LOOK_BACK = 4, 8
"""So many pieces of one place are thought over together, of the last so many moves that laid one there."""
_HIDDEN = 3
"""So many pieces may have come to a place that stood still, and seem to have been laid face down instead."""
_TRIED = 200
"""So many ways are tried to say which of them was which."""
_MOVED = -4.0
"""What it costs (log) that what came with an event lies where another piece lay: one time in fifty, by hand."""


class _Way(NamedTuple):
    """What some events must have been, and the table if they were. ``told``: something else says so, too.

    ``moved``: so many of the pieces do not lie where those lay that they are said to be.
    """

    thoughts: tuple[Afterthought, ...]
    state: AnyState
    told: bool
    moved: int


class _Made(NamedTuple):
    """What was played instead of some events, and the table by now. ``fewer``: less of it is irregular."""

    thoughts: tuple[Afterthought, ...]
    state: AnyState
    fewer: bool = False


_Instead = Callable[[AnyState, Played, str], Iterable[AnyMove]]
"""The moves that may have been made, in a state, instead of an event that is said to have shown a face."""


def read_anew(observed: Observations, expected: Mapping[str, Expected]) -> frozenset[str]:
    """The places that cannot be believed, and in which all that lies there can be read, and has rested.

    By the record a few other pieces should lie there.
    """
    zones = observed.disbelieved & observed.seen.keys() & expected.keys()
    rested = (zone for zone in zones if observed.age((zone,)) >= SECOND_THOUGHTS)
    return frozenset(zone for zone in rested if _misread(observed.seen[zone], expected[zone]) is not None)


def _misread(seen: Sighting, should: Expected) -> tuple[Counter[str], Counter[str]] | None:
    """The faces that should lie in a place and do not, and those that do instead; one more may have come since.

    None where not all can be read, or nothing lies there instead of a few others.
    """
    if isinstance(should, int) or seen.unreadable or not all(map(is_surely_named, seen.pieces)):
        return None
    lying = Counter(map(best, seen.pieces))
    told, shown = Counter(should) - lying, lying - Counter(should)
    few = 0 < told.total() <= _TOGETHER and 0 <= shown.total() - told.total() <= 1
    return (told, shown) if few or (not told and 1 < shown.total() <= _HIDDEN) else None


def reconsider_together(
    rules: Rules,
    played: Sequence[Played],
    doubtful: AbstractSet[int],
    observed: Observations,
    zones: AbstractSet[str],
    *,
    on_top: Callable[[Played], str],
) -> tuple[Afterthought, ...]:
    """What the events must have been whose pieces surely look otherwise by now, all in one place; empty: nobody knows.

    Which look is right, now or then, something else must tell. ``zones``: the places that are read otherwise by now
    (``read_anew``). ``on_top``: what was seen to lie on top of the stack from which an event took its piece; empty:
    nobody knows.
    """
    if not played:
        return ()
    record = _Record(rules, played, observed)
    for zone in sorted(zones):
        laid = [entry for entry in played if entry.seq in doubtful and rules.shows(entry.move).lands == zone]
        ways = [*record.ways(zone, laid[-_LOOK_BACK:], on_top), *record.done_otherwise(zone, doubtful)]
        if found := record.likeliest(ways):
            return found
    return ()


class _Record:
    """What was played, against what lies there now. ``expected``: what should lie where by it."""

    def __init__(self, rules: Rules, played: Sequence[Played], observed: Observations) -> None:
        self._rules, self._played, self._observed = rules, played, observed
        self.expected = expectations(rules.tableau(played[-1].after))

    def likeliest(self, ways: Sequence[_Way]) -> tuple[Afterthought, ...]:
        """What the likeliest of these ways says, where it is sure that it was one of them and not as it is recorded."""
        if not any(way.told for way in ways):
            return ()
        last = self._played[-1]
        follows = yet_to_follow(self._rules, last, self._observed)
        weighing = Weighing(self._rules, last.after, self._observed, follows)
        weights = [weighing.gain(way.state, told=way.told).all + MISREAD + _MOVED * way.moved for way in ways]
        top = max(weights)
        recorded = math.exp(-top) if top > -math.inf else math.inf
        sure = recorded <= (1 - SURE_ENOUGH) * (recorded + sum(math.exp(weight - top) for weight in weights))
        return ways[weights.index(top)].thoughts if sure else ()

    def ways(self, zone: str, laid: Sequence[Played], on_top: Callable[[Played], str]) -> Iterator[_Way]:
        """What events that ``laid`` pieces in a place may have been, by what lies there now."""
        misread = _misread(self._observed.seen[zone], self.expected[zone])
        told, shown = misread if misread is not None else (Counter[str](), Counter[str]())
        if not told:
            return
        entries = [entry for entry in laid if self._rules.shows(entry.move).face in told]
        tops = {entry.seq: on_top(entry) for entry in entries}
        right = self._is_read_right(zone, laid[-1], on_top) if laid else False
        plain = Scales(self._rules, self._played[-1].after, self._observed, trusted=True)
        was = {entry.seq: self._rules.shows(entry.move).face for entry in entries}
        stayed = _stayed(self._observed.seen[zone], self._observed.baseline.get(zone))
        for faces in islice(self._shared_out(entries, told, shown), _TRIED):
            on_tops = all(tops[seq] in ("", face) for seq, face in faces.items())
            for made in self._played_anew(faces, self._laying) if on_tops else ():
                gains = self._gains(plain, made.state, zone)
                if min(gains, default=0.0) >= -BETTER:
                    vouched = right or made.fewer or any(map(tops.get, faces)) or max(gains, default=0.0) > BETTER
                    moved = sum(stayed.get(was[seq], {face: 1})[face] == 0 for seq, face in faces.items())
                    yield _Way(made.thoughts, made.state, vouched, moved)

    def done_otherwise(self, zone: str, doubtful: AbstractSet[int]) -> Iterator[_Way]:
        """The last moves that laid face down what had lain ready, as moves that laid there what lies there by now.

        Where that stood still it seemed to lie among what is face down; each of them alone leaves the others.
        """
        misread = _misread(self._observed.seen[zone], self.expected[zone])
        if misread is None or misread[0]:
            return
        faces, last = sorted(misread[1].elements()), self._played[-_LOOK_BACK:]
        hidden = [entry.seq for entry in last if entry.seq in doubtful and hides_what_lay_ready(self._rules, entry)]
        some = (
            dict(zip(seqs, order, strict=True))
            for seqs in combinations(hidden, len(faces))
            for order in dict.fromkeys(permutations(faces))
        )
        for laid in islice(some, _TRIED):
            made = self._played_anew(laid, partial(self._laid_there, zone))
            yield from (_Way(one.thoughts, one.state, told=True, moved=0) for one in made)

    def _is_read_right(self, zone: str, last: Played, on_top: Callable[[Played], str]) -> bool:
        """Whether the piece that came to a place last, after all others looked as they do, is what it looks like.

        It is what lay on top of its stack.
        """
        came, pieces = self._observed.came.get(zone, {}), self._observed.seen[zone].pieces
        latest = max((came.get(piece.track, 0.0) for piece in pieces), default=0.0)
        new = [best(piece) for piece in pieces if came.get(piece.track, 0.0) == latest]
        return new == [self._rules.shows(last.move).face] == [on_top(last)] and len(pieces) > 1

    def _shared_out(
        self, entries: Sequence[Played], told: Counter[str], shown: Counter[str]
    ) -> Iterator[Mapping[int, str]]:
        """Which of these events may have laid which of the faces that lie there, instead of those that were told."""
        for some in combinations(entries, told.total()):
            if Counter(self._rules.shows(entry.move).face for entry in some) == told:
                for faces in dict.fromkeys(permutations(sorted(shown.elements()), len(some))):
                    yield {entry.seq: face for entry, face in zip(some, faces, strict=True)}

    def _played_anew(self, faces: Mapping[int, str], instead: _Instead) -> Sequence[_Made]:
        """What was played if these events showed these faces, each by one of the moves made ``instead``.

        None where any of it cannot have been played so, or another move offends more by it.
        """
        first = next(place for place, entry in enumerate(self._played) if entry.seq in faces)
        found = [_Made((), self._played[first].before)]
        for entry in self._played[first:]:
            face = faces.get(entry.seq, "")
            after = (
                self._after(made, entry, move)
                for made in found
                for move in (instead(made.state, entry, face) if face else (entry.move,))
            )
            found = [made for made in after if made is not None][:_TRIED]
        return found

    def _after(self, made: _Made, entry: Played, move: AnyMove) -> _Made | None:
        """What was played with an event that was this move; ``None``: it offends more than the event."""
        offences = len(self._rules.judge(made.state, move))
        if offences > len(entry.findings):
            return None
        told = (Afterthought(entry.seq, move),) if move != entry.move else ()
        after = self._rules.apply(made.state, move, strict=False)
        return _Made((*made.thoughts, *told), after, fewer=made.fewer or offences < len(entry.findings))

    def _laying(self, state: AnyState, entry: Played, face: str) -> Sequence[AnyMove]:
        """The legal move that says the same as an event of a piece with this face; empty: there is none."""
        said = without_faces(self._rules, entry.move)
        moves = (move for move in self._rules.legal(state) if self._rules.shows(move).face == face)
        return [move for move in moves if without_faces(self._rules, move) == said][:1]

    def _laid_there(self, zone: str, state: AnyState, entry: Played, face: str) -> Iterator[AnyMove]:
        """The moves that laid this face in a place, with what lay ready for an event that hid it."""
        for move in done_instead(self._rules, state, entry):
            shown = self._rules.shows(move)
            if (shown.face, shown.lands) == (face, zone):
                yield move

    def _gains(self, plain: Scales, state: AnyState, zone: str) -> list[float]:
        """By how much each other place where something else lies by a state looks better so than as it is recorded."""
        then, now = expectations(self._rules.tableau(state)), self.expected
        others = [other for other, should in then.items() if should != now.get(other, ()) and other != zone]
        return [plain.weigh(other, then[other]) - plain.weigh(other, now.get(other, ())) for other in others]


def _stayed(seen: Sighting, baseline: Baseline | None) -> Mapping[str, Counter[str]]:
    """For each face that pieces of a place were known to have, what those look like now that lie just there."""
    found = dict[str, Counter[str]]()
    for before in baseline.seen.pieces if baseline is not None else ():
        there = Counter(best(piece) for piece in seen.pieces if coincide(piece.quad, before.quad))
        face = baseline.known.get(before.track, "") if baseline is not None else ""
        found[face] = found.get(face, Counter()) + there
    return {face: there for face, there in found.items() if there}
