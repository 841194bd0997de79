"""Tries the mutants of one game's rules, or a sample of them, and writes down which ones no test notices.

python -m tests.mutation architects [--sample 40] [--only judge.py,legal.py] [--again]
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import hypothesis
import hypothesis.strategies

from tests.mutation.forks import Jury, Verdict
from tests.mutation.loaded import measured
from tests.mutation.mutants import Mutant, is_python, mutants
from tests.mutation.reach import RULES
from tests.mutation.reloaded import tried
from tests.mutation.report import Report
from tests.mutation.suite import Suite


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.mutation", description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", help="a folder of companion/games")
    parser.add_argument("--sample", type=int, help="no more than so many mutants of each module, drawn at random")
    parser.add_argument("--seed", type=int, default=1, help="of that draw")
    parser.add_argument("--only", default="", help="these modules only, as in judge.py,legal.py")
    parser.add_argument("--again", action="store_true", help="only those that survived the last time")
    parser.add_argument("--out", type=Path, default=Path("build/mutation"), help="where the results are written")
    return parser.parse_args()


def _chosen(arguments: argparse.Namespace) -> Iterator[tuple[Path, int, list[Mutant]]]:
    """Each module, how many mutants it has, and those that are tried."""
    only = [name for name in arguments.only.split(",") if name]
    for path in sorted((RULES / arguments.game).rglob("*.py")):
        if only and path.name not in only:
            continue
        relative = path.relative_to(Path.cwd())
        source = path.read_text(encoding="utf-8")
        found = mutants(relative, source)
        drawn = found
        if arguments.sample is not None:
            drawn = Random(arguments.seed).sample(found, min(arguments.sample, len(found)))
        yield relative, len(found), [mutant for mutant in drawn if is_python(mutant, source)]


def main() -> int:
    """Try them; the table at the end says how many of each module were noticed."""
    arguments = _arguments()
    hypothesis.settings.register_profile(
        "mutation", derandomize=True, database=None, phases=(hypothesis.Phase.explicit, hypothesis.Phase.generate)
    )
    hypothesis.settings.load_profile("mutation")
    report = Report(arguments.out / f"{arguments.game}.jsonl")
    wanted: list[Mutant] = []
    for path, whole, drawn in _chosen(arguments):
        report.sizes[path.name] = whole
        wanted += drawn
    if arguments.again:
        wanted = report.survivors_of_last_time(wanted)
    try:
        for mutant, verdict in _verdicts(Suite.of(arguments.game), wanted):
            report.add(mutant, verdict)
    finally:
        report.write()
    print(report.table())
    return 0


def _verdicts(suite: Suite, wanted: list[Mutant]) -> Iterator[tuple[Mutant, Verdict]]:
    stream = measured(suite, wanted)
    reaches = next(stream)
    if isinstance(reaches, str):
        sys.exit(reaches)
    print(
        f"{len(wanted)} mutants, {len(reaches)} tests of {sum(each.seconds for each in reaches.values()):.1f} s",
        flush=True,
    )
    left = dict.fromkeys(wanted)
    for mutant, verdict in stream:
        left.pop(mutant)
        yield mutant, verdict
    jury = Jury(reaches)
    for mutant in left:
        yield mutant, tried(mutant, suite, jury)


if __name__ == "__main__":
    sys.exit(main())
