"""The baseline of a zone: what was seen when the state last explained it, and which piece was which."""

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from companion.games.vocabulary import COVERS, UNREAD
from companion.referee.inference.assignment import pairing
from companion.referee.inference.exactly_on import covers_one
from companion.referee.inference.named import NAMED_FROM, best, is_surely_named
from vision.sighting import FaceProbability, Quad, SeenPiece, Sighting

Expected = tuple[str, ...] | int
"""What should lie in a zone: the sorted faces, or the height of a pile."""

ANY = UNREAD
"""An expected piece whose face nobody has read yet; a piece that is seen to lie face down."""

UNREAD_OF_ALL, _UNNAMED = 0.03, 0.9
"""The share of a piece's missing probability that is this face's: of an enrolled face, of one that is not enrolled;
where the piece has a name, of all of these together, for vision has reckoned with how many they are."""
_AT_LEAST = 1e-4
"""The probability of a face that vision does not speak of at all. These three are chosen by hand."""
TOLD = math.log(0.2)
"""From this log-likelihood on a piece shows the face that it should."""
_UNPAIRED = 6.0
"""What a pair costs (negative log) that says nothing: no piece, no face, or a face that nobody knows."""


class Baseline(NamedTuple):
    """A zone as it was when the state last explained it.

    ``known``: which face each piece (by its track) is, whatever it looks like; not there: a piece that should not
    lie there but does (not cleared away yet). ``absent``: expected faces that were not seen. ``free``: something
    was taken back, so pieces may be put back here too without a move. ``spent``: the tracks of pieces that were
    known, should have gone and still lie there: none of them is what came later. ``guessed``: the tracks of pieces
    of faces that are not enrolled, where several came to light together: which is which was guessed. ``among``: the
    faces that these may have, also where nobody knows any longer which are left. ``shuffled``: whoever took a piece
    out of this stack shuffles it.
    """

    seen: Sighting
    expected: Expected
    known: Mapping[int, str] = {}
    absent: tuple[str, ...] = ()
    free: bool = False
    spent: frozenset[int] = frozenset()
    guessed: frozenset[int] = frozenset()
    among: frozenset[str] = frozenset()
    shuffled: bool = False


def top_face(baseline: Baseline) -> str:
    """What the piece on top of a stack surely showed; empty: nothing was to be told for certain."""
    top = baseline.seen.pieces[0] if baseline.seen.pieces else None
    return best(top) if top is not None and is_surely_named(top) else ""


def reading(piece: SeenPiece, face: str, unenrolled: Sequence[str] = ()) -> float:
    """The log-likelihood of a piece looking like this if it is that face, or as little enrolled as that.

    A face that is not enrolled is expected to be seen without a name.
    """
    return _Looks(piece, unenrolled, alike=1).like(face)


def readings(piece: SeenPiece, faces: Sequence[str], unenrolled: Sequence[str] = ()) -> list[float]:
    """The log-likelihood of a piece looking like this if it is each of some faces, of those not enrolled just this."""
    looks = _Looks(piece, unenrolled, alike=len(unenrolled) if unenrolled and piece.looks else 1)
    return [looks.like(face) for face in faces]


class _Looks:
    """How a piece looks. ``alike``: so many faces that are not enrolled share what no enrolled one has."""

    def __init__(self, piece: SeenPiece, unenrolled: Sequence[str], alike: int) -> None:
        self._named = {one.face: one.probability for one in reversed(piece.looks)}
        self._missing = max(0.0, 1.0 - sum(one.probability for one in piece.looks))
        self._unenrolled, self._alike = unenrolled, alike
        # Whether it covers another piece is seen also of one without a name.
        self._covers = best(piece).endswith(COVERS)

    def like(self, face: str) -> float:
        """The log-likelihood of looking like this if it is that face."""
        unknown = face in self._unenrolled and face.endswith(COVERS) == self._covers
        share = _UNNAMED / self._alike if unknown else UNREAD_OF_ALL
        return math.log(min(1.0, self._named.get(face, 0.0) + _AT_LEAST + share * self._missing))


def hides_top(seen: Sighting, height: int) -> bool:
    """Whether nothing is to be told of the top of a stack that should be there."""
    return height > 0 and not (seen.pieces and (seen.pieces[0].faces or seen.unenrolled))


