"""People put into places where it matters who sits with whom and who sits where: robust tabu search.

É. Taillard, Robust taboo search for the quadratic assignment problem, Parallel Computing 17 (1991): the best exchange
of two is made even where it makes things worse for a while, and neither goes back where he came from for some time.
Here with a cost of each person's place by itself; all exchanges are weighed at once.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

_Costs = NDArray[np.float64]
_NOTHING = 1e-6
"""Of costs: no more than rounding."""


class Arranged(NamedTuple):
    """``order``: who is in which place; ``cost``: what that costs."""

    order: NDArray[np.intp]
    cost: float


def search(
    together: _Costs, alone: _Costs, table: NDArray[np.intp], rng: np.random.Generator, exchanges: int
) -> Arranged:
    """The best arrangement found in so many exchanges, from the best one for each alone on, lots among equals.

    ``together[a, b]``: what it costs that these two are at one table (symmetric, 0 on the diagonal); ``alone[a, p]``:
    that this one is in that place; ``table[p]``: the table that a place belongs to.
    """
    # Who serves pages draws nobody: loading this takes a worker a quarter of its start.
    from scipy.optimize import linear_sum_assignment  # noqa: PLC0415

    people = len(table)
    at = (table[:, None] == np.unique(table)[None, :]).astype(float)
    mates = table[:, None] == table[None, :]
    place = np.arange(people)
    order = np.empty(people, dtype=np.intp)
    one_by_one, there = linear_sum_assignment(alone + rng.random(alone.shape) * _NOTHING)
    order[there] = one_by_one
    paid = float(together[np.ix_(order, order)][mates].sum() / 2 + alone[order, place].sum())
    best = Arranged(order.copy(), paid)
    barred = np.zeros((people, people), dtype=np.int64)
    for now in range(1, exchanges + 1):
        if best.cost < _NOTHING:
            break
        change = _changes(together[np.ix_(order, order)], alone[order], at, table, mates)
        waits = barred[order] > now
        # What leads to the best so far may be done all the same.
        change[waits & waits.T & (paid + change >= best.cost - _NOTHING)] = np.inf
        one, other = divmod(int(np.argmin(change + rng.random(change.shape) * _NOTHING)), people)
        if not np.isfinite(change[one, other]):
            continue
        for left in (one, other):
            barred[order[left], left] = now + rng.integers(people // 3, people + 1)
        paid += float(change[one, other])
        order[one], order[other] = order[other], order[one]
        if paid < best.cost - _NOTHING:
            best = Arranged(order.copy(), paid)
    return best


def _changes(together: _Costs, alone: _Costs, at: _Costs, table: NDArray[np.intp], mates: NDArray[np.bool_]) -> _Costs:
    """By two places: what it would cost more if those who are there exchanged them. In the order of the places."""
    company = (together @ at)[:, np.searchsorted(np.unique(table), table)]
    change = company + company.T - np.diag(company)[:, None] - np.diag(company)[None, :] - 2 * together
    change[mates] = 0.0
    change += alone + alone.T - np.diag(alone)[:, None] - np.diag(alone)[None, :]
    np.fill_diagonal(change, np.inf)
    return change
