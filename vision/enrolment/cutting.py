"""From an outline in a picture to the piece's own picture, right way up, and its size in mm."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

import cv2
import numpy as np

from vision.enrolment.finding import Outline
from vision.geometry.homography import rectangle, transform_points
from vision.geometry.image import Image, Points
from vision.geometry.plane import Plane
from vision.geometry.quads import clockwise, extent
from vision.recognition.kinds import Group, Kind, Size

Up = Literal["top", "right", "bottom", "left"]
"""The side of the picture that the pieces' own top points to."""

UPS: dict[Up, tuple[float, float]] = {"top": (0, -1), "right": (1, 0), "bottom": (0, 1), "left": (-1, 0)}
"""Which way that is in the picture: x right, y down."""
_SHAPED: frozenset[Group] = frozenset(("stage", "token"))
"""Kinds whose shape is a part of their picture."""
_TALLEST = 720
"""Pixels of a cut picture's longer side at most: half as much again as a library keeps."""
_ASPECT, _OTHER_SHAPE = 0.05, 0.16
"""Logarithm of width over height by which a cut may differ from its kind: within the first it has the kind's own size,
beyond the second it is another kind (chosen by hand; the run is not recorded)."""


class Cut(NamedTuple):
    """A piece cut out: its picture, uint8 BGR, or BGRA where it is not four-cornered.

    ``quad``: corners in the camera's picture (4 x 2, clockwise from the piece's own top left). ``sides``: width and
    height there, in pixels.
    """

    picture: Image
    quad: Points
    sides: tuple[float, float]

    @property
    def aspect(self) -> float:
        """Width over height."""
        return self.sides[0] / self.sides[1]


def cut_out(picture: Image, outline: Outline, kind: Kind, up: Up = "top") -> Cut:
    """Cut the piece out of the picture; its kind says whether it stands or lies, ``up`` where its top points."""
    if kind.group in _SHAPED and outline.shape == "rectangle":
        outline = _boxed(outline)
    quad = _upright(outline.quad, kind.size, up)
    width, height = extent(quad)
    scale = min(1.0, _TALLEST / max(width, height))
    shape = (max(8, round(width * scale)), max(8, round(height * scale)))
    matrix = cv2.getPerspectiveTransform(quad.astype(np.float32), rectangle(shape).astype(np.float32) - 0.5)
    soft = cv2.GaussianBlur(picture, (0, 0), 0.4 / scale) if scale < 0.7 else picture
    seen = cv2.warpPerspective(soft, matrix, shape, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    if outline.shape == "rectangle":
        return Cut(seen, quad, (width, height))
    contour = transform_points(matrix, outline.contour)
    opacity = np.zeros(shape[::-1], np.uint8)
    if outline.shape == "round":
        cv2.ellipse(opacity, ((shape[0] / 2, shape[1] / 2), (shape[0], shape[1]), 0), 255, -1)
    else:
        cv2.fillPoly(opacity, [np.round(contour).astype(np.int32)], 255)
    return Cut(np.dstack([seen, opacity]), quad, (width, height))


def fits(cut: Cut, kind: Kind) -> bool:
    """Whether a piece has the shape that its kind usually has."""
    return kind.size is None or abs(float(np.log(cut.aspect * kind.size[1] / kind.size[0]))) < _OTHER_SHAPE


def size_of(cut: Cut, kind: Kind, mats: Sequence[Plane], px_per_mm: float | None) -> Size | None:
    """Width and height in mm: measured on a mat, else the kind's usual size in the measured shape.

    ``px_per_mm``: the camera's scale as other pieces told it, for kinds that have no usual size. None: unknown.
    """
    for mat in mats:
        if cv2.pointPolygonTest(mat.outline().astype(np.float32), cut.quad.mean(0).tolist(), measureDist=False) > 0:
            width, height = extent(mat.millimetres(cut.quad))
            return round(width, 1), round(height, 1)
    if kind.size is not None:
        width, height = kind.size
        if abs(float(np.log(cut.aspect * height / width))) < _ASPECT:
            return kind.size
        area = width * height
        return round(float(np.sqrt(area * cut.aspect)), 1), round(float(np.sqrt(area / cut.aspect)), 1)
    if px_per_mm is None:
        return None
    return round(cut.sides[0] / px_per_mm, 1), round(cut.sides[1] / px_per_mm, 1)


def _boxed(outline: Outline) -> Outline:
    """A piece that is nearly four-cornered within its smallest rectangle."""
    box = cv2.boxPoints(cv2.minAreaRect(cv2.convexHull(outline.contour.astype(np.float32))))
    return outline._replace(quad=clockwise(box), shape="other")


def _upright(quad: Points, size: Size | None, up: Up) -> Points:
    """The corners from the piece's own top left on: the way round, of those its shape allows, nearest to ``up``."""
    wanted = np.array(UPS[up], np.float64)
    best, best_agreement = quad, -np.inf
    for turns in range(4):
        turned = np.roll(quad, -turns, axis=0)
        towards = turned[:2].mean(0) - turned[2:].mean(0)
        agreement = float(towards @ wanted / max(1e-6, np.linalg.norm(towards)))
        width, height = extent(turned)
        if size is not None and abs(size[0] / size[1] - 1) > 0.05 and (width > height) != (size[0] > size[1]):
            agreement -= 10
        if agreement > best_agreement:
            best, best_agreement = turned, agreement
    return np.asarray(best)
