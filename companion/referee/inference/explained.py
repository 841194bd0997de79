"""Which places look as they should after what was accepted: the baseline for what comes next."""

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from companion.games.vocabulary import AnyMove, AnyState, seat_of
from companion.games.watched import Rules
from companion.referee.inference.baseline import ANY, Expected, hides_top, split
from companion.referee.inference.expected import bared, expectations, on_the_way
from companion.referee.inference.likelihood import EXTRA, NAMELESS, Scales, untrusted
from companion.referee.inference.named import best, is_surely_named
from companion.referee.inference.observations import ONE_AFTER_ANOTHER, Observations
from companion.referee.inference.passed import unsure_newcomers
from companion.referee.inference.pieces import gained_unread, is_unread

_UNREAD = -8.0
"""From this log-likelihood on a place in which a piece is not known looks as it should."""
_CLEAR, _CLEAR_BY_WORD, _PUSHED = -2.5, -6.0, -3.0
"""From these log-likelihoods on a zone looks as it should: as seen, after a person's word, a stack that was pushed."""
_PUSHED_FOR = 8.0
"""Seconds of rest after which a stack that has moved was only pushed: the next moves would have told. One that is
shuffled, and was not taken from a moment later, has only been shuffled."""


def explained(
    rules: Rules,
    before: AnyState,
    moves: Sequence[AnyMove],
    after: AnyState,
    observed: Observations,
    *,
    expected: Mapping[str, Expected],
    by_word: bool = False,
    followed: Collection[str] = (),
) -> frozenset[str]:
    """The zones that look as they should after these moves, so that they are the baseline for what comes next.

    Also those where only what follows by rule has not been done yet, and a pile that was only pushed (if it has rested
    for a while, for something may have been taken from it that is yet to be seen); not one that shows another card for
    no reason. ``expected``: what should lie there now, of each zone that is asked about. ``by_word``: a person said so,
    so that looks matter less. ``followed``: where another piece has come that could only be laid after these moves, of
    which a piece is not known: that is the one which came first, and the other is yet to be told.
    """
    trusted = not untrusted(observed)
    scales = Scales(rules, after, observed, trusted=trusted)
    start: Mapping[str, Expected] = expectations(rules.tableau(before)) if moves else {}
    on_way = {zone: should for move in moves for zone, should in on_the_way(rules.shows(move), start).items()}
    changed = observed.changed()
    unread = _with_unread(rules, before, moves, after, observed, expected=expected)
    # What has gone was taken by a move, whatever a person has said of another one.
    bare = bared(rules.places(after), expected, observed.seen)
    # What is taken out of an open pile leaves the top as it is.
    within = {rules.shows(move).comes for move in moves}
    # Who names what lies there says nothing of what was done elsewhere meanwhile.
    names = bool(moves) and all(seat_of(move) is None for move in moves)
    awaited = rules.awaits(after) & changed if by_word else frozenset[str]()
    found = set()
    for zone, should in expected.items():
        if zone in awaited and observed.seen[zone].pieces:
            # What is being laid out there meanwhile is yet to be told.
            continue
        said = by_word and not (names and start.get(zone) == should)
        baseline = observed.baseline.get(zone)
        same = baseline is not None and baseline.expected == should
        if isinstance(should, int) and not same and zone not in changed and zone not in within:
            # Its top will still change: what is on the way must not be taken for something new.
            continue
        seen = observed.seen.get(zone)
        if isinstance(should, int) and not said and seen is not None and hides_top(seen, should):
            # A stack that is hidden, or of which nothing is read, is still there.
            continue
        fresh = not said and zone not in bare and observed.age((zone,)) < _PUSHED_FOR
        if fresh and _is_going(observed, zone, should, moved=bool(moves), gained_unread=zone in unread):
            continue
        rests = ONE_AFTER_ANOTHER if baseline is not None and baseline.shuffled else _PUSHED_FOR
        pushed = isinstance(should, int) and same and observed.age((zone,)) >= rests
        named = said and zone in changed - bare and not pushed
        least = _least(observed, zone, named=named, unread=zone in unread, pushed=pushed)
        if zone in followed and zone in unread:
            least += EXTRA * _come_later(observed, zone)
        if max(scales.weigh(zone, should), scales.weigh(zone, on_way.get(zone, should))) >= least:
            found.add(zone)
    return frozenset(found)


