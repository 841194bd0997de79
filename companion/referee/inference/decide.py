"""Accept, ask or wait: what to do with what the referee believes."""

from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Literal, NamedTuple

from companion.games.vocabulary import AnyMove, is_read_late, seat_of
from companion.referee.inference.baseline import Expected, looks_right
from companion.referee.inference.belief import WORTH_OFFERING, Belief
from companion.referee.inference.expected import same_to_see
from companion.referee.inference.observations import COUNTED_OUT, ONE_AFTER_ANOTHER, Observations

SURE, SURE_ENOUGH = 0.99, 0.95
"""Posteriors from which the referee does not ask: at once, and after a second thought."""
SECOND_THOUGHTS = 1.0
"""Seconds (of frame time) that the table must have looked the same for a second thought."""
ASK_AFTER = 3.0
"""Seconds (of frame time) that it must have looked the same before somebody is asked; a little more while coins are
counted out."""
ASK_WHILE_MOVING = 6.0
"""Seconds after which somebody is asked although hands are over the table: people do not wait."""
_ASK_WHO_AFTER = 30.0
"""Seconds after which it is asked who moved, where that makes no difference to what lies there: the next move tells."""
_PAID_AFTER = 2.5
"""Seconds after which a move is accepted of which all is clear but how it was paid, where coins are seen, so that it is
on the screen within three seconds of rest. Whoever pays later has paid all the same: that is put right (by hand)."""
_UNREAD_AFTER, _LACKING_AFTER = 2.0, 1.25
"""Seconds after which a move is accepted of which all is clear but the piece that it shows; where that is one that the
box lacks no other look will tell it, once it was looked at closely."""
WORTH_ASKING = -3.5
"""Nobody is asked while "nothing happened" fits at least as well as this (log), and what fits worse does not explain
what is seen while coins are being moved. Chosen by hand."""
_PROBABLY_NOTHING = 0.8
"""Nor while its posterior is at least this."""
_OPTIONS = 3
"""So many answers at most: buttons that are read at a glance."""


class Choice(NamedTuple):
    """One thing that may have happened (no moves: nothing did), and the belief in it."""

    moves: tuple[AnyMove, ...]
    probability: float


class Decision(NamedTuple):
    """What to do now.

    ``accept``: ``moves`` happened, with this ``posterior``. ``ask``: a person chooses of ``choices``.
    ``wait``: time may tell. ``nothing``: nothing happened that the state does not explain, or (``reason`` unknown) that
    anybody could name.
    ``doubt``: the table has contradicted the state for a while, so something may have been misread before.
    """

    do: Literal["accept", "ask", "wait", "nothing"]
    moves: tuple[AnyMove, ...] = ()
    posterior: float = 0.0
    choices: tuple[Choice, ...] = ()
    reason: Literal["ambiguous", "unknown"] = "ambiguous"
    doubt: bool = False


def decide(
    belief: Belief,
    observed: Observations,
    *,
    moving: bool,
    unread: Callable[[AnyMove], AnyMove | None],
    common: Callable[[Sequence[AnyMove]], AnyMove | None],
    paid: Callable[[Mapping[AnyMove, float]], tuple[AnyMove, float] | None],
    standing: float,
    heaps: AbstractSet[str],
    lacking: bool,
) -> Decision:
    """Decide on a belief; ``moving``: a hand is over the table, so that nobody is asked for a while yet.

    ``heaps``: the places where coins lie, which are moved one after another. ``lacking``: nothing of what has come and
    cannot be told has a name, and the box lacks some of what it may be.

    ``unread``: a move with the piece that it shows not known, where it may be accepted so; ``common``: what several
    moves agree in; ``paid``: of what may have been done first the move to accept, where all that is unsure is how it
    was paid. ``standing``: for how many seconds the same move has been the likeliest.

    How long to wait goes by the places that speak for what may have happened, not by the rest of the table: people
    play on.
    """
    if not belief.changed:
        return Decision("nothing")
    age = observed.age(belief.telling or belief.changed)
    settled = max(age, observed.age(belief.first) if belief.first else 0.0)
    moves, posterior = belief.first_moves(SURE_ENOUGH if settled >= SECOND_THOUGHTS else SURE)
    age = max(age, standing)
    alike, agreed = (None, 0.0) if moves else belief.first_common(common, SURE)
    if alike is not None and agreed >= SURE and _may_be_read_late(alike, settled):
        # People do not wait with the first play until all is read.
        moves, posterior = (alike,), agreed
    elif not moves and max(age, settled) >= (_LACKING_AFTER if lacking else _UNREAD_AFTER):
        moves, posterior = _without_its_piece(belief, unread, alike, agreed)
    coins = heaps & belief.changed
    # Where there are coins on the table somebody may be about to pay after anything that was just done.
    counting = bool(heaps) and observed.age(coins) < COUNTED_OUT
    paid_by_now = _PAID_AFTER if heaps & observed.seen.keys() else _UNREAD_AFTER
    if not moves and max(age, settled) >= paid_by_now and not (coins and counting):
        # Others do not wait until somebody says how it was paid.
        way = paid(belief.done_first)
        moves, posterior = ((way[0],), way[1]) if way is not None else ((), 0.0)
    nothing, share = next(pair for pair in belief.ranked if not pair[0].moves)
    if moves:
        return _accept(belief, moves, posterior, observed, heaps)
    if nothing.fits > WORTH_ASKING:
        return Decision("nothing")
    patience = ASK_AFTER + ONE_AFTER_ANOTHER if counting else ASK_AFTER
    waiting = age < (ASK_WHILE_MOVING if moving else patience)
    waiting |= _told_by_who_is_next(belief, observed, heaps)
    if share >= _PROBABLY_NOTHING:
        return Decision("nothing", doubt=not waiting)
    if waiting:
        return Decision("wait")
    moves, posterior = _without_asking(belief, paid, unread, common)
    return _accept(belief, moves, posterior, observed, heaps) if moves else _ask(belief, share)


