"""Second thoughts: a move that the camera reported, that the table contradicts since, and what it must have been.

What is misread is a face (a token on a blurred frame, a card under a reflection), or the stack that a piece came from
(one that could not be seen for a while); a better look comes a moment later. Then the referee corrects itself before it
asks anybody: the wrong move stays in the journal, beside what replaced it. What a person has said is never overruled.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from companion.games.tables import Played
from companion.games.vocabulary import AnyMove, AnyState, Lying
from companion.games.watched import Rules
from companion.referee.fold import played_on
from companion.referee.inference.baseline import ANY
from companion.referee.inference.decide import SURE_ENOUGH
from companion.referee.inference.expected import expectations
from companion.referee.inference.gone import gone_unread
from companion.referee.inference.named import best, is_surely_named
from companion.referee.inference.observations import Observations
from companion.referee.inference.pieces import is_unread, likeness, may_be, may_show_where, source_of, without_faces
from companion.referee.inference.weighing import MISREAD, Weighing, tracks, yet_to_follow

_NOWHERE: Lying = {}
"""Nothing lies anywhere, as far as anybody looks."""
LOOK_BACK = 4
"""Moves that may still be doubted: what lies longer was seen well."""
DOUBTED_FOR = 16
"""Moves that may still be doubted by which something came to lie where nothing explains what is seen."""
_WHO = ("move", "seat", "because", "spent")
"""The keys of a move that no second look changes."""
_SEEN_TO_GO, _NOT_SEEN_TO_GO = -3.0, 1.9
"""What it adds (log) that another piece came to light on the stack from which it is said to come, or none (as the
likelihood of a back that was pushed, and that has stayed)."""
_ELSEWHERE = 0.5
"""By so much more (log) than its looks a piece must explain for it to tell why something else is as it is."""
_NO_OTHER_LOOK = -4.0
"""What it costs (log) that a piece was misread which lay there surely read, and has gone without looking otherwise:
one time in fifty, by hand."""


class Afterthought(NamedTuple):
    """An event's number, the move that must have been made instead, and how likely it is (0: surely enough)."""

    seq: int
    move: AnyMove
    posterior: float = 0.0


class Reading(NamedTuple):
    """One other reading of a move, and the table if it is right. ``hidden``: the move itself showed nothing."""

    seq: int
    move: AnyMove
    state: AnyState
    prior: float
    hidden: bool = False


def reconsider(
    rules: Rules,
    played: Sequence[Played],
    doubtful: frozenset[int],
    observed: Observations,
    settled: Mapping[str, frozenset[int]] = {},
    *,
    widely: bool = True,
) -> Afterthought | None:
    """The one move which, read otherwise, explains what is seen; None where there is none, or more than one.

    ``played``: the game so far; ``doubtful``: the events of it that nobody but the camera vouches for; ``settled``: for
    each zone the events with which it was seen to be as it should. ``widely``: not only what came to lie where nothing
    explains what is seen may have been misread.
    """
    if not played:
        return None
    now = played[-1].after
    lying = may_show_where(observed.seen, observed.exposed)
    others = list(readings(rules, played, doubtful, settled, observed.disbelieved, widely=widely, lying=lying))
    others += _done_otherwise(rules, played, doubtful, lying)
    if not others:
        return None
    weigh = Weighing(rules, now, observed, yet_to_follow(rules, played[-1], observed))
    entries = {entry.seq: entry for entry in played}
    looks = [_as_it_lay(rules, entries[other.seq], other.move, observed) for other in others]
    gone = _gone_unread(rules, entries.values(), observed)
    gains = [
        weigh.gain(other.state, hidden=other.hidden, gone=gone.get(other.seq, "") if look > MISREAD else "")
        for other, look in zip(others, looks, strict=True)
    ]
    weights = [gain.all + other.prior + look for gain, other, look in zip(gains, others, looks, strict=True)]
    found = list(zip(others, weights, strict=True))
    # What an unread piece that lies there looks like says nothing of what contradicts the record.
    only_named = (
        is_unread(rules, entries[other.seq].move) and other.seq not in gone and gain.all <= gain.looks + _ELSEWHERE
        for gain, other in zip(gains, others, strict=True)
    )
    telling = [one for one, named in zip(found, only_named, strict=True) if not named]
    return _surest(telling if any(weight > 0.0 for _, weight in telling) else found)


