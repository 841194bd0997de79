"""Mutants of what runs while the rules are loaded: a fork in which nothing of them is loaded yet loads them changed."""

import sys
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from types import CodeType

import pytest

from tests.mutation.forks import Jury, Verdict
from tests.mutation.mutants import Mutant
from tests.mutation.suite import Suite


class _Changed(SourceFileLoader):
    """Finds and loads the one module with its change."""

    def __init__(self, mutant: Mutant) -> None:
        parts = mutant.path.with_suffix("").parts
        package = parts[-1] == "__init__"
        super().__init__(".".join(parts[:-1] if package else parts), str(mutant.path.resolve()))
        self._source = mutant.applied(mutant.path.read_text(encoding="utf-8"))
        self._folders = [str(mutant.path.resolve().parent)] if package else None

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> ModuleSpec | None:  # noqa: ARG002
        if fullname != self.name:
            return None
        return spec_from_file_location(fullname, self.path, loader=self, submodule_search_locations=self._folders)

    def get_code(self, fullname: str) -> CodeType:  # noqa: ARG002
        return compile(self._source, self.path, "exec", dont_inherit=True)


class _Quickest:
    """A pytest plugin that runs the tests quickest first and stops at the first that fails."""

    def __init__(self, jury: Jury) -> None:
        self._jury = jury
        self.survived = False

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if not session.testsfailed:
            items = [item for item in session.items if item.nodeid in self._jury.reaches]
            self.survived = self._jury.all_pass(items)
        return True


def _passes(suite: Suite, files: tuple[str, ...], jury: Jury) -> bool:
    plugin = _Quickest(jury)
    pytest.main(suite.arguments(files), plugins=[plugin])
    return plugin.survived


def tried(mutant: Mutant, suite: Suite, jury: Jury) -> Verdict:
    """What becomes of this mutant."""

    def survives() -> bool:
        sys.meta_path.insert(0, _Changed(mutant))
        first = jury.sharpest_file(suite.files)
        others = tuple(file for file in suite.files if file != first)
        return _passes(suite, (first,), jury) and _passes(suite, others, jury)

    return jury.verdict(survives)
