"""Which test reaches which function, and how long each takes: a mutant is tried with the tests that reach it only."""

import functools
import gc
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import CodeType, FrameType
from typing import Any, NamedTuple

import pytest
from _pytest.runner import runtestprotocol

Place = tuple[str, str]
"""A function: its file and its qualified name."""

RULES = Path("companion/games").resolve()
SLOWEST = 1.0
"""Tests that take longer (seconds of CPU) are not used: they would be run thousands of times."""


class Reach(NamedTuple):
    """What a test reaches, and what it costs (seconds of CPU)."""

    seconds: float
    places: frozenset[Place]


@contextmanager
def watched() -> Iterator[set[Place]]:
    """Collects the functions of the rules that are called meanwhile (a comprehension: the function around it)."""
    seen: set[CodeType] = set()
    places: set[Place] = set()

    def note(frame: FrameType, event: str, _: Any) -> None:
        if event == "call":
            seen.add(frame.f_code)

    sys.setprofile(note)
    try:
        yield places
    finally:
        sys.setprofile(None)
        rules = (code for code in seen if code.co_filename.startswith(str(RULES)))
        places.update((code.co_filename, code.co_qualname.partition(".<locals>")[0]) for code in rules)


def passes(item: pytest.Item, following: pytest.Item | None) -> bool:
    """Whether a test passes (or is skipped)."""
    return not any(report.failed for report in runtestprotocol(item, log=False, nextitem=following))


def caches() -> list[Any]:
    """Everything that remembers results: while it does, what made them seems not to be reached."""
    return [found for found in gc.get_objects() if isinstance(found, functools._lru_cache_wrapper)]


class _TooSlow(BaseException):
    """A test has taken longer than may be."""


def _quick_enough(item: pytest.Item) -> bool | None:
    """Whether a test passes; ``None``: it is too slow to be used."""
    slow = False

    def stop(*_: object) -> None:
        nonlocal slow
        slow = True
        raise _TooSlow

    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, SLOWEST)
    passed = passes(item, None)
    signal.setitimer(signal.ITIMER_PROF, 0)
    return None if slow else passed


def measure(items: Sequence[pytest.Item]) -> dict[str, Reach] | str:
    """The reach of each test that is quick enough; the line to tell if one fails as it is."""
    reaches = {}
    remembering = caches()
    for item in items:
        started = time.process_time()
        passed = _quick_enough(item)
        if passed is False:
            return f"{item.nodeid} fails without any change: mend it first"
        if passed:
            seconds = time.process_time() - started
            for cache in remembering:
                cache.cache_clear()
            with watched() as places:
                passes(item, None)
            reaches[item.nodeid] = Reach(seconds, frozenset(places))
    return reaches