def _surest(found: Sequence[tuple[Reading, float]]) -> Afterthought | None:
    """The one of these readings, each with its weight (log), that is sure enough."""
    likeliest, top = max(found, key=lambda one: one[1])
    # Against the move as it was accepted, which weighs nothing, and every other reading of any.
    share = 1 / sum(math.exp(weight - top) for weight in (0.0, *(weight for _, weight in found)))
    return Afterthought(likeliest.seq, likeliest.move) if share >= SURE_ENOUGH else None


def readings(
    rules: Rules,
    played: Sequence[Played],
    doubtful: frozenset[int],
    settled: Mapping[str, frozenset[int]],
    suspected: frozenset[str],
    *,
    widely: bool,
    lying: Lying = _NOWHERE,
    faces: AbstractSet[str] | None = None,
) -> Iterator[Reading]:
    """The last moves with another face each, from another place, or both, where all after them is as it should be.

    ``suspected``: the zones where more of them may be doubted; ``widely``: others may be too. ``lying``: what may lie
    where now, for moves that are told by it (a structure that was laid out). ``faces``: the only ones that it may have
    been; None: any.
    """
    for back in range(1, len(played) + 1):
        entry, later = played[-back], played[len(played) - back :]
        if entry.seq not in doubtful:
            continue
        # What lies there yet may be looked at however long ago it was laid out.
        unknown, laid_out = is_unread(rules, entry.move), rules.otherwise(entry.move, lying)
        if not (unknown or laid_out or back <= DOUBTED_FOR):
            continue
        there = bool(suspected) and not suspected.isdisjoint(_gained(rules, entry))
        # What nobody has read is told when the place where it lies can be believed.
        if there == unknown and (unknown or not widely or back > LOOK_BACK):
            continue
        said = without_faces(rules, entry.move)
        shown, source = rules.shows(entry.move), source_of(rules, entry.before, entry.after)
        for other in _with_one_of(faces, rules, (*_others(rules, entry), *laid_out)):
            same = rules.shows(other) == shown
            # Of what was laid out together a card that lay half hidden is misread at least as often as not.
            elsewhere = other not in laid_out and without_faces(rules, other) != said
            if elsewhere and not (same or there):
                continue
            after = rules.apply(entry.before, other, strict=False)
            prior = 0.0 if same or unknown else MISREAD
            if elsewhere:
                if source and source_of(rules, entry.before, after) == source:
                    continue
                moved = source and _was_seen(rules, source, later, settled)
                stayed = _NOT_SEEN_TO_GO if source and same else 0.0
                prior += (1 if same else 2) * MISREAD + (_SEEN_TO_GO if moved else stayed)
            state = played_on(rules, after, later[1:])
            if state is not None:
                yield Reading(entry.seq, other, state, prior)


def _done_otherwise(
    rules: Rules, played: Sequence[Played], doubtful: AbstractSet[int], lying: Lying
) -> Iterator[Reading]:
    """The last moves that laid face down what had lain ready: something else was done with it.

    Where that could not be seen (it lay where nothing new was seen) it seemed to lie among what is face down. Of what
    lies open only what looks like something that is there.
    """
    for back in range(1, min(len(played), LOOK_BACK) + 1):
        entry, later = played[-back], played[len(played) - back + 1 :]
        if entry.seq not in doubtful or not hides_what_lay_ready(rules, entry):
            continue
        for other in done_instead(rules, entry.before, entry):
            shown = rules.shows(other)
            there = not shown.face or any(shown.face in faces for faces in lying.get(shown.lands, ()))
            state = played_on(rules, rules.apply(entry.before, other, strict=False), later) if there else None
            if state is not None:
                yield Reading(entry.seq, other, state, MISREAD, hidden=True)


def hides_what_lay_ready(rules: Rules, entry: Played) -> bool:
    """Whether an event laid face down what had lain ready."""
    shown = rules.shows(entry.move)
    return bool(shown.lifts) and not shown.face


