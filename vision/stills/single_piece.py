"""A picture that holds one piece with a little of its surroundings: where in it the piece lies, and which it is.

The picture's shape leaves only some places, and a quick look at all of them (``vision.recognition.block_lda``) some
faces; what features say is added. Each is brought home (``vision.stills.lucas_kanade``), and the recogniser looks at
the best.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from vision.geometry.homography import rectangle, transform_points
from vision.geometry.image import Image, Points
from vision.geometry.quads import sides
from vision.recognition.cell_descriptors import CELL_GRIDS
from vision.recognition.hog import hog_descriptors
from vision.recognition.kinds import GRIDS, Size, kind_of
from vision.recognition.naming import Ranked
from vision.stills.cell_agreement import strength
from vision.stills.placing import Shown
from vision.stills.templates import Alike, Templates, usual_sets

_MARGINS = (0.0, 0.06, 0.12, 0.18)
"""What is usually left around a piece that was cut out, as a share of its longer side."""
_TURNS = np.deg2rad(np.arange(0, 91, 5.0))
"""Radians: every 5 degrees of a quarter turn."""
_SLACK = 0.12
"""Log by which the scales across and down may differ."""
_AMID = 0.12
"""Share of a piece's diagonal that its middle may be off the picture's."""
_GUESSES, _FEWER_GUESSES, _SAME_GUESS = 12, 6, 0.1
"""Guesses aligned for the commonest size and for others; share of the diagonal between two that differ."""
_TRIES, _SAME_PLACE = 4, 0.03
"""Places named at most; share of the diagonal between two that differ."""
_LEAST_SIDE = 20.0
"""Pixels of a side below which nothing can be named."""
_SETS = 4
"""Sizes looked for without any hint."""
_SURE = 0.97
"""Probability from which on no other size is looked for."""

Guessed = tuple[str, Image]
"""A face and its place: homography from mm on it to pixels."""


class Lone(NamedTuple):
    """The piece that a picture is of: its likeliest faces, its place (homography, mm on the piece to pixels)."""

    faces: Ranked
    matrix: Image


def alone(picture: Shown, guessed: Sequence[Guessed], templates: Templates, alike: Alike) -> Lone | None:
    """The piece in the middle of a picture; ``guessed``: what features say. None: none that is known."""
    found: list[Lone] = []
    sets = usual_sets(alike)
    for faces in sets:
        found += _looked_at(picture, [one for one in guessed if one[0] in faces][:_GUESSES], templates, faces, alike)
    for faces in sets[:_SETS]:
        if any(one.faces[0].probability > _SURE for one in found):
            break
        most = _GUESSES if faces == sets[0] else _FEWER_GUESSES
        found += _looked_at(picture, _at_a_glance(picture, templates, faces, most), templates, faces, alike)
    return max(found, key=lambda one: one.faces[0].probability, default=None)


def lies_amid(quad: Points, shape: tuple[int, ...]) -> bool:
    """Whether a piece lies in the middle of the picture."""
    middle = np.array([shape[1], shape[0]]) / 2
    box = (quad.min(0) + quad.max(0)) / 2
    return bool(np.hypot(*(box - middle)) < _AMID * np.hypot(*np.ptp(quad, axis=0)))


def _at_a_glance(picture: Shown, templates: Templates, faces: Sequence[str], most: int) -> list[Guessed]:
    """The likeliest of these faces (all of one size) at the places that the picture's shape leaves."""
    size, grid = templates.sizes[faces[0]], GRIDS[kind_of(faces[0]).group]
    poses = list(_poses(picture.levels[0].shape, size))
    if not poses:
        return []
    described = hog_descriptors([picture.patch(pose, size, grid) for pose in poses], grid)
    quads = [transform_points(pose, rectangle(size)) for pose in poses]
    kept: list[tuple[str, int]] = []
    for name, where in _likeliest(described, templates, faces):
        if not any(name == other and _apart(quads[where], quads[there]) < _SAME_GUESS for other, there in kept):
            kept.append((name, where))
        if len(kept) == most:
            break
    return [(name, poses[where]) for name, where in kept]


