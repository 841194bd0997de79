"""Views and libraries made once and kept in the temporary folder, so that runs compare on the very same views."""

import ast
import hashlib
import os
import tempfile
import time
import zlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec
import numpy as np

from benchmarks.eyes import grounds, views
from benchmarks.eyes.boxes import Card, cards, strangers
from benchmarks.eyes.recipe import recipe_view
from benchmarks.eyes.shots import enrolment_shot
from vision.enrolment.learn_box import build_library
from vision.geometry.image import Image, decode, encode_png
from vision.recognition.kinds import tables

HOME = Path(tempfile.gettempdir()) / "companion-bench-eyes"
_ROOT = Path(__file__).parents[2]
_MAKERS = ("boxes", "grounds", "occluders", "optics", "pose", "recipe", "views")
_VERSION = 1
"""To be counted up when this module makes other views of the same seed."""

_SHARD = 50
_STRANGE_SHARES = (0.0, 0.25, 0.0, 0.5)


class Wanted(msgspec.Struct, frozen=True):
    """A set of views: of a box's own cards, or of cards that are not in it (``strange``).

    ``level``: per cent hidden; of strangers, half are bare and half hidden by 25 or 50 %. ``count``: views a face,
    or of strangers, views in all. ``frames``: pictures of each scene. ``recipe``: the customer's generator.
    """

    box: str
    level: int
    count: int
    seed: int = 1
    strange: bool = False
    frames: int = 1
    recipe: bool = False


class View(msgspec.Struct, frozen=True):
    """The pictures (PNG) of one scene; ``face`` is None for a card of another box, ``hidden`` a share."""

    face: str | None
    hidden: float
    pictures: tuple[bytes, ...]

    def images(self) -> list[Image]:
        """Upright (or upside down) pieces, uint8 BGR, each filling its picture."""
        return [decode(picture, self.face or "a stranger") for picture in self.pictures]


def stored(wanted: Wanted) -> Iterator[View]:
    """The views of a set, one after another; made first where they are not there yet.

    A larger set begins with the views of a smaller one.
    """
    endless = msgspec.structs.replace(wanted, count=0)
    folder = HOME / f"{wanted.box}-{_digest(endless)}"
    total = wanted.count * (1 if wanted.strange else len(cards(wanted.box)))
    for start in range(0, total, _SHARD):
        path = folder / f"{start:06}.views"
        if not path.exists():
            _make(wanted, start, path)
        shard = msgspec.msgpack.decode(path.read_bytes(), type=list[View])
        yield from shard[: total - start]


class Learned(NamedTuple):
    """Where a library lies, and the CPU seconds that learning it took."""

    path: Path
    seconds: float


def library(box: str, *, scan: bool = False, seed: int = 1) -> Learned:
    """The library of a box's cards, enrolled from one fair shot each (or the scans)."""
    path = (
        HOME
        / "libraries"
        / f"{box}-{_digest(box, scan, seed, _shooting(), _depends('vision.enrolment.learn_box'))}.faces"
    )
    took = path.with_suffix(".seconds")
    if not took.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        pictures = {face: (picture, None) for face, picture in enrolled(box, scan=scan, seed=seed).items()}
        started = time.process_time()
        built = build_library(pictures)[0]
        seconds = time.process_time() - started
        built.save(path)
        took.write_text(f"{seconds:.1f}")
    return Learned(path, float(took.read_text()))


def enrolled(box: str, *, scan: bool = False, seed: int = 1) -> dict[str, Image]:
    """The picture (uint8 BGR) from which each card of a box is enrolled."""
    if scan:
        return {card.face: card.picture for card in cards(box)}
    path = HOME / "shots" / f"{box}-{_digest('shots', box, seed, _shooting())}.views"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        rng = np.random.default_rng([seed, 7, zlib.crc32(box.encode())])
        flat = grounds.mat(rng)
        shots = ((card.face, encode_png(enrolment_shot(card, flat, rng))) for card in cards(box))
        _write(path, [View(face, 0.0, (shot,)) for face, shot in shots])
    shown = msgspec.msgpack.decode(path.read_bytes(), type=list[View])
    return {view.face: view.images()[0] for view in shown if view.face is not None}


def _make(wanted: Wanted, start: int, path: Path) -> None:
    """One shard of a set; each view has its own random numbers, so that shards can be made in any order."""
    mine, foreign, tops = cards(wanted.box), strangers(wanted.box), _tops(wanted.box, wanted.seed)
    box = zlib.crc32(wanted.box.encode())
    shard: list[View] = []
    for number in range(start, start + _SHARD):
        rng = np.random.default_rng([wanted.seed, box, wanted.strange, wanted.level, number])
        card, share = _planned(wanted, number)
        others = [other for other in (*mine, *(foreign if wanted.strange else ())) if other.face != card.face]
        setting = views.Setting(others, tops[int(rng.integers(len(tops)))])
        hidden, pictures = _pictured(wanted, card, setting, share, rng)
        face = None if wanted.strange else card.face
        shard.append(View(face, hidden, tuple(encode_png(picture) for picture in pictures)))
    path.parent.mkdir(parents=True, exist_ok=True)
    _write(path, shard)


def _planned(wanted: Wanted, number: int) -> tuple[Card, float]:
    """Which card with what share hidden; all faces once before any comes again."""
    if not wanted.strange:
        mine = cards(wanted.box)
        return mine[number % len(mine)], wanted.level / 100
    foreign = strangers(wanted.box)
    order = np.random.default_rng([wanted.seed, 5]).permutation(len(foreign))
    return foreign[order[number % len(foreign)]], _STRANGE_SHARES[number % len(_STRANGE_SHARES)]


@cache
def _tops(box: str, seed: int) -> list[Image]:
    return grounds.grounds(np.random.default_rng([seed, 3]), [card.picture for card in strangers(box)])


def _pictured(
    wanted: Wanted, card: Card, setting: views.Setting, share: float, rng: np.random.Generator
) -> tuple[float, list[Image]]:
    """The share hidden and the pictures of one scene."""
    if wanted.recipe:
        picture, hidden = recipe_view(card, setting, share, rng)
        return hidden, [picture]
    stage = views.staged(card, setting, share, rng)
    return stage.hidden, list(views.frames(stage, wanted.frames, rng))


def _write(path: Path, shard: list[View]) -> None:
    half = path.with_suffix(f".{os.getpid()}")
    half.write_bytes(msgspec.msgpack.encode(shard))
    half.replace(path)


def _digest(*what: object) -> str:
    """Of the parameters and of the code that they are for, however that is laid out."""
    made_by = [_ast(name) for name in _MAKERS]
    return hashlib.sha256(repr((_VERSION, what, made_by)).encode()).hexdigest()[:12]


def _ast(name: str) -> str:
    return ast.dump(ast.parse((Path(__file__).parent / f"{name}.py").read_text("utf-8")))


def _shooting() -> list[str]:
    """What the enrolment shot depends on: how it is taken, and by what the best of several is chosen."""
    return [_ast("shots"), *_depends("vision.enrolment.quality")]


def _depends(module: str) -> list[str]:
    """What comes of a module depends on: itself, and all of ours that it imports, in turn."""
    waiting, seen = [module], dict[str, str]()
    while waiting:
        name = waiting.pop()
        path = _ROOT / Path(*name.split(".")).with_suffix(".py")
        if name in seen or not path.is_file():
            continue
        seen[name] = ast.dump(ast.parse(path.read_text("utf-8")))
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                waiting += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return [*(seen[name] for name in sorted(seen)), *tables()]
