"""Mutants of loaded functions: the change is put in place in a fork in which everything is loaded and collected."""

import gc
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import pytest

from tests.mutation.forks import Jury, answers
from tests.mutation.mutants import Mutant
from tests.mutation.reach import Place, Reach, caches, measure, watched
from tests.mutation.suite import Suite


def measured(suite: Suite, mutants: Sequence[Mutant]) -> Iterator[Any]:
    """First every test's reach (or the line that says which one fails), then each mutant tried with its verdict.

    Mutants of what only runs while the rules are loaded are left for ``reloaded``.
    """
    return answers(lambda send: _run(suite, mutants, send))


def _run(suite: Suite, mutants: Sequence[Mutant], send: Callable[[Any], None]) -> None:
    plugin = _Trials(mutants, send)
    with watched() as plugin.at_load:
        for path in {mutant.path for mutant in mutants}:
            import_module(".".join(path.with_suffix("").parts).removesuffix(".__init__"))
    pytest.main(suite.arguments(), plugins=[plugin])


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
        jury = Jury(reaches)
        functions, remembering = _functions(), caches()
        gc.freeze()
        for mutant in self._mutants:
            place = (str(mutant.path.resolve()), mutant.scope)
            if place not in functions or place in self.at_load:
                continue
            reached = {name for name, reach in reaches.items() if place in reach.places}
            items = [item for item in session.items if item.nodeid in reached]
            survives = partial(
                _survives, _code_of(mutant), functions[place], remembering, partial(jury.all_pass, items)
            )
            self._send((mutant, jury.verdict(survives)))
        return True


def _functions() -> dict[Place, list[FunctionType]]:
    """The functions of the rules that are loaded, by place."""
    functions: dict[Place, list[FunctionType]] = {}
    for found in gc.get_objects():
        if isinstance(found, FunctionType) and str(found.__module__).startswith("companion.games"):
            code = found.__code__
            functions.setdefault((str(Path(code.co_filename).resolve()), code.co_qualname), []).append(found)
    return functions


def _survives(
    code: CodeType, functions: list[FunctionType], remembering: list[Any], all_pass: Callable[[], bool]
) -> bool:
    """Put the change in place, where nothing of the old is remembered, and try the tests."""
    for function in functions:
        function.__code__ = code
    for cache in remembering:
        cache.cache_clear()
    return all_pass()


def _code_of(mutant: Mutant) -> CodeType:
    """The changed function's code."""
    source = mutant.applied(mutant.path.read_text(encoding="utf-8"))
    waiting = [compile(source, str(mutant.path.resolve()), "exec", dont_inherit=True)]
    for code in waiting:
        if code.co_qualname == mutant.scope:
            return code
        waiting += [part for part in code.co_consts if isinstance(part, CodeType)]
    raise LookupError(f"{mutant.name}: no function {mutant.scope}")
