"""Doubtful cards of one photograph, told by what the others of the same game show: the box holds so many of each."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

import msgspec

from companion.games.finished import Finished, finished
from companion.photographed.asking import Question
from companion.photographed.marks import MOST_OTHERS, Mark
from companion.photographed.reading import Read

_FIELD: Final = "cards"


def told_by_others(photographs: Sequence[tuple[str, Read]], game: str, edition: int) -> list[tuple[str, Read]]:
    """The photographs of all cities of a game, each with its name, in seat order; nothing asked that they tell.

    What others surely show as often as there is of it, a doubtful card is not.
    """
    told = finished(game)
    if told is None:
        return list(photographs)
    sure = Counter(
        mark.piece
        for _, read in photographs
        for mark in read.marks
        if mark.field == _FIELD and mark.sure and mark.piece
    )
    left = {piece: count - sure[piece] for piece, count in _copies(told, edition, len(photographs)).items()}
    return [(image, _settled(read, left)) for image, read in photographs]


def _copies(told: Finished, edition: int, players: int) -> Mapping[str, int]:
    """How many of each card there are: where a game does not say, as many as a city can have."""
    if hasattr(told, "copies"):
        found: Mapping[str, int] = told.copies(edition, players)
        return found
    return {piece.id: piece.most for field in told.fields(edition) if field.name == _FIELD for piece in field.pieces}


def _settled(read: Read, left: Mapping[str, int]) -> Read:
    marks = tuple(_without(mark, left) for mark in read.marks)
    changed = [(old, new) for old, new in zip(read.marks, marks, strict=True) if old.piece != new.piece]
    told = {name: Counter(pieces) for name, pieces in read.told.items()}
    for old, new in changed:
        cards = told.setdefault(_FIELD, Counter())
        cards[old.piece] -= old.count
        cards[new.piece] += new.count
    asked = (
        msgspec.structs.replace(question, marks=tuple(k for k in question.marks if not marks[k].sure))
        for question in read.questions
    )
    return msgspec.structs.replace(
        read,
        marks=marks,
        told={name: dict(+pieces) for name, pieces in told.items()},
        questions=tuple(question for question in asked if question != Question()),
    )


def _without(mark: Mark, left: Mapping[str, int]) -> Mark:
    """The mark without what there is no more of; sure where but one is left of all that it may be."""
    if mark.field != _FIELD or mark.sure or not mark.piece:
        return mark
    there = [piece for piece in (mark.piece, *mark.others) if left.get(piece, 1) > 0]
    if not there or len(there) == 1 + len(mark.others):
        return mark
    alone = len(there) == 1 and len(mark.others) < MOST_OTHERS
    return msgspec.structs.replace(mark, piece=there[0], others=tuple(there[1:]), sure=alone)
