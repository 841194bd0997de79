"""The state as a fold of the journal: what each event does, undo and corrections included."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from companion.games.catalogue import game_of
from companion.games.tables import Played
from companion.games.vocabulary import AnyMove, AnyState
from companion.games.watched import Rules, rules_of
from companion.referee.events import Event

PLAYED = ("move", "correction")
"""Kinds of event that carry a move."""


class Fold(NamedTuple):
    """A game as its events tell it. ``undone``: events that a later one took back or replaced."""

    rules: Rules
    setup: dict[str, Any]
    start: AnyState
    played: tuple[Played, ...]
    undone: frozenset[int]
    closed: bool

    @property
    def state(self) -> AnyState:
        """The table now."""
        return self.played[-1].after if self.played else self.start


def fold(events: Sequence[Event]) -> Fold:
    """Play the events from the set-up on, irregular ones as they happened."""
    rules = rules_of(game_of(events[0].draft.body))
    setup = _as_played(rules, events[0].draft.body)
    start = rules.begin(rules.parse_setup(setup))
    active = _active(events)
    closed = any(event.draft.kind == "end" and event.seq in active for event in events)
    moves, replaced = _moves(events, active)
    undone = frozenset(event.seq for event in events if event.seq not in active) | replaced
    empty = Fold(rules, setup, start, (), undone, closed)
    return play(empty, [(seq, rules.parse_move(body)) for seq, body in moves])


def go_on(before: Fold, events: Sequence[Event], since: int) -> Fold:
    """The fold of these events, of which the first ``since`` came to ``before``; cheap where only moves came after."""
    fresh = events[since:]
    if any(event.draft.kind in {"undo", "correction"} for event in fresh):
        return fold(events)
    rules = before.rules
    moves = [(event.seq, rules.parse_move(event.draft.body)) for event in fresh if event.draft.kind == "move"]
    closed = before.closed or any(event.draft.kind == "end" for event in fresh)
    return play(before._replace(closed=closed), moves)


def decided(rules: Rules, setup: Mapping[str, Any], house_rules: object) -> dict[str, Any]:
    """A new set-up with the house rules said that there were none of once (``DECIDED_LATER``), as they are played."""
    names = getattr(rules, "DECIDED_LATER", {})
    said = {name: getattr(house_rules, name) for name in names}
    return {**setup, "house_rules": {**setup.get("house_rules", {}), **said}} if said else dict(setup)


def _as_played(rules: Rules, setup: dict[str, Any]) -> dict[str, Any]:
    """A kept set-up with those rules as they were played when nobody said them."""
    before = getattr(rules, "DECIDED_LATER", {})
    return {**setup, "house_rules": {**before, **setup.get("house_rules", {})}} if before else setup


def play(before: Fold, moves: Sequence[tuple[int, AnyMove]]) -> Fold:
    """Go on with these moves (each with its event's number)."""
    played, state = list(before.played), before.state
    for seq, move in moves:
        findings = before.rules.judge(state, move)
        after = before.rules.apply(state, move, strict=False)
        played.append(Played(seq, move, state, after, findings))
        state = after
    return before._replace(played=tuple(played))


def played_on(rules: Rules, state: AnyState, later: Sequence[Played]) -> AnyState | None:
    """The same moves on another state; None where one of them offends more there."""
    for entry in later:
        if len(rules.judge(state, entry.move)) > len(entry.findings):
            return None
        state = rules.apply(state, entry.move, strict=False)
    return state


def doubtful(rules: Rules, events: Sequence[Event]) -> frozenset[int]:
    """The events for which nobody but the camera vouches.

    Also where it has only been put right since how a move was paid; a second thought about its piece is the last one.
    """
    found = dict[int, Any]()
    for event in events:
        body, by_camera = event.draft.body, event.draft.by == "camera"
        if event.draft.kind == "move" and by_camera:
            found[event.seq] = body
        elif event.draft.kind == "correction" and by_camera and (said := found.get(body.get("seq", 0))) is not None:
            shown, before = (rules.shows(rules.parse_move(move)) for move in (body["move"], said))
            if shown == before:
                found[event.seq] = body["move"]
    return frozenset(found)


def last_to_undo(events: Sequence[Event]) -> int | None:
    """The event that an undo without a number takes back: the last move or correction still standing."""
    active = _active(events)
    return next((e.seq for e in reversed(events) if e.seq in active and _was_done(e)), None)


def standing_since(events: Sequence[Event], since: int) -> tuple[int, ...]:
    """The events from this one on that can be taken back and stand, newest first; also those that were replaced."""
    active = _active(events)
    return tuple(
        e.seq
        for e in reversed(events)
        if e.seq >= since and e.seq in active and (e.draft.kind == "end" or _was_done(e))
    )


def _was_done(event: Event) -> bool:
    """Whether something was done then, or is held to be otherwise since: not what is only told of an earlier move."""
    return event.draft.kind in PLAYED and "before" not in event.draft.body


def _active(events: Sequence[Event]) -> set[int]:
    # From the end: whether an undo stands is known before what it takes back is looked at.
    active = {event.seq for event in events}
    for event in reversed(events):
        if event.draft.kind == "undo" and event.seq in active:
            active.discard(int(event.draft.body["seq"]))
    return active


def _moves(events: Sequence[Event], active: set[int]) -> tuple[list[tuple[int, dict[str, Any]]], set[int]]:
    """The effective moves in playing order, and the events that a correction replaces.

    What was told late to have come before a move goes with it: when it is taken back, and when it was another.
    """
    place: dict[int, int] = {}
    moves: list[tuple[int, dict[str, Any]]] = []
    before: list[list[tuple[int, dict[str, Any]]]] = []
    replaced: set[int] = set()
    for event in events:
        if event.seq not in active or event.draft.kind not in PLAYED:
            # A correction of a move that was taken back later goes with it.
            continue
        body = event.draft.body
        if event.draft.kind == "move":
            place[event.seq] = len(moves)
            moves.append((event.seq, body))
            before.append([])
        elif "before" in body:
            if (target := int(body["before"])) in place:
                before[place[target]].append((event.seq, body["move"]))
            else:
                replaced.add(event.seq)
        elif (target := int(body["seq"])) in place:
            at = place[target]
            replaced.update(seq for seq, _ in (moves[at], *before[at]))
            place[event.seq] = at
            moves[at], before[at] = (event.seq, body["move"]), []
    return [one for told, move in zip(before, moves, strict=True) for one in (*told, move)], replaced
