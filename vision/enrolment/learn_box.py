"""Enrolment: from one picture a face to a library that tells the faces apart."""

from collections import defaultdict
from collections.abc import Callable, Mapping

import cv2
import numpy as np

from vision.enrolment.checks import Warned, check
from vision.enrolment.several import one_of_several
from vision.geometry.image import Image, encode_png
from vision.recognition.augment import Source, prepare
from vision.recognition.kinds import Group, Size, kind_of
from vision.recognition.landmarks import landmarks_of
from vision.recognition.learning import LearnedGroup, Learner, learn_group
from vision.recognition.library import Face, Library

Pictures = Mapping[str, tuple[Image, Size | None]]
"""By face id: picture (uint8 BGR or BGRA) and its size in mm; None: the usual size of its kind."""

Progress = Callable[[int, int], None]
"""Called with how many faces are done, and of how many."""

_VIEWS = 64
"""Views made of each face: 75 faces are learned in 50 s of CPU (docs/measurements.md)."""
_TALLEST = 480
"""Pixels of a kept picture's height: 4.8 a mm of a large card, finer than any camera here shows a table."""
_CARD_SCALE = 3.9
"""Pixels a mm where no picture of a known size tells it (chosen by hand; the run is not recorded)."""
_SEED = 7
"""Any: the same pictures give the same library."""


def build_library(
    pictures: Pictures,
    progress: Progress = lambda done, of: None,  # noqa: ARG005 - names say what is passed
    views: int = _VIEWS,
) -> tuple[Library, tuple[Warned, ...]]:
    """Learn a box's faces from so many made-up views of each; the same pictures give the same library."""
    threads = cv2.getNumThreads()
    # Views are small: waiting for one another costs threads more than they save.
    cv2.setNumThreads(1)
    try:
        return _build_library(pictures, progress, views)
    finally:
        cv2.setNumThreads(threads)


def _build_library(pictures: Pictures, progress: Progress, views: int) -> tuple[Library, tuple[Warned, ...]]:
    scale = _box_scale(pictures)
    faces: list[Face] = []
    sources: dict[Group, dict[str, Source]] = defaultdict(dict)
    several: list[Warned] = []
    for face, (picture, given) in sorted(pictures.items()):
        kind = kind_of(face)
        cut = _cut_out(picture) if kind.group in ("stage", "token") and picture.shape[2] == 3 else picture
        alone = one_of_several(cut, kind) if cut is not picture else None
        if alone is not None:
            cut = alone
            several.append(Warned(face, f"{face}: several pieces are on it; one that lies by itself is taken"))
        size = given or kind.size or (picture.shape[1] / scale, picture.shape[0] / scale)
        sources[kind.group][face] = prepare(cut, size)
        stored = _stored(cut)
        pixels = stored.shape[1], stored.shape[0]
        faces.append(Face(face, size, pixels, encode_png(stored), landmarks_of(stored, size)))
    groups = _learn_groups(sources, progress, views)
    return Library(tuple(faces), groups), (*several, *check(pictures))


def _learn_groups(
    sources: Mapping[Group, Mapping[str, Source]], progress: Progress, views: int
) -> tuple[LearnedGroup, ...]:
    total = sum(len(group) for group in sources.values())
    rng = np.random.default_rng(_SEED)
    done = 0

    def another() -> None:
        nonlocal done
        done += 1
        progress(done, total)

    learned = []
    for group, mine in sorted(sources.items()):
        others = [source for name, theirs in sources.items() if name != group for source in theirs.values()]
        learned.append(learn_group(Learner(group, mine, others, rng), views, another))
    return tuple(learned)


def _box_scale(pictures: Pictures) -> float:
    """Pixels a mm of this box's pictures, judged by those whose real height is known."""
    known = [
        picture.shape[0] / (given or kind_of(face).size or (0.0, 0.0))[1]
        for face, (picture, given) in pictures.items()
        if (given or kind_of(face).size) and kind_of(face).group in ("card", "back")
    ]
    return float(np.median(known)) if known else _CARD_SCALE


def _stored(picture: Image) -> Image:
    scale = _TALLEST / picture.shape[0]
    return picture if scale >= 1 else cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)


def _cut_out(picture: Image) -> Image:
    """A scan on white paper with its surroundings made transparent (BGRA); the piece's own white stays."""
    height, width = picture.shape[:2]
    mask = np.zeros((height + 2, width + 2), np.uint8)
    flags = 4 | (255 << 8) | cv2.FLOODFILL_MASK_ONLY | cv2.FLOODFILL_FIXED_RANGE
    smooth = cv2.medianBlur(picture, 3)
    step = max(2, min(height, width) // 24)
    border = [(x, y) for x in range(0, width, step) for y in (0, height - 1)]
    border += [(x, y) for y in range(0, height, step) for x in (0, width - 1)]
    for x, y in border:
        if smooth[y, x].min() > 225 and not mask[y + 1, x + 1]:
            cv2.floodFill(smooth, mask, (x, y), 0, (22, 22, 22), (30, 30, 30), flags)
    opacity = 255 - cv2.dilate(mask[1:-1, 1:-1], np.ones((3, 3), np.uint8))
    if opacity.mean() < 0.3 * 255:
        # Nearly all of it was white: that is the piece, not paper around it.
        opacity[:] = 255
    return np.dstack([picture, opacity])