def _without_its_piece(
    belief: Belief, unread: Callable[[AnyMove], AnyMove | None], alike: AnyMove | None, agreed: float
) -> tuple[tuple[AnyMove, ...], float]:
    """The likeliest first move but for its piece, or what several agree in (``alike``), where that is sure enough.

    What they agree in says of which it is one: more than that its piece is not known.
    """
    move, posterior = belief.first_unread(unread, SURE_ENOUGH)
    named = move in belief.done_first and posterior >= SURE_ENOUGH
    if alike is not None and agreed >= SURE_ENOUGH and not named:
        move, posterior = alike, agreed
    return ((move,) if move is not None and posterior >= SURE_ENOUGH else ()), posterior


def _may_be_read_late(move: AnyMove, settled: float) -> bool:
    """Whether what was laid out is accepted with what could be read of it: at once, or after a second thought.

    By then it has been looked at as closely as it will be, and somebody may take of it soon: the rest is told by that.
    """
    return is_read_late(move) or (seat_of(move) is None and settled >= SECOND_THOUGHTS)


def _without_asking(
    belief: Belief,
    paid: Callable[[Mapping[AnyMove, float]], tuple[AnyMove, float] | None],
    unread: Callable[[AnyMove], AnyMove | None],
    common: Callable[[Sequence[AnyMove]], AnyMove | None],
) -> tuple[tuple[AnyMove, ...], float]:
    """What is accepted where somebody would be asked by now: it has been thought of twice, whatever changed since.

    Or in the likeliest way in which it was paid: coins of others that are moved meanwhile keep nobody waiting longer.
    Or without the piece that it shows, where only that would be asked: that is asked by itself.
    """
    moves, posterior = belief.first_moves(SURE_ENOUGH)
    way = None if moves else paid(belief.done_first)
    if way is not None:
        return (way[0],), way[1]
    return (moves, posterior) if moves else _but_for_its_piece(belief, unread, common)


def _but_for_its_piece(
    belief: Belief,
    unread: Callable[[AnyMove], AnyMove | None],
    common: Callable[[Sequence[AnyMove]], AnyMove | None],
) -> tuple[tuple[AnyMove, ...], float]:
    """What all agree in that would be offered, and how sure it is; nothing if nothing at all would be offered, too."""
    nothing = next(share for hypothesis, share in belief.ranked if not hypothesis.moves)
    first = {move: posterior for move, posterior in belief.done_first.items() if posterior >= WORTH_OFFERING}
    if len(first) <= 1 or nothing >= WORTH_OFFERING:
        return (), 0.0
    hidden = set(map(unread, first))
    move = common(tuple(first)) or (hidden.pop() if len(hidden) == 1 else None)
    return ((move,), sum(first.values())) if move is not None else ((), 0.0)


def _accept(
    belief: Belief, moves: tuple[AnyMove, ...], posterior: float, observed: Observations, heaps: AbstractSet[str]
) -> Decision:
    """These moves were made, unless somebody may be about to pay for them yet."""
    half = _half_paid(belief, moves, observed, heaps)
    half = half or (posterior < SURE and _yet_to_be_paid(belief, moves, observed, heaps))
    return Decision("wait") if half else Decision("accept", moves, posterior)


