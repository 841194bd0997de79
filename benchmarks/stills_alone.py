"""Small hard pictures of one card: the customer's recipe, uncovered, a quarter and half hidden, and strangers."""

import importlib.util
import time
import zlib
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from benchmarks.eyes.boxes import Card, cards, strangers
from benchmarks.eyes.recipe import PATH
from benchmarks.stills_answers import Answer, union_overlap
from vision.geometry.image import Image, Points
from vision.stills.photograph import StillReader

HIDDEN = (0, 25, 50)
"""Per cent of the card that something lies over."""

_OF_THIS_BOX = 0.6
_PLACE = 0.5
_SEVERAL = 40


class Crop(NamedTuple):
    """A picture (uint8 BGR) of one card, its face (None: of another box) and corners (pixels)."""

    picture: Image
    face: str | None
    quad: Points


def crops(box: str, hidden: int, count: int, seed: int, *, strange: bool = False) -> Iterator[Crop]:
    """So many pictures; every face once before any comes again. Half of what covers a card is of its own box."""
    mine, foreign = cards(box), strangers(box)
    subjects = foreign if strange else mine
    order = np.random.default_rng([seed, hidden, strange]).permutation(len(subjects))
    for number in range(count):
        rng = np.random.default_rng([seed, zlib.crc32(box.encode()), hidden, strange, number])
        card = subjects[order[number % len(subjects)]]
        others = [other for other in (mine if rng.random() < _OF_THIS_BOX else foreign) if other.face != card.face]
        over = others[int(rng.integers(len(others)))].picture if hidden else None
        picture, quad, _ = _recipe().make_query(
            card.picture, _ground(rng, foreign), rng, occ=hidden / 100, other=over, hard=1.0
        )
        yield Crop(picture, None if strange else card.face, quad)


def asked(reader: StillReader, crop: Crop) -> tuple[Answer, float]:
    """What is said of the card, and CPU milliseconds; a stranger is taken for whatever is named surest."""
    started = time.thread_time()
    found = reader.read(crop.picture)
    spent = (time.thread_time() - started) * 1000
    if crop.face is None:
        mine = max(found, key=lambda one: one.faces[0].probability if one.faces else 0.0, default=None)
    else:
        there = [one for one in found if union_overlap(one.quad, crop.quad) > _PLACE]
        mine = max(there, key=lambda one: union_overlap(one.quad, crop.quad), default=None)
    return Answer.of(crop.face, crop.quad, mine), spent


def _ground(rng: np.random.Generator, foreign: tuple[Card, ...]) -> Image:
    kind = int(rng.integers(3))
    if kind == 2:
        return np.asarray(_recipe().bg_busy(rng, [card.picture for card in foreign[:_SEVERAL]]))
    return np.asarray(_recipe().bg_wood(rng) if kind else _recipe().bg_mat(rng))


@cache
def _recipe() -> Any:
    spec = importlib.util.spec_from_file_location("hard_views", PATH)
    if spec is None or spec.loader is None:
        raise SystemExit(f"benchmark: {PATH}: cannot be loaded")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
