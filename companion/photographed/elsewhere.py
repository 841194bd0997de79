"""Doubtful cards of one photograph, told by what the others of the same game show: the box holds so many of each."""

from collections import Counter
from collections.abc import Mapping, Sequence

import msgspec

from companion.games.finished import CARDS, Doubtful, left_over, told_by
from companion.photographed.asking import Question
from companion.photographed.marks import Mark
from companion.photographed.reading import Read


def told_by_others(photographs: Sequence[tuple[str, Read]], game: str, edition: int) -> list[tuple[str, Read]]:
    """The photographs of all cities of a game, each with its name, in seat order; nothing asked that they tell.

    What others surely show as often as there is of it, a doubtful card is not.
    """
    sure = Counter(
        mark.piece for _, read in photographs for mark in read.marks if mark.field == CARDS and mark.sure and mark.piece
    )
    left = left_over(game, edition, len(photographs), sure)
    return [(image, _settled(read, left)) for image, read in photographs]


def _settled(read: Read, left: Mapping[str, int]) -> Read:
    marks = tuple(_without(mark, left) for mark in read.marks)
    changed = [(old, new) for old, new in zip(read.marks, marks, strict=True) if old.piece != new.piece]
    told = {name: Counter(pieces) for name, pieces in read.told.items()}
    for old, new in changed:
        cards = told.setdefault(CARDS, Counter())
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
    if mark.field != CARDS:
        return mark
    card = told_by(left, Doubtful(mark.piece, mark.others, mark.sure))
    return msgspec.structs.replace(mark, piece=card.piece, others=card.others, sure=card.sure)