def looks_right(seen: Sighting, expected: Expected) -> bool:
    """Whether what should lie there is what is seen there, all of it, by its looks alone."""
    if seen.unreadable:
        return False
    if isinstance(expected, int):
        return not hides_top(seen, expected) and bool(seen.pieces) == (expected > 0)
    pairs = list(pair(seen.pieces, expected, seen.unenrolled))
    named = (face == ANY or reading(piece, face, seen.unenrolled) >= TOLD for piece, face in pairs)
    return len(seen.pieces) == len(expected) == len(pairs) and all(named)


def cannot_be_read(seen: Sighting) -> bool:
    """Whether something without a name lies there, although each face that may lie there is in the library."""
    return not seen.unenrolled and any(not piece.faces for piece in seen.pieces)


def contradicts(seen: Sighting, expected: tuple[str, ...]) -> bool:
    """Whether what lies there cannot be what should, or is not as much of it; what has no name may be anything."""
    return seen.unreadable or len(seen.pieces) != len(expected) or belies(seen, expected)


def belies(seen: Sighting, expected: tuple[str, ...]) -> bool:
    """Whether in the place of a piece that should lie there another one surely lies, however many there are."""
    pairs = pair(seen.pieces, expected, seen.unenrolled)
    return any(face != ANY and piece.faces and reading(piece, face, seen.unenrolled) < TOLD for piece, face in pairs)


def shows_nothing(seen: Sighting, expected: Expected) -> bool:
    """Whether of what should lie there nothing at all is to be made out."""
    if isinstance(expected, int):
        return hides_top(seen, expected)
    named = any(piece.faces for piece in seen.pieces) or (seen.pieces and seen.unenrolled)
    return bool(set(expected) - {ANY}) and not named


def has_surely_grown(seen: Sighting, expected: tuple[str, ...]) -> bool:
    """Whether all that should lie there does, and more of which the faces are sure."""
    sure = Counter(best(piece) for piece in seen.pieces if piece.faces and piece.faces[0].probability >= NAMED_FROM)
    more = len(seen.pieces) - len(expected)
    there = [piece for piece, face in pair(seen.pieces, expected, seen.unenrolled) if reading(piece, face) >= TOLD]
    return more > 0 and len(there) == len(expected) and (sure - Counter(expected)).total() == more


def split(seen: Sighting, baseline: Baseline | None) -> tuple[tuple[SeenPiece, ...], tuple[SeenPiece, ...]]:
    """The pieces that still lie as in the baseline, and the new ones (also those turned over where they lie)."""
    before = {piece.track: piece for piece in baseline.seen.pieces} if baseline is not None else {}
    known = baseline.known if baseline is not None else {}
    old = tuple(
        piece
        for piece in seen.pieces
        if piece.track in before
        and not _turned(piece, _showed(before[piece.track], known.get(piece.track, "")), seen.unenrolled)
    )
    return old, tuple(piece for piece in seen.pieces if piece not in old)


def has_come_beside(seen: Sighting, baseline: Baseline) -> bool:
    """Whether something has surely come beside what is strange there, and all else lies there as it did.

    Strange is what should not lie there (a cup, before or with it), a piece that is known and looks like another one,
    but not surely, or that some that should lie there are hidden: fewer than are seen, and what has come is not one.
    """
    if isinstance(baseline.expected, int) or seen.unreadable:
        return False
    old, came = split(seen, baseline)
    nameless = without_a_name(seen, came)
    new = tuple(piece for piece in came if piece not in nameless)
    if not new or not all(map(is_surely_named, new)):
        return False
    known = tuple(piece for piece in old if piece.track in baseline.known)
    lying = sorted(baseline.known[piece.track] for piece in known)
    missing = Counter(baseline.expected) - Counter(lying)
    if missing[ANY] or missing.total() >= len(lying) or any(missing[best(piece)] for piece in new):
        # What has come may be what seems to have gone, or all of it is misread.
        return False
    if looks_right(replace(seen, pieces=known), tuple(lying)):
        strange = [piece for piece in old if piece not in known]
        # One that surely should not lie there is a slip; several, or one exactly on another, are read as they are not.
        named = [piece for piece in strange if is_surely_named(piece)]
        misread = len(named) > 1 or any(piece.track in baseline.spent or covers_one(piece, seen) for piece in strange)
        return bool(strange or nameless or missing) and not misread
    surely_another = any(is_surely_named(piece) and best(piece) != baseline.known[piece.track] for piece in known)
    return not surely_another and len(known) == len(old)


