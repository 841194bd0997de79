"""Pieces that nobody has read: a move of which one is not known is accepted without it, and it is told later.

It is told by a better look, by what the table shows afterwards (``reconsider``), or by a person, who is asked about
this one thing.
"""

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Literal, NamedTuple

from companion.games.tables import Played
from companion.games.vocabulary import AnyMove, AnyState, Shown, seat_of
from companion.games.watched import Rules
from companion.referee.inference.baseline import ANY, TOLD, Expected, pair, readings, split
from companion.referee.inference.belief import WORTH_OFFERING
from companion.referee.inference.decide import ASK_AFTER, SURE_ENOUGH, Choice
from companion.referee.inference.excuses import Excuses, Thought
from companion.referee.inference.expected import expectations
from companion.referee.inference.lying import lie_right
from companion.referee.inference.named import NAMED_FROM, best, is_surely_named
from companion.referee.inference.observations import Observations
from companion.referee.inference.passed import goes_at_once, is_unsure, unsure_newcomers
from companion.referee.inference.pieces import gained_unread, is_unread, unread
from vision.sighting import SeenPiece

_EXCUSED = 5.0
"""What it is worth (log) that a move which was irregular without it has its cause in what a piece is: so much likelier
is a legal move than a mistake."""
_OVERLOOKED = math.log(0.1)
"""By how much less likely a piece that lies without any name is one that could be read, once it has rested for as long
as nobody is asked. At 8,159 looks at such tokens (seven games, four in cruel light) none had no name. What it looks
like faintly says so by itself."""
_OPTIONS = 3
"""So many answers at most: buttons that are read at a glance."""
_LOOKS_LIKE = 3
"""A card out of somebody's hand that is badly read looks like so many at most."""


class Unread(NamedTuple):
    """One thing that is not known: of event ``seq`` (0: of something that lies there), in this place.

    ``choices``: what it may be, likeliest first. ``piece``: what of it lies there, where that is known. ``reason``: why
    it is asked: its face cannot be read, or how it came is unsure.
    """

    seq: int
    place: str
    choices: tuple[Choice, ...]
    piece: SeenPiece | None = None
    reason: Literal["face", "ambiguous"] = "face"


def lies_unread(observed: Observations) -> bool:
    """Whether there is any piece that cannot be told; without one no move need be accepted without its piece."""
    return any(zone in observed.disbelieved or _has_unread(observed, zone) for zone in observed.baseline)


def comes_unread(rules: Rules, state: AnyState, move: AnyMove, observed: Observations) -> bool:
    """Whether a piece that cannot be told has come to lie where this move, with its piece not known, would lay one.

    A move that lays no such piece, or whose piece is not to be seen at all, is not accepted without it: it would be
    made up. Of a place that is set aside nothing of the kind is expected.
    """
    after = rules.apply(state, move, strict=False)
    gained = gained_unread(rules, state, after)
    return any(zone in observed.disbelieved or _has_unread(observed, zone) for zone in gained)


def left_unread(rules: Rules, state: AnyState, observed: Observations, move: AnyMove) -> AnyMove | None:
    """A move with the piece that it shows not known, where it can be accepted so."""
    said = rules.dump_move(move)
    keys = [key for key in rules.READ_KEYS if key in said]
    if not keys or _went_with_it(rules, state, observed, move):
        return None
    without = unread(rules, move)
    if without is not None and _may_stay_unread(rules, state, observed, without):
        return without
    # Of two pieces one may lie there to be read, as whoever looks on would say it.
    told = rules.by_sight(state) if len(keys) > 1 else ()
    partly = (unread(rules, move, only=key) for key in keys)
    return next((one for one in partly if one in told and _may_stay_unread(rules, state, observed, one)), None)


def in_common(rules: Rules, state: AnyState, observed: Observations, moves: Sequence[AnyMove]) -> AnyMove | None:
    """What these moves agree in, where that can be accepted: of pieces that cannot be told apart all lie there."""
    move = rules.common(moves)
    if move is None or not is_unread(rules, move):
        return move
    lying = expectations(rules.tableau(state))
    there = all(_lies_there(rules.shows(one), lying) for one in moves)
    there = there and not any(_went_with_it(rules, state, observed, one) for one in moves)
    there = there and (len(moves) <= _LOOKS_LIKE or _may_be_any(observed, rules.shows(move)))
    return move if there and _may_stay_unread(rules, state, observed, move) else None


