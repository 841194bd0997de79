"""What happened: hypotheses (up to three moves) weighed by how well they explain what is seen.

Generic over the game: for each hypothesis the rules say what should lie where, and each zone says how
well it looks so. What follows by rule (tokens, discards, the Cat) may lag behind at little cost; a move
needs evidence.
"""

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import partial

from companion.games.vocabulary import AnyMove, AnyState, seat_of
from companion.games.watched import Rules
from companion.referee.inference.baseline import ANY, Expected, top_face
from companion.referee.inference.belief import (
    DEEPEST,
    Bared,
    Belief,
    Hypothesis,
    Take,
    as_one,
    keep_best,
    made_first,
    shared_out,
    shortest,
    suspected,
    telling,
    with_ties,
)
from companion.referee.inference.candidates import Candidates
from companion.referee.inference.decide import SECOND_THOUGHTS
from companion.referee.inference.expected import bared, expectations, heaps, on_the_way, same_to_see, turned_up
from companion.referee.inference.fit import Fit
from companion.referee.inference.likelihood import Scales, untrusted
from companion.referee.inference.mistakes import given, irregular
from companion.referee.inference.observations import Observations
from companion.referee.inference.open_pieces import Open
from companion.referee.inference.passed import Passed
from companion.referee.inference.pieces import (
    gained_unread,
    gaining,
    is_drawn,
    may_show_where,
    read_off,
    source_in,
    source_of,
    unread,
    without_faces,
)
from companion.referee.inference.rivals import rivals
from companion.referee.inference.sources import Sources
from companion.referee.inference.timing import Timing
from companion.referee.inference.tops import Tops

LEGAL, _EXCUSED, IRREGULAR, UNKNOWN = -1.0, -3.0, -6.0, -12.0
"""Log-priors: of each legal move, of one that is irregular unless an unread piece allows it (a few of twenty
do), of each mistake, of something that is none of these. Chosen by hand, as all here."""
_BEAM, _MISTAKEN, _DEPTH = 5, 2, 3
"""So many hypotheses are continued, by so many moves: more are seldom made between two looks. Who has fallen behind by
more looks further, as long as every move explains more."""
_EXPLAINS = 0.5
"""So much (log) the beginning of a longer story must explain: a stack that moved, beside a city that is set aside."""
_MOST, _AT_MOST = 400, 1000
"""So many hypotheses are weighed before it is looked no deeper (half a second); as long as each move explains more."""
_FACES = 4
"""Of moves that differ in nothing but their piece so many are continued: of a piece that nobody saw it may be any."""
_MUCH = -8.0
"""What looks as badly as this (log) if nothing was done must have a cause, though no single move explains any of it."""
_WORTH_MORE = 3.0
"""So much (log) each further move must explain."""
_SATISFIED = -1.5
"""A hypothesis that fits as well as this (log) leaves nothing to be explained by further moves."""
_JUST_RIGHT = -1.5
"""What it costs (log) that a piece which nobody has read was just what was needed."""
_FORGIVEN = 2
"""Of so many places it does not matter that nothing explains them; where it is more, moves were missed."""
_ROUNDS = 2
"""So often rivals of the likeliest are looked for: one of these may be the likeliest, and have others."""
_LIKELY = -4.0
"""So much less likely (log) than the likeliest a hypothesis is still likely."""


def infer(rules: Rules, state: AnyState, observed: Observations) -> Belief:
    """Weigh what may have happened since ``state`` by what is seen; nothing changed: nothing happened."""
    now = expectations(rules.tableau(state))
    # A place that is watched no more (a draft is over) says nothing any more.
    changed = observed.changed() & now.keys()
    due = {zone: known.expected for zone, known in observed.baseline.items() if zone in now}
    if not changed and all(now[zone] == should for zone, should in due.items()):
        return Belief((), 0.0, changed)
    search = _Search(rules, state, observed, now, changed)
    return search.run() if changed else Belief((), 0.0, changed, search.overdue())