def without_a_name(seen: Sighting, came: Sequence[SeenPiece]) -> tuple[SeenPiece, ...]:
    """Of what has come those that show nothing, although each face that may lie there is in the library."""
    return () if seen.unenrolled else tuple(piece for piece in came if not piece.faces)


def looks_alike(baseline: Baseline) -> bool:
    """Whether something lies there whose looks do not tell what it is: nobody has read it, or it looks like nothing."""
    return any(face == ANY or face in baseline.seen.unenrolled for face in baseline.known.values())


def gone_again(
    now: Sighting, before: Sighting, baseline: Baseline, earlier: Sequence[SeenPiece]
) -> tuple[SeenPiece, ...]:
    """The named pieces that have come since the baseline and lie there no more: these ``earlier``, those now.

    The same face that has come instead is the same piece, however it is counted.
    """
    old, there, known = ({piece.track for piece in seen.pieces} for seen in (baseline.seen, now, before))
    anew = Counter(best(piece) for piece in now.pieces if piece.track not in known)
    found = [piece for piece in earlier if piece.track not in there]
    for piece in before.pieces:
        if piece.track not in old | there and piece.faces:
            if anew[best(piece)] > 0:
                anew[best(piece)] -= 1
            else:
                found.append(piece)
    return tuple(found)


def baseline_of(
    seen: Sighting, expected: Expected, before: Baseline | None, *, free: bool = False, partly: bool = False
) -> Baseline:
    """What is seen, taken as what is expected: which piece must be which.

    ``partly``: what has come beside that is yet to be explained, and is none of what lay there without a name.
    """
    if isinstance(expected, int):
        return Baseline(seen, expected, free=free)
    old, new = split(seen, before)
    unread: tuple[SeenPiece, ...] = ()
    left = Counter(expected)
    known: dict[int, str] = {}
    faces = {piece.track: before.known.get(piece.track, "") if before is not None else "" for piece in old}
    unseen = before.absent.count(ANY) if before is not None else 0
    if left[ANY] < list(faces.values()).count(ANY) + unseen:
        # Of some it is known by now what they are; of these or of those that were not seen when they came.
        unread = tuple(piece for piece in old if faces[piece.track] == ANY)
        faces = {track: face for track, face in faces.items() if face != ANY}
    spent = {track for track in faces if before is not None and track in before.spent}
    for track, face in faces.items():
        if left[face] > 0:
            left[face] -= 1
            known[track] = face
        elif face:
            spent.add(track)
    if before is not None:
        _stay(old, before, expected, left=left, known=known, unenrolled=seen.unenrolled)
    named, alike = frozenset(known), frozenset(face for face in +left if face in seen.unenrolled)
    unread = tuple(piece for piece in unread if piece.track not in known)
    _take(unread if partly else (*new, *unread), left, known, seen.unenrolled)
    lost = [piece for piece in old if piece.track not in known]
    for piece, face in pair(lost, tuple((+left).elements()), seen.unenrolled):
        # Where only the record was changed what lies there is what should, whatever it was held to be.
        anew = free and not new and face == ANY
        if anew or _still_there(piece, face, faces.get(piece.track) or ANY, seen.unenrolled):
            known[piece.track] = face
            left[face] -= 1
    if partly:
        _take(new, left, known, seen.unenrolled)
        seen = _but_what_came(seen, old, known, before, expected)
    absent = tuple((+left).elements())
    guessed = _guessed(known, named, absent, alike, before, lay=frozenset(piece.track for piece in unread))
    spent -= known.keys()
    return Baseline(seen, expected, known, absent, free, frozenset(spent), guessed, _among(known, guessed, before))


