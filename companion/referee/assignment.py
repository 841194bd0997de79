"""How well pieces seen fit the faces that should lie there: the best pairing of the two."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

ANY = "?"
"""An expected piece whose face nobody has read yet."""


class Piece(NamedTuple):
    """A seen piece: log-likelihoods of the faces it may show, and what any other face has.

    ``extra``: the log-likelihood of this piece lying there although nothing like it should. ``read``:
    its face was recognised.
    """

    faces: Mapping[str, float]
    other: float
    extra: float
    read: bool


class Costs(NamedTuple):
    """Log-likelihoods that do not depend on a piece.

    ``missing``: an expected one is not seen; ``any_missing``: nor one whose face nobody has read yet (it
    may not have been turned up). ``any_read``, ``any_unread``: that one shows a face that can be read, or none.
    """

    missing: float
    any_missing: float
    any_read: float
    any_unread: float


_SURE = -0.2


def fit(pieces: Sequence[Piece], expected: Sequence[str], costs: Costs) -> float:
    """The log-likelihood of seeing these pieces where those faces should lie, by the best pairing."""
    left = list(expected)
    open_pieces: list[Piece] = []
    total = 0.0
    # Nearly all pieces are sure and in their place: only the rest needs the search for the best pairing.
    for piece in sorted(pieces, key=_strongest, reverse=True):
        face = max(piece.faces, key=lambda name: piece.faces[name]) if piece.faces else ""
        if face in left and piece.faces[face] >= _SURE:
            left.remove(face)
            total += piece.faces[face]
        else:
            open_pieces.append(piece)
    if not open_pieces or not left:
        return total + sum(piece.extra for piece in open_pieces) + sum(absence(face, costs) for face in left)
    return total + _best_pairing(open_pieces, left, costs)


def likelihood(piece: Piece, face: str, costs: Costs) -> float:
    """The log-likelihood of a piece looking like this if it is that face."""
    if face == ANY:
        return costs.any_read if piece.read else costs.any_unread
    return piece.faces.get(face, piece.other)


def absence(face: str, costs: Costs) -> float:
    """The log-likelihood of not seeing an expected piece."""
    return costs.any_missing if face == ANY else costs.missing


def _strongest(piece: Piece) -> float:
    return max(piece.faces.values(), default=-99.0)


def _best_pairing(pieces: Sequence[Piece], expected: Sequence[str], costs: Costs) -> float:
    rows, columns = len(pieces), len(expected)
    size = rows + columns
    table = [[0.0] * size for _ in range(size)]
    for i in range(size):
        for j in range(size):
            if i < rows and j < columns:
                table[i][j] = -likelihood(pieces[i], expected[j], costs)
            elif i < rows:
                table[i][j] = -pieces[i].extra
            elif j < columns:
                table[i][j] = -absence(expected[j], costs)
    return -cheapest(table)


def cheapest(table: Sequence[Sequence[float]]) -> float:
    """The cost of the cheapest pairing of rows and columns of a square table (Kuhn and Munkres, O(n^3))."""
    size = len(table)
    infinite = float("inf")
    row_price, column_price = [0.0] * (size + 1), [0.0] * (size + 1)
    row_of = [0] * (size + 1)
    for row in range(1, size + 1):
        row_of[0] = row
        column = 0
        least = [infinite] * (size + 1)
        came_from, done = [0] * (size + 1), [False] * (size + 1)
        while row_of[column]:
            done[column] = True
            here, step, nearest = row_of[column], infinite, 0
            for k in range(1, size + 1):
                if done[k]:
                    continue
                slack = table[here - 1][k - 1] - row_price[here] - column_price[k]
                if slack < least[k]:
                    least[k], came_from[k] = slack, column
                if least[k] < step:
                    step, nearest = least[k], k
            for k in range(size + 1):
                if done[k]:
                    row_price[row_of[k]] += step
                    column_price[k] -= step
                else:
                    least[k] -= step
            column = nearest
        while column:
            row_of[column] = row_of[came_from[column]]
            column = came_from[column]
    return sum(table[row_of[k] - 1][k - 1] for k in range(1, size + 1))
