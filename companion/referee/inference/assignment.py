"""The cheapest pairing of rows and columns: which seen piece is which expected one."""

from collections.abc import Sequence


def pairing(table: Sequence[Sequence[float]]) -> tuple[int, ...]:
    """For each row of a table its column in the cheapest pairing (Kuhn and Munkres; rows squared times columns).

    There are at least as many columns as rows.
    """
    prices = _Prices(table)
    for row in range(1, len(table) + 1):
        prices.add(row)
    column_of = [0] * len(table)
    for column, row in enumerate(prices.row_of[1:]):
        if row:
            column_of[row - 1] = column
    return tuple(column_of)


class _Prices:
    """Rows already paired (``row_of`` each column; both counted from 1), and the prices that prove it cheapest."""

    def __init__(self, table: Sequence[Sequence[float]]) -> None:
        self._table, self._size = table, len(table[0]) if table else 0
        self._rows, self._columns = [0.0] * (len(table) + 1), [0.0] * (self._size + 1)
        self.row_of = [0] * (self._size + 1)

    def add(self, row: int) -> None:
        """Pair one more row, moving others where that is cheaper."""
        self.row_of[0] = row
        column = 0
        least = [float("inf")] * (self._size + 1)
        came_from, done = [0] * (self._size + 1), [False] * (self._size + 1)
        while self.row_of[column]:
            done[column] = True
            step, nearest = self._nearest(column, least, came_from, done)
            for k in range(self._size + 1):
                if done[k]:
                    self._rows[self.row_of[k]] += step
                    self._columns[k] -= step
                else:
                    least[k] -= step
            column = nearest
        while column:
            self.row_of[column] = self.row_of[came_from[column]]
            column = came_from[column]

    def _nearest(self, column: int, least: list[float], came_from: list[int], done: list[bool]) -> tuple[float, int]:
        row, step, nearest = self.row_of[column], float("inf"), 0
        for k in range(1, self._size + 1):
            if done[k]:
                continue
            slack = self._table[row - 1][k - 1] - self._rows[row] - self._columns[k]
            if slack < least[k]:
                least[k], came_from[k] = slack, column
            if least[k] < step:
                step, nearest = least[k], k
        return step, nearest