def _but_what_came(
    seen: Sighting,
    old: Sequence[SeenPiece],
    known: Mapping[int, str],
    before: Baseline | None,
    expected: Sequence[str],
) -> Sighting:
    """What is seen, without what has come beside what is known.

    Where one that nobody had read was told, nothing tells that another such piece has come to cover one: it lies there
    as it did.
    """
    explained = [piece for piece in seen.pieces if piece in old or piece.track in known]
    if before is not None and not isinstance(before.expected, int) and before.expected.count(ANY) > expected.count(ANY):
        lay = {one.track: one for one in before.seen.pieces if known.get(one.track) == ANY}
        explained = [lay.get(one.track, one) if best(one).endswith(COVERS) else one for one in explained]
    return replace(seen, pieces=tuple(explained))


def recognised(baseline: Baseline, piece: SeenPiece, face: str) -> Baseline:
    """The same where this piece, which nobody had read, is known to be that face."""
    covers = COVERS if best(piece).endswith(COVERS) else ""
    return baseline._replace(known={**baseline.known, piece.track: face + covers})


def _stay(
    old: Sequence[SeenPiece],
    before: Baseline,
    expected: tuple[str, ...],
    *,
    left: Counter[str],
    known: dict[int, str],
    unenrolled: Sequence[str],
) -> None:
    """Say what the pieces must be of which it was guessed which they are.

    Which of them had gone was guessed: what still lies there did so before, and is none that has come. Where nobody
    knew any longer which of them are left, what is named is one of them only if it lay there then.
    """
    if isinstance(before.expected, int):
        return
    stayed = [piece for piece in old if piece.track in before.guessed - known.keys()]
    there = Counter(face for face in {*before.expected, *before.among} if face in unenrolled)
    _take(stayed, left, known, unenrolled, left & there)
    stayed = [piece for piece in stayed if piece.track not in known]
    unread = [piece.track for piece in stayed if before.known.get(piece.track) == ANY]
    for track in (*unread, *forgotten(before, [piece.track for piece in stayed], expected, old)):
        if left[ANY] > 0:
            known[track] = ANY
            left[ANY] -= 1


def forgotten(
    baseline: Baseline, tracks: Sequence[int], expected: tuple[str, ...], lying: Iterable[SeenPiece]
) -> tuple[int, ...]:
    """Of pieces that still lie there, though by their faces they should not, those that nobody knows any longer.

    Of several of which it was guessed which is which one has gone, and it is not known which: none of them is named.
    Where that one is of those that nobody knew any longer before (it is not ``lying`` there), the named ones stayed.
    """
    if isinstance(baseline.expected, int) or not baseline.guessed:
        return ()
    named = Counter(face for track in baseline.guessed if (face := baseline.known[track]) != ANY)
    gone = (Counter(baseline.expected) - Counter(expected)) & named
    left = baseline.guessed.difference(piece.track for piece in lying)
    went = any(baseline.known[track] == ANY for track in left)
    return tuple(track for track in tracks if track in baseline.guessed)[: max(0, gone.total() - (not went))]


def _guessed(
    known: Mapping[int, str],
    named: frozenset[int],
    absent: Sequence[str],
    alike: frozenset[str],
    before: Baseline | None,
    *,
    lay: frozenset[int],
) -> frozenset[int]:
    """The tracks of which it was guessed which piece is which, now or before.

    ``named``: those that were known before the newcomers; ``alike``: what was left for these and looks like nothing;
    ``lay``: those that lay there unread, of which it was told what some are, and not which.
    """
    earlier = before.guessed & known.keys() if before is not None else frozenset[int]()
    came = frozenset(track for track in known.keys() - named if known[track] in alike)
    late = bool(earlier) and before is not None and not alike.isdisjoint(before.absent)
    told = len(lay) > 1 and not came.isdisjoint(lay)
    found = earlier | came if len(alike) > 1 or late or told else earlier
    found |= lay & known.keys() if told else frozenset()
    others = {known[track] for track in found}.union(alike.intersection(absent))
    # Where all others have gone, what is left is known; unless nobody has told yet which have.
    return found if len(others) > 1 or ANY in others else frozenset()


