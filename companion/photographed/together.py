"""What a photograph's cards show by their faces and by their printed names, weighed together."""

from collections.abc import Sequence
from typing import Final

import msgspec
import numpy as np

from companion.photographed.marks import Guess, Mark, likely

_NEAR: Final = 0.17
"""Share of a card's width within which two places are of one card: strips are as far apart, names are found to 3 mm."""
_UNSAID: Final = 0.002
"""The least that one reading leaves to what it does not name: neither is ever wholly certain."""


def together(by_face: Sequence[Guess], by_name: Sequence[Guess], sure: float) -> list[Guess]:
    """The guesses of both readings (corners in pixels, each card's upper edge first), each piece once.

    What a name surely says stands. Of other cards that both have seen the beliefs are multiplied: a face and a name are
    misread for different reasons. Of all other fields those that have names are read by them. ``sure``: the probability
    from which on a card is.
    """
    left = [guess for guess in by_name if guess.mark.field == "cards"]
    read = {guess.mark.field for guess in by_name} - {"cards"}
    found = [guess for guess in by_name if guess.mark.field != "cards"]
    for guess in by_face:
        if guess.mark.field in read:
            continue
        near = [other for other in left if guess.mark.field == "cards" and _near(guess.mark, other.mark)]
        if near:
            left = [other for other in left if other is not near[0]]
            found.append(_both(guess, near[0], sure))
        else:
            found.append(guess)
    return [*found, *left]


def _both(face: Guess, name: Guess, sure: float) -> Guess:
    if name.probability >= sure and name.mark.piece:
        return name._replace(mark=msgspec.structs.replace(name.mark, quad=face.mark.quad))
    if not face.shares or not name.shares:
        return face if face.shares else name
    mine, its = dict(face.shares), dict(name.shares)
    weights = {
        piece: max(mine.get(piece, 0.0), _UNSAID) * max(its.get(piece, 0.0), _UNSAID)
        for piece in {*mine, *its}
        if piece
    }
    total = sum(weights.values())
    shares = tuple(sorted(((piece, weight / total) for piece, weight in weights.items()), key=lambda one: -one[1]))
    piece, probability = shares[0]
    mark = msgspec.structs.replace(face.mark, piece=piece, sure=probability >= sure, others=likely(shares, but=piece))
    return Guess(mark, shares)


def _near(one: Mark, other: Mark) -> bool:
    """Whether the upper edges of both are one: a name tells of the strip that it stands on, a face of all of a card."""
    mine, its = np.array(one.quad[:2]), np.array(other.quad[:2])
    apart = float(np.hypot(*(mine.mean(0) - its.mean(0))))
    return apart < _NEAR * float(np.linalg.norm(mine[1] - mine[0]))
