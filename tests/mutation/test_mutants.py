"""The mutants are real changes of behaviour: nothing is changed that no test could notice, everything else is."""

from pathlib import Path
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tests.mutation.mutants import Mutant

SOURCE = '''"""What the module is for."""

from functools import lru_cache

__all__ = ["grown"]
LIMIT: int = 10


class Heap:
    """A heap."""

    size: int = 1

    @property
    def full(self) -> bool:
        """Whether nothing more fits."""
        return self.size >= LIMIT


@lru_cache(maxsize=16)
def grown(heap: int, by: int = 2) -> int:
    """A bigger heap."""
    if heap + by > LIMIT:
        raise ValueError("the heap is full")
    return heap + by


def both(one: list[int], other: list[int]) -> list[tuple[int, int]]:
    """Pairs."""
    return list(zip(one, other, strict=True))
'''


def mutants(path: Path, source: str) -> "Iterable[Mutant]":
    """Loaded here: libcst takes a second, which no process that only collects this need spend."""
    from tests.mutation import mutants  # noqa: PLC0415

    return mutants.mutants(path, source)


def found() -> list[tuple[str, str, str]]:
    """Where each mutant lies, and its line before and after."""
    return [(mutant.scope, *mutant.shown(SOURCE)) for mutant in mutants(Path("heap.py"), SOURCE)]


def test_each_mutant_changes_one_line_of_python() -> None:
    for mutant in mutants(Path("heap.py"), SOURCE):
        changed = mutant.applied(SOURCE)
        compile(changed, mutant.name, "exec")
        lines = [
            k
            for k, pair in enumerate(zip(SOURCE.splitlines(), changed.splitlines(), strict=True))
            if len(set(pair)) > 1
        ]
        assert lines == [mutant.line - 1]


def test_a_mutant_knows_the_function_that_it_lies_in() -> None:
    assert ("Heap.full", "return self.size >= LIMIT", "return self.size > LIMIT") in found()
    assert ("grown", "return heap + by", "return heap - by") in found()
    assert ("", "LIMIT: int = 10", "LIMIT: int = 11") in found()
    assert {scope for scope, before, _ in found() if before.startswith("def grown")} == {""}, "a default is set at load"


def test_texts_for_people_and_the_sizes_of_caches_are_left_alone() -> None:
    changed = "\n".join(after for _, _, after in found())
    assert "maxsize=17" not in changed
    assert "XX" not in changed
    assert "strict=False" not in changed
    assert "zip(one, other)" not in changed
    assert "zip(one, strict=True)" in changed
    assert "raise ValueError(None)" in changed, "that there is a text at all counts"


def test_the_report_counts_what_was_not_noticed(tmp_path: Path) -> None:
    from tests.mutation.report import Report  # noqa: PLC0415 - as mutants

    path = tmp_path / "heap.py"
    path.write_text(SOURCE, encoding="utf-8")
    some = list(mutants(path, SOURCE))[:4]
    report = Report(tmp_path / "out.jsonl")
    report.sizes["heap.py"] = 8
    verdicts: tuple[Literal["killed", "survived", "timeout"], ...] = ("killed", "killed", "survived", "timeout")
    for mutant, verdict in zip(some, verdicts, strict=True):
        report.add(mutant, verdict)
    report.write()
    assert "| heap.py | 8 | 4 | 2 | 1 | 1 | 75.0% |" in report.table()
    assert "75.0% (30.1% to 95.4%)" in report.table()
    assert report.survivors_of_last_time(some) == [some[2]]
