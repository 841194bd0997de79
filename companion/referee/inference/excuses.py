"""What an event of which a piece is not known may have been, by what else was played.

A piece is ruled out if a move that followed would be a mistake by it; it is likelier if one that followed was a mistake
without it.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from functools import cache, partial
from itertools import chain
from operator import is_
from typing import Any, NamedTuple

from companion.games.tables import Played
from companion.games.vocabulary import AMONG, AnyMove, AnyState, UnknownMoveError, seat_of
from companion.games.watched import Rules
from companion.referee.inference.baseline import ANY, Expected
from companion.referee.inference.by_another import by_another
from companion.referee.inference.expected import expectations
from companion.referee.inference.pieces import is_unread, lacks_cause, left_open, may_be, refitted, refitting


class Excuse(NamedTuple):
    """What a move ``excuses``: the irregular moves (events) that have their cause in it; and is it possible ``alone``?

    Not alone: only where what nobody had read later is the very piece that it names, or another unread piece gave what
    nobody counted.
    """

    excuses: frozenset[int]
    alone: bool


class Thought(NamedTuple):
    """What an event may have been: 0, or -1 if it was not legal as far as is known; of these what each excuses.

    A move that is not among ``excuses`` is ruled out: another one offends by it, whatever else was not read. ``left``:
    what would lie where by now, had this move been made; None: nobody can say. ``beside``: what such a move excuses if
    another event (its number) was this other move.
    """

    entry: Played
    moves: Mapping[AnyMove, int]
    excuses: Mapping[AnyMove, Excuse]
    left: Callable[[AnyMove], Mapping[str, Expected] | None]
    beside: Callable[[AnyMove, int, AnyMove], frozenset[int]]

    def excused_by(self, move: AnyMove) -> frozenset[int]:
        """The events that this move, as the one of which a piece is not known, would excuse."""
        return self.excuses[move].excuses if move in self.excuses else frozenset()

    def may_be_for(self, event: int, but: AnyMove, other: "Thought") -> bool:
        """Whether that other one may be why a move (``event``) was right, and this one something else than ``but``.

        Of two pieces that may be the cause of the same move, one is free to be that of another.
        """
        for move, excuse in other.excuses.items():
            if event in excuse.excuses:
                return True
            freed = (one for one in self.excuses if one != but and self.excused_by(one) & excuse.excuses)
            if any(event in self.beside(one, other.entry.seq, move) for one in freed):
                return True
        return False


Excuses = Sequence[Thought]
"""Of each event of which a piece is not known, oldest first."""


class _Branch(NamedTuple):
    """The table by now if an event was another move, and which irregular moves since (events) it has ``excused``."""

    state: AnyState
    excused: frozenset[int] = frozenset()


class _Replay(NamedTuple):
    """What was played since another move, ``until`` so many moves: a branch for each thing that it may have been.

    None: another one offends by it, and always will.
    """

    until: int
    branches: tuple[_Branch, ...]


class _WorkedOut(NamedTuple):
    """By the places of events: what each may have been, by what of that more lies otherwise, what follows from each."""

    moves: dict[int, Mapping[AnyMove, int]]
    more: dict[int, tuple[AnyMove, ...]]
    replays: dict[Hashable, _Replay]

    def copied(self) -> "_WorkedOut":
        """The same, to be added to."""
        return _WorkedOut(dict(self.moves), dict(self.more), dict(self.replays))


class Record:
    """What was played, and of each event of which a piece is not known, once, what it may have been.

    ``worked_out``: what is known of that already. ``seen``: the zones that are watched; where nobody sees by whom a
    move was made, another player may have made it.
    """

    def __init__(
        self,
        rules: Rules,
        played: Sequence[Played],
        worked_out: _WorkedOut | None = None,
        seen: AbstractSet[str] | None = None,
    ) -> None:
        self._rules, self._played, self._seen = rules, played, seen
        known = self._known = worked_out or _WorkedOut({}, {}, {})
        self._unknown = [place for place, entry in enumerate(played) if is_unread(rules, entry.move)]
        for place in self._unknown:
            if place not in known.moves:
                known.moves[place] = _possible(rules, played[place])
        self.thoughts: Excuses = [self._thought(place) for place in self._unknown]

    def go_on(self, played: Sequence[Played], seen: AbstractSet[str] | None = None) -> "Record":
        """The record by now: where nothing but more was played since, that is all that is gone through."""
        goes_on = len(self._played) <= len(played) and all(map(is_, self._played, played))
        # A game that is only supposed goes on as well.
        return Record(self._rules, played, self._known.copied() if goes_on else None, seen)

    def _thought(self, place: int) -> Thought:
        moves = self._known.moves[place]
        found = {move: excuse for move in moves if (excuse := self._excused(place, move)) is not None}
        beside = partial(self._beside, place)
        return Thought(self._played[place], moves, found, cache(partial(self._left, place)), beside)

    def _beside(self, place: int, move: AnyMove, event: int, said: AnyMove) -> frozenset[int]:
        """What two unread pieces excuse together: the one of this event as this move, that of another as that."""
        other = next(one for one in self._unknown if self._played[one].seq == event)
        return self._both(place, move, other, said) or frozenset()

    def _both(self, place: int, move: AnyMove, other: int, said: AnyMove) -> frozenset[int] | None:
        """Which irregular moves two events, in these places, excuse by these moves; ``None``: another offends by it."""
        (first, begun), (then, after) = sorted([(place, move), (other, said)], key=lambda pair: pair[0])
        return self._replayed(first, begun, (self._played[then].seq, after))

    def _left(self, place: int, move: AnyMove) -> Mapping[str, Expected] | None:
        """What would lie where by now, had the event in this place been this move; None: nobody can say."""
        self._replayed(place, move)
        branches = self._known.replays[place, move, None].branches
        return expectations(self._rules.tableau(branches[0].state)) if len(branches) == 1 else None

    def _begun(self, place: int, move: AnyMove) -> _Replay:
        return _Replay(place + 1, (_Branch(self._rules.apply(self._played[place].before, move, strict=False)),))

    def _excused(self, place: int, move: AnyMove) -> Excuse | None:
        """What this move, as the event in this place, excuses of what followed; ``None``: another offends by it."""
        caused = self._replayed(place, move)
        if caused is not None:
            return Excuse(caused, alone=True)
        beside = (self._replayed(place, move, told) for told in self._with_the_same(place, move))
        most = max((caused for caused in beside if caused is not None), key=len, default=None)
        # What another piece excuses says nothing of this one.
        most = frozenset() if most is None and self._is_possible_beside_others(place, move) else most
        return None if most is None else Excuse(most, alone=False)

    def _with_the_same(self, place: int, move: AnyMove) -> Iterator[tuple[int, AnyMove]]:
        """Each later event of which a piece is not known, with the piece that this move names, where it may be that."""
        for other in self._unknown:
            same = _naming_the_same(self._rules, self._played[other].move, move) if other > place else None
            if same is not None:
                yield self._played[other].seq, same

    def _is_possible_beside_others(self, place: int, move: AnyMove) -> bool:
        """Whether none offends by a move if another piece that is not known gave what nobody counted: coins, a turn.

        Or if it allows its player more: what was paid with this one was right by it.
        """
        others = ((other, one) for other in self._unknown if other != place for one in self._that_give_more(other))
        pairs = chain(others, self._that_allow_more(move))
        return any(self._both(place, move, other, one) is not None for other, one in pairs)

    def _that_give_more(self, place: int) -> tuple[AnyMove, ...]:
        """What the event in this place may have been by which more lies otherwise than the piece that was not read."""
        if place not in self._known.more:
            entry = self._played[place]
            self._known.more[place] = tuple(
                move for move in self._known.moves[place] if _gives_more(self._rules, entry, move)
            )
        return self._known.more[place]

    def _that_allow_more(self, move: AnyMove) -> Iterator[tuple[int, AnyMove]]:
        """What the same player's unread pieces that lie elsewhere may have been, each with its event's place."""
        lands = self._rules.shows(move).lands
        for other in self._unknown:
            made = self._played[other].move
            if seat_of(made) == seat_of(move) and self._rules.shows(made).lands != lands:
                yield from ((other, one) for one in self._known.moves[other])

    def _replayed(self, place: int, move: AnyMove, told: tuple[int, AnyMove] | None = None) -> frozenset[int] | None:
        """Which irregular moves that followed (events) have their cause in this one; ``None``: another offends by it.

        ``told``: what another event (its number) is said to have been.
        """
        key = place, move, told
        replay = self._known.replays.get(key) or self._begun(place, move)
        branches = replay.branches
        for entry in self._played[replay.until :]:
            if not branches:
                break
            said = told[1] if told is not None and told[0] == entry.seq else None
            own = seat_of(entry.move) == seat_of(move)
            branches = _merged(after for one in branches for after in self._after(one, entry, said, own=own))
        self._known.replays[key] = _Replay(len(self._played), branches)
        # Whichever those were that lie there by their names: what that excuses says nothing of this one.
        return frozenset.intersection(*(branch.excused for branch in branches)) if branches else None

    def _after(self, branch: _Branch, entry: Played, said: AnyMove | None, *, own: bool) -> Iterator[_Branch]:
        """The table after one more event, which is ``said`` to have been this; none where that offends.

        ``own``: by the player whose piece is thought of. What another piece of his excuses says nothing of that one.
        """
        rules, (state, excused) = self._rules, branch
        made = (
            (_by_name(rules, state, entry) if own else that_lie_there(rules, state, entry)) if said is None else (said,)
        )
        if said is not None or len(made) > 1:
            made = tuple(move for move in made if not rules.judge(state, move))
        elif (fitting := _filled_in(rules, state, entry) or next(iter(made), None)) is not None:
            made = (fitting,)
        elif len(rules.judge(state, entry.move)) <= len(entry.findings):
            yield _Branch(rules.apply(state, entry.move, strict=False), excused)
        elif lacks_cause(rules, entry.move) and (ways := refitting(rules, state, entry.move, by_sight=True)):
            # It has a cause by its name, whichever of several that was.
            made = ways
        elif self._seen is not None:
            others = by_another(rules, state, entry.move, self._seen)
            yield from (_Branch(rules.apply(state, other, strict=False), excused) for other in others)
        caused = {entry.seq} if entry.findings or lacks_cause(rules, entry.move) else set()
        for move in made:
            yield _Branch(rules.apply(state, move, strict=False), excused | caused)


def _merged(branches: Iterable[_Branch]) -> tuple[_Branch, ...]:
    """Branches; those that have come to the same table are one, in which only what all excuse is excused."""
    found = list[_Branch]()
    for one in branches:
        same = next((k for k, other in enumerate(found) if other.state == one.state), None)
        if same is None:
            found.append(one)
        else:
            found[same] = _Branch(one.state, one.excused & found[same].excused)
    return tuple(found)


def _possible(rules: Rules, entry: Played) -> Mapping[AnyMove, int]:
    """What a move of which a piece is not known may have been: 0, or -1 if it was not legal as far as is known."""
    found = {move: 0 for move in rules.legal(entry.before) if may_be(rules, entry.move, move)}
    said = rules.dump_move(entry.move)
    among = said.pop(AMONG, None) or ()
    return dict.fromkeys((one for piece in among for one in _named(rules, said, piece)), -1) | found


def _named(rules: Rules, said: Mapping[str, Any], piece: str) -> Iterator[AnyMove]:
    """A move with this piece in the place of one that is not known: one that can be there (no wonder is a card)."""
    for key in rules.READ_KEYS:
        if said.get(key) == ANY:
            with suppress(UnknownMoveError):
                yield rules.parse_move({**said, key: piece})


def _naming_the_same(rules: Rules, unknown: AnyMove, move: AnyMove) -> AnyMove | None:
    """A move of which a piece is not known, with the one that this other move names; ``None``: it cannot be that."""
    said, told = rules.dump_move(unknown), rules.dump_move(move)
    piece = {key: told[key] for key in rules.READ_KEYS if key in told and said.get(key) == ANY}
    if not piece:
        return None
    same: AnyMove = rules.parse_move({key: value for key, value in said.items() if key != AMONG} | piece)
    return same if may_be(rules, unknown, same) else None


def _gives_more(rules: Rules, entry: Played, move: AnyMove) -> bool:
    """Whether a move does more than to say which piece it was that was not read: something else lies otherwise then."""
    then = expectations(rules.tableau(rules.apply(entry.before, move, strict=False)))
    now = expectations(rules.tableau(entry.after))
    return sum(then.get(zone) != should for zone, should in now.items()) > 1


def _filled_in(rules: Rules, state: AnyState, entry: Played) -> AnyMove | None:
    """What a move was, in this state before it: with its cause, and paid with nothing that lies there by the record.

    Where that leaves several ways: with all that went by the record.
    """
    if left_open(rules, entry.move):
        ways = (
            (way, rules.apply(state, way, strict=False)) for way in refitting(rules, state, entry.move, by_sight=True)
        )
        found = [(way, after) for way, after in ways if _leaves(rules, after, entry.after)]
        if len(found) > 1:
            found = [(way, after) for way, after in found if _takes(rules, state, after, entry)]
        return found[0][0] if len(found) == 1 else None
    return refitted(rules, state, entry.move) if entry.findings else None


def that_lie_there(rules: Rules, state: AnyState, entry: Played) -> tuple[AnyMove, ...]:
    """What a move of which a piece is not known may have been, where by what is known now it was one that has a name.

    Of two unread tokens one lies there by its name, once the other is told: that is the one. What does so by the record
    too, after this move, was not.
    """
    found = _by_name(rules, state, entry)
    return tuple(move for move in found if _leaves(rules, rules.apply(state, move, strict=False), entry.after)) or found


def _by_name(rules: Rules, state: AnyState, entry: Played) -> tuple[AnyMove, ...]:
    """The same, whatever lies there by the record: of more than two it may be any."""
    if not is_unread(rules, entry.move) or len(rules.judge(state, entry.move)) <= len(entry.findings):
        return ()
    return tuple(move for move in rules.legal(state) if may_be(rules, entry.move, move))


def _takes(rules: Rules, before: AnyState, after: AnyState, entry: Played) -> bool:
    """Whether all that went by the record with an event, as far as it was read, goes between these states."""
    then, went = _gone(rules, before, after), _gone(rules, entry.before, entry.after)
    return all(not faces - then.get(zone, Counter()) for zone, faces in went.items())


def _gone(rules: Rules, before: AnyState, after: AnyState) -> Mapping[str, Counter[str]]:
    """The faces that lie in each place before a move, and no more after it; of stacks, and of what is unread, none."""
    left, found = expectations(rules.tableau(after)), dict[str, Counter[str]]()
    for zone, should in expectations(rules.tableau(before)).items():
        now = left.get(zone, ())
        if should is not now and not isinstance(should, int) and not isinstance(now, int):
            found[zone] = Counter(face for face in should if face != ANY) - Counter(now)
    return found


def _leaves(rules: Rules, state: AnyState, record: AnyState) -> bool:
    """Whether all that lies there by the record, as far as it is read, does so in this state."""
    there = expectations(rules.tableau(state))
    for zone, should in expectations(rules.tableau(record)).items():
        lies = there.get(zone, ())
        known = () if isinstance(should, int) else (face for face in should if face != ANY)
        if isinstance(lies, tuple) and Counter(known) - Counter(lies):
            return False
    return True
