"""Mutants of loaded functions: the change is put in place in a fork in which everything is loaded and collected."""

import functools
import gc
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest

from tests.mutation.forks import Verdict, all_pass, answers, verdict
from tests.mutation.mutants import Mutant
from tests.mutation.reach import Place, Reach, measure, watched

OPTIONS = ("-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-m", "not proof")


def measured(tests: Sequence[str], mutants: Sequence[Mutant]) -> Iterator[Any]:
    """First every test's reach (or the line that says which one fails), then each mutant tried with its verdict.

    Mutants of what only runs while the rules are loaded are left for ``reloaded``.
    """
    return answers(lambda send: _run(tests, mutants, send))


def _run(tests: Sequence[str], mutants: Sequence[Mutant], send: Callable[[Any], None]) -> None:
    plugin = _Trials(mutants, send)
    with watched() as plugin.at_load:
        for path in {mutant.path for mutant in mutants}:
            import_module(".".join(path.with_suffix("").parts).removesuffix(".__init__"))
    pytest.main([*OPTIONS, *tests], plugins=[plugin])


class _Trials:
    """A pytest plugin that tries the mutants instead of running the tests once."""

    def __init__(self, mutants: Sequence[Mutant], send: Callable[[Any], None]) -> None:
        self.at_load: set[Place] = set()
        self._mutants, self._send = mutants, send

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        reaches: dict[str, Reach] | str = next(answers(lambda send: send(measure(session.items))))
        self._send(reaches)
        if isinstance(reaches, str):
            return True
        items = [item for item in session.items if item.nodeid in reaches]
        functions = _functions()
        for mutant in self._mutants:
            place = (str(mutant.path.resolve()), mutant.scope)
            if place in functions and place not in self.at_load:
                reaching = [item for item in items if place in reaches[item.nodeid].places]
                self._send((mutant, _tried(mutant, functions[place], reaching, reaches)))
        return True


def _functions() -> dict[Place, list[FunctionType]]:
    found: dict[Place, list[FunctionType]] = {}
    for function in gc.get_objects():
        if isinstance(function, FunctionType) and str(function.__module__).startswith("companion.games"):
            code = function.__code__
            found.setdefault((str(Path(code.co_filename).resolve()), code.co_qualname), []).append(function)
    return found


def _tried(
    mutant: Mutant, functions: list[FunctionType], items: list[pytest.Item], reaches: dict[str, Reach]
) -> Verdict:
    code = _code_of(mutant, functions[0].__code__.co_filename)

    def survives() -> bool:
        for function in functions:
            function.__code__ = code
        for cached in gc.get_objects():
            if isinstance(cached, functools._lru_cache_wrapper):
                cached.cache_clear()
        return all_pass(items, reaches)

    return verdict(survives)


def _code_of(mutant: Mutant, filename: str) -> CodeType:
    """The changed function's code."""
    source = mutant.applied(mutant.path.read_text(encoding="utf-8"))
    waiting = [compile(source, filename, "exec", dont_inherit=True)]
    for code in waiting:
        if code.co_qualname == mutant.scope:
            return code
        waiting += [part for part in code.co_consts if isinstance(part, CodeType)]
    raise LookupError(f"{mutant.name}: no function {mutant.scope}")
