"""What an event of which a piece is not known may have been, by what else was played.

A piece is ruled out if a move that followed would be a mistake by it; it is likelier if one that followed was a mistake
without it.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from typing import Any, NamedTuple

from companion.games.tables import Played
from companion.games.vocabulary import AMONG, AnyMove, AnyState, UnknownMoveError
from companion.games.watched import Rules
from companion.referee.inference.baseline import ANY, Expected
from companion.referee.inference.expected import expectations
from companion.referee.inference.lying import left_by
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
    what would lie where by now, had this move been made (``left_by``).
    """

    entry: Played
    moves: Mapping[AnyMove, int]
    excuses: Mapping[AnyMove, Excuse]
    left: Callable[[AnyMove], Mapping[str, Expected] | None]


Excuses = Sequence[Thought]
"""Of each event of which a piece is not known, oldest first."""


def excuses(rules: Rules, played: Sequence[Played]) -> Excuses:
    """What each event of which a piece is not known may have been, by what else was played."""
    return _Record(rules, played).thoughts()


class _Record:
    """What was played, and of each event of which a piece is not known, once, what it may have been."""

    def __init__(self, rules: Rules, played: Sequence[Played]) -> None:
        self._rules, self._played = rules, played
        self._unknown = [place for place, entry in enumerate(played) if is_unread(rules, entry.move)]
        self._moves = {place: _possible(rules, played[place]) for place in self._unknown}
        self._giving_more = cache(self._that_give_more)

    def thoughts(self) -> list[Thought]:
        """Of each event of which a piece is not known what it may have been."""
        return [self._thought(place) for place in self._unknown]

    def _thought(self, place: int) -> Thought:
        moves = self._moves[place]
        found = {move: excuse for move in moves if (excuse := self._excused(place, move)) is not None}
        entry, later = self._played[place], self._played[place + 1 :]

        @cache
        def left(move: AnyMove) -> Mapping[str, Expected] | None:
            return left_by(self._rules, entry, move, later)

        return Thought(entry, moves, found, left)

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

    def _with_the_same(self, place: int, move: AnyMove) -> Iterator[Mapping[int, AnyMove]]:
        """Each later event of which a piece is not known, with the piece that this move names, where it may be that."""
        for other in self._unknown:
            same = _naming_the_same(self._rules, self._played[other].move, move) if other > place else None
            if same is not None:
                yield {self._played[other].seq: same}

    def _is_possible_beside_others(self, place: int, move: AnyMove) -> bool:
        """Whether none offends by a move if another piece that is not known gave what nobody counted: coins, a turn."""
        others = ((other, one) for other in self._unknown if other != place for one in self._giving_more(other))
        for other, one in others:
            (first, begun), (then, after) = sorted([(place, move), (other, one)], key=lambda pair: pair[0])
            if self._replayed(first, begun, {self._played[then].seq: after}) is not None:
                return True
        return False

    def _that_give_more(self, place: int) -> tuple[AnyMove, ...]:
        """What the event in this place may have been by which more lies otherwise than the piece that was not read."""
        return tuple(move for move in self._moves[place] if _gives_more(self._rules, self._played[place], move))

    def _replayed(self, place: int, move: AnyMove, told: Mapping[int, AnyMove] | None = None) -> frozenset[int] | None:
        """Which irregular moves that followed (events) have their cause in this one; ``None``: another offends by it.

        ``told``: what some of these (by their events) are said to have been.
        """
        rules, told = self._rules, told or {}
        state, caused = rules.apply(self._played[place].before, move, strict=False), set[int]()
        for entry in self._played[place + 1 :]:
            named = () if entry.seq in told else that_lie_there(rules, state, entry)
            if len(named) > 1:
                each = [self._replayed(place, move, {**told, entry.seq: one}) for one in named]
                possible = [one for one in each if one is not None]
                # Whichever that one was: what it excuses says nothing of this one.
                return frozenset.intersection(*possible) if possible else None
            fitting = told.get(entry.seq) or _filled_in(rules, state, entry) or next(iter(named), None)
            allowed = len(entry.findings) if entry.seq not in told else 0
            if (fitting is None or entry.seq in told) and len(rules.judge(state, fitting or entry.move)) > allowed:
                return None
            if fitting is not None and (entry.findings or lacks_cause(rules, entry.move)):
                caused.add(entry.seq)
            state = rules.apply(state, fitting or entry.move, strict=False)
        return frozenset(caused)


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
    """What a move was, in this state before it: with its cause, and paid with nothing that lies there by the record."""
    if left_open(rules, entry.move):
        ways = refitting(rules, state, entry.move)
        found = [way for way in ways if _leaves(rules, rules.apply(state, way, strict=False), entry.after)]
        return found[0] if len(found) == 1 else None
    return refitted(rules, state, entry.move) if entry.findings else None


def that_lie_there(rules: Rules, state: AnyState, entry: Played) -> tuple[AnyMove, ...]:
    """What a move of which a piece is not known may have been, where by what is known now it was one that has a name.

    Of two unread tokens one lies there by its name, once the other is told: that is the one. Of more it may be any.
    """
    if not is_unread(rules, entry.move) or len(rules.judge(state, entry.move)) <= len(entry.findings):
        return ()
    return tuple(move for move in rules.legal(state) if may_be(rules, entry.move, move))


def _leaves(rules: Rules, state: AnyState, record: AnyState) -> bool:
    """Whether all that lies there by the record, as far as it is read, does so in this state."""
    there = expectations(rules.tableau(state))
    for zone, should in expectations(rules.tableau(record)).items():
        lies = there.get(zone, ())
        known = () if isinstance(should, int) else (face for face in should if face != ANY)
        if isinstance(lies, tuple) and Counter(known) - Counter(lies):
            return False
    return True
