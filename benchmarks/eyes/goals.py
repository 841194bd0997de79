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


def goals(results: Sequence[Result]) -> list[Goal]:
    """One line a goal; all boxes together count, with their 95 % interval; the worst is named."""
    ours = [result for result in results if result.plan.method == "ours"]
    one = [result for result in ours if result.plan.frames == 1 and result.plan.asked == result.plan.enrolled]
    other = [result for result in ours if result.plan.asked != result.plan.enrolled]
    five = [result for result in ours if result.plan.frames > 1]
    return [
        *_least("top-1", one, _TOP1, lambda cell: cell.top1),
        *_least("recall at <= 0.5 % false accepts", one, _RECALL, lambda cell: cell.recall),
        *_least("other printing, top-1", other, _OTHER_PRINTING, lambda cell: cell.top1),
        *_most("wrong face accepted at the default threshold", _pooled(map(_wrong, one)), _WRONG),
        *_most("stranger accepted at the default threshold", _pooled(result.strangers for result in one), _WRONG),
        *_most("five frames: strangers accepted", _pooled(result.strangers for result in five), _STRANGERS_OF_FIVE),
        *_least("five frames: named and accepted", five, {"0": _NAMED_OF_FIVE}, lambda cell: cell.accepted),
        *_calibrated(one),
        *_quick(one),
    ]


def _least(
    what: str, results: Sequence[Result], wanted: dict[str, float], of: Callable[[Cell], Share | None]
) -> list[Goal]:
    lines = []
    for level, least in wanted.items():
        found = [(value, result) for result in results if (value := _share_of(result, level, of)) is not None]
        if found:
            worst, result = min(found, key=lambda one: one[0].value)
            whole = _pooled(value for value, _ in found)
            measured = f"{100 * whole.value:.1f} % ({100 * whole.low:.1f} to {100 * whole.high:.1f})"
            worse = f"{100 * worst.value:.1f} %, {_asked(result)}"
            lines.append(
                Goal(
                    f"{what}, {level} % hidden",
                    f"{measured}; worst {worse}",
                    f">= {least:g} %",
                    100 * whole.value >= least,
                )
            )
    return lines


def _share_of(result: Result, level: str, of: Callable[[Cell], Share | None]) -> Share | None:
    cell = result.cells.get(level)
    return None if cell is None else of(cell)


def _wrong(result: Result) -> Share:
    """Known pieces of all levels that were named wrong and accepted."""
    return _pooled(cell.wrong for cell in result.cells.values())


def _pooled(shares: Iterable[Share]) -> Share:
    some = list(shares)
    return share(sum(one.hits for one in some), sum(one.n for one in some))


def _most(what: str, found: Share, most: float) -> list[Goal]:
    measured = f"{100 * found.value:.2f} % ({found.hits} of {found.n}), all boxes"
    return [Goal(what, measured, f"<= {most:g} %", 100 * found.value <= most)] if found.n else []


def _calibrated(results: Sequence[Result]) -> list[Goal]:
    if not results:
        return []
    # Boxes that err to either side cancel out when their answers are pooled: the mean of the boxes counts.
    mean = 100 * statistics.fmean(result.calibration.error for result in results)
    pooled = 100 * pooled_calibration([result.calibration for result in results]).error
    worst = max(results, key=lambda result: result.calibration.error)
    measured = f"{mean:.1f} % ({pooled:.1f} % pooled); worst {100 * worst.calibration.error:.1f} %, {_asked(worst)}"
    return [Goal("expected calibration error, mean of boxes", measured, f"<= {_CALIBRATION:g} %", mean <= _CALIBRATION)]


def _quick(results: Sequence[Result]) -> list[Goal]:
    if not results:
        return []
    worst = max(results, key=lambda result: result.ms)
    return [Goal("a piece, both ways up", f"{worst.ms:.1f} ms, {_asked(worst)}", f"<= {_MS:g} ms", worst.ms <= _MS)]


def _asked(result: Result) -> str:
    plan = result.plan
    return plan.asked if plan.asked == plan.enrolled else f"{plan.enrolled} > {plan.asked}"