def _may_be_any(observed: Observations, shown: Shown) -> bool:
    """Whether many pieces may have been laid here: each lay open before, or none can be named where the box lacks some.

    Else it was not seen at all, and is asked about.
    """
    return bool(shown.comes) or not shown.lands or has_no_name(observed, {shown.lands})


def _lies_there(shown: Shown, lying: Mapping[str, Expected]) -> bool:
    """Whether what a move takes lies by its name where it is taken from."""
    should = lying.get(shown.comes, 0)
    return isinstance(should, int) or not shown.face or shown.face in should


def _went_with_it(rules: Rules, state: AnyState, observed: Observations, move: AnyMove) -> bool:
    """Whether what a move lays is taken away again by rule, and nothing that cannot be told lies there by now.

    Then what has followed, and can be seen elsewhere, is explained by its face only.
    """
    shown = rules.shows(move)
    if not shown.face or shown.lands in observed.disbelieved or _unsure(observed, shown.lands):
        return False
    return goes_at_once(rules, shown, state, rules.apply(state, move, strict=False))


def _may_stay_unread(rules: Rules, state: AnyState, observed: Observations, move: AnyMove) -> bool:
    """Whether a move of which a piece is not known is legal, and that piece lies, or lay, where it is told later."""
    comes = bool(rules.shows(move).face)
    return not rules.judge(state, move) and (not comes or comes_unread(rules, state, move, observed))


def _has_unread(observed: Observations, zone: str) -> bool:
    """Whether a piece that cannot be told has come there: also one that was spent as soon as it was taken."""
    return any(map(is_unsure, observed.passed.get(zone, ()))) or bool(_unsure(observed, zone))


def _unsure(observed: Observations, zone: str) -> tuple[SeenPiece, ...]:
    """Of what has come to a place, and lies there, that which cannot be told."""
    return unsure_newcomers(observed.seen.get(zone), observed.baseline.get(zone))


def has_no_name(observed: Observations, zones: AbstractSet[str]) -> bool:
    """Whether of what has come to these places, and cannot be told, nothing has a name where the box lacks some."""
    come = [(piece, zone) for zone in zones for piece in _unsure(observed, zone)]
    return bool(come) and all(not piece.faces and observed.seen[zone].unenrolled for piece, zone in come)


def only_a_face(rules: Rules, choices: Sequence[Choice]) -> bool:
    """Whether it is only unsure what that is which lies there: that is asked by itself."""
    moves = [choice.moves[0] for choice in choices if choice.moves]
    return bool(moves) and all(seat_of(move) is None and rules.shows(move).face for move in moves)


def come_unread(observed: Observations, expected: Mapping[str, Expected]) -> frozenset[str]:
    """The zones in which all is clear but the face of what has come: it is the piece that was missing, and not read."""
    found = set()
    for zone in observed.changed() & expected.keys():
        baseline, seen = observed.baseline[zone], observed.seen[zone]
        old, new = split(seen, baseline)
        lying = {piece.track for piece in old}
        gone = [baseline.known.get(piece.track, "") for piece in baseline.seen.pieces if piece.track not in lying]
        # Where an unread one has been taken, another is expected in its place by now.
        replaced = baseline.expected == expected[zone] and all(face == ANY for face in gone)
        if replaced and len(gone) <= len(new) and 0 < len(new) <= baseline.absent.count(ANY) + len(gone):
            found.add(zone)
    return frozenset(found)


def unread_events(
    rules: Rules,
    played: Sequence[Played],
    observed: Observations,
    thought: Excuses,
    glimpsed: Mapping[int, SeenPiece] = {},
) -> Iterator[Unread]:
    """The events of which a piece is not known, oldest first, each with what it may have been.

    ``thought``: what they may have been by what was played (``Record.thoughts``). ``glimpsed``: how pieces looked that
    have gone since, by the event's number.
    """
    told: Counter[str] = Counter()
    expected = expectations(rules.tableau(played[-1].after)) if played else {}
    zones = [_where_it_came(rules, one.entry) for one in thought]
    came = Counter(zones)
    goings = [_going(rules, played, one, observed, zone) for one, zone in zip(thought, zones, strict=True)]
    for one, zone, going in zip(thought, zones, goings, strict=True):
        should = expected.get(zone, ())
        # Where some of them have gone again nobody knows which.
        gone = not isinstance(should, int) and came[zone] > should.count(ANY)
        piece = None if gone else _piece(observed, zone, told[zone], should)
        told[zone] += 1
        # What two of a player's pieces would excuse tells of neither.
        others = [other for other, lies in zip(thought, zones, strict=True) if other is not one and lies == zone]
        alone = {move: count - _of_another(one, move, others) for move, count in going.items()}
        looked = glimpsed.get(one.entry.seq) if piece is None else piece
        yield Unread(one.entry.seq, zone, _weighed(rules, alone, looked, observed, zone), piece)