def _told_by_who_is_next(belief: Belief, observed: Observations, heaps: AbstractSet[str]) -> bool:
    """Whether it is unsure who moved as is likeliest, the table looks the same, and so the next move tells.

    Where nobody plays on for long it is asked, and where the next move does not tell it either. What is only turned up
    is nobody's move, and tells nothing. Where coins lie may look otherwise: they have been asked already.
    """
    (best, _), *others = belief.ranked
    played_on = sum(seat_of(move) is not None for move in best.moves) > 1
    if played_on or observed.age(belief.telling or belief.changed) >= _ASK_WHO_AFTER:
        return False
    likely = [one for one, posterior in others if posterior >= WORTH_OFFERING]
    seen = observed.seen.keys() - heaps
    alike = (one for one in likely if same_to_see(one.expected, best.expected, seen))
    return any(one.after.to_move != best.after.to_move for one in alike)


def _half_paid(belief: Belief, moves: tuple[AnyMove, ...], observed: Observations, heaps: AbstractSet[str]) -> bool:
    """Whether coins were moved a moment ago and have yet to lie as they should after these moves.

    Half a payment may look like another one.
    """
    # Those that look otherwise than before, or than they should.
    moved = heaps & (belief.changed | observed.aside)
    just = {heap for heap in moved if observed.age((heap,)) < ONE_AFTER_ANOTHER}
    if not just:
        return False
    best, after, before = belief.ranked[0][0], _lies_after(belief, moves), _lies_after(belief, ())

    def is_right(heap: str, expected: Mapping[str, Expected]) -> bool:
        return looks_right(observed.seen[heap], expected.get(heap, ()))

    if just & belief.changed and best.fits < WORTH_ASKING:
        # One that looked wrong before, and as it does now, is no part of this payment.
        seen = heaps & observed.seen.keys()
        of_it = just & seen | _differing(seen, best.expected, before)
        return any(not is_right(heap, best.expected) for heap in of_it)
    # Others pay meanwhile, too: a heap that nobody has moved since then will not change for this payment.
    paid = _differing(just, after, before)
    # Whether the right coins lie in one that is set aside nobody can tell.
    return any(heap in observed.aside or not is_right(heap, after) for heap in paid - observed.flickering)


def _yet_to_be_paid(
    belief: Belief, moves: tuple[AnyMove, ...], observed: Observations, heaps: AbstractSet[str]
) -> bool:
    """Whether coins are to be moved for these moves, none of them has been, and they still may be: that will tell."""
    if observed.age(belief.telling or belief.changed) >= COUNTED_OUT:
        return False
    after, before = _lies_after(belief, moves), _lies_after(belief, ())
    paid = _differing(heaps & observed.seen.keys(), after, before)
    return bool(paid) and paid.isdisjoint(belief.changed | observed.aside)


def _lies_after(belief: Belief, moves: tuple[AnyMove, ...]) -> Mapping[str, Expected]:
    """What lies where after these moves; where they were not thought of by themselves, after the likeliest ones."""
    return next((h for h, _ in belief.ranked if h.moves == moves), belief.ranked[0][0]).expected


def _differing(
    heaps: AbstractSet[str], after: Mapping[str, Expected], before: Mapping[str, Expected]
) -> AbstractSet[str]:
    """Those of these heaps in which something else lies after some moves than before."""
    return {heap for heap in heaps if after.get(heap) != before[heap]}


def _ask(belief: Belief, share: float) -> Decision:
    """Ask about one thing: what was done first of all that nobody is sure of."""
    first: dict[tuple[AnyMove, ...], float] = {}
    for hypothesis, posterior in belief.ranked:
        if hypothesis.moves:
            first[hypothesis.moves[:1]] = first.get(hypothesis.moves[:1], 0.0) + posterior
    ranked = sorted(first.items(), key=lambda pair: pair[1], reverse=True)
    choices = [Choice(moves, p) for moves, p in ranked[:_OPTIONS] if p >= WORTH_OFFERING]
    if not choices:
        # Nobody believes in anything that might be offered: the place is set aside, and that is said.
        return Decision("nothing", reason="unknown", doubt=True)
    if share >= WORTH_OFFERING:
        choices = [*choices[: _OPTIONS - 1], Choice((), share)]
    return Decision("ask", choices=tuple(choices), reason="ambiguous", doubt=True)