def _likeliest(described: Image, templates: Templates, faces: Sequence[str]) -> list[tuple[str, int]]:
    """Faces, each with the number of a place, the likeliest first."""
    found: list[tuple[float, str, int]] = []
    for group in sorted({kind_of(face).group for face in faces}):
        blocks = templates.blocks(group)
        columns = [k for k, face in enumerate(blocks.faces) if face in faces]
        evidence = blocks.evidence(described)[:, columns]
        for best in np.argsort(-evidence, axis=None)[: _GUESSES**2]:
            where, column = divmod(int(best), len(columns))
            found.append((float(evidence[where, column]), blocks.faces[columns[column]], where))
    return [(name, where) for _, name, where in sorted(found, reverse=True)]


def _looked_at(
    picture: Shown, guessed: Sequence[Guessed], templates: Templates, faces: Sequence[str], alike: Alike
) -> list[Lone]:
    """The best of these guesses once they are brought home, named; none: nothing known lies in the middle."""
    shape = picture.levels[0].shape
    places: list[tuple[float, Points, Image]] = []
    for face, pose in guessed:
        matrix = templates.aligner(face).aligned(picture, pose)
        quad = transform_points(matrix, rectangle(templates.sizes[face]))
        if _is_a_piece(quad, shape) and lies_amid(quad, shape):
            patch = picture.patch(matrix, templates.sizes[face], templates.usual.frame(face))
            odds = templates.usual.agreement(patch, [face])
            places.append((strength(odds[0]), quad, matrix))
    tries: list[tuple[Points, Image]] = []
    for _, quad, matrix in sorted(places, key=lambda one: -one[0]):
        if all(_apart(quad, other) > _SAME_PLACE for other, _ in tries):
            tries.append((quad, matrix))
    matrices = [matrix for _, matrix in tries[:_TRIES]]
    if not matrices:
        return []
    grid = CELL_GRIDS[kind_of(faces[0]).group]
    patches = [picture.patch(matrix, templates.sizes[faces[0]], grid) for matrix in matrices]
    named = templates.recogniser.odds(patches, faces)
    matrix = matrices[named.best]
    # Any face is as likely as any other: a size that few faces have is seldom what was photographed.
    usual = len(faces) / len(alike) * templates.aligner(named.faces[0][0]).odds_by_lines(picture, matrix)
    ranked = named.known(usual)
    return [Lone(ranked, matrix)] if ranked else []


def _poses(shape: tuple[int, ...], size: Size) -> Iterator[Image]:
    """Places (3 x 3, mm on the piece to pixels) at which a piece of this size just fits into the picture.

    The picture's shape says how far the piece is turned, but for its mirror image and for upside down.
    """
    height, width = shape[:2]
    for margin in _MARGINS:
        around = 2 * margin * max(size)
        for turn in _TURNS:
            c, s = np.cos(turn), np.sin(turn)
            across = width / (size[0] * c + size[1] * s + around)
            down = height / (size[0] * s + size[1] * c + around)
            if abs(np.log(across / down)) > _SLACK:
                continue
            scale = float(np.sqrt(across * down))
            for angle in {float(turn), float(-turn)}:
                for flipped in (angle, angle + np.pi):
                    yield _pose(size, scale, flipped, (width / 2, height / 2))


def _pose(size: Size, scale: float, angle: float, middle: tuple[float, float]) -> Image:
    c, s = scale * np.cos(angle), scale * np.sin(angle)
    turn = np.array([[c, -s], [s, c]])
    shift = np.array(middle) - turn @ (np.array(size) / 2)
    return np.array([[turn[0, 0], turn[0, 1], shift[0]], [turn[1, 0], turn[1, 1], shift[1]], [0, 0, 1]])


def _is_a_piece(quad: Points, shape: tuple[int, ...]) -> bool:
    """Whether the corners are still those of a piece that the picture may show."""
    if not np.isfinite(quad).all() or np.abs(quad).max() > 2 * max(shape[:2]):
        return False
    return bool(sides(quad).min() > _LEAST_SIDE and cv2.isContourConvex(quad.astype(np.float32)))


def _apart(one: Points, other: Points) -> float:
    """How far the worst corner is from the other's, as a share of the diagonal."""
    return float(np.hypot(*(one - other).T).max() / np.hypot(*(one[2] - one[0])))