def glimpsed(found: Iterable[Unread], observed: Observations) -> Mapping[int, SeenPiece]:
    """How those look that lie there and cannot be told, by the event's number: more may be told once they have gone."""
    return {
        one.seq: one.piece
        for one in found
        if one.piece is not None
        and one.piece.faces
        and not is_surely_named(one.piece)
        and one.place not in observed.disbelieved
        and observed.baseline[one.place].known.get(one.piece.track) == ANY
    }


def _of_another(thought: Thought, move: AnyMove, others: Sequence[Thought]) -> int:
    """How many of the events that this move would excuse may be due to another piece, this one being something else."""
    events = thought.excused_by(move)
    return sum(any(thought.may_be_for(event, move, other) for other in others) for event in events)


def _where_it_came(rules: Rules, entry: Played) -> str:
    """The place where the piece of an event came to lie unread; where it lay before, others are left."""
    gained = tuple(gained_unread(rules, entry.before, entry.after))
    source = rules.shows(entry.move).comes
    return next((zone for zone in gained if zone != source), next(iter(gained), ""))


def _going(
    rules: Rules, played: Sequence[Played], thought: Thought, observed: Observations, zone: str
) -> Mapping[AnyMove, int]:
    """What an event of which a piece is not known may have been, with how much that excuses."""
    found, moves = thought.excuses, thought.moves
    going = {move: len(excuse.excuses) + moves[move] for move, excuse in found.items()}
    # What lies there yet was not taken; how the piece itself looks counts for as much as it is worth.
    unsure = len(going) > 1 and not observed.changed()
    recorded = _following(rules, played[-1].after) if unsure else {}
    alone = tuple(move for move, excuse in found.items() if excuse.alone) if unsure else ()
    left = {move: thought.left(move) for move in alone}
    lying = lie_right(left, observed, but=zone, recorded=recorded) if left else ()
    # What would lie there by another one may be anything.
    fitting = {*lying, *(move for move in going if left.get(move) is None)} if lying else going.keys()
    return {move: count for move, count in going.items() if move in fitting} or moves


def _following(rules: Rules, state: AnyState) -> Mapping[str, Expected]:
    """What should lie where only what follows by rule does."""
    should = expectations(rules.tableau(state))
    return {one.name: should[one.name] for one in rules.places(state) if one.role == "follows" and one.name in should}


def unread_lying(rules: Rules, state: AnyState, observed: Observations, played: Sequence[Played]) -> Iterator[Unread]:
    """What lies on the table without a name, where naming it is nobody's move.

    Not what one that was taken from there (``played``) and has yet to be told tells of.
    """
    untold = {rules.shows(entry.move).comes for entry in played if is_unread(rules, entry.move)}
    faced = [move for move in rules.reveals(state) if rules.shows(move).face]
    for zone, should in expectations(rules.tableau(state)).items():
        if isinstance(should, int) or ANY not in should:
            continue
        # Beside one that nobody can read another may lie that can be.
        baseline = observed.baseline.get(zone) if zone in untold else None
        told = baseline.guessed if baseline is not None else frozenset[int]()
        pieces = [_piece(observed, zone, number, should, told) for number in range(should.count(ANY))]
        piece = next((one for one in pieces if one is not None and is_surely_named(one)), pieces[0])
        if piece is None:
            continue
        if best(piece) == ANY or _shows_its_back(rules, piece, observed.seen[zone].unenrolled):
            continue
        here = [move for move in faced if rules.shows(move).seat is None and _names(rules, state, move, zone, should)]
        if here:
            yield Unread(0, zone, _weighed(rules, dict.fromkeys(here, 0), piece, observed, zone))


