"""How well faces are told apart on hard views, beside the published ways, on one core.

python -m benchmarks.eyes --quick
python -m benchmarks.eyes --box duel-a --method ours --parts single --levels 0,50 --queries 2 --strangers 400
"""

import argparse
import os
import sys
import time
from pathlib import Path

# Before numpy is loaded, in this process and in those that it starts: one core.
os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", OPENCV_FOR_THREADS_NUM="1")

import msgspec

from benchmarks.eyes.boxes import PRINTINGS, boxes
from benchmarks.eyes.goals import goals
from benchmarks.eyes.plot import reliability
from benchmarks.eyes.runs import METHODS, SLOW, Plan, Result, run
from benchmarks.eyes.table import table
from benchmarks.eyes.views import LEVELS
from benchmarks.report import arguments, report

_BOXES = ("architects-a", "duel-a", "seven-wonders-a", "proxies")
_PARTS = ("single", "printings", "frames")


def plans(options: argparse.Namespace) -> list[Plan]:
    """Everything that the options ask for, in the order in which it is run."""
    here = boxes()
    wanted: list[Plan] = []
    if "single" in options.parts:
        for box in options.box:
            wanted += [_single(options, box, method) for method in options.method]
    if "printings" in options.parts:
        pairs = [pair for pair in PRINTINGS if set(pair) <= set(here) and (options.any_box or pair[0] in options.box)]
        for pair in pairs:
            quick = [method for method in options.method if method not in SLOW | {"hog"}]
            wanted += [_plan(options, pair, method, options.queries, 0) for method in quick]
    if "frames" in options.parts and "ours" in options.method:
        for box in options.box:
            count = max(1, _count(options, box) // 2)
            levels = tuple(level for level in options.levels if level <= 25)
            plan = _plan(options, (box, box), "ours", count, options.strangers // 2)
            wanted.append(msgspec.structs.replace(plan, frames=5, levels=levels))
    return wanted


def _single(options: argparse.Namespace, box: str, method: str) -> Plan:
    if method in SLOW:
        return _plan(options, (box, box), method, max(1, _count(options, box) // 4), min(150, options.strangers))
    return _plan(options, (box, box), method, _count(options, box), options.strangers)


def _count(options: argparse.Namespace, box: str) -> int:
    """Small boxes are asked about more often, so that a cell has about as many views."""
    return int(options.queries) * (5 if box in ("architects-a", "proxies") else 1)


def _plan(options: argparse.Namespace, pair: tuple[str, str], method: str, count: int, strangers: int) -> Plan:
    return Plan(
        *pair,
        method,
        tuple(options.levels),
        count,
        strangers,
        seed=options.seed,
        recipe=options.views == "recipe",
        scan=options.enrol == "scan",
    )


def _options(words: list[str] | None = None) -> argparse.Namespace:
    parser = arguments(__doc__)
    parser.add_argument("--box", type=_listed, help=f"of {', '.join(boxes())}")
    parser.add_argument("--method", type=_listed, default=list(METHODS), help=", ".join(METHODS))
    parser.add_argument("--parts", type=_listed, default=list(_PARTS), help=", ".join(_PARTS))
    parser.add_argument("--levels", type=lambda text: [int(word) for word in text.split(",")], default=list(LEVELS))
    parser.add_argument("--queries", type=int, default=4, help="views a face and level (small boxes: 5 times that)")
    parser.add_argument("--strangers", type=int, default=1000, help="views of cards of other boxes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--views", choices=("own", "recipe"), default="own")
    parser.add_argument("--enrol", choices=("shot", "scan"), default="shot")
    parser.add_argument("--figure", type=Path, help="write the reliability plot (SVG) there")
    options = parser.parse_args(words)
    options.any_box = options.box is None
    options.box = options.box or [box for box in _BOXES if box in boxes()]
    if options.quick:
        options.box, options.method, options.parts = options.box[-1:], ["ours", "hash"], ["single"]
        options.queries, options.strangers, options.any_box = 1, 200, False
    return options


def _listed(text: str) -> list[str]:
    return text.split(",")


def main() -> None:
    """Run what was asked for; progress on standard error, the table on standard output."""
    options = _options()
    missing = ", ".join(box for box in _BOXES if box not in boxes())
    if missing:
        sys.stderr.write(f"benchmark: no scans here of {missing}: left out\n")
    wanted, results = plans(options), list[Result]()
    started = time.monotonic()
    for number, plan in enumerate(wanted, 1):
        what = f"{plan.method} on {plan.asked}" + (f" x{plan.frames}" if plan.frames > 1 else "")
        sys.stderr.write(f"[{number}/{len(wanted)}, {time.monotonic() - started:.0f} s] {what}\n")
        results.append(run(plan))
    report(options, results, table(results), goals(results))
    if options.figure:
        options.figure.write_text(reliability([one for one in results if one.plan.method == "ours"]))


if __name__ == "__main__":
    main()
