"""What may have happened, and how sure that is: ranked hypotheses, and what the likeliest of them agree in."""

import math
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import groupby
from typing import NamedTuple

from companion.games.vocabulary import AnyMove, AnyState, is_read_late, seat_of
from companion.referee.inference.baseline import Expected
from companion.referee.inference.expected import same_to_see
from vision.sighting import Sighting

DEEPEST = 9
"""So many moves a hypothesis has at most: who has fallen behind by more is asked."""
_COUNTS = 1e-4
"""What is believed less (posterior) is not counted among the likeliest."""
_SUSPECTED = 0.25
"""The posterior from which a place is suspected to say nothing of what has come to it."""
_LIKELIEST = 8
"""So many of the likeliest are compared with what is less likely: there are hundreds, and few are worth a thought."""
_TELLS = 0.5
"""So much (log) better a zone must be explained by one hypothesis for it to tell two."""
WORTH_OFFERING = 0.02
"""The posterior from which something is offered as an answer: of a move that is believed less nobody would think."""


class Take(NamedTuple):
    """A piece taken from a stack, where it was laid, and its face if it is the one whose top was to be seen."""

    source: str
    lands: str
    face: str


class Bared(NamedTuple):
    """When the last printed places were seen bare that moves bare: of cards that had been read, and of any."""

    known: float = -math.inf
    anything: float = -math.inf


class Hypothesis(NamedTuple):
    """Moves that may have been made: their prior and how well they fit, and the state after them.

    ``takes``: the pieces that came from stacks; ``source``: the stack from which the last move took one; empty: none.
    ``bared``: the printed places that they bare; ``dearest``: the lowest prior (log) of one of the moves; ``laid``:
    where each of them laid which face; ``untimely``: how often one of them laid what was seen before that of an earlier
    one.
    """

    moves: tuple[AnyMove, ...]
    prior: float
    fits: float
    rough: float
    on_way: Mapping[str, Expected]
    after: AnyState
    expected: Mapping[str, Expected]
    takes: tuple[Take, ...] = ()
    source: str = ""
    bared: Bared = Bared()
    dearest: float = 0.0
    laid: tuple[tuple[str, str], ...] = ()
    untimely: int = 0

    @property
    def weight(self) -> float:
        """Unnormalised log-posterior."""
        return self.prior + self.fits

    @property
    def promise(self) -> float:
        """The same where every bad place counts as badly as it looks: which hypothesis is worth continuing."""
        return self.prior + self.rough


class Belief(NamedTuple):
    """What the referee thinks happened since the state: ranked hypotheses with posteriors.

    ``unknown`` is the posterior of "something else"; ``changed``: the zones that look different; ``unexplained``:
    those of which no likely hypothesis says why; ``telling``: those that speak for the likeliest hypothesis, ``first``:
    for its first move;
    ``coming``: stacks of which no likely hypothesis says why but those by which something has gone that lies nowhere;
    ``silent``: the zones where something seems to have come before what came elsewhere, and nothing was seen to, with
    when it went from its stack.
    """

    ranked: tuple[tuple[Hypothesis, float], ...]
    unknown: float
    changed: frozenset[str]
    unexplained: frozenset[str] = frozenset()
    telling: frozenset[str] = frozenset()
    first: frozenset[str] = frozenset()
    coming: frozenset[str] = frozenset()
    silent: Mapping[str, float] = {}

    def first_moves(self, sure_from: float) -> tuple[tuple[AnyMove, ...], float]:
        """The longest beginning of moves that is sure, and how sure: ``((), 0)`` if none is."""
        sure: tuple[AnyMove, ...] = ()
        certainty = 0.0
        for length in range(1, DEEPEST + 1):
            mass: dict[tuple[AnyMove, ...], float] = {}
            for hypothesis, posterior in self.ranked:
                if len(hypothesis.moves) >= length and hypothesis.moves[: length - 1] == sure:
                    start = hypothesis.moves[:length]
                    mass[start] = mass.get(start, 0.0) + posterior
            start, posterior = max(mass.items(), key=lambda item: item[1], default=((), 0.0))
            if posterior < sure_from:
                break
            sure, certainty = start, posterior
        return (sure, certainty) if sure else self._at_any_rate(sure_from)

    def _at_any_rate(self, sure_from: float) -> tuple[tuple[AnyMove, ...], float]:
        """What was turned up, which is nobody's move, if that is sure: whatever somebody did before it, or did not."""
        mass: dict[AnyMove, float] = {}
        may_be_first = (move for move, share in self.done_first.items() if share >= WORTH_OFFERING)
        for move in (move for move in may_be_first if seat_of(move) is None and not is_read_late(move)):
            mass[move] = sum(share for hypothesis, share in self.ranked if move in hypothesis.moves)
        found, share = max(mass.items(), key=lambda item: item[1], default=(None, 0.0))
        return ((found,), share) if found is not None and share >= sure_from else ((), 0.0)

    def beyond(self, moves: Sequence[AnyMove]) -> Mapping[str, Expected]:
        """What should lie where by the likeliest that begins with these moves, if it goes on; empty: it does not."""
        likeliest = next((h for h, _ in self.ranked if h.moves[: len(moves)] == tuple(moves)), None)
        return likeliest.expected if likeliest is not None and len(likeliest.moves) > len(moves) else {}

    @property
    def done_first(self) -> Mapping[AnyMove, float]:
        """What may have been done first of all, and how likely each is."""
        found: dict[AnyMove, float] = {}
        for hypothesis, posterior in self.ranked:
            if hypothesis.moves:
                found[hypothesis.moves[0]] = found.get(hypothesis.moves[0], 0.0) + posterior
        return found

    def first_common(
        self, common: Callable[[Sequence[AnyMove]], AnyMove | None], sure_from: float
    ) -> tuple[AnyMove | None, float]:
        """What the likeliest first moves agree in, and how sure it is that it was one of them.

        All that count, or those that are worth a thought; of what was laid out as few as it surely is one of: what they
        agree in is as sure as that.
        """
        counting = {h.moves[0] for h, posterior in self.ranked if h.moves and posterior >= _COUNTS}
        first = {move: posterior for move, posterior in self.done_first.items() if move in counting}
        likely = {move: posterior for move, posterior in first.items() if posterior >= WORTH_OFFERING}
        laid_out = all(seat_of(move) is None for move in first)
        for some in (_fewest(first, sure_from) if laid_out else first, likely):
            if (move := common(tuple(some)) if some else None) is not None:
                return move, sum(some.values())
        return None, 0.0

    def first_unread(
        self, unread: Callable[[AnyMove], AnyMove | None], sure_from: float
    ) -> tuple[AnyMove | None, float]:
        """The likeliest first move but for the piece that it shows, and how sure that is.

        Where it is sure by itself which piece that was, with it.
        """
        first = self.done_first
        mass: dict[AnyMove, float] = {}
        for read, posterior in first.items():
            move = unread(read) if posterior >= _COUNTS else None
            if move is not None:
                mass[move] = mass.get(move, 0.0) + posterior
        move, posterior = max(mass.items(), key=lambda item: item[1], default=(None, 0.0))
        readings = [read for read in first if move is not None and unread(read) == move]
        likeliest = max(readings, key=first.__getitem__, default=None)
        clear = likeliest is not None and first[likeliest] >= sure_from * posterior
        return likeliest if clear else move, posterior