def _shows_its_back(rules: Rules, piece: SeenPiece, unenrolled: Sequence[str]) -> bool:
    """Whether a piece that looks like no face more than like another is one whose back is in no library."""
    told = bool(piece.faces) and math.log(piece.faces[0].probability) >= TOLD
    return not told and any(rules.is_back(face) for face in unenrolled)


def unturned(rules: Rules, state: AnyState) -> frozenset[str]:
    """The zones in which something has yet to be turned up, which is nobody's move: until then it need not be seen."""
    waiting = {zone: should for zone, should in expectations(rules.tableau(state)).items() if _has_any(should)}
    moves = rules.reveals(state) if waiting else ()
    return frozenset(
        zone for zone, should in waiting.items() if any(_names(rules, state, move, zone, should) for move in moves)
    )


def _has_any(should: Expected) -> bool:
    return not isinstance(should, int) and ANY in should


def _names(rules: Rules, state: AnyState, move: AnyMove, zone: str, should: Expected) -> bool:
    """Whether a move says what lies in this place; one by which nothing does any more says it of another."""
    then = expectations(rules.tableau(rules.apply(state, move, strict=False))).get(zone, ())
    return then != should and not isinstance(then, int) and rules.shows(move).face in then


def named(found: Unread) -> AnyMove | None:
    """What it must be by now, where that is clear."""
    best = found.choices[0] if found.choices else None
    return best.moves[0] if best is not None and best.probability >= SURE_ENOUGH else None


def offered(found: Unread) -> tuple[Choice, ...]:
    """The answers worth a button."""
    return tuple(choice for choice in found.choices if choice.probability >= WORTH_OFFERING)[:_OPTIONS]


def _piece(
    observed: Observations, zone: str, number: int, should: Expected, told: AbstractSet[int] | None = None
) -> SeenPiece | None:
    """Of the pieces there that are not known the one that came as this (counted from 0).

    Where none was seen when it came: one that is none of those that should lie there. ``told``: the tracks of those
    that are told with another one, where only the others are wanted.
    """
    baseline, seen = observed.baseline.get(zone), observed.seen.get(zone)
    if baseline is None or seen is None or isinstance(should, int):
        return None
    lying = [piece for piece in seen.pieces if baseline.known.get(piece.track) == ANY]
    # What has come where an unread one of several has gone, which lay there to be seen, is no better look at that one.
    unseen = told is None or len(should) == 1 or ANY in baseline.absent or ANY not in baseline.known.values()
    if not lying and unseen and len(seen.pieces) == len(should):
        paired = pair(seen.pieces, should, seen.unenrolled)
        came = observed.came.get(zone, {})
        lying = [
            piece
            for piece, face in paired
            if face == ANY
            and piece.track not in baseline.spent
            # What has come long after one that lay there to be seen had gone is another one.
            and not observed.parted.before(zone, came.get(piece.track, 0.0), baseline)
        ]
    lying = [piece for piece in lying if piece.track not in (told or ())]
    lying.sort(key=lambda piece: piece.track)
    return lying[number] if number < len(lying) else None


def _weighed(
    rules: Rules, moves: Mapping[AnyMove, int], piece: SeenPiece | None, observed: Observations, zone: str
) -> tuple[Choice, ...]:
    """These moves with the belief in each, by how the piece looks (without one, all alike) and what each excuses."""
    unenrolled = observed.seen[zone].unenrolled if zone in observed.seen else ()
    if piece is not None and piece.faces and piece.faces[0].probability >= NAMED_FROM:
        # How seldom a face that is not enrolled is named so surely is in the probability already, for all of them.
        unenrolled = ()
    by_face: dict[object, AnyMove] = {}
    for move in moves:
        by_face.setdefault(rules.shows(move).face or move, move)
    faces = {move: rules.shows(move).face for move in by_face.values()}
    looks = {
        move: math.exp((readings(piece, (face,), unenrolled)[0] if piece is not None else 0.0) + _EXCUSED * moves[move])
        for move, face in faces.items()
    }
    if piece is not None and not piece.looks and observed.age((zone,)) >= ASK_AFTER:
        rested = math.exp(_OVERLOOKED)
        looks = {move: likely * (1.0 if faces[move] in unenrolled else rested) for move, likely in looks.items()}
    total = sum(looks.values())
    ranked = sorted(looks, key=lambda move: looks[move], reverse=True)
    return tuple(Choice((move,), looks[move] / total) for move in ranked)