def _among(known: Mapping[int, str], guessed: frozenset[int], before: Baseline | None) -> frozenset[str]:
    """The faces that the pieces may have of which it was guessed which is which."""
    faces = frozenset(known[track] for track in guessed)
    earlier = before.among if before is not None and ANY in faces else frozenset[str]()
    return (faces | earlier) - {ANY}


def pair(
    pieces: Sequence[SeenPiece], expected: Sequence[str], unenrolled: Sequence[str]
) -> Iterable[tuple[SeenPiece, str]]:
    """The best pairs of pieces and faces, however badly they fit."""
    size = max(len(pieces), len(expected))
    table = [[_UNPAIRED] * size for _ in range(size)]
    told = tuple(set(expected) - {ANY})
    for i, piece in enumerate(pieces):
        costs = {face: -likely for face, likely in zip(told, readings(piece, told, unenrolled), strict=True)}
        table[i][: len(expected)] = [costs.get(face, _UNPAIRED) for face in expected]
    for i, j in enumerate(pairing(table)):
        if i < len(pieces) and j < len(expected):
            yield pieces[i], expected[j]


def _take(
    pieces: Sequence[SeenPiece],
    left: Counter[str],
    known: dict[int, str],
    unenrolled: Sequence[str],
    among: Counter[str] | None = None,
) -> None:
    """Say what these pieces must be of what is left (``among``: of this part of it), however badly it fits.

    What is surely none of it is the one that nobody has read, if that is left.
    """
    # What is told first is what came first.
    faces = sorted((+(left if among is None else among)).elements(), key=ANY.__eq__)
    pairs = list(pair(sorted(pieces, key=lambda piece: piece.track), faces, unenrolled))
    spare = left[ANY] - sum(face == ANY for _, face in pairs) if among is None else 0
    for piece, fits in pairs:
        face = fits
        if spare > 0 and is_surely_named(piece) and not _told(piece, fits, unenrolled):
            face, spare = ANY, spare - 1
        known[piece.track] = face
        left[face] -= 1


def _still_there(piece: SeenPiece, face: str, was: str, unenrolled: Sequence[str]) -> bool:
    """Whether a piece that was held to be another one, which has gone, is this one that should still lie there.

    Of two that look alike nobody knows which has gone: the one that still lies there is the one that should. What was
    taken for another piece than it looks like may well be the one that nobody has read.
    """
    return not _told(piece, was, unenrolled) if face == ANY else _told(piece, face, unenrolled)


def _told(piece: SeenPiece, face: str, unenrolled: Sequence[str]) -> bool:
    """Whether a piece looks like this face; of what nobody has read anything does."""
    return face == ANY or reading(piece, face, unenrolled) >= TOLD


def _showed(piece: SeenPiece, face: str) -> str:
    """What a piece in the baseline, known to be this face, showed; empty: nothing, and nobody has read it either."""
    return best(piece) or ("" if face == ANY else face)


def _turned(now: SeenPiece, before: str, unenrolled: Sequence[str]) -> bool:
    """Whether a piece was turned over, or changed for one with another face, without leaving its place.

    What is not enrolled may look a little like something at any time.
    """
    if not before and best(now).endswith(COVERS):
        # Nobody has read it; that a card has come to lie under it is seen all the same.
        return True
    if not now.faces or not before or best(now) == before:
        return False
    if best(now).endswith(COVERS) != before.endswith(COVERS) and ANY not in (best(now), before):
        return True
    strange = before in unenrolled and now.faces[0].probability < NAMED_FROM
    return not strange and reading(now, before) < TOLD


def small(sighting: Sighting) -> Sighting:
    """A sighting without what is not needed to go on from here: unlikely faces, long fractions, corners."""
    nowhere: Quad = (0.0, 0.0), (0.0, 0.0), (0.0, 0.0), (0.0, 0.0)
    pieces = tuple(SeenPiece(p.track, nowhere, _likely(p.faces), p.spot, _likely(p.faint)) for p in sighting.pieces)
    return Sighting(
        sighting.zone, sighting.frame, round(sighting.exposed, 3), pieces, sighting.unenrolled, picture=sighting.picture
    )


def _likely(faces: Sequence[FaceProbability]) -> tuple[FaceProbability, ...]:
    return tuple(replace(face, probability=round(face.probability, 4)) for face in faces[:3])
