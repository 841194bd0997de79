"""Enrolment: from one picture a face to a library that tells the faces apart."""

import csv
from collections import defaultdict
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

import cv2
import numpy as np

from vision.augment import Source, prepare, view
from vision.describe import describe
from vision.discriminant import Discriminant, learn
from vision.image import BadPicture, Image, encode_png, read_picture
from vision.kinds import GRIDS, Group, Size, kind_of
from vision.library import Face, Library

Pictures = Mapping[str, tuple[Image, Size | None]]
"""By face id: picture (uint8 BGR or BGRA) and its size in mm; None: the usual size of its kind."""

Progress = Callable[[int, int], None]
"""Called with how many faces are done, and of how many."""

_VIEWS = 64
_STRANGERS = 240
_TALLEST = 480
_CARD_SCALE = 3.9
_BLURRED = 25.0
_ALIKE = 6.0
_SEED = 7


class Warned(NamedTuple):
    """Something about a picture that its owner should know: which face, and what, in one line."""

    face: str
    line: str


def pictures_in(folder: Path) -> dict[str, tuple[Image, Size | None]]:
    """The pictures of a folder: ``labels.csv`` (``file,face``) or ``<face>.png|jpg``, ``/`` written ``__``.

    Raises ``BadPicture`` for one that cannot be read or where there is none.
    """
    labels = folder / "labels.csv"
    if labels.is_file():
        names = _labelled(labels)
    else:
        names = (
            {
                path.stem.replace("__", "/"): path.name
                for path in sorted(folder.glob("*"))
                if path.suffix.lower() in {".png", ".jpg", ".jpeg"}
            }
            if folder.is_dir()
            else {}
        )
    if not names:
        raise BadPicture(f"{folder}: no pictures there (<face>.png or .jpg, / written __; or a labels.csv: file,face)")
    return {face: (read_picture(folder / name, alpha=True), None) for face, name in names.items()}


def _labelled(labels: Path) -> dict[str, str]:
    try:
        with labels.open(newline="", encoding="utf-8-sig") as file:
            rows = list(csv.DictReader(file))
        return {row["face"].strip(): row["file"].strip() for row in rows}
    except (KeyError, AttributeError, UnicodeDecodeError, csv.Error, OSError) as error:
        raise BadPicture(f"{labels}: not a table with the columns file,face") from error


def build_library(
    pictures: Pictures,
    progress: Progress = lambda done, of: None,  # noqa: ARG005 - names say what is passed
    views: int = _VIEWS,
) -> tuple[Library, tuple[Warned, ...]]:
    """Learn a box's faces from so many made-up views of each; the same pictures give the same library."""
    scale = _box_scale(pictures)
    faces: list[Face] = []
    sources: dict[Group, dict[str, Source]] = defaultdict(dict)
    for face, (picture, given) in sorted(pictures.items()):
        kind = kind_of(face)
        cut = _cut_out(picture) if kind.group in ("stage", "token") and picture.shape[2] == 3 else picture
        size = given or kind.size or (picture.shape[1] / scale, picture.shape[0] / scale)
        sources[kind.group][face] = prepare(cut, size, GRIDS[kind.group])
        stored = _stored(cut)
        faces.append(Face(face, size, (stored.shape[1], stored.shape[0]), encode_png(stored)))
    groups = _learn_groups(sources, progress, views)
    return Library(tuple(faces), groups), _warnings(pictures, sources)


def _learn_groups(
    sources: Mapping[Group, Mapping[str, Source]], progress: Progress, views: int
) -> tuple[Discriminant, ...]:
    total = sum(len(group) for group in sources.values())
    rng = np.random.default_rng(_SEED)
    learned, done = [], 0
    for group, mine in sorted(sources.items()):
        rows: list[Image] = []
        for source in mine.values():
            rows.append(describe([view(source, rng) for _ in range(views)], GRIDS[group]))
            done += 1
            progress(done, total)
        owners = np.repeat(np.arange(len(mine)), views)
        others = [source for name, theirs in sources.items() if name != group for source in theirs.values()]
        strangers = describe(_strangers(list(mine.values()), others, rng), GRIDS[group])
        learned.append(learn(group, tuple(mine), np.concatenate(rows), owners, strangers))
    return tuple(learned)


def _strangers(mine: list[Source], others: list[Source], rng: np.random.Generator) -> list[Image]:
    """What is not a piece of this group: other pieces, bare paper and cloth, pieces far out of place."""
    patches: list[Image] = []
    shape = mine[0].opacity.shape
    for k in range(_STRANGERS):
        if others and k % 3 == 0:
            patches.append(view(others[rng.integers(len(others))], rng))
        elif k % 3 == 1:
            source = mine[rng.integers(len(mine))]
            share = rng.uniform(0.25, 0.8) * rng.choice((-1, 1))
            rolled = np.roll(source.colours, round(share * shape[k % 2]), axis=k % 2)
            patches.append(view(Source(rolled, source.opacity, source.size), rng))
        else:
            patches.append(_bare(shape[0], shape[1], rng))
    return patches


def _bare(height: int, width: int, rng: np.random.Generator) -> Image:
    """Paper with a printed frame or line, wood, cloth: smooth ground, some grain, a few lines."""
    coarse = rng.normal(0, rng.uniform(0, 12), (6, 4, 3)).astype(np.float32)
    image = cv2.resize(coarse, (width, height), interpolation=cv2.INTER_CUBIC) + rng.uniform(30, 245)
    image = image + rng.normal(0, 6, 3).astype(np.float32)
    for _ in range(rng.integers(0, 4)):
        ends = rng.uniform(0, 1, (2, 2)) * (width, height)
        cv2.line(
            image,
            tuple(ends[0].astype(int).tolist()),
            tuple(ends[1].astype(int).tolist()),
            rng.uniform(20, 240, 3).tolist(),
            int(rng.integers(1, 5)),
        )
    if rng.random() < 0.5:
        inset = int(rng.integers(0, 8))
        far = (width - 1 - inset, height - 1 - inset)
        cv2.rectangle(image, (inset, inset), far, rng.uniform(60, 220, 3).tolist(), 2)
    return np.clip(image + rng.normal(0, rng.uniform(1, 6), image.shape), 0, 255).astype(np.uint8)


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


def _warnings(pictures: Pictures, sources: Mapping[Group, Mapping[str, Source]]) -> tuple[Warned, ...]:
    warned = []
    for face, (picture, _) in sorted(pictures.items()):
        grey = cv2.cvtColor(np.ascontiguousarray(picture[..., :3]), cv2.COLOR_BGR2GRAY)
        scale = 160 / max(grey.shape)
        how = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
        small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=how)
        if cv2.Laplacian(small, cv2.CV_64F).var() < _BLURRED:
            warned.append(Warned(face, f"{face}: blurred or empty; take it again, nearer or steadier"))
        if (grey > 252).mean() > 0.5 and kind_of(face).group in ("card", "back"):
            warned.append(Warned(face, f"{face}: over-exposed; take it again with less light"))
    for mine in sources.values():
        names = list(mine)
        for i, one in enumerate(names):
            warned += [
                Warned(one, f"{one}: looks the same as {other}; is one of them mislabelled?")
                for other in names[:i]
                if np.abs(mine[one].colours - mine[other].colours).mean() < _ALIKE
            ]
    return tuple(warned)