def _fewest(likely: Mapping[AnyMove, float], sure_from: float) -> Mapping[AnyMove, float]:
    """As few of these as it is surely one of, likeliest first; all where it is not sure."""
    found, told = dict[AnyMove, float](), 0.0
    for move, posterior in sorted(likely.items(), key=lambda item: item[1], reverse=True):
        if told < sure_from:
            found[move] = posterior
            told += posterior
    return found


def keep_best(found: dict[Hashable, Hypothesis], more: Iterable[Hypothesis]) -> None:
    """Of the same moves in different orders the best is kept, where each seat made its own in the same order.

    Of those that are as good the one in whose order things were first seen.
    """
    for hypothesis in more:
        key = in_their_orders(hypothesis.moves)
        if key not in found or _order(found[key]) < _order(hypothesis):
            found[key] = hypothesis


def _order(hypothesis: Hypothesis) -> tuple[float, int]:
    """How good an order of some moves is; what is added up otherwise differs in its last digits only."""
    return round(hypothesis.weight, 6), -hypothesis.untimely


def shortest(ranked: Sequence[Hypothesis]) -> list[Hypothesis]:
    """These without those by which the same was done as by a likelier one, and what followed from that is said, too.

    That a turn was over is told by the next player's move: whether it was said as well nobody asks.
    """
    found = list[Hypothesis]()
    for hypothesis in ranked:
        shorter = (one for one in found[:_LIKELIEST] if _says_more(hypothesis.moves, one.moves))
        if not any(one.after == hypothesis.after for one in shorter):
            found.append(hypothesis)
    return found


def _says_more(longer: Sequence[AnyMove], shorter: Sequence[AnyMove]) -> bool:
    """Whether a story has all moves of another in their orders, and more between them."""
    if not 0 < len(shorter) < len(longer):
        return False
    same = [move for move in longer if move in shorter]
    return len(same) == len(shorter) and in_their_orders(same) == in_their_orders(shorter)


def with_ties(ranked: Sequence[Hypothesis], most: int, as_good: Callable[[Hypothesis], Hashable]) -> list[Hypothesis]:
    """The first few, and those that are as good as the last of them."""
    last = {as_good(one) for one in ranked[most - 1 : most]}
    return [*ranked[:most], *(one for one in ranked[most:] if as_good(one) in last)]


