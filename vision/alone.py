"""A small picture that holds one piece with a little of its surroundings: where in it the piece may lie."""

from collections.abc import Iterator

import numpy as np

from vision.agreement import strength
from vision.album import Alike, usual_sets
from vision.arranging import Placed, Table
from vision.image import Image, Points
from vision.kinds import Size
from vision.tabletop import Tabletop

_MARGINS = (0.12, 0.0)
"""What is usually left around a piece that was cut out, as a share of its longer side."""
_TURNS = np.deg2rad(np.arange(0, 91, 4.0))
_SLACK = 0.1
_AMID = 0.12
_CLOSE_LOOKS = 8


def alone(table: Table, shape: tuple[int, ...], alike: Alike) -> list[Placed]:
    """Any face as the one piece that a small picture holds."""
    rivals: list[tuple[float, str, Image]] = []
    for faces in usual_sets(alike):
        size, frame = table.album.sizes[faces[0]], table.album.rough.frame(faces[0])
        for pose in _poses_alone(shape, size):
            _, detail = table.album.rough.agreement(table.picture.patch(pose, size, frame), faces)
            fit = detail.sum((1, 2))
            rivals += [(float(fit[k]), faces[k], pose) for k in np.argsort(-fit)[:2]]
    rivals.sort(key=lambda one: -one[0])
    return [table.alone(table.at(face, pose)) for _, face, pose in rivals[:_CLOSE_LOOKS]]


def amidst(table: Table, shape: tuple[int, ...], alike: Alike) -> list[Placed]:
    """Any face that may lie in the picture's middle on a known plane."""
    rivals: list[tuple[float, str, Image]] = []
    for faces in usual_sets(alike):
        size, frame = table.album.sizes[faces[0]], table.album.rough.frame(faces[0])
        for pose in _poses_amid(table.plane, shape, size):
            odds, _ = table.album.rough.agreement(table.picture.patch(pose, size, frame), faces)
            fit = np.array([strength(one, table.free_at(pose, size, one.shape)) for one in odds])
            rivals += [(float(fit[k]), faces[k], pose) for k in np.argsort(-fit)[:2]]
    rivals.sort(key=lambda one: -one[0])
    return [table.settled(table.at(face, pose)) for _, face, pose in rivals[:_CLOSE_LOOKS]]


def lies_amid(quad: Points, shape: tuple[int, ...]) -> bool:
    """Whether a piece lies in the middle of the picture."""
    middle = np.array([shape[1], shape[0]]) / 2
    box = (quad.min(0) + quad.max(0)) / 2
    return bool(np.hypot(*(box - middle)) < _AMID * np.hypot(*np.ptp(quad, axis=0)))


def _poses_alone(shape: tuple[int, ...], size: Size) -> Iterator[Image]:
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


def _poses_amid(plane: Tabletop, shape: tuple[int, ...], size: Size) -> Iterator[Image]:
    """Places of a piece in the middle of a picture whose plane is known, turned every way."""
    middle = plane.on_table(np.array([[shape[1] / 2, shape[0] / 2]]))[0]
    back = np.linalg.inv(plane.plane)
    for turn in np.deg2rad(np.arange(0, 360, 6.0)):
        yield np.asarray(back @ _pose(size, 1.0, float(turn), (float(middle[0]), float(middle[1]))))


def _pose(size: Size, scale: float, angle: float, middle: tuple[float, float]) -> Image:
    c, s = scale * np.cos(angle), scale * np.sin(angle)
    turn = np.array([[c, -s], [s, c]])
    shift = np.array(middle) - turn @ (np.array(size) / 2)
    return np.array([[turn[0, 0], turn[0, 1], shift[0]], [turn[1, 0], turn[1, 1], shift[1]], [0, 0, 1]])
