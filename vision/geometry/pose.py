"""Where a piece lies on a mat: centre, turn and size in millimetres."""

from typing import NamedTuple

import cv2
import numpy as np

from vision.geometry.image import Image, Points
from vision.geometry.plane import PX_PER_MM
from vision.sighting import Quad

_LEAST_SIDE = 8
"""Pixels: a patch is never smaller, so that filters and descriptors have something to work on."""


class Pose(NamedTuple):
    """Centre (mm on the mat), turn (degrees clockwise), width and height (mm) of a piece."""

    x: float
    y: float
    turn: float
    width: float
    height: float

    def quad(self) -> Quad:
        """Corners in mm, clockwise from the piece's own top left."""
        angle = np.deg2rad(self.turn)
        cosine, sine = float(np.cos(angle)), float(np.sin(angle))
        w, h = self.width / 2, self.height / 2

        def at(dx: float, dy: float) -> tuple[float, float]:
            return round(self.x + cosine * dx - sine * dy, 2), round(self.y + sine * dx + cosine * dy, 2)

        return at(-w, -h), at(w, -h), at(w, h), at(-w, h)

    def cut(self, sheet: Image, scale: float = PX_PER_MM) -> Image:
        """The piece's upright patch from a rectified mat of ``scale`` pixels a mm; the patch has the same scale."""
        width, height = max(_LEAST_SIDE, round(self.width * scale)), max(_LEAST_SIDE, round(self.height * scale))
        angle = np.deg2rad(self.turn)
        cosine, sine = np.cos(angle), np.sin(angle)
        fx, fy = self.width * scale / width, self.height * scale / height
        x, y = self.x * scale - 0.5, self.y * scale - 0.5
        matrix = np.array(
            [
                [cosine * fx, -sine * fy, x - cosine * fx * (width - 1) / 2 + sine * fy * (height - 1) / 2],
                [sine * fx, cosine * fy, y - sine * fx * (width - 1) / 2 - cosine * fy * (height - 1) / 2],
            ]
        )
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        return cv2.warpAffine(sheet, matrix, (width, height), flags=flags, borderMode=cv2.BORDER_REPLICATE)

    @classmethod
    def of_quad(cls, quad: Points) -> "Pose":
        """The pose of an upright rectangle that was turned: its corners (4 x 2) in pixels of a rectified mat."""
        along, down = quad[1] - quad[0], quad[3] - quad[0]
        x, y = (quad.mean(0) + 0.5) / PX_PER_MM
        turn = float(np.rad2deg(np.arctan2(along[1], along[0])))
        width, height = (float(np.linalg.norm(side)) / PX_PER_MM for side in (along, down))
        return cls(float(x), float(y), turn, width, height)

    def distance(self, other: "Pose") -> float:
        """How far apart (mm) the centres lie."""
        return float(np.hypot(self.x - other.x, self.y - other.y))

    def moved(self, dx: float, dy: float, turn: float = 0.0) -> "Pose":
        """The pose a little further, mm in the mat's directions."""
        return self._replace(x=self.x + dx, y=self.y + dy, turn=self.turn + turn)
