"""Moves that were played against moves that were accepted, as messages have them.

A move that nobody can see happen (the end of a turn) is left out on both sides.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from difflib import SequenceMatcher
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec

from companion.api.protocol import LogEntry, View
from companion.games.vocabulary import AMONG
from companion.games.watched import Watched
from companion.referee.fold import Fold, fold
from companion.referee.game_files import games
from companion.referee.inference.ways import guessed, other_ways
from companion.referee.journal.journal import Journal

UNREAD = "?"
"""What an event names where the piece is not known yet."""
Told = Mapping[str, Any]
"""A move as messages have it."""


class Wire:
    """One game's moves, to and from messages."""

    def __init__(self, game: Watched) -> None:
        self._parse: Callable[[Told], Any] = game.parse_move
        self._dump: Callable[[Any], dict[str, Any]] = game.dump_move
        self._unseen, self._game = game.TWIN.unseen, game
        self._at_once = game.TWIN.at_once

    def seen(self, move: Any) -> bool:
        """Whether somebody can see a move happen."""
        return not isinstance(move, self._unseen)

    def told(self, moves: Iterable[Any]) -> list[dict[str, Any]]:
        """The moves that can be seen, as messages have them."""
        return [self._dump(move) for move in moves if self.seen(move)]

    def again(self, moves: Iterable[Told]) -> list[dict[str, Any]]:
        """Moves out of messages in the one form that is compared."""
        return self.told(self._parse(move) for move in moves)

    def paired(self, truth: Sequence[Told], events: Sequence[Told]) -> dict[int, int]:
        """See ``paired``: of a game that all play at once, in each seat's own order."""
        return paired(truth, events, at_once=self._at_once)

    def unsaid(self, truth: Sequence[dict[str, Any]], events: Sequence[Told]) -> list[dict[str, Any]]:
        """What was played and stands nowhere in the record, in whatever order that tells it: people see it there."""
        pairs = self.paired(truth, events)
        left = [event for place, event in enumerate(events) if place not in pairs]
        found = list[dict[str, Any]]()
        for move in (move for place, move in enumerate(truth) if place not in pairs.values()):
            if move in left:
                left.remove(move)
            else:
                found.append(move)
        return found

    def is_known(self, event: Told, states: Iterable[Any]) -> bool:
        """Whether an event is nobody's move and says only what was known of one of these states: it was read late."""
        if "seat" in event:
            return False
        move, game = self._parse(event), self._game
        face = game.shows(move).face

        def known(state: Any) -> bool:
            # Where nothing lies yet a move that says what lies there changes nothing either.
            lying = game.tableau(state)
            return not face or face in chain(*lying.spread.values(), *lying.spots.values())

        return any(
            known(state) and not game.judge(state, move) and game.apply(state, move, strict=False) == state
            for state in states
        )

    def names_what_lies(self, event: Told, at: Any, states: Iterable[Any]) -> bool:
        """Whether an event at a state is nobody's move and names what lay there, unread, in one of these states.

        People know what lies before them; a table that is joined late names it when it can read it.
        """
        if "seat" in event:
            return False
        then = self._game.apply(at, self._parse(event), strict=False)
        before, after = (self._game.tableau(state) for state in (at, then))
        spread = {zone: _named(faces) for zone, faces in after.spread.items() if faces != before.spread.get(zone)}
        spots = {zone: faces for zone, faces in after.spots.items() if faces != before.spots.get(zone)}

        def lies(state: Any) -> bool:
            lying = self._game.tableau(state)
            return all(faces <= _named(lying.spread.get(zone, ())) for zone, faces in spread.items()) and all(
                zone in lying.spots and all(map(_fits, faces, lying.spots[zone])) for zone, faces in spots.items()
            )

        return bool(spread or spots) and any(map(lies, states))

    def said_again(
        self, options: Sequence[Sequence[Told]], states: Iterable[Any], truth: Iterable[Told] = (), at: Any = None
    ) -> int | None:
        """The option that says only what was known already; ``None``: none does.

        ``truth``: what really happened since; something that lies there by that is not what lay there before. ``at``:
        the state that is asked about, of a table that was joined late.
        """
        if at is None and any("seat" not in move for move in truth):
            return None
        known = tuple(states)

        def is_known(move: Told) -> bool:
            return self.is_known(move, known) if at is None else self.names_what_lies(move, at, known[-1:])

        return next((k for k, moves in enumerate(options) if moves and all(map(is_known, moves))), None)

    def effective(self, view: View | None) -> tuple[LogEntry, ...]:
        """The moves of a view's log that stand and can be seen."""
        if view is None:
            return ()
        moves = (entry for entry in view.log if entry.move is not None and not entry.undone)
        return tuple(entry for entry in moves if self.seen(self._parse(entry.move or {})))