class _Search:
    """One inference: a beam over sequences of moves."""

    def __init__(
        self,
        rules: Rules,
        state: AnyState,
        observed: Observations,
        now: Mapping[str, Expected],
        changed: frozenset[str],
    ) -> None:
        self._rules, self._state, self._now, self._changed = rules, state, now, changed
        self._seen, self._baseline, self._disbelieved = observed.seen, observed.baseline, observed.blind
        bear = {place.name: place.faces for place in rules.places(state)}
        self._open = Open(observed, now, changed, partial(turned_up, rules, state), bear)
        trusted = not untrusted(observed)
        self._tops = observed.tops if trusted else {}
        self._scales = Scales(rules, state, observed, trusted=trusted)
        places = rules.places(state)
        self._passed = Passed(observed, places, rules.is_back)
        self._sources = Sources(rules, observed)
        self._timing = Timing(places, observed, changed, self._tops)
        self._ready = {place.name for place in places if place.role == "ready"} & self._seen.keys()
        lifted = {zone for zone in self._ready if not self._seen[zone].pieces}
        slots = frozenset(place.name for place in places if place.kind == "slot")
        self._bared = bared(places, now, self._seen) & changed
        bare = {slot for slot in slots if not now.get(slot)}
        odd = {slot for slot in bare if observed.age((slot,)) >= SECOND_THOUGHTS}
        self._telling_nothing = (self._disbelieved | heaps(places) | odd) & changed
        self._laid_out = slots | self._scales.taken_from
        self._fit = Fit(self._scales, self._now, changed | self._scales.plain, lifted, bare)
        # A piece under which another is laid when it is used allows nothing before.
        used = {place.name for place in places if place.seat is not None} - {place.under for place in places}
        lying = ((place.seat, now.get(place.name, ())) for place in places if place.name in used)
        self._unread_by = {seat for seat, should in lying if not isinstance(should, int) and ANY in should}
        self._candidates = Candidates(places, observed, changed)
        self._on_top = Tops(places, observed, changed, self._tops, now, is_back=rules.is_back)
        self._read = may_show_where(observed.seen, observed.exposed)

    def run(self) -> Belief:
        nothing = self._hypothesis((), 0.0, self._state)
        found = dict[Hashable, Hypothesis]()
        keep_best(found, (nothing,))
        beam: Sequence[Hypothesis] = (nothing,)
        for depth in range(DEEPEST):
            longer = [h for start in beam for h in self._after(start, self._possible(start), LEGAL)]
            keep_best(found, longer)
            most = _AT_MOST if any(h.promise > beam[0].promise + _WORTH_MORE for h in longer) else _MOST
            if max(h.fits + self._passed.missed(h.laid) for h in found.values()) >= _SATISFIED or len(found) >= most:
                break
            # A mistake is looked for only where no legal move explains what is seen.
            odd = [h for start in beam for h in self._irregular(start)]
            keep_best(found, odd)
            # What explains nothing more than "nothing happened" is no beginning of a longer story.
            telling = [h for h in longer if h.rough > nothing.rough + _EXPLAINS]
            mistaken = [h for h in odd if h.rough > nothing.rough + _EXPLAINS]
            silent = self._silent(nothing) if beam[0] is nothing else []
            if beam[0] is nothing and not telling:
                silent += [*(h for h in longer if self._nowhere_seen(h, self._now)), *self._out_of_sight(nothing)]
            keep_best(found, silent)
            # Mistakes, which may explain more at once, crowd out neither what came before nor what has gone again.
            faint = (h for h in (*longer, *odd) if beam[0] is nothing and h not in telling and h not in mistaken)
            # So does what came out of the box to where nothing can be believed.
            gone = [h for h in faint if self._passed.may_be(self._rules.shows(h.moves[-1])) or self._is_hidden(h)]
            best = self._best(telling)
            alone = self._explaining_alone(telling, best)
            others = [
                h for some in (mistaken, gone, alone) for h in with_ties(self._best(some), _MISTAKEN, self._as_good)
            ]
            following = [*best, *others, *self._best(silent)]
            following.sort(key=lambda h: h.promise, reverse=True)
            if not following and beam[0] is nothing and nothing.fits < _MUCH:
                # A piece that was spent as soon as it was taken: by itself its taking explains nothing.
                following = self._best([*longer, *odd])
            if not following or (depth >= _DEPTH - 1 and following[0].promise < beam[0].promise + _WORTH_MORE):
                break
            beam = following
        tried = set[tuple[AnyMove, ...]]()
        for _ in range(_ROUNDS):
            keep_best(found, self._rivals(found, tried))
        return self._belief(list(found.values()))

    def _rivals(self, found: Mapping[Hashable, Hypothesis], tried: set[tuple[AnyMove, ...]]) -> list[Hypothesis]:
        """The rivals of the likeliest that have not been weighed; those ``tried`` before are not tried again."""
        known = sorted(found.values(), key=lambda h: h.weight, reverse=True)
        likely = [h.moves for h in known[:_BEAM] if h.weight >= known[0].weight + _LIKELY]
        said = rivals(likely, {h.moves: h.promise for h in known}, self._done)
        others = [moves for moves in said if moves not in tried]
        tried.update(others)
        return [one for moves in others for one in self._carried_on(moves, known)]

    def _done(self, move: AnyMove) -> Hashable:
        """What a move is beside the pieces that the camera read, and those that it was paid with."""
        said = without_faces(self._rules, move)
        return tuple((key, str(value)) for key, value in said.items() if not isinstance(value, list | tuple))

    def _carried_on(self, moves: tuple[AnyMove, ...], known: Sequence[Hypothesis]) -> Iterator[Hypothesis]:
        """These moves, from the longest of the known hypotheses that begins so; none where they are not legal."""
        found = max((h for h in known if h.moves == moves[: len(h.moves)]), key=lambda h: len(h.moves))
        for move in moves[len(found.moves) :]:
            if self._rules.judge(found.after, move):
                return
            after = self._rules.apply(found.after, move, strict=False)
            found = self._hypothesis((*found.moves, move), found.prior + LEGAL, after, found)
        yield found

    def _irregular(self, start: Hypothesis) -> list[Hypothesis]:
        """The mistakes before which nothing was seen to be done; after it what an unread piece gives its player."""
        if self._nowhere_seen(start, self._now):
            odd = irregular(self._rules, start.after, self._unread_by)
        else:
            odd = given(self._rules, start.after, seat_of(start.moves[-1]), self._unread_by)
        return [*self._after(start, odd.may_allow, _EXCUSED), *self._after(start, odd.mistakes, IRREGULAR)]

    def _is_hidden(self, hypothesis: Hypothesis) -> bool:
        """Whether all that is to lie otherwise by it does so where nothing can be believed, or lies ready next."""
        if not self._disbelieved:
            return False
        others = {zone for zone, should in hypothesis.expected.items() if self._now.get(zone) != should}
        return others - self._ready <= self._disbelieved

    def _best(self, hypotheses: Iterable[Hypothesis]) -> list[Hypothesis]:
        """Those worth continuing: the best, and of what was done otherwise the best with some faces each.

        Elsewhere as well, where that is as good: of two pieces that have gone one was taken first, whichever it is.
        """
        ranked = sorted(hypotheses, key=lambda h: h.promise, reverse=True)
        found, kinds, alike = ranked[:_BEAM], Counter[tuple[object, ...]](), Counter[tuple[object, ...]]()
        last = dict[tuple[object, ...], float]()
        for hypothesis in ranked[: _BEAM * _FACES * _FACES]:
            kind = self._kind(hypothesis.moves[-1])
            where = *kind, *self._touched(hypothesis)
            kinds[kind] += 1
            alike[where] += 1
            if kinds[kind] <= _FACES:
                last[kind] = hypothesis.promise
            elif hypothesis.promise < last[kind] or alike[where] > _FACES:
                continue
            if hypothesis not in found and len(kinds) <= _BEAM:
                found.append(hypothesis)
        return found

    def _explaining_alone(self, telling: Sequence[Hypothesis], best: Sequence[Hypothesis]) -> list[Hypothesis]:
        """Those by which a changed place looks as it should that does by none of the best: more follows from them."""
        left = {zone for zone in self._changed if not self._explained(zone, best)}
        return [h for h in telling if any(self._explained(zone, (h,)) for zone in left.intersection(self._touched(h)))]

    def _as_good(self, hypothesis: Hypothesis) -> Hashable:
        return self._kind(hypothesis.moves[-1]), round(hypothesis.promise, 1)

    def _kind(self, move: AnyMove) -> tuple[object, ...]:
        """What a move is beside the pieces that the camera read."""
        return tuple((key, str(value)) for key, value in without_faces(self._rules, move).items())

    def overdue(self) -> frozenset[str]:
        """The zones where what must have come or gone has not been seen to."""
        return frozenset(zone for zone in self._in_question() if not self._scales.explains(zone, self._now[zone]))

    def _possible(self, start: Hypothesis) -> Iterable[AnyMove]:
        """The legal moves, also those that nobody could list without looking; of what nobody has seen one for all."""
        moves = dict.fromkeys((*self._rules.by_sight(start.after), *self._rules.told(start.after, self._read)))
        return self._one_for_all(start, moves, self._disbelieved) if self._disbelieved else moves

    def _one_for_all(self, start: Hypothesis, moves: Iterable[AnyMove], blind: AbstractSet[str]) -> Iterable[AnyMove]:
        """These moves; of those whose piece nobody has seen, for these zones do not tell it, one stands for all.

        What by rule follows from one of them elsewhere (a token, a battle) tells its piece: it stands for itself, too;
        so does what was seen to come before nothing could be believed there, and has gone.
        """
        kinds = dict[tuple[object, ...], tuple[AnyMove, Mapping[str, Expected]] | None]()
        found = dict[AnyMove, None]()
        for move in moves:
            if (kind := self._kind(move)) not in kinds:
                hidden = self._unseen(start, move, blind)
                kinds[kind] = None if hidden is None else (hidden, self._elsewhere(start, hidden, blind))
            stands = kinds[kind]
            passed = self._passed.may_be(self._rules.shows(move))
            if stands is None or passed or self._elsewhere(start, move, blind) != stands[1]:
                found[move] = None
            if stands is not None:
                found[stands[0]] = None
        return found

    def _elsewhere(self, start: Hypothesis, move: AnyMove, blind: AbstractSet[str]) -> Mapping[str, Expected]:
        """What is to lie after a move in all but these zones."""
        after = self._rules.apply(start.after, move, strict=False)
        expected = expectations(self._rules.tableau(after))
        return {zone: should for zone, should in expected.items() if zone not in blind}

    def _unseen(self, start: Hypothesis, move: AnyMove, blind: AbstractSet[str]) -> AnyMove | None:
        """The same move with its piece not known, where neither tells it: where it came from, and where it lies."""
        hidden, shown = unread(self._rules, move), self._rules.shows(move)
        if hidden is None or (shown.comes and shown.comes not in self._disbelieved):
            return None
        after = self._rules.apply(start.after, hidden, strict=False)
        gained = frozenset(gained_unread(self._rules, start.after, after))
        if not gained or gained - blind or self._rules.judge(start.after, hidden):
            return None
        source = source_of(self._rules, start.after, after)
        return None if source and self._sources.top_told(source, start.expected, shown) else hidden

    def _nowhere_seen(self, hypothesis: Hypothesis, before: Mapping[str, Expected]) -> bool:
        """Whether what has changed by its moves lies nowhere but where nobody looks."""
        return same_to_see(hypothesis.expected, before, self._seen.keys())

    def _out_of_sight(self, start: Hypothesis) -> list[Hypothesis]:
        """The legal moves by which nothing that is watched comes to lie otherwise: a piece comes out of the box."""
        moves = ((move, self._rules.apply(start.after, move, strict=False)) for move in self._possible(start))
        found = (self._hypothesis((*start.moves, move), start.prior + LEGAL, after, start) for move, after in moves)
        return [one for one in found if one.after != start.after and one.expected == start.expected]

    def _silent(self, start: Hypothesis) -> list[Hypothesis]:
        """The moves by which something has gone from where it was seen to go, and come where nothing was.

        Only where something has come elsewhere, which would have been later: else it may be in somebody's hand yet.
        """
        stacks = any(zone in self._changed for zone, should in self._now.items() if not isinstance(should, int))
        if not stacks and not self._bared:
            return []
        quiet = self._now.keys() - self._changed - self._disbelieved
        moves = self._rules.by_sight(start.after)
        laying = [move for move in moves if self._bared or self._rules.shows(move).lands in quiet]
        found = []
        for move in self._one_for_all(start, laying, quiet):
            after = self._rules.apply(start.after, move, strict=False)
            expected = expectations(self._rules.tableau(after))
            bares = any(not expected.get(zone) for zone in self._bared)
            from_stack = self._rules.shows(move).lands in quiet and source_in(start.expected, expected) in self._changed
            if bares or from_stack:
                found.append(self._hypothesis((*start.moves, move), start.prior + LEGAL, after, start))
        return found

    def _after(self, start: Hypothesis, moves: Iterable[AnyMove], prior: float) -> list[Hypothesis]:
        found, drawn = list[Hypothesis](), dict[tuple[object, ...], list[Hypothesis]]()
        for move in moves:
            shown = self._rules.shows(move)
            if self._candidates.allows(shown):
                after = self._rules.apply(start.after, move, strict=False)
                hypothesis = self._hypothesis((*start.moves, move), start.prior + prior, after, start)
                # What changes nothing on the table cannot be seen to have happened.
                if hypothesis.expected != start.expected and self._candidates.allows_from(shown, hypothesis.source):
                    unseen = is_drawn(shown, start.expected) or self._nowhere_seen(hypothesis, start.expected)
                    (drawn.setdefault(self._kind(move), []) if unseen else found).append(hypothesis)
        found += (hypothesis for kind in drawn.values() for hypothesis in as_one(kind))
        return shared_out(found, self._seen.keys())

    def _hypothesis(
        self, moves: tuple[AnyMove, ...], prior: float, after: AnyState, start: Hypothesis | None = None
    ) -> Hypothesis:
        expected = expectations(self._rules.tableau(after)) if moves else self._now
        shows = tuple(map(self._rules.shows, moves))
        on_way = on_the_way(shows[-1], start.expected) if start is not None else dict[str, Expected]()
        fits, rough = self._fit.of(expected, on_way, laying_out=self._being_laid_out(after))
        on_top = self._on_top.of_stacks(expected) + self._on_top.of_discards(shows)
        on_top += self._on_top.of_laid_away(expected, {one.face for one in shows})
        fits, rough = fits + on_top, rough + on_top
        takes, laid = (start.takes, start.laid) if start is not None else ((), ())
        source, seen_bare, dearest, untimely = "", Bared(), 0.0, start.untimely if start is not None else 0
        if start is not None:
            *earlier, shown = shows
            source = source_in(start.expected, expected)
            if source and shown.lands:
                face = shown.face if self._sources.top_told(source, start.expected, shown) else ANY
                takes = (*takes, Take(source, shown.lands, face))
            odd = self._timing.of_takes(takes) + self._passed.likelihood(shown, start.expected, expected)
            odd += self._passed.spent(start.laid, expected)
            fits, rough = fits + odd, rough + odd
            order, seen_bare = self._timing.of_bared(start.expected, expected, start.bared)
            prior += order + self._timing.of_payment(start.expected, expected)
            prior += self._timing.of_discarded(start.expected, expected) if shown.discards else 0.0
            if lands := shown.lands or (shown.face and next(gaining(start.expected, expected, shown.face), "")):
                if start.laid:
                    prior += self._timing.of_laid(lands, shown.face, start.laid)
                    # When something was turned up, which is nobody's move, holds nobody up.
                    if all(one.seat is not None for one in shows):
                        untimely += self._timing.untimely(lands, shown.face, start.laid)
                laid = *start.laid, (lands, shown.face)
            prior += _JUST_RIGHT * read_off(start.expected, expected) if shown.seat is not None else 0.0
            prior += self._open.nameless(shown.lands, start.expected) if shown.face == ANY else 0.0
            taken = {one.comes for one in earlier}
            prior += self._sources.prior(shown, source, start.expected) + self._open.prior(shown, start.expected, taken)
            dearest = min(start.dearest, prior - start.prior)
        prior += self._passed.missed(laid) - (self._passed.missed(start.laid) if start is not None else 0.0)
        seen = Hypothesis(moves, prior, fits, rough, on_way, after, expected, takes, source, seen_bare, dearest, laid)
        return seen._replace(untimely=untimely)

    def _being_laid_out(self, state: AnyState) -> AbstractSet[str]:
        """The places in the middle in which something is being laid out by then; none where all of it lies there."""
        awaited = self._rules.awaits(state) & self._laid_out if self._laid_out else frozenset[str]()
        # Who is to begin (somebody's move) may be told before it lies there.
        told = bool(awaited) and any(seat_of(move) is None for move in self._rules.told(state, self._read))
        return frozenset() if told else awaited

    def _belief(self, found: Sequence[Hypothesis]) -> Belief:
        ranked = [self._in_order(h) for h in shortest(sorted(found, key=lambda h: h.weight, reverse=True))]
        likely = [h for h in ranked if h.weight >= ranked[0].weight + _LIKELY]
        # What nothing explains for a while is no evidence for or against anything: it counts for "something else" too.
        # Nor do coins that no payment explains, and what is odd, looked at twice, in what was laid out: it is misread.
        residue = sum(sorted(self._at_best(zone, likely) for zone in self._telling_nothing)[:_FORGIVEN])
        # Of several moves one may be something else: the others were as likely as they are.
        something = UNKNOWN + ranked[0].prior - ranked[0].dearest + residue
        top = max(ranked[0].weight, something)
        shares = [math.exp(h.weight - top) for h in ranked]
        total = sum(shares) + (unknown := math.exp(something - top))
        pairs = tuple((h, share / total) for h, share in zip(ranked, shares, strict=True))
        unexplained = frozenset(zone for zone in self._in_question() if not self._explained(zone, likely))
        sound = [h for h in likely if all(self._explained(zone, (h,)) for zone in self._touched(h))]
        stacks = (zone for zone in self._changed - unexplained if isinstance(self._now[zone], int))
        coming = frozenset(zone for zone in stacks if not self._explained(zone, sound))
        silent = suspected(pairs, self._tops, self._seen.keys() - self._changed - self._passed.zones, self._changed)
        begun = [h for h in ranked if h.moves == ranked[0].moves[:1]] + [h for h in ranked if not h.moves]
        told, first = (telling(some, self._changed, self._scales.roughly) for some in (ranked, begun))
        return Belief(pairs, unknown / total, self._changed, unexplained, told, first, coming, silent)

    def _in_order(self, hypothesis: Hypothesis) -> Hypothesis:
        return made_first(hypothesis, lambda move: not self._rules.judge(self._state, move))

    def _touched(self, one: Hypothesis) -> list[str]:
        """The zones where something is to lie by these moves that does not now, always in the same order."""
        return sorted(zone for zone, should in one.expected.items() - self._now.items() if not isinstance(should, int))

    def _at_best(self, zone: str, found: Iterable[Hypothesis]) -> float:
        shoulds = {h.on_way.get(zone, h.expected[zone]) for h in found if zone in h.expected}
        shoulds |= {h.expected[zone] for h in found if zone in h.expected}
        return max((self._scales.weigh(zone, should) for should in shoulds), default=0.0)

    def _in_question(self) -> Iterator[str]:
        """The zones that look other than they should, and those where what has come or gone was never seen to."""
        for zone, baseline in self._baseline.items():
            if zone in self._now and (zone in self._changed or baseline.expected != self._now[zone]):
                yield zone

    def _explained(self, zone: str, likely: Iterable[Hypothesis]) -> bool:
        shoulds = {
            should
            for h in likely
            if zone in h.expected and not self._belied(zone, h)
            for should in (h.expected[zone], h.on_way.get(zone, h.expected[zone]))
        }
        return any(self._scales.explains(zone, should) for should in shoulds)

    def _belied(self, zone: str, hypothesis: Hypothesis) -> bool:
        """Whether a stack was surely seen to have another piece on top than is said to have come from it."""
        faces = {take.face for take in hypothesis.takes if take.source == zone} - {ANY}
        baseline = self._baseline.get(zone) if faces else None
        top = top_face(baseline) if baseline is not None else ""
        return bool(top) and top not in faces
