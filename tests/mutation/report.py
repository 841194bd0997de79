"""What has become of the mutants: a line each in a file, the survivors shown, a table by module."""

import math
from pathlib import Path

import msgspec

from tests.mutation.forks import Verdict
from tests.mutation.mutants import Mutant


class Outcome(msgspec.Struct, frozen=True):
    """One mutant and what became of it; ``before`` and ``after`` show the change."""

    verdict: Verdict
    name: str
    scope: str
    before: str
    after: str


class Report:
    """The outcomes of a run. ``sizes``: how many mutants each module has, tried or not."""

    def __init__(self, file: Path) -> None:
        self.sizes: dict[str, int] = {}
        self._file = file
        self._outcomes: list[Outcome] = []

    def survivors_of_last_time(self, wanted: list[Mutant]) -> list[Mutant]:
        """Those of these mutants that the last run's file calls survivors, wherever their lines are now."""
        last = [msgspec.json.decode(line, type=Outcome) for line in self._file.read_bytes().splitlines()]
        lived = {(known.scope, known.before, known.after) for known in last if known.verdict == "survived"}
        return [mutant for mutant in wanted if (mutant.scope, *_shown(mutant)) in lived]

    def add(self, mutant: Mutant, verdict: Verdict) -> None:
        """Note an outcome; survivors are shown at once."""
        before, after = _shown(mutant)
        self._outcomes.append(Outcome(verdict, mutant.name, mutant.scope, before, after))
        if verdict == "survived":
            print(f"{mutant.name} survived in {mutant.scope or 'the module'}\n  - {before}\n  + {after}", flush=True)

    def write(self) -> None:
        """Write the outcomes down, a JSON object a line."""
        self._file.parent.mkdir(parents=True, exist_ok=True)
        self._file.write_bytes(b"".join(msgspec.json.encode(outcome) + b"\n" for outcome in self._outcomes))

    def table(self) -> str:
        """Markdown: each module's mutants, tried, killed, timed out, survived and its score; the whole last."""
        lines = ["| module | mutants | tried | killed | timeout | survived | score |", "|---|---|---|---|---|---|---|"]
        estimate = 0.0
        whole = sum(self.sizes.values())
        tried: list[Outcome] = []
        for module, size in self.sizes.items():
            mine = [outcome for outcome in self._outcomes if Path(outcome.name.partition(":")[0]).name == module]
            if mine:
                lines.append(_row(module, size, mine))
                estimate += _score(mine) * size / whole
                tried += mine
        if tried:
            lines.append(_row("all", whole, tried))
            if len(tried) < whole:
                low, high = _interval(estimate, len(tried))
                lines.append(
                    f"\nEstimate for all, modules weighted by their size: {estimate:.1%} ({low:.1%} to {high:.1%})"
                )
        return "\n".join(lines)


def _shown(mutant: Mutant) -> tuple[str, str]:
    return mutant.shown(mutant.path.read_text(encoding="utf-8"))


def _score(outcomes: list[Outcome]) -> float:
    return sum(outcome.verdict != "survived" for outcome in outcomes) / len(outcomes)


def _interval(share: float, tried: int) -> tuple[float, float]:
    """Wilson's interval, 95 %: where the share of all lies, judged by a draw of so many."""
    z = 1.96
    middle = share + z * z / (2 * tried)
    margin = z * math.sqrt(share * (1 - share) / tried + z * z / (4 * tried * tried))
    return (middle - margin) / (1 + z * z / tried), (middle + margin) / (1 + z * z / tried)


def _row(name: str, size: int, outcomes: list[Outcome]) -> str:
    counts = [sum(outcome.verdict == verdict for outcome in outcomes) for verdict in ("killed", "timeout", "survived")]
    return f"| {name} | {size} | {len(outcomes)} | {' | '.join(map(str, counts))} | {_score(outcomes):.1%} |"