def _named(faces: Iterable[str]) -> Counter[str]:
    return Counter(face for face in faces if face != UNREAD)


def paired(truth: Sequence[Told], events: Sequence[Told], *, at_once: bool = False) -> dict[int, int]:
    """Which event (by its place) is which move that was played, in the order of play.

    An event of which a piece is not known yet is the move that it may be, between those that are known. ``at_once``:
    all play a turn at the same time, so that only the order of each seat's own moves is anybody's.
    """
    players = {move["seat"] for move in (*truth, *events) if "seat" in move}
    found = dict[int, int]()
    for seats in [{seat} for seat in players] if at_once else [players]:
        places, done = ([k for k, move in enumerate(moves) if move.get("seat") in seats] for moves in (truth, events))
        found |= _in_order(places, done, truth, events)
    # Nobody's move (what has lain there for a while is read) is made at any time.
    left = [k for k, move in enumerate(truth) if "seat" not in move]
    for event, said in enumerate(events):
        if "seat" not in said:
            fits = [k for k in left if may_be(said, truth[k])]
            place = next((k for k in fits if truth[k] == said), next(iter(fits), None))
            if place is not None:
                left.remove(place)
                found[event] = place
    return found


def _in_order(
    places: Sequence[int], done: Sequence[int], truth: Sequence[Told], events: Sequence[Told]
) -> dict[int, int]:
    """The same of what players did: of the truth and of the events, what stands in these places.

    What is not known may be one of those that several players did right after each other, where more is paired by that.
    """
    found = _paired_with(_in_nobodys_order(done, events), places, truth, events)
    if len(found) < min(len(places), len(done)) and any(_is_unread(events[place]) for place in done):
        found = max(found, _paired_with(_in_nobodys_order(done, events, unread=True), places, truth, events), key=len)
    return found


def _paired_with(
    done: Sequence[int], places: Sequence[int], truth: Sequence[Told], events: Sequence[Told]
) -> dict[int, int]:
    """The same with the events in this order."""
    places = _in_nobodys_order(places, truth)
    keys = [
        [msgspec.json.encode(moves[k], order="deterministic") for k in at]
        for moves, at in ((truth, places), (events, done))
    ]
    matcher = SequenceMatcher(None, keys[0], keys[1], autojunk=False)
    found: dict[int, int] = {}
    played = seen = 0
    for block in matcher.get_matching_blocks():
        for event in range(seen, block.b):
            if _is_unread(events[done[event]]):
                fits = (k for k in range(played, block.a) if may_be(events[done[event]], truth[places[k]]))
                place = next(fits, None)
                if place is not None:
                    found[done[event]], played = places[place], place + 1
        found |= {done[block.b + k]: places[block.a + k] for k in range(block.size)}
        played, seen = block.a + block.size, block.b + block.size
    return found


def _in_nobodys_order(places: Sequence[int], moves: Sequence[Told], *, unread: bool = False) -> list[int]:
    """The same places; where several players do the same right after each other nobody sees who is first.

    ``unread``: what is not known may be the same as well.
    """
    runs: list[list[int]] = []
    for place in places:
        if runs and _may_be_the_same([*(moves[one] for one in runs[-1]), moves[place]], unread=unread):
            runs[-1].append(place)
        else:
            runs.append([place])
    return [place for run in runs for place in sorted(run, key=lambda one: moves[one]["seat"])]


def _may_be_the_same(moves: Sequence[Told], *, unread: bool) -> bool:
    """Whether these moves do the same, whoever makes them; what is not known (``unread``: it may be) does nothing."""
    done = [{key: value for key, value in move.items() if key != "seat"} for move in moves]
    known = [move for move in done if not _is_unread(move)]
    if not known or (len(known) < len(done) and not unread):
        return False
    return all(one == known[0] if one in known else may_be(one, known[0]) for one in done)


def _is_unread(event: Told) -> bool:
    """Whether a piece that is spoken of is not known (yet: a card may have been laid face down), or none is named."""
    lists = (value for value in event.values() if isinstance(value, list | tuple))
    return UNREAD in event.values() or any(UNREAD in value or not value for value in lists)


def leaves_open(event: Told, move: Told) -> bool:
    """Whether an event does not say (yet) of a piece, or of several, which the move showed that it stands for.

    A token that came for nothing was paid with no cards: that is no list of which nobody knows what is in it.
    """
    return any(_leaves_open(value, move.get(key)) for key, value in event.items() if key != AMONG)