def in_their_orders(moves: Sequence[AnyMove]) -> Hashable:
    """What each seat did in one go, and in which order it did so; who of two seats was first matters less.

    What one seat did in one go, nobody else between, has no order that anybody would ask for.
    """
    own, nobodys = dict[int, list[frozenset[AnyMove]]](), list[AnyMove]()
    for seat, made in groupby(moves, seat_of):
        if seat is None:
            nobodys += made
        else:
            own.setdefault(seat, []).append(frozenset(made))
    return frozenset((seat, *turns) for seat, turns in own.items()), frozenset(nobodys)


def shared_out(found: Sequence[Hypothesis], seen: AbstractSet[str]) -> list[Hypothesis]:
    """Moves after which the table looks the same are as likely together as one after which it looks otherwise.

    Else each card that may have lain face down, and is nowhere to be seen, would count as a move of its own.
    """
    alike = dict[tuple[float, float], list[list[Hypothesis]]]()
    for hypothesis in found:
        kinds = alike.setdefault((hypothesis.prior, hypothesis.fits), [])
        kind = next((kind for kind in kinds if same_to_see(kind[0].expected, hypothesis.expected, seen)), None)
        if kind is None:
            kinds.append([hypothesis])
        else:
            kind.append(hypothesis)
    shared = []
    for kind in (kind for kinds in alike.values() for kind in kinds):
        less = math.log(len(kind))
        shared += [h._replace(prior=h.prior - less, dearest=h.dearest - less) for h in kind] if less else kind
    return shared


def suspected(
    pairs: Iterable[tuple[Hypothesis, float]],
    tops: Mapping[str, Sequence[Sighting]],
    quiet: AbstractSet[str],
    changed: AbstractSet[str],
) -> Mapping[str, float]:
    """The zones to which something must have come before it came elsewhere, and since when.

    ``quiet``: those that are seen and have not changed: one that nobody watches (there was no room for it on the
    picture) can neither be doubted nor heal. ``tops``: what stacks have shown.
    """
    mass, since = dict[str, float](), dict[str, float]()
    for hypothesis, share in pairs:
        for k, (source, lands, _) in enumerate(hypothesis.takes):
            later = {take.lands for take in hypothesis.takes[k + 1 :]} & changed
            if lands in quiet and later - {lands} and source in tops:
                mass[lands] = mass.get(lands, 0.0) + share
                since[lands] = min(tops[source][0].exposed, since.get(lands, math.inf))
    return {zone: since[zone] for zone, share in mass.items() if share >= _SUSPECTED}


def as_one(found: Sequence[Hypothesis]) -> list[Hypothesis]:
    """The same move with each piece that it may have been, which nobody had seen: together as likely as the likeliest.

    Else a piece off a stack would be likelier than one that lay open the more of them the stack may hold.
    """
    top = max(h.weight for h in found)
    less = math.log(sum(math.exp(h.weight - top) for h in found))
    return [h._replace(prior=h.prior - less, dearest=h.dearest - less) for h in found]


def made_first(hypothesis: Hypothesis, allowed: Callable[[AnyMove], bool]) -> Hypothesis:
    """The same with what somebody did first before what was turned up, which is nobody's move, where that is allowed.

    What was turned up can be read later, and holds nobody up. But what was laid out comes first, where that is: whoever
    said meanwhile who is to begin.
    """
    moves = hypothesis.moves
    laid_out = next((k for k, move in enumerate(moves) if is_read_late(move)), None)
    if laid_out is not None and allowed(moves[laid_out]):
        first = laid_out
    else:
        first = next((k for k, move in enumerate(moves) if seat_of(move) is not None), 0)
    if not first or not allowed(moves[first]):
        return hypothesis
    return hypothesis._replace(moves=(moves[first], *moves[:first], *moves[first + 1 :]))


def telling(
    ranked: Sequence[Hypothesis], changed: Iterable[str], looks: Callable[[str, Expected], float]
) -> frozenset[str]:
    """The zones by which the likeliest hypothesis is told from the state as it is (and that from the next one).

    ``looks``: how well (log) a zone looks as if that lay there.
    """
    one, other = ranked[0], next((h for h in ranked if not h.moves), ranked[0])
    if one is other and len(ranked) > 1:
        other = ranked[1]
    both = (zone for zone in changed if zone in one.expected and zone in other.expected)
    found = frozenset(zone for zone in both if abs(_lies(zone, one, looks) - _lies(zone, other, looks)) > _TELLS)
    # The top of a stack goes with the next move already; what came to lie somewhere stays.
    return frozenset(zone for zone in found if not isinstance(one.expected[zone], int)) or found


def _lies(zone: str, hypothesis: Hypothesis, looks: Callable[[str, Expected], float]) -> float:
    """How well a zone looks by a hypothesis, or while a piece lies there that leaves it again at once by rule.

    That a card was taken up where it lay ready, and the next is laid there, tells nothing more.
    """
    should = hypothesis.expected[zone]
    meanwhile = hypothesis.on_way.get(zone, should)
    leaves = isinstance(should, tuple) and isinstance(meanwhile, tuple) and len(meanwhile) > len(should)
    return max(looks(zone, should), looks(zone, meanwhile)) if leaves else looks(zone, should)