def _with_unread(
    rules: Rules,
    before: AnyState,
    moves: Sequence[AnyMove],
    after: AnyState,
    observed: Observations,
    *,
    expected: Mapping[str, Expected],
) -> frozenset[str]:
    """The zones where these moves, or earlier ones that explained nothing there, laid what nobody has read.

    What a move does that does not name its piece may be seen on one that nobody has read: a card lies under it.
    """
    done = {seat_of(move) for move in moves if is_unread(rules, move)}
    own = (place.name for place in rules.places(after) if place.seat in done) if done else ()
    turned = (zone for zone in own if _only_turned(observed, zone))
    # One that was accepted before may be explained only with what has come there since.
    earlier = (zone for zone, should in expected.items() if moves and _came_unread_before(observed, zone, should))
    return frozenset((*gained_unread(rules, before, after), *turned, *earlier))


def _least(observed: Observations, zone: str, *, named: bool, unread: bool, pushed: bool) -> float:
    """From which log-likelihood on a zone looks as it should.

    ``named``: it looks otherwise than before, and a person has said what was done; ``unread``: a piece there is not
    known; ``pushed``: a stack that has rested for a while.
    """
    if named:
        # What nobody can name was there when the person spoke: it is not asked about again and again.
        return _CLEAR_BY_WORD + NAMELESS * _nameless(observed, zone)
    if unread:
        # Whatever it looks like: nobody knows what it is.
        return _UNREAD
    return _PUSHED if pushed else _CLEAR


def _come_later(observed: Observations, zone: str) -> int:
    """How many pieces have come to a zone after one that cannot be read surely: these are yet to be explained."""
    _, new = split(observed.seen[zone], observed.baseline.get(zone)) if zone in observed.seen else ((), ())
    came = observed.came.get(zone, {})
    first, *later = sorted(new, key=lambda piece: piece.track) if new else (None,)
    if first is None or is_surely_named(first):
        return 0
    told = all(came.get(first.track, math.inf) < came.get(piece.track, -math.inf) for piece in later)
    return len(later) if told else 0


def _came_unread_before(observed: Observations, zone: str, should: Expected) -> bool:
    """Whether more should lie there that nobody has read than did when it was explained last, and such a piece does."""
    baseline = observed.baseline.get(zone)
    if baseline is None or isinstance(should, int) or isinstance(baseline.expected, int):
        return False
    more = should.count(ANY) - baseline.expected.count(ANY)
    return 0 < more <= len(unsure_newcomers(observed.seen.get(zone), baseline))


def _only_turned(observed: Observations, zone: str) -> bool:
    """Whether something lies there that nobody has read, and nothing has come or gone."""
    if zone not in observed.seen or zone not in observed.baseline:
        return False
    baseline = observed.baseline[zone]
    return ANY in baseline.known.values() and len(observed.seen[zone].pieces) == len(baseline.seen.pieces)


def _is_going(observed: Observations, zone: str, should: Expected, *, moved: bool, gained_unread: bool) -> bool:
    """Whether pieces have gone from where they lay, or others came for them, that no move says yet.

    One that nobody had read may be another piece, of a move that is yet to be understood, or one more may have been
    taken; of slots it is not known from which of them an unread card was. What came unread may have been paid at once,
    and one that was known with it.
    """
    if zone not in observed.seen or zone not in observed.baseline or isinstance(should, int):
        return False
    unread_goes = _an_unread_one_goes(observed, zone, should, moved=moved)
    return unread_goes or (gained_unread and _misses_a_known_one(observed, zone, should))


def _an_unread_one_goes(observed: Observations, zone: str, should: tuple[str, ...], *, moved: bool) -> bool:
    """Whether more of the pieces that nobody had read have gone from where they lay than should have.

    Or (unless something was just ``moved``) one without a name has come for one of them.
    """
    unread, there = observed.unread(zone), {piece.track for piece in observed.seen[zone].pieces}
    gone = sum(piece.track not in there for piece in unread)
    fewer = len(there) < len(should) and len(unread) - gone < should.count(ANY)
    return gone > 0 and (fewer or (not moved and bool(_nameless(observed, zone))))


def _misses_a_known_one(observed: Observations, zone: str, should: tuple[str, ...]) -> bool:
    """Whether a piece that was known to lie there has gone, and should lie there, and nothing looks like it."""
    known, pieces = observed.baseline[zone].known, observed.seen[zone].pieces
    there = Counter(known.get(piece.track) or best(piece) for piece in pieces)
    tracks = {piece.track for piece in pieces}
    gone = {face for track, face in known.items() if track not in tracks and face != ANY}
    return any(there[face] < should.count(face) for face in gone)


def _nameless(observed: Observations, zone: str) -> int:
    """How many pieces have come to a zone that have no name."""
    _, new = split(observed.seen[zone], observed.baseline.get(zone))
    return sum(not piece.faces for piece in new)