def _leaves_open(value: Any, truth: Any) -> bool:
    if isinstance(value, list | tuple):
        return bool(truth) and (not value or (UNREAD in value and UNREAD not in truth))
    return bool(value == UNREAD and truth != UNREAD)


def may_be(event: Told, move: Told) -> bool:
    """Whether what an event says of a move is so, as far as it is known."""
    said, among = {key: value for key, value in event.items() if key != AMONG}, event.get(AMONG)
    named = among is None or any(move.get(key) in among for key, value in said.items() if value == UNREAD)
    return named and said.keys() == move.keys() and all(_fits(value, move[key]) for key, value in said.items())


def _fits(value: Any, truth: Any) -> bool:
    """Whether what an event says is so, as far as it is known; of several things each."""
    if isinstance(value, list | tuple) and not value and isinstance(truth, list | tuple):
        return True
    if isinstance(value, list | tuple) and isinstance(truth, list | tuple) and len(value) == len(truth):
        if UNREAD in value:
            return not Counter(one for one in value if one != UNREAD) - Counter(truth)
        return all(one in (None, other) for one, other in zip(value, truth, strict=True))
    return bool(value in (UNREAD, truth))


def answer(options: Sequence[Sequence[Told]], truth: Sequence[Told]) -> int | None:
    """Which option of a question says what really happened; ``None``: none of them.

    ``options``, ``truth``: moves as messages have them, without those that nobody can see; the truth is what was played
    since the last move that was accepted. An option may say less than all of it, and leave open what nobody has read,
    but nothing that did not happen; the one that says most is the answer.
    """
    right = [
        k
        for k, moves in enumerate(options)
        if len(moves) <= len(truth) and all(map(may_be, moves, truth)) and (moves or not truth)
    ]
    return max(right, key=lambda k: (len(options[k]), options[k] == truth[: len(options[k])]), default=None)


def told_of(missing: Sequence[dict[str, Any]], options: Sequence[Sequence[Told]]) -> list[dict[str, Any]] | None:
    """What somebody says who is asked between these options, of all that was missed; ``None``: nothing of it is asked.

    Also what was played before it: people see whose turn it is on the screen. Of a piece that lies there, which nobody
    has played, they say that one: it was turned up last, and those before it may have gone again.
    """
    offered = [move for moves in options for move in moves[:1]]
    places = [k for k, move in enumerate(missing) if any(may_be(one, move) for one in offered)]
    if offered and all("seat" not in move for move in offered):
        lying = places or [k for k, move in enumerate(missing) if "seat" not in move]
        return [missing[k] for k in lying[-1:]] or None
    return list(missing[: places[0] + 1]) if places else None


def asked_about(
    event: int | None,
    pairs: Mapping[int, int],
    truth: Sequence[dict[str, Any]],
    options: Sequence[Sequence[Told]],
) -> list[dict[str, Any]]:
    """What an event (its place; None: it stands no more) really was about which is asked between these options.

    The move that it is; where it was made in another way, the first that is none of the events' and is offered.
    """
    if event is not None and event in pairs:
        return [truth[pairs[event]]]
    missed = (move for k, move in enumerate(truth) if k not in pairs.values())
    return next(([move] for move in missed if any([move] == list(moves) for moves in options)), [])


def journalled(state: Path) -> tuple[Fold, frozenset[int]]:
    """What the newest journal in a state folder says was played, and of which events the way is only guessed."""
    journal = Journal(games(state / "games")[-1])
    try:
        return fold(journal.events), guessed(journal.events)
    finally:
        journal.close()


def as_it_may_be(
    wire: Wire, played: Fold, guesses: AbstractSet[int], truth: Sequence[Told]
) -> tuple[list[dict[str, Any]], int]:
    """The events, those with a guessed way as they really were where they may have been; and how many those are."""
    entries = [entry for entry in played.played if wire.seen(entry.move)]
    events, otherwise = wire.told(entry.move for entry in entries), 0
    for k, entry in enumerate(entries):
        if entry.seq in guesses and k not in wire.paired(truth, events):
            ways = wire.told(other_ways(played.rules, entry.before, entry.move))
            told = ([*events[:k], way, *events[k + 1 :]] for way in ways)
            fitting = next((one for one in told if k in wire.paired(truth, one)), None)
            events, otherwise = (fitting, otherwise + 1) if fitting is not None else (events, otherwise)
    return events, otherwise
