"""Pieces that show themselves by their outline: on a table whose plane is known, or each by itself."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from vision.geometry.homography import rectangle
from vision.geometry.image import Points
from vision.geometry.quads import area, extent, overlap, sides
from vision.recognition.kinds import Group, kind_of
from vision.stills.occupancy import Placed, Table
from vision.stills.placing import Shown
from vision.stills.scoring import Found, named_at
from vision.stills.single_piece import lies_amid
from vision.stills.tabletop import Tabletop
from vision.stills.templates import Alike, Templates, usual_sets

_OVERLAP = 0.35
"""Share of the smaller that two pieces may share."""
_SIZE_SLACK = 0.1
"""Log of a side's length by which a quad may be off a piece."""
_NAMELESS_SLACK = 0.06
"""What has no name must at least have a piece's size more exactly."""
_NAMELESS: Final[frozenset[Group]] = frozenset({"card", "back", "board"})
"""What is rectangular: a stage is cut out along what is printed on it, and the grain of a table has its proportions."""
_SHAPE_SLACK = 0.22
"""Log of its proportions, where the camera's tilt is unknown."""
_ACCEPTED = 25.0
"""Log odds of the cells that make a quad a piece without any other hint."""
_LEAST_SIDE = 44.0
"""Pixels of a side below which nothing is named."""
_MOST_OF_IT = 0.2
"""A picture is of one piece if that takes such a share of it."""


def outlined_on(table: Table, quads: Sequence[Points], found: Sequence[Found], alike: Alike) -> list[Found]:
    """Pieces whose outline has the right size on a known plane, where nothing else was found."""
    taken = list(found)
    sets = sorted(set(alike.values()))
    outlined: list[tuple[float, Placed | None, Found]] = []
    for quad in quads:
        if any(overlap(quad, other.quad) > _OVERLAP for other in found):
            continue
        flat = table.plane.on_table(quad)
        tries = []
        fits = False
        for faces in sets:
            nameless = kind_of(faces[0]).group in _NAMELESS
            for turns in _turns_that_fit(flat, table.templates.sizes[faces[0]], _SIZE_SLACK):
                fits |= nameless and turns in _turns_that_fit(flat, table.templates.sizes[faces[0]], _NAMELESS_SLACK)
                tries += _tried(table, np.roll(quad, -turns, axis=0), faces)
        best = max(tries, key=lambda one: one.strength, default=None)
        if fits or (best is not None and best.strength > _ACCEPTED):
            outlined.append((best.strength if best else 0.0, best, Found(quad, ())))
    return _kept(table, outlined, taken, alike)


def outlined_alone(
    picture: Shown, original: Shown, templates: Templates, quads: Sequence[Points], alike: Alike
) -> list[Found]:
    """Pieces whose outline alone shows where they lie: each is its own plane."""
    kept: list[Found] = []
    options = []
    sets = usual_sets(alike)
    for quad in quads:
        for faces in sets:
            size = templates.sizes[faces[0]]
            for turns in range(4):
                turned = np.roll(quad, -turns, axis=0)
                if not _of_shape(turned, size) or sides(quad).min() < _LEAST_SIDE:
                    continue
                corners = rectangle(size).astype(np.float32)
                plane = Tabletop(cv2.getPerspectiveTransform(turned.astype(np.float32), corners))
                table = Table(picture, plane, templates, original)
                options += [(one, table) for one in _tried(table, turned, faces)]
    for one, table in sorted(options, key=lambda each: -each[0].strength):
        quad = table.quad(one)
        if one.strength < _ACCEPTED or any(overlap(quad, other.quad) > _OVERLAP for other in kept):
            continue
        named, ranked = named_at(table, one, alike[one.face], table.free(one))
        if ranked:
            kept.append(Found(table.quad(named), ranked))
    return kept or _nameless(picture.levels[0].shape, templates, quads, sets)


def _nameless(
    shape: tuple[int, ...], templates: Templates, quads: Sequence[Points], sets: Sequence[tuple[str, ...]]
) -> list[Found]:
    """The piece that a picture is of, when it is not known: the largest outline of a piece's shape in the middle."""
    sizes = [templates.sizes[faces[0]] for faces in sets]
    fitting = [
        np.roll(quad, -turns, axis=0)
        for quad in quads
        if area(quad) > _MOST_OF_IT * shape[0] * shape[1] and lies_amid(quad, shape)
        for turns in (0, 1)
        if any(_of_shape(np.roll(quad, -turns, axis=0), size) for size in sizes)
    ]
    return [Found(max(fitting, key=area), ())] if fitting else []


def _tried(table: Table, quad: Points, faces: Sequence[str]) -> list[Placed]:
    """The likeliest faces in a quad, each moved to where it fits best."""
    corners = rectangle(table.templates.sizes[faces[0]]).astype(np.float32)
    matrix = cv2.getPerspectiveTransform(corners, quad.astype(np.float32))
    rivals = sorted(table.compared(faces, matrix), key=lambda one: -one.strength)[:3]
    return [table.settled(rival) for rival in rivals]


def _kept(
    table: Table,
    outlined: list[tuple[float, Placed | None, Found]],
    taken: list[Found],
    alike: Alike,
) -> list[Found]:
    kept: list[Found] = []
    for _, placed, found in sorted(outlined, key=lambda one: (-one[0], -area(one[2].quad))):
        if any(overlap(found.quad, other.quad) > _OVERLAP for other in [*taken, *kept]):
            continue
        kept.append(_judged(table, placed, alike) or found if placed else found)
    return kept


def _judged(table: Table, placed: Placed, alike: Alike) -> Found | None:
    """The piece with its name, and its part of the picture explained; None: not known."""
    named, ranked = named_at(table, placed, alike[placed.face], table.free(placed))
    if not ranked:
        return None
    table.claim(named)
    return Found(table.quad(named), ranked)


def _turns_that_fit(flat: Points, size: tuple[float, float], slack: float) -> list[int]:
    """By how many corners a quad on the table (mm) is to be turned to have this size; none: it has not."""
    wanted = np.array([size[0], size[1], size[0], size[1]])
    return [turns for turns in range(4) if np.abs(np.log(np.roll(sides(flat), -turns) / wanted)).max() < slack]


def _of_shape(quad: Points, size: tuple[float, float]) -> bool:
    width, height = extent(quad)
    return bool(abs(np.log(width / height * size[1] / size[0])) < _SHAPE_SLACK)
