"""A process of its own for each trial: what a mutant breaks, hangs or eats up ends with it."""

import mmap
import os
import pickle
import resource
import signal
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal

import pytest

from tests.mutation.reach import Reach, passes

Verdict = Literal["killed", "survived", "timeout"]

_MEMORY = 4 << 30
_PATIENCE = 120


class Jury:
    """The tests' reaches, and which test has killed how many: quick tests and good killers are asked first."""

    def __init__(self, reaches: dict[str, Reach]) -> None:
        self.reaches = reaches
        self._names = list(reaches)
        self._kills: Counter[str] = Counter()
        self._killer = mmap.mmap(-1, 4)
        """Shared with the forked processes: the place in ``_names`` of the test that failed."""

    def all_pass(self, items: Sequence[pytest.Item]) -> bool:
        """Whether all these tests pass; ends this process when one takes ten times as long as it should."""
        ordered = sorted(items, key=lambda item: self.reaches[item.nodeid].seconds / (1 + self._kills[item.nodeid]))
        for item, following in zip(ordered, [*ordered[1:], None], strict=True) if ordered else ():
            self._killer[:] = self._names.index(item.nodeid).to_bytes(4, "big")
            signal.signal(signal.SIGPROF, signal.SIG_DFL)
            signal.setitimer(signal.ITIMER_PROF, 2.0 + 10 * self.reaches[item.nodeid].seconds)
            signal.alarm(_PATIENCE)
            if not passes(item, following):
                return False
        return True

    def sharpest_file(self, files: Sequence[str]) -> str:
        """The file whose tests have killed most: to load it alone is often enough."""
        kills: Counter[str] = Counter()
        for name, count in self._kills.items():
            kills[name.partition("::")[0]] += count
        return max(files, key=kills.__getitem__)

    def verdict(self, survives: Callable[[], bool]) -> Verdict:
        """What becomes of a mutant when this (true: it survives) runs in a forked process."""
        none = len(self._names).to_bytes(4, "big")
        self._killer[:] = none
        found = _verdict(survives)
        if found != "survived" and self._killer[:] != none:
            self._kills[self._names[int.from_bytes(self._killer[:], "big")]] += 1
        return found


def _verdict(survives: Callable[[], bool]) -> Verdict:
    pid = os.fork()
    if pid == 0:
        outcome = 1
        try:
            resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
            silence = os.open(os.devnull, os.O_WRONLY)
            os.dup2(silence, 1)
            os.dup2(silence, 2)
            outcome = 0 if survives() else 1
        finally:
            os._exit(outcome)
    _, status = os.waitpid(pid, 0)
    if os.WIFSIGNALED(status):
        return "timeout" if os.WTERMSIG(status) in (signal.SIGPROF, signal.SIGALRM) else "killed"
    return "killed" if os.WEXITSTATUS(status) else "survived"


def answers(work: Callable[[Callable[[Any], None]], object]) -> Iterator[Any]:
    """What the work sends from a forked process, as it comes."""
    inlet, outlet = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(inlet)
        try:
            with os.fdopen(outlet, "wb", buffering=0) as pipe:
                work(lambda answer: pickle.dump(answer, pipe))
        finally:
            os._exit(0)
    os.close(outlet)
    with os.fdopen(inlet, "rb") as pipe:
        while pipe.peek(1):
            yield pickle.load(pipe)  # noqa: S301 - our own child wrote it
    os.waitpid(pid, 0)
