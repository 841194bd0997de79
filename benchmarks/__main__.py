"""Every benchmark in turn on one core, and one table at the end: what was measured and what was wanted.

python -m benchmarks [--quick] [--only eyes,stills] [--json FILE]
"""

import argparse
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from benchmarks.report import Goal, Report

STEPS = {
    "eyes": "faces told apart on hard views, beside the published ways",
    "stills": "all pieces of a single photo",
    "tokens": "tokens, coins and pawns",
    "enrolment": "cards shown one after another",
    "codes": "printed codes read",
    "pipeline": "a frame from camera to decision",
    "journal": "one event on disk",
    "board": "the board on a slow phone: bytes, first paint, push to pixels",
    "floods": "a move at the table while strangers flood the board",
    "rules": "whole games a second, legal moves, playouts",
    "screen": "from the push to pixels, idle work, memory over an evening",
}
"""Modules beside this one, in the order in which they run, and what each measures."""

_ROOT = Path(__file__).parents[1]
_ONE_CORE = {"OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "OPENCV_FOR_THREADS_NUM": "1"}


class Step(NamedTuple):
    """A benchmark that was run: whether it ended well, seconds by the clock and of CPU, peak MiB, its report."""

    name: str
    well: bool
    seconds: float
    cpu: float
    peak: float
    report: Report


def run(name: str, *, quick: bool, folder: Path, root: Path = _ROOT) -> Step:
    """Run one benchmark of the tree at ``root`` in its own process; its tables go to standard output as they come."""
    file = folder / f"{name}.json"
    words = [sys.executable, "-m", f"benchmarks.{name}", *(["--quick"] if quick else []), "--json", str(file)]
    before, started = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    process = subprocess.Popen(words, cwd=root, env={**os.environ, **_ONE_CORE, "PYTHONPATH": str(root)})  # noqa: S603 - our own module
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    done = msgspec.json.decode(file.read_bytes(), type=Report) if file.exists() else Report({})
    return Step(name, process.returncode == 0, time.monotonic() - started, cpu, used.ru_maxrss / 1024, done)


def summary(steps: list[Step]) -> str:
    """The one table: every figure, what was wanted, what the published ways reach; then what each benchmark cost."""
    goals = [(step.name, goal) for step in steps for goal in step.report.goals]
    others = list(dict.fromkeys(way for _, goal in goals for way in goal.beside))
    rows = [("what", "ours", "wanted", "", *others)]
    for step in steps:
        if step.report.goals:
            rows.append((f"**{step.name}**", *[""] * (len(others) + 3)))
        rows += [
            (g.what, g.measured, g.wanted, _mark(g), *(g.beside.get(way, "") for way in others))
            for g in step.report.goals
        ]
    cost = [("benchmark", "seconds", "CPU s", "peak MiB", "")]
    cost += [
        (step.name, f"{step.seconds:.0f}", f"{step.cpu:.0f}", f"{step.peak:.0f}", "" if step.well else "failed")
        for step in steps
    ]
    details = [f"{name}, {goal.what}: {goal.detail}" for name, goal in goals if goal.detail]
    return "\n".join(["", *aligned(rows), "", *details, *([""] if details else []), *aligned(cost)]) + "\n"


def aligned(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Markdown whose columns stand under each other, also in a terminal."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |" for row in rows
    ]
    return [lines[0], "|" + "|".join("-" * (width + 2) for width in widths) + "|", *lines[1:]]


def _mark(goal: Goal) -> str:
    if not goal.wanted:
        return ""
    return "met" if goal.met else "NOT MET"


def main() -> None:
    """Run what was asked for. Ends with 1 where a benchmark failed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="about a minute: whether all run, not how well")
    parser.add_argument("--only", default=",".join(STEPS), help=f"of {', '.join(STEPS)}")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures there as one JSON document")
    options = parser.parse_args()
    names = options.only.split(",")
    if unknown := set(names) - set(STEPS):
        sys.exit(f"benchmarks: no {', '.join(sorted(unknown))}; there are: {', '.join(STEPS)}")
    steps: list[Step] = []
    with tempfile.TemporaryDirectory() as folder:
        for number, name in enumerate(names, 1):
            sys.stdout.write(f"\n== {number} of {len(names)}, {name}: {STEPS[name]}\n")
            sys.stdout.flush()
            steps.append(run(name, quick=options.quick, folder=Path(folder)))
    sys.stdout.write(summary(steps))
    if options.json:
        whole = {step.name: {**msgspec.to_builtins(step.report), "cpu_s": step.cpu, "mib": step.peak} for step in steps}
        options.json.write_bytes(msgspec.json.format(msgspec.json.encode(whole), indent=1))
    if not all(step.well for step in steps):
        sys.exit(1)


if __name__ == "__main__":
    main()
