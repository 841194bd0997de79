"""The same benchmarks in this tree and in an earlier commit's, in turn on one core, and one table of both.

python -m benchmarks.beside COMMIT [--quick] [--only stills,pipeline]

The commit's tree is checked out beside this one for as long, and run with this Python, which must have what it needs.
"""

import argparse
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from benchmarks.__main__ import STEPS, Step, aligned, run

_ROOT = Path(__file__).parents[1]


@contextmanager
def tree_of(commit: str) -> Iterator[Path]:
    """The files of a commit, in a folder beside ours (what lies there, both find)."""
    with tempfile.TemporaryDirectory(prefix=".before-", dir=_ROOT.parent) as folder:
        # The folder itself is the tree: one deeper, it would not find what lies beside ours.
        tree = Path(folder)
        git = ["git", "-C", str(_ROOT), "worktree"]
        subprocess.run([*git, "add", "-q", "--detach", str(tree), commit], check=True)  # noqa: S603 - git itself
        try:
            yield tree
        finally:
            subprocess.run([*git, "remove", "--force", str(tree)], check=True)  # noqa: S603 - git itself


def table(before: Sequence[Step], now: Sequence[Step], commit: str) -> str:
    """Every figure of either tree, then what the benchmarks cost."""
    rows = [("what", commit, "now", "wanted")]
    for old, new in zip(before, now, strict=True):
        rows.append((f"**{new.name}**", "", "", ""))
        was = {goal.what: goal.measured for goal in old.report.goals}
        rows += [(goal.what, was.pop(goal.what, ""), goal.measured, goal.wanted) for goal in new.report.goals]
        rows += [(what, measured, "", "") for what, measured in was.items()]
        rows.append(("seconds, CPU seconds, peak MiB", _cost(old), _cost(new), ""))
    return "\n".join(aligned(rows)) + "\n"


def _cost(step: Step) -> str:
    return f"{step.seconds:.0f}, {step.cpu:.0f}, {step.peak:.0f}" if step.well else "failed"


def main() -> None:
    """Run what both trees have and was asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commit", help="an earlier one: e263257")
    parser.add_argument("--quick", action="store_true", help="some minutes: whether all run, not how well")
    parser.add_argument("--only", default=",".join(STEPS), help=f"of {', '.join(STEPS)}")
    options = parser.parse_args()
    # The tree is taken away again also when we are stopped.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    before: list[Step] = []
    now: list[Step] = []
    with tree_of(options.commit) as tree, tempfile.TemporaryDirectory() as folder:
        both = [name for name in options.only.split(",") if list((tree / "benchmarks").glob(f"{name}*"))]
        for name in both:
            for steps, root, kept in ((before, tree, Path(folder) / "before"), (now, _ROOT, Path(folder) / "now")):
                kept.mkdir(exist_ok=True)
                steps.append(run(name, quick=options.quick, folder=kept, root=root))
    sys.stdout.write("\n" + table(before, now, options.commit))


if __name__ == "__main__":
    main()
