"""The pieces of one photograph as a person corrects them, and what they come to."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

import msgspec

from companion.games.finished import MOST_OTHERS, NUMBER, Field, FieldName
from vision.geometry.image import Points

_UNLIKELY: Final = 0.01

Corners = tuple[tuple[float, float], ...]


class Mark(msgspec.Struct, frozen=True):
    """A piece in the photograph: its corners (0..1 of width and height), where it belongs and how often it counts.

    ``piece`` is empty where something lies there that cannot be told; ``others``: the likeliest first;
    ``probability``: how likely it is what it counts for.
    """

    quad: Corners
    field: FieldName
    piece: str
    count: int = 1
    sure: bool = True
    others: tuple[str, ...] = ()
    probability: float = 1.0


class Guess(NamedTuple):
    """A mark and what it may be: pieces with their probabilities, an empty one for none of them.

    Where nothing is known of it, ``shares`` is empty.
    """

    mark: Mark
    shares: tuple[tuple[str, float], ...] = ()

    @property
    def probability(self) -> float:
        """How likely it is what it counts for."""
        return dict(self.shares).get(self.mark.piece, 1.0 if self.mark.sure else 0.0)


def corners(quad: Points) -> Corners:
    """A piece's corners, as its mark has them."""
    return tuple((float(x), float(y)) for x, y in quad)


def likely(others: Iterable[tuple[str, float]], but: str | None) -> tuple[str, ...]:
    """What else a piece may be, the likeliest first."""
    ranked = (name for name, share in others if share >= _UNLIKELY and name and name != but)
    return tuple(dict.fromkeys(ranked))[:MOST_OTHERS]


def within_the_box(guesses: Iterable[Guess], fields: Iterable[Field], sure: float) -> list[Guess]:
    """The guesses, the surest first; no piece oftener than it can be there.

    Where two cards would be the only Senate of the box, the surer one is; the other is what else it may be, or none.
    What is surely elsewhere is not what a doubtful one may be. ``sure``: the probability from which on a piece is.
    """
    many = [field for field in fields if field.kind == "many"]
    room: dict[tuple[str, str], int] = {(field.name, piece.id): piece.most for field in many for piece in field.pieces}
    unknown = dict(room)
    kept = []
    for guess in sorted(guesses, key=lambda one: -one.probability):
        left = _left(_without(guess, unknown, sure), room)
        there = (left.mark.field, left.mark.piece)
        if there in room:
            room[there] -= 1
            unknown[there] -= left.mark.sure
        kept.append(left)
    return kept


def _without(guess: Guess, room: Mapping[tuple[str, str], int], sure: float) -> Guess:
    """A doubtful guess, none of what else it may be one of which there are no more."""
    mark = guess.mark
    shares = [
        (name, share) for name, share in guess.shares if name == mark.piece or room.get((mark.field, name), 1) > 0
    ]
    if mark.sure or not mark.piece or len(shares) == len(guess.shares):
        return guess
    total = sum(share for _, share in shares)
    left = Guess(mark, tuple((name, share / total) for name, share in shares))
    others = tuple(name for name in mark.others if room.get((mark.field, name), 1) > 0)
    return left._replace(mark=msgspec.structs.replace(mark, sure=left.probability >= sure, others=others))


def _left(guess: Guess, room: Mapping[tuple[str, str], int]) -> Guess:
    """The guess without the pieces of which the box has no more."""
    mark = guess.mark
    there = tuple(name for name in (mark.piece, *mark.others) if room.get((mark.field, name), 1) > 0)
    if not mark.piece or there[:1] == (mark.piece,):
        return guess
    shares = [(name, share) for name, share in guess.shares if room.get((mark.field, name), 1) > 0]
    total = sum(share for _, share in shares)
    mark = msgspec.structs.replace(mark, piece=next(iter(there), ""), sure=False, others=there[1:])
    return Guess(mark, tuple((name, share / total) for name, share in shares) if there and total else ())


def wonders_seen(marks: Iterable[Mark], fields: Iterable[Field]) -> tuple[str, ...]:
    """The wonders that are surely seen, that of which most is first; more than one: another city is in the picture.

    Of a wonder in parts, one alone may lie near by.
    """
    owners = {piece.id: piece.of for field in fields for piece in field.pieces if piece.of}
    sure = (mark for mark in marks if mark.sure and (mark.field == "wonder" or mark.piece in owners))
    seen = Counter(owners.get(mark.piece, mark.piece) for mark in sure).most_common()
    return tuple(name for k, (name, parts) in enumerate(seen) if k == 0 or parts > bool(owners))


def come_to(marks: Iterable[Mark], fields: Sequence[Field]) -> dict[str, dict[str, int]]:
    """What the marks come to, no piece oftener than it can be there."""
    counts: dict[str, Counter[str]] = {}
    for mark in marks:
        counts.setdefault(mark.field, Counter())[mark.piece] += mark.count
    # Its stages say whose city it is, too.
    for field in fields:
        for piece in field.pieces:
            there = counts.get(field.name, Counter())
            if piece.of and there[piece.id]:
                counts.setdefault("wonder", Counter())[piece.of] += there[piece.id]
    told: dict[str, dict[str, int]] = {}
    for field in fields:
        there = counts.get(field.name, Counter())
        if field.kind == "number":
            told[field.name] = {NUMBER: min(sum(there.values()), field.most)} if there else {}
            continue
        most = {piece.id: piece.most for piece in field.pieces}
        kept = [(name, min(count, most[name])) for name, count in there.most_common() if most.get(name)]
        told[field.name] = dict(kept[:1] if field.kind == "one" else kept)
    return told
