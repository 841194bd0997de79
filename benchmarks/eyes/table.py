"""The figures as a table that a person reads."""

from collections.abc import Iterable, Sequence

from benchmarks.eyes.figures import Share
from benchmarks.eyes.runs import Result

_NAMES = {
    "ours": "ours",
    "hash": "perceptual hash",
    "hog": "HOG + Lab, one view",
    "orb": "ORB + RANSAC",
    "sift": "SIFT + RANSAC",
}
_COLUMNS = ("method", "top-1 %", "recall % at <=0.5 % FA", "wrong accepted %", "strangers acc. %", "AUROC")
_MORE = ("ECE %", "ms", "MiB", "views")


def table(results: Sequence[Result]) -> str:
    """One block a box, one line a method, levels of occlusion within a column; Markdown."""
    lines: list[str] = []
    for result in results:
        head = _head(result)
        if head not in lines:
            lines += ["", head, "", _row((*_COLUMNS, *_MORE)), "|---" * len((*_COLUMNS, *_MORE)) + "|"]
        lines.append(_row(_cells(result)))
    return "\n".join(lines[1:])


def _head(result: Result) -> str:
    plan = result.plan
    asked = "" if plan.asked == plan.enrolled else f", asked about {plan.asked}"
    how = "the scan itself" if plan.scan else "one fair shot"
    several = f", mean of {plan.frames} frames" if plan.frames > 1 else ""
    maker = "the recipe's views" if plan.recipe else "our views"
    levels = "/".join(str(level) for level in plan.levels)
    return f"**{plan.enrolled}**: {result.faces} faces from {how}{asked}; {maker}{several}; hidden % {levels}"


def _cells(result: Result) -> Iterable[str]:
    cells = list(result.cells.values())
    asked = sum(cell.top1.n for cell in cells)
    return (
        _NAMES[result.plan.method],
        " / ".join(_percent(cell.top1) for cell in cells),
        " / ".join(_percent(cell.recall) for cell in cells),
        " / ".join(_percent(cell.wrong, 2) for cell in cells),
        _percent(result.strangers, 2),
        " / ".join("-" if cell.auroc is None else f"{cell.auroc:.4f}" for cell in cells),
        f"{100 * result.calibration.error:.1f}" if result.plan.method == "ours" else "-",
        f"{result.ms:.1f}",
        f"{result.peak_mib:.0f}",
        f"{asked}+{result.strangers.n}",
    )


def _percent(value: Share | None, digits: int = 1) -> str:
    return "-" if value is None or not value.n else f"{100 * value.value:.{digits}f}"


def _row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"
