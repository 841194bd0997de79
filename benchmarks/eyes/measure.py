"""One contender asked about sets of views: what it named, how surely, how long that took."""

import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

import numpy as np

from benchmarks.eyes.store import View
from vision.geometry.image import Image
from vision.recognition.naming import LibraryRecogniser, Ranked

Way = tuple[Ranked, ...]
"""What was said of a scene's frames, one way up."""


class Names(Protocol):
    """The part of the recogniser's seam that every way of telling cards apart can serve."""

    def recognise(self, patches: Sequence[Image], candidates: Sequence[str]) -> list[Ranked]:
        """As ``vision.recognition.naming.Recogniser``."""


class Contender(NamedTuple):
    """What names pieces, and whether it must be asked both ways up (a card's top is not known)."""

    recogniser: Names
    both_ways: bool = True


class Answer(NamedTuple):
    """A piece's true face (None: of another box), the face named for it, how surely, CPU milliseconds a frame."""

    truth: str | None
    named: str | None
    probability: float
    ms: float

    @property
    def right(self) -> bool:
        """Whether the face is the true one."""
        return self.truth is not None and self.named == self.truth


def ask(contender: Contender, views: Iterable[View], only: frozenset[str] | None = None) -> Iterator[Answer]:
    """Name the piece of each scene, from the mean of what is said of its frames; ``only`` those of these faces.

    Each frame is one call, as a piece laid on the table is.
    """
    for view in views:
        if only is not None and view.face not in only:
            continue
        images = view.images()
        started = time.process_time()
        ways = _both_ways(contender, images)
        spent = 1000 * (time.process_time() - started) / len(images)
        named, probability = max((_mean(way) for way in ways), key=lambda one: one[1])
        yield Answer(view.face, named, probability, spent)


def _both_ways(contender: Contender, images: Sequence[Image]) -> list[Way]:
    if not contender.both_ways:
        return [tuple(contender.recogniser.recognise([image], ())[0] for image in images)]
    if len(images) == 1 and isinstance(contender.recogniser, LibraryRecogniser):
        return [(contender.recogniser.best_of(_turned(images[0]), ())[1],)]
    said = [contender.recogniser.recognise(_turned(image), ()) for image in images]
    return [tuple(pair[0] for pair in said), tuple(pair[1] for pair in said)]


def _turned(image: Image) -> list[Image]:
    return [image, np.ascontiguousarray(image[::-1, ::-1])]


def _mean(way: Way) -> tuple[str | None, float]:
    """The face with the highest mean probability."""
    if len(way) == 1:
        return (way[0][0].face, way[0][0].probability) if way[0] else (None, 0.0)
    sums: defaultdict[str, float] = defaultdict(float)
    for ranked in way:
        for one in ranked:
            sums[one.face] += one.probability / len(way)
    return max(sums.items(), key=lambda one: one[1], default=(None, 0.0))
