"""What the recogniser is wanted to reach, and whether it does."""

import statistics
from collections.abc import Callable, Iterable, Sequence

from benchmarks.eyes.figures import Cell, Share, pooled_calibration, share
from benchmarks.eyes.runs import Result
from benchmarks.report import Goal

_TOP1 = {"0": 99.7, "25": 99.5, "50": 97.0, "70": 80.0}
_RECALL = {"0": 99.5, "25": 98.5, "50": 93.0}
_OTHER_PRINTING = {"0": 99.5, "50": 92.0}
_WRONG = 0.1
_STRANGERS_OF_FIVE = 0.3
_NAMED_OF_FIVE = 99.0
_CALIBRATION = 2.0
_MS = 10.0


_WAYS = {"hash": "hash", "hog": "HOG", "orb": "ORB", "sift": "SIFT"}
"""The published ways, as the table at the end calls them."""


def goals(results: Sequence[Result]) -> list[Goal]:
    """One line a goal; all boxes together count, with their 95 % interval; the worst is named."""
    one = [result for result in results if result.plan.frames == 1 and result.plan.asked == result.plan.enrolled]
    other = [result for result in results if result.plan.asked != result.plan.enrolled]
    five = [result for result in results if result.plan.frames > 1]
    return [
        *_least("top-1", one, _TOP1, lambda cell: cell.top1),
        *_least("recall at <= 0.5 % FA", one, _RECALL, lambda cell: cell.recall),
        *_least("other printing, top-1", other, _OTHER_PRINTING, lambda cell: cell.top1),
        *_wrong_by_level(one),
        *_most("wrong face accepted, all", one, _wrong, _WRONG),
        *_most("stranger accepted", one, lambda result: result.strangers, _WRONG),
        *_most("five frames: stranger accepted", five, lambda result: result.strangers, _STRANGERS_OF_FIVE),
        *_least("five frames: named, accepted", five, {"0": _NAMED_OF_FIVE}, lambda cell: cell.accepted),
        *_calibrated(_ours(one)),
        *_costs(one),
    ]


def _ours(results: Sequence[Result]) -> list[Result]:
    return [result for result in results if result.plan.method == "ours"]


def _least(
    what: str, results: Sequence[Result], wanted: dict[str, float], of: Callable[[Cell], Share | None]
) -> list[Goal]:
    lines = []
    for level, least in wanted.items():

        def share_of(result: Result, level: str = level) -> Share | None:
            cell = result.cells.get(level)
            return None if cell is None else of(cell)

        found = [(value, result) for result in _ours(results) if (value := share_of(result)) is not None]
        if found:
            worst, result = min(found, key=lambda one: one[0].value)
            whole = _pooled(value for value, _ in found)
            span = f"{100 * whole.low:.1f} to {100 * whole.high:.1f} %"
            lines.append(
                Goal(
                    f"{what}, {level} % hidden",
                    f"{100 * whole.value:.1f} %",
                    f">= {least:g} %",
                    100 * whole.value >= least,
                    f"{span}; worst {100 * worst.value:.1f} %, {_asked(result)}",
                    _beside(results, share_of),
                )
            )
    return lines


def _beside(results: Sequence[Result], of: Callable[[Result], Share | None], digits: int = 1) -> dict[str, str]:
    """The same share for each published way, all boxes together."""
    found: dict[str, str] = {}
    for method, way in _WAYS.items():
        shares = [share for result in results if result.plan.method == method and (share := of(result)) is not None]
        if shares:
            found[way] = f"{100 * _pooled(shares).value:.{digits}f}"
    return found


def _wrong_by_level(results: Sequence[Result]) -> list[Goal]:
    """Known pieces named wrong and accepted, level by level: figures; the goal is for all of them."""
    lines = []
    for level in dict.fromkeys(level for result in _ours(results) for level in result.cells):

        def wrong(result: Result, level: str = level) -> Share | None:
            cell = result.cells.get(level)
            return None if cell is None else cell.wrong

        found = _pooled(share for result in _ours(results) if (share := wrong(result)) is not None)
        lines.append(
            Goal(
                f"wrong face accepted, {level} % hidden",
                f"{100 * found.value:.2f} %",
                "",
                met=True,
                detail=f"{found.hits} of {found.n}",
                beside=_beside(results, wrong, 2),
            )
        )
    return lines


def _wrong(result: Result) -> Share:
    """Known pieces of all levels that were named wrong and accepted."""
    return _pooled(cell.wrong for cell in result.cells.values())


def _pooled(shares: Iterable[Share]) -> Share:
    some = list(shares)
    return share(sum(one.hits for one in some), sum(one.n for one in some))


def _most(what: str, results: Sequence[Result], of: Callable[[Result], Share], most: float) -> list[Goal]:
    found = _pooled(map(of, _ours(results)))
    if not found.n:
        return []
    measured, detail = f"{100 * found.value:.2f} %", f"{found.hits} of {found.n}, all boxes"
    return [Goal(what, measured, f"<= {most:g} %", 100 * found.value <= most, detail, _beside(results, of, 2))]


def _calibrated(results: Sequence[Result]) -> list[Goal]:
    if not results:
        return []
    # Boxes that err to either side cancel out when their answers are pooled: the mean of the boxes counts.
    mean = 100 * statistics.fmean(result.calibration.error for result in results)
    pooled = 100 * pooled_calibration([result.calibration for result in results]).error
    worst = max(results, key=lambda result: result.calibration.error)
    detail = f"mean of boxes; {pooled:.1f} % pooled; worst {100 * worst.calibration.error:.1f} %, {_asked(worst)}"
    return [Goal("expected calibration error", f"{mean:.1f} %", f"<= {_CALIBRATION:g} %", mean <= _CALIBRATION, detail)]


def _costs(results: Sequence[Result]) -> list[Goal]:
    """Time and memory of the box that takes most of it."""
    ours = _ours(results)
    if not ours:
        return []
    worst = max(ours, key=lambda result: result.ms)
    largest = max(result.peak_mib for result in ours)
    ways = {way: [one for one in results if one.plan.method == method] for method, way in _WAYS.items()}
    ms = {way: f"{max(one.ms for one in found):.1f}" for way, found in ways.items() if found}
    mib = {way: f"{max(one.peak_mib for one in found):.0f}" for way, found in ways.items() if found}
    return [
        Goal("a piece, both ways up", f"{worst.ms:.1f} ms", f"<= {_MS:g} ms", worst.ms <= _MS, _asked(worst), ms),
        Goal("naming: peak memory", f"{largest:.0f} MiB", "", met=True, detail="", beside=mib),
    ]


def _asked(result: Result) -> str:
    plan = result.plan
    return plan.asked if plan.asked == plan.enrolled else f"{plan.enrolled} > {plan.asked}"
