"""A process of its own for each trial: what a mutant breaks, hangs or eats up ends with it."""

import os
import pickle
import resource
import signal
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Literal

import pytest

from tests.mutation.reach import Reach, passes

Verdict = Literal["killed", "survived", "timeout"]

_MEMORY = 4 << 30
_PATIENCE = 120


def all_pass(items: Sequence[pytest.Item], reaches: dict[str, Reach]) -> bool:
    """Whether all tests pass, quickest first; ends this process when one takes ten times as long as it should."""
    ordered = sorted(items, key=lambda item: reaches[item.nodeid].seconds)
    for item, following in zip(ordered, [*ordered[1:], None], strict=True) if ordered else ():
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_PROF, 1.0 + 10 * reaches[item.nodeid].seconds)
        signal.alarm(_PATIENCE)
        if not passes(item, following):
            return False
    return True


def verdict(survives: Callable[[], bool]) -> Verdict:
    """What becomes of a mutant when this (true: it survives) runs in a forked process."""
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
