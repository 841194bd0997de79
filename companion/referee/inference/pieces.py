"""Moves without what the camera reads of them: which piece nobody has read, where it came from, where it lies."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.games.vocabulary import AMONG, AnyMove, AnyState, Lying, Shown, UnknownMoveError
from companion.games.watched import Rules
from companion.referee.inference.baseline import ANY, Expected, reading
from companion.referee.inference.expected import expectations
from companion.referee.inference.named import best
from vision.sighting import SeenPiece, Sighting

_THOUGHT_OF, _GUESSES = 0.02, 3
"""The probability from which a face is thought of in moves that are made of what is seen, and how many of a piece."""
_FOR_LONG = 3.0
"""Seconds after which nobody waits any longer until a place can be looked at (by hand)."""


def may_show(piece: SeenPiece) -> tuple[str, ...]:
    """What a piece may show, likeliest first."""
    return tuple(face.face for face in piece.faces[:_GUESSES] if face.probability >= _THOUGHT_OF and face.face != ANY)


def likeness(piece: SeenPiece, face: str, unenrolled: Sequence[str] = ()) -> float:
    """By how much (log) a piece looks more like this face than like its likeliest one: 0 for that, else less."""
    return reading(piece, face, unenrolled) - reading(piece, best(piece), unenrolled)


def may_show_where(seen: Mapping[str, Sighting], now: float) -> Lying:
    """What the pieces in each zone may show; without the zones where none is seen and nobody can look for long.

    ``now``: the time (seconds). What people move while they lay something out can be looked at a moment later.
    """
    return {
        zone: tuple(map(may_show, lies.pieces))
        for zone, lies in seen.items()
        if lies.pieces or not lies.unreadable or now - lies.exposed < _FOR_LONG
    }


def unread(rules: Rules, move: AnyMove, *, only: str = "") -> AnyMove | None:
    """The same move with what the camera reads of it not known; ``None``: the game knows no such move.

    ``only``: what alone is not known of it.
    """
    said = rules.dump_move(move)
    hidden = {key: ANY for key in rules.READ_KEYS if key in said and only in ("", key)}
    if not hidden:
        return None
    try:
        same: AnyMove = rules.parse_move(said | hidden)
    except UnknownMoveError:
        return None
    return same


def is_unread(rules: Rules, move: AnyMove) -> bool:
    """Whether a move names a piece that is not known."""
    said = rules.dump_move(move)
    # A card that is laid face down shows nothing that could be read.
    unread = any(said.get(key) == ANY for key in rules.READ_KEYS)
    return unread and (AMONG in said or bool(rules.shows(move).face))


def source_of(rules: Rules, before: AnyState, after: AnyState) -> str:
    """The stack from which a piece has gone between these states; empty: none."""
    return source_in(rules.tableau(before).piles, rules.tableau(after).piles)


def source_in(before: Mapping[str, Any], after: Mapping[str, Any]) -> str:
    """The same, of what should lie where before and after (``expectations``: the stacks come first)."""
    for zone, should in after.items():
        if not isinstance(should, int):
            break
        if isinstance(was := before.get(zone), int) and should < was:
            return zone
    return ""


def gaining(before: Mapping[str, Expected], after: Mapping[str, Expected], face: str) -> Iterator[str]:
    """The places that hold more of a face than before."""
    for zone, should in after.items():
        was = before.get(zone, ())
        if should is was or isinstance(should, int) or isinstance(was, int):
            continue
        if should.count(face) > was.count(face):
            yield zone


def without_faces(rules: Rules, move: AnyMove) -> dict[str, Any]:
    """What a move says beside the pieces that the camera read, and what a piece that nobody has read may be."""
    read = {*rules.READ_KEYS, AMONG}
    return {key: value for key, value in rules.dump_move(move).items() if key not in read}


def may_be(rules: Rules, move: AnyMove, other: AnyMove) -> bool:
    """Whether a move of which a piece is not known may be this other one."""
    said, told = rules.dump_move(move), rules.dump_move(other)
    among = said.get(AMONG)
    unread = [key for key in rules.READ_KEYS if said.get(key) == ANY]
    named = among is None or any(told.get(key) in among for key in unread)
    known = all(said.get(key) == told.get(key) for key in rules.READ_KEYS if key not in unread)
    return named and known and without_faces(rules, move) == without_faces(rules, other)


def left_open(rules: Rules, move: AnyMove) -> bool:
    """Whether a move does not say all that it was paid with, or what gave it, for nobody has read it."""
    return lacks_cause(rules, move) or any(
        value == [] or _names_unread(value) for value in rules.dump_move(move).values()
    )


def lacks_cause(rules: Rules, move: AnyMove) -> bool:
    """Whether what gave a move is a piece that nobody has read."""
    return any(value == ANY for value in without_faces(rules, move).values())


def refitting(rules: Rules, state: AnyState, move: AnyMove, *, by_sight: bool = False) -> tuple[AnyMove, ...]:
    """The legal moves that say the same and more: its cause, or what it was paid with.

    A piece that nobody has read is not known by them either. ``by_sight``: also those that only looking tells apart:
    which known cards were paid beside such.
    """
    said, cause = rules.dump_move(move), without_faces(rules, move)
    told = {key: value for key, value in said.items() if value != [] and cause.get(key) != ANY}
    hidden = {key: value for key, value in said.items() if key == AMONG or (key in rules.READ_KEYS and value == ANY)}
    legal = (*rules.legal(state), *(rules.by_sight(state) if by_sight else ()))
    others = ((other, rules.dump_move(other) | hidden) for other in legal)
    fitting = (rules.parse_move(as_known) if hidden else other for other, as_known in others if _says(as_known, told))
    return tuple(other for other in dict.fromkeys(fitting) if not hidden or not rules.judge(state, other))


def _says(told: Mapping[str, Any], said: Mapping[str, Any]) -> bool:
    """Whether a move says all that another one does (each as messages have it)."""
    return all(told.get(key) == value or _fills_in(told.get(key), value) for key, value in said.items())


def _fills_in(told: Any, value: Any) -> bool:
    """Whether this names the pieces that the other leaves open, and the same ones beside."""
    if not _names_unread(value) or not isinstance(told, list) or len(told) != len(value):
        return False
    return ANY not in told and not Counter(one for one in value if one != ANY) - Counter(told)


def _names_unread(value: Any) -> bool:
    return isinstance(value, list) and ANY in value


def refitted(rules: Rules, state: AnyState, move: AnyMove) -> AnyMove | None:
    """The one legal move that says the same and more; ``None``: there is none, or more than one."""
    fitting = refitting(rules, state, move)
    return fitting[0] if len(fitting) == 1 else None


def is_drawn(shown: Shown, before: Mapping[str, Expected]) -> bool:
    """Whether a move takes a piece that nobody has seen before: off a stack that is no place, or one that lay unread.

    ``before``: what lay where until then.
    """
    if shown.seat is None or shown.lands or shown.turned or not shown.face:
        return False
    lay = before.get(shown.comes, ())
    return not shown.comes or (not isinstance(lay, int) and shown.face not in lay)


def read_off(before: Mapping[str, Expected], after: Mapping[str, Expected]) -> int:
    """How many pieces that nobody has read are gone."""
    unread = (
        should.count(ANY) - now.count(ANY)
        for zone, should in before.items()
        if (now := after.get(zone, ())) is not should and not isinstance(should, int) and not isinstance(now, int)
    )
    return sum(count for count in unread if count > 0)


def gained_unread(rules: Rules, before: AnyState, after: AnyState) -> Iterator[str]:
    """Where, between these states, a piece has come to lie of which nobody knows what it is."""
    return gaining(expectations(rules.tableau(before)), expectations(rules.tableau(after)), ANY)