def done_instead(rules: Rules, state: AnyState, entry: Played) -> Iterator[AnyMove]:
    """What else may have been done, in this state, with what lay ready for an event, as looking tells it."""
    lifts, done = rules.shows(entry.move).lifts, rules.dump_move(entry.move).get("move")
    for other in rules.by_sight(state):
        if rules.shows(other).lifts == lifts and rules.dump_move(other).get("move") != done:
            yield other


def _others(rules: Rules, entry: Played) -> Iterator[AnyMove]:
    """The other moves that were legal then and may have been taken for this one, or be it where its piece is unread."""
    what, unknown = rules.dump_move(entry.move), is_unread(rules, entry.move)
    for other in rules.legal(entry.before):
        told = rules.dump_move(other)
        alike = other != entry.move and all(told.get(key) == what.get(key) for key in _WHO)
        if alike and (not unknown or may_be(rules, entry.move, other)):
            yield other


def _with_one_of(faces: AbstractSet[str] | None, rules: Rules, moves: Iterable[AnyMove]) -> Iterator[AnyMove]:
    """The moves that show one of these faces; None: all."""
    return (move for move in moves if faces is None or rules.shows(move).face in faces)


def _as_it_lay(rules: Rules, entry: Played, other: AnyMove, observed: Observations) -> float:
    """How much worse (log) an unread piece looked like this one than like anything else, while it lay to be seen.

    Of one that was surely read, and has gone without another look at it, hardly any second thought is right.
    """
    if not is_unread(rules, entry.move):
        return _NO_OTHER_LOOK * _has_gone_as_read(rules, entry, other, observed)
    baselines = [observed.baseline[zone] for zone in _gained(rules, entry) if zone in observed.baseline]
    unread = [
        (piece, baseline.seen.unenrolled)
        for baseline in baselines
        for piece in baseline.seen.pieces
        if baseline.known.get(piece.track) == ANY
    ]
    # Of several nobody knows which one it was.
    if len(unread) != 1 or not unread[0][0].faces:
        return 0.0
    piece, unenrolled = unread[0]
    return likeness(piece, rules.shows(other).face, unenrolled)


def _gone_unread(rules: Rules, played: Iterable[Played], observed: Observations) -> Mapping[int, str]:
    """The places of events of which the piece was not known and may be the one that has gone from there by now."""
    gone = gone_unread(observed)
    unread = (entry for entry in played if is_unread(rules, entry.move)) if gone else ()
    return {entry.seq: zone for entry in unread if (zone := rules.shows(entry.move).lands) in gone}


def _has_gone_as_read(rules: Rules, entry: Played, other: AnyMove, observed: Observations) -> bool:
    """Whether a piece that another reading takes for another one was surely read until it went."""
    face, zone = rules.shows(entry.move).face, rules.shows(entry.move).lands
    baseline, seen = observed.baseline.get(zone), observed.seen.get(zone)
    if baseline is None or seen is None or rules.shows(other).face == face:
        return False
    there = tracks(seen)
    alike = [piece for piece in baseline.seen.pieces if baseline.known.get(piece.track) == face]
    return bool(alike) and all(
        is_surely_named(piece) and best(piece) == face and piece.track not in there for piece in alike
    )


def _gained(rules: Rules, entry: Played) -> tuple[str, ...]:
    """The zones where by this move something has come to lie; of one that lays a piece the one where that was read."""
    then = expectations(rules.tableau(entry.before))
    now = expectations(rules.tableau(entry.after)).items()
    found = tuple(zone for zone, should in now if not isinstance(should, int) and should != then.get(zone))
    lands = rules.shows(entry.move).lands
    return (lands,) if lands in found else found


def _was_seen(rules: Rules, source: str, later: Sequence[Played], settled: Mapping[str, frozenset[int]]) -> bool:
    """Whether the stack was seen to be as it should after the first of these moves, before anything else was taken."""
    again = (entry.seq for entry in later[1:] if source_of(rules, entry.before, entry.after) == source)
    until = next(again, math.inf)
    return any(later[0].seq <= seq < until for seq in settled.get(source, ()))
